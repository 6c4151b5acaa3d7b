/* Writers of the text that motion capture systems export, from their public descriptions, for tests: numbers are those of
 * mocap_value, so that a test knows every one of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FILE_MOCAP_TEXTS_H
#define ROUTH_TESTS_FILE_MOCAP_TEXTS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct mocap_text {
    char text[1 << 15];
    size_t length;
} mocap_text;

__attribute__((format(printf, 2, 3))) static inline void put(mocap_text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int count = vsnprintf(t->text + t->length, sizeof t->text - t->length, format, arguments);
    va_end(arguments);
    if (count < 0 || t->length + (size_t)count >= sizeof t->text)
        abort();
    t->length += (size_t)count;
}

/* Exactly as written with three digits. */
static inline double mocap_value(int row, int column) {
    return row + 0.125 * column + 0.5;
}

static inline void put_times(mocap_text *t, int count, const char *what) {
    for (int i = 0; i < count; i++)
        put(t, "%s", what);
}

static inline void put_numbers(mocap_text *t, int row, int from, int count, char separator) {
    for (int j = from; j < from + count; j++)
        put(t, "%c%.3f", separator, mocap_value(row, j));
}

typedef struct motive_export {
    const char *version, *rotation, *units;
    bool labels;   /* "Type", "Name" … in the second column */
    bool parents;  /* a line of parents */
    bool timecode; /* a third column */
} motive_export;

/* One rigid body with its error, its two markers as the model has them and as measured, one that belongs to nothing. Row 2
 * has a gap for the body, row 3 ends early. */
static inline void write_motive(mocap_text *t, const motive_export *e) {
    const int turns = e->rotation[0] == 'Q' ? 4 : 3;
    const char *type = e->labels ? "Type" : "", *name = e->labels ? "Name" : "", *id = e->labels ? "ID" : "";
    const char *code = e->timecode ? "," : "";
    put(t,
        "Format Version,%s,Take Name,Take 2026-05-12,Take Notes,,Capture Frame Rate,120.000000,Export Frame Rate,"
        "60.000000,Capture Start Time,2026-05-12 10.00.00.000 AM,Total Frames in Take,4,Total Exported Frames,4,"
        "Rotation Type,%s,Length Units,%s,Coordinate Space,Global\r\n\r\n",
        e->version, e->rotation, e->units);
    put(t, ",%s%s", type, code);
    put_times(t, turns + 4, ",Rigid Body");
    put_times(t, 8, ",Rigid Body Marker");
    put_times(t, 9, ",Marker");
    put(t, "\r\n,%s%s", name, code);
    put_times(t, turns + 4, ",Cube");
    put_times(t, 4, ",Cube:Marker1");
    put_times(t, 4, ",Cube:Marker2");
    put_times(t, 3, ",Cube:Marker1");
    put_times(t, 3, ",Cube:Marker2");
    put_times(t, 3, ",Unlabeled 1189");
    put(t, "\r\n,%s%s", id, code);
    put_times(t, turns + 21, ",\"8B6A\"");
    if (e->parents) {
        put(t, "\r\n,Parent%s", code);
        put_times(t, turns + 21, ",");
    }
    put(t, "\r\n,%s", code);
    put_times(t, turns, ",Rotation");
    put_times(t, 3, ",Position");
    put(t, ",Mean Marker Error");
    for (int m = 0; m < 2; m++) {
        put_times(t, 3, ",Position");
        put(t, ",Marker Quality");
    }
    put_times(t, 9, ",Position");
    put(t, "\r\nFrame,Time (Seconds)%s", e->timecode ? ",TimeCode" : "");
    put(t, "%s", turns == 4 ? ",X,Y,Z,W" : ",X,Y,Z");
    put(t, ",X,Y,Z,,X,Y,Z,,X,Y,Z,,X,Y,Z,X,Y,Z,X,Y,Z\r\n");
    for (int i = 0; i < 4; i++) {
        put(t, "%d,%.6f%s", i, i * 0.25, e->timecode ? ",15:26:46:12.02" : "");
        if (i == 2)
            put_times(t, turns + 4, ",");
        else
            put_numbers(t, i, 0, turns + 4, ',');
        if (i < 3)
            put_numbers(t, i, turns + 4, 17, ',');
        put(t, "\r\n");
    }
}

#endif
