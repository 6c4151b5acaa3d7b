/* Findings as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/findings_json.h"

#include <string.h>

json_t *routh_sentences_json(const routh_findings *findings, const char *topic) {
    json_t *list = json_array();
    for (size_t i = 0; i < findings->count; i++)
        if (!topic || strcmp(findings->finding[i].topic, topic) == 0)
            routh_json_add(&list, json_string(findings->finding[i].text));
    return list;
}

json_t *routh_paragraph_json(const routh_findings *findings) {
    json_t *text = json_string("");
    for (size_t i = 0; i < findings->count; i++)
        text = routh_json_longer(text, i ? " " : "", findings->finding[i].text);
    return text;
}
