/* What a search over settings declares is kept in the engine.
 *
 * Impacts at random, each with a setting found for it alone. Where the search declares that the engine reaches what the law
 * wants, fresh phases of the step must agree: e within 0.01, friction within 2 % of μ × the normal impulse, in at least 95 %
 * of impacts. Where it declares that no setting does, another search, with many more settings, must find none in nine of
 * ten: settings at random over the whole range, then a simplex from each of the best. Beside it what textbooks give.
 *
 * `ROUTH_EFFORT=soak ctest --preset release -R engine/promises -V` prints the table of docs/simulators.md; ROUTH_IMPACTS and
 * ROUTH_BRUTE choose how many impacts and how many settings brute force has for each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"

#include "../effort.h"
#include "../subject.h"
#include "engine/engine.h"
#include "random_impacts.h"

enum { SEEN = 8, UNSEEN = 4, SEED = 19 };

/* One driver, and the body that its next world is made of. */
typedef struct cell_runner {
    routh_driver *driver;
    const routh_engine_body *body;
} cell_runner;

static routh_status drive(routh_context *context, void *user, const routh_engine_setting *setting,
                          const routh_state3 *starts, size_t count, size_t most_steps, routh_driver_impact *impacts) {
    const cell_runner *by = user;
    const routh_status status = routh_driver_make(context, by->driver, by->body, setting);
    return status != ROUTH_OK ? status : routh_driver_impacts(context, by->driver, starts, count, most_steps, impacts);
}

static void must(routh_status status) {
    if (status != ROUTH_OK) {
        fprintf(stderr, "%s\n", routh_status_message(status));
        abort();
    }
}

/* One impact ---------------------------------------------------------------------------------------------*/

typedef struct promise {
    bool sticks, declared, kept, textbook;
    double textbook_eps;          /* largest error of e with the textbook's setting; NaN: there is none */
    double eps, friction, turned; /* largest errors in unseen phases; direction, rad */
} promise;

static double largest_eps(const routh_proof_set *set) {
    double largest = 0;
    for (size_t i = 0; i < set->phases; i++)
        largest = fmax(largest, fabs(set->sample[i].eps - set->sample[i].eps_wanted));
    return largest;
}

static void look_at(const routh_proof_set *set, promise *found) {
    found->sticks = set->sample[0].sticks;
    found->eps = largest_eps(set);
    for (size_t i = 0; i < set->phases; i++) {
        found->friction = fmax(found->friction, fabs(set->sample[i].friction_error));
        found->turned = fmax(found->turned, set->sample[i].turned);
    }
}

static promise try_impact(cell_runner *by, const routh_engine *engine, double step, size_t index) {
    random_impact impact;
    promise found = {.textbook_eps = NAN};
    const routh_proof_runner runner = {.run = drive, .user = by};
    routh_random random = routh_random_seed(SEED + 1, index);
    routh_engine_setting setting = {.engine = engine, .step = step}, textbook = setting;
    const routh_proof_options options = {.settings = engine->is_spring ? 120 : 250};
    routh_proof_set seen, unseen;
    double score;
    size_t tried;
    draw_impact(SEED, index, step, &impact);
    by->body = &impact.body;
    must(routh_proof_set_open(NULL, &runner, &impact.target, by->body, step, 1, 1, SEEN, &seen));
    must(routh_proof_set_open(NULL, &runner, &impact.target, by->body, step, 1, 1, UNSEEN, &unseen));
    routh_proof_set_fill(&seen, &impact.of, &impact.touching, NULL);
    routh_proof_set_fill(&unseen, &impact.of, &impact.touching, &random);
    must(routh_proof_search(NULL, &seen, engine, &options, false, &setting, &score, &tried));
    found.declared = score <= 1;
    must(routh_proof_set_run(NULL, &unseen, &setting, &score, NULL));
    found.kept = score <= 1;
    look_at(&unseen, &found);
    if (routh_engine_convert(NULL, engine, &impact.target, by->body, step, true, &textbook) == ROUTH_OK) {
        must(routh_proof_set_run(NULL, &unseen, &textbook, &score, NULL));
        found.textbook = score <= 1;
        found.textbook_eps = largest_eps(&unseen);
    }
    routh_proof_set_close(NULL, &seen);
    routh_proof_set_close(NULL, &unseen);
    release_impact(&impact);
    return found;
}

/* Brute force ---------------------------------------------------------------------------------------------*/

typedef struct brute {
    routh_proof_set glance, set; /* one phase, and all */
    const routh_engine *engine;
    double step;
} brute;

/* Far off in one phase: the others need not be run. */
static const double far = 20;

/* From the unit cube, over all that engines accept and could be of use at this step. */
static double brute_score(const double *x, void *user) {
    brute *by = user;
    const double step = by->step, mu = by->set.target->surface.pair.mu;
    routh_engine_setting setting = {.engine = by->engine, .step = step};
    double *value = setting.value, score;
    value[0] = mu * pow(100, x[0] - 0.6);
    if (by->engine->is_spring) {
        value[1] = 1e-4 * pow(1e5, x[1]) / (step * step);
        value[2] = 1e-3 * pow(1e4, x[2]) / step;
        value[3] = 1 - 1e-4 * pow(5e3, x[3]);
    } else {
        value[1] = x[1];
        value[2] = fmax(0, 2 * x[2] - 1); /* never slower than none half of the time */
        value[3] = x[3];
        if (by->engine->parameter_count > 5)
            value[4] = 1e-12 * pow(1e12, x[4]);
        value[by->engine->parameter_count - 1] = x[by->engine->parameter_count - 1];
    }
    must(routh_proof_set_run(NULL, &by->glance, &setting, &score, NULL));
    if (score < far)
        must(routh_proof_set_run(NULL, &by->set, &setting, &score, NULL));
    return isfinite(score) ? score : 1e9;
}

enum { KEPT = 20, MOST_AXES = 6 };

typedef struct brute_point {
    double x[MOST_AXES], score;
} brute_point;

/* The best of random settings, ascending. */
static void scatter(brute *by, size_t count, size_t axes, routh_random *random, brute_point best[KEPT]) {
    for (size_t k = 0; k < KEPT; k++)
        best[k].score = INFINITY;
    for (size_t i = 0; i < count; i++) {
        brute_point now;
        for (size_t c = 0; c < axes; c++)
            now.x[c] = routh_random_uniform(random, 0, 1);
        now.score = brute_score(now.x, by);
        for (size_t k = 0; k < KEPT; k++)
            if (now.score < best[k].score) {
                const brute_point worse = best[k];
                best[k] = now;
                now = worse;
            }
    }
}

/* The least score that `count` settings find: a quarter of them at random. */
static double force(cell_runner *with, const routh_engine *engine, double step, size_t index, size_t count) {
    random_impact impact;
    const routh_proof_runner runner = {.run = drive, .user = with};
    routh_random random = routh_random_seed(SEED + 2, index);
    const size_t axes = engine->is_spring ? 4 : engine->parameter_count;
    double room[ROUTH_SIMPLEX_ROOM(MOST_AXES)], least = INFINITY;
    brute_point best[KEPT];
    brute by = {.engine = engine, .step = step};
    draw_impact(SEED, index, step, &impact);
    with->body = &impact.body;
    must(routh_proof_set_open(NULL, &runner, &impact.target, with->body, step, 1, 1, 1, &by.glance));
    must(routh_proof_set_open(NULL, &runner, &impact.target, with->body, step, 1, 1, SEEN, &by.set));
    routh_proof_set_fill(&by.glance, &impact.of, &impact.touching, NULL);
    routh_proof_set_fill(&by.set, &impact.of, &impact.touching, NULL);
    scatter(&by, count / 4, axes, &random, best);
    for (size_t k = 0; k < KEPT && least > 1; k++) {
        routh_simplex simplex = {.dimension = axes,
                                 .function = brute_score,
                                 .user = &by,
                                 .in_cube = true,
                                 .share = 1e-3,
                                 .tolerance = 1e-5,
                                 .limit = 3 * count / 4 / KEPT,
                                 .room = room};
        for (double size = 0.1; size > 0.001 && simplex.evaluations < simplex.limit; size /= 4)
            routh_simplex_minimise(&simplex, size, best[k].x, &best[k].score);
        least = fmin(least, best[k].score);
    }
    routh_proof_set_close(NULL, &by.glance);
    routh_proof_set_close(NULL, &by.set);
    release_impact(&impact);
    return least;
}

/* Cells ---------------------------------------------------------------------------------------------------*/

typedef struct tally {
    size_t impacts, declared, kept, textbook;
    size_t slipping, slipping_declared; /* those that end with slip */
    size_t forced, found;               /* of those not declared: tried by brute force, and reached by it */
    double turned;                      /* mean of those declared that slip, rad */
    double *textbook_eps;
} tally;

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add(const promise *one, tally *sum) {
    if (isfinite(one->textbook_eps))
        sum->textbook_eps[sum->impacts] = one->textbook_eps;
    else
        sum->textbook_eps[sum->impacts] = 1e9;
    sum->impacts++;
    sum->declared += one->declared;
    sum->kept += one->declared && one->kept;
    sum->textbook += one->textbook;
    sum->slipping += !one->sticks;
    sum->slipping_declared += !one->sticks && one->declared;
    sum->turned += !one->sticks && one->declared ? one->turned : 0;
}

/* The impacts in any order, each on the driver of its thread; sums in their own order. */
static tally try_cell(const routh_engine *engine, double step, size_t count, size_t forced, size_t settings) {
    tally sum = {.textbook_eps = calloc(count, sizeof(double))};
    promise *all = calloc(count, sizeof *all);
    double *least = calloc(count, sizeof *least);
    size_t tried = 0;
#pragma omp parallel
    {
        cell_runner by = {0};
        must(routh_driver_open(NULL, engine, NULL, &by.driver));
#pragma omp for schedule(dynamic, 1)
        for (size_t i = 0; i < count; i++)
            all[i] = try_impact(&by, engine, step, i);
#pragma omp single
        for (size_t i = 0; i < count; i++)
            least[i] = !all[i].declared && tried++ < forced ? 0 : INFINITY;
#pragma omp for schedule(dynamic, 1)
        for (size_t i = 0; i < count; i++)
            if (least[i] == 0)
                least[i] = force(&by, engine, step, i, settings);
        routh_driver_close(NULL, by.driver);
    }
    for (size_t i = 0; i < count; i++) {
        add(&all[i], &sum);
        sum.forced += isfinite(least[i]) ? 1 : 0;
        sum.found += least[i] <= 1;
        if (least[i] <= 1)
            printf("    impact %zu: brute force reached %.3f of the tolerances\n", i, least[i]);
    }
    qsort(sum.textbook_eps, count, sizeof(double), ascending);
    free(all);
    free(least);
    return sum;
}

static void print_cell(const routh_engine *engine, double step, const tally *sum) {
    const double all = (double)sum->impacts, declared = (double)sum->declared;
    printf("%-7s %4.0f ms %8zu %9.1f %% %9.1f %% %8.1f %% %11.2f %10zu/%zu %10.1f %% %11.3f\n", engine->title,
           1e3 * step, sum->impacts, 100 * declared / all, 100 * (double)sum->slipping_declared / (double)sum->slipping,
           100 * (double)sum->kept / declared, 57.29578 * sum->turned / (double)sum->slipping_declared, sum->found,
           sum->forced, 100 * (double)sum->textbook / all, sum->textbook_eps[sum->impacts / 2]);
    fflush(stdout);
}

static void test_promises(void **state) {
    static const char *const names[] = {"mujoco", "bullet", "ode"};
    static const double steps[] = {1e-3, 2e-3, 5e-3};
    const char *asked = getenv("ROUTH_IMPACTS"), *tries = getenv("ROUTH_BRUTE");
    const size_t count = asked ? (size_t)atol(asked) : effort(3, 3, 10000);
    const size_t settings = tries ? (size_t)atol(tries) : effort(150, 150, 10000);
    const size_t forced = effort(1, 1, 50);
    bool is_any = false;
    (void)state;
    printf("%-7s %7s %8s %11s %11s %10s %11s %12s %12s %11s\n", "engine", "step", "impacts", "declared", "of slips",
           "kept", "turned °", "brute force", "textbook", "its |Δe|");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const routh_engine *engine = routh_engine_find(NULL, names[k]);
        routh_driver *driver;
        if (routh_driver_open(NULL, engine, NULL, &driver) != ROUTH_OK) {
            printf("%s is not installed: %s\n", engine->title, engine->package);
            continue;
        }
        routh_driver_close(NULL, driver);
        is_any = true;
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            if (engine->is_spring && !in_slice((long)i, 3)) /* twenty times as slow as the others */
                continue;
            const size_t impacts = asked || engine->is_spring ? count : (size_t)effort(8, 8, 10000);
            tally sum = try_cell(engine, steps[i], impacts, forced, settings);
            print_cell(engine, steps[i], &sum);
            free(sum.textbook_eps);
            assert_true((double)sum.kept >= 0.95 * (double)sum.declared);
            assert_true(10 * sum.found <= sum.forced); /* the search ends after some settings */
            assert_true(sum.declared > sum.textbook);
        }
    }
    if (!is_any)
        skip();
}

SLOW_SUBJECT(promises) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_promises)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
