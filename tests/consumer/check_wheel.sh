#!/usr/bin/env bash
# A wheel that carries all it needs: made of the build, and tried in a virtual environment (scripts/wheel does both). It is
# compressed in soak only.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
: "${ROUTH_BUILD_DIR:?}" "${ROUTH_SOURCE_DIR:?}" "${PYTHON:=python3}"
unset PYTHONPATH ROUTH_LIBRARY
export PIP_CONFIG_FILE=/dev/null
command -v patchelf dpkg >/dev/null && "$PYTHON" -c 'import ensurepip, numpy, venv' 2>/dev/null || {
    echo "patchelf, python3-venv or python3-numpy is not installed; scripts/setup python installs them"
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$PYTHON" "$ROUTH_SOURCE_DIR/scripts/wheel" --build "$ROUTH_BUILD_DIR" --output "$scratch" \
    --level "$([ "${ROUTH_EFFORT-}" = soak ] && echo 6 || echo 0)"
