/* Shapes as engines want them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINES_SHAPES_H
#define ROUTH_ENGINES_SHAPES_H

#include <math.h>
#include <stdio.h>

#include "adapter.h"

/* Is it a box with edges along the body axes? Its half sides, and its middle from the centre of mass, m. */
static inline bool engine_box(const routh_engine_body *body, double half[3], double middle[3]) {
    const routh_shape3 *shape = body->shape;
    if (shape->count != 8)
        return false;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < shape->count; i++) {
            low = fmin(low, shape->vertex[i][c]);
            high = fmax(high, shape->vertex[i][c]);
        }
        half[c] = (high - low) / 2;
        middle[c] = (high + low) / 2 - body->centre[c];
        for (size_t i = 0; i < shape->count; i++)
            if (fmin(shape->vertex[i][c] - low, high - shape->vertex[i][c]) > 1e-9 * half[c])
                return false;
    }
    unsigned seen = 0; /* each of the eight once */
    for (size_t i = 0; i < shape->count; i++) {
        unsigned which = 0;
        for (int c = 0; c < 3; c++)
            which |= (shape->vertex[i][c] - body->centre[c] > middle[c] ? 1U : 0U) << c;
        seen |= 1U << which;
    }
    return seen == 0xff;
}

/* Fails where there is nothing that could touch. */
static inline bool engine_has_shape(const routh_engine_body *body, char error[ENGINE_ERROR]) {
    if (body->ball_count > 0 || (body->shape && body->shape->count >= 4))
        return true;
    snprintf(error, ENGINE_ERROR, "the body has neither balls nor a shape of at least 4 corners");
    return false;
}

#endif
