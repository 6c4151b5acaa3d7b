#!/usr/bin/env bash
# Stands before the compiler: where ROUTH_OBJECTS names a build that compiles the same way, takes the object from there,
# unless its source is newer. usage: take_object.sh COMPILER ARGUMENT…
# SPDX-License-Identifier: BSD-3-Clause
object='' source=''
for ((i = 1; i < $#; i++)); do
    next=$((i + 1))
    case ${!i} in
    -o) object=${!next} ;;
    -c) source=${!next} ;;
    esac
done
from=${ROUTH_OBJECTS-}/$object
if [ -n "${ROUTH_OBJECTS-}" ] && [[ $object =~ ^CMakeFiles/routh_([a-z]+_objects|cli_parts)\.dir/ ]] && [ "$from" -nt "$source" ]; then
    exec cp "$from" "$object"
fi
exec "$@"
