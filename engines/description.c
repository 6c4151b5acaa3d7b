/* SPDX-License-Identifier: BSD-3-Clause */
#include "description.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *engine_after_word(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == 0) ? line + length : NULL;
}

bool engine_read_numbers(const char *text, size_t count, double *number) {
    for (size_t i = 0; i < count; i++) {
        char *end;
        number[i] = strtod(text, &end);
        if (end == text)
            return false;
        text = end;
    }
    return text[strspn(text, " ")] == 0;
}

/* One more row at the end of an array. */
static void *grow(void *rows, size_t count, size_t size) {
    void *more = count & (count - 1) ? rows : realloc(rows, (count > 0 ? 2 * count : 1) * size);
    if (!more) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return more;
}

static bool read_parameters(const char *text, double *parameter) {
    size_t count = 0;
    for (; count < ROUTH_ENGINE_PARAMETERS; count++) {
        char *end;
        parameter[count] = strtod(text, &end);
        if (end == text)
            break;
        text = end;
    }
    for (size_t i = count; i < ROUTH_ENGINE_PARAMETERS; i++)
        parameter[i] = NAN;
    return text[strspn(text, " ")] == 0;
}

/* One line of a body; 0: it is none. */
bool description_read(const char *line, description *of) {
    routh_engine_body *body = &of->body;
    const char *text;
    if ((text = engine_after_word(line, "step")))
        return engine_read_numbers(text, 1, &of->step);
    if ((text = engine_after_word(line, "mass")))
        return engine_read_numbers(text, 1, &body->mass);
    if ((text = engine_after_word(line, "inertia")))
        return engine_read_numbers(text, 9, &body->inertia[0][0]);
    if ((text = engine_after_word(line, "centre")))
        return engine_read_numbers(text, 3, body->centre);
    if ((text = engine_after_word(line, "gravity")))
        return engine_read_numbers(text, 1, &body->gravity);
    if ((text = engine_after_word(line, "drag")))
        return engine_read_numbers(text, 1, &body->drag);
    if ((text = engine_after_word(line, "radius")))
        return engine_read_numbers(text, 1, &of->shape.radius);
    if ((text = engine_after_word(line, "parameters")))
        return read_parameters(text, of->parameter);
    if ((text = engine_after_word(line, "ball"))) {
        of->ball = grow(of->ball, body->ball_count, sizeof *of->ball);
        return engine_read_numbers(text, 4, of->ball[body->ball_count++]);
    }
    if ((text = engine_after_word(line, "corner"))) {
        of->shape.vertex = grow(of->shape.vertex, of->shape.count, sizeof *of->shape.vertex);
        return engine_read_numbers(text, 3, of->shape.vertex[of->shape.count++]);
    }
    if ((text = engine_after_word(line, "face"))) {
        of->shape.face = grow(of->shape.face, of->shape.face_count, sizeof *of->shape.face);
        return engine_read_numbers(text, 4, of->shape.face[of->shape.face_count++]);
    }
    return false;
}

/* NULL: it can be made. Engines' own checks end the process. */
const char *description_refusal(const description *of) {
    const routh_engine_body *body = &of->body;
    const double(*i)[3] = body->inertia;
    const double minor = i[0][0] * i[1][1] - i[0][1] * i[1][0];
    const double volume = i[0][0] * (i[1][1] * i[2][2] - i[1][2] * i[2][1]) -
                          i[0][1] * (i[1][0] * i[2][2] - i[1][2] * i[2][0]) +
                          i[0][2] * (i[1][0] * i[2][1] - i[1][1] * i[2][0]);
    if (!(of->step > 0 && of->step <= 1))
        return "step must be above 0 and at most 1 s";
    if (!(body->mass >= 1e-12 && body->mass <= 1e12))
        return "mass must be 1e-12 to 1e12 kg";
    if (!(i[0][0] > 0 && minor > 0 && volume > 0 && i[0][0] + i[1][1] + i[2][2] < 1e24))
        return "inertia must be positive definite";
    if (!(fabs(body->gravity) <= 1e6 && body->drag >= 0 && body->drag <= 1e6))
        return "gravity and drag must be at most 1e6, drag at least 0";
    for (size_t k = 0; k < body->ball_count; k++)
        if (!(of->ball[k][3] > 0) || !(fabs(of->ball[k][0]) + fabs(of->ball[k][1]) + fabs(of->ball[k][2]) < 1e9))
            return "balls must have a radius above 0 and a finite centre";
    for (size_t k = 0; k < of->shape.count; k++)
        for (int c = 0; c < 3; c++)
            if (!(fabs(of->shape.vertex[k][c]) < 1e9 && fabs(body->centre[c]) < 1e9))
                return "corners and the centre of mass must be finite";
    return NULL;
}

void description_release(description *of) {
    free(of->ball);
    free(of->shape.vertex);
    free(of->shape.face);
    *of = (description){.step = 0};
}
