#!/usr/bin/env bash
# HDF5's own tools and h5py read what Routh writes, all of it, and change it; Routh reads what they make of it. Exits with 77
# if neither the tools nor h5py are installed.
# usage: ROUTH_PROGRAM=… [PYTHON=…] tests/file/check_hdf5_tools.sh
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
: "${ROUTH_PROGRAM:?}" "${PYTHON:=python3}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "FAILED: $*" >&2; exit 1; }
read_again() { # FILE: as it was
    case $1 in
    *drops.h5) "$ROUTH_PROGRAM" check "$1" --json ;;
    *tosses.h5) "$ROUTH_PROGRAM" toss "$1" --json ;;
    *model.h5) "$ROUTH_PROGRAM" laws "$1" ;;
    esac | sed "s|$1||g"
}

"$ROUTH_PROGRAM" simulate --count 100 -o drops.h5 >/dev/null
"$ROUTH_PROGRAM" simulate --space --count 3 -o tosses.h5 >/dev/null
"$ROUTH_PROGRAM" learn drops.h5 --train 60 --model residual -o model.h5 >/dev/null

tested=
if command -v h5dump >/dev/null && command -v h5repack >/dev/null && command -v h5diff >/dev/null; then
    for file in drops tosses model; do
        h5dump "$file.h5" >dump || fail "h5dump $file.h5"
        ! grep -q "unable\|error" dump || fail "h5dump $file.h5 could not read all"
        h5repack -f GZIP=4 "$file.h5" "packed-$file.h5" || fail "h5repack $file.h5"
        h5diff "$file.h5" "packed-$file.h5" || fail "h5repack changed $file.h5"
        cmp <(read_again "$file.h5") <(read_again "packed-$file.h5") || fail "$file.h5, repacked, is read otherwise"
    done
    tested+=" h5dump h5repack h5diff"
fi
if "$PYTHON" -c 'import h5py' 2>/dev/null; then
    "$PYTHON" - <<'END' || fail "h5py"
import h5py
with h5py.File("drops.h5", "r+") as file:
    assert file.attrs["format"] == b"routh-dataset" and file.attrs["rate"] == 250, dict(file.attrs)
    assert file["impacts/vy_before"].attrs["unit"] == b"m/s"
    assert abs(file["impacts/vy_before"][:]).max() < 10 and file["impacts/x"].fletcher32
    drops = file["trajectories"]
    assert len(drops) == 100 and all(drops[str(i)].shape[1] == 7 for i in range(100))
    file["impacts/vy_after"][0] = 0.125
    for i in range(100):
        file.create_dataset(f"notes/{i}", data=[float(i)])
        file.attrs[f"note {i}"] = "x" * i
with h5py.File("model.h5") as file:
    assert file["gp/inputs"].shape[0] == file["gp/outputs"].shape[0]
END
    [ -n "$(read_again drops.h5 || true)" ] || fail "what h5py changed cannot be read" # it may find fault with that impact
    tested+=" h5py"
fi
[ -n "$tested" ] || { echo "neither HDF5's tools nor h5py are installed"; exit 77; }
echo "agree:$tested"
