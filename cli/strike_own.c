/* routh strike, values of one's own for the paper's cases: their ranges, and which case has them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strike.h"

enum {
    OF_BALL = 1 << CASE_BALL,
    OF_PENCIL = 1 << CASE_PENCIL,
    OF_MASSE = 1 << CASE_MASSE,
    OF_ALL = OF_BALL | OF_PENCIL | OF_MASSE
};

static const struct {
    const char *name, *unit;
    double low, high;
    int cases;
} own_numbers[OWN_NUMBERS] = {
    [OWN_MASS] = {"mass", " kg", 1e-6, 1e6, OF_ALL},
    [OWN_RADIUS] = {"radius", " m", 1e-6, 1e6, OF_ALL},
    [OWN_HEIGHT] = {"height", " m", 1e-6, 1e6, OF_PENCIL},
    [OWN_CONE] = {"cone", " m", 1e-6, 1e6, OF_PENCIL},
    [OWN_TILT] = {"tilt", " degrees", 0, 90, OF_PENCIL},
    [OWN_CUE_MASS] = {"cue-mass", " kg", 1e-6, 1e6, OF_MASSE},
    [OWN_TIP_MU] = {"tip-mu", "", 0, 1000, OF_MASSE},
    [OWN_TIP_EPS] = {"tip-eps", "", 0, 1, OF_MASSE},
    [OWN_TIP_NU] = {"tip-nu", "", 0, 0.5, OF_MASSE},
    [OWN_TABLE_MU] = {"table-mu", "", 0, 1000, OF_MASSE},
    [OWN_TABLE_EPS] = {"table-eps", "", 0, 1, OF_MASSE},
    [OWN_TABLE_NU] = {"table-nu", "", 0, 0.5, OF_MASSE},
    [OWN_STIFFNESS] = {"stiffness", "", 1e-6, 1e6, OF_MASSE},
    [OWN_SLIDING] = {"sliding", "", 1e-6, 1000, OF_MASSE},
    [OWN_ROLLING] = {"rolling", "", 1e-6, 1000, OF_MASSE},
    [OWN_SPIN_DECELERATION] = {"spin-deceleration", " rad/s²", 1e-6, 1e6, OF_MASSE},
    [OWN_GRAVITY] = {"gravity", " m/s²", 1e-6, 1e6, OF_MASSE},
};

static int refuse_case(const char *verb, const char *name, int cases) {
    return fail(verb, "--%s is for --case %s", name,
                cases == OF_ALL      ? "ball, pencil or masse"
                : cases == OF_PENCIL ? "pencil"
                                     : "masse");
}

int check_own_numbers(const char *verb, const strike_options *options) {
    const int own = options->example == CASE_NONE ? 0 : 1 << options->example;
    for (int i = 0; i < OWN_NUMBERS; i++) {
        const option_number *given = &options->own[i];
        if (!given->given)
            continue;
        if (!(own_numbers[i].cases & own))
            return refuse_case(verb, own_numbers[i].name, own_numbers[i].cases);
        if (!(given->value >= own_numbers[i].low && given->value <= own_numbers[i].high))
            return fail(verb, "--%s %.15g is outside %g … %g%s", own_numbers[i].name, given->value, own_numbers[i].low,
                        own_numbers[i].high, own_numbers[i].unit);
    }
    if (!own && (options->velocity || options->spin))
        return refuse_case(verb, options->velocity ? "velocity" : "spin", OF_ALL);
    if (options->position && own != OF_MASSE)
        return refuse_case(verb, "position", OF_MASSE);
    if (options->sweep && own != OF_MASSE)
        return refuse_case(verb, "sweep", OF_MASSE);
    return 0;
}

void take_own_number(const strike_options *options, own_number which, double *value) {
    if (options->own[which].given)
        *value = options->own[which].value;
}

int strike_numbers(const char *verb, const char *name, const char *text, double *numbers, int count) {
    const char *at = text;
    for (int i = 0; at && i < count; i++) {
        char *end = NULL;
        const size_t plain = strspn(at, "0123456789+-.eE");
        const double number = plain > 0 ? strtod(at, &end) : NAN;
        if (plain == 0 || end != at + plain || !isfinite(number) || *end != (i + 1 < count ? ',' : '\0'))
            return fail(verb, "--%s \"%.100s\" is not %d numbers with commas between them", name, text, count);
        numbers[i] = number;
        at = end + 1;
    }
    return 0;
}
