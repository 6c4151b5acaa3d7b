/* Compliant strikes one at a time, one thread: in space, in the plane, at several contacts, and the rigid law; and
 * SUNDIALS on the same problems in the same run. Prints time and accuracy side by side; trust the ratios, not the
 * microseconds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>

#include "../tests/impact3/strike_cases.h"
#include "bench.h"

#ifdef ROUTH_HAVE_SUNDIALS
#include "strike_sundials.h"
#endif

enum { STRIKES = 256 };

typedef struct set {
    strike_case strikes[STRIKES];
    double exact[STRIKES][3];
    double tolerance;
} set;

static set in_space, in_the_plane;
static double sum; /* keeps the optimiser from removing the work */

static int solve(const strike_case *k, double tolerance, routh_outcome3 *strike) {
    const routh_law3_options options = {.tolerance = tolerance};
    return routh_law3_solve(NULL, routh_law3_find(NULL, "compliant"), &k->pair, &k->contact, &options, strike) ==
           ROUTH_OK;
}

static int slips(const routh_outcome3 *strike) {
    for (size_t i = 0; i < strike->switch_count; i++)
        if (strike->switches[i].phase == ROUTH_C_SLIP || strike->switches[i].phase == ROUTH_R_SLIP)
            return 1;
    return 0;
}

/* Random strikes that slip on the way, all but a few; in space the direction of slip then turns. */
static void make_strikes(void) {
    routh_random random = routh_random_seed(70, 0);
    routh_outcome3 strike;
    for (int i = 0; i < STRIKES;) {
        strike_case *k = &in_space.strikes[i];
        *k = random_strike(&random);
        if (!solve(k, 1e-13, &strike) || !slips(&strike))
            continue;
        memcpy(in_space.exact[i], strike.p, sizeof strike.p);
        strike_case *flat = &in_the_plane.strikes[i];
        *flat = *k;
        flat->contact.w[0][1] = flat->contact.w[1][0] = flat->contact.w[1][2] = flat->contact.w[2][1] = 0;
        flat->contact.v[1] = 0;
        if (!solve(flat, 1e-13, &strike))
            continue;
        memcpy(in_the_plane.exact[i], strike.p, sizeof strike.p);
        i++;
    }
}

static void solve_all(void *with) {
    const set *s = with;
    routh_outcome3 strike;
    for (int i = 0; i < STRIKES; i++)
        if (solve(&s->strikes[i], s->tolerance, &strike))
            sum += strike.p[0];
}

static void rigid_all(void *with) {
    const set *s = with;
    routh_outcome3 strike;
    for (int i = 0; i < STRIKES; i++)
        if (routh_law3_solve(NULL, routh_law3_find(NULL, "rigid"), &s->strikes[i].pair, &s->strikes[i].contact, NULL,
                             &strike) == ROUTH_OK)
            sum += strike.p[0];
}

/* Errors of the impulse, relative. */
typedef struct errors {
    double of[STRIKES];
    int failed;
} errors;

static void print_line(const char *name, double seconds, errors *e, double ours) {
    static const char *part = ""; /* the last of our own */
    printf("%-46s %9.2f", name, 1e6 * seconds);
    if (e) {
        qsort(e->of, STRIKES, sizeof e->of[0], bench_ascending);
        printf(" %9.1e %9.1e", e->of[STRIKES / 2], e->of[STRIKES * 99 / 100]);
    } else
        printf(" %9s %9s", "", "");
    if (ours > 0) {
        printf(" %9.1f", seconds / ours);
        bench_ratio(part, name, seconds / ours);
    } else
        part = name;
    if (e && e->failed)
        printf("   %d failed", e->failed);
    printf("\n");
}

static double bench_ours(const char *name, set *s, double tolerance) {
    errors e = {.failed = 0};
    s->tolerance = tolerance;
    for (int i = 0; i < STRIKES; i++) {
        routh_outcome3 strike;
        if (solve(&s->strikes[i], tolerance, &strike))
            e.of[i] = difference(strike.p, s->exact[i]);
        else {
            e.of[i] = INFINITY;
            e.failed++;
        }
    }
    const double seconds = bench_run(solve_all, s, STRIKES, CLOCK_THREAD_CPUTIME_ID).least;
    print_line(name, seconds, &e, 0);
    return seconds;
}

#ifdef ROUTH_HAVE_SUNDIALS
typedef struct peer_run {
    peer peer;
    const set *set;
} peer_run;

static void peer_all(void *with) {
    peer_run *run = with;
    double p[3];
    for (int i = 0; i < STRIKES; i++)
        if (peer_strike(&run->peer, &run->set->strikes[i].contact, &run->set->strikes[i].pair, p))
            sum += p[0];
}

/* Once through: it takes long enough for the clock. */
static void bench_peer(const char *name, const set *s, peer_method method, double tolerance, double ours) {
    peer_run run = {.set = s};
    if (!peer_open(&run.peer, method, tolerance)) {
        printf("%-46s could not be set up\n", name);
        return;
    }
    errors e = {.failed = 0};
    for (int i = 0; i < STRIKES; i++) {
        double p[3];
        if (peer_strike(&run.peer, &s->strikes[i].contact, &s->strikes[i].pair, p))
            e.of[i] = difference(p, s->exact[i]);
        else {
            e.of[i] = INFINITY;
            e.failed++;
        }
    }
    const double start = bench_clock(CLOCK_THREAD_CPUTIME_ID);
    peer_all(&run);
    print_line(name, (bench_clock(CLOCK_THREAD_CPUTIME_ID) - start) / STRIKES, &e, ours);
    peer_close(&run.peer);
}

static void bench_peers(const set *s, double ours) {
    bench_peer("  SUNDIALS ERKStep, Dormand-Prince 5(4), 1e-9", s, PEER_ERK, 1e-9, ours);
    bench_peer("  SUNDIALS ERKStep, Dormand-Prince 5(4), 1e-11", s, PEER_ERK, 1e-11, ours);
    bench_peer("  SUNDIALS CVODE, BDF, 1e-11", s, PEER_BDF, 1e-11, ours);
    bench_peer("  SUNDIALS CVODE, BDF, 1e-13", s, PEER_BDF, 1e-13, ours);
}
#else
static void bench_peers(const set *s, double ours) {
    (void)s;
    (void)ours;
    printf("SUNDIALS is not installed: no peer measured\n");
}
#endif

/* Several contacts: a ball on the table, struck by another one, with friction at both contacts. */
typedef struct row {
    routh_body3 body[3]; /* table, resting ball, striking ball */
    routh_scene_contact contact[2];
    routh_scene scene;
} row;

static row rows[STRIKES];
static double row_exact[STRIKES][3]; /* impulse between the balls */

static int collide(const routh_scene *scene, double tolerance, double p[3]) {
    routh_collision collision;
    if (routh_scene_solve(NULL, scene, tolerance, &collision) != ROUTH_OK)
        return 0;
    memcpy(p, collision.p[1], 3 * sizeof *p);
    routh_collision_release(NULL, &collision);
    return 1;
}

static void make_rows(void) {
    routh_random random = routh_random_seed(71, 0);
    for (int i = 0; i < STRIKES; i++) {
        row *r = &rows[i];
        for (int j = 0; j < 3; j++)
            r->body[j] = routh_body3_default();
        r->body[0].freedom = ROUTH_FIXED;
        for (int j = 1; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r->body[j].inertia[k][k] = 0.4;
        const double down = routh_random_uniform(&random, 0.1, 1.3), across = cos(down), up = sin(down);
        memcpy(r->body[1].position, (double[3]){0, 0, 1}, sizeof r->body[1].position);
        memcpy(r->body[2].position, (double[3]){-2 * across, 0, 1 + 2 * up}, sizeof r->body[2].position);
        for (int k = 0; k < 3; k++)
            r->body[2].spin[k] = routh_random_uniform(&random, -5, 5);
        const double speed = routh_random_uniform(&random, 1, 5);
        memcpy(r->body[2].velocity, (double[3]){speed * across, routh_random_uniform(&random, -1, 1), -speed * up},
               sizeof r->body[2].velocity);
        for (int j = 0; j < 2; j++) {
            r->contact[j] = routh_scene_contact_default();
            r->contact[j].pair = (routh_pair){.mu = routh_random_uniform(&random, 0.1, 0.5),
                                              .eps = routh_random_uniform(&random, 0.5, 1),
                                              .eta2 = random_log(&random, 0.5, 2)};
        }
        r->contact[0].a = r->contact[1].b = 1; /* the ball on the table, and the other one on it */
        r->contact[0].b = 0;
        r->contact[1].a = 2;
        r->contact[0].normal[2] = 1;
        memcpy(r->contact[1].point, (double[3]){-across, 0, 1 + up}, sizeof r->contact[1].point);
        memcpy(r->contact[1].normal, (double[3]){-across, 0, up}, sizeof r->contact[1].normal);
        r->contact[1].stiffness = random_log(&random, 0.2, 5);
        r->scene = (routh_scene){r->body, 3, r->contact, 2};
        if (!collide(&r->scene, 1e-13, row_exact[i]))
            row_exact[i][0] = NAN;
    }
}

static void collide_all(void *with) {
    (void)with;
    double p[3];
    for (int i = 0; i < STRIKES; i++)
        if (collide(&rows[i].scene, 1e-10, p))
            sum += p[0];
}

static void bench_several(void) {
    make_rows();
    errors e = {.failed = 0};
    for (int i = 0; i < STRIKES; i++) {
        double p[3];
        if (collide(&rows[i].scene, 1e-10, p) && !isnan(row_exact[i][0]))
            e.of[i] = difference(p, row_exact[i]);
        else {
            e.of[i] = INFINITY;
            e.failed++;
        }
    }
    print_line("routh_scene_solve, two contacts, 1e-10",
               bench_run(collide_all, NULL, STRIKES, CLOCK_THREAD_CPUTIME_ID).least, &e, 0);
}

int main(void) {
    make_strikes();
    printf("One strike at a time, one thread, %d random ones\n\n", STRIKES);
    printf("%-46s %9s %9s %9s %9s\n", "", "us", "error", "99 %", "x routh");
    const double space = bench_ours("compliant, in space, 1e-10", &in_space, 1e-10);
    bench_peers(&in_space, space);
    const double plane = bench_ours("compliant, in the plane, 1e-10", &in_the_plane, 1e-10);
    bench_peers(&in_the_plane, plane);
    print_line("rigid, in space", bench_run(rigid_all, &in_space, STRIKES, CLOCK_THREAD_CPUTIME_ID).least, NULL, 0);
    bench_several();
    printf(
        "\nerror: of the impulse, relative to routh at 1e-13: the median, and all but one in a hundred. In space all "
        "strikes slip on\n"
        "the way, and the direction of slip turns; in the plane routh has closed forms. SUNDIALS: the same equations\n"
        "over time, one integration for each phase, its end by root finding.\n");
    return isnan(sum);
}
