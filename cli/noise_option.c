/* Noise of each measured channel, as options have it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "noise_option.h"

#include <math.h>
#include <stdlib.h>

#include "message.h"

int parse_noise(const char *verb, const char *text, const char *otherwise, routh_noise *noise) {
    double value[5];
    const char *from = text;
    for (int k = 0; k < 5; k++) {
        char *end;
        value[k] = strtod(from, &end);
        if (end == from || *end != (k < 4 ? ',' : '\0') || !(value[k] >= 0) || isinf(value[k]))
            return fail(verb, "--noise \"%.60s\" is %s five numbers of 0 or more, " NOISE_VALUE "%s", text,
                        otherwise[0] ? "neither" : "not", otherwise);
        from = end + 1;
    }
    *noise = (routh_noise){.y = value[0], .theta = value[1], .vx = value[2], .vy = value[3], .omega = value[4]};
    return 0;
}
