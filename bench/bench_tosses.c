/* Whole recorded tosses of a cube predicted from their first flight: our world beside MuJoCo, Bullet, ODE and DART, with
 * the same body, the same starts and the same measure of error, each with its own best parameters by the same search on
 * the same tosses, and judged on tosses that nothing was fitted to. Once with the body that Routh calibrates from the
 * recording, once as stated: a sharp uniform cube.
 *
 *     bench_tosses [FOLDS [EVALUATIONS [TOSSES [NAME [BODY]]]]]
 *
 * Fold f: fitted to tosses whose number mod 5 is not f, TOSSES of them (0: all), with EVALUATIONS of the mean error; tested
 * on all those whose number mod 5 is f. FOLDS: how many folds, 1 (default) to 5. NAME: of one simulator alone. BODY:
 * calibrated or stated, that one alone. The recording is that of ROUTH_DATA. One thread.
 *
 * Errors are means over every frame after the first fitted one; "after": over frames after the fit alone.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "algebra/algebra.h"
#include "base/numbers.h"

#include "bench.h"
#include "rollout/rollout.h"
#include "tosses_peers.h"

enum { DIVISIONS = 5, TIMINGS = 5 };

/* What the search may spend. */
typedef struct budget {
    int folds;
    size_t evaluations, tosses;
} budget;

/* The recording, and the body it is predicted with. */
typedef struct recording {
    routh_dataset3 dataset;
    routh_shape3 cube;
    routh_plane3 board;
    routh_world3 world;
    routh_start3 *start;
    routh_state3 *predicted; /* room for the longest toss */
} recording;

static void stop_unless(routh_status status, const char *what) {
    if (status == ROUTH_OK)
        return;
    fprintf(stderr, "bench_tosses: %s: %s\n", what, routh_status_message(status));
    exit(1);
}

static void *room(size_t count, size_t size) {
    void *made = calloc(count > 0 ? count : 1, size);
    if (!made)
        abort();
    return made;
}

static void read_recording(const char *folder, bool is_calibrated, recording *of) {
    size_t longest = 0;
    *of = (recording){0};
    stop_unless(routh_dataset3_read(NULL, routh_io_path(folder), NULL, &of->dataset), folder);
    stop_unless(routh_dataset3_segment(NULL, NULL, &of->dataset), "contacts"); /* true metres whatever the body */
    stop_unless(routh_world3_of_dataset(NULL, &of->dataset, is_calibrated, &of->cube, &of->board, &of->world), "body");
    of->start = room(of->dataset.trajectory_count, sizeof *of->start);
    stop_unless(routh_starts3_of(NULL, &of->dataset, &of->world, NULL, of->start), "starts");
    for (size_t i = 0; i < of->dataset.trajectory_count; i++)
        longest = of->dataset.trajectory[i].count > longest ? of->dataset.trajectory[i].count : longest;
    of->predicted = room(longest, sizeof *of->predicted);
}

static void release_recording(recording *of) {
    free(of->start);
    free(of->predicted);
    routh_shape3_release(NULL, &of->cube);
    routh_dataset3_release(NULL, &of->dataset);
}

/* Tosses in the fold or outside it; with a limit, evenly spread ones. */
static size_t choose(const recording *of, int fold, bool is_inside, size_t limit, size_t *toss) {
    size_t count = 0;
    for (size_t i = 0; i < of->dataset.trajectory_count; i++)
        if (!of->start[i].why_not && ((int)routh_rollout_fold(&of->dataset, i, DIVISIONS) == fold) == is_inside)
            toss[count++] = i;
    if (limit == 0 || limit >= count)
        return count;
    for (size_t i = 0; i < limit; i++)
        toss[i] = toss[i * count / limit];
    return limit;
}

/* A simulator's parameters and time step, and their error in the fit. */
typedef struct choice {
    double parameter[TOSS_PARAMETERS], error;
    int steps; /* from one sample to the next */
} choice;

/* Errors of many tosses. */
typedef struct tally {
    size_t count, right;
    double *position, *rotation;           /* of each, in widths and rad */
    double position_after, rotation_after; /* after the fit alone, sums over all */
    double seconds;                        /* for all */
} tally;

static double mean(const double *value, size_t count) {
    double total = 0;
    for (size_t i = 0; i < count; i++)
        total += value[i];
    return total / (double)count;
}

/* Each toss as often as `timings`, of which the fastest counts. */
static void predict(const recording *of, const toss_peer *peer, const choice *with, int timings, const size_t *toss,
                    size_t count, tally *found) {
    void *made = peer->create(&of->world, with->parameter, with->steps, of->dataset.rate);
    for (size_t i = 0; i < count; i++) {
        const routh_start3 *start = &of->start[toss[i]];
        const size_t samples = of->dataset.trajectory[toss[i]].count - start->first;
        double seconds = INFINITY;
        for (int k = 0; k < timings; k++) {
            const double before = bench_clock(CLOCK_THREAD_CPUTIME_ID);
            peer->run(made, &start->state, samples, of->predicted);
            seconds = fmin(seconds, bench_clock(CLOCK_THREAD_CPUTIME_ID) - before);
        }
        found->seconds += seconds;
        const routh_rollout_error error = routh_rollout_error_of(&of->dataset, &of->world, start, of->predicted);
        /* a simulator that flew apart counts as ten widths and half a turn: worse than any that did not */
        const bool is_lost = !isfinite(error.position_after) || !isfinite(error.rotation_after);
        found->position[found->count] = is_lost ? 10 : error.position / of->dataset.width;
        found->rotation[found->count++] = is_lost ? ROUTH_PI : error.rotation;
        found->position_after += is_lost ? 10 : error.position_after / of->dataset.width;
        found->rotation_after += is_lost ? ROUTH_PI : error.rotation_after;
        found->right += !is_lost && error.face_right;
    }
    peer->release(made);
}

/* The search ----------------------------------------------------------------------------------------------*/

typedef struct search {
    const recording *of;
    const toss_peer *peer;
    int steps;
    const size_t *toss;
    size_t count;
    tally found;
} search;

/* From the unit cube to the simulator's own numbers. */
static void place(const toss_peer *peer, const double *x, double *parameter) {
    for (size_t i = 0; i < peer->count; i++) {
        const toss_parameter *of = &peer->parameter[i];
        parameter[i] = of->is_factor ? of->low * pow(of->high / of->low, x[i]) : of->low + (of->high - of->low) * x[i];
    }
}

static double error_of(const double *x, void *user) {
    search *by = user;
    choice tried = {.steps = by->steps};
    place(by->peer, x, tried.parameter);
    by->found.count = 0;
    predict(by->of, by->peer, &tried, 1, by->toss, by->count, &by->found);
    return mean(by->found.position, by->count) + mean(by->found.rotation, by->count);
}

/* The digits of i in that base, mirrored at the point: an even cover of 0 … 1 (Halton). */
static double mirrored(size_t i, size_t base) {
    double value = 0, share = 1;
    for (; i > 0; i /= base)
        value += (share /= (double)base) * (double)(i % base);
    return value;
}

/* The usual values, and points spread over the whole box: the error has several valleys. */
static double sweep(search *by, size_t evaluations, double *best) {
    static const size_t prime[TOSS_PARAMETERS] = {2, 3, 5, 7, 11, 13};
    double least = INFINITY;
    for (size_t k = 0; k < evaluations; k++) {
        double x[TOSS_PARAMETERS];
        for (size_t i = 0; i < by->peer->count; i++) {
            const toss_parameter *of = &by->peer->parameter[i];
            x[i] = k > 0           ? mirrored(k, prime[i])
                   : of->is_factor ? log(of->usual / of->low) / log(of->high / of->low)
                                   : (of->usual - of->low) / (of->high - of->low);
        }
        const double value = error_of(x, by);
        if (value < least) {
            least = value;
            memcpy(best, x, sizeof x);
        }
    }
    return least;
}

/* Simplices from the best so far, each smaller than the one before. */
static double descend(search *by, size_t evaluations, double step, double *best, double least) {
    double work[ROUTH_SIMPLEX_ROOM(TOSS_PARAMETERS)];
    routh_simplex simplex = {.dimension = by->peer->count,
                             .function = error_of,
                             .user = by,
                             .in_cube = true,
                             .tolerance = 1e-3,
                             .share = 1e-3,
                             .limit = evaluations,
                             .room = work};
    for (; step > 0.005 && simplex.evaluations < simplex.limit; step /= 2)
        routh_simplex_minimise(&simplex, step, best, &least);
    return least;
}

/* The first time step has all evaluations, a third of them for the sweep; each other one half as many, from the best of
 * the first. Chosen is the longest step whose error is hardly larger than the least. */
static choice best_of(search *by, size_t evaluations) {
    static const double hardly = 1.02;
    double first[TOSS_PARAMETERS] = {0}, least = INFINITY;
    choice found[TOSS_STEPS], *best = NULL;
    int tried = 0;
    for (; tried < TOSS_STEPS && by->peer->steps[tried] > 0; tried++) {
        choice *now = &found[tried];
        double x[TOSS_PARAMETERS];
        now->steps = by->steps = by->peer->steps[tried];
        if (tried == 0) {
            now->error = sweep(by, evaluations / 3, first);
            now->error = descend(by, evaluations - evaluations / 3, 0.15, first, now->error);
        }
        memcpy(x, first, sizeof x);
        if (tried > 0)
            now->error = descend(by, evaluations / 2, 0.1, x, error_of(x, by));
        place(by->peer, x, now->parameter);
        least = fmin(least, now->error);
    }
    for (int k = 0; k < tried; k++)
        if (found[k].error <= hardly * least && (!best || found[k].steps < best->steps))
            best = &found[k];
    return *best;
}

/* The table -----------------------------------------------------------------------------------------------*/

/* Sorts them. */
static double quantile(double *value, size_t count, double share) {
    qsort(value, count, sizeof *value, bench_ascending);
    return value[(size_t)(share * (double)(count - 1) + 0.5)];
}

static void print_head(void) {
    printf("%-8s %28s %28s\n", "", "position, % of the width", "rotation, degrees");
    printf("%-8s %6s %6s %6s %7s  %6s %6s %6s %7s %8s %11s %8s\n", "", "mean", "median", "90 %", "after", "mean",
           "median", "90 %", "after", "faces %", "rollouts/s", "routh x");
}

/* Returns rollouts a second. */
static double print_line(const char *name, const tally *of, double ours) {
    const double degree = 180 / ROUTH_PI, speed = (double)of->count / of->seconds;
    printf("%-8s %6.1f %6.1f %6.1f %7.1f  %6.1f %6.1f %6.1f %7.1f %8.1f %11.0f %8.1f\n", name,
           100 * mean(of->position, of->count), 100 * quantile(of->position, of->count, 0.5),
           100 * quantile(of->position, of->count, 0.9), 100 * of->position_after / (double)of->count,
           degree * mean(of->rotation, of->count), degree * quantile(of->rotation, of->count, 0.5),
           degree * quantile(of->rotation, of->count, 0.9), degree * of->rotation_after / (double)of->count,
           100 * (double)of->right / (double)of->count, speed, (isnan(ours) ? speed : ours) / speed);
    return speed;
}

static void print_choice(const search *by, int fold, const choice *found) {
    printf("    fold %d, steps of %.2f ms:", fold, 1e3 / (by->of->dataset.rate * found->steps));
    for (size_t i = 0; i < by->peer->count; i++)
        printf(" %s %.3g,", by->peer->parameter[i].name, found->parameter[i]);
    printf(" error in the fit %.3f\n", found->error);
}

static tally tally_for(size_t count) {
    return (tally){.position = room(count, sizeof(double)), .rotation = room(count, sizeof(double))};
}

/* Those of ours: rollouts a second, and the error of positions. */
typedef struct best_known {
    double speed, error;
} best_known;

/* All folds of one simulator. */
static best_known contest(const recording *of, const toss_peer *peer, const budget *may, best_known ours) {
    const size_t all = of->dataset.trajectory_count;
    if (!peer->create) {
        printf("%-8s not installed: apt install %s\n", peer->name, peer->package);
        return ours;
    }
    tally found = tally_for(all);
    search by = {.of = of, .peer = peer, .found = tally_for(all)};
    size_t *training = room(all, sizeof *training), *test = room(all, sizeof *test);
    choice chosen[DIVISIONS];
    by.toss = training;
    for (int fold = 0; fold < may->folds; fold++) {
        by.count = choose(of, fold, false, may->tosses, training);
        chosen[fold] = best_of(&by, may->evaluations);
        predict(of, peer, &chosen[fold], TIMINGS, test, choose(of, fold, true, 0, test), &found);
    }
    const double speed = print_line(peer->name, &found, ours.speed);
    const best_known result = {speed, mean(found.position, found.count)};
    if (!isnan(ours.speed)) {
        bench_ratio("rollouts/s", peer->name, ours.speed / result.speed);
        bench_ratio("error of positions", peer->name, result.error / ours.error);
    }
    for (int fold = 0; fold < may->folds; fold++)
        print_choice(&by, fold, &chosen[fold]);
    fflush(stdout);
    free(found.position), free(found.rotation), free(by.found.position), free(by.found.rotation);
    free(training), free(test);
    return result;
}

/* Acosta, Yang and Posa (2022), Validating robotics simulators on real-world impacts: each simulator tuned on tosses of
 * the same cube. */
static void print_published(void) {
    printf("published, tuned by Acosta, Yang and Posa (2022), means of position and rotation: Drake 13.5, 16.5; Bullet "
           "14.9, 16.5; MuJoCo 25.1, 21.7\n");
}

static void bench_body(const char *folder, bool is_calibrated, const budget *may, const char *only) {
    static const toss_peer *const peers[] = {&toss_ours, &toss_mujoco, &toss_bullet, &toss_ode, &toss_dart};
    recording of;
    best_known ours = {NAN, NAN};
    read_recording(folder, is_calibrated, &of);
    printf("%s\n",
           is_calibrated ? "the cube as calibrated" : "the cube as stated: sharp, uniform, tracked at its centre");
    print_head();
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
        if (!only || strcmp(only, peers[i]->name) == 0) {
            const best_known found = contest(&of, peers[i], may, ours);
            ours = i == 0 ? found : ours;
        }
    release_recording(&of);
}

int main(int count, char **word) {
    const budget may = {.folds = count > 1 ? atoi(word[1]) : 1,
                        .evaluations = count > 2 ? (size_t)atol(word[2]) : 100,
                        .tosses = count > 3 ? (size_t)atol(word[3]) : 40};
    const char *data = getenv("ROUTH_DATA");
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/cube-tosses", data ? data : "../shared/data");
    if (may.folds < 1 || may.folds > DIVISIONS || may.evaluations < 3) {
        fprintf(stderr, "usage: bench_tosses [FOLDS [EVALUATIONS [TOSSES [NAME [BODY]]]]], FOLDS 1 to %d\n", DIVISIONS);
        return 2;
    }
    if (!(routh_recording_recognise(routh_io_path(folder)) & ROUTH_RECORDING_TOSSES)) {
        printf("no recording %s: set ROUTH_DATA\n", folder);
        return 0;
    }
    for (int is_stated = 0; is_stated < 2; is_stated++)
        if (count < 6 || strcmp(word[5], is_stated ? "stated" : "calibrated") == 0)
            bench_body(folder, !is_stated, &may, count > 4 ? word[4] : NULL);
    print_published();
    return 0;
}
