/* What routh toss has found out, and the forms in which it is told.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_TOSS_H
#define ROUTH_CLI_TOSS_H

#include <stdio.h>

#include <routh/routh.h>

typedef struct toss_answer {
    routh_tosses tosses;
    routh_toss_options options;
    routh_toss_impacts impacts;
    routh_toss_comparison comparison;
    int compared;                     /* 0: too few impacts */
    char why_not[ROUTH_MESSAGE_SIZE]; /* then */
} toss_answer;

void toss_write_text(FILE *file, const toss_answer *answer);

/* 0 when memory ran out. */
int toss_write_json(FILE *file, const toss_answer *answer);

/* One row for each contact, those not used too. */
void toss_write_csv(FILE *file, const toss_answer *answer);

#endif
