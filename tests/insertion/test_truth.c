/* A motion of the whole object, however large, is taken out before truth and estimate are compared; what the parts do
 * on their own is not.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <routh/insertion.h>
#include <routh/simulate.h>

#include "../subject.h"
#include "close.h"
#include "geometry/polyhedron.h"
#include "study/insertion_truth.h"

/* The guides' centres, from the scene; a turn by `angle` about X and a shift moves each along its own axis. */
static double moved(const routh_assembly *assembly, const routh_displacement *d, double y, double z, double angle) {
    if (d->kind == ROUTH_DISPLACE_OFFSET)
        return 0;
    if (d->kind == ROUTH_DISPLACE_TURN)
        return angle * d->axis[0];
    const routh_part *part = &assembly->object[0].part[d->part];
    double centroid[3], centre[3];
    routh_polyhedron_centroid(part->shape, centroid);
    routh_pose3_point(&part->place, centroid, centre);
    return d->axis[1] * (y - angle * centre[2]) + d->axis[2] * (z + angle * centre[1]);
}

static void test_common_motion(void **state) {
    (void)state;
    const routh_vguides guides = routh_vguides_default();
    routh_assembly assembly;
    assert_int_equal(routh_vguides_assembly(NULL, &guides, &assembly), ROUTH_OK);
    double displacement[16], x[16], error[16], aligned[16];
    assert_true(assembly.count <= 16);
    for (size_t j = 0; j < assembly.count; j++) {
        displacement[j] = 1e-5 * (double)(j * j % 7) - 2e-5;
        x[j] = displacement[j] + moved(&assembly, &assembly.displacement[j], 3e-4, -2e-4, 1e-3);
        error[j] = 1e-6 * (double)(j + 1);
    }
    const routh_insertion_truth truth = {.count = assembly.count, .displacement = displacement};
    assert_int_equal(routh_insertion_truth_align(NULL, &assembly, &truth, x, error, aligned), ROUTH_OK);
    for (size_t j = 0; j < assembly.count; j++)
        assert_close(aligned[j], x[j], 1e-12);

    /* guide 2 alone moves by 1e-4 m: that must not vanish */
    x[2] += 1e-4;
    assert_int_equal(routh_insertion_truth_align(NULL, &assembly, &truth, x, error, aligned), ROUTH_OK);
    double left = 0;
    for (size_t j = 0; j < assembly.count; j++)
        left = fmax(left, fabs(aligned[j] - x[j]));
    assert_true(left > 1e-5);

    const routh_insertion_truth other = {.count = 3, .displacement = displacement};
    assert_int_equal(routh_insertion_truth_align(NULL, &assembly, &other, x, error, aligned), ROUTH_BAD_ARGUMENT);
    routh_assembly_release(NULL, &assembly);
}

SUBJECT(truth) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_common_motion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
