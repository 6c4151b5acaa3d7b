/* Findings as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_FINDINGS_JSON_H
#define ROUTH_SRC_REPORT_FINDINGS_JSON_H

#include <routh/base.h>

#include "file/json_build.h"

/* A list of the texts; with a topic, only of its findings. */
json_t *routh_sentences_json(const routh_findings *findings, const char *topic);

/* All texts in one string, a blank between them. */
json_t *routh_paragraph_json(const routh_findings *findings);

#endif
