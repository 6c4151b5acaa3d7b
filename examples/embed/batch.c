/* A million impacts with one law: arrays in, arrays out. usage: batch [COUNT]
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "routh_core.h"

int main(int count, char **words) {
    const size_t n = count > 1 ? (size_t)atol(words[1]) : 1000000;
    double *number = calloc(9 * n, sizeof *number); /* the caller's memory: the batch allocates none */
    if (!number || n == 0)
        return 1;
    double *wtt = number, *wtn = wtt + n, *wnn = wtn + n, *vt = wnn + n, *vn = vt + n;
    double *pt = vn + n, *pn = pt + n, *mu = pn + n, *ratio = mu + n;
    routh_random random = routh_random_seed(1, 0);
    for (size_t i = 0; i < n; i++) {
        wtt[i] = routh_random_uniform(&random, 1, 3);
        wtn[i] = routh_random_uniform(&random, -0.5, 0.5);
        wnn[i] = routh_random_uniform(&random, 1, 3);
        vt[i] = routh_random_uniform(&random, -2, 2);
        vn[i] = routh_random_uniform(&random, -3, -1);
        mu[i] = routh_random_uniform(&random, 0, 1);
    }
    const double eps = 0.5; /* one for all; μ has its own for each */
    routh_batch batch = routh_batch_default();
    batch.count = n;
    batch.wtt = wtt, batch.wtn = wtn, batch.wnn = wnn, batch.vt = vt, batch.vn = vn;
    batch.parameter[0] = mu, batch.parameter[1] = &eps, batch.parameter_varies = 1u << 0;
    batch.pt = pt, batch.pn = pn, batch.contact_energy_ratio = ratio;
    size_t first_bad;
    const routh_status status = routh_law_solve_batch(routh_law_find(NULL, "mirtich"), &batch, &first_bad);
    if (status != ROUTH_OK) {
        printf("impact %zu: %s\n", first_bad, routh_status_message(status));
        free(number);
        return 1;
    }
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += ratio[i];
    printf("%zu impacts keep %.3f of their energy in the mean\n", n, sum / (double)n);
    free(number);
    return 0;
}
