/* First aid in the program's words: findings of the library, with the options that would help ready to paste.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "first_aid.h"

#include <stdio.h>
#include <string.h>

#include "message.h"

/* " --angle-offset 0.30 --height-offset 0.75". */
static void option_text(const routh_remedy *remedy, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < remedy->settings; i++) {
        char flag[ROUTH_LABEL_SIZE];
        snprintf(flag, sizeof flag, "%s", remedy->field[i]);
        for (char *c = flag; *c; c++)
            *c = *c == '_' ? '-' : *c;
        const int added =
            snprintf(text + used, size - used, " --%s%s%s", flag, remedy->value[i][0] ? " " : "", remedy->value[i]);
        used += added > 0 && (size_t)added < size - used ? (size_t)added : 0;
    }
}

void first_aid(const char *verb, const routh_dataset *dataset, const routh_segment_options *options) {
    routh_context context = routh_context_default();
    routh_aid aid;
    size_t next = 0;
    if (routh_dataset_aid(&context, dataset, options, &aid) != ROUTH_OK) {
        warn(verb, "first aid: not done: %s", context.message);
        return;
    }
    for (size_t i = 0; aid.needed && i < aid.words.count; i++) {
        const routh_finding *finding = &aid.words.finding[i];
        char flags[160] = "";
        if (strcmp(finding->topic, "remedy") == 0 && next < aid.count)
            option_text(&aid.remedy[next++], flags, sizeof flags);
        warn(verb, "%s: %s%s%s", finding->topic, finding->text, flags[0] ? ":" : "", flags);
    }
    routh_aid_release(&context, &aid);
}
