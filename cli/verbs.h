/* The program's verbs. Each gets its own arguments, argv[0] being the verb, and answers with the exit code.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_VERBS_H
#define ROUTH_CLI_VERBS_H

int verb_laws(int argc, char **argv);
int verb_solve(int argc, char **argv);
int verb_ellipse(int argc, char **argv);
int verb_import(int argc, char **argv);
int verb_check(int argc, char **argv);
int verb_segment(int argc, char **argv);
int verb_fit(int argc, char **argv);
int verb_study(int argc, char **argv);
int verb_learn(int argc, char **argv);
int verb_predict(int argc, char **argv);
int verb_simulate(int argc, char **argv);
int verb_strike(int argc, char **argv);
int verb_toss(int argc, char **argv);
int verb_inertia(int argc, char **argv);
int verb_insertion(int argc, char **argv);

#endif
