/* The assembly beside recordings in files, and names that no two recordings share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "data/insertion_recording.h"

/* "insertions/2a.h5", "assembly.json" → "insertions/assembly.json", to be released. */
static char *file_beside(routh_context *context, const char *recording, const char *name) {
    const char *slash = strrchr(recording, '/');
    const size_t folder = slash ? (size_t)(slash - recording) + 1 : 0;
    char *path = routh_allocate(context, folder + strlen(name) + 1, 1);
    if (path) {
        memcpy(path, recording, folder);
        strcpy(path + folder, name);
    }
    return path;
}

/* The file was called scene.json once, and recordings have it beside them. */
static char *assembly_beside(routh_context *context, const char *recording) {
    char *older = file_beside(context, recording, "scene.json");
    if (older && access(older, F_OK) != 0) {
        routh_release(context, older);
        return file_beside(context, recording, "assembly.json");
    }
    char *newer = older ? file_beside(context, recording, "assembly.json") : NULL;
    const bool take_older = newer && access(newer, F_OK) != 0;
    routh_release(context, take_older ? newer : older);
    return take_older ? older : newer;
}

/* Are two files the same, byte by byte? */
static bool same_file(const char *a, const char *b) {
    FILE *first = fopen(a, "rb"), *second = fopen(b, "rb");
    bool same = first && second;
    for (int c = 0; same && c != EOF;) {
        c = fgetc(first);
        same = fgetc(second) == c;
    }
    if (first)
        fclose(first);
    if (second)
        fclose(second);
    return same;
}

/* Recordings in other folders may have assemblies of their own. */
static routh_status check_other(routh_context *context, const char *const *recordings, size_t i, const char *first) {
    char *own = assembly_beside(context, recordings[i]);
    if (!own)
        return ROUTH_OUT_OF_MEMORY;
    const bool differs = strcmp(first, own) != 0 && access(own, F_OK) == 0 && !same_file(first, own);
    routh_release(context, own);
    return differs ? routh_fail_field(context, ROUTH_BAD_ARGUMENT, "assembly",
                                      "%.200s has another assembly beside it than %.200s; identify them one by one, or "
                                      "give one assembly for both",
                                      recordings[i], recordings[0])
                   : ROUTH_OK;
}

routh_status routh_assembly_read_beside(routh_context *context, const char *const *recordings, size_t count,
                                        routh_assembly *assembly) {
    *assembly = (routh_assembly){0};
    if (count == 0)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "recordings", "there is no recording");
    char *path = assembly_beside(context, recordings[0]);
    if (!path)
        return ROUTH_OUT_OF_MEMORY;
    routh_status status = access(path, F_OK) == 0
                              ? ROUTH_OK
                              : routh_fail_field(context, ROUTH_BAD_ARGUMENT, "assembly",
                                                 "%.200s has no assembly.json beside it", recordings[0]);
    for (size_t i = 1; i < count && status == ROUTH_OK; i++)
        status = check_other(context, recordings, i, path);
    if (status == ROUTH_OK)
        status = routh_assembly_read(context, routh_io_path(path), assembly);
    routh_release(context, path);
    return status;
}

void routh_insertion_name_apart(routh_insertion *insertions, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *name = insertions[i].name, own[ROUTH_LABEL_SIZE - 8];
        for (char *letter = name; *letter; letter++)
            if (*letter == '/' || (unsigned char)*letter < ' ')
                *letter = '_';
        size_t length = strnlen(name, sizeof own - 1);
        while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80) /* within a character of UTF-8 */
            length--;
        snprintf(own, sizeof own, "%.*s", (int)length, name);
        size_t number = 1;
        for (size_t j = 0; j < i; j++)
            if (strcmp(insertions[j].name, name) == 0) {
                snprintf(name, ROUTH_LABEL_SIZE, "%s-%zu", own, ++number);
                j = (size_t)-1; /* the new name may be taken as well: from the first again */
            }
    }
}
