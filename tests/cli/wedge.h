/* A wedge in a groove: the smallest assembly that can be inserted, and a plan for it that takes half a second: a
 * hand that yields ten times as fast as usual, a tenth of the rate, one draw, nothing exchanged.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_WEDGE_H
#define ROUTH_TESTS_CLI_WEDGE_H

#define WEDGE_PLAN                                                                                                     \
    "wedge.json --rate 100 --sweeps 0 --draws 1 --screening 1 --speed 1e-2 --start-turn 0.002 --threads 1 "            \
    "--give 1e-3,8e-4,8e-4,5e-3,0,0"

static const char wedge_text[] =
    "{\"unit\": \"mm\", \"objects\": [\n"
    " {\"name\": \"wedge\", \"parts\": [{\"name\": \"tip\", \"vertices\": [[0,30.2,16],[0,-30.2,16],[0,30.2,-16],"
    "[0,-30.2,-16],[36,0,16],[36,0,-16]]}]},\n"
    " {\"name\": \"groove\", \"parts\": [\n"
    "  {\"name\": \"left\", \"vertices\": [[2,28.5222,40],[36,0,40],[36,60,40],[2,60,40],"
    "[2,28.5222,-40],[36,0,-40],[36,60,-40],[2,60,-40]]},\n"
    "  {\"name\": \"right\", \"vertices\": [[2,-28.5222,40],[36,0,40],[36,-60,40],[2,-60,40],"
    "[2,-28.5222,-40],[36,0,-40],[36,-60,-40],[2,-60,-40]]}]}],\n"
    " \"displacements\": [{\"name\": \"offset\", \"kind\": \"offset\", \"axis\": [1,0,0], \"deviation\": 0.03},\n"
    "  {\"name\": \"tip sideways\", \"kind\": \"shift\", \"object\": \"wedge\", \"part\": \"tip\", "
    "\"axis\": [0,1,0], \"deviation\": 0.1}]}\n";

#endif
