/* Rebounds of an alumina sphere from a glass plate: Kharaz, Gorham and Salman, Powder Technology 120 (2001) 281.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_STUDY_KHARAZ_H
#define ROUTH_TESTS_STUDY_KHARAZ_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../cases/recorded.h"

/* Of 5 mm, at 3.9 m/s; skips the test where they are not at hand. The caller releases them. */
static inline routh_rebounds kharaz_or_skip(void) {
    char path[PATH_SIZE];
    routh_rebounds rebounds;
    recorded_or_skip("oblique-spheres/kharaz-2001.csv", path);
    assert_true(routh_recording_recognise(routh_io_path(path)) & ROUTH_RECORDING_REBOUNDS);
    assert_int_equal(routh_rebounds_read(NULL, routh_io_path(path), 0.0025, 3.9, &rebounds), ROUTH_OK);
    return rebounds;
}

#endif
