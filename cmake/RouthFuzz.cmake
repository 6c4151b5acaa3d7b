# Each tests/fuzz/fuzz_*.c is one libFuzzer program; the library is compiled once more, with coverage and sanitizers.
# SPDX-License-Identifier: BSD-3-Clause
if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "ROUTH_FUZZ needs clang: cmake --preset fuzz")
endif()

add_custom_target(fuzzers)
file(GLOB fuzz_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.c")
if(fuzz_sources)
  set(fuzz_flags -fno-sanitize-recover=all -fno-omit-frame-pointer)
  routh_object_library(routh_fuzz_objects)
  set_target_properties(routh_fuzz_objects PROPERTIES EXCLUDE_FROM_ALL ON)
  target_compile_options(routh_fuzz_objects PRIVATE -fsanitize=fuzzer-no-link,address,undefined ${fuzz_flags})
endif()

foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM name)
  add_executable(${name} EXCLUDE_FROM_ALL "${source}")
  routh_compile_options(${name})
  # libFuzzer calls LLVMFuzzerTestOneInput, which no header declares
  target_compile_options(${name} PRIVATE
    -Wno-missing-prototypes -fsanitize=fuzzer,address,undefined ${fuzz_flags})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_libraries(${name} PRIVATE routh_fuzz_objects)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
  add_dependencies(fuzzers ${name})
endforeach()
