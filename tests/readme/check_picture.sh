#!/usr/bin/env bash
# The README's picture is what the program draws today, give or take the last digits, in which systems may differ.
# To draw it anew: ROUTH_PROGRAM=… tests/readme/check_picture.sh --update
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
export LC_ALL=C.UTF-8 # with a decimal comma, some awks read 3.7 as 3
: "${ROUTH_SOURCE_DIR:=$(cd "$(dirname "$0")/../.." && pwd)}" "${ROUTH_PROGRAM:?}"
picture=$ROUTH_SOURCE_DIR/docs/energy-ellipse.svg
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$ROUTH_PROGRAM" ellipse --mass 0.0364 --inertia 1.347e-5 --rx -0.015 --ry -0.028 --vx 1.9 --vy -1.3 --omega -4 \
    --mu 0.25 --eps 0.53 --output "$scratch/energy-ellipse.svg"
if [ "${1:-}" = --update ]; then
    cp "$scratch/energy-ellipse.svg" "$picture"
    exit
fi
# one number or one piece of text a line
pieces() { sed -E 's/-?[0-9]+(\.[0-9]+)?/\n#&\n/g' "$1" | grep -v '^$'; }
if ! paste -d '\t' <(pieces "$picture") <(pieces "$scratch/energy-ellipse.svg") |
    awk -F '\t' '/^#/ { d = substr($1, 2) - substr($2, 2); if (d > 0.02 || d < -0.02) { print; exit 1 } next }
                 $1 != $2 { print; exit 1 }'; then
    echo "docs/energy-ellipse.svg is not what the program draws; look at both, then run this with --update"
    exit 1
fi
