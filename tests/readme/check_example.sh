#!/usr/bin/env bash
# Compiles and runs the first C block of the README against the library just built.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
: "${ROUTH_BUILD_DIR:?}" "${ROUTH_SOURCE_DIR:?}" "${CC:=cc}"
readme=$ROUTH_SOURCE_DIR/README.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

[ -f "$readme" ] || { echo "there is no README.md"; exit 1; }
awk '/^```c$/ && !seen { inside = seen = 1; next } /^```/ { inside = 0 } inside' "$readme" >"$scratch/example.c"
[ -s "$scratch/example.c" ] || { echo "README.md has no \`\`\`c block"; exit 1; }

cd "$scratch"
"$CC" -std=c17 -Wall -Wextra -Werror example.c -o example \
    -I"$ROUTH_SOURCE_DIR/include" -I"$ROUTH_BUILD_DIR/include" \
    -L"$ROUTH_BUILD_DIR" -lrouth -lm -Wl,-rpath,"$ROUTH_BUILD_DIR"
./example
