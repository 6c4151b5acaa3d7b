#!/usr/bin/env bash
# Installs Routh into a scratch folder, moves that elsewhere, and builds and runs consumers that know nothing else:
# through CMake's find_package and through pkg-config. The argument says which kind of library: shared or static.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail

kind=${1:?shared or static}
: "${ROUTH_BUILD_DIR:?}" "${ROUTH_SOURCE_DIR:?}" "${ROUTH_VERSION:?}" "${CC:=cc}" "${CMAKE:=cmake}" "${PKG_CONFIG:=pkg-config}"
here=$ROUTH_SOURCE_DIR/tests/consumer
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# quiet unless it fails
quietly() {
    "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; exit 1; }
}

# commands BUILD: how it compiles library and program, whatever folder it is in and whatever stands before the compiler
commands() {
    sed -n '/^ *"command": .*\(routh_[a-z]*_objects\|routh_cli_parts\)\.dir/p' "$1/compile_commands.json" |
        sed -e "s|$1|BUILD|g" -e 's| -Werror||' -e 's| -|\n-|' -e 's|^[^\n]*\n||' | sort
}

build=$ROUTH_BUILD_DIR
if [ "$kind" = static ]; then
    build=$scratch/build
    quietly "$CMAKE" -S "$ROUTH_SOURCE_DIR" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$CC" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
        -DCMAKE_C_COMPILER_LAUNCHER="$here/take_object.sh" \
        -DROUTH_WITHOUT="$(sed -n 's/^ROUTH_WITHOUT:STRING=//p' "$ROUTH_BUILD_DIR/CMakeCache.txt")" \
        -DROUTH_LEARN="$(sed -n 's/^ROUTH_LEARN:BOOL=//p' "$ROUTH_BUILD_DIR/CMakeCache.txt")" \
        -DBUILD_SHARED_LIBS=OFF -DROUTH_TESTS=OFF -DROUTH_EXAMPLES=OFF -DROUTH_ENGINES=OFF
    # Compiled the same way, the objects are those that are there already; what is tested here is how they are packed.
    if cmp -s <(commands "$ROUTH_BUILD_DIR") <(commands "$build"); then
        export ROUTH_OBJECTS=$ROUTH_BUILD_DIR
    fi
    quietly "$CMAKE" --build "$build"
fi
quietly "$CMAKE" --install "$build" --prefix "$scratch/installed"

# from another place, so that no path of the build can help
prefix=$scratch/moved
mv "$scratch/installed" "$prefix"
if grep -rIl -e "$build" -e "$ROUTH_SOURCE_DIR" "$prefix"; then
    echo "these installed files name the folder they were built in"
    exit 1
fi

if [ -x "$prefix/bin/routh" ]; then
    "$prefix/bin/routh" --help >/dev/null || { echo "the installed program does not run"; exit 1; }
    for file in man/man1/routh.1 man/man1/routh-insertion-identify.1 bash-completion/completions/routh \
        zsh/site-functions/_routh fish/vendor_completions.d/routh.fish; do
        [ -s "$prefix/share/$file" ] || { echo "share/$file is not installed"; exit 1; }
    done
    echo "$kind: installed program runs"
fi

for engine in "$prefix"/libexec/routh/routh-engine-*; do
    [ -x "$engine" ] || continue
    echo hello | "$engine" | grep -q '^hello 1 ' || { echo "$engine does not run"; exit 1; }
done

quietly "$CMAKE" -S "$here" -B "$scratch/consumer" -G Ninja -DCMAKE_C_COMPILER="$CC" \
    -DCMAKE_PREFIX_PATH="$prefix" -DWANTED_VERSION="$ROUTH_VERSION"
quietly "$CMAKE" --build "$scratch/consumer"
quietly ctest --test-dir "$scratch/consumer" --output-on-failure
echo "$kind: find_package consumers build and run"

folder=$(dirname "$(find "$prefix" -name routh.pc)")
export PKG_CONFIG_PATH=$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
[ "$("$PKG_CONFIG" --modversion routh)" = "$ROUTH_VERSION" ] || { echo "routh.pc has the wrong version"; exit 1; }
[ "$kind" = shared ] && mode=() || mode=(--static)
read -ra flags <<<"$("$PKG_CONFIG" "${mode[@]}" --cflags --libs routh)"
quietly "$CC" -std=c17 "$here/consumer.c" -o "$scratch/consumer_pc" "${flags[@]}" -lm
LD_LIBRARY_PATH=$("$PKG_CONFIG" --variable=libdir routh) "$scratch/consumer_pc" "$ROUTH_VERSION"
echo "$kind: pkg-config consumer builds and runs"
