/* The readers of text, for the list in channels.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_TEXT_READERS_H
#define ROUTH_SRC_FILE_TEXT_READERS_H

#include "file/channels.h"

extern const routh_channel_reader routh_motive_reader, routh_vicon_reader, routh_qualisys_reader, routh_trc_reader;
extern const routh_channel_reader routh_text_reader; /* recognises any text: the last */

#endif
