/* The curve of a strike, and the effect of friction and Poisson's ratio, as CSV.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include "file/output.h"

static void put_vector(FILE *file, const double vector[3]) {
    fprintf(file, ",%.17g,%.17g,%.17g", vector[0], vector[1], vector[2]);
}

routh_status routh_trace_write_csv(routh_context *context, const routh_trace *curve, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    FILE *file = text.file;
    fputs("time,p1,p2,p3,v1,v2,v3,spring1,spring2,spring3,rate1,rate2,rate3,phase\n", file);
    for (size_t i = 0; i < curve->count && !ferror(file); i++) {
        const routh_moment *moment = &curve->moment[i];
        fprintf(file, "%.17g", moment->time);
        put_vector(file, moment->p);
        put_vector(file, moment->v);
        put_vector(file, moment->spring);
        put_vector(file, moment->spring_rate);
        fprintf(file, ",%s\n", routh_name(&routh_phases, moment->phase));
    }
    return routh_text_end(context, &text, status);
}

static void put_rows(FILE *file, const char *parameter, const routh_impact3_study_row *rows, size_t count) {
    for (size_t i = 0; i < count && !ferror(file); i++) {
        fprintf(file, "%s,%.15g", parameter, rows[i].value);
        put_vector(file, rows[i].velocity);
        put_vector(file, rows[i].spin);
        fputc('\n', file);
    }
}

routh_status routh_impact3_study_write_csv(routh_context *context, const routh_impact3_study *effect, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    FILE *file = text.file;
    fputs("parameter,value,vx,vy,vz,wx,wy,wz\n", file);
    put_rows(file, "mu", effect->friction, effect->count);
    put_rows(file, "nu", effect->poisson, effect->count);
    return routh_text_end(context, &text, status);
}
