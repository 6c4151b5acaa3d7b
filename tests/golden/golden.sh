#!/usr/bin/env bash
# Runs one part of table.sh in an empty folder and compares what it freezes with the files in frozen/PART, number by number.
# usage: golden.sh PART     ROUTH_GOLDEN=update writes what differs into these files
# scripts/golden runs all parts. Environment: ROUTH_PROGRAM, GOLDEN_COMPARE (compare.c); for the package PYTHON, PYTHONPATH.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail

part=$1
here=$(cd "$(dirname "$0")" && pwd)
frozen=$here/frozen/$part
[ -x "${ROUTH_PROGRAM-}" ] || { echo "ROUTH_PROGRAM is not set"; exit 77; }
[ "$part" != python ] || "${PYTHON:-python3}" -c 'import numpy, routh' || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/work"
cd "$folder/work"
cp "$here"/inputs/* .
export OMP_WAIT_POLICY=passive # threads that spin while they wait would take each other's time
declare -A known
changed=0

routh() { "$ROUTH_PROGRAM" "$@"; }
masked() { sed -E -f "$here/masks.sed" "$@"; }
digest() { "$@" | masked | "$GOLDEN_COMPARE" digest; }
first() { "${@:2}" | sed -n "1,$1p"; }
keep() { "${@:2}" >"$1"; }
# Regions without area have as many corners as rounding makes.
without_polygons() { "$@" | sed -E 's/"(admissible|polygon)": ?\[(\[[^]]*\](, ?)?)*\]/"\1": […]/g; s/, "/,\n"/g'; }
both() { "$@" 2>&1; }
calls() { "${PYTHON:-python3}" "$here/calls.py"; }
files_of() { # VERSION: its files, those of HDF5 out of their text
    local file
    cp "$here/../fixtures/$1"/*.{json,csv} .
    for file in "$here/../fixtures/$1"/*.gz.base64; do
        base64 -d "$file" | gzip -d >"$(basename "$file" .gz.base64)"
    done
}
page() { # what the page shows; how it does is for web's tests, and without Node there are plain pages
    grep -q '<script type="application/json"' "$1" || return 77
    sed -n '/<script type="application\/json"/,/<\/script>/p' "$1"
}

# given COMMAND…: prepares what the next lines need
given() {
    "$@" >/dev/null 2>"$folder/err" || [ $? = 1 ] || { cat "$folder/err"; exit 2; }
}

# freeze NAME TOLERANCE[,ABSOLUTE] COMMAND…: its standard output, masked, and its exit code where that is not 0
freeze() {
    local name=$1 tolerance=$2 code=0 old=$frozen/$1
    shift 2
    [ -z "${known[$name]-}" ] || { echo "$part/$name: twice in table.sh"; exit 2; }
    known[$name]=1
    { "$@" || code=$?; } 2>"$folder/err" >"$folder/out"
    [ $code != 77 ] || { echo "skipped: $part/$name: $*"; return; }
    [ $code -le 1 ] || cat "$folder/err"
    { masked "$folder/out"; [ $code = 0 ] || echo "exit code $code"; } >"$folder/new"
    [ -f "$old" ] || old=/dev/null
    if ! "$GOLDEN_COMPARE" "$old" "$folder/new" ${tolerance//,/ } >"$folder/out" 2>&1; then
        printf '%s: %s\n' "$part/$name" "$*"
        cat "$folder/out"
        changed=1
        if [ "${ROUTH_GOLDEN-}" = update ]; then
            mkdir -p "$frozen"
            cp "$folder/new" "$frozen/$name"
        fi
    fi
}

. "$here/table.sh"
"part_$part"
for file in "$frozen"/*; do
    [ -n "${known[${file##*/}]-}" ] && continue
    echo "$part/${file##*/}: nothing in table.sh freezes it"
    changed=1
    [ "${ROUTH_GOLDEN-}" != update ] || rm -f "$file"
done
if [ $changed = 1 ] && [ "${ROUTH_GOLDEN-}" != update ]; then
    echo "intended? scripts/golden --update $part"
    exit 1
fi
