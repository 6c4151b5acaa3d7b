/* A microcontroller's main: a foot touches down, and a law says how fast the leg moves afterwards, within the control period.
 * There is no heap. Compile routh_core.c with
 *     -DROUTH_CORE_NO_STDIO -DROUTH_CORE_NO_CLOCK -DROUTH_CORE_NO_THREADS "-DROUTH_CORE_REALLOC(block,size)=((void*)0)"
 * SPDX-License-Identifier: BSD-3-Clause */
#include "routh_core.h"

/* Of the board: the speed of the foot before touch-down, mm/s, and a lamp. Here they are made up. */
static int read_speed(void) {
    return -800;
}

static volatile int lamp;

int main(void) {
    const routh_law *law = routh_law_at(0);
    for (size_t i = 0; i < routh_law_count(); i++)
        law = routh_law_at(i)->traits & ROUTH_LAW_ON_PATH ? routh_law_at(i) : law;
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, 0.6, 0.1, parameters); /* rubber on a floor: μ, ε */

    for (int period = 0; period < 1000; period++) { /* for (;;) on a board */
        /* W of the leg at its foot comes from its mass matrix, J M⁻¹ Jᵀ */
        const routh_contact contact = {.wtt = 2.1, .wtn = 0.4, .wnn = 1.6, .vt = 0.3, .vn = 1e-3 * read_speed()};
        routh_outcome outcome;
        const routh_status status = routh_law_solve(law, parameters, &contact, &outcome);
        lamp = status == ROUTH_OK && outcome.vn >= 0; /* a sensor that fails gives a status, and no lamp */
    }
    return lamp ? 0 : 1;
}
