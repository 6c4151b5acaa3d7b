# Each tests/fuzz/fuzz_*.c is one libFuzzer program, linked with the objects that the tests with sanitizers use.
# SPDX-License-Identifier: BSD-3-Clause
if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang" OR NOT ROUTH_SANITIZE)
  message(FATAL_ERROR "ROUTH_FUZZ needs clang and ROUTH_SANITIZE: cmake --preset sanitize")
endif()

# Only code that reads files reports its coverage to libFuzzer. Tests use the same objects, and numerical loops with
# coverage would take several times as long; so would the search for the nearest name, which messages need.
foreach(source IN LISTS ROUTH_SOURCES)
  if(NOT source MATCHES "/base/nearest\\.c$" AND source MATCHES "/src/(core/base|files/file|recordings/data)/|/(read|scene|assembly|recording|json)[^/]*$|/[^/]*_read[^/]*\\.c$|/[^/]*_file\\.c$|/geometry/(halfspaces|hull|join|polyhedron)[^/]*$")
    set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -fsanitize=fuzzer-no-link)
  endif()
endforeach()

# The program's parsers, as a library of which a fuzzer takes what it needs.
target_compile_options(routh_cli_parts PRIVATE -fsanitize=fuzzer-no-link)
add_library(routh_cli_archive STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:routh_cli_parts> $<TARGET_OBJECTS:routh_papers>)
set_target_properties(routh_cli_archive PROPERTIES LINKER_LANGUAGE C)
target_include_directories(routh_cli_archive PUBLIC "${PROJECT_SOURCE_DIR}/cli")
target_link_libraries(routh_cli_archive PUBLIC routh_internal)

pkg_search_module(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5) # makes and changes files for some
add_custom_target(fuzzers)
file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.c")
foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM name)
  routh_executable(${name} "${source}")
  # libFuzzer calls LLVMFuzzerTestOneInput, which no header declares
  target_compile_options(${name} PRIVATE -Wno-missing-prototypes -fsanitize=fuzzer-no-link)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE routh_cli_archive routh_internal PkgConfig::HDF5)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
  add_dependencies(fuzzers ${name})
  # every input that is kept, once
  string(REGEX REPLACE "^fuzz_" "" subject "${name}")
  set(corpus "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus_${subject}")
  if(ROUTH_TESTS AND EXISTS "${corpus}")
    routh_add_test(fuzz/${subject} "fuzz;fast" ${name} -runs=0 "${corpus}")
  endif()
endforeach()
