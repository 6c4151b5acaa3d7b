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

#include <routh/study.h>

#include "../subject.h"

/* Solved without the study. */
static void expect_row(const routh_shot_study *study, const routh_shot_study_row *row) {
    routh_billiards billiards = study->billiards;
    billiards.table_stiffness = row->stiffness;
    billiards.tip.eta2 = row->tip_eta2;
    billiards.table.eta2 = row->table_eta2;
    routh_shot_result struck;
    routh_ball_path path;
    assert_int_equal(routh_shot_solve(NULL, &billiards, &study->shot, &struck), ROUTH_OK);
    assert_int_equal(routh_ball_path_of(NULL, &billiards, &struck.ball, &path), ROUTH_OK);
    assert_memory_equal(row->velocity, struck.ball.velocity, sizeof row->velocity);
    assert_memory_equal(row->spin, struck.ball.spin, sizeof row->spin);
    assert_memory_equal(row->rest, path.piece[path.count - 1].ball.position, sizeof row->rest);
    routh_ball_path_release(NULL, &path);
}

static void the_middle_is_the_shot_itself(void **state) {
    (void)state;
    routh_billiards billiards = routh_billiards_default();
    billiards.table_stiffness = 7;
    billiards.tip.eta2 = routh_eta2_of_poisson(0.2);
    routh_shot shot = routh_shot_masse();
    shot.ball_position[0] = 0.3;
    shot.ball_velocity[1] = -0.2;
    routh_shot_study study;
    assert_int_equal(routh_shot_study_run(NULL, &billiards, &shot, 5, &study), ROUTH_OK);
    const routh_shot_study_row *middle = &study.row[12];
    assert_true(middle->stiffness == 7 && middle->tip_eta2 == billiards.tip.eta2);
    assert_true(middle->table_eta2 == billiards.table.eta2 && middle->away == 0);
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
    routh_shot_study_release(NULL, &study);
}

static void nonsense_is_refused(void **state) {
    (void)state;
    routh_billiards billiards = routh_billiards_default();
    const routh_shot shot = routh_shot_masse();
    routh_context context = routh_context_default();
    routh_shot_study study;
    static const size_t bad[] = {0, 1, 4, 53};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(routh_shot_study_run(&context, &billiards, &shot, bad[i], &study), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message,
                        "shot study: 53 values of each constant: an odd number from 3 to 51 is allowed");
    billiards.table.eps = 1; /* hops for ever */
    assert_int_equal(routh_shot_study_run(&context, &billiards, &shot, 3, &study), ROUTH_NOT_ENDED);
    billiards.ball_mass = -1;
    assert_int_equal(routh_shot_study_run(&context, &billiards, &shot, 3, &study), ROUTH_BAD_MASS);
}

SUBJECT(shot_study) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_is_the_shot_itself),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
