# The table of fields of the public structs, made from the headers at build time: sets ROUTH_FIELDS_<storey> to its C files for
# that storey, where the room of the header is (of study_drops.h: study); those of the core are in files, since laws look nothing up
# by name. The program that makes it runs on this machine, also where the library is for another: ROUTH_HOST_CC compiles it then.
# SPDX-License-Identifier: BSD-3-Clause

set(fields_build "${PROJECT_BINARY_DIR}/fields")
file(GLOB fields_source CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/fields_of/*.c")
set(fields_keys "${PROJECT_SOURCE_DIR}/src/files/file/keys.txt")
set(fields_objects "${PROJECT_SOURCE_DIR}/src/results/report/objects.txt") # objects of files that are no result's struct
set(ROUTH_FIELDS_results "${fields_build}/fields_layouts.c")
set(fields_made "${fields_build}/fields_layouts.c" "${fields_build}/layouts.h" "${fields_build}/structs.h" "${fields_build}/fields.tsv" "${fields_build}/fields.md")
foreach(header IN LISTS ROUTH_PUBLIC_HEADERS)
  cmake_path(GET header STEM name)
  string(REGEX REPLACE "_.*" "" room "${name}")
  file(GLOB storey "${PROJECT_SOURCE_DIR}/src/*/${room}")
  file(STRINGS "${header}" structs REGEX "struct [a-z0-9_]+ {")
  if(NOT storey OR NOT structs)
    continue()
  endif()
  cmake_path(GET storey PARENT_PATH storey)
  cmake_path(GET storey FILENAME storey)
  if(storey STREQUAL "core")
    set(storey files)
  endif()
  list(APPEND ROUTH_FIELDS_${storey} "${fields_build}/fields_${name}.c")
  list(APPEND fields_made "${fields_build}/fields_${name}.c")
endforeach()

if(CMAKE_CROSSCOMPILING)
  find_program(ROUTH_HOST_CC NAMES cc gcc clang REQUIRED DOC "A C compiler for programs of the build")
  set(fields_of "${fields_build}/fields_of")
  add_custom_command(OUTPUT "${fields_of}" COMMAND "${ROUTH_HOST_CC}" -std=c17 -O1 -o "${fields_of}" ${fields_source}
    DEPENDS ${fields_source} VERBATIM)
else()
  add_executable(fields_of ${fields_source})
  target_compile_options(fields_of PRIVATE ${ROUTH_WARNINGS} $<$<BOOL:${ROUTH_WERROR}>:-Werror>)
  set(fields_of "$<TARGET_FILE:fields_of>")
endif()
file(MAKE_DIRECTORY "${fields_build}")
add_custom_command(OUTPUT ${fields_made} COMMAND "${fields_of}" "${fields_build}" "${fields_keys}" "${fields_objects}"
  ${ROUTH_PUBLIC_HEADERS}
  DEPENDS "${fields_of}" "${fields_keys}" "${fields_objects}" ${ROUTH_PUBLIC_HEADERS} COMMENT "Making the table of fields" VERBATIM)
add_custom_target(routh_fields DEPENDS ${fields_made}) # before any storey that includes structs.h
