/* Whatever the law, a point impulse at r obeys e = n·(u⁺ − u⁻) = 0 (reference_placement.c), so that e is noise. It is not where
 * the contact is no point, or not where it is said to be: a couple at the contact, levers or an angle that are off, velocities
 * with an offset, a wrong inertia. What of e is clearly related to what these would add is no noise, and is taken off, the
 * strongest first. Noise, which is in the quantities too, relates them by chance and by little: where nothing is clear, e stays as
 * it is, and where it is not, little is taken with it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "study/insertion_case.h"

enum { CANDIDATES = 15, MOST_TAKEN = 4, LEAST_IMPACTS = 20 };

static const double clear = 3.5;     /* standard errors; of 15 in all, one in 150 recordings by chance */
static const double cut = 3;         /* medians of sizes */
static const double lasting = 3;     /* standard errors of a correlation: less is chance */
static const double forgotten = 0.2; /* of an error, by the next group */

static double sign_of(double x) {
    return (x > 0) - (x < 0);
}

static double length_of(const routh_impact *b) {
    return sqrt(b->rx * b->rx + b->ry * b->ry + b->inertia / b->mass);
}

/* e, m/s. */
static double off_plane(const routh_sample *sample) {
    const routh_impact *b = &sample->impact;
    const routh_velocity *a = &sample->after;
    return (b->ry * (a->vx - b->vx) - b->rx * (a->vy - b->vy) + b->inertia / b->mass * (a->omega - b->omega)) /
           length_of(b);
}

/* The mean of sign ω where ω changes evenly over the impact: what a couple against the spin follows. */
double routh_mean_sign(double before, double after) {
    const double turned = after - before;
    return fabs(turned) > 1e-9 * (fabs(after) + fabs(before)) ? (fabs(after) - fabs(before)) / turned : sign_of(after);
}

/* What each would add to e. */
static void list_candidates(const routh_sample *sample, double theta, double row[CANDIDATES]) {
    const routh_impact *b = &sample->impact;
    const double length = length_of(b);
    const double pn = sample->after.vy - b->vy, pt = sample->after.vx - b->vx, turned = b->rx * pt + b->ry * pn;
    const double known[CANDIDATES] = {pn,
                                      pn * routh_mean_sign(b->omega, sample->after.omega), /* a couple */
                                      pn * sign_of(b->omega),
                                      pn * b->omega,
                                      pn * sign_of(sample->contact.vt),
                                      pn * sin(theta), /* a centre of mass that is off */
                                      pn * cos(theta),
                                      pt,
                                      pt * sin(theta),
                                      pt * cos(theta),
                                      turned, /* an angle that is off */
                                      turned * b->omega,
                                      b->rx, /* velocities with an offset, as by gravity between them */
                                      b->ry,
                                      b->rx * pn - b->ry * pt}; /* inertia */
    for (int c = 0; c < CANDIDATES; c++)
        row[c] = known[c] / length;
}

/* e with outliers cut, into `bounded`. */
static void bound_sizes(const double *e, size_t count, double *scratch, double *bounded) {
    for (size_t i = 0; i < count; i++)
        scratch[i] = fabs(e[i]);
    const double most = cut * routh_median(scratch, count);
    for (size_t i = 0; i < count; i++)
        bounded[i] = fmax(-most, fmin(most, e[i]));
}

/* Takes the candidate that is most clearly related off e and off the other candidates; false where none is. */
static bool take_strongest(size_t count, double (*row)[CANDIDATES], double *scratch, double *bounded, double *e) {
    double most = clear, factor = 0;
    int best = -1;
    bound_sizes(e, count, scratch, bounded);
    for (int c = 0; c < CANDIDATES; c++) {
        double sum = 0, noise = 0, square = 0;
        for (size_t i = 0; i < count; i++) {
            sum += row[i][c] * bounded[i];
            noise += pow(row[i][c] * bounded[i], 2);
            square += row[i][c] * row[i][c];
        }
        if (square > 0 && noise > 0 && fabs(sum) > most * sqrt(noise)) {
            most = fabs(sum) / sqrt(noise);
            best = c;
            factor = sum / square;
        }
    }
    if (best < 0)
        return false;
    double square = 0;
    for (size_t i = 0; i < count; i++) {
        e[i] -= factor * row[i][best];
        square += row[i][best] * row[i][best];
    }
    for (int c = 0; c < CANDIDATES; c++) {
        double shared = 0, own = 0, left = 0;
        for (size_t i = 0; i < count && c != best; i++) {
            shared += row[i][c] * row[i][best];
            own += row[i][c] * row[i][c];
        }
        for (size_t i = 0; i < count && c != best; i++) {
            row[i][c] -= shared / square * row[i][best];
            left += row[i][c] * row[i][c];
        }
        for (size_t i = 0; i < count && (c == best || left < 1e-6 * own); i++)
            row[i][c] = 0;
    }
    return true;
}

routh_status routh_reference_identity(routh_context *context, const routh_dataset *dataset, const routh_frame_study *f,
                                      double *part) {
    const size_t n = f->count;
    double(*row)[CANDIDATES] = routh_allocate(context, n, sizeof *row);
    double *e = row ? routh_allocate(context, n, 4 * sizeof *e) : NULL;
    int taken = 0;
    for (size_t i = 0; e && i < n; i++) {
        const double theta = dataset->record[f->sample[i].record].theta;
        part[i] = e[i] = off_plane(&f->sample[i]);
        list_candidates(&f->sample[i], isfinite(theta) ? theta : 0, row[i]);
    }
    while (e && n >= LEAST_IMPACTS && taken < MOST_TAKEN && take_strongest(n, row, e + n, e + 2 * n, e))
        taken++;
    for (size_t i = 0; e && i < n; i++) /* what is left has lost a degree of freedom with each */
        part[i] = taken > 0 && fabs(part[i]) > 0 ? e[i] / part[i] * sqrt((double)n / (double)(n - (size_t)taken)) : 1;
    const routh_status status = e ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    routh_release(context, e);
    routh_release(context, row);
    return status;
}

/* A drift of friction or restitution is not in what no impulse at the contact point can do. */
routh_status routh_reference_lasting(routh_context *context, const routh_dataset *dataset, const routh_frame_study *f,
                                     size_t *length) {
    double square = 0, follows = 0, last = 0;
    double *part = routh_allocate(context, f->count, sizeof *part);
    const routh_status status = part ? routh_reference_identity(context, dataset, f, part) : ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < f->count; i++) {
        const double e = part[i] * off_plane(&f->sample[i]);
        square += e * e;
        follows += last * e;
        last = e;
    }
    const double kept = square > 0 ? follows / square : 0;
    *length = kept * sqrt((double)f->count) > lasting ? (size_t)ceil(log(forgotten) / log(fmin(kept, 0.95))) : 1;
    routh_release(context, part);
    return status;
}
