/* Tests of generated insertions by their names.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/simulate.h>

static const routh_name_entry tests[] = {{"1a", "begins turned by 2°"},
                                         {"1b", "begins turned by −2°"},
                                         {"2a", "begins shifted by 27 mm"},
                                         {"2b", "begins shifted by −27 mm"}};
const routh_names routh_insertion_tests = {"test", ROUTH_INSERTION_TEST_COUNT, tests};

/* The hand is far softer than the contacts, so that forces change little while contacts come and go. About Y and Z it
 * is firm enough that the guides stay near their grooves' directions, and soft enough that the tilt under the load of
 * tests 2 lifts one pair of guides off; it does not yield there, and so comes back upright in the end. Across X and
 * about X it yields so fast that the object slides at 1 to 2.5 mm/s under 50 N; along X fast enough that this speed
 * costs no more than a few newtons. */
routh_insertion_generator routh_insertion_generator_default(routh_insertion_test test) {
    return (routh_insertion_generator){.test = test,
                                       .stiffness = 1.8e5,
                                       .friction = 0.2,
                                       .creep = 5e-5,
                                       .displacement = 1e-4,
                                       .turn = 1e-4,
                                       .speed = 2e-3,
                                       .force = 50,
                                       .settle = 2,
                                       .longest = 200,
                                       .held = {2e4, 5e4, 5e4, 5000, 600, 600},
                                       .give = {1e-3, 8e-5, 8e-5, 5e-4, 0, 0},
                                       .sensors = 1,
                                       .resolution = {2e-6, 2e-4, 1.5},
                                       .rate = 1000,
                                       .seed = 1};
}
