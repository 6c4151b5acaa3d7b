/* What the program says where few or no impacts of a recording can be used.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_FIRST_AID_H
#define ROUTH_CLI_FIRST_AID_H

#include <routh/routh.h>

/* Prints reasons in the order of loss and what would help, with the options ready to paste, on standard error; nothing if no
 * help is needed. The dataset was segmented with these options (NULL: the defaults). */
void first_aid(const char *verb, const routh_dataset *dataset, const routh_segment_options *options);

/* The same where nothing can be used and there is one line for all: reasons in the order of loss, and what helps most.
 * Returns the text. */
enum { FIRST_AID_TEXT = 1024 };
const char *first_aid_text(const routh_dataset *dataset, char text[FIRST_AID_TEXT]);

#endif
