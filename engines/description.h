/* The lines that describe a body, and numbers in lines.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINES_DESCRIPTION_H
#define ROUTH_ENGINES_DESCRIPTION_H

#include "adapter.h"

/* What follows a word at the beginning of the line; NULL where the line begins otherwise. */
const char *engine_after_word(const char *line, const char *word);

/* `count` numbers and nothing else. */
bool engine_read_numbers(const char *text, size_t count, double *number);

/* A body as its lines say. */
typedef struct description {
    routh_engine_body body;
    routh_shape3 shape;
    double (*ball)[4];
    double parameter[ROUTH_ENGINE_PARAMETERS];
    double step;
} description;

/* One line of a body; 0: it is none. */
bool description_read(const char *line, description *of);

/* Why no world can be made of it; NULL: one can. Engines' own checks end the process. */
const char *description_refusal(const description *of);
void description_release(description *of);

#endif
