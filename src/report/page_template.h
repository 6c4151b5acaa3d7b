/* The page of web/ as bytes, up to where the study goes and from there on; web/build.mjs writes them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_PAGE_TEMPLATE_H
#define ROUTH_SRC_REPORT_PAGE_TEMPLATE_H

#include <stddef.h>

extern const unsigned char routh_page_head[];
extern const size_t routh_page_head_length;
extern const unsigned char routh_page_tail[];
extern const size_t routh_page_tail_length;

#endif
