/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINES_WATCH_H
#define ROUTH_ENGINES_WATCH_H

/* From now on the process ends when the other end of standard input and output, one socket, is closed. */
void engine_watch_other_end(void);

#endif
