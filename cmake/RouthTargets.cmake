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

# routh_storey(NAME [SOURCES …] [DEPENDS …] [EXCLUDE REGEX [KEEP REGEX]]): the objects of src/NAME and, as a static library of which a link takes what it
# needs, routh_storey_NAME, for tests that look inside. It sees the headers of the storeys before it and links them.
# Results must not depend on the compiler or the machine: no contraction to fused multiply-add, no reordering. Neither errno
# nor floating-point traps are used; without them the compiler can vectorise loops over impacts.
set(ROUTH_STOREYS "")
set(ROUTH_SOURCES "")
function(routh_storey name)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "EXCLUDE;KEEP" "SOURCES;DEPENDS")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*/*.c")
  set(kept ${sources})
  if(its_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${its_EXCLUDE}")
  endif()
  if(its_KEEP)
    list(FILTER kept INCLUDE REGEX "${its_KEEP}")
    list(APPEND sources ${kept})
  endif()
  set(needs ${its_DEPENDS})
  set(folders "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src/${name}")
  foreach(below IN LISTS ROUTH_STOREYS)
    list(APPEND needs ${ROUTH_${below}_NEEDS})
    list(APPEND folders "${PROJECT_SOURCE_DIR}/src/${below}")
  endforeach()
  set(objects routh_${name}_objects)
  add_library(${objects} OBJECT ${sources} ${its_SOURCES})
  if(NOT name STREQUAL "core") # all others see the table of fields
    list(APPEND folders "${PROJECT_BINARY_DIR}")
    add_dependencies(${objects} routh_fields)
  endif()
  routh_compile_options(${objects})
  target_compile_options(${objects} PRIVATE -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-tree-slp-vectorize)
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_include_directories(${objects} PUBLIC ${folders})
  target_link_libraries(${objects} PUBLIC ${needs})
  routh_sanitize(${objects})
  add_library(routh_storey_${name} STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${objects}>)
  set_target_properties(routh_storey_${name} PROPERTIES LINKER_LANGUAGE C)
  target_include_directories(routh_storey_${name} PUBLIC ${folders})
  list(TRANSFORM ROUTH_STOREYS PREPEND routh_storey_ OUTPUT_VARIABLE below)
  target_link_libraries(routh_storey_${name} PUBLIC ${below} ${needs})
  set(ROUTH_${name}_NEEDS ${its_DEPENDS} PARENT_SCOPE)
  set(ROUTH_STOREYS ${ROUTH_STOREYS} ${name} PARENT_SCOPE)
  set(ROUTH_SOURCES ${ROUTH_SOURCES} ${sources} ${its_SOURCES} PARENT_SCOPE)
endfunction()

# routh_library(TARGET FILE SHARED|STATIC STOREY…): a library of some storeys, to be installed as lib<FILE>.
function(routh_library target file kind)
  add_library(${target} ${kind})
  foreach(storey IN LISTS ARGN)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:routh_${storey}_objects>)
    target_link_libraries(${target} PRIVATE ${ROUTH_${storey}_NEEDS})
  endforeach()
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${file}
    VERSION ${PROJECT_VERSION}
    # before 1.0 every minor version may change the interface
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    LINKER_LANGUAGE C)
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  routh_sanitize(${target})
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
