/* The recordings in a folder: its CSV files in the order in which a person would number them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/source.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/context.h"

static bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/* Compares the numbers at the start of both texts and steps over them. */
static int compare_digits(const char **left, const char **right) {
    while (**left == '0')
        ++*left;
    while (**right == '0')
        ++*right;
    size_t a = strspn(*left, "0123456789"), b = strspn(*right, "0123456789");
    int order = a != b ? (a > b) - (a < b) : memcmp(*left, *right, a);
    *left += a;
    *right += b;
    return order;
}

/* drop_2 before drop_10: a run of digits counts as one number. Names that differ in leading zeros alone are ordered by
 * their letters, so that the order does not depend on the file system. */
static int compare_paths(const void *left, const void *right) {
    const char *first = *(char *const *)left, *second = *(char *const *)right;
    const char *a = first, *b = second;
    while (*a && *b) {
        int order;
        if (is_digit(*a) && is_digit(*b)) {
            order = compare_digits(&a, &b);
        } else {
            order = (unsigned char)*a - (unsigned char)*b;
            a++;
            b++;
        }
        if (order != 0)
            return order;
    }
    return *a ? 1 : *b ? -1 : strcmp(first, second);
}

/* Hidden files are left by editors and other systems; they are not recordings. */
static bool ends_so(const char *name, const char *const *endings) {
    const size_t length = strlen(name);
    for (; name[0] != '.' && *endings; endings++) {
        const size_t tail = strlen(*endings);
        if (length > tail && strcasecmp(name + length - tail, *endings) == 0)
            return true;
    }
    return false;
}

static routh_status add_path(routh_context *context, const char *folder, const char *name, routh_path_list *list) {
    ROUTH_TRY(routh_grow(context, &list->path, list->count, &list->capacity, sizeof *list->path));
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = routh_allocate(context, size, 1);
    if (!path)
        return ROUTH_OUT_OF_MEMORY;
    const char *separator = folder[strlen(folder) - 1] == '/' ? "" : "/";
    snprintf(path, size, "%s%s%s", folder, separator, name);
    list->path[list->count++] = path;
    return ROUTH_OK;
}

/* Reading a pipe would wait for whoever writes into it. */
static routh_status refuse_pipe(routh_context *context, const char *path) {
    struct stat what;
    if (stat(path, &what) != 0 || S_ISREG(what.st_mode) || S_ISDIR(what.st_mode))
        return ROUTH_OK;
    char shown[ROUTH_SHOWN_SOURCE];
    routh_show_source(shown, sizeof shown, path);
    return routh_fail_in(context, ROUTH_FILE_ERROR, shown,
                         "is a pipe or a device, not a file, in a folder of recordings");
}

static routh_status fail_to_read(routh_context *context, const char *folder) {
    const int reason = errno;
    char shown[ROUTH_SHOWN_SOURCE];
    routh_show_source(shown, sizeof shown, folder);
    return routh_fail_in(context, ROUTH_FILE_ERROR, shown, "cannot read: %s", strerror(reason));
}

/* `what` they are, in messages: "CSV file". */
static routh_status list_files(routh_context *context, const char *path, const char *what, const char *const *endings,
                               routh_path_list *list) {
    *list = (routh_path_list){.context = context};
    DIR *folder = opendir(path);
    if (!folder)
        return fail_to_read(context, path);
    routh_status status = ROUTH_OK;
    errno = 0;
    for (struct dirent *entry; status == ROUTH_OK && (entry = readdir(folder)); errno = 0)
        if (ends_so(entry->d_name, endings)) {
            status = add_path(context, path, entry->d_name, list);
            if (status == ROUTH_OK)
                status = refuse_pipe(context, list->path[list->count - 1]);
        }
    if (status == ROUTH_OK && errno != 0)
        status = fail_to_read(context, path);
    closedir(folder);
    if (status == ROUTH_OK && list->count == 0) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, path);
        status = routh_fail_in(context, ROUTH_BAD_FORMAT, shown, "the folder holds no %s", what);
    }
    if (status == ROUTH_OK)
        qsort(list->path, list->count, sizeof *list->path, compare_paths);
    return status;
}

routh_status routh_list_csv(routh_context *context, const char *path, routh_path_list *list) {
    static const char *const endings[] = {".csv", NULL};
    const routh_status status = list_files(context, path, "CSV file", endings, list);
    if (context && status == ROUTH_BAD_FORMAT)
        context->field = "columns"; /* recordings in other formats have them, too */
    return status;
}

routh_status routh_list_recordings(routh_context *context, const char *path, routh_path_list *list) {
    static const char *const endings[] = {".csv", ".tsv", ".txt",  ".dat", ".trc", ".c3d",
                                          ".npy", ".npz", ".hdf5", ".h5",  ".mat", NULL};
    return list_files(context, path, "recording (.csv, .tsv, .txt, .dat, .trc, .c3d, .npy, .npz, .h5, .mat)", endings,
                      list);
}

routh_status routh_note_others(routh_context *context, const char *path) {
    static const char *const csv[] = {".csv", NULL};
    char text[200] = "";
    size_t used = 0, others = 0;
    ROUTH_PATHS(list, routh_list_recordings, context, path);
    for (size_t i = 0; i < list.count; i++) {
        const char *slash = strrchr(list.path[i], '/'), *name = slash ? slash + 1 : list.path[i];
        if (ends_so(name, csv))
            continue;
        others++;
        if (used + 60 < sizeof text) {
            char shown[50];
            routh_show_text(shown, sizeof shown, name, strlen(name));
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", shown);
        } else {
            snprintf(text + used, sizeof text - used, ", …");
        }
    }
    if (others > 0)
        routh_log(context, ROUTH_LOG_INFO, "CSV files alone are read here; %zu other file%s not: %s", others,
                  others == 1 ? " is" : "s are", text);
    return ROUTH_OK;
}

void routh_path_list_release(routh_path_list *list) {
    for (size_t i = 0; i < list->count; i++)
        routh_release(list->context, list->path[i]);
    routh_release(list->context, list->path);
}

/* What a file or folder is called. */

void routh_name_of_path(const char *path, bool folder, char name[ROUTH_NAME_SIZE]) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    for (size_t dot = end; !folder && dot > begin + 1; dot--)
        if (path[dot - 1] == '.') {
            end = dot - 1;
            break;
        }
    routh_show_text(name, ROUTH_NAME_SIZE, path + begin, end - begin);
}
