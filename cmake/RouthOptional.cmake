# What Routh can do without. Each optional package has one name here, and routh_optional() alone looks for it, so that
# -DROUTH_WITHOUT=NAME;NAME builds what a machine without these would. scripts/absent tries that for every name.
# SPDX-License-Identifier: BSD-3-Clause
set(ROUTH_OPTIONAL bullet ccd chipmunk cmocka cxx dart fcl matio mujoco nlopt node ode openblas openmp python qhull sdformat siconos sundials)
set(ROUTH_WITHOUT "" CACHE STRING "Optional packages to treat as absent, separated by semicolons, or all")

set(ROUTH_ABSENT ${ROUTH_WITHOUT})
if(NOT ROUTH_LEARN) # alone needs it
  list(APPEND ROUTH_ABSENT openblas)
endif()
if("all" IN_LIST ROUTH_ABSENT)
  list(REMOVE_ITEM ROUTH_ABSENT all)
  list(APPEND ROUTH_ABSENT ${ROUTH_OPTIONAL})
endif()
foreach(name IN LISTS ROUTH_ABSENT)
  if(NOT name IN_LIST ROUTH_OPTIONAL)
    list(JOIN ROUTH_OPTIONAL ", " names)
    message(FATAL_ERROR "ROUTH_WITHOUT has \"${name}\", which is no optional package. These are: ${names}, or all")
  endif()
endforeach()
if(ROUTH_ABSENT)
  list(REMOVE_DUPLICATES ROUTH_ABSENT)
  list(JOIN ROUTH_ABSENT ", " names)
  message(STATUS "Note: treated as absent: ${names}")
endif()

# routh_optional(NAME COMMAND [ARGUMENT…]): runs the command, which looks for the package. Whether it is there is asked of
# its target: what CMake remembers in variables such as FCL_FOUND may be older than ROUTH_WITHOUT.
macro(routh_optional name command)
  if(NOT "${name}" IN_LIST ROUTH_OPTIONAL)
    message(FATAL_ERROR "cmake/RouthOptional.cmake does not list ${name}")
  endif()
  if(NOT "${name}" IN_LIST ROUTH_ABSENT)
    cmake_language(CALL ${command} ${ARGN})
  endif()
endmacro()

# A library without a usable CMake or pkg-config file: Debian's file for MuJoCo asks for headers that it does not need,
# Chipmunk has none.
function(routh_find_library target header library)
  find_path(${target}_INCLUDE_DIR ${header})
  find_library(${target}_LIBRARY ${library})
  mark_as_advanced(${target}_INCLUDE_DIR ${target}_LIBRARY)
  if(${target}_INCLUDE_DIR AND ${target}_LIBRARY AND NOT TARGET ${target})
    add_library(${target} INTERFACE)
    target_include_directories(${target} SYSTEM INTERFACE "${${target}_INCLUDE_DIR}")
    target_link_libraries(${target} INTERFACE "${${target}_LIBRARY}")
  endif()
endfunction()
