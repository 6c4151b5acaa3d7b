/* Do the calibration's 95 % intervals cover the truth where errors are not normal noise? Tosses with exact flights and
 * strikes are spoiled in ways that the estimator knows nothing of: heavy tails, a bias of the tracker that depends on the
 * orientation, hands that hold on.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "generated_tosses.h"

enum { TOSSES = 60, VALUES = 7 };

static const char *const names[VALUES] = {"scale", "centre x", "centre y", "centre z", "drag", "rounding", "inertia"};

/* How tosses are spoiled. */
typedef struct world {
    const char *name;
    double moved,
        turned; /* noise in every frame, m and rad, Student's t with three degrees of freedom; 0 tails: normal */
    double tails;
    double bias; /* of the place, quadratic in the orientation, m */
    double hand; /* share of tosses that are held for 3 to 8 frames */
} world;

static const world worlds[] = {
    {.name = "normal noise", .moved = 5e-5, .turned = 6e-4},
    {.name = "heavy tails", .moved = 3e-5, .turned = 4e-4, .tails = 3},
    {.name = "biased by orientation", .moved = 3e-5, .turned = 4e-4, .bias = 3e-4},
    {.name = "held", .moved = 5e-5, .turned = 6e-4, .hand = 0.05},
    {.name = "all of these", .moved = 3e-5, .turned = 4e-4, .tails = 3, .bias = 2e-4, .hand = 0.05},
};

/* Standard normal, or Student's t: a normal number over the root of a mean of squares of three. */
static double noise(const world *w, routh_random *random) {
    double squares = 0;
    for (int i = 0; i < (int)w->tails; i++)
        squares += pow(routh_random_normal(random), 2) / w->tails;
    return routh_random_normal(random) / (w->tails > 0 ? sqrt(squares) : 1);
}

/* What the tracker makes of an orientation: products of the coordinates of a body axis, the same ones for all tosses. (Of
 * two body axes they would be, over all orientations, a constant shift in body axes in part: another tracked point.) */
static void add_bias(const world *w, double table[3][3], const double orientation[4], double position[3]) {
    double axis[3][3];
    for (int k = 0; k < 3; k++)
        routh_turn_apply(orientation, (double[]){k == 0, k == 1, k == 2}, axis[k]);
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 3; k++)
            position[c] += w->bias * table[c][k] * axis[k][0] * axis[k][2];
}

/* Up to the frame at which the hand lets go it pushes and turns the cube steadily. */
static size_t hold(routh_trajectory3 *toss, double rate, routh_random *random) {
    const size_t frames = 3 + routh_random_index(random, 6);
    double push[3], turn[3];
    for (int c = 0; c < 3; c++) {
        push[c] = 8 * routh_random_normal(random);
        turn[c] = 100 * routh_random_normal(random);
    }
    for (size_t i = 0; i < frames; i++) {
        const double left = (double)(frames - i) / rate;
        for (int c = 0; c < 3; c++)
            toss->position[i][c] += 0.5 * push[c] * left * left;
        routh_turn_on(toss->orientation[i], turn, 0.5 * left * left, toss->orientation[i]);
    }
    return frames;
}

/* `held` gets the frames that each toss is held, where wanted. */
static void spoil(const world *w, const toss_truth *t, routh_dataset3 *dataset, size_t *held) {
    double table[3][3];
    routh_random random = routh_random_seed(t->seed, 1 << 20);
    for (int c = 0; c < 9; c++)
        table[c / 3][c % 3] = routh_random_normal(&random);
    for (size_t n = 0; n < dataset->trajectory_count; n++) {
        routh_trajectory3 *toss = &dataset->trajectory[n];
        const bool holds = routh_random_uniform(&random, 0, 1) < w->hand;
        const size_t frames = holds ? hold(toss, t->rate, &random) : 0;
        if (held)
            held[n] = frames;
        for (size_t i = 0; i < toss->count; i++) {
            double turn[3];
            add_bias(w, table, toss->orientation[i], toss->position[i]);
            for (int c = 0; c < 3; c++) {
                toss->position[i][c] += w->moved * noise(w, &random);
                turn[c] = w->turned * noise(w, &random);
            }
            routh_turn_on(toss->orientation[i], turn, 1, toss->orientation[i]);
        }
    }
}

/* A cube of another kind with every seed. */
static toss_truth truth_of(uint64_t seed) {
    toss_truth t = usual_truth();
    routh_random random = routh_random_seed(seed, 1 << 21);
    t.seed = seed;
    t.position_noise = t.turn_noise = 0;
    t.scale = routh_random_uniform(&random, 0.97, 1.03);
    for (int c = 0; c < 3; c++)
        t.centre[c] = routh_random_uniform(&random, -0.006, 0.006);
    t.rounding = routh_random_uniform(&random, 0.002, 0.008);
    t.inertia *= routh_random_uniform(&random, 0.8, 1.5);
    t.pair.mu = routh_random_uniform(&random, 0.1, 0.4);
    t.pair.eps = routh_random_uniform(&random, 0.2, 0.6);
    return t;
}

typedef struct tally {
    size_t covered[VALUES], answered[VALUES];
    double bias[VALUES], squares[VALUES], claimed[VALUES];
} tally;

static void count_one(const world *w, uint64_t seed, tally *sum) {
    const toss_truth t = truth_of(seed);
    routh_context context = routh_context_default();
    routh_dataset3 dataset = generate_tosses(&t, TOSSES, NULL);
    spoil(w, &t, &dataset, NULL);
    if (routh_dataset3_segment(&context, NULL, &dataset) != ROUTH_OK)
        fail_msg("%s", context.message);
    const routh_calibration3 *c = &dataset.calibration;
    const double truth[VALUES] = {t.scale, t.centre[0], t.centre[1], t.centre[2], 0, t.rounding, t.inertia};
    const routh_interval interval[VALUES] = {c->scale_interval,     c->centre_interval[0], c->centre_interval[1],
                                             c->centre_interval[2], c->drag_interval,      c->rounding_interval,
                                             c->inertia_interval};
    for (int k = 0; k < VALUES; k++) {
        const double off = 0.5 * (interval[k].low + interval[k].high) - truth[k];
        if (!(interval[k].deviation > 0))
            continue;
        sum->answered[k]++;
        sum->covered[k] += interval[k].low <= truth[k] && truth[k] <= interval[k].high;
        sum->bias[k] += off / interval[k].deviation;
        sum->squares[k] += off * off;
        sum->claimed[k] += pow(interval[k].deviation, 2);
    }
    routh_dataset3_release(NULL, &dataset);
}

static void test_coverage(void **state) {
    (void)state;
    const size_t seeds = effort(2, 5, 100);
    size_t covered = 0, answered = 0;
    for (size_t i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
        tally sum = {0};
        for (uint64_t seed = 1; seed <= seeds; seed++)
            count_one(&worlds[i], seed, &sum);
        for (int k = 0; k < VALUES; k++) {
            const double answers = (double)sum.answered[k];
            print_message("%-22s %-9s %3zu of %3zu covered, bias %+.2f errors, scatter/claim %.2f\n", worlds[i].name,
                          names[k], sum.covered[k], sum.answered[k], sum.bias[k] / answers,
                          sqrt(sum.squares[k] / sum.claimed[k]));
            covered += sum.covered[k];
            answered += sum.answered[k];
            assert_true(4 * sum.answered[k] >= 3 * seeds);
            /* 88 of 100; of fewer as many as chance leaves in all but one of 1e4 */
            assert_true((double)sum.covered[k] >= fmin(0.88, 0.93 - 3.7 * sqrt(0.07 * 0.93 / answers)) * answers);
        }
    }
    print_message("%zu of %zu covered\n", covered, answered);
    assert_true((double)covered > (effort(0, 0, 1) ? 0.93 : 0.88) * (double)answered);
}

/* Frames in the hand are found but for the last two or three, which a push that ends moves by a fraction of a millimetre; of
 * the others hardly any is left out. */
static void test_hands(void **state) {
    (void)state;
    const world w = {.name = "held", .moved = 3e-5, .turned = 4e-4, .hand = 0.3};
    const toss_truth t = truth_of(1);
    size_t held[TOSSES], all = 0, found = 0, wrong = 0, late = 0;
    routh_dataset3 dataset = generate_tosses(&t, TOSSES, NULL);
    spoil(&w, &t, &dataset, held);
    assert_int_equal(routh_dataset3_segment(NULL, NULL, &dataset), ROUTH_OK);
    for (size_t n = 0; n < TOSSES; n++) {
        const size_t said = dataset.trajectory[n].held;
        all += held[n];
        late += said + 3 < held[n];
        found += said < held[n] ? said : held[n];
        wrong += said > held[n] ? said - held[n] : 0;
    }
    print_message(
        "%zu frames in the hand, %zu of them found, %zu others taken for such; %zu tosses 4 frames too late\n", all,
        found, wrong, late);
    assert_true(all > 30 && 2 * found > all && wrong <= TOSSES / 20 && late <= 1);
    routh_dataset3_release(NULL, &dataset);
}

SLOW_SUBJECT(toss_coverage) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hands), cmocka_unit_test(test_coverage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
