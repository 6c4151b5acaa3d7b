/* The pages of web/ as bytes, up to where the data go and from there on; web/build.mjs writes them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_PAGE_TEMPLATE_H
#define ROUTH_SRC_REPORT_PAGE_TEMPLATE_H

#include <stddef.h>

typedef struct routh_page_template {
    const unsigned char *head, *tail;
    size_t head_length, tail_length;
} routh_page_template;

extern const routh_page_template routh_study_template, routh_insertion_template, routh_run_template,
    routh_tosses_template, routh_judge_template;

#endif
