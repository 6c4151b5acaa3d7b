/* Options that had another name once. The old spelling is not accepted, but the message names the new one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "paths.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *verb, *before, *now;
} renamed[] = {
    {"laws", "csv", "--format csv"},
    {"fit", "csv", "--format csv"},
    {"fit", "fit", "--train"},
    {"study", "fit", "--train"},
    {"study", "impacts", "--count"},
    {"study", "slow-friction", "--mu-slow"},
    {"study", "as-published", "a verb of its own: `routh paper limits`"},
    {"learn", "impacts", "--count"},
    {"strike", "e", "--eps"},
    {"strike", "case", "a verb of its own: `routh paper ball`, `pencil` or `masse`"},
    {"toss", "draws", "--bootstrap"},
    {"toss", "as-stated", "--no-calibration"},
    {"inertia", "slip", "--slip-speed"},
    {"inertia", "noise-table", "a verb of its own: `routh paper noise`"},
    {"insertion simulate", "test", "of a verb of its own: `routh paper guides --test`"},
    {"insertion simulate", "csv", "--format csv"},
    {"insertion identify", "scene", "--assembly"},
    {"insertion identify", "force", "--force-scale"},
    {"insertion identify", "moment", "--moment-scale"},
    {"insertion observe", "scene", "--assembly"},
    {"insertion observe", "force", "--force-scale"},
    {"insertion observe", "moment", "--moment-scale"},
    {"insertion lcurve", "scene", "--assembly"},
    {"insertion lcurve", "force", "--force-scale"},
    {"insertion lcurve", "moment", "--moment-scale"},
};

const char *renamed_option(const char *verb, const char *name) {
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
        if (strcmp(renamed[i].verb, verb) == 0 && strcmp(renamed[i].before, name) == 0)
            return renamed[i].now;
    return NULL;
}
