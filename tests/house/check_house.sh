#!/usr/bin/env bash
# Keeps names, includes and exports in order; docs/architecture.md says why. Each check makes a sorted list of violations and
# compares it with the list of those allowed, which should only shrink. A check fails if either list has an extra line.
#   symbols   external symbols of the library's objects that do not begin with routh_
#   names     types (in headers, or with the prefix) and files of src whose name exists twice
#   rooms     includes of a room that comes later in the list of docs/architecture.md
#   storeys   what a storey takes from one above it, and what the lowest takes from outside: libc and libm only
#   program   includes of cli that are neither public nor its own nor of papers
#   papers    includes of papers that are neither public nor its own
#   json      calls of jansson whose failure is easily lost, outside the files of src/files/file that check them; jansson in cli
#   keys      how many keys of JSON each file writes by hand, where the table of fields (src/files/file/json_struct.h) would do
#   words     words that docs/architecture.md retires, in what users read
#   columns   numbers in tables with a width but no space before it: where one is longer than that, columns merge
#   cycles    files of one room that use each other's symbols, directly or by way of others
#   libraries what ldd says of the shared library: at most 12 lines, none for a network or for HDF5
#   interface public headers over 400 lines, and how many functions there are besides _default and _release: both are to fall
#   exported  all symbols that the shared library exports, so that the interface changes only deliberately
# usage: ROUTH_BUILD_DIR=… tests/house/check_house.sh CHECK [--update]
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
: "${ROUTH_SOURCE_DIR:=$(cd "$here/../.." && pwd)}" "${NM:=nm}"
cd "$ROUTH_SOURCE_DIR"

symbols() {
    : "${ROUTH_BUILD_DIR:?}"
    # the compiler's own begin with a dot
    (cd "$ROUTH_BUILD_DIR" && "$NM" -g --defined-only -P librouth_storey_*.a) | awk 'NF > 1 && $1 !~ /^(routh_|\.)/ { print $1 }'
}

# struct, enum and union with their members, and other typedefs except forward declarations of a struct
types() {
    awk '{ name = "" }
         /^(typedef )?(struct|enum|union) [a-z0-9_]+ \{/ { name = $0; sub(/ \{.*/, "", name); sub(/.* /, "", name) }
         /^\} [a-z0-9_]+;/ { name = $2; sub(/;.*/, "", name) }
         /^typedef .*\(\*[a-z0-9_]+\)\(/ { name = $0; sub(/^[^(]*\(\*/, "", name); sub(/\).*/, "", name) }
         /^typedef [^({]* [a-z0-9_]+(\[[^]]*\])*;/ && !/^typedef (struct|enum|union) [a-z0-9_]+ [a-z0-9_]+;/ {
             name = $0; sub(/(\[[^]]*\])*;.*/, "", name); sub(/.* /, "", name) }
         name != "" && (FILENAME ~ /\.h$/ || name ~ /^routh_/) && !((name, FILENAME) in seen) {
             seen[name, FILENAME]; print name
         }' src/*/*/*.[ch]
}

names() {
    types | sort | uniq -d | sed 's/^/type /'
    printf '%s\n' src/*/*/*.[ch] | sed 's|.*/|file |' | sort | uniq -d
}

rooms() {
    awk 'FILENAME == "docs/architecture.md" {
             if (match($0, /^[ |`]*src\/[a-z0-9]+\/[a-z0-9]+\//)) {
                 split(substr($0, RSTART, RLENGTH), part, "/"); room = part[3]
                 if (!(room in place)) place[room] = ++rooms
             }
             next
         }
         FNR == 1 {
             split(FILENAME, part, "/"); room = part[3]; sub(/[_.].*/, "", room)
             if (!(room in place) && FILENAME ~ /^src/ && !(room in missing)) {
                 missing[room]; print "src/" part[2] "/" room " is not listed in docs/architecture.md"
             }
         }
         /^#include ["<]/ {
             path = $2; gsub(/["<>]/, "", path); sub(/^\.\.\//, "", path)
             other = path; sub(/^routh\//, "", other); sub(/[\/._].*/, "", other)
             if ((path ~ /\//) && (other in place) && (room in place) && place[other] > place[room])
                 print FILENAME " " path
         }' docs/architecture.md src/*/*/*.[ch] include/routh/*.h
}

# What a storey takes from outside: of Routh, what no storey up to it has; the lowest, anything but libc, libm and OpenMP.
storeys() {
    : "${ROUTH_BUILD_DIR:?}"
    local storey below=() names outside
    names=$(sed -n 's|^ *src/\([a-z]*\)/ .*|\1|p' docs/architecture.md)
    for storey in $names; do
        below+=("librouth_storey_$storey.a")
        outside=$(cd "$ROUTH_BUILD_DIR" && comm -23 <("$NM" -u -P "${below[-1]}" | awk 'NF > 1 { print $1 }' | sort -u) \
            <("$NM" -g --defined-only -P "${below[@]}" | awk 'NF > 1 { print $1 }' | sort -u))
        grep '^routh_' <<<"$outside" | sed "s/^/$storey /" || true
        [ "$storey" != core ] || grep -vE '^(routh_|GOMP_|omp_|__stack_chk_fail)' <<<"$outside" |
            grep -vxFf tests/core/allowed_libc.txt | sed 's/^/core /'
    done
    [ -n "$names" ] || echo "docs/architecture.md lists no storey"
}

program() {
    local file path
    grep -o '^#include "[^"]*"' cli/*.[ch] | while IFS=: read -r file path; do
        path=${path#\#include \"}
        path=${path%\"}
        [ -f "cli/$path" ] || [ -f "papers/$path" ] || echo "$file $path"
    done
}

papers() {
    local file path
    grep -oE '^#include ("[^"]*"|<routh/[^>]*>)' papers/*.[ch] | while IFS=: read -r file path; do
        path=${path#\#include ?}
        path=${path%?}
        [ -f "papers/$path" ] || [ -f "include/$path" ] || echo "$file $path"
    done
}

# what builds, prints or reads JSON can run out of memory: src/files/file/json_*.c check it, once for all
json() {
    local unchecked='json_(object_(set|update)|array_(append|insert|set|extend)|v?pack|dump|load|v?sprintf|string_set|(deep_)?copy)'
    { grep -oHEw "$unchecked[a-z_]*" src/*/*/*.[ch] | grep -v '^src/files/file/json_[a-z]*\.c:' | tr ':' ' ' || true; }
    { grep -lE '^#include <jansson.h>' cli/*.[ch] || true; } | sed 's/$/ jansson.h/'
}

# Keys as text, whatever is called with them, and names in keys.txt that differ from their fields'. What is no key but looks
# like one is counted, too: the numbers are to fall.
keys() {
    local call='(put|get|del|read|refuse|add|numbers?_of|text_of|OWN|NUMBER|element|unless|fit|numbers)[a-z_0-9]*' file count
    local key='"[a-z][a-z_0-9]*"'
    grep -lE 'json|routh_fields' -r src --include='*.[ch]' | while read -r file; do
        count=$(tr '\n' ' ' <"$file" | grep -oE "$call\\(([^\"();]|\\([^\"();]*\\))*$key|\\{$key, *[^\"{} ]" |
            grep -cvE '(json_string|strcmp|fputs|fgets)\(') || true
        [ "$count" = 0 ] || echo "$file $count"
    done
    echo "src/files/file/keys.txt $(grep -c '^[^#]*\..*[^-]$' src/files/file/keys.txt)"
}

# "told" and its kind for determined, shown or said; "makes no sense" for invalid. A crew is a thread pool, its pulse a heartbeat,
# asking is checking whether to cancel; basins are minima, a sketch is linearised, what is thinned is downsampled; findings are added, nobody speaks.
# "So many" is the number itself, and what is known of a thing the thing. A recording has a diagnosis with alternatives, no first
# aid with remedies. Rows have a status and units are checked: no fates, no suspects; what a MATLAB file holds are impacts.
words() {
    { grep -nEw 'told|tell|tells|not-told|makes no sense' -r \
        src include cli web/src docs README.md CONTRIBUTING.md scripts || true; } | cut -d: -f1,3-
    { grep -nEw '(routh_)?(crews?|basins?|sketch(es)?|thinned|pulse)(_[a-z_]+)?|routh_(ask|speech|say|find_out)' -r \
        src include cli docs README.md CONTRIBUTING.md scripts --exclude=renamed.h || true; } |
        { grep -vE '(wrench|simulate(_setting)?|simulation)\.(c|h|md)' || true; } | cut -d: -f1,3-
    { grep -nEw 'fates?|suspects?|suspicion|read_bounce|remed(y|ies)' -r src include cli papers docs --include='*.[ch]' --include='*.md' || true; } |
        cut -d: -f1,3-
    { grep -nE '(routh_|first_)(dataset_)?aid(_[a-z_]+)?\>|[Ff]irst aid|routh_suspect' -r src include cli papers python/routh docs \
        --exclude=renamed.h || true; } | cut -d: -f1,3-
    { grep -nEi 'so many\>|those that are used|what is known of|nobody reads|post hoc' -r src include cli papers python/routh web/src \
        --include='*.[ch]' --include='*.py' --include='*.ts' || true; } | cut -d: -f1,3-
}

# "%12.7g" straight after another conversion; " %11.7g" is as wide and keeps its distance
columns() {
    { grep -nE '%-?[0-9]*(\.[0-9]+)?(zu|[a-z])%[0-9]+(\.[0-9]+)?(zu|[dgfe])' cli/*.c src/results/report/*.c |
        grep -vE '_(json|svg|panel)\.c:' || true; } | cut -d: -f1,3-
}

# By the objects' symbols: what is inline in a header has no file of its own.
cycles() {
    : "${ROUTH_BUILD_DIR:?}"
    { find src -name '*.c'; (cd "$ROUTH_BUILD_DIR" && "$NM" -A -g -P librouth_storey_*.a); } | awk '
        function visit(from, at,    i) {
            for (i = 1; i <= uses[at]; i++)
                if (!((from, use[at, i]) in reaches)) {
                    reaches[from, use[at, i]]
                    visit(from, use[at, i])
                }
        }
        NF == 1 { name = $1; sub(/.*\//, "", name); path[name] = $1; room[name] = $1; sub(/\/[^\/]*$/, "", room[name]); next }
        { file = $1; sub(/.*\[/, "", file); sub(/\.o\].*/, "", file) }
        !(file in room) { next }
        $3 == "U" { wanted[++wants] = file " " $2; next }
        { home[$2] = file }
        END {
            for (i = 1; i <= wants; i++) {
                split(wanted[i], pair, " ")
                other = home[pair[2]]
                if (other != "" && other != pair[1] && room[other] == room[pair[1]])
                    use[pair[1], ++uses[pair[1]]] = other
            }
            for (file in room) visit(file, file)
            for (file in room) if ((file, file) in reaches) {
                cycle = path[file]
                for (other in room) if (other != file && (file, other) in reaches && (other, file) in reaches) {
                    if (other < file) cycle = ""
                    if (cycle == "") break
                    list[file] = list[file] " " path[other]
                }
                if (cycle != "") print cycle, list[file] | "xargs -n1 | sort | xargs"
                close("xargs -n1 | sort | xargs")
            }
        }'
}

libraries() {
    : "${ROUTH_BUILD_DIR:?}"
    ldd "$ROUTH_BUILD_DIR/librouth.so" | awk '
        $1 ~ /^lib(curl|ssl|crypto|gnutls|nettle|ldap|lber|sasl|krb5|k5crypto|gssapi|ssh|nghttp|rtmp|psl|idn|resolv|aws|hdf5|lapacke)/ {
            print "no use for " $1 }
        END { if (NR > 12) print NR " lines of ldd" }'
}

# A function as its header declares it; constants are no functions.
interface() {
    wc -l include/routh/*.h | awk '$2 != "total" && $1 > 400 { print $2 " " $1 " lines" }'
    echo "functions $(cat include/routh/*.h | grep '^ROUTH_API' | grep -v '^ROUTH_API extern' |
        grep -oE '\<routh_[a-z0-9_]+\(' | grep -cvE '_(default|release)\(')"
}

exported() {
    : "${ROUTH_BUILD_DIR:?}"
    "$NM" -D --defined-only -P "$ROUTH_BUILD_DIR/librouth.so" | awk '$1 !~ /^\./ { print $1 }'
}

check=${1:?missing CHECK: symbols, names, rooms, storeys, program, papers, json, keys, words, columns, cycles, libraries, interface or exported}
case $check in
symbols | names | rooms | storeys | program | papers | json | keys | words | columns | cycles | libraries | interface) list=$here/allowed_$check.txt ;;
exported) list=$here/exported.txt ;;
*) echo "unknown check \"$check\": it must be symbols, names, rooms, storeys, program, papers, json, keys, words, columns, cycles, libraries, interface or exported" >&2; exit 2 ;;
esac
found=$("$check" | sort -u)
if [ "${2-}" = --update ]; then
    printf '%s\n' "$found" | sed '/^$/d' >"$list"
    exit
fi
changes=$(diff <(printf '%s\n' "$found" | sed '/^$/d') "$list" | sed -n 's/^< /new: /p; s/^> /gone: /p') || true
[ -n "$changes" ] || exit 0
printf '%s\n' "$changes" "If this is intended, run tests/house/check_house.sh $check --update"
exit 1
