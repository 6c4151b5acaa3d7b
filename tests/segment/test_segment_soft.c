/* Contacts that last several frames: one record each, with its duration, depth and the velocities around it. The world is
 * integrated in the test; plain segmentation must stay as it is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <routh/segment.h>

#include "../cases/soft_drops.h"
#include "../effort.h"
#include "../subject.h"

typedef struct counted {
    size_t contacts, found;
    double restitution, lasted, depth; /* largest differences: absolute, in frames, m */
} counted;

static counted compare(const routh_dataset *dataset, const soft_truth *truth, double frame) {
    counted c = {0};
    for (size_t t = 0; t < dataset->trajectory_count; t++) {
        const routh_record *first = NULL;
        for (size_t i = 0; i < dataset->count && !first; i++)
            first = dataset->record[i].trajectory == (long)t ? &dataset->record[i] : NULL;
        const unsigned near = ROUTH_SECOND_BOUNCE | ROUTH_SHORT_FLIGHT; /* the next corner follows at once */
        const bool good = truth[t].contacts == 1 && truth[t].alone && first && !(first->reasons & near);
        c.contacts += good;
        if (!good || first->reasons != 0)
            continue;
        c.found++;
        const double off = fabs(first->leaving / first->closing - truth[t].after / truth[t].before);
        c.restitution = fmax(c.restitution, off);
        c.lasted = fmax(c.lasted, fabs(first->release - first->touch - truth[t].lasted) / frame);
        c.depth = fmax(c.depth, fabs(first->depth - truth[t].depth));
    }
    return c;
}

static void finds_lasting_contacts(void **state) {
    static const soft_ground grounds[] = {{.stiffness = 1e4, .dissipation = 0.3, .mu = 0.3},
                                          {.stiffness = 2e4, .damping = 20, .mu = 0.2},
                                          {.stiffness = 1e6, .dissipation = 0.1, .mu = 0.5}};
    const size_t drops = effort(40, 40, 400);
    soft_truth *truth = calloc(drops, sizeof *truth);
    (void)state;
    for (size_t g = 0; g < sizeof grounds / sizeof grounds[0]; g++) {
        routh_dataset dataset = soft_drops(&grounds[g], 1000, drops, 0.4, 2.5, 11 + g, truth);
        routh_context context = routh_context_default();
        routh_segment_options options = routh_segment_options_default();
        options.calibrate = false;
        assert_int_equal(routh_dataset_segment(&context, &options, &dataset), ROUTH_OK);
        const counted plain = compare(&dataset, truth, 1e-3);
        options.soft = true;
        assert_int_equal(routh_dataset_segment(&context, &options, &dataset), ROUTH_OK);
        const counted soft = compare(&dataset, truth, 1e-3);
        printf("k %g N/m: %zu contacts of one corner; used %zu of them as instants, %zu soft; restitution off by %.4f, "
               "duration by %.2f frames, depth by %.2g m\n",
               grounds[g].stiffness, soft.contacts, plain.found, soft.found, soft.restitution, soft.lasted, soft.depth);
        assert_true(soft.contacts >= drops / 3);
        assert_true(20 * soft.found >= 19 * soft.contacts); /* a second corner may be below the ground without force */
        assert_true(soft.restitution <
                    (grounds[g].damping > 0
                         ? 0.03
                         : 0.003)); /* frames are exact; what is left is the curve of a corner's path */
        assert_true(soft.lasted < 1);
        routh_dataset_release(NULL, &dataset);
    }
    free(truth);
}

SUBJECT(segment_soft) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_lasting_contacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
