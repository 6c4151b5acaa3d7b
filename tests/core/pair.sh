#!/usr/bin/env bash
# The core's pair of files as a stranger compiles it. usage: pair.sh strict|variants|empty_folder|misused|cross
# Compiles without optimisation, which takes a second, and with it in soak. SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
cd "$ROUTH_SOURCE_DIR"
tests=tests/core
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
optimise=-O0
[ "${ROUTH_EFFORT:-check}" != soak ] || optimise=-O2
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes -Wmissing-prototypes
    -Wold-style-definition -Wvla -Wformat=2 -Wundef -Wwrite-strings -Wpointer-arith -Wimplicit-fallthrough -Werror)
strict=(-std=c17 -pedantic-errors "${warnings[@]}")

case $1 in
# with gcc and clang; needs nothing but the C library, and offers only names of its own
strict)
    scripts/core "$folder/again" >/dev/null
    cmp "$folder/again/routh_core.c" "$ROUTH_PAIR/routh_core.c" # the same bytes every time
    cmp "$folder/again/routh_core.h" "$ROUTH_PAIR/routh_core.h"
    compilers=0
    for compiler in gcc clang; do
        command -v "$compiler" >/dev/null || { echo "no $compiler"; continue; }
        compilers=$((compilers + 1))
        if [ "$compiler$optimise" = clang-O0 ]; then # its objects in soak
            clang "${strict[@]}" -fsyntax-only "$ROUTH_PAIR/routh_core.c"
            continue
        fi
        "$compiler" "${strict[@]}" $optimise -c "$ROUTH_PAIR/routh_core.c" -o "$folder/core.o"
        nm -u "$folder/core.o" | awk '{ print $2 }' | sed 's/^__isoc[0-9]*_//' | sort >"$folder/needs"
        if foreign=$(comm -23 "$folder/needs" <(sort "$tests/allowed_libc.txt")) && [ -n "$foreign" ]; then
            echo "$compiler: the pair needs what is neither libc's nor libm's:" $foreign
            exit 1
        fi
        if nm -g --defined-only "$folder/core.o" | awk '{ print $3 }' | grep -v '^routh_'; then
            echo "$compiler: the names above are external without the prefix"
            exit 1
        fi
    done
    [ $compilers -gt 0 ] || exit 77
    ;;
# its macros, its header in C++, and OpenMP
variants)
    cat >"$folder/allocator.h" <<'END'
#include <stddef.h>
void *my_realloc(void *block, size_t size);
#define ROUTH_CORE_REALLOC my_realloc
END
    gcc "${strict[@]}" -fsyntax-only -DROUTH_CORE_NO_STDIO -DROUTH_CORE_NO_CLOCK -DROUTH_CORE_NO_THREADS -DROUTH_CORE_API= \
        -include "$folder/allocator.h" "$ROUTH_PAIR/routh_core.c"
    gcc "${strict[@]}" -fsyntax-only -fopenmp "$ROUTH_PAIR/routh_core.c"
    gcc "${strict[@]}" -fsyntax-only -fopenmp -DROUTH_CORE_NO_THREADS "$ROUTH_PAIR/routh_core.c"
    for compiler in g++ clang++; do
        ! command -v "$compiler" >/dev/null ||
            "$compiler" -std=c++17 -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -x c++ "$ROUTH_PAIR/routh_core.h"
    done
    ;;
# what the documentation promises: two files and a program of thirty lines
empty_folder)
    cp "$ROUTH_PAIR"/routh_core.[ch] "$folder"
    cp examples/embed/two_bodies.c "$folder/main.c"
    cd "$folder"
    cc $optimise main.c routh_core.c -lm
    ./a.out | tee said
    grep -q 'impulse on a: 0.285714 0.000000 4.800000 N s' said
    ;;
# core/misuse has every call of the header that returns a status, with each of its pointers but the context
misused)
    tr '\n' ' ' <"$ROUTH_PAIR/routh_core.h" | grep -oE 'ROUTH_API routh_status +routh_[a-z0-9_]+\([^;]*;' | awk -F'[(,]' '
        { name = $1; sub(/.* /, "", name); pointers = 0
          for (i = 2; i <= NF; i++) pointers += $i ~ /[*[]/ && $i !~ /routh_context \*/
          print name, pointers }' >"$folder/declared"
    [ -s "$folder/declared" ]
    "$ROUTH_MISUSE" -l | awk 'NR == FNR { tried[$1] = $2; next }
        tried[$1] < $2 { print $1 " has " $2 " pointers; misuse.c tries " tried[$1] + 0; bad = 1 } END { exit bad }' - "$folder/declared"
    ;;
# one other machine, a few impacts; scripts/cross has all of them in soak
cross) NATIVE=$ROUTH_THOUSAND COUNT=20 OPTIMISE=-O0 scripts/cross wasm32 ;;
*) exit 2 ;;
esac
