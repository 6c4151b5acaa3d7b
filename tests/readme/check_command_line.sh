#!/usr/bin/env bash
# Runs the first sh block under the README's heading "## Command line", command by command, in a scratch folder with
# the program just built. Every command must succeed. In soak they run as they stand; otherwise those that take seconds
# get an option more, which makes less of the same.
# SPDX-License-Identifier: BSD-3-Clause
set -uo pipefail
: "${ROUTH_SOURCE_DIR:?}"
readme=$ROUTH_SOURCE_DIR/README.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

[ -f "$readme" ] || { echo "there is no README.md"; exit 1; }
[ -x "${ROUTH_PROGRAM:-}" ] || { echo "the program routh was not built"; exit 1; }
block=$(awk '/^## Command line$/ { section = 1; next } /^## / { section = 0 }
             section && /^```sh$/ && !seen { inside = seen = 1; next } /^```/ { inside = 0 } inside' "$readme")
[ -n "$block" ] || { echo "README.md has no \`\`\`sh block under \"## Command line\""; exit 1; }

PATH=$(dirname "$ROUTH_PROGRAM"):$PATH
mkdir "$scratch/tour" && cd "$scratch/tour" || exit 1

less() {
    [ "${ROUTH_EFFORT:-}" != soak ] || { echo "$1"; return; }
    case $1 in
    "routh study "*) echo "$1 --no-reference" ;;
    "routh paper guides "*) echo "$1 --rate 125" ;;
    "routh insertion observe "*) echo "$1 --rate 10" ;;
    "routh insertion identify "*) echo "$1 --rate 2" ;;
    *) echo "$1" ;;
    esac
}

# one command at a time: a line with its continuations and its here-document
failures=0
while IFS= read -r line; do
    command=$line
    while [[ $command == *\\ ]] && IFS= read -r line; do
        command=${command%\\}$line
    done
    if [[ $command =~ \<\<-?[[:space:]]*[\'\"]?([A-Za-z_]+) ]]; then
        end=${BASH_REMATCH[1]}
        while IFS= read -r line; do
            command+=$'\n'$line
            [ "$line" = "$end" ] && break
        done
    fi
    [[ $command =~ ^[[:space:]]*(#.*)?$ ]] && continue
    command=$(less "$command")
    echo "\$ $command"
    eval "$command" </dev/null
    result=$?
    [ "$result" = 0 ] || { echo "exit code $result"; failures=$((failures + 1)); }
done <<<"$block"
[ "$failures" = 0 ] || { echo "$failures of the README's commands failed"; exit 1; }
