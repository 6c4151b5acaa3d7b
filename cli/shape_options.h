/* A body's shape, mass and the like from words and from JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_SHAPE_OPTIONS_H
#define ROUTH_CLI_SHAPE_OPTIONS_H

#include <routh/routh.h>

#include "dataset_options.h"

/* "ellipse:0.035,0.025". 0, or the exit code after a message; `from` says where the text comes from. */
int parse_shape(const char *verb, const char *from, const char *text, routh_shape *shape);

/* What --body's file says, in the form of options; `shape` stays all zero where it says nothing. `name` needs
 * ROUTH_NAME_SIZE bytes. */
int read_body_file(const char *verb, const char *path, dataset_options *options, routh_shape *shape, char *name);

#endif
