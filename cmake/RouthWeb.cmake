# The report's pages, built from web/ with Node and embedded in the library.
# Sets ROUTH_WEB_SOURCES to the file that holds them. It is empty if they cannot be built; reports are then plain pages.
# SPDX-License-Identifier: BSD-3-Clause

set(web_source "${PROJECT_SOURCE_DIR}/web")
set(web_build "${PROJECT_BINARY_DIR}/web")
set(web_oldest_node 18)

# Fetches what package-lock.json names into web_build, once for each state of that file. Sets `obstacle` if that fails.
function(routh_web_fetch)
  file(SHA256 "${web_source}/package-lock.json" wanted)
  set(stamp "${web_build}/node_modules/.routh-fetched")
  if(EXISTS "${stamp}")
    file(READ "${stamp}" fetched)
    if(fetched STREQUAL wanted)
      return()
    endif()
  endif()
  message(STATUS "Fetching the pages' libraries with npm")
  execute_process(
    COMMAND "${ROUTH_NPM}" ci --omit=dev --ignore-scripts --prefer-offline
            --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=60000 --loglevel=error
    WORKING_DIRECTORY "${web_build}" TIMEOUT 300
    RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    string(REGEX MATCH "npm (ERR!|error) code [A-Z0-9_]+" code "${said}")
    string(REGEX REPLACE ".* " "" code "${code}")
    set(obstacle "npm could not fetch the pages' libraries (${code})" PARENT_SCOPE)
  else()
    file(WRITE "${stamp}" "${wanted}")
  endif()
endfunction()

function(routh_web_prepare)
  find_program(ROUTH_NODE NAMES node nodejs DOC "Node, for the report's pages")
  find_program(ROUTH_NPM NAMES npm DOC "npm, for the report's pages")
  mark_as_advanced(ROUTH_NODE ROUTH_NPM)
  if(NOT ROUTH_NODE OR NOT ROUTH_NPM)
    set(obstacle "node or npm is not installed" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND "${ROUTH_NODE}" --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "^v" "" version "${version}")
  if(version VERSION_LESS web_oldest_node)
    set(obstacle "node ${version} is older than ${web_oldest_node}" PARENT_SCOPE)
    return()
  endif()
  foreach(name package.json package-lock.json .npmrc)
    configure_file("${web_source}/${name}" "${web_build}/${name}" COPYONLY)
  endforeach()
  set(obstacle "")
  routh_web_fetch()
  set(obstacle "${obstacle}" PARENT_SCOPE)
endfunction()

set(ROUTH_WEB_SOURCES)
set(obstacle "node is treated as absent")
routh_optional(node routh_web_prepare)
if(obstacle)
  message(STATUS "Note: ${obstacle}, so reports will be plain pages without figures")
else()
  file(GLOB_RECURSE web_inputs CONFIGURE_DEPENDS "${web_source}/src/*")
  set(ROUTH_WEB_SOURCES "${web_build}/page_template.c")
  add_custom_command(
    OUTPUT "${ROUTH_WEB_SOURCES}"
    COMMAND "${ROUTH_NODE}" "${web_source}/build.mjs" --modules "${web_build}" --out "${web_build}"
    DEPENDS ${web_inputs} "${web_source}/build.mjs" "${web_build}/package-lock.json"
    COMMENT "Building the report's pages" VERBATIM)
endif()
