/* What `routh strike` found, as comma-separated values.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

#include "output.h"
#include "strike.h"

void strike_csv_header(FILE *file) {
    fputs("p1,p2,p3,v1,v2,v3,phases,energy_ratio,friction_loss,normal_loss,left\n", file);
}

void strike_csv_row(FILE *file, const routh_outcome3 *strike, const char *phases) {
    const double before[] = {strike->p[0], strike->p[1], strike->p[2], strike->v[0], strike->v[1], strike->v[2]};
    const double behind[] = {strike->contact_energy_ratio, strike->energy.friction, strike->energy.normal,
                             strike->energy.left};
    for (int i = 0; i < 6; i++) {
        print_number(file, before[i]);
        fputc(',', file);
    }
    fputs(phases, file);
    for (int i = 0; i < 4; i++) {
        fputc(',', file);
        print_number(file, behind[i]);
    }
    fputc('\n', file);
}
