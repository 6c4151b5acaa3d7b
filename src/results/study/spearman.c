/* Spearman's correlation: do two quantities grow together, along whatever curve?
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/numbers.h"
#include "study/learning.h"

typedef struct ranked {
    double value;
    size_t place;
} ranked;

static int by_value(const void *a, const void *b) {
    return routh_ascending(&((const ranked *)a)->value, &((const ranked *)b)->value);
}

/* Equal values share the mean of their ranks. */
static void rank_all(const double *value, size_t count, ranked *list, double *rank) {
    for (size_t i = 0; i < count; i++)
        list[i] = (ranked){value[i], i};
    qsort(list, count, sizeof *list, by_value);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && !(list[to].value > list[from].value);)
            to++;
        for (size_t i = from; i < to; i++)
            rank[list[i].place] = 0.5 * (double)(from + to - 1);
    }
}

routh_status routh_spearman(routh_context *context, const double *x, const double *y, size_t count,
                            double *correlation) {
    ROUTH_ARENA(room, context);
    ranked *list = routh_take(&room, count, sizeof *list);
    double *rank = routh_take(&room, count, 2 * sizeof *rank);
    const double middle = 0.5 * ((double)count - 1);
    double xx = 0, xy = 0, yy = 0;
    ROUTH_TRY(room.status);
    rank_all(x, count, list, rank);
    rank_all(y, count, list, rank + count);
    for (size_t i = 0; i < count; i++) {
        const double a = rank[i] - middle, b = rank[count + i] - middle;
        xx += a * a;
        xy += a * b;
        yy += b * b;
    }
    *correlation = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
    return ROUTH_OK;
}
