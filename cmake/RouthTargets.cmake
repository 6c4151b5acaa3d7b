# How every target of this project is compiled.
# SPDX-License-Identifier: BSD-3-Clause

set(ROUTH_WARNINGS
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wvla -Wformat=2 -Wundef
  -Wwrite-strings -Wpointer-arith -Wimplicit-fallthrough)

# Warnings, and POSIX in addition to standard C.
function(routh_compile_options target)
  target_compile_options(${target} PRIVATE ${ROUTH_WARNINGS} $<$<BOOL:${ROUTH_WERROR}>:-Werror>)
  target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
endfunction()

# Results must not depend on the compiler or the machine: no contraction to fused multiply-add, no reordering. Neither
# errno nor floating-point traps are used; without them the compiler can vectorise loops over impacts.
function(routh_object_library target)
  add_library(${target} OBJECT ${ROUTH_SOURCES})
  routh_compile_options(${target})
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-tree-slp-vectorize)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_include_directories(${target} PUBLIC
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PUBLIC $<$<BOOL:${ROUTH_WEB_SOURCES}>:ROUTH_HAVE_WEB>)
  target_link_libraries(${target} PUBLIC ${ROUTH_DEPENDENCIES})
endfunction()

# ROUTH_SANITIZE or ROUTH_SANITIZE_THREADS; nothing without either.
function(routh_sanitize target)
  if(ROUTH_SANITIZE_THREADS)
    set(flags -fsanitize=thread)
  elseif(ROUTH_SANITIZE)
    set(flags -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
  else()
    return()
  endif()
  target_compile_options(${target} PRIVATE ${flags})
  target_link_options(${target} PRIVATE ${flags})
  # sixty programs of 20 MB each: LLVM's linker takes a third of the time of the usual one
  find_program(ROUTH_LLD ld.lld DOC "LLVM's linker, for programs with sanitizers")
  mark_as_advanced(ROUTH_LLD)
  if(ROUTH_SANITIZE AND ROUTH_LLD AND CMAKE_C_COMPILER_ID MATCHES "Clang")
    target_link_options(${target} PRIVATE -fuse-ld=lld)
  endif()
endfunction()

# A program of ours; what it links is the caller's choice.
function(routh_executable target)
  add_executable(${target} ${ARGN})
  routh_compile_options(${target})
  routh_sanitize(${target})
endfunction()

# Links an optional library to a target whose source uses that macro, if the library is found.
function(routh_offer target source macro library)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(STRINGS "${source}" wishes REGEX "${macro}")
  if(wishes AND TARGET ${library})
    target_link_libraries(${target} PRIVATE ${library})
    set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS ${macro})
  endif()
endfunction()

function(routh_offer_siconos target source)
  routh_offer(${target} "${source}" ROUTH_HAVE_SICONOS Siconos::numerics)
endfunction()
