# What is installed where, and how other projects find it: headers, library, program, CMake package, pkg-config file.
# SPDX-License-Identifier: BSD-3-Clause
include(CMakePackageConfigHelpers)

# Paths from one installed folder to another, so that an installed tree can be moved.
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE library_folder)
cmake_path(RELATIVE_PATH library_folder BASE_DIRECTORY "${CMAKE_INSTALL_FULL_BINDIR}" OUTPUT_VARIABLE bin_to_library)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${library_folder}/pkgconfig"
           OUTPUT_VARIABLE pkgconfig_to_prefix)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/Routh")

install(TARGETS routh EXPORT RouthTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# The core by itself: `cmake --install build/release --component core` installs it and its headers, and nothing else.
install(TARGETS routh_core EXPORT RouthCoreTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT core NAMELINK_COMPONENT core
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT core)
if(TARGET routh_core_static)
  install(TARGETS routh_core_static ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT core)
endif()
set(core_headers core base geometry impact impact3 motion motion3 fit version)
list(TRANSFORM core_headers REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/include/routh/\\1.h")
install(FILES ${core_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/routh" COMPONENT core)
if(TARGET routh_cli)
  if(NOT APPLE)
    set_target_properties(routh_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_library}")
  endif()
  install(TARGETS routh_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")

  # The program writes its man pages and shell completions itself, from the tables behind --help. A cross-compiled
  # program cannot run here.
  if(NOT CMAKE_CROSSCOMPILING)
    set(manual "${PROJECT_BINARY_DIR}/manual")
    add_custom_command(TARGET routh_cli POST_BUILD COMMAND routh_cli help --write "${manual}" VERBATIM)
    install(DIRECTORY "${manual}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}")
    install(DIRECTORY "${manual}/" DESTINATION "${CMAKE_INSTALL_DATADIR}" PATTERN man EXCLUDE)
  endif()
endif()

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/routh" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")

install(EXPORT RouthCoreTargets NAMESPACE Routh:: DESTINATION "${package_folder}" COMPONENT core)
install(EXPORT RouthTargets NAMESPACE Routh:: DESTINATION "${package_folder}")
configure_package_config_file(cmake/RouthConfig.cmake.in "${PROJECT_BINARY_DIR}/RouthConfig.cmake"
                              INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/RouthConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
foreach(component core Unspecified)
  install(FILES "${PROJECT_BINARY_DIR}/RouthConfig.cmake" "${PROJECT_BINARY_DIR}/RouthConfigVersion.cmake"
          DESTINATION "${package_folder}" COMPONENT ${component})
endforeach()

# What a static link needs besides the library itself. OpenBLAS is named here and not under Requires.private, because its
# own list for static links has libgfortran, which few machines have, while its shared library needs no more than itself.
set(openblas_flags "")
if(ROUTH_BLAS)
  list(JOIN OPENBLAS_LDFLAGS " " openblas_flags)
endif()
list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE dl_flags)
list(JOIN dl_flags " " dl_flags)
set(pkgconfig_private_libraries "${openblas_flags} -lm ${dl_flags}")
set(pkgconfig_core_private "")
if(ROUTH_OPENMP)
  set(pkgconfig_core_private "${OpenMP_C_FLAGS}")
  string(APPEND pkgconfig_private_libraries " ${OpenMP_C_FLAGS}")
endif()
set(pkgconfig_library_folder "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pkgconfig_library_folder "${CMAKE_INSTALL_LIBDIR}")
endif()
set(pkgconfig_include_folder "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pkgconfig_include_folder "${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/routh.pc.in "${PROJECT_BINARY_DIR}/routh.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/routh.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
configure_file(cmake/routh-core.pc.in "${PROJECT_BINARY_DIR}/routh-core.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/routh-core.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT core)

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)
install(FILES "${PROJECT_BINARY_DIR}/fields/fields.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
