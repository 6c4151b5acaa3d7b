/* Do 90 % regions hold 90 % of tosses that they were not fitted to? In worlds whose scatter follows the library's law, and in
 * worlds where it does not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "rollout/scattered_tosses.h"

#include "../subject.h"
#include "effort.h"
#include "rollout/rollout.h"

static const scattered_law worlds[] = {
    {.name = "cube, each impact, as the library draws", .law = "rigid", .impact = {0.12, 0.1, 0.03}},
    {.name = "box, the same", .shape = SCATTERED_BOX, .law = "rigid", .impact = {0.12, 0.1, 0.03}},
    {.name = "wedge, the same", .shape = SCATTERED_WEDGE, .law = "rigid", .impact = {0.12, 0.1, 0.03}},
    {.name = "box, no scatter", .shape = SCATTERED_BOX, .law = "rigid"},
    {.name = "box, each toss", .shape = SCATTERED_BOX, .law = "rigid", .toss = {0.15, 0.1, 0.03}},
    {.name = "cube, each toss, heavy tails", .law = "rigid", .toss = {0.15, 0.15, 0.04}, .heavy = true},
    {.name = "wedge, much", .shape = SCATTERED_WEDGE, .law = "rigid", .impact = {0.4, 0.3, 0.1}},
    {.name = "cube, compliant law", .law = "compliant", .eta2 = 0.4, .impact = {0.1, 0.1, 0.02}},
    {.name = "box, friction over speed",
     .shape = SCATTERED_BOX,
     .law = "rigid",
     .impact = {0.1, 0.1, 0.02},
     .mu_slope = 0.04},
    {.name = "cube, tracker biased by 1 mm", .law = "rigid", .impact = {0.12, 0.1, 0.03}, .position_bias = 1e-3},
};

typedef struct covered {
    double share[3];     /* of instants after the first flight in regions of places, turns and poses */
    double all;          /* of all instants, in regions of poses */
    double right, brier; /* resting faces: the likeliest is right, and Brier's score */
} covered;

static covered cover(const routh_spread3 *spread, const routh_start3 *start, size_t tosses) {
    covered c = {.all = 0};
    double later = 0, instants = 0, used = 0;
    for (size_t t = 0; t < tosses; t++) {
        if (spread[t].why_not)
            continue;
        size_t likeliest = 0;
        for (size_t f = 0; f < spread[t].face_count; f++) {
            likeliest = spread[t].face[f] > spread[t].face[likeliest] ? f : likeliest;
            c.brier += pow(spread[t].face[f] - (f == spread[t].recorded_face), 2);
        }
        c.right += likeliest == spread[t].recorded_face;
        used++;
        for (size_t k = 0; k < spread[t].count; k++) {
            instants++;
            c.all += spread[t].instant[k].reach[2] <= 1;
            if (start[t].first + k > start[t].last) {
                later++;
                for (int i = 0; i < 3; i++)
                    c.share[i] += spread[t].instant[k].reach[i] <= 1;
            }
        }
    }
    for (int i = 0; i < 3; i++)
        c.share[i] /= later;
    c.all /= instants, c.right /= used, c.brier /= used;
    return c;
}

/* Fits what is drawn to half of the tosses, and covers the other half. */
static covered judge(const scattered_law *law, size_t evaluations, size_t rollouts) {
    scattered s;
    routh_context context = routh_context_default();
    routh_spread3_options options = routh_spread3_options_default();
    routh_start3 *start = calloc(law->tosses, sizeof *start), *part = calloc(law->tosses, sizeof *part);
    routh_spread3 *spread = calloc(law->tosses, sizeof *spread);
    scatter_tosses(law, &s);
    s.world.surface.pair.eta2 = 1.2;
    assert_int_equal(routh_starts3_of(&context, &s.dataset, &s.world, NULL, start), ROUTH_OK);
    options.run.step = 2e-3;
    for (size_t half = 0; half < 2; half++) {
        memcpy(part, start, law->tosses * sizeof *part);
        for (size_t t = 0; t < law->tosses; t++)
            if (t % 2 != half)
                part[t].why_not = "the other half";
        if (half == 0)
            assert_int_equal(routh_spread3_fit(&context, &s.dataset, &s.world, part, NULL, evaluations, &options),
                             ROUTH_OK);
    }
    options.rollouts = rollouts;
    assert_int_equal(routh_spreads3_run(&context, &s.dataset, &s.world, part, NULL, &options, spread), ROUTH_OK);
    const covered c = cover(spread, part, law->tosses);
    print_message("%-40s seed %d: place %.3f turn %.3f pose %.3f (all instants %.3f); faces %.2f right, Brier %.3f; "
                  "scatter %.3f %.3f %.3f, widened %.2f %.2f %.2f\n",
                  law->name, (int)law->seed, c.share[0], c.share[1], c.share[2], c.all, c.right, c.brier,
                  options.run.scatter.mu, options.run.scatter.mu_slide, options.run.scatter.eps, options.widen[0],
                  options.widen[1], options.widen[2]);
    routh_spreads3_release(&context, spread, law->tosses);
    release_scattered(&s);
    free(start);
    free(part);
    free(spread);
    return c;
}

/* A share of 0.9 over n tosses whose instants go together: the coverage of one toss has a deviation of about 0.25, of the
 * tosses that were fitted to as of those that are covered. */
static double slack(size_t tosses) {
    return 3 * 0.25 * sqrt(2 / (0.5 * (double)tosses));
}

static void test_worlds(void **state) {
    (void)state;
    const size_t tosses = (size_t)effort(16, 16, 100), count = sizeof worlds / sizeof worlds[0];
    const size_t first = (size_t)effort(4, 4, 0), end = (size_t)effort(5, 5, (int)count);
    const char *seed = getenv("ROUTH_SPREAD_SEED");
    for (size_t w = first; w < end; w++) {
        scattered_law law = worlds[w];
        law.tosses = tosses, law.seed = seed ? (uint64_t)atoi(seed) : 11;
        const covered c = judge(&law, (size_t)effort(10, 10, 20), (size_t)effort(20, 20, 60));
        for (int i = 0; i < 3; i++)
            assert_true(fabs(c.share[i] - 0.9) < slack(tosses));
    }
}

SLOW_SUBJECT(spread_worlds) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_worlds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
