/* What a study does unless it is asked for something else.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/study.h>

routh_study_options routh_study_options_default(void) {
    return (routh_study_options){
        .laws = NULL,
        .law_count = 0,
        .fit_count = 0,
        .k_max = 120,
        .draws = 20,
        .resamples = 200,
        .level = 0.95,
        .seed = 1,
        .ensemble = routh_fit_options_default(),
        .tolerance = 0.001,
        .slow_friction = NAN,
        .references = 20,
        .surface = 41,
        .learning = NULL,
        .truth = NULL,
    };
}
