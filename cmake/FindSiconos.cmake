# Siconos' numerical solvers, for cross-checks only. Defines Siconos::numerics and Siconos_FOUND.
# SPDX-License-Identifier: BSD-3-Clause
find_path(Siconos_INCLUDE_DIR SiconosConfig.h PATH_SUFFIXES siconos)
find_library(Siconos_numerics_LIBRARY siconos_numerics)
find_library(Siconos_externals_LIBRARY siconos_externals)
mark_as_advanced(Siconos_INCLUDE_DIR Siconos_numerics_LIBRARY Siconos_externals_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Siconos REQUIRED_VARS
  Siconos_numerics_LIBRARY Siconos_externals_LIBRARY Siconos_INCLUDE_DIR)

if(Siconos_FOUND AND NOT TARGET Siconos::numerics)
  add_library(Siconos::numerics INTERFACE IMPORTED)
  target_include_directories(Siconos::numerics SYSTEM INTERFACE "${Siconos_INCLUDE_DIR}")
  foreach(folder numerics externals)
    if(IS_DIRECTORY "${Siconos_INCLUDE_DIR}/${folder}")
      target_include_directories(Siconos::numerics SYSTEM INTERFACE "${Siconos_INCLUDE_DIR}/${folder}")
    endif()
  endforeach()
  target_link_libraries(Siconos::numerics INTERFACE "${Siconos_numerics_LIBRARY}" "${Siconos_externals_LIBRARY}")
endif()
