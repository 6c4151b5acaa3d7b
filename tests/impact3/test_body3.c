/* Bodies and contacts: contact compliance is the change of velocity per impulse, momentum and energy are kept, and
 * nothing depends on how the world is turned.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../subject.h"
#include "bodies.h"
#include "impact3/impact3.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static const routh_freedom freedoms[] = {ROUTH_FREE, ROUTH_GUIDED, ROUTH_FIXED};

/* Two random bodies of each pairing of freedoms in turn, and a contact. */
static routh_scene random_pair(routh_random *random, int turn_number, routh_body3 body[2],
                               routh_scene_contact *scene_contact) {
    for (int s = 0; s < 2; s++) {
        body[s] = random_solid(random);
        set_freedom(&body[s], freedoms[(s ? turn_number / 3 : turn_number) % 3]);
    }
    *scene_contact = random_meeting(random, 0, 1);
    return (routh_scene){.body = body, .body_count = 2, .contact = scene_contact, .contact_count = 1};
}

/* m = r = 1: 1 + 1/0.4 along the table, 1 across. */
static void a_ball_on_a_table_has_seven_halves(void **state) {
    (void)state;
    const double masses[] = {1, 0.17, 250}, radii[] = {1, 0.028, 3};
    for (int i = 0; i < 3; i++) {
        routh_body3 a = ball("ball", masses[i], radii[i]), b = table_top();
        routh_scene_contact scene_contact = routh_scene_contact_default();
        a.position[2] = radii[i];
        a.velocity[2] = -2;
        a.spin[1] = 3;
        routh_contact3 contact;
        assert_int_equal(routh_contact3_of(NULL, &a, &b, &scene_contact, &contact), ROUTH_OK);
        const double diagonal[3] = {3.5, 3.5, 1};
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                assert_near(contact.w[k][l] * masses[i], (k == l) * diagonal[k], 1e-15);
        /* the lowest point of a ball that turns about +y moves towards −x */
        assert_near(contact.v[0], -3 * radii[i], 1e-15);
        assert_true(contact.v[1] == 0 && contact.v[2] == -2);
    }
}

static void axes_are_a_right_handed_frame_about_the_normal(void **state) {
    (void)state;
    routh_random random = routh_random_seed(1, 0);
    for (int i = 0; i < 1000; i++) {
        double normal[3], axes[3][3], w[3];
        draw(&random, normal, 3);
        const double size = pow(10, routh_random_uniform(&random, -80, 80)), length = sqrt(dot(normal, normal));
        const double scaled[3] = {size * normal[0], size * normal[1], size * normal[2]};
        routh_contact3_axes(scaled, axes);
        cross(axes[2], axes[0], w);
        for (int k = 0; k < 3; k++) {
            assert_near(axes[2][k], normal[k] / length, 1e-15);
            assert_near(axes[1][k], w[k], 1e-15);
            for (int l = 0; l < 3; l++)
                assert_near(dot(axes[k], axes[l]), k == l, 1e-15);
        }
        int least = 0;
        for (int k = 1; k < 3; k++)
            least = fabs(normal[k]) < fabs(normal[least]) ? k : least;
        assert_true(axes[0][least] > 0 && fabs(axes[1][least]) < 1e-15);
    }
    const double up[3] = {0, 0, 7};
    double axes[3][3];
    routh_contact3_axes(up, axes);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            assert_true(axes[k][l] == (k == l));
}

/* Velocities before and after a unit impulse along each axis, computed here from V + ω × r. */
static void compliance_is_the_change_of_velocity_per_impulse(void **state) {
    (void)state;
    routh_random random = routh_random_seed(2, 0);
    for (int i = 0; i < 900; i++) {
        routh_body3 body[2];
        routh_scene_contact scene_contact;
        const routh_scene scene = random_pair(&random, i, body, &scene_contact);
        double w[3][3], before[3], after[3];
        routh_coupling(&scene, 0, 0, w);
        relative_velocity(&body[0], &body[1], &scene_contact, before);
        for (int l = 0; l < 3; l++) {
            routh_body3 pushed[2] = {body[0], body[1]};
            const double p[3] = {l == 0, l == 1, l == 2};
            routh_contact3_apply(&pushed[0], &pushed[1], &scene_contact, p);
            relative_velocity(&pushed[0], &pushed[1], &scene_contact, after);
            for (int k = 0; k < 3; k++) {
                assert_near(after[k] - before[k], w[k][l], 1e-12 * (1 + fabs(w[k][k]) + fabs(w[l][l])));
                assert_true(w[k][l] == w[l][k]);
            }
        }
        double v[3];
        routh_contact_velocity(&scene, 0, v);
        for (int k = 0; k < 3; k++)
            assert_near(v[k], before[k], 1e-14);
    }
}

/* An impulse p at r changes m V by p and R I Rᵀ ω by r × p: the tensor itself, not its inverse. */
static void an_impulse_changes_momentum_by_itself(void **state) {
    (void)state;
    routh_random random = routh_random_seed(3, 0);
    for (int i = 0; i < 300; i++) {
        routh_body3 a = random_solid(&random), b = random_solid(&random);
        const routh_body3 before[2] = {a, b};
        const routh_scene_contact scene_contact = random_meeting(&random, 0, 1);
        double axes[3][3], p[3], world[3] = {0};
        draw(&random, p, 3);
        routh_contact3_axes(scene_contact.normal, axes);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                world[l] += p[k] * axes[k][l];
        routh_contact3_apply(&a, &b, &scene_contact, p);
        const routh_body3 *after[2] = {&a, &b};
        for (int s = 0; s < 2; s++) {
            double r[3], moment[3], then[3], now[3];
            for (int k = 0; k < 3; k++)
                r[k] = scene_contact.point[k] - before[s].position[k];
            cross(r, world, moment);
            own_angular_momentum(&before[s], then);
            own_angular_momentum(after[s], now);
            for (int k = 0; k < 3; k++) {
                const double sign = s ? -1 : 1;
                assert_near(before[s].mass * (after[s]->velocity[k] - before[s].velocity[k]), sign * world[k], 1e-14);
                assert_near(now[k] - then[k], sign * moment[k], 1e-13);
            }
        }
    }
}

/* ΔT = pᵀ v + ½ pᵀ W p for any impulse, whatever the bodies' freedom. */
static void energy_changes_by_the_work_of_the_impulse(void **state) {
    (void)state;
    routh_random random = routh_random_seed(4, 0);
    for (int i = 0; i < 900; i++) {
        routh_body3 body[2];
        routh_scene_contact scene_contact;
        const routh_scene scene = random_pair(&random, i, body, &scene_contact);
        double w[3][3], v[3], p[3];
        draw(&random, p, 3);
        routh_coupling(&scene, 0, 0, w);
        routh_contact_velocity(&scene, 0, v);
        double work = dot(p, v);
        for (int k = 0; k < 3; k++)
            work += 0.5 * p[k] * dot(w[k], p);
        const double before = routh_body3_energy(&body[0]) + routh_body3_energy(&body[1]);
        routh_contact3_apply(&body[0], &body[1], &scene_contact, p);
        const double after = routh_body3_energy(&body[0]) + routh_body3_energy(&body[1]);
        assert_near(after - before, work, 1e-13 * (1 + before + after));
    }
}

static void guided_and_fixed_bodies_keep_to_their_freedom(void **state) {
    (void)state;
    routh_random random = routh_random_seed(5, 0);
    for (int i = 0; i < 100; i++) {
        routh_body3 cue = random_solid(&random), wall = random_solid(&random);
        set_freedom(&cue, ROUTH_GUIDED);
        set_freedom(&wall, ROUTH_FIXED);
        const routh_body3 before = cue, wall_before = wall;
        routh_scene_contact scene_contact = random_meeting(&random, 0, 1);
        routh_body3 body[2] = {cue, wall};
        const routh_scene scene = {.body = body, .body_count = 2, .contact = &scene_contact, .contact_count = 1};
        double w[3][3], axes[3][3], p[3], lateral[3];
        routh_coupling(&scene, 0, 0, w);
        routh_contact3_axes(scene_contact.normal, axes);
        const double length = sqrt(dot(cue.axis, cue.axis));
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                assert_near(w[k][l], dot(axes[k], cue.axis) * dot(axes[l], cue.axis) / (length * length * cue.mass),
                            1e-14);
        draw(&random, p, 3);
        routh_contact3_apply(&cue, &wall, &scene_contact, p);
        const double change[3] = {cue.velocity[0] - before.velocity[0], cue.velocity[1] - before.velocity[1],
                                  cue.velocity[2] - before.velocity[2]};
        cross(change, cue.axis, lateral);
        assert_true(sqrt(dot(lateral, lateral)) < 1e-14);
        assert_memory_equal(cue.spin, before.spin, sizeof cue.spin);
        assert_memory_equal(&wall, &wall_before, sizeof wall);
        assert_true(routh_body3_energy(&wall) == 0);
    }
    /* 2 kg at 3 m/s along the axis; what is across does not count */
    routh_body3 cue = named("cue");
    cue.freedom = ROUTH_GUIDED;
    cue.mass = 2;
    cue.axis[0] = -5;
    cue.velocity[0] = 3;
    cue.velocity[1] = 100;
    assert_near(routh_body3_energy(&cue), 9, 1e-15);
}

/* Four contacts of four bodies: 0–1, 1–2, 2–1 (sides swapped), 3–0. */
static void couplings_carry_through_shared_bodies_only(void **state) {
    (void)state;
    routh_random random = routh_random_seed(6, 0);
    const size_t sides[4][2] = {{0, 1}, {1, 2}, {2, 1}, {3, 0}};
    for (int round = 0; round < 100; round++) {
        routh_body3 body[4];
        routh_scene_contact scene_contact[4];
        for (int s = 0; s < 4; s++) {
            body[s] = random_solid(&random);
            scene_contact[s] = random_meeting(&random, sides[s][0], sides[s][1]);
        }
        set_freedom(&body[3], ROUTH_GUIDED);
        const routh_scene scene = {.body = body, .body_count = 4, .contact = scene_contact, .contact_count = 4};
        for (size_t j = 0; j < 4; j++)
            for (int l = 0; l < 3; l++) {
                routh_body3 pushed[4];
                memcpy(pushed, body, sizeof pushed);
                const double p[3] = {l == 0, l == 1, l == 2};
                routh_contact3_apply(&pushed[sides[j][0]], &pushed[sides[j][1]], &scene_contact[j], p);
                for (size_t i = 0; i < 4; i++) {
                    double w[3][3], transposed[3][3], before[3], after[3];
                    routh_coupling(&scene, i, j, w);
                    routh_coupling(&scene, j, i, transposed);
                    relative_velocity(&body[sides[i][0]], &body[sides[i][1]], &scene_contact[i], before);
                    relative_velocity(&pushed[sides[i][0]], &pushed[sides[i][1]], &scene_contact[i], after);
                    for (int k = 0; k < 3; k++) {
                        assert_near(after[k] - before[k], w[k][l], 1e-11);
                        assert_true(w[k][l] == transposed[l][k]);
                    }
                }
            }
        double apart[3][3];
        routh_coupling(&scene, 3, 1, apart);
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                assert_true(apart[k][l] == 0);
    }
}

static void turn_solid(const double q[4], routh_body3 *body) {
    const routh_body3 before = *body;
    turn(q, 1, before.position, body->position);
    turn(q, 1, before.velocity, body->velocity);
    turn(q, 1, before.spin, body->spin);
    turn(q, 1, before.axis, body->axis);
    quaternion_product(q, before.orientation, body->orientation);
}

/* Contact axes turn with the world but for a turn about the normal: compare Σ W_kl d_k d_lᵀ and Σ v_k d_k. */
static void nothing_depends_on_how_the_world_is_turned(void **state) {
    (void)state;
    routh_random random = routh_random_seed(7, 0);
    for (int i = 0; i < 900; i++) {
        routh_body3 body[2];
        routh_scene_contact scene_contact;
        const routh_scene scene = random_pair(&random, i, body, &scene_contact);
        double q[4], w[2][3][3], v[2][3], axes[2][3][3], direction[3];
        draw(&random, q, 4);
        routh_coupling(&scene, 0, 0, w[0]);
        routh_contact_velocity(&scene, 0, v[0]);
        routh_contact3_axes(scene_contact.normal, axes[0]);
        const double energy = routh_body3_energy(&body[0]);

        const routh_scene_contact before = scene_contact;
        turn(q, 1, before.point, scene_contact.point);
        turn(q, 1, before.normal, scene_contact.normal);
        turn_solid(q, &body[0]);
        turn_solid(q, &body[1]);
        routh_coupling(&scene, 0, 0, w[1]);
        routh_contact_velocity(&scene, 0, v[1]);
        routh_contact3_axes(scene_contact.normal, axes[1]);
        assert_near(routh_body3_energy(&body[0]), energy, 1e-13 * (1 + energy));

        /* the old axes, turned, seen from the new ones */
        double change[3][3];
        for (int k = 0; k < 3; k++) {
            turn(q, 1, axes[0][k], direction);
            for (int l = 0; l < 3; l++)
                change[l][k] = dot(axes[1][l], direction);
        }
        const double size = fabs(w[0][0][0]) + fabs(w[0][1][1]) + fabs(w[0][2][2]);
        for (int k = 0; k < 3; k++) {
            assert_near(dot(change[k], v[0]), v[1][k], 1e-13);
            for (int l = 0; l < 3; l++) {
                double sum = 0;
                for (int m = 0; m < 3; m++)
                    sum += change[k][m] * dot(w[0][m], change[l]);
                assert_near(sum, w[1][k][l], 1e-12 * (1 + size));
            }
        }
    }
}

/* A ball that rolls on an inclined table far from the origin: its lowest point is at rest, to the bit. */
static void rest_is_rest_in_spite_of_rounding(void **state) {
    (void)state;
    routh_random random = routh_random_seed(8, 0);
    for (int i = 0; i < 1000; i++) {
        routh_body3 body[2] = {ball("ball", 0.17, 0.028), table_top()};
        routh_scene_contact scene_contact = random_meeting(&random, 0, 1);
        double axes[3][3], arm[3], v[3];
        routh_contact3_axes(scene_contact.normal, axes);
        for (int k = 0; k < 3; k++) {
            scene_contact.point[k] *= 10;
            body[0].position[k] = scene_contact.point[k] + 0.028 * axes[2][k];
            arm[k] = 0.028 * axes[2][k];
        }
        draw(&random, body[0].spin, 3);
        cross(body[0].spin, arm, body[0].velocity);
        const routh_scene scene = {.body = body, .body_count = 2, .contact = &scene_contact, .contact_count = 1};
        routh_contact_velocity(&scene, 0, v);
        assert_true(v[0] == 0 && v[1] == 0 && v[2] == 0);
        for (int k = 0; k < 3; k++)
            body[0].velocity[k] -= 1e-9 * axes[2][k];
        routh_contact_velocity(&scene, 0, v);
        assert_near(v[2], -1e-9, 1e-14);
    }
}

SUBJECT(body3) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_on_a_table_has_seven_halves),
        cmocka_unit_test(axes_are_a_right_handed_frame_about_the_normal),
        cmocka_unit_test(compliance_is_the_change_of_velocity_per_impulse),
        cmocka_unit_test(an_impulse_changes_momentum_by_itself),
        cmocka_unit_test(energy_changes_by_the_work_of_the_impulse),
        cmocka_unit_test(guided_and_fixed_bodies_keep_to_their_freedom),
        cmocka_unit_test(couplings_carry_through_shared_bodies_only),
        cmocka_unit_test(nothing_depends_on_how_the_world_is_turned),
        cmocka_unit_test(rest_is_rest_in_spite_of_rounding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
