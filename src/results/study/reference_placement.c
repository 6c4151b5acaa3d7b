/* Where a recording's noise may be, as far as its impacts can say.
 *
 * The rigid bound sees one number of each impact. With u = (vx, vy, kω), k the radius of gyration and r from the centre of
 * mass to the contact, an impulse at r changes u only within the plane whose normal is n = (ry/k, −rx/k, 1) but for length.
 * So e = n·(u⁺ − u⁻) is noise whatever the law, and its variance is
 *
 *     Σ n_c² (variance of channel c before + after),      c = vx, vy, kω.
 *
 * It does not say whether the noise is before or after, and little of vy where rx is small. A placement is a set of six
 * variances, of vx, vy and kω before and after. Correlated noise is not looked for: noise within the planes would leave
 * the bound at 0, so that nothing could be said. A placement agrees with the recording where
 *
 *   – the mean bound is the measured one: this gives its scale;
 *   – |e| ÷ its expected value does not depend on the n_c²: score tests, with their own empirical variance;
 *   – it does not ask for more misfit of the best law than there is. Noise adds Σ_c v_c M_c to the covariance of u⁺ −
 *     predicted u⁺, with M_c the mean outer product of what channel c changes in it; a law that is wrong adds more. So
 *     the largest eigenvalue of C⁻¹ Σ_c v_c M_c, C the measured covariance, does not exceed 1 but by chance.
 *
 * Placements are searched at random for those that agree and are extreme: the least and the largest misfit, the least
 * after and before, the least and the most of all, and the largest variance of each channel. What the study shows is nearly linear in the variances, so its extremes are near these.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "study/insertion_case.h"

enum {
    BODY = 3,            /* channels of one side */
    CHANNELS = 2 * BODY, /* before, then after */
    TRIALS = 1500,       /* placements drawn at first */
    STEPS = 150,         /* from the most extreme of these, for each aim */
    MOST_SEEN = 2000,    /* impacts: more cost time only */
    FEWEST = 2 * BODY    /* impacts that have a covariance */
};

/* Each of the three score tests, about 98 of 100. */
static const double score_limit = 2.4;

/* The largest eigenvalue of a covariance of 3 numbers from n exceeds 1 by this many √(κ/n) in 2 of 100 cases; κ is the
 * relative variance of a square, 2 if normal. */
static const double eigenvalue_limit = 2.7;

typedef double channels[CHANNELS]; /* variances, (m/s)² */

typedef struct evidence {
    size_t count;
    double (*squares)[BODY];             /* n_c² of each impact */
    double *identity, *inverse;          /* |e|, m/s; 1 ÷ speed after, s/m */
    double bound;                        /* mean of their product: the measured bound */
    double misfit[CHANNELS][BODY][BODY]; /* M_c, whitened by the measured covariance */
    double trace[CHANNELS];              /* of M_c as it is */
    double slack;                        /* of the eigenvalue */
} evidence;

typedef struct trial {
    channels variance;
    double score; /* the largest of the tests, in limits; infinite where the misfit would be too large */
} trial;

/* Evidence -----------------------------------------------------------------------------------------------*/

static void momentum(const routh_sample *sample, routh_velocity v, double u[BODY]) {
    u[0] = v.vx;
    u[1] = v.vy;
    u[2] = v.omega * sqrt(sample->impact.inertia / sample->impact.mass);
}

/* What a step of one channel before changes in the prediction; false where there is none. */
static bool sensitivity(const routh_law_study *s, const routh_sample *sample, int channel, double step,
                        double change[BODY]) {
    routh_impact impact = sample->impact;
    routh_sample other;
    double here[BODY], there[BODY];
    double *const value[BODY] = {&impact.vx, &impact.vy, &impact.omega};
    *value[channel] += channel == 2 ? step * sqrt(impact.mass / impact.inertia) : step;
    if (routh_sample_of(NULL, &impact, sample->after, &other) != ROUTH_OK)
        return false;
    momentum(sample, routh_sample_predict(s->law, s->fit.parameters, sample), here);
    momentum(sample, routh_sample_predict(s->law, s->fit.parameters, &other), there);
    for (int c = 0; c < BODY; c++)
        change[c] = (there[c] - here[c]) / step;
    return isfinite(change[0]) && isfinite(change[1]) && isfinite(change[2]);
}

static void add_outer(const double a[BODY], double matrix[BODY][BODY]) {
    for (int i = 0; i < BODY; i++)
        for (int j = 0; j < BODY; j++)
            matrix[i][j] += a[i] * a[j];
}

static void look_at_identity(const routh_sample *sample, double part, evidence *seen) {
    const routh_impact *b = &sample->impact;
    const double k = sqrt(b->inertia / b->mass), length = sqrt(b->rx * b->rx + b->ry * b->ry + k * k);
    const double normal[BODY] = {b->ry / length, -b->rx / length, k / length};
    double before[BODY], after[BODY], e = 0, speed = 0;
    momentum(sample, (routh_velocity){b->vx, b->vy, b->omega}, before);
    momentum(sample, sample->after, after);
    for (int c = 0; c < BODY; c++) {
        seen->squares[seen->count][c] = normal[c] * normal[c];
        e += normal[c] * (after[c] - before[c]);
        speed += after[c] * after[c];
    }
    if (!(speed > 0))
        return;
    e *= part;
    seen->identity[seen->count] = fabs(e);
    seen->inverse[seen->count] = 1 / sqrt(speed);
    seen->bound += fabs(e) * seen->inverse[seen->count];
    seen->count++;
}

/* x becomes L⁻¹ x. */
static void whiten(double l[BODY][BODY], double x[BODY]) {
    for (int i = 0; i < BODY; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] /= l[i][i];
    }
}

/* L⁻¹ M L⁻ᵀ in place of the symmetric M. */
static void whiten_both(double l[BODY][BODY], double m[BODY][BODY]) {
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < BODY; i++)
            whiten(l, m[i]);
        for (int i = 0; i < BODY; i++)
            for (int j = 0; j < i; j++) {
                const double kept = m[i][j];
                m[i][j] = m[j][i];
                m[j][i] = kept;
            }
    }
}

/* Measured less predicted velocity after impact i; false where the law has no answer. */
static bool misfit_of(const routh_frame_study *f, const routh_law_study *s, size_t i, double off[BODY]) {
    double predicted[BODY];
    momentum(&f->sample[i], routh_reference_after(f, s, i), predicted);
    momentum(&f->sample[i], f->sample[i].after, off);
    for (int c = 0; c < BODY; c++)
        off[c] -= predicted[c];
    return isfinite(off[0] + off[1] + off[2]);
}

/* `relative`: standard error of the scale of the deviations. False where the misfit has no covariance. */
static bool look_at_misfit(const routh_frame_study *f, size_t stride, double step, double relative, evidence *seen) {
    const routh_law_study *s = &f->law[f->best];
    double covariance[BODY][BODY] = {{0}}, n = 0, tried[BODY] = {0}, fourth = 0;
    for (size_t i = 0; i < f->count; i += stride) {
        double off[BODY], change[BODY];
        if (!misfit_of(f, s, i, off))
            continue;
        add_outer(off, covariance);
        n++;
        for (int c = 0; c < BODY; c++)
            for (int sign = -1; sign <= 1; sign += 2)
                if (sensitivity(s, &f->sample[i], c, sign * step, change)) {
                    add_outer(change, seen->misfit[c]);
                    tried[c]++;
                }
    }
    for (int i = 0; i < BODY * BODY; i++)
        covariance[i / BODY][i % BODY] /= n;
    if (n < FEWEST || !routh_cholesky_factor(BODY, BODY, covariance[0], 0))
        return false;
    for (size_t i = 0; i < f->count; i += stride) {
        double off[BODY];
        if (!misfit_of(f, s, i, off))
            continue;
        whiten(covariance, off);
        for (int c = 0; c < BODY; c++)
            fourth += pow(off[c], 4) / (BODY * n);
    }
    for (int c = 0; c < CHANNELS; c++) {
        if (c >= BODY)
            seen->misfit[c][c - BODY][c - BODY] = 1;
        else if (tried[c] > 0)
            for (int i = 0; i < BODY * BODY; i++)
                seen->misfit[c][i / BODY][i % BODY] /= tried[c];
        for (int i = 0; i < BODY; i++)
            seen->trace[c] += seen->misfit[c][i][i];
        whiten_both(covariance, seen->misfit[c]);
    }
    seen->slack = hypot(eigenvalue_limit * sqrt(fmax(0, fourth - 1) / n), 4 * relative); /* the scale has errors, too */
    return true;
}

/* Trials -------------------------------------------------------------------------------------------------*/

/* Scales the variances so that the bound is as measured; false where they leave it at 0. */
static bool scale(const evidence *seen, channels variance) {
    const double sum[BODY] = {variance[0] + variance[3], variance[1] + variance[4], variance[2] + variance[5]};
    double bound = 0;
    for (size_t i = 0; i < seen->count; i++)
        bound += seen->inverse[i] *
                 sqrt(seen->squares[i][0] * sum[0] + seen->squares[i][1] * sum[1] + seen->squares[i][2] * sum[2]);
    if (!(bound > 0))
        return false;
    const double factor = seen->bound / (bound * sqrt(2 / ROUTH_PI)); /* the mean of |e| is √(2/π) deviations */
    for (int c = 0; c < CHANNELS; c++)
        variance[c] *= factor * factor;
    return true;
}

static bool exceeds_misfit(const evidence *seen, const channels variance) {
    double sum[BODY][BODY] = {{0}}, value[BODY], vector[BODY][BODY];
    for (int c = 0; c < CHANNELS; c++)
        for (int i = 0; i < BODY * BODY; i++)
            sum[i / BODY][i % BODY] += variance[c] * seen->misfit[c][i / BODY][i % BODY];
    routh_symmetric3_eigen(sum, value, vector);
    return !(fmax(value[0], fmax(value[1], value[2])) <= 1 + seen->slack);
}

static double score_of(const evidence *seen, const channels variance) {
    const double n = (double)seen->count;
    double z = 0, zz = 0, q[BODY] = {0}, qz[BODY] = {0}, qq[BODY] = {0}, worst = 0;
    for (size_t i = 0; i < seen->count; i++) {
        double expected = 0;
        for (int c = 0; c < BODY; c++)
            expected += seen->squares[i][c] * (variance[c] + variance[c + BODY]);
        const double ratio = seen->identity[i] / sqrt(expected);
        z += ratio / n;
        zz += ratio * ratio / n;
        for (int c = 0; c < BODY; c++) {
            const double one = seen->squares[i][c] / expected;
            q[c] += one / n;
            qq[c] += one * one / n;
            qz[c] += one * ratio / n;
        }
    }
    for (int c = 0; c < BODY; c++) {
        const double spread = qq[c] - q[c] * q[c], noise = zz - z * z;
        if (spread > 1e-12 * qq[c] && noise > 0)
            worst = fmax(worst, fabs(qz[c] - q[c] * z) * sqrt(n / (spread * noise)) / score_limit);
    }
    return worst;
}

static void judge(const evidence *seen, trial *one) {
    one->score = INFINITY;
    if (scale(seen, one->variance) && !exceeds_misfit(seen, one->variance))
        one->score = score_of(seen, one->variance);
}

/* Few large ones and many small ones: corners count. */
static void draw(routh_random *random, channels variance) {
    for (int c = 0; c < CHANNELS; c++)
        variance[c] = pow(routh_random_normal(random), 4);
}

/* What a placement is chosen for; the larger, the better. The first four are for laws that are slow to simulate. */
static double aim(const evidence *seen, size_t number, const channels variance) {
    enum { LEAST_MISFIT, MOST_MISFIT, LEAST_AFTER, LEAST_BEFORE, LEAST_NOISE, MOST_NOISE, FIRST_CHANNEL };
    const double before = variance[0] + variance[1] + variance[2], after = variance[3] + variance[4] + variance[5];
    double misfit = 0;
    for (int c = 0; c < CHANNELS; c++)
        misfit += variance[c] * seen->trace[c];
    switch (number) {
    case LEAST_MISFIT:
        return -misfit;
    case MOST_MISFIT:
        return misfit;
    case LEAST_AFTER:
        return -after;
    case LEAST_BEFORE:
        return -before;
    case LEAST_NOISE:
        return -(before + after);
    case MOST_NOISE:
        return before + after;
    default:
        return variance[number - FIRST_CHANNEL];
    }
}

static void climb(const evidence *seen, size_t number, double limit, routh_random *random, trial *best) {
    for (int i = 0; i < STEPS; i++) {
        trial next;
        const double part = pow(routh_random_uniform(random, 0, 1), 3);
        double sum = 0, own = 0;
        draw(random, next.variance);
        for (int c = 0; c < CHANNELS; c++) {
            sum += next.variance[c];
            own += best->variance[c];
        }
        for (int c = 0; c < CHANNELS; c++)
            next.variance[c] = (1 - part) * best->variance[c] / own + part * next.variance[c] / sum;
        judge(seen, &next);
        if (next.score <= limit && aim(seen, number, next.variance) > aim(seen, number, best->variance))
            *best = next;
    }
}

/* False where nothing can be said. */
static routh_status search(routh_context *context, const evidence *seen, uint64_t seed, trial *all,
                           channels chosen[ROUTH_PLACEMENTS], bool *found) {
    routh_random random = routh_random_seed(seed, ROUTH_REFERENCE_STREAM);
    double least = INFINITY;
    routh_status status = ROUTH_OK;
    *found = false;
    for (size_t i = 0; i < TRIALS && status == ROUTH_OK; i++) {
        draw(&random, all[i].variance);
        for (int c = 0; c < CHANNELS && i == 0; c++)
            all[i].variance[c] = 1; /* alike */
        judge(seen, &all[i]);
        least = fmin(least, all[i].score);
        status = routh_check_cancelled(context);
    }
    if (status != ROUTH_OK || !isfinite(least))
        return status;
    /* Where the recording holds more than noise none may agree: those count that are not clearly worse than the best, as
     * by a ratio of likelihoods. */
    const double limit = sqrt(1 + least * least);
    for (size_t number = 0; number < ROUTH_PLACEMENTS && status == ROUTH_OK; number++) {
        const trial *best = NULL;
        for (size_t i = 0; i < TRIALS; i++)
            if (all[i].score <= limit &&
                (!best || aim(seen, number, all[i].variance) > aim(seen, number, best->variance)))
                best = &all[i];
        trial extreme = *best;
        climb(seen, number, limit, &random, &extreme);
        memcpy(chosen[number], extreme.variance, sizeof extreme.variance);
        status = routh_check_cancelled(context);
    }
    *found = status == ROUTH_OK;
    return status;
}

routh_status routh_reference_placements(routh_context *context, const routh_study_options *options,
                                        const routh_frame_study *f, const double *part,
                                        routh_placement placement[ROUTH_PLACEMENTS], size_t *count) {
    const size_t stride = f->count > MOST_SEEN ? (f->count + MOST_SEEN - 1) / MOST_SEEN : 1, room = f->count;
    evidence seen = {.count = 0};
    *count = 0;
    if (!(f->noise_bound > 0))
        return ROUTH_OK;
    double *numbers = routh_allocate(context, room, (BODY + 2) * sizeof *numbers);
    trial *all = numbers ? routh_allocate(context, TRIALS, sizeof *all) : NULL;
    routh_status status = all ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (all) {
        seen.squares = (double(*)[BODY])numbers;
        seen.identity = numbers + BODY * room;
        seen.inverse = seen.identity + room;
        for (size_t i = 0; i < f->count; i += stride)
            look_at_identity(&f->sample[i], part[i], &seen);
        channels chosen[ROUTH_PLACEMENTS];
        bool found = false;
        if (seen.bound > 0 && look_at_misfit(f, stride, f->noise_bound, f->noise_error / f->noise, &seen))
            status = search(context, &seen, options->seed, all, chosen, &found);
        if (found) {
            *count = ROUTH_PLACEMENTS;
            for (size_t p = 0; p < ROUTH_PLACEMENTS; p++)
                for (int c = 0; c < CHANNELS; c++)
                    placement[p].deviation[c / BODY][c % BODY] = sqrt(chosen[p][c]);
        }
    }
    routh_release(context, all);
    routh_release(context, numbers);
    return status;
}

routh_velocity routh_reference_after(const routh_frame_study *f, const routh_law_study *s, size_t i) {
    const routh_impulse *p = &s->impact[i].impulse;
    return routh_impact_after(&f->sample[i].impact, p->pt, p->pn, p->couple);
}
