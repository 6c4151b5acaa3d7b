/* The noise of the noise reference: estimated from flights its interval holds what the velocities' errors truly are,
 * whatever the frames' noise looks like, and where records do not come from flights the rigid bound decides.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../cases/recorded.h"
#include "../effort.h"
#include "../subject.h"
#include "segment/segment.h"

enum { DROPS = 40, MOST_SEEDS = 100, CHANNELS = 3, SMOOTHED = 3, TAIL = 5 };

static routh_study_options quick_study(const routh_law *const *law) {
    routh_study_options options = routh_study_options_default();
    options.laws = law;
    options.law_count = 1;
    options.k_max = 2;
    options.draws = 2;
    options.resamples = 2;
    options.surface = 5;
    options.references = 2;
    return options;
}

/* Bodies, laws, rates and noise of which the estimate knows nothing. The noise is added here, to exact trajectories. */
typedef enum kind { GAUSSIAN, HEAVY, QUANTISED, UNEVEN, CORRELATED, MOVING_MEAN } kind;

static const double correlation = 0.6;

static const struct world {
    const char *name, *law;
    double rate, length, angle; /* Hz; deviation of a frame, m, rad; a quantum where it is rounded */
    int shape;                  /* 0 ellipse, 1 square, 2 disc */
    kind kind;
} worlds[] = {{"ellipse, Gaussian", "wang-mason", 250, 2e-4, 4e-3, 0, GAUSSIAN},
              {"square, Gaussian, mostly in the angle", "mirtich", 250, 2e-5, 3e-3, 1, GAUSSIAN},
              {"disc at 500 Hz, Gaussian", "ap-newton", 500, 1e-4, 2e-3, 2, GAUSSIAN},
              {"square, Student's t of 5", "ap-poisson", 250, 8e-5, 2e-3, 1, HEAVY},
              {"ellipse at 500 Hz, rounded", "mirtich", 500, 2e-4, 5e-4, 0, QUANTISED},
              {"disc, half of the drops tracked twice as badly", "wang-mason", 250, 1e-4, 2e-3, 2, UNEVEN},
              {"square, correlated by 0.6 from frame to frame", "wang-mason", 250, 1e-4, 2e-3, 1, CORRELATED},
              {"disc, correlated by 0.6 from frame to frame", "mirtich", 250, 1e-4, 2e-3, 2, CORRELATED},
              {"ellipse, mean of three frames", "ap-newton", 250, 2e-4, 3e-3, 0, MOVING_MEAN}};

static routh_world_generator generator_of(const struct world *world, uint64_t seed) {
    routh_world_generator throws = routh_world_generator_default();
    throws.count = DROPS;
    throws.run.duration = 0.3; /* later bounces are small, and some too light to be seen */
    throws.low.velocity.omega = -5;
    throws.high.velocity.omega = 5;
    throws.run.rate = world->rate;
    throws.run.law = routh_law_find(NULL, world->law);
    throws.seed = seed;
    if (world->shape > 0)
        throws.world.body.shape = world->shape == 1 ? routh_shape_square(0.06) : routh_shape_disc(0.04);
    return throws;
}

/* Noise ----------------------------------------------------------------------------------------------------*/

static double frame_deviation(const struct world *world, int channel) {
    return channel == 2 ? world->angle : world->length;
}

/* Of frames so many apart, of one channel: the truth. */
static double covariance(const struct world *world, int channel, size_t lag) {
    const double deviation = frame_deviation(world, channel), square = deviation * deviation;
    if (world->kind == CORRELATED)
        return square * pow(correlation, (double)lag);
    if (world->kind == MOVING_MEAN)
        return lag < SMOOTHED ? square * (double)(SMOOTHED - lag) / SMOOTHED : 0;
    return lag > 0 ? 0 : world->kind == QUANTISED ? square / 12 : square;
}

static double student(routh_random *random) {
    double squares = 0;
    const double normal = routh_random_normal(random);
    for (int i = 0; i < TAIL; i++) {
        const double one = routh_random_normal(random);
        squares += one * one;
    }
    return normal / sqrt(squares / TAIL) * sqrt((TAIL - 2.0) / TAIL); /* of variance 1 */
}

static void disturb(const struct world *world, int channel, routh_random *random, double *q, size_t count) {
    const double deviation = frame_deviation(world, channel);
    double last = routh_random_normal(random), mean[SMOOTHED];
    for (int i = 0; i < SMOOTHED; i++)
        mean[i] = routh_random_normal(random);
    for (size_t i = 0; i < count; i++) {
        if (world->kind == QUANTISED) {
            q[i] = deviation * round(q[i] / deviation);
            continue;
        }
        if (world->kind == CORRELATED) {
            last = correlation * last + sqrt(1 - correlation * correlation) * routh_random_normal(random);
            q[i] += deviation * last;
        } else if (world->kind == MOVING_MEAN) {
            mean[i % SMOOTHED] = routh_random_normal(random);
            q[i] += deviation * (mean[0] + mean[1] + mean[2]) / sqrt(SMOOTHED);
        } else
            q[i] += deviation * (world->kind == HEAVY ? student(random) : routh_random_normal(random));
    }
}

static void add_noise(const struct world *world, uint64_t seed, routh_dataset *dataset) {
    for (size_t k = 0; k < dataset->trajectory_count; k++) {
        routh_trajectory *one = &dataset->trajectory[k];
        double *const q[CHANNELS] = {one->x, one->y, one->theta};
        struct world own = *world;
        if (world->kind == UNEVEN) { /* variances 0.4 and 1.6 of the mean, drawn */
            routh_random random = routh_random_seed(2000 + seed, k);
            const double share = routh_random_normal(&random) < 0 ? 0.4 : 1.6;
            own.length *= sqrt(share);
            own.angle *= sqrt(share);
        }
        for (int c = 0; c < CHANNELS; c++) {
            routh_random random = routh_random_seed(1000 + seed, CHANNELS * k + (size_t)c);
            disturb(&own, c, &random, q[c], one->count);
        }
    }
}

/* Truth ----------------------------------------------------------------------------------------------------*/

/* Of the velocities of one seed: their true variance from the frames that they come from, and what they came to. */
typedef struct velocities {
    double variance;     /* mean over used impacts, before and after, and channels, in the metric of the study */
    double ratio, count; /* Σ error² / variance, in each channel for itself */
} velocities;

/* By brute force: the velocity is Σ τ q / Σ τ². */
static double true_variance(const struct world *world, const routh_trajectory *trajectory, const routh_arc *arc,
                            int channel) {
    double mean = 0, spread = 0, sum = 0;
    const double *time = trajectory->time + arc->first;
    for (size_t i = 0; i < arc->count; i++)
        mean += time[i] / (double)arc->count;
    for (size_t i = 0; i < arc->count; i++) {
        spread += (time[i] - mean) * (time[i] - mean);
        for (size_t j = 0; j < arc->count; j++)
            sum += (time[i] - mean) * (time[j] - mean) * covariance(world, channel, i > j ? i - j : j - i);
    }
    return sum / (spread * spread);
}

/* What the noise of the frames changes in the parabola of the very same frames. Touches too light to be seen move both,
 * and are no noise. */
static void add_arc(const struct world *world, const routh_flight_setting *setting, const routh_trajectory *clean,
                    const routh_arc *arc, velocities *all) {
    const routh_arc same = routh_flight_fit(setting, clean, arc->first, arc->first + arc->count - 1, arc->origin);
    for (int c = 0; c < CHANNELS; c++) {
        const double error = arc->velocity[c] - same.velocity[c], variance = true_variance(world, clean, arc, c);
        all->variance += (c == 2 ? setting->gyration * setting->gyration : 1) * variance;
        all->ratio += error * error / variance;
        all->count++;
    }
}

static velocities velocities_of(const struct world *world, const routh_dataset *found, const routh_dataset *exact) {
    const routh_segment_options options = routh_segment_options_default();
    static routh_event event[4096];
    static routh_spike spike[4096];
    routh_flight_setting setting;
    velocities all = {0};
    assert_int_equal(routh_flight_measure(NULL, found, found->gravity, &setting), ROUTH_OK);
    for (size_t k = 0; k < found->trajectory_count; k++) {
        const size_t count = routh_spikes_fit(&setting, &options, &found->trajectory[k], event, spike);
        for (size_t i = 0; i < found->count; i++)
            for (size_t s = 0; s < count; s++) {
                const routh_record *a = &found->record[i];
                if (a->trajectory != (long)k || a->reasons != 0 || fabs(spike[s].meeting - a->time) > 1e-9)
                    continue;
                add_arc(world, &setting, &exact->trajectory[k], &spike[s].before, &all);
                add_arc(world, &setting, &exact->trajectory[k], &spike[s].after, &all);
            }
    }
    all.variance /= all.count;
    return all;
}

/* Coverage -------------------------------------------------------------------------------------------------*/

static routh_study study_of(const routh_dataset *dataset, const routh_law *law) {
    const routh_frame frame = ROUTH_AS_RECORDED;
    const routh_study_options options = quick_study(&law);
    routh_study study;
    assert_int_equal(routh_study_run(NULL, dataset, &frame, 1, NULL, &options, &study), ROUTH_OK);
    return study;
}

/* Sums over seeds. */
typedef struct shown_noise {
    double truth, noise, error, bound, miss, miss_squared, ratio, count;
    int covered, above; /* the truth is in the interval, or not above it */
} shown_noise;

static void show_seed(const struct world *world, uint64_t seed, shown_noise *shown) {
    const routh_world_generator throws = generator_of(world, seed);
    routh_dataset exact, noisy;
    assert_int_equal(routh_world_generate(NULL, &throws, &exact), ROUTH_OK);
    assert_int_equal(routh_world_generate(NULL, &throws, &noisy), ROUTH_OK);
    add_noise(world, seed, &noisy);
    routh_segment_options segmentation = routh_segment_options_default();
    segmentation.calibrate = false;
    assert_int_equal(routh_dataset_segment(NULL, &segmentation, &noisy), ROUTH_OK);
    const velocities all = velocities_of(world, &noisy, &exact);
    const double truth = sqrt(all.variance);
    routh_study study = study_of(&noisy, throws.run.law);
    const routh_frame_study *f = &study.frame[0];
    assert_int_equal(f->noise_source, ROUTH_NOISE_OF_FLIGHTS);
    shown->truth += truth;
    shown->noise += f->noise;
    shown->error += f->noise_error;
    shown->bound += f->noise_bound;
    shown->miss += f->noise - truth;
    shown->miss_squared += (f->noise - truth) * (f->noise - truth);
    shown->ratio += all.ratio;
    shown->count += all.count;
    shown->above += truth <= f->noise_high;
    shown->covered += f->noise_low <= truth && truth <= f->noise_high;
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &noisy);
    routh_dataset_release(NULL, &exact);
}

/* The propagation from frames to velocities is right, and the interval covers. The estimate takes the correlation to
 * fall off geometrically. Means of three frames do not: there it may err, but only on the side of caution. */
static void flights_cover_the_true_noise(void **state) {
    (void)state;
    const int seeds = effort(3, 4, MOST_SEEDS);
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++) {
        if (!in_slice((long)w, 2))
            continue;
        shown_noise all = {.covered = 0};
        for (int i = 0; i < seeds; i++)
            show_seed(&worlds[w], (uint64_t)i + 1, &all);
        const double n = seeds, scatter = sqrt(fmax(0, all.miss_squared / n - all.miss / n * all.miss / n));
        const double ratio = all.ratio / all.count;
        printf("%s: velocities' errors² %.3f of the true variance; noise %.5f m/s, estimated %.5f ± %.5f (scatter / "
               "claim %.2f), by the bound %.5f, covered in %d of %d\n",
               worlds[w].name, ratio, all.truth / n, all.noise / n, all.error / n, scatter / (all.error / n),
               all.bound / n, all.covered, seeds);
        assert_true(fabs(ratio - 1) < fmax(0.05, 5 * sqrt(2 / all.count)));
        assert_true((worlds[w].kind == MOVING_MEAN ? all.above : all.covered) >=
                    (seeds >= MOST_SEEDS ? 88 : seeds - 2));
    }
}

/* The generator's own records have noise of their own, which flights say nothing of. */
static void other_records_keep_the_bound(void **state) {
    (void)state;
    routh_world_generator throws = generator_of(&worlds[0], 7);
    routh_dataset dataset;
    throws.noise_db = 40;
    assert_int_equal(routh_world_generate(NULL, &throws, &dataset), ROUTH_OK);
    routh_study study = study_of(&dataset, throws.run.law);
    const routh_frame_study *f = &study.frame[0];
    assert_int_equal(f->noise_source, ROUTH_NOISE_OF_BOUND);
    assert_true(f->noise > 0 && fabs(f->noise - f->noise_bound) <= 0);
    assert_true(f->noise_low < f->noise && f->noise < f->noise_high);
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

static void recorded_squares(void **state) {
    (void)state;
    char path[PATH_SIZE];
    routh_dataset dataset;
    routh_import_options import = routh_import_options_default();
    import.body = &(routh_body){.shape = routh_shape_square(0.06)};
    import.rate = 250;
    assert_int_equal(routh_dataset_read(NULL, routh_io_path(recorded_or_skip("square-drops", path)), &import, &dataset),
                     ROUTH_OK);
    assert_int_equal(routh_dataset_segment(NULL, NULL, &dataset), ROUTH_OK);
    routh_study study = study_of(&dataset, routh_law_find(NULL, "wang-mason"));
    const routh_frame_study *f = &study.frame[0];
    printf("squares: noise of velocities from flights %.5f m/s (%.5f to %.5f), by the bound %.4f m/s\n", f->noise,
           f->noise_low, f->noise_high, f->noise_bound);
    assert_int_equal(f->noise_source, ROUTH_NOISE_OF_FLIGHTS);
    assert_true(f->noise_high < f->noise_bound); /* the bound counts as noise what is none */
    routh_study_release(NULL, &study);
    routh_dataset_release(NULL, &dataset);
}

SLOW_SUBJECT(reference_noise) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flights_cover_the_true_noise),
        cmocka_unit_test(other_records_keep_the_bound),
        cmocka_unit_test(recorded_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
