# The table of materials that comes with the library, embedded: sets ROUTH_MATERIALS_SOURCE to a C file with its bytes.
# SPDX-License-Identifier: BSD-3-Clause

set(materials_table "${PROJECT_SOURCE_DIR}/src/identify/material/known.json")
set(ROUTH_MATERIALS_SOURCE "${PROJECT_BINARY_DIR}/material/known_table.c")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${materials_table}")
file(READ "${materials_table}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],))" "\\1\n" bytes "${bytes}")
file(CONFIGURE OUTPUT "${ROUTH_MATERIALS_SOURCE}" CONTENT
"/* Made by CMake from src/identify/material/known.json. */
#include \"material/material.h\"

const unsigned char routh_known_table[] = {
@bytes@};
const size_t routh_known_table_size = sizeof routh_known_table;
" @ONLY)
