#!/usr/bin/env bash
# The report room only formats: it includes no internal header of a room that computes, and calls no solver, fit,
# regressor or region code. And no string of the library names an option of the program.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
cd "$ROUTH_SOURCE_DIR"

wrong=0
complain() {
    echo "$1" >&2
    wrong=1
}

# impact.h has the outline of an ellipse, only for drawing; simulate.h has the
# one form that a path has in files, material.h the one that parameters have there
includes=$(grep -nE '#include "[a-z0-9]+/' src/results/report/*.[ch] |
    grep -vE '#include "(base|file|algebra|drawing|geometry|study|report)/' |
    grep -vE 'src/results/report/(ellipse_(write|draw)\.c:.*"impact/impact\.h"|insertion_write\.c:.*"simulate/simulate\.h"|study3_write\.c:.*"material/material\.h")' || true)
[ -z "$includes" ] || complain "src/results/report includes internal headers of rooms that compute:
$includes"

calls=$(grep -nE '\brouth_([a-z0-9_]*_(fit|solve|study_run|learning_run|world_run|train|predict|observe|bootstrap|segment|generate)|regressor_[a-z_]+|region_(of|admissible)|ensemble_[a-z]+|samples?_of|bound_of)\(' \
    src/results/report/*.c || true)
[ -z "$calls" ] || complain "src/results/report computes:
$calls"

flags=$(grep -nE '"[^"]*--[a-z]' src/*/*/*.c include/routh/*.h || true)
[ -z "$flags" ] || complain "the library names options of the program:
$flags"

exit $wrong
