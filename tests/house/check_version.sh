#!/usr/bin/env bash
# include/routh/version.h states the version, in three numbers and as text. The latest release of CHANGELOG.md, CITATION.cff and debian/changelog are of that version,
# and the last two of the day that CHANGELOG.md states.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
export LC_ALL=C TZ=UTC
: "${ROUTH_SOURCE_DIR:=$(cd "$(dirname "$0")/../.." && pwd)}"
cd "$ROUTH_SOURCE_DIR"

wrong=0
# same FILE FIELD VALUE WANTED
same() {
    [ "$3" = "$4" ] && return
    echo "$1: $2 is \"$3\", but must be \"$4\""
    wrong=1
}

version=$(sed -n 's/^#define ROUTH_VERSION  *"\(.*\)"/\1/p' include/routh/version.h)
[ -n "$version" ] || { echo "include/routh/version.h: no version found"; exit 1; }
same include/routh/version.h "the version in numbers" \
    "$(sed -n 's/^#define ROUTH_VERSION_[A-Z]* \([0-9]*\)$/\1/p' include/routh/version.h | paste -sd.)" "$version"
release=$(sed -n 's/^## \[\([0-9].*\)\].*/\1/p' CHANGELOG.md | head -n 1)
day=$(sed -n "s/^## \[$version\] - //p" CHANGELOG.md)
same CHANGELOG.md "the latest release" "$release" "$version"
[[ $day =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || { echo "CHANGELOG.md: the day of $version is \"$day\", but must be as 2026-01-31"; wrong=1; }

same CITATION.cff version "$(sed -n 's/^version: //p' CITATION.cff)" "$version"
same CITATION.cff date-released "$(sed -n 's/^date-released: //p' CITATION.cff | tr -d '"')" "$day"

packaged=$(sed -n '1s/^routh (\(.*\)-[^-]*).*/\1/p' debian/changelog)
same debian/changelog "the latest version" "$packaged" "$version"
# a later package of the same release has a later day
if head -n 1 debian/changelog | grep -q -- '-0upstream1)'; then
    dated=$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)
    same debian/changelog "the latest day" "$(date -d "$dated" +%Y-%m-%d)" "$day"
fi
library=$(sed -n 's/^Package: librouth\([0-9].*\)/\1/p' debian/control)
same debian/control "the library's package" "librouth$library" "librouth${version%.*}"
exit $wrong
