#!/usr/bin/env bash
# The pair and the library answer with the same bits. usage: same_bits.sh PAIR LIBRARY
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" >"$folder/pair.txt"
"$2" >"$folder/library.txt"
[ "$(wc -l <"$folder/pair.txt")" -ge 10000 ]
cmp "$folder/pair.txt" "$folder/library.txt"
