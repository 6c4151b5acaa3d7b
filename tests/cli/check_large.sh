#!/usr/bin/env bash
# A recording of ten million poses, some 370 MB of CSV: import, check and segment within two minutes of processor time each, a
# study within six, and in at most three times the file's size of memory. LARGE_ROWS: another number of rows.
# Environment: ROUTH_PROGRAM.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail

[ -x "${ROUTH_PROGRAM-}" ] || { echo "ROUTH_PROGRAM is not set"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# A disc is dropped, bounces, and is lifted again, two seconds each time.
awk -v rows="${LARGE_ROWS:-10000000}" '
BEGIN {
    print "t,x,y,theta"
    srand(1); g = 9.81; r = .05; eps = .6; mu = .3
    for (i = 0; i < rows;) {
        h = .2 + .2 * rand(); u = rand() - .5; w = 20 * rand() - 10
        x0 = 0; a0 = 0; y0 = r + h; v0 = 0; t0 = 0
        for (n = 0; n < 1000 && i < rows; n++) {
            t = n / 500
            if (n < 750) {
                for (k = 0; k < 20 && t > t0 + (d = (v0 + sqrt(v0 * v0 + 2 * g * (y0 - r))) / g); k++) {
                    x0 += u * d; a0 += w * d; v0 -= g * d; y0 = r; t0 += d
                    s = u + r * w; most = mu * (1 + eps) * -v0; p = s < 0 ? -s / 3 : s / 3
                    p = p < most ? p : most; p = s < 0 ? p : -p
                    u += p; w += 2 * p / r; v0 = -eps * v0
                }
                y = v0 < .02 && y0 == r ? r : y0 + v0 * (t - t0) - g * (t - t0) ^ 2 / 2
                x = x0 + u * (t - t0); a = a0 + w * (t - t0)
            } else {
                y += h / 250; x -= x / (1000 - n)
            }
            i++
            printf "%.3f,%.6f,%.6f,%.5f\n", (i - 1) * .002, x + 4e-5 * (rand() - .5), y + 4e-5 * (rand() - .5), a + 4e-4 * (rand() - .5)
        }
    }
}' >large.csv
size=$(($(wc -c <large.csv) / 1024)) # KiB

# within SECONDS VERB ARGUMENT…: of processor time; memory is what was ever held, as Linux says it while the program runs
within() {
    local began=$SECONDS code=0 held=0 most=0 pid
    (ulimit -t "$1"; exec "$ROUTH_PROGRAM" "${@:2}" --shape disc:.05 --mass .1 --quiet >/dev/null 2>err) &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        held=$(awk '/^VmHWM/ { print $2 }' /proc/$pid/status 2>/dev/null) || true
        most=${held:-$most}
        sleep .1
    done
    wait $pid || code=$?
    echo "$2: $((SECONDS - began)) s, $((most / 1024)) MB of memory for $((size / 1024)) MB"
    [ $code -le 1 ] || { echo "routh ${*:2}: exit $code"; cat err; exit 1; }
    [ $most -le $((3 * size + 65536)) ] || { echo "more than three times the file, and 64 MB"; exit 1; }
}
export OMP_NUM_THREADS=2
within 120 import large.csv -o large.h5
within 120 check large.csv
within 120 segment large.csv -o large.h5
within 360 study large.csv -o out
