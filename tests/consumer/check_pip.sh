#!/usr/bin/env bash
# Installs the Python package with pip into a virtual environment of its own, without an index, and uses it from there.
# The library is that of the build, so that nothing is compiled anew.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
: "${ROUTH_BUILD_DIR:?}" "${ROUTH_SOURCE_DIR:?}" "${ROUTH_VERSION:?}" "${PYTHON:=python3}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset PYTHONPATH ROUTH_ENGINES ROUTH_LIBRARY
export PIP_CONFIG_FILE=/dev/null PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1

"$PYTHON" -c 'import ensurepip, numpy, venv' 2>/dev/null || {
    echo "python3-venv or python3-numpy is not installed; scripts/setup python installs both"
    exit 77
}

# quiet unless it fails
quietly() {
    "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; exit 1; }
}

# making a pip of its own takes longer than all the rest
own=(--without-pip)
"$PYTHON" -c 'import pip' 2>/dev/null || own=()
quietly "$PYTHON" -m venv --system-site-packages "${own[@]}" "$scratch/venv"
bin=$scratch/venv/bin
quietly "$bin/python" -m pip install --no-build-isolation --config-settings "build-dir=$ROUTH_BUILD_DIR" "$ROUTH_SOURCE_DIR"
cd /

wanted=$("$ROUTH_PROGRAM" --version)
for command in "$bin/python -m routh" "$bin/routh"; do
    shown=$($command --version)
    [ "$shown" = "$wanted" ] || { echo "$command --version prints \"$shown\", and the program \"$wanted\""; exit 1; }
done
shown=$("$bin/python" -c 'import importlib.metadata, routh; print(routh.__version__, importlib.metadata.version("routh"))')
[ "$shown" = "$ROUTH_VERSION $ROUTH_VERSION" ] || { echo "package and pip say $shown, version.h $ROUTH_VERSION"; exit 1; }

package=$("$bin/python" -c 'import pathlib, routh; print(pathlib.Path(routh.__file__).parent)')
[[ $package == "$scratch"/venv/* ]] || { echo "routh is imported from $package"; exit 1; }
if grep -rIl -e "$ROUTH_BUILD_DIR" -e "$ROUTH_SOURCE_DIR" "$package" || [ -n "$(find "$package" -type l)" ]; then
    echo "the installed package names or links the folder it was built in"
    exit 1
fi

# the library finds simulators beside itself, although the program that runs is Python
for engine in "$package"/_lib/engines/routh-engine-*; do
    [ -x "$engine" ] || continue
    "$bin/python" - "${engine##*routh-engine-}" <<'END'
import sys
import routh
routh.judge(engine=sys.argv[1], shape="cube:0.1", mass=0.5, count=8)
END
done
echo "pip: installed package works"

quietly "$bin/python" -m pip uninstall --yes routh
[ ! -e "$package" ] || { echo "pip uninstall leaves $(find "$package" -type f)"; exit 1; }
