/* A solve allocates nothing: counted where every allocation of the program passes, that of the C library as well, and in the
 * context's hooks. What does allocate, and gives all of it back, stands at the end.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routh_core.h"

static size_t taken, given_back;

#ifdef __GLIBC__
/* The program's own functions of these names take the place of the C library's, for itself too. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

void *malloc(size_t size) {
    taken++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    taken++;
    return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    taken += !block;
    return __libc_realloc(block, size);
}
void free(void *block) {
    given_back += block != NULL;
    __libc_free(block);
}
#endif

static size_t hooked;

static void *hook_allocate(size_t size, void *user) {
    (void)user;
    hooked++;
    return malloc(size);
}
static void *hook_reallocate(void *block, size_t size, void *user) {
    (void)user;
    hooked++;
    return realloc(block, size);
}
static void hook_release(void *block, void *user) {
    (void)user;
    free(block);
}

static int failures;

static void expect_none(const char *what, size_t taken_before, size_t hooked_before) {
    if (taken == taken_before && hooked == hooked_before)
        return;
    printf("%s allocates: %zu blocks, %zu of them by the hooks\n", what, taken - taken_before, hooked - hooked_before);
    failures++;
}

/* Runs the statement a few times and counts. */
#define NONE(what, statement)                                                                                          \
    do {                                                                                                               \
        const size_t taken_before = taken, hooked_before = hooked;                                                     \
        for (int repeat = 0; repeat < 3; repeat++) {                                                                   \
            statement;                                                                                                 \
        }                                                                                                              \
        expect_none(what, taken_before, hooked_before);                                                                \
    } while (0)

static routh_context context;

static void solve_in_plane(void) {
    const routh_impact impact = {.mass = 1, .inertia = 0.01, .rx = 0.05, .ry = -0.1, .vx = 0.5, .vy = -2, .omega = 1};
    const routh_velocity measured = {0.4, 0.9, 2};
    routh_contact contact;
    routh_outcome outcome;
    routh_ellipse ellipse;
    routh_bound bound;
    routh_stick_friction friction;
    routh_sample sample;
    NONE("routh_contact_of", routh_contact_of(&context, &impact, &contact));
    NONE("routh_impact_after", routh_impact_after(&impact, 0.1, 1, 0));
    NONE("routh_ellipse_of", routh_ellipse_of(&context, &contact, &ellipse));
    NONE("routh_bound_of", routh_bound_of(&context, &impact, measured, ROUTH_VELOCITY, &bound));
    NONE("routh_sample_of", routh_sample_of(&context, &impact, measured, &sample));
    double column[5][600], out[2][600];
    for (int i = 0; i < 600; i++)
        for (int j = 0; j < 5; j++)
            column[j][i] = (&contact.wtt)[j];
    for (size_t k = 0; k < routh_law_count(); k++) {
        const routh_law *law = routh_law_at(k);
        double parameters[ROUTH_MAX_PARAMETERS] = {0};
        routh_law_parameters(law, 0.3, 0.5, parameters);
        NONE(law->name, routh_law_solve(law, parameters, &contact, &outcome));
        NONE("routh_stick_friction_of", routh_stick_friction_of(&context, law, &contact, parameters, 2, &friction));
        routh_batch b = routh_batch_default();
        b.count = 600, b.threads = 1;
        b.wtt = column[0], b.wtn = column[1], b.wnn = column[2], b.vt = column[3], b.vn = column[4];
        for (int j = 0; j < law->parameter_count; j++)
            b.parameter[j] = &parameters[j];
        b.pt = out[0], b.pn = out[1];
        NONE("routh_law_solve_batch", routh_law_solve_batch(law, &b, NULL));
        NONE("routh_contacts_of",
             routh_contacts_of(&context, &impact, 1, column[0], column[1], column[2], column[3], column[4], NULL));
        b.count = 1;
        NONE("routh_impacts_solve_batch", routh_impacts_solve_batch(law, &impact, &b, NULL));
        NONE("routh_sample_error", routh_sample_error(&sample, routh_sample_predict(law, parameters, &sample)));
    }
    /* a failure with a message allocates nothing either */
    routh_contact bad = contact;
    bad.vn = 1;
    NONE("routh_contact_check", routh_contact_check(&context, &bad));
}

static void solve_in_space(void) {
    static routh_body3 a, b;
    static routh_outcome3 outcome;
    a = b = routh_body3_default();
    a.position[2] = 0.5, a.velocity[0] = 2, a.velocity[2] = -3;
    b.position[2] = -0.5, b.spin[1] = 5;
    routh_scene_contact touch = routh_scene_contact_default();
    touch.normal[2] = 1;
    routh_contact3 contact;
    const routh_pair pair = routh_pair_default();
    NONE("routh_contact3_of", routh_contact3_of(&context, &a, &b, &touch, &contact));
    const routh_velocity3 measured = {{1, 0, 2}, {0, 0, 0}};
    const double parameters[ROUTH_MAX_PARAMETERS] = {0.5, 0.3, 1.2};
    routh_velocity3 after;
    routh_sample3 sample;
    NONE("routh_sample3_of", routh_sample3_of(&context, &a, (double[3]){0, 0, -0.5}, &measured, &sample));
    for (size_t k = 0; routh_law3_at(k); k++) {
        NONE(routh_law3_at(k)->name, routh_law3_solve(&context, routh_law3_at(k), &pair, &contact, NULL, &outcome));
        NONE("routh_sample3_predict", routh_sample3_predict(&context, routh_law3_at(k), parameters, &sample, &after));
        NONE("routh_sample3_error", routh_sample3_error(&sample, &after));
    }
    NONE("routh_contact3_apply", routh_contact3_apply(&a, &b, &touch, outcome.p));
}

static void step_and_overlap(void) {
    routh_half_plane ground = routh_half_plane_default();
    routh_world world = {.body = {.shape = routh_shape_square(0.1), .mass = 1, .inertia = 0.01},
                         .plane = &ground,
                         .plane_count = 1,
                         .gravity = 9.81,
                         .wrench = routh_wrench_default()};
    routh_state state = {.pose = {0, 0.06, 0.1}, .velocity = {0.2, -1, 0}};
    static routh_step_report report;
    NONE("routh_world_step",
         for (int i = 0; i < 100; i++) routh_world_step(&context, &world, 1e-3, &state, &state, &report));
    double corner[24];
    for (int i = 0; i < 24; i++)
        corner[i] = (i / 3) >> (i % 3) & 1 ? 1.0 : -1.0;
    routh_polyhedron *cube = NULL;
    routh_overlap_scratch *scratch = NULL;
    routh_pose3 here = routh_pose3_default(), there = here;
    there.position[0] = 1.5;
    routh_overlap found;
    routh_overlap_memory memory = {0};
    if (routh_polyhedron_of_points(&context, 8, corner, 0, &cube) != ROUTH_OK ||
        routh_overlap_scratch_create(&context, 8, 6, &scratch) != ROUTH_OK)
        failures++;
    else
        NONE("routh_overlap_find", routh_overlap_find(cube, &here, cube, &there, 1, &memory, scratch, &found));
    routh_overlap_scratch_release(&context, scratch);
    routh_polyhedron_release(&context, cube);
}

int main(void) {
    printf("counting\n"); /* standard output takes its buffer now */
    free(malloc(1));
#ifdef __GLIBC__
    if (taken == 0) {
        printf("the C library's allocator was not replaced\n");
        return 1;
    }
#endif
    context = routh_context_default();
    context.allocate = hook_allocate, context.reallocate = hook_reallocate, context.release = hook_release;
    solve_in_plane();
    solve_in_space();
    const size_t before = taken - given_back, hooked_before = hooked;
    step_and_overlap();
    if (taken - given_back != before || hooked == hooked_before) {
        printf("the polyhedron did not come from the hooks, or did not go back\n");
        failures++;
    }
    printf("%d calls allocate that should not\n", failures);
    return failures ? 1 : 0;
}
