/* Pairs of surfaces from a file that an option names.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_MATERIALS_FILE_H
#define ROUTH_CLI_MATERIALS_FILE_H

#include <routh/material.h>

/* A table, results.json, or the folder that has one; NULL: the pairs that come with the program. Warnings are printed. 0, or the
 * exit code after a message. */
int read_materials(const char *verb, const char *from, routh_materials *materials);

#endif
