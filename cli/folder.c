/* A folder that a verb writes into, file by file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* renameat2 */

#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <routh/file.h>

#include "program.h"

int folder_make(const char *verb, const char *folder) {
    struct stat found;
    if (mkdir(folder, 0777) == 0)
        return 0;
    const int reason = errno;
    if (reason == ENOENT)
        return fail(verb, "%s: cannot make this folder: the one that is to hold it does not exist", folder);
    if (reason != EEXIST)
        return fail(verb, "%s: cannot make this folder: %s", folder, strerror(reason));
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        return fail(verb, "%s is a file, not a folder", folder);
    return access(folder, W_OK) == 0 ? 0 : fail(verb, "%s: cannot write into this folder: %s", folder, strerror(errno));
}

int folder_write_as(const char *verb, const char *path, const char *shown, folder_writer *write, const void *what) {
    output_file out;
    if (output_open_as(&out, verb, path, shown) != 0)
        return EXIT_BAD_USE;
    const int answer = output_end(&out, write(&out.context, what, routh_io_file(out.file, shown)));
    return answer == 0 ? outputs_place(verb) : answer;
}

int folder_write(const char *verb, const char *folder, const char *name, folder_writer *write, const void *what) {
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (!path)
        return fail(verb, "out of memory");
    sprintf(path, "%s/%s", folder, name);
    const int answer = folder_write_as(verb, path, path, write, what);
    free(path);
    return answer;
}

/* Puts a folder in the place of another one in a single step, where the file system has one. What a person keeps in the
 * old folder must be in the new one at the moment they change places, and in the old one until then: it gets a second
 * name there (a hard link; folders are made anew with links to what is in them). Then the two folders change places by
 * one call of the system, and the old one is removed name by name: nothing that was not seen before is touched. With
 * checksums alone a torn folder would be known as torn, and stay so. */

/* Deeper trees than this are not what people keep beside a report. */
enum { MOST_DEPTH = 32 };

typedef struct swap_work {
    folder_keeps *keeps;
    const void *what;
    char trouble[FOLDER_TROUBLE]; /* what went wrong, for the message */
} swap_work;

static bool set_trouble(swap_work *work, const char *path, const char *words) {
    if (!work->trouble[0])
        snprintf(work->trouble, sizeof work->trouble, "%s: %s", path, words);
    return false;
}

static bool join(char path[PATH_MAX], const char *folder, const char *name) {
    return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

static bool is_dots(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* On behalf of the target, which the message begins with. */
static bool sync_folder(swap_work *work, const char *folder, const char *target) {
    routh_context context = routh_context_default();
    return routh_folder_sync(&context, folder) == ROUTH_OK || set_trouble(work, target, context.message);
}

static bool sync_above(swap_work *work, const char *target) {
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%s", target);
    char *slash = strrchr(above, '/');
    if (slash)
        slash[slash == above] = '\0';
    return sync_folder(work, slash ? above : ".", target);
}

/* Gives `from` a second name, `to`; a folder is made anew, with second names for all that is in it. */
static bool link_tree(swap_work *work, const char *from, const char *to, int depth) {
    struct stat is;
    if (lstat(from, &is) != 0)
        return set_trouble(work, from, strerror(errno));
    if (!S_ISDIR(is.st_mode))
        return link(from, to) == 0 || set_trouble(work, from, strerror(errno));
    DIR *folder = depth < MOST_DEPTH ? opendir(from) : NULL;
    if (!folder || mkdir(to, 0700) != 0) {
        set_trouble(work, from, depth < MOST_DEPTH ? strerror(errno) : "too many folders in one another");
        if (folder)
            closedir(folder);
        return false;
    }
    bool linked = true;
    for (struct dirent *entry; linked && (entry = readdir(folder));) {
        char below[PATH_MAX], there[PATH_MAX];
        if (is_dots(entry->d_name))
            continue;
        linked = (join(below, from, entry->d_name) && join(there, to, entry->d_name)) ||
                 set_trouble(work, from, "path too long");
        linked = linked && link_tree(work, below, there, depth + 1);
    }
    closedir(folder);
    const struct timespec times[2] = {is.st_atim, is.st_mtim};
    if (linked && (chmod(to, is.st_mode & 07777) != 0 || utimensat(AT_FDCWD, to, times, 0) != 0))
        return set_trouble(work, from, strerror(errno));
    return linked;
}

/* Removes the names in `folder` that `other` has too, for the same files. */
static void unlink_tree(const char *folder, const char *other, int depth) {
    DIR *names = depth < MOST_DEPTH ? opendir(folder) : NULL;
    for (struct dirent *entry; names && (entry = readdir(names));) {
        char here[PATH_MAX], there[PATH_MAX];
        struct stat a, b;
        if (is_dots(entry->d_name) || !join(here, folder, entry->d_name) || !join(there, other, entry->d_name) ||
            lstat(here, &a) != 0 || lstat(there, &b) != 0)
            continue;
        if (S_ISDIR(a.st_mode) && S_ISDIR(b.st_mode)) {
            chmod(here, 0700);
            unlink_tree(here, there, depth + 1);
            rmdir(here);
        } else if (a.st_dev == b.st_dev && a.st_ino == b.st_ino)
            unlink(here);
    }
    if (names)
        closedir(names);
}

/* What stays gets a second name in the fresh folder. */
static bool link_kept(swap_work *work, const char *target, const char *fresh) {
    DIR *names = opendir(target);
    if (!names)
        return set_trouble(work, target, strerror(errno));
    bool linked = true;
    for (struct dirent *entry; linked && (entry = readdir(names));) {
        char from[PATH_MAX], to[PATH_MAX];
        struct stat there;
        if (is_dots(entry->d_name) || !work->keeps(work->what, target, entry->d_name))
            continue;
        if (!join(from, target, entry->d_name) || !join(to, fresh, entry->d_name))
            linked = set_trouble(work, target, "path too long");
        else if (lstat(to, &there) == 0)
            linked = set_trouble(work, from, "is not a file that routh wrote; move it, or write to another folder");
        else
            linked = link_tree(work, from, to, 0);
    }
    closedir(names);
    return linked;
}

bool folder_swap_try(const char *fresh, const char *target, folder_keeps *keeps, const void *what,
                     char trouble[FOLDER_TROUBLE]) {
    swap_work work = {.keeps = keeps, .what = what};
    const bool linked = link_kept(&work, target, fresh);
    unlink_tree(fresh, target, 0);
    unlink_tree(fresh, target, 0); /* a second time, for what failed by chance */
    snprintf(trouble, FOLDER_TROUBLE, "%s", work.trouble);
    return linked;
}

/* The old folder, once the new one is in its place: what stays has a second name there, the rest was the program's. */
static void remove_old(const swap_work *work, const char *old, const char *target) {
    unlink_tree(old, target, 0);
    DIR *names = opendir(old);
    for (struct dirent *entry; names && (entry = readdir(names));) {
        char path[PATH_MAX];
        if (!is_dots(entry->d_name) && !work->keeps(work->what, old, entry->d_name) && join(path, old, entry->d_name))
            unlink(path);
    }
    if (names)
        closedir(names);
}

/* One call where the file system has it; otherwise two, with the old folder whole under another name in between. */
static int exchange(const char *fresh, const char *target) {
    if (renameat2(AT_FDCWD, fresh, AT_FDCWD, target, RENAME_EXCHANGE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
        return errno;
    char aside[PATH_MAX];
    if (snprintf(aside, sizeof aside, "%s.old", fresh) >= (int)sizeof aside)
        return ENAMETOOLONG;
    if (rename(target, aside) != 0)
        return errno;
    if (rename(fresh, target) != 0) {
        const int reason = errno;
        return rename(aside, target) == 0 ? reason : errno;
    }
    return rename(aside, fresh) == 0 ? 0 : errno;
}

static int replace(const char *verb, swap_work *work, const char *fresh, const char *target, const struct stat *is,
                   bool *swapped) {
    bool ready = link_kept(work, target, fresh);
    if (ready && chmod(fresh, is->st_mode & 07777) != 0)
        ready = set_trouble(work, target, strerror(errno));
    ready = ready && sync_folder(work, fresh, target);
    const int reason = ready ? exchange(fresh, target) : 0;
    if (reason != 0)
        ready = set_trouble(work, target, strerror(reason));
    if (!ready) {
        unlink_tree(fresh, target, 0);
        return fail(verb, "%s", work->trouble);
    }
    *swapped = true;
    const bool safe = sync_above(work, target);
    remove_old(work, fresh, target);
    if (rmdir(fresh) != 0) { /* a second time, for what failed by chance */
        remove_old(work, fresh, target);
        if (rmdir(fresh) != 0)
            warn(verb, "%s: the folder that was there before has files that cannot be removed: %s", fresh,
                 strerror(errno));
    }
    return safe ? 0 : fail(verb, "%s", work->trouble);
}

int folder_swap(const char *verb, const char *fresh, const char *target, folder_keeps *keeps, const void *what,
                bool *swapped) {
    swap_work work = {.keeps = keeps, .what = what};
    struct stat is;
    *swapped = false;
    if (lstat(target, &is) == 0)
        return replace(verb, &work, fresh, target, &is, swapped);
    bool done = sync_folder(&work, fresh, target);
    if (done) {
        *swapped = rename(fresh, target) == 0;
        done = *swapped ? sync_above(&work, target) : set_trouble(&work, target, strerror(errno));
    }
    return done ? 0 : fail(verb, "%s", work.trouble);
}
