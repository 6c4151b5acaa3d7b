/* The list of files that the program wrote into a folder: a line each, as `cksum` prints it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char first_line[] = "# Files that routh wrote into this folder, as cksum prints them\n";

enum { LINE_SIZE = 4096 };

static bool sum_file(const char *folder, const char *name, manifest_line *line) {
    char path[LINE_SIZE];
    struct stat is;
    checksum sum = {0};
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path || lstat(path, &is) != 0 ||
        !S_ISREG(is.st_mode) || !checksum_add_file(&sum, path))
        return false;
    line->sum = checksum_of(&sum);
    line->size = sum.size;
    return true;
}

static bool append(manifest *list, manifest_line line, const char *name) {
    manifest_line *longer = realloc(list->line, (list->count + 1) * sizeof *longer);
    if (longer)
        list->line = longer;
    line.name = longer ? malloc(strlen(name) + 1) : NULL;
    if (!line.name)
        return false;
    strcpy(line.name, name);
    list->line[list->count++] = line;
    return true;
}

static bool read_lines(FILE *file, manifest *list) {
    char text[LINE_SIZE];
    if (!fgets(text, sizeof text, file) || strcmp(text, first_line) != 0)
        return true;
    while (fgets(text, sizeof text, file)) {
        manifest_line line = {0};
        int name = 0;
        text[strcspn(text, "\n")] = '\0';
        if (sscanf(text, "%lu %llu %n", &line.sum, &line.size, &name) != 2 || name == 0 || !text[name])
            continue;
        if (!append(list, line, text + name))
            return false;
    }
    return true;
}

bool manifest_read(const char *folder, manifest *list) {
    char path[LINE_SIZE];
    *list = (manifest){0};
    snprintf(path, sizeof path, "%s/%s", folder, MANIFEST_FILE);
    FILE *file = fopen(path, "rb");
    if (!file)
        return true;
    const bool read = read_lines(file, list) && (list->count == 0 || manifest_add(list, folder, MANIFEST_FILE));
    fclose(file);
    return read;
}

void manifest_release(manifest *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->line[i].name);
    free(list->line);
    *list = (manifest){0};
}

bool manifest_holds(const manifest *list, const char *folder, const char *name) {
    for (size_t i = 0; i < list->count; i++) {
        manifest_line now;
        if (strcmp(list->line[i].name, name) == 0 && sum_file(folder, name, &now) && now.sum == list->line[i].sum &&
            now.size == list->line[i].size)
            return true;
    }
    return false;
}

bool manifest_add(manifest *list, const char *folder, const char *name) {
    manifest_line line = {0};
    return sum_file(folder, name, &line) && append(list, line, name);
}

void manifest_print(FILE *file, const manifest *list) {
    fputs(first_line, file);
    for (size_t i = 0; i < list->count; i++)
        fprintf(file, "%lu %llu %s\n", list->line[i].sum, list->line[i].size, list->line[i].name);
}

/* CRC-32 with the polynomial 0x04C11DB7 over the bytes and then their number, lowest byte first. Bit by bit is fast
 * enough for reports and recordings. */

static uint32_t add_byte(uint32_t sum, unsigned char byte) {
    sum ^= (uint32_t)byte << 24;
    for (int i = 0; i < 8; i++)
        sum = sum & 0x80000000u ? sum << 1 ^ 0x04C11DB7u : sum << 1;
    return sum;
}

bool checksum_add_file(checksum *sum, const char *path) {
    struct stat is;
    unsigned char block[4096];
    if (stat(path, &is) != 0 || !S_ISREG(is.st_mode))
        return false;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0; sum->size += got)
        for (size_t i = 0; i < got; i++)
            sum->rest = add_byte(sum->rest, block[i]);
    const bool complete = !ferror(file);
    fclose(file);
    return complete;
}

unsigned long checksum_of(const checksum *sum) {
    uint32_t rest = sum->rest;
    for (unsigned long long left = sum->size; left > 0; left >>= 8)
        rest = add_byte(rest, (unsigned char)(left & 0xFF));
    return ~rest & 0xFFFFFFFFu;
}
