/* A collision over time as CSV: a line for each moment, bodies and contacts by their number in the scene.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include "file/output.h"

static void put_vector(FILE *file, const double vector[3]) {
    fprintf(file, ",%.17g,%.17g,%.17g", vector[0], vector[1], vector[2]);
}

static void put_header(FILE *file, const routh_scene *scene) {
    fputs("time,kinetic,stored", file);
    for (size_t s = 0; s < scene->body_count; s++)
        if (scene->body[s].freedom != ROUTH_FIXED)
            fprintf(file, ",body%zu_vx,body%zu_vy,body%zu_vz,body%zu_wx,body%zu_wy,body%zu_wz", s, s, s, s, s, s);
    for (size_t c = 0; c < scene->contact_count; c++) {
        static const char *const names[] = {"p", "v", "spring"};
        for (int i = 0; i < 3; i++)
            fprintf(file, ",contact%zu_%s1,contact%zu_%s2,contact%zu_%s3", c, names[i], c, names[i], c, names[i]);
        fprintf(file, ",contact%zu_phase", c);
    }
    fputc('\n', file);
}

static void put_moment(FILE *file, const routh_scene *scene, const routh_scene_trace *trace, size_t i) {
    const routh_scene_moment *moment = &trace->moment[i];
    fprintf(file, "%.17g,%.17g,%.17g", moment->time, moment->kinetic, moment->stored);
    for (size_t s = 0; s < trace->body_count; s++) {
        const routh_velocity3 *body = &trace->body[i * trace->body_count + s];
        if (scene->body[s].freedom == ROUTH_FIXED)
            continue;
        put_vector(file, body->velocity);
        put_vector(file, body->spin);
    }
    for (size_t c = 0; c < trace->contact_count; c++) {
        const routh_moment *contact = &trace->contact[i * trace->contact_count + c];
        put_vector(file, contact->p);
        put_vector(file, contact->v);
        put_vector(file, contact->spring);
        fprintf(file, ",%s", routh_name(&routh_phases, contact->phase));
    }
    fputc('\n', file);
}

routh_status routh_scene_trace_write_csv(routh_context *context, const routh_scene *scene,
                                         const routh_scene_trace *trace, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    put_header(text.file, scene);
    for (size_t i = 0; i < trace->count && !ferror(text.file); i++)
        put_moment(text.file, scene, trace, i);
    return routh_text_end(context, &text, status);
}
