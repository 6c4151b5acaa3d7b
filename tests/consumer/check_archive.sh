#!/usr/bin/env bash
# The source archive that pip would take from an index: it can be configured, and makes the same archive again.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
: "${ROUTH_SOURCE_DIR:?}" "${CMAKE:=cmake}" "${PYTHON:=python3}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$PYTHON" - "$ROUTH_SOURCE_DIR" "$scratch" <<'END'
import subprocess, sys, tarfile
from pathlib import Path
source, scratch = sys.argv[1:]
def archive(root, folder):
    Path(folder).mkdir()
    code = "import sys; sys.dont_write_bytecode = True; sys.path.insert(0, 'python/backend'); import routh_backend as b; print(b.build_sdist(sys.argv[1]))"
    name = subprocess.run([sys.executable, "-c", code, folder], cwd=root, check=True, capture_output=True, text=True).stdout.strip()
    return tarfile.open(f"{folder}/{name}")
first = archive(source, f"{scratch}/first")
first.extractall(scratch)
stem = first.getnames()[0].split("/")[0]
second = archive(f"{scratch}/{stem}", f"{scratch}/second")
if set(first.getnames()) != set(second.getnames()):
    sys.exit(f"source archives differ: {set(first.getnames()) ^ set(second.getnames())}")
END
archived=$(echo "$scratch"/routh-*)
"$CMAKE" -S "$archived" -B "$scratch/build" -G Ninja -DROUTH_WITHOUT=node -DROUTH_TESTS=OFF -DROUTH_ENGINES=OFF \
    -DROUTH_EXAMPLES=OFF >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
echo "source archive can be configured and archived again"
