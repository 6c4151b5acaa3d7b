/* The noise of a recording's velocities, for its noise reference.
 *
 * Where the impacts lie between recorded flights, it is the noise of these impacts' velocities given the frames of their
 * flights: σ, root mean square over vx, vy and ω times the radius of gyration, before and after all used impacts. A
 * velocity's variance is the frames' autocovariance times numbers that the times of the frames give exactly
 * (segment/flight_noise.c). So nothing is uncertain but that autocovariance. This is noise and nothing else.
 *
 * The standard error of log σ is the jackknife's over trajectories: frames of one trajectory share flights, some
 * trajectories are tracked worse than others, and heavy tails or correlated frames make σ differ more from one to the
 * next. The interval takes Student's t with the degrees of freedom of Satterthwaite (Biometrics Bulletin 2, 1946): the
 * standard error is a mean of G squares d², and its own variance, estimated from their fourth powers, is that of χ² with
 *
 *     2 (Σ d²)² / (Σ d⁴ − (Σ d²)²/G),      G where d is normal, fewer where a few trajectories decide.
 *
 * Trajectories with unequal numbers of frames n count as (Σ n)² / Σ n². Flights that were touched too lightly to be seen
 * scatter more, and are left out of the frames' noise.
 *
 * Otherwise it is one standard deviation σ of vx, vy and ω times the radius of gyration, before and after. Nothing but
 * noise takes a rigid point contact beyond the rigid bound, so σ is that at which the simulated bound equals the
 * measured one if noise is alike in all of them. It need not be: reference_placement.c looks for where else it may be, and
 * the interval of σ, root mean square, holds all of this. What takes impacts beyond the bound and is clearly related to
 * what a couple, a wrong angle or wrong levers would do is taken off first (reference_identity.c).
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "segment/segment3.h"
#include "study/insertion_case.h"
#include "study/internal.h"

/* Scatter of a flight in medians of all; of sound frames, even with heavy tails or tracked worse, it stays below. */
static const double touched = 10;

enum {
    HALVINGS = 40,
    FEWEST_TRAJECTORIES = 4 /* that show how much the noise differs between them */
};

static const routh_name_entry noise_sources[] = {
#define NOISE_SOURCE(code, name, about) {name, about},
    ROUTH_NOISE_SOURCE_TABLE(NOISE_SOURCE)
#undef NOISE_SOURCE
};
const routh_names routh_noise_sources = {"noise source", ROUTH_NOISE_SOURCE_COUNT, noise_sources};

bool routh_reference_record(const routh_sample *sample, routh_velocity after, double sigma,
                            const routh_reference_unit *unit, routh_random *random, routh_sample *noisy) {
    routh_impact impact = sample->impact;
    double *const value[2][3] = {{&impact.vx, &impact.vy, &impact.omega}, {&after.vx, &after.vy, &after.omega}};
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < 3; c++)
            *value[side][c] += sigma * unit->deviation[side][c] * routh_random_normal(random);
    return isfinite(after.vx) && routh_sample_of(NULL, &impact, after, noisy) == ROUTH_OK;
}

/* From the bound -----------------------------------------------------------------------------------------*/

/* The mean error of the bound over impacts that follow the law exactly but for noise; always the same random numbers,
 * so that it grows smoothly with σ. */
static double simulated_bound(const routh_study_options *options, const routh_frame_study *f,
                              const routh_reference_unit *unit, double sigma) {
    const routh_law_study *s = &f->law[f->best];
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) {
        routh_random random = routh_random_seed(options->seed, ROUTH_REFERENCE_STREAM + i);
        routh_sample noisy;
        double error;
        if (routh_reference_record(&f->sample[i], routh_reference_after(f, s, i), sigma, &unit[i], &random, &noisy) &&
            routh_bound_error(NULL, &noisy, &error) == ROUTH_OK) {
            sum += error;
            count++;
        }
    }
    return sum / (double)count;
}

static double sigma_for(const routh_study_options *options, const routh_frame_study *f,
                        const routh_reference_unit *unit, double bound) {
    double low = 0, high = 1e-3;
    while (simulated_bound(options, f, unit, high) < bound && high < 1e3)
        high *= 2;
    for (int i = 0; i < HALVINGS && high - low > 1e-4 * high; i++) {
        const double middle = 0.5 * (low + high);
        *(simulated_bound(options, f, unit, middle) < bound ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

static void estimate_from_bound(const routh_study_options *options, routh_frame_study *f, const double *part,
                                routh_reference_unit *unit) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < f->count; i++) {
        const double spin = sqrt(f->sample[i].impact.mass / f->sample[i].impact.inertia);
        unit[i] = (routh_reference_unit){{{1, 1, spin}, {1, 1, spin}}};
        sum += fabs(part[i]) * f->irb[i];
        squares += part[i] * f->irb[i] * part[i] * f->irb[i];
    }
    const double n = (double)f->count, mean = sum / n, error = sqrt(fmax(0, squares / n - mean * mean) / n);
    f->noise = f->noise_bound = sigma_for(options, f, unit, mean);
    /* the bound grows about as σ does */
    f->noise_error = mean > 0 ? f->noise * error / mean : 0;
    const double wide = routh_student_quantile(options->level, n - 1) * f->noise_error;
    f->noise_low = fmax(0, f->noise - wide);
    f->noise_high = f->noise + wide;
    f->noise_source = ROUTH_NOISE_OF_BOUND;
}

/* From flights -------------------------------------------------------------------------------------------*/

/* The root mean square of velocities' errors, m/s, and the noise of the frames. */
static double noise_of(const routh_flight_scatter *sum, double gyration_squared, routh_frame_noise frame[COORDINATES]) {
    double variance = 0;
    routh_frame_noise_of(sum, frame);
    for (int c = 0; c < COORDINATES; c++)
        for (int side = 0; side < 2; side++)
            variance +=
                (c == THETA ? gyration_squared : 1) * routh_frame_noise_propagate(&frame[c], sum->velocity[side]);
    return sqrt(variance / (2 * COORDINATES * sum->count));
}

/* How far log σ may be from the truth. */
typedef struct log_error {
    double error, freedom; /* standard error; 0: not known, too few trajectories */
} log_error;

/* `own` has the sums of each trajectory. */
static log_error error_of(const routh_flight_scatter *all, const routh_flight_scatter *own, size_t count,
                          double gyration_squared, double *without) {
    double n = 0, mean = 0, frames = 0, frames_squared = 0, second = 0, fourth = 0;
    for (size_t t = 0; t < count; t++) {
        if (own[t].expected_square[0] <= 0 || own[t].count >= all->count)
            continue;
        routh_flight_scatter others = *all;
        routh_frame_noise frame[COORDINATES];
        routh_flight_scatter_add(&own[t], -1, &others);
        memcpy(others.velocity, all->velocity, sizeof others.velocity); /* known exactly */
        others.count = all->count;
        without[(size_t)n++] = log(noise_of(&others, gyration_squared, frame));
        frames += own[t].expected_square[0];
        frames_squared += own[t].expected_square[0] * own[t].expected_square[0];
    }
    if (n < FEWEST_TRAJECTORIES)
        return (log_error){0, 0};
    for (size_t i = 0; i < (size_t)n; i++)
        mean += without[i] / n;
    for (size_t i = 0; i < (size_t)n; i++) {
        const double square = (without[i] - mean) * (without[i] - mean);
        second += square;
        fourth += square * square;
    }
    const double excess = fourth - second * second / n, equal = frames * frames / frames_squared;
    const double freedom = excess > 0 ? fmin(equal, 2 * second * second / excess) : equal;
    return (log_error){sqrt((n - 1) / n * second), fmax(1, freedom - 1)};
}

/* Leaves the scatter of flights that were touched out: that of this multiple of the median is no noise. Their velocities
 * stay. `share` has room for all samples. */
static void leave_out_touched(const routh_frame_study *f, routh_flight_scatter *scatter, double *share) {
    double most[COORDINATES];
    for (int c = 0; c < COORDINATES; c++) {
        size_t count = 0;
        for (size_t i = 0; i < f->count; i++) {
            const routh_flight_scatter *one = &scatter[f->sample[i].record];
            if (one->count > 0)
                share[count++] = one->square[c] / one->expected_square[0];
        }
        most[c] = count > 0 ? touched * routh_median(share, count) : 0;
    }
    for (size_t i = 0; i < f->count; i++) {
        routh_flight_scatter *one = &scatter[f->sample[i].record], untouched = {.count = one->count};
        bool keep = true;
        for (int c = 0; c < COORDINATES; c++)
            keep = keep && one->square[c] <= most[c] * one->expected_square[0];
        memcpy(untouched.velocity, one->velocity, sizeof untouched.velocity);
        if (!keep)
            *one = untouched;
    }
}

/* Impacts whose flights are not known get those of the mean. */
static void set_units(const routh_frame_study *f, const routh_flight_scatter *scatter, const routh_flight_scatter *all,
                      const routh_frame_noise frame[COORDINATES], routh_reference_unit *unit) {
    for (size_t i = 0; i < f->count; i++) {
        const routh_flight_scatter *one = &scatter[f->sample[i].record];
        const routh_flight_scatter *from = one->count > 0 ? one : all;
        for (int side = 0; side < 2; side++)
            for (int c = 0; c < COORDINATES; c++)
                unit[i].deviation[side][c] =
                    sqrt(routh_frame_noise_propagate(&frame[c], from->velocity[side]) / from->count) / f->noise;
    }
}

/* Keeps what is there where fewer than half of the impacts lie between known flights, or these are of too few
 * trajectories. `own` has room for all of them, `scratch` for all of them or all samples. */
static void estimate_from_flights(const routh_dataset *dataset, const routh_study_options *options,
                                  routh_flight_scatter *scatter, routh_flight_scatter *own, double *scratch,
                                  routh_frame_study *f, routh_reference_unit *unit) {
    routh_flight_scatter all = {.count = 0};
    routh_frame_noise frame[COORDINATES];
    const double gyration_squared = dataset->body.inertia / dataset->body.mass;
    leave_out_touched(f, scatter, scratch);
    for (size_t i = 0; i < f->count; i++) {
        const size_t record = f->sample[i].record;
        if (scatter[record].count <= 0)
            continue;
        routh_flight_scatter_add(&scatter[record], 1, &all);
        routh_flight_scatter_add(&scatter[record], 1, &own[dataset->record[record].trajectory]);
    }
    if (all.count < 1 || 2 * all.count < (double)f->count)
        return;
    const double noise = noise_of(&all, gyration_squared, frame);
    const log_error error = error_of(&all, own, dataset->trajectory_count, gyration_squared, scratch);
    if (!(noise > 0) || !(error.freedom > 0) || !isfinite(error.error))
        return;
    const double wide = exp(routh_student_quantile(options->level, error.freedom) * error.error);
    f->noise = noise;
    f->noise_error = noise * error.error;
    f->noise_low = noise / wide;
    f->noise_high = noise * wide;
    f->noise_source = ROUTH_NOISE_OF_FLIGHTS;
    set_units(f, scatter, &all, frame, unit);
}

static routh_status look_at_flights(routh_context *context, const routh_dataset *dataset,
                                    const routh_study_options *options, routh_frame_study *f,
                                    routh_reference_unit *unit) {
    routh_flight_scatter *scatter = routh_allocate(context, dataset->count, sizeof *scatter);
    routh_flight_scatter *own = scatter ? routh_allocate(context, dataset->trajectory_count, sizeof *own) : NULL;
    const size_t room = f->count > dataset->trajectory_count ? f->count : dataset->trajectory_count;
    double *scratch = own ? routh_allocate(context, room, sizeof *scratch) : NULL;
    routh_status status = scratch ? routh_flight_scatter_of(context, dataset, scatter) : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK)
        estimate_from_flights(dataset, options, scatter, own, scratch, f, unit);
    routh_release(context, scratch);
    routh_release(context, own);
    routh_release(context, scatter);
    return status;
}

/* Units of every placement, and an interval of the noise that holds all of them. */
static routh_status place(routh_context *context, const routh_study_options *options, routh_frame_study *f,
                          const double *part, routh_reference_unit *unit, size_t *placements) {
    routh_placement placement[ROUTH_PLACEMENTS];
    size_t count;
    const routh_status status = routh_reference_placements(context, options, f, part, placement, &count);
    const double wide = f->noise_high / f->noise;
    for (size_t p = 0; p < count; p++) {
        double square = 0;
        for (int k = 0; k < 6; k++)
            square += pow(placement[p].deviation[k / 3][k % 3], 2) / 6;
        f->noise_low = fmin(f->noise_low, sqrt(square) / wide);
        f->noise_high = fmax(f->noise_high, sqrt(square) * wide);
        for (size_t i = 0; i < f->count; i++) {
            const double spin = sqrt(f->sample[i].impact.mass / f->sample[i].impact.inertia);
            for (int k = 0; k < 6; k++)
                unit[p * f->count + i].deviation[k / 3][k % 3] =
                    placement[p].deviation[k / 3][k % 3] / f->noise * (k % 3 == 2 ? spin : 1);
        }
    }
    *placements = count > 0 ? count : 1; /* none: alike in all channels */
    return status;
}

routh_status routh_reference_noise(routh_context *context, const routh_dataset *dataset,
                                   const routh_study_options *options, routh_frame_study *f, routh_reference_unit *unit,
                                   size_t *placements) {
    double *part = routh_allocate(context, f->count, sizeof *part);
    routh_status status = part ? routh_reference_identity(context, dataset, f, part) : ROUTH_OUT_OF_MEMORY;
    *placements = 1;
    if (status == ROUTH_OK)
        estimate_from_bound(options, f, part, unit);
    if (status == ROUTH_OK && dataset->trajectory_count > 0)
        status = look_at_flights(context, dataset, options, f, unit);
    if (status == ROUTH_OK && f->noise_source == ROUTH_NOISE_OF_BOUND)
        status = place(context, options, f, part, unit, placements);
    routh_release(context, part);
    return status;
}
