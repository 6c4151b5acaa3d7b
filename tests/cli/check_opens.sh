#!/usr/bin/env bash
# Every verb opens each of its inputs at most twice, whatever kind it is; once is to read it, and twice where its checksum is
# noted, or where it is one of a folder. Environment: ROUTH_PROGRAM, ROUTH_SOURCE_DIR. Without strace it is skipped.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail

[ -x "${ROUTH_PROGRAM-}" ] || { echo "ROUTH_PROGRAM is not set"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
strace -qq -e trace=openat -o trace true 2>/dev/null || { echo "skipped: strace is not there, or may not trace"; exit 77; }

routh() { "$ROUTH_PROGRAM" "$@" --quiet >/dev/null 2>&1; }
body=(--shape ellipse:.035,.025 --mass .0364)
mkdir poses moving tosses
for i in 1 2 3; do
    routh simulate "${body[@]}" --duration .6 --theta .$i --omega $i --noise 2e-5,2e-4,1e-3,1e-3,1e-2 --seed $i -o moving/$i.csv
    cut -d, -f1-4 moving/$i.csv >poses/$i.csv
    routh simulate --space --spin 3,7,$i --seed $i --duration .4 --rate 148 -o tosses/$i.csv
done
cp poses/1.csv poses.csv
cp moving/1.csv moving.csv
cp tosses/1.csv toss.csv
tr ',.' ';,' <poses.csv >semicolons.txt
cp "$ROUTH_SOURCE_DIR"/tests/golden/inputs/{impacts,rebounds,few,contacts}.csv "$ROUTH_SOURCE_DIR/tests/golden/inputs/scene.json" .
routh simulate --count 6 --seed 5 --snr 45 --duration .5 -o drops.h5
routh simulate --space --count 3 --seed 4 --duration .4 --rate 250 -o tosses.h5

bad=0 runs=0
# opened MOST ARGUMENT…: whatever the program answers, it opens none of the files here more often than that
opened() {
    local most=$1 counts
    shift
    rm -rf out
    strace --seccomp-bpf -f -qq -e trace=openat -o trace "$ROUTH_PROGRAM" "$@" --quiet >/dev/null 2>&1 || true
    counts=$(sed -nE 's/.*openat\(AT_FDCWD, "([^"\/][^"]*)", O_RDONLY[^D]*= [0-9]+$/\1/p' trace | grep -v '^out' | sort | uniq -c) || true
    runs=$((runs + $(grep -c . <<<"$counts")))
    counts=$(awk -v most="$most" '$1 > most' <<<"$counts")
    [ -z "$counts" ] || { echo "routh $*: opened$counts"; bad=1; }
}

few=(--law mirtich --k 4 --draws 1 --bootstrap 2 --no-reference)
for data in poses.csv moving.csv semicolons.txt poses moving impacts.csv drops.h5; do
    opened 2 check $data "${body[@]}"
    opened 2 import $data "${body[@]}" -o out.h5
    opened 2 import $data "${body[@]}" --dry-run
    [ $data = moving ] || opened 2 study $data "${body[@]}" "${few[@]}" -o out
done
opened 2 segment poses "${body[@]}" -o out.h5

opened 2 judge moving "${body[@]}" --bootstrap 2
opened 3 study moving "${body[@]}" "${few[@]}" -o out # the first file says what the folder is, before options are judged
for data in toss.csv tosses tosses.h5; do
    opened 2 toss $data --bootstrap 2
    opened 2 import --space $data -o out.h5
    opened 2 study $data --bootstrap 2 -o out
done
opened 2 study rebounds.csv --radius .0025 --speed 3.9 -o out
opened 2 solve --law mirtich --mu .3 --eps .6 --input few.csv
opened 2 strike --input contacts.csv
opened 2 strike --scene scene.json
[ $runs -ge 50 ] || { echo "only $runs files were seen to be opened"; exit 1; }
exit $bad
