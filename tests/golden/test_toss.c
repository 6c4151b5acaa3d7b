/* Generated tosses, written as a laboratory would write them, read by the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../subject.h"
#include "golden.h"

#include "../segment/generated_tosses.h"

enum { TOSSES = 36 };

static void write_tosses(const char *folder) {
    const toss_truth truth = usual_truth();
    routh_dataset3 tosses = generate_tosses(&truth, TOSSES, NULL);
    assert_int_equal(mkdir(folder, 0700), 0);
    for (size_t i = 0; i < tosses.trajectory_count; i++) {
        const routh_trajectory3 *t = &tosses.trajectory[i];
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, t->name);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs("px,py,pz,qw,qx,qy,qz\n", file);
        for (size_t k = 0; k < t->count; k++)
            fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", t->position[k][0], t->position[k][1],
                    t->position[k][2], t->orientation[k][0], t->orientation[k][1], t->orientation[k][2],
                    t->orientation[k][3]);
        assert_int_equal(fclose(file), 0);
    }
    routh_dataset3_release(NULL, &tosses);
}

/* The search that fits laws uses no derivatives; its last step limits the precision. */
static void tosses(void **state) {
    (void)state;
    write_tosses("in");
    expect_golden("tosses", printed("toss in --unit 1 --bootstrap 4 --json"), 1e-6);
}

SLOW_SUBJECT(toss) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(tosses, enter_scratch, leave_golden)};
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
