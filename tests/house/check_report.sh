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
    grep -vE '#include "(base|fields|file|algebra|drawing|geometry|study|report)/' |
    grep -vE 'src/results/report/(ellipse_(write|draw)\.c:.*"impact/impact\.h"|insertion_write\.c:.*"simulate/simulate\.h"|study3_write\.c:.*"material/material\.h")' || true)
[ -z "$includes" ] || complain "src/results/report includes internal headers of rooms that compute:
$includes"

calls=$(grep -nE '\brouth_([a-z0-9_]*_(fit|solve|study_run|learning_run|world_run|train|predict|observe|bootstrap|segment|generate)|regressor_[a-z_]+|region_(of|admissible)|ensemble_[a-z]+|samples?_of|bound_of)\(' \
    src/results/report/*.c || true)
[ -z "$calls" ] || complain "src/results/report computes:
$calls"

# as many as there are: the pages' for the light theme
palette() { grep -oE '#[0-9a-f]{6}' | tr '\n' ' '; }
drawn=$(sed -n '/^} colours\[\]/,/^};/p' src/results/report/svg.c | grep -oE '\{[^{}]*\}' | sed 's/.*, *//; s/SVG_//; s/}//' | while read -r line; do
    case $line in \"*) echo "$line" ;; *) sed -n "s/^#define SVG_$line *//p" src/results/report/svg.h ;; esac
done | palette)
shown=$(sed -n '1,/^}/s/^ *--law-[0-9]*://p' web/src/style/colours.css | palette)
[ "$drawn" = "$shown" ] || complain "drawings and pages have different colours for laws: $drawn and $shown"

flags=$(grep -nE '"[^"]*--[a-z]' src/*/*/*.c include/routh/*.h || true)
[ -z "$flags" ] || complain "the library names options of the program:
$flags"

exit $wrong
