/* The command line, the date, and a sum of what was read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact_options.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "folder.h"

static char command[ORIGIN_COMMAND];

/* What follows the last slash that is not the word's last letter. */
static const char *last_part(const char *path) {
    const char *part = path;
    for (const char *at = path; *at; at++)
        if (*at == '/' && at[1])
            part = at + 1;
    return part;
}

/* As one would type it, so far as there is room. */
static void add_word(char *text, size_t size, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%";
    const char *value = word[0] == '-' ? strchr(word, '=') : NULL;
    const int kept = value ? (int)(value + 1 - word) : 0; /* "--output=" */
    const char *part = last_part(word + kept);
    const bool is_plain = *word && !part[strspn(part, plain)] && strspn(word, plain) >= (size_t)kept;
    const char *quote = is_plain ? "" : "'";
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%.*s%s%s%s", used ? " " : "", kept, word, quote, part, quote);
}

void origin_remember(int argc, char **argv) {
    char text[ORIGIN_COMMAND] = "";
    for (int i = 0; i < argc; i++)
        add_word(text, sizeof text, argv[i]);
    routh_show_text(command, sizeof command, text, strlen(text));
}

static void show_date(char shown[ORIGIN_WORDS]) {
    const time_t now = time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts) || strftime(shown, ORIGIN_WORDS, "%Y-%m-%d %H:%M UTC", &parts) == 0)
        shown[0] = '\0';
}

/* The folder's files in the order in which they were read, as one. */
static bool sum_folder(const char *folder, const routh_dataset *dataset, checksum *sum) {
    char path[4096];
    for (size_t i = 0; i < dataset->trajectory_count; i++) {
        const int length = snprintf(path, sizeof path, "%s/%s", folder, dataset->trajectory[i].name);
        if (length >= (int)sizeof path || !checksum_add_file(sum, path))
            return false;
    }
    return dataset->trajectory_count > 0;
}

static void show_checksum(const char *data, const routh_dataset *dataset, char shown[ORIGIN_WORDS]) {
    struct stat is;
    checksum sum = {0};
    shown[0] = '\0';
    if (!data || stat(data, &is) != 0)
        return;
    if (S_ISREG(is.st_mode) && checksum_add_file(&sum, data))
        snprintf(shown, ORIGIN_WORDS, "%lu, %llu bytes", checksum_of(&sum), sum.size);
    else if (S_ISDIR(is.st_mode) && sum_folder(data, dataset, &sum))
        snprintf(shown, ORIGIN_WORDS, "%lu, %llu bytes in %zu files, one after the other", checksum_of(&sum), sum.size,
                 dataset->trajectory_count);
}

void origin_of(const char *data, const routh_dataset *dataset, origin *from) {
    memcpy(from->command, command, sizeof command);
    show_date(from->date);
    show_checksum(data, dataset, from->checksum);
}
