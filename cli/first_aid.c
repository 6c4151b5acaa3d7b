/* First aid in the program's words: findings of the library, with the options that would help ready to paste.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "dataset_options.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "message.h"

/* Is it said where the recording is read, not where it is segmented? A dataset keeps no more than the motion as read. */
static bool is_of_import(const char *field) {
    return strcmp(field, "units") == 0 || strcmp(field, "up") == 0 || strcmp(field, "rate") == 0;
}

/* " --angle-offset 0.30 --height-offset 0.75", or " `routh import … --units mm`". */
static void option_text(const routh_remedy *remedy, char *text, size_t size) {
    size_t used = 0;
    bool import = false;
    text[0] = '\0';
    for (size_t i = 0; i < remedy->settings; i++)
        import |= is_of_import(remedy->field[i]);
    if (import)
        used += (size_t)snprintf(text, size, " `routh import …");
    for (size_t i = 0; i < remedy->settings; i++) {
        char flag[ROUTH_LABEL_SIZE];
        const char *value = remedy->value[i], *quote = strchr(value, ';') ? "'" : "";
        snprintf(flag, sizeof flag, "%s", remedy->field[i]);
        for (char *c = flag; *c; c++)
            *c = *c == '_' ? '-' : *c;
        const int added =
            snprintf(text + used, size - used, " --%s%s%s%s%s", flag, value[0] ? " " : "", quote, value, quote);
        used += added > 0 && (size_t)added < size - used ? (size_t)added : 0;
    }
    if (import && used + 1 < size)
        snprintf(text + used, size - used, "`");
}

/* "436 second-bounce, 129 impossible", the most frequent first. */
static size_t losses_text(const routh_dataset *dataset, char *text, size_t size) {
    size_t rejected[ROUTH_REASON_COUNT], used = 0;
    routh_dataset_used(dataset, rejected);
    text[0] = '\0';
    for (;;) {
        int most = 0;
        for (int r = 1; r < ROUTH_REASON_COUNT; r++)
            most = rejected[r] > rejected[most] ? r : most;
        const int added = rejected[most] > 0 ? snprintf(text + used, size - used, "%s%zu %s", used > 0 ? ", " : "",
                                                        rejected[most], routh_name(&routh_reasons, most))
                                             : 0;
        if (added <= 0 || (size_t)added >= size - used)
            return used;
        used += (size_t)added;
        rejected[most] = 0;
    }
}

const char *first_aid_text(const routh_dataset *dataset, char text[FIRST_AID_TEXT]) {
    routh_aid aid = {.count = 0};
    const size_t used = losses_text(dataset, text, FIRST_AID_TEXT / 2);
    const bool helps =
        dataset->trajectory_count > 0 && routh_dataset_aid(NULL, dataset, NULL, &aid) == ROUTH_OK && aid.count > 0;
    char flags[160] = "";
    if (helps)
        option_text(&aid.remedy[0], flags, sizeof flags);
    snprintf(text + used, FIRST_AID_TEXT - used, "%s%s%s%s", used > 0 ? "; " : "",
             helps ? aid.remedy[0].text : "`routh check` explains", flags[0] ? ":" : "", flags);
    routh_aid_release(NULL, &aid);
    return text;
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
