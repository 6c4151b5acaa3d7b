# What scripts/check and scripts/soak share: sourced, not run. SPDX-License-Identifier: BSD-3-Clause
# with a decimal comma, some awks read 3.7 as 3
export LC_ALL=C.UTF-8
passed=() failed=() skipped=()
jobs=$(nproc 2>/dev/null || echo 2)

# part NAME COMMAND…: runs it, with its time; exit code 77 means skipped
part() {
    local name=$1 began=$SECONDS code=0
    shift
    printf '\n== %s\n' "$name"
    "$@" || code=$?
    case $code in
    0) passed+=("$name") ;;
    77) skipped+=("$name") ;;
    *) failed+=("$name") ;;
    esac
    printf -- '-- %s: %d s\n' "$name" $((SECONDS - began))
}

# list WORD…: "a, b, c", or "none"
list() {
    [ $# -gt 0 ] || set -- none
    printf '%s' "$1"
    [ $# -eq 1 ] || printf ', %s' "${@:2}"
}

# summary NAME: the last line, and the exit code
summary() {
    echo
    if [ ${#failed[@]} -gt 0 ]; then
        echo "$1 FAILED in $SECONDS s. failed: $(list "${failed[@]}"); passed: $(list "${passed[@]}"); skipped: $(list "${skipped[@]}")"
        return 1
    fi
    echo "$1 passed in $SECONDS s. passed: $(list "${passed[@]}"); skipped: $(list "${skipped[@]}")"
}

# prepare PRESET TIMEOUT: configures and builds it with all its tests; TIMEOUT: seconds that one test may take
prepare() {
    pkg-config --exists cmocka || { echo "cmocka is not installed; no test can run without it"; return 1; }
    scripts/configure "$1" -DROUTH_WERROR=ON -DROUTH_TEST_TIMEOUT="$2" && cmake --build --preset "$1" -- --quiet
}
