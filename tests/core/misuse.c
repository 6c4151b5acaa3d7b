/* The core misused: pointers that are NULL, numbers that are none, counts that no array has. Every call that can fail fails with a
 * status and no call crashes. A program of its own, without cmocka, to run under sanitizers and on the pair of files.
 * usage: misuse [-v] [FUNCTION]     -v: says what each call answered
 *        misuse -l                  the functions, and how many pointers of each are NULL in turn
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routh_core.h"

enum { MOST_POINTERS = 10 };

/* One function: how to call it with these pointers and count, and what is valid. */
typedef struct subject {
    const char *name;
    routh_status (*call)(routh_context *context, void *const *p, size_t count);
    struct {
        void *valid;
        size_t
            size; /* of its leading numbers, which are spoilt one after the other; 0: an output, or not only numbers */
        bool may_be_null;
    } pointer[MOST_POINTERS];
    bool counts; /* has a count */
} subject;

/* Valid inputs -----------------------------------------------------------------------------------------*/

static routh_impact impact;
static routh_contact contact;
static routh_velocity velocity;
static routh_contact3 contact3;
static routh_pair pair;
static routh_body3 ball, table;
static routh_scene_contact touch;
static routh_velocity3 velocity3;
static routh_scene scene;
static routh_body3 bodies[2];
static routh_shape square;
static routh_half_plane ground;
static routh_world world;
static routh_state state;
static routh_plane3 ground3;
static routh_shape3 box;
static routh_world3 world3;
static routh_state3 state3;
static routh_sample samples[4];
static routh_sample3 samples3[4];
static routh_run_options run_options;
static routh_run3_options run3_options;
static routh_fit_options fit_options;
static routh_sample_fit_options sample_options;
static routh_law3_options law3_options;
static routh_collision collision;
static routh_polyhedron *cube;
static const routh_law *law;
static const routh_law3 *law3;
static double parameters[ROUTH_MAX_PARAMETERS] = {0.3, 0.5};
static double corner[24], plane_f[18], plane_g[6];
static double numbers[8][4], side[3] = {0.1, 0.2, 0.3}, point[3] = {0, 0, -0.1};
static size_t order[] = {0, 1, 2, 3};
static routh_covariate covariate = {.parameter = "eps", .quantity = "x", .degree = 1};
static routh_law_caller caller;
static routh_law own_law;

static void answer(const routh_contact *c, const double *p, void *user, routh_impulse *impulse) {
    (void)p, (void)user;
    impulse->pt = 0;
    impulse->pn = -c->vn / c->wnn;
}

static void prepare(void) {
    law = routh_law_find(NULL, "wang-mason");
    law3 = routh_law3_find(NULL, "compliant");
    impact = (routh_impact){.mass = 1, .inertia = 0.01, .rx = 0.05, .ry = -0.1, .vx = 0.5, .vy = -2, .omega = 1};
    velocity = (routh_velocity){0.4, 0.9, 2};
    routh_contact_of(NULL, &impact, &contact);
    contact3 = (routh_contact3){.w = {{2, 0.1, 0.2}, {0.1, 2, 0.1}, {0.2, 0.1, 1}}, .v = {0.5, 0.2, -1}};
    pair = routh_pair_default();
    ball = table = routh_body3_default();
    ball.position[2] = 0.1, ball.velocity[2] = -1;
    table.freedom = ROUTH_FIXED;
    touch = routh_scene_contact_default();
    touch.a = 0, touch.b = 1, touch.normal[2] = 1;
    bodies[0] = ball, bodies[1] = table;
    scene = (routh_scene){.body = bodies, .body_count = 2, .contact = &touch, .contact_count = 1};
    velocity3 = (routh_velocity3){{0, 0, 0.5}, {0, 0, 0}};
    square = routh_shape_square(0.1);
    ground = routh_half_plane_default();
    world = (routh_world){.body = {.shape = square, .mass = 1, .inertia = 0.01},
                          .plane = &ground,
                          .plane_count = 1,
                          .gravity = 9.81,
                          .wrench = routh_wrench_default()};
    state = (routh_state){.pose = {0, 0.2, 0.1}};
    ground3 = routh_plane3_default();
    routh_shape3_box(NULL, side, &box);
    world3 = routh_world3_of(&box, 1);
    world3.plane = &ground3, world3.plane_count = 1;
    state3 = (routh_state3){.position = {0, 0, 0.4}, .orientation = {1, 0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        routh_impact one = impact;
        one.vx += 0.1 * i;
        routh_sample_of(NULL, &one, velocity, &samples[i]);
        routh_body3 body = ball;
        body.velocity[0] = 0.1 * i;
        routh_sample3_of(NULL, &body, point, &velocity3, &samples3[i]);
        numbers[0][i] = contact.wtt, numbers[1][i] = contact.wtn, numbers[2][i] = contact.wnn;
        numbers[3][i] = contact.vt, numbers[4][i] = contact.vn + 0.1 * i, numbers[5][i] = i;
    }
    run_options = routh_run_options_default();
    run3_options = routh_run3_options_default();
    run_options.duration = run3_options.duration = 0.05;
    fit_options = routh_fit_options_default();
    sample_options = routh_sample_fit_options_default();
    law3_options = routh_law3_options_default();
    for (int i = 0; i < 24; i++)
        corner[i] = (i / 3) >> (i % 3) & 1 ? 1.0 : -1.0;
    for (int i = 0; i < 6; i++)
        plane_f[3 * i + i / 2] = i % 2 ? 1 : -1, plane_g[i] = -1;
    routh_polyhedron_of_points(NULL, 8, corner, 0, &cube);
    caller.call = answer;
    own_law = (routh_law){.name = "own"};
}

/* Calls ------------------------------------------------------------------------------------------------*/

#define CALL(name, expression)                                                                                         \
    static routh_status call_##name(routh_context *c, void *const *p, size_t n) {                                      \
        (void)c, (void)p, (void)n;                                                                                     \
        return expression;                                                                                             \
    }

/* Releases what a call made, which has to be empty if it failed. */
static routh_status made_polyhedron(routh_context *c, routh_status status, routh_polyhedron **made) {
    if (made && status == ROUTH_OK) {
        routh_polyhedron_release(c, *made);
        *made = NULL;
    }
    return status;
}
static routh_status made_shape(routh_context *c, routh_status status, routh_shape3 *made) {
    if (made && made != &box && status == ROUTH_OK)
        routh_shape3_release(c, made);
    return status;
}
static routh_status made_run(routh_context *c, routh_status status, routh_run *made) {
    if (made)
        routh_run_release(c, made);
    return status;
}
static routh_status made_run3(routh_context *c, routh_status status, routh_run3 *made) {
    if (made)
        routh_run3_release(c, made);
    return status;
}
static routh_status made_collision(routh_context *c, routh_status status, routh_collision *made) {
    if (made && made != &collision)
        routh_collision_release(c, made);
    return status;
}
static routh_status made_trace(routh_context *c, routh_status status, routh_trace *made) {
    if (made)
        routh_trace_release(c, made);
    return status;
}
static routh_status made_scene_trace(routh_context *c, routh_status status, routh_scene_trace *made) {
    if (made)
        routh_scene_trace_release(c, made);
    return status;
}
static routh_status made_scratch(routh_context *c, routh_status status, routh_overlap_scratch **made) {
    if (made && status == ROUTH_OK) {
        routh_overlap_scratch_release(c, *made);
        *made = NULL;
    }
    return status;
}
static routh_velocity velocity_at(const void *p) {
    return p ? *(const routh_velocity *)p : (routh_velocity){0};
}

static routh_status solve_batch(void *const *p, size_t n) {
    routh_batch b = routh_batch_default();
    b.count = n;
    b.wtt = p[1], b.wtn = p[2], b.wnn = p[3], b.vt = p[4], b.vn = p[5];
    b.parameter[0] = p[6], b.parameter[1] = p[6];
    return routh_law_solve_batch(p[0], p[7] ? &b : NULL, p[8]);
}
static routh_status solve_impacts(void *const *p, size_t n) {
    static double out[2][4];
    routh_batch b = routh_batch_default();
    b.count = n;
    b.wtt = numbers[0], b.wtn = numbers[1], b.wnn = numbers[2], b.vt = numbers[3], b.vn = numbers[4];
    b.parameter[0] = parameters, b.parameter[1] = parameters;
    b.pt = p[2] ? out[0] : NULL, b.pn = p[2] ? out[1] : NULL;
    return routh_impacts_solve_batch(p[0], p[1], p[3] ? &b : NULL, p[4]);
}

CALL(shape_check, routh_shape_check(c, p[0]))
CALL(polyhedron_of_points,
     made_polyhedron(c, routh_polyhedron_of_points(c, n, p[0], 0, (routh_polyhedron **)p[1]), p[1]))
CALL(polyhedron_of_halfspaces,
     made_polyhedron(c, routh_polyhedron_of_halfspaces(c, n, p[0], p[1], (routh_polyhedron **)p[2]), p[2]))
CALL(shape3_box, made_shape(c, routh_shape3_box(c, p[0], p[1]), p[1]))
CALL(shape3_ellipsoid, made_shape(c, routh_shape3_ellipsoid(c, p[0], n, p[1]), p[1]))
CALL(shape3_of_polyhedron, made_shape(c, routh_shape3_of_polyhedron(c, p[0], p[1], p[2]), p[2]))
CALL(overlap_scratch_create,
     made_scratch(c, routh_overlap_scratch_create(c, n, n, (routh_overlap_scratch **)p[0]), p[0]))
CALL(contact_of, routh_contact_of(c, p[0], p[1]))
CALL(contact_check, routh_contact_check(c, p[0]))
CALL(contacts_of, routh_contacts_of(c, p[0], n, p[1], p[2], p[3], p[4], p[5], p[6]))
CALL(law_of_call, routh_law_of_call(c, p[0], p[1]))
CALL(law_check, routh_law_check(c, p[0], p[1]))
CALL(law_solve, routh_law_solve(p[0], p[1], p[2], p[3]))
CALL(law_solve_batch, solve_batch(p, n))
CALL(impacts_solve_batch, solve_impacts(p, n))
CALL(ellipse_of, routh_ellipse_of(c, p[0], p[1]))
CALL(stick_friction_of, routh_stick_friction_of(c, p[0], p[1], p[2], 2, p[3]))
CALL(bound_of, routh_bound_of(c, p[0], velocity, ROUTH_MOMENTUM, p[1]))
CALL(contact3_check, routh_contact3_check(c, p[0]))
CALL(pair_check, routh_pair_check(c, p[0]))
CALL(law3_solve, routh_law3_solve(c, p[0], p[1], p[2], p[3], p[4]))
CALL(law3_solve_batch, routh_law3_solve_batch(c, p[0], p[1], p[2], n, p[3], p[4]))
CALL(trace_of, made_trace(c, routh_trace_of(c, p[0], p[1], n, p[2]), p[2]))
CALL(contact3_of, routh_contact3_of(c, p[0], p[1], p[2], p[3]))
CALL(scene_check, routh_scene_check(c, p[0]))
CALL(scene_solve, made_collision(c, routh_scene_solve(c, p[0], 1e-10, p[1]), p[1]))
CALL(scene_solve_rigid, routh_scene_solve_rigid(c, p[0], p[1]))
CALL(scene_trace_of, made_scene_trace(c, routh_scene_trace_of(c, p[0], 1e-10, n, p[1]), p[1]))
CALL(wrench_check, routh_wrench_check(c, p[0]))
CALL(world_check, routh_world_check(c, p[0]))
CALL(body_uniform, routh_body_uniform(c, p[0]))
CALL(world_step, routh_world_step(c, p[0], 1e-3, p[1], p[2], p[3]))
CALL(world_run, made_run(c, routh_world_run(c, p[0], p[1], p[2], p[3]), p[3]))
CALL(world3_check, routh_world3_check(c, p[0]))
CALL(world3_place, routh_world3_place(c, p[0], 0.1, p[1]))
CALL(world3_run, made_run3(c, routh_world3_run(c, p[0], p[1], p[2], p[3]), p[3]))
CALL(sample_of, routh_sample_of(c, p[0], velocity_at(p[1]), p[2]))
CALL(sample_fit, routh_sample_fit(c, p[0], p[1], p[2], p[3]))
CALL(law_fit, routh_law_fit(c, p[0], p[1], p[2], n, p[3], p[4]))
CALL(dependence_fit, routh_dependence_fit(c, p[0], p[1], p[2], p[3], n, p[4], 1, p[5], p[6]))
CALL(sample3_of, routh_sample3_of(c, p[0], p[1], p[2], p[3]))
CALL(sample3_predict, routh_sample3_predict(c, p[0], p[1], p[2], p[3]))
CALL(law3_fit, routh_law3_fit(c, p[0], p[1], p[2], n, p[3]))

/* The table --------------------------------------------------------------------------------------------*/

#define IN(x)                                                                                                          \
    { (void *)(uintptr_t) & (x), sizeof(x), false } /* numbers only: all of them are spoilt */
#define FIXED(x)                                                                                                       \
    { (void *)(uintptr_t)(x), 0, false } /* not to be spoilt */
#define PART(x, to)                                                                                                    \
    { (void *)(uintptr_t) & (x), offsetof(__typeof__(x), to), false }
#define OPTIONAL(x)                                                                                                    \
    { (void *)(uintptr_t) & (x), 0, true }
#define OUT(type)                                                                                                      \
    { &(static_outputs.type##_), 0, false }
#define SUBJECT(name, counts, ...)                                                                                     \
    { "routh_" #name, call_##name, {__VA_ARGS__}, counts }

static struct {
    routh_polyhedron *polyhedron_;
    routh_overlap_scratch *scratch_;
    routh_shape3 shape3_;
    routh_contact contact_;
    routh_outcome outcome_;
    routh_ellipse ellipse_;
    routh_stick_friction stick_;
    routh_bound bound_;
    routh_outcome3 outcome3_[4];
    routh_trace trace_;
    routh_contact3 contact3_;
    routh_collision collision_;
    routh_scene_trace scene_trace_;
    routh_state state_;
    routh_step_report report_;
    routh_run run_;
    routh_run3 run3_;
    routh_sample sample_;
    routh_sample_estimate sample_estimate_;
    routh_estimate estimate_;
    routh_dependence dependence_;
    routh_sample3 sample3_;
    routh_velocity3 velocity3_;
    double array_[5][4];
    size_t bad_;
} static_outputs;

static subject subjects[64];

static size_t list_subjects(void) {
    const routh_pair pairs[4] = {pair, pair, pair, pair};
    const routh_contact3 contacts[4] = {contact3, contact3, contact3, contact3};
    static routh_pair some_pairs[4];
    static routh_contact3 some_contacts[4];
    static routh_impact impacts[4];
    static routh_polyhedron **made = &static_outputs.polyhedron_;
    memcpy(some_pairs, pairs, sizeof pairs);
    memcpy(some_contacts, contacts, sizeof contacts);
    for (int i = 0; i < 4; i++)
        impacts[i] = impact;
    const subject all[] = {
        SUBJECT(shape_check, false, PART(square, vertex)),
        SUBJECT(polyhedron_of_points, true, IN(corner), FIXED(made)),
        SUBJECT(polyhedron_of_halfspaces, true, IN(plane_f), IN(plane_g), FIXED(made)),
        SUBJECT(shape3_box, false, IN(side), OUT(shape3)),
        SUBJECT(shape3_ellipsoid, true, IN(side), OUT(shape3)),
        SUBJECT(shape3_of_polyhedron, false, FIXED(cube), OPTIONAL(point), OUT(shape3)),
        SUBJECT(overlap_scratch_create, true, OUT(scratch)),
        SUBJECT(contact_of, false, IN(impact), OUT(contact)),
        SUBJECT(contact_check, false, IN(contact)),
        SUBJECT(contacts_of, true, IN(impacts), FIXED(static_outputs.array_[0]), FIXED(static_outputs.array_[1]),
                FIXED(static_outputs.array_[2]), FIXED(static_outputs.array_[3]), FIXED(static_outputs.array_[4]),
                OPTIONAL(static_outputs.bad_)),
        SUBJECT(law_of_call, false, FIXED(&caller), FIXED(&own_law)),
        SUBJECT(law_check, false, FIXED(law), IN(parameters)),
        SUBJECT(law_solve, false, FIXED(law), IN(parameters), IN(contact), OUT(outcome)),
        SUBJECT(law_solve_batch, true, FIXED(law), IN(numbers[0]), IN(numbers[1]), IN(numbers[2]), IN(numbers[3]),
                IN(numbers[4]), IN(parameters), FIXED(numbers), OPTIONAL(static_outputs.bad_)),
        SUBJECT(impacts_solve_batch, true, FIXED(law), IN(impacts), FIXED(numbers), FIXED(numbers),
                OPTIONAL(static_outputs.bad_)),
        SUBJECT(ellipse_of, false, IN(contact), OUT(ellipse)),
        SUBJECT(stick_friction_of, false, FIXED(law), IN(contact), IN(parameters), OUT(stick)),
        SUBJECT(bound_of, false, IN(impact), OUT(bound)),
        SUBJECT(contact3_check, false, IN(contact3)),
        SUBJECT(pair_check, false, IN(pair)),
        SUBJECT(law3_solve, false, FIXED(law3), IN(pair), IN(contact3), OPTIONAL(law3_options), OUT(outcome3)),
        SUBJECT(law3_solve_batch, true, FIXED(law3), IN(some_pairs), IN(some_contacts), OUT(outcome3),
                OPTIONAL(static_outputs.bad_)),
        SUBJECT(trace_of, true, IN(contact3), IN(pair), OUT(trace)),
        SUBJECT(contact3_of, false, FIXED(&ball), FIXED(&table), FIXED(&touch), OUT(contact3)),
        SUBJECT(scene_check, false, FIXED(&scene)),
        SUBJECT(scene_solve, false, FIXED(&scene), OUT(collision)),
        SUBJECT(scene_solve_rigid, false, FIXED(&scene), FIXED(&collision)),
        SUBJECT(scene_trace_of, true, FIXED(&scene), OUT(scene_trace)),
        SUBJECT(wrench_check, false, FIXED(&world.wrench)),
        SUBJECT(world_check, false, FIXED(&world)),
        SUBJECT(body_uniform, false, FIXED(&world.body)),
        SUBJECT(world_step, false, FIXED(&world), IN(state), OUT(state), OUT(report)),
        SUBJECT(world_run, false, FIXED(&world), IN(state), OPTIONAL(run_options), OUT(run)),
        SUBJECT(world3_check, false, FIXED(&world3)),
        SUBJECT(world3_place, false, FIXED(&world3), IN(state3)),
        SUBJECT(world3_run, false, FIXED(&world3), IN(state3), OPTIONAL(run3_options), OUT(run3)),
        SUBJECT(sample_of, false, IN(impact), {&velocity, sizeof velocity, true}, OUT(sample)),
        SUBJECT(sample_fit, false, FIXED(law), PART(samples[0], record), OPTIONAL(sample_options),
                OUT(sample_estimate)),
        SUBJECT(law_fit, true, FIXED(law), FIXED(samples), OPTIONAL(order), OPTIONAL(fit_options), OUT(estimate)),
        SUBJECT(dependence_fit, true, FIXED(law), FIXED(samples), FIXED(numbers[5]), OPTIONAL(order), FIXED(&covariate),
                OPTIONAL(fit_options), OUT(dependence)),
        SUBJECT(sample3_of, false, FIXED(&ball), IN(point), IN(velocity3), OUT(sample3)),
        SUBJECT(sample3_predict, false, FIXED(law3), IN(parameters), FIXED(samples3), OUT(velocity3)),
        SUBJECT(law3_fit, true, FIXED(law3), FIXED(samples3), {numbers[2], sizeof numbers[2], true}, OUT(estimate)),
    };
    memcpy(subjects, all, sizeof all);
    return sizeof all / sizeof *all;
}

/* Misuse -----------------------------------------------------------------------------------------------*/

static int failures;
static bool tells;

static void expect_refusal(const char *name, const char *how, routh_status status, const char *message) {
    const bool is_status = (int)status > 0 && (int)status < (int)ROUTH_STATUS_COUNT;
    if (tells || !is_status)
        printf("%s, %s: %s%s%s\n", name, how, routh_status_message(status), message && *message ? ": " : "",
               message ? message : "");
    failures += !is_status;
}

static size_t usual_count(const subject *s) {
    return strstr(s->name, "of_points") ? 8 : strstr(s->name, "halfspaces") ? 6 : strstr(s->name, "ellipsoid") ? 12 : 4;
}

static void call_with(const subject *s, void *const *p, size_t count, const char *how, bool must_fail) {
    routh_context context = routh_context_default();
    context.threads = 1;
    routh_status status = s->call(&context, p, count);
    if (tells && !must_fail)
        printf("%s, %s: %d %s\n", s->name, how, (int)status, context.message);
    if (must_fail)
        expect_refusal(s->name, how, status, context.message);
    status = s->call(NULL, p, count);
    if (must_fail)
        expect_refusal(s->name, how, status, NULL);
}

static void misuse(const subject *s) {
    void *p[MOST_POINTERS] = {NULL};
    char how[80];
    for (int i = 0; i < MOST_POINTERS; i++)
        p[i] = s->pointer[i].valid;
    const size_t usual = usual_count(s);
    call_with(s, p, usual, "as it should be", false);
    for (int i = 0; i < MOST_POINTERS && s->pointer[i].valid; i++) {
        p[i] = NULL;
        snprintf(how, sizeof how, "pointer %d NULL", i + 1);
        call_with(s, p, usual, how, !s->pointer[i].may_be_null);
        p[i] = s->pointer[i].valid;
    }
    static const double spoilt[] = {NAN, INFINITY, -INFINITY, -1, 0, DBL_MAX, -DBL_MAX, DBL_MIN, 1e300, 1e-300};
    for (int i = 0; i < MOST_POINTERS; i++)
        for (size_t at = 0; at + sizeof(double) <= s->pointer[i].size; at += sizeof(double))
            for (size_t k = 0; k < sizeof spoilt / sizeof *spoilt; k++) {
                double kept;
                char *place = (char *)s->pointer[i].valid + at;
                memcpy(&kept, place, sizeof kept);
                memcpy(place, &spoilt[k], sizeof kept);
                snprintf(how, sizeof how, "pointer %d, number %zu: %g", i + 1, at / sizeof kept, spoilt[k]);
                call_with(s, p, usual, how, false);
                memcpy(place, &kept, sizeof kept);
            }
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 3 + 2, SIZE_MAX / 8 + 2};
    for (size_t k = 0; s->counts && k < sizeof counts / sizeof *counts; k++) {
        snprintf(how, sizeof how, "%zu items", counts[k]);
        call_with(s, p, counts[k], how, true);
    }
}

/* Nothing to release, twice: no pointer, and a struct that is zero. */
static void release_nothing(void) {
#define NOTHING(type)                                                                                                  \
    routh_##type##_release(NULL, NULL);                                                                                \
    routh_##type##_release(NULL, &(routh_##type){0});
    NOTHING(findings)
    NOTHING(shape3)
    NOTHING(trace)
    NOTHING(collision)
    NOTHING(scene)
    NOTHING(scene_trace)
    NOTHING(run)
    NOTHING(run3)
    routh_polyhedron_release(NULL, NULL);
    routh_overlap_scratch_release(NULL, NULL);
}

static int show_list(size_t all) {
    for (size_t i = 0; i < all; i++) {
        int pointers = 0;
        while (pointers < MOST_POINTERS && subjects[i].pointer[pointers].valid)
            pointers++;
        printf("%s %d\n", subjects[i].name, pointers);
    }
    return puts("routh_interface_check 1") < 0; /* by itself in main */
}

int main(int count, char **words) {
    tells = count > 1 && strcmp(words[1], "-v") == 0;
    const char *only = count > 1 + tells ? words[1 + tells] : NULL;
    prepare();
    const size_t all = list_subjects();
    if (count > 1 && strcmp(words[1], "-l") == 0)
        return show_list(all);
    expect_refusal("routh_interface_check", "another header", routh_interface_check("0.1.0"), NULL);
    expect_refusal("routh_interface_check", "no header", routh_interface_check(NULL), NULL);
    if (routh_interface_check(ROUTH_CORE_INTERFACE) != ROUTH_OK)
        return 1;
    if (routh_scene_solve(NULL, &scene, 1e-10, &collision) != ROUTH_OK)
        return 1;
    for (size_t i = 0; i < all; i++) {
        fflush(stdout);
        if (!only || strcmp(only, subjects[i].name) == 0)
            misuse(&subjects[i]);
    }
    routh_collision_release(NULL, &collision);
    routh_shape3_release(NULL, &box);
    routh_polyhedron_release(NULL, cube);
    release_nothing();
    printf("%zu functions, %d calls that should have failed and did not\n", all, failures);
    return failures ? 1 : 0;
}
