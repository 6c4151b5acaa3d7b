/* Diagnosis in the program's words: findings of the library, with the options that would help ready to paste.
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
static void option_text(const routh_alternative *alternative, char *text, size_t size) {
    size_t used = 0;
    bool import = false;
    text[0] = '\0';
    for (size_t i = 0; i < alternative->settings; i++)
        import |= is_of_import(alternative->field[i]);
    if (import)
        used += (size_t)snprintf(text, size, " `routh import …");
    for (size_t i = 0; i < alternative->settings; i++) {
        char flag[ROUTH_LABEL_SIZE];
        const char *value = alternative->value[i], *quote = strchr(value, ';') ? "'" : "";
        snprintf(flag, sizeof flag, "%s", alternative->field[i]);
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

const char *diagnosis_text(const routh_dataset *dataset, char text[DIAGNOSIS_TEXT]) {
    routh_diagnosis diagnosis = {.count = 0};
    const size_t used = losses_text(dataset, text, DIAGNOSIS_TEXT / 2);
    const bool helps = dataset->trajectory_count > 0 &&
                       routh_diagnosis_of(NULL, dataset, NULL, &diagnosis) == ROUTH_OK && diagnosis.count > 0;
    char flags[160] = "";
    if (helps)
        option_text(&diagnosis.alternative[0], flags, sizeof flags);
    snprintf(text + used, DIAGNOSIS_TEXT - used, "%s%s%s%s", used > 0 ? "; " : "",
             helps ? diagnosis.alternative[0].text : "`routh check` explains", flags[0] ? ":" : "", flags);
    routh_diagnosis_release(NULL, &diagnosis);
    return text;
}

void print_diagnosis(const char *verb, const routh_dataset *dataset, const routh_segment_options *options) {
    routh_context context = routh_context_default();
    routh_diagnosis diagnosis;
    size_t next = 0;
    if (routh_diagnosis_of(&context, dataset, options, &diagnosis) != ROUTH_OK) {
        warn(verb, "diagnosis: not done: %s", context.message);
        return;
    }
    for (size_t i = 0; diagnosis.needed && i < diagnosis.words.count; i++) {
        const routh_finding *finding = &diagnosis.words.finding[i];
        char flags[160] = "";
        if (strcmp(finding->topic, "alternative") == 0 && next < diagnosis.count)
            option_text(&diagnosis.alternative[next++], flags, sizeof flags);
        warn(verb, "%s: %s%s%s", finding->topic, finding->text, flags[0] ? ":" : "", flags);
    }
    routh_diagnosis_release(&context, &diagnosis);
}
