/* The records of a study in space as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "file/output.h"
#include "report/writers.h"

/* After a comma, the shortest decimal that reads back as the same number; nothing for one that does not exist. */
static void print_field(FILE *file, double value) {
    fputc(',', file);
    char text[ROUTH_SHORTEST_TEXT];
    if (isfinite(value))
        fputs(routh_shortest_text(value, text), file);
}

static void print_quoted(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (const char[2]){*text, '\0'}, file);
    fputc('"', file);
}

static void print_vector(FILE *file, const double vector[3]) {
    for (int c = 0; c < 3; c++)
        print_field(file, vector[c]);
}

/* `sample` and `one` are NULL where the record is not used, or laws were not compared. */
static void print_record(FILE *file, const routh_study3 *study, const routh_record3 *record,
                         const routh_sample3 *sample, const routh_case3 *one) {
    const char *separator = "";
    print_quoted(file, study->dataset->trajectory[record->trajectory].name);
    print_field(file, record->time);
    fputs(",\"", file);
    for (int reason = 0; reason < ROUTH_REASON_COUNT; reason++)
        if (record->reasons >> reason & 1) {
            fprintf(file, "%s%s", separator, routh_name(&routh_reasons, reason));
            separator = " ";
        }
    fputc('"', file);
    print_vector(file, record->point);
    print_field(file, record->height);
    print_field(file, record->next);
    print_field(file, record->apart);
    print_vector(file, record->before.velocity);
    print_vector(file, record->before.spin);
    print_vector(file, record->after.velocity);
    print_vector(file, record->after.spin);
    const double nothing[3] = {NAN, NAN, NAN};
    print_vector(file, sample ? sample->contact.v : nothing);
    print_vector(file, sample ? sample->contact_after : nothing);
    print_vector(file, sample ? sample->impulse : nothing);
    print_field(file, sample ? sample->restitution : NAN);
    print_field(file, one ? (double)(one->half + 1) : (double)NAN);
    for (size_t k = 0; k < study->contestant_count; k++)
        print_field(file, one ? one->error[k] : NAN);
    fputc('\n', file);
}

static void write_records(FILE *file, const routh_study3 *study) {
    size_t at = 0;
    fputs("toss,time,reasons,rx,ry,rz,height,next,apart,vx,vy,vz,wx,wy,wz,vx_after,vy_after,vz_after,wx_after,wy_after,"
          "wz_after,corner_x,corner_y,corner_z,corner_x_after,corner_y_after,corner_z_after,px,py,pz,restitution,half",
          file);
    for (size_t k = 0; k < study->contestant_count; k++)
        fprintf(file, ",error_%s", study->contestant[k].name);
    fputc('\n', file);
    for (size_t i = 0; i < study->dataset->count; i++) {
        const int used = at < study->count && study->sample[at].record == i;
        print_record(file, study, &study->dataset->record[i], used ? &study->sample[at] : NULL,
                     used && study->compared ? &study->cases[at] : NULL);
        at += used != 0;
    }
}

routh_status routh_study3_write_csv(routh_context *context, const routh_study3 *study, routh_io to) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    write_records(text.file, study);
    return routh_text_end(context, &text, ROUTH_OK);
}
