#!/usr/bin/env bash
# Every link of a page to a file of this repository leads somewhere: files move.
# SPDX-License-Identifier: BSD-3-Clause
set -euo pipefail
cd "$ROUTH_SOURCE_DIR"

pages=0 wrong=0
for page in *.md docs/*.md web/*.md tests/*/*.md .github/*.md; do
    [ -f "$page" ] || continue
    pages=$((pages + 1))
    case $page in */*) folder=${page%/*} ;; *) folder=. ;; esac
    while IFS= read -r link; do
        [ -e "$folder/$link" ] || { echo "$page: there is no $link"; wrong=1; }
    done < <(sed '/^```/,/^```/d; s/`[^`]*`//g' "$page" | { grep -oE '\]\([^)#:]+[)#]' || true; } | sed 's/^](//; s/.$//' | sort -u)
done
[ $pages -gt 5 ] || { echo "no pages found in $PWD"; exit 1; }
exit $wrong
