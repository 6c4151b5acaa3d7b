/* A large recording for tests and benchmarks: six rigid bodies that swing and turn, each with three markers, as Motive
 * exports them; 972 bytes a row.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CASES_MOTIVE_RECORDING_H
#define ROUTH_TESTS_CASES_MOTIVE_RECORDING_H

#include <math.h>
#include <stdio.h>

enum { MOTIVE_RATE = 360, MOTIVE_BODIES = 6, MOTIVE_MARKERS = 3, MOTIVE_PER_BODY = 8, MOTIVE_HEADER_LINES = 7 };

/* One field of the header for each column: `per_body` for bodies, `per_marker` for markers. */
static inline void write_motive_heads(FILE *file, const char *first, const char *const per_body[MOTIVE_PER_BODY],
                                      const char *const per_marker[3], int with_names) {
    fputs(first, file);
    for (int b = 0; b < MOTIVE_BODIES; b++)
        for (int k = 0; k < MOTIVE_PER_BODY; k++)
            with_names ? fprintf(file, ",Body %d", b + 1) : fprintf(file, ",%s", per_body[k]);
    for (int m = 0; m < MOTIVE_BODIES * MOTIVE_MARKERS; m++)
        for (int k = 0; k < 3; k++)
            with_names ? fprintf(file, ",Body %d:Marker %03d", m / MOTIVE_MARKERS + 1, m % MOTIVE_MARKERS + 1)
                       : fprintf(file, ",%s", per_marker[k]);
    fputc('\n', file);
}

static inline void write_motive_row(FILE *file, long i) {
    const double t = (double)i / MOTIVE_RATE;
    fprintf(file, "%ld,%.6f", i, t);
    for (int b = 0; b < MOTIVE_BODIES; b++) {
        const double half = 0.5 * (t + b);
        fprintf(file, ",%.6f,%.6f,%.6f,%.6f", 0.6 * sin(half), 0.0, 0.8 * sin(half), cos(half));
        fprintf(file, ",%.6f,%.6f,%.6f,%.6f", sin(3 * t + b), 0.5 + 0.4 * fabs(cos(5 * t)), 0.1 * b, 0.000123);
    }
    for (int m = 0; m < MOTIVE_BODIES * MOTIVE_MARKERS; m++)
        fprintf(file, ",%.6f,%.6f,%.6f", sin(3 * t + m) + 0.03, 0.5 + 0.4 * fabs(cos(5 * t)), -0.01 * m);
    fputc('\n', file);
}

/* Returns the bytes of the file; 0: it could not be written. */
static inline double write_motive_recording(const char *path, long rows) {
    static const char *const rigid[MOTIVE_PER_BODY] = {"Rigid Body", "Rigid Body", "Rigid Body", "Rigid Body",
                                                       "Rigid Body", "Rigid Body", "Rigid Body", "Rigid Body"};
    static const char *const part[MOTIVE_PER_BODY] = {"Rotation", "Rotation", "Rotation", "Rotation",
                                                      "Position", "Position", "Position", "Mean Marker Error"};
    static const char *const axis[MOTIVE_PER_BODY] = {"X", "Y", "Z", "W", "X", "Y", "Z", ""};
    static const char *const marker[3] = {"Marker", "Marker", "Marker"};
    static const char *const position[3] = {"Position", "Position", "Position"};
    FILE *file = fopen(path, "w");
    if (!file)
        return 0;
    fprintf(file,
            "Format Version,1.23,Take Name,bench,Export Frame Rate,%d.000000,Rotation Type,Quaternion,Length Units,"
            "Meters,Coordinate Space,Global\n\n",
            MOTIVE_RATE);
    write_motive_heads(file, ",Type", rigid, marker, 0);
    write_motive_heads(file, ",Name", rigid, marker, 1);
    write_motive_heads(file, ",ID", rigid, marker, 1);
    write_motive_heads(file, ",", part, position, 0);
    write_motive_heads(file, "Frame,Time (Seconds)", axis, axis, 0);
    for (long i = 0; i < rows; i++)
        write_motive_row(file, i);
    const long size = ftell(file);
    return fclose(file) == 0 ? (double)size : 0;
}

#endif
