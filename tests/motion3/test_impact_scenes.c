/* Impacts at one contact against the law itself, and at several: random scenes for energy and closing, and closed forms.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "base/context.h"
#include "impact3/impact3.h"
#include "worlds3.h"

/* A single impact of a run is the law's answer to the contact of a body and a fixed one. */
static void one_contact_is_the_law(void **state) {
    (void)state;
    routh_random random = routh_random_seed(185, 0);
    const routh_plane3 floor = routh_plane3_default();
    double worst = 0;
    int impacts = 0;
    const int trials = effort(20, 200, 5000);
    for (int trial = 0; trial < trials; trial++) {
        routh_shape3 shape = random_polyhedron(&random);
        routh_world3 world = routh_world3_of(&shape, drawn(&random, 0.1, 1));
        world.plane = &floor;
        world.plane_count = 1;
        world.rounding = shape.thickness * drawn(&random, 0, 0.3);
        world.surface.law = routh_law3_at(routh_random_index(&random, ROUTH_LAWS3));
        world.surface.pair.mu = drawn(&random, 0, 1);
        world.surface.pair.eps = drawn(&random, 0.1, 0.7);
        world.surface.eps_slope = drawn(&random, -0.1, 0.1);
        routh_state3 start = state_at(0, 0, 0.4);
        draw_orientation(&random, start.orientation);
        draw_vector(&random, 2, start.velocity.velocity);
        draw_vector(&random, 15, start.velocity.spin);
        routh_run3_options options = routh_run3_options_default();
        options.together = 0;
        routh_run3 run = run_of(&world, &start, &options);
        for (size_t i = 0; i < run.record_count && i < 3; i++) {
            const routh_run3_record *r = &run.record[i];
            if (r->contacts != 1)
                continue;
            routh_body3 body = routh_body3_default(), fixed = routh_body3_default();
            fixed.freedom = ROUTH_FIXED;
            body.mass = world.mass;
            memcpy(body.inertia, world.inertia, sizeof body.inertia);
            memcpy(body.position, r->position, sizeof body.position);
            memcpy(body.orientation, r->orientation, sizeof body.orientation);
            memcpy(body.velocity, r->before.velocity, sizeof body.velocity);
            memcpy(body.spin, r->before.spin, sizeof body.spin);
            routh_scene_contact scene = routh_scene_contact_default();
            scene.a = 0, scene.b = 1;
            memcpy(scene.point, r->point, sizeof scene.point);
            memcpy(scene.normal, (const double[3]){0, 0, 1}, sizeof scene.normal);
            routh_contact3 contact;
            routh_outcome3 outcome;
            assert_int_equal(routh_contact3_of(NULL, &body, &fixed, &scene, &contact), ROUTH_OK);
            routh_pair pair = world.surface.pair;
            pair.eps = fmin(fmax(pair.eps + world.surface.eps_slope * log(-contact.v[2]), 0), 1);
            assert_true(fabs(contact.v[2] + r->speed) < 1e-9);
            assert_int_equal(routh_law3_solve(NULL, world.surface.law, &pair, &contact, NULL, &outcome), ROUTH_OK);
            routh_contact3_apply(&body, &fixed, &scene, outcome.p);
            worst = fmax(worst, distance_between(body.velocity, r->after.velocity));
            worst = fmax(worst, distance_between(body.spin, r->after.spin) * shape.radius);
            impacts++;
        }
        routh_run3_release(NULL, &run);
        routh_shape3_release(NULL, &shape);
    }
    print_message("%d impacts at one contact: velocities to %.1e m/s\n", impacts, worst);
    assert_true(impacts > trials);
    assert_true(worst < 1e-9);
}

/* A body with any inertia in the air, and contacts at its corners: with one floor, or with several planes. */
typedef struct scene {
    routh_shape3 shape;
    routh_world3 world;
    routh_plane3 floor;
    routh_stage3 stage;
    routh_state3 state;
    routh_touch3 touch[6];
    size_t count;
} scene;

static void draw_scene(routh_random *random, scene *s) {
    s->shape = random_polyhedron(random);
    s->floor = routh_plane3_default();
    s->world = routh_world3_of(&s->shape, drawn(random, 0.1, 1));
    s->world.plane = &s->floor;
    s->world.plane_count = 1;
    if (drawn(random, 0, 1) < 0.7)
        draw_inertia(random, s->world.mass * s->shape.radius * s->shape.radius / 3, s->world.inertia);
    s->world.surface.pair.mu = drawn(random, 0, 1) < 0.1 ? 0 : drawn(random, 0, 2);
    s->world.surface.pair.eps = drawn(random, 0, 1) < 0.2 ? (double)routh_random_index(random, 2) : drawn(random, 0, 1);
    s->state = state_at(0, 0, 0);
    draw_orientation(random, s->state.orientation);
    draw_vector(random, drawn(random, 0.1, 5), s->state.velocity.velocity);
    draw_vector(random, drawn(random, 0, 50), s->state.velocity.spin);
    s->count = 2 + routh_random_index(random, 5);
    const bool flat = drawn(random, 0, 1) < 0.5;
    double normal[3], fastest = 0;
    draw_vector(random, 1, normal);
    for (size_t i = 0; i < s->count; i++) {
        routh_touch3 *t = &s->touch[i];
        double across[3];
        if (!flat)
            draw_vector(random, 1, normal);
        *t = (routh_touch3){.name = (unsigned)i};
        memcpy(t->normal, normal, sizeof normal);
        draw_vector(random, s->shape.radius, t->arm);
        const double under = routh_dot3(t->arm, normal);
        for (int c = 0; c < 3 && flat; c++) /* into the plane below */
            t->arm[c] -= (under + 0.5 * s->shape.radius) * normal[c];
        routh_cross3(s->state.velocity.spin, t->arm, across);
        t->rate = routh_dot3(normal, s->state.velocity.velocity) + routh_dot3(normal, across);
        fastest = fmin(fastest, t->rate);
    }
    if (fastest >= -0.05) /* nothing closes: turn the motion round */
        for (int c = 0; c < 3; c++) {
            s->state.velocity.velocity[c] = -s->state.velocity.velocity[c] - 0.2 * s->touch[0].normal[c];
            s->state.velocity.spin[c] = -s->state.velocity.spin[c];
        }
    for (size_t i = 0; i < s->count; i++) {
        double across[3];
        routh_cross3(s->state.velocity.spin, s->touch[i].arm, across);
        s->touch[i].rate =
            routh_dot3(s->touch[i].normal, s->state.velocity.velocity) + routh_dot3(s->touch[i].normal, across);
    }
    assert_int_equal(routh_stage3_open(NULL, &s->world, &s->stage), ROUTH_OK);
}

static void release_scene(scene *s) {
    routh_stage3_close(NULL, &s->stage);
    routh_shape3_release(NULL, &s->shape);
}

static double speed_of(const routh_velocity3 *v, double size) {
    return routh_length3(v->velocity) + size * routh_length3(v->spin);
}

/* How far contacts are from Signorini's and Coulomb's conditions, as a share of the speed. */
static double off_the_law(const scene *s, const routh_cone3 *cone, double speed) {
    double off = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct routh_cone3_contact *c = &cone->contact[i];
        const double push = c->w[2][2] / speed; /* impulse to share of the speed */
        double v[3];
        routh_cone3_velocity(c, &s->state.velocity, v);
        const double slip = hypot(v[0], v[1]), friction = hypot(c->p[0], c->p[1]);
        off = fmax(off, fmax(-v[2] / speed, -push * c->p[2]));
        off = fmax(off, fmin(fabs(v[2]) / speed, push * c->p[2]));
        off = fmax(off, push * (friction - c->mu * c->p[2]));
        /* below its limit: no slip; slip: against it, p_t |v_t| + μ p_n v_t = 0 */
        for (int k = 0; k < 2; k++)
            off = fmax(off, fabs(c->p[k] * slip + c->mu * c->p[2] * v[k]) * push / speed);
    }
    return off;
}

/* The cones of random scenes obey Coulomb's law where the rounds settle. Where they do not, it is by little as a rule. */
static void cones_obey_coulomb(void **state) {
    (void)state;
    routh_random random = routh_random_seed(187, 0);
    double worst = 0;
    int unsettled = 0, far_off = 0;
    const int trials = effort(500, 3000, 100000);
    for (int trial = 0; trial < trials; trial++) {
        scene s;
        routh_cone3 cone;
        draw_scene(&random, &s);
        const double speed = speed_of(&s.state.velocity, s.stage.size);
        routh_cone3_of(&s.stage, &s.state, s.touch, s.count, s.world.surface.pair.mu, &cone);
        const bool settles = routh_cone3_solve(&cone, 1e-11, &s.state.velocity) > 0;
        const double off = off_the_law(&s, &cone, speed);
        worst = settles ? fmax(worst, off) : worst;
        unsettled += !settles;
        far_off += off > 1e-3;
        release_scene(&s);
    }
    print_message(
        "%d scenes: conditions of Coulomb and Signorini to %.1e; %d did not settle, of these %d are more than "
        "1e-3 off\n",
        trials, worst, unsettled, far_off);
    assert_true(worst < 1e-6); /* rounds end at changes of 1e-11; slow ones have thousands of these ahead */
    assert_true(unsettled < trials / 20);
    assert_true(far_off < trials / 50);
}

/* Energy never rises, and no contact closes afterwards. Counts those where it does. */
static void random_scenes(routh_several several, int trials, double closes_at_most, int fails_at_most) {
    routh_random random = routh_random_seed(186, several);
    double most_gain = -1, most_closing = 0;
    int gains = 0, closes = 0, fails = 0, scenes = 0;
    for (int trial = 0; trial < trials; trial++) {
        scene s;
        draw_scene(&random, &s);
        s.world.surface.several = several;
        const double before = routh_stage3_kinetic(&s.stage, &s.state),
                     speed = speed_of(&s.state.velocity, s.stage.size);
        bool closing = false;
        for (size_t i = 0; i < s.count; i++)
            closing = closing || s.touch[i].rate < -1e-6;
        if (closing) {
            scenes++;
            routh_context context = routh_context_default();
            if (routh_impact3_apply(&context, &s.stage, &s.world.surface, 1e-6, s.touch, s.count, &s.state) !=
                ROUTH_OK) {
                print_message("trial %d, mu %.3g, e %.3g: %s\n", trial, s.world.surface.pair.mu,
                              s.world.surface.pair.eps, context.message);
                fails++;
            } else {
                const double gain = routh_stage3_kinetic(&s.stage, &s.state) / before - 1;
                double closes_by = 0;
                for (size_t i = 0; i < s.count; i++) {
                    double across[3];
                    routh_cross3(s.state.velocity.spin, s.touch[i].arm, across);
                    const double rate = routh_dot3(s.touch[i].normal, s.state.velocity.velocity) +
                                        routh_dot3(s.touch[i].normal, across);
                    closes_by = fmax(closes_by, -rate / speed);
                }
                gains += gain > (several == ROUTH_SPRINGS ? 1e-8 : 1e-12); /* springs are integrated to 1e-8 */
                closes += closes_by > closes_at_most;
                most_gain = fmax(most_gain, gain);
                most_closing = fmax(most_closing, closes_by);
            }
        }
        release_scene(&s);
    }
    print_message(
        "%s: %d scenes, %d gain energy (at most %.1e of it), %d contacts close (at most %.1e of the speed), %d "
        "fail\n",
        routh_name(&routh_severals, several), scenes, gains, most_gain, closes, most_closing, fails);
    assert_int_equal(gains, 0);
    assert_int_equal(closes, 0);
    assert_true(fails <= fails_at_most);
}

static void scenes_together(void **state) {
    (void)state;
    random_scenes(ROUTH_TOGETHER, effort(500, 5000, 100000), 1e-8, 0);
}

static void scenes_in_turn(void **state) {
    (void)state;
    random_scenes(ROUTH_IN_TURN, effort(200, 2000, 100000), 1e-8, 0);
}

static void scenes_with_springs(void **state) {
    (void)state;
    /* springs that lose nothing may go on without end between planes that wedge a body in: one scene of some hundred */
    const int trials = effort(20, 100, 5000);
    random_scenes(ROUTH_SPRINGS, trials, 1e-6, 1 + trials / 100);
}

SLOW_SUBJECT(impact_scenes) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_contact_is_the_law), cmocka_unit_test(cones_obey_coulomb),
        cmocka_unit_test(scenes_together),        cmocka_unit_test(scenes_in_turn),
        cmocka_unit_test(scenes_with_springs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
