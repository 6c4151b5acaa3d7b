/* What a measurement is predicted to be when hyper-parameters are known only within their alternatives.
 *
 * The mean is that of the likeliest hyper-parameters, μ. Each alternative j has a weight w_j, its own mean and its own
 * variance of a measurement, and the square that is to be expected around μ is
 *
 *     Σ w_j (σ_j² + σ_n,j² + (μ_j − μ)²)
 *
 * Leaving sample i out changes the weights too, since y_i had a part in them: w_j ÷ p_j(y_i | the others), the importance
 * weights of A. E. Gelfand, D. K. Dey, H. Chang, Model determination using predictive distributions (1992). So i is
 * predicted as if the hyper-parameters had never seen it, without any new search.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "learn/gp.h"

/* deviation[] becomes that of a measurement. */
static void add_noise(const routh_gp *gp, size_t count, double *deviation) {
    const size_t outputs = gp->data.outputs;
    for (size_t i = 0; i < count * outputs; i++)
        deviation[i] = hypot(deviation[i], routh_gp_noise(gp, i % outputs));
}

routh_status routh_gp_predict_measured(routh_context *context, const routh_gp *gp, size_t count, const double *input,
                                       double *mean, double *deviation) {
    const size_t numbers = count * gp->data.outputs;
    routh_status status = routh_gp_predict(context, gp, count, input, mean, deviation);
    if (status == ROUTH_OK)
        add_noise(gp, count, deviation);
    if (status != ROUTH_OK || gp->alternatives == 0)
        return status;
    double *other = routh_allocate(context, numbers, sizeof *other);
    double *wide = routh_allocate(context, numbers, sizeof *wide);
    status = other && wide ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    memset(deviation, 0, numbers * sizeof *deviation);
    for (size_t j = 0; status == ROUTH_OK && j < gp->alternatives; j++) {
        const double weight = routh_gp_alternative_weight(gp, j);
        status = routh_gp_predict(context, gp->alternative[j], count, input, other, wide);
        if (status != ROUTH_OK)
            break;
        add_noise(gp->alternative[j], count, wide);
        for (size_t i = 0; i < numbers; i++)
            deviation[i] += weight * (wide[i] * wide[i] + (other[i] - mean[i]) * (other[i] - mean[i]));
    }
    for (size_t i = 0; i < numbers; i++)
        deviation[i] = sqrt(deviation[i]);
    routh_release(context, other);
    routh_release(context, wide);
    return status;
}

/* Sample i of one output, standardised. */
static void leave_out(const routh_gp *gp, size_t output, size_t i, double *residual, double *deviation) {
    double logarithm[2 * ROUTH_GP_MOST_INPUTS + 5], most = -INFINITY, sum = 0, mean = 0, square = 0;
    for (size_t j = 0; j < gp->alternatives; j++) {
        const routh_gp_part *part = &gp->alternative[j]->part[output];
        const double off = part->residual[i] / part->deviation[i];
        logarithm[j] = log(routh_gp_alternative_weight(gp, j)) + 0.5 * off * off + log(part->deviation[i]);
        most = fmax(most, logarithm[j]);
    }
    for (size_t j = 0; j < gp->alternatives; j++) {
        const routh_gp_part *part = &gp->alternative[j]->part[output];
        const double weight = exp(logarithm[j] - most), r = part->residual[i], d = part->deviation[i];
        sum += weight;
        mean += weight * r;
        square += weight * (d * d + r * r);
    }
    *residual = mean / sum;
    *deviation = sqrt(fmax(square / sum - *residual * *residual, 0));
}

void routh_gp_leave_one_out_measured(const routh_gp *gp, double *residual, double *deviation) {
    const size_t outputs = gp->data.outputs;
    if (gp->alternatives == 0) {
        routh_gp_leave_one_out(gp, residual, deviation);
        return;
    }
    for (size_t i = 0; i < gp->data.count; i++)
        for (size_t o = 0; o < outputs; o++) {
            double off, wide;
            leave_out(gp, o, i, &off, &wide);
            if (residual)
                residual[i * outputs + o] = gp->part[o].fit.scale * off;
            if (deviation)
                deviation[i * outputs + o] = gp->part[o].fit.scale * wide;
        }
}
