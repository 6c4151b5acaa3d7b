/* What is known of deflate without looking at the bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_DEFLATE_H
#define ROUTH_SRC_FILE_DEFLATE_H

/* It shrinks nothing further than this: 258 bytes take two bits at least. */
#define ROUTH_MOST_SHRUNK 1032

#endif
