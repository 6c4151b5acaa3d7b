/* The sweep of a shot's unmeasured constants: its middle is the shot itself, its other rows are shots with those constants.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "papers.h"

#include "../subject.h"

/* Solved without the study. */
static void expect_row(const masse_sweep *study, const masse_sweep_row *row) {
    masse_constants constants = study->constants;
    constants.table_stiffness = row->stiffness;
    constants.tip.eta2 = row->tip_eta2;
    constants.table.eta2 = row->table_eta2;
    masse_result struck;
    masse_path path;
    assert_int_equal(masse_solve(NULL, &constants, &study->shot, &struck), ROUTH_OK);
    assert_int_equal(masse_path_of(NULL, &constants, &struck.ball, &path), ROUTH_OK);
    assert_memory_equal(row->velocity, struck.ball.velocity, sizeof row->velocity);
    assert_memory_equal(row->spin, struck.ball.spin, sizeof row->spin);
    assert_memory_equal(row->rest, path.piece[path.count - 1].ball.position, sizeof row->rest);
    masse_path_release(&path);
}

static void the_middle_is_the_shot_itself(void **state) {
    (void)state;
    masse_constants constants = masse_constants_default();
    constants.table_stiffness = 7;
    constants.tip.eta2 = routh_eta2_of_poisson(0.2);
    masse_shot shot = masse_shot_default();
    shot.ball_position[0] = 0.3;
    shot.ball_velocity[1] = -0.2;
    masse_sweep study;
    assert_int_equal(masse_sweep_run(NULL, &constants, &shot, 5, &study), ROUTH_OK);
    const masse_sweep_row *middle = &study.row[12];
    assert_true(middle->stiffness == 7 && middle->tip_eta2 == constants.tip.eta2);
    assert_true(middle->table_eta2 == constants.table.eta2 && middle->away == 0);
    double farthest = 0;
    for (size_t i = 0; i < 25; i++) {
        expect_row(&study, &study.row[i]);
        farthest =
            fmax(farthest, hypot(study.row[i].rest[0] - middle->rest[0], study.row[i].rest[1] - middle->rest[1]));
    }
    assert_true(study.away_both == farthest && study.away_stiffness <= farthest && study.away_eta2 <= farthest);
    /* from a tenth to ten times, from ν = 0 to 0.5 */
    assert_true(fabs(study.row[0].stiffness - 0.7) < 1e-12 && fabs(study.row[24].stiffness - 70) < 1e-10);
    assert_true(study.row[0].tip_eta2 == 1 && study.row[24].table_eta2 == 1.5);
}

static void nonsense_is_refused(void **state) {
    (void)state;
    masse_constants constants = masse_constants_default();
    const masse_shot shot = masse_shot_default();
    routh_context context = routh_context_default();
    masse_sweep study;
    static const size_t bad[] = {0, 1, 4, 53};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(masse_sweep_run(&context, &constants, &shot, bad[i], &study), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message, "massé: 53 values of each constant: an odd number from 3 to 51 is allowed");
    constants.table.eps = 1; /* hops for ever */
    assert_int_equal(masse_sweep_run(&context, &constants, &shot, 3, &study), ROUTH_NOT_ENDED);
    constants.ball_mass = -1;
    assert_int_equal(masse_sweep_run(&context, &constants, &shot, 3, &study), ROUTH_BAD_ARGUMENT);
}

SUBJECT(masse_sweep) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_is_the_shot_itself),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
