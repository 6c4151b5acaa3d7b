/* A folder of results, which takes its place as a whole.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _DEFAULT_SOURCE /* flock, realpath */

#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"

enum { MOST_ATTEMPTS = 1000 };

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/* In a folder like /tmp only the owner of a name, or of the folder, may change it. */
static bool is_guarded(const struct stat *above, const struct stat *is) {
    const uid_t user = geteuid();
    return (above->st_mode & S_ISVTX) && user != 0 && user != above->st_uid && user != is->st_uid;
}

enum { OBSTACLE = PATH_MAX + 128 };

/* Why no other folder can take the place of this one; false: one can. `target` has no links. */
static bool find_obstacle(const char *target, const struct stat *is, char why[OBSTACLE]) {
    struct stat above = {0};
    char folder[PATH_MAX];
    const char *slash = strrchr(target, '/');
    const int length = slash && slash > target ? (int)(slash - target) : 1;
    snprintf(folder, sizeof folder, "%.*s", length, slash ? target : ".");
    if (path_is_within(".", is))
        snprintf(why, OBSTACLE, "you are in it");
    else if (stat(folder, &above) == 0 && above.st_dev != is->st_dev)
        snprintf(why, OBSTACLE, "a disk is mounted on it");
    else if (access(folder, W_OK | X_OK) != 0)
        snprintf(why, OBSTACLE, "you cannot write into %s, which holds it", folder);
    else if (is_guarded(&above, is))
        snprintf(why, OBSTACLE, "it is somebody else's, and %s, which holds it, lets only the owner replace it",
                 folder);
    else
        return false;
    return true;
}

static int check_target(result_folder *results) {
    struct stat is;
    if (stat(results->target, &is) != 0)
        return lstat(results->target, &is) != 0
                   ? 0
                   : fail(results->verb, "%s is a link that leads nowhere; remove it, or name another folder",
                          results->shown);
    if (!S_ISDIR(is.st_mode))
        return fail(results->verb, "%s is a file, not a folder", results->shown);
    if (access(results->target, W_OK) != 0)
        return fail(results->verb, "%s: cannot write into this folder: %s", results->shown, strerror(errno));
    char why[OBSTACLE];
    const bool obstacle = find_obstacle(results->target, &is, why);
    results->in_place = obstacle && results->custom == RESULTS_ADD;
    if (obstacle && !results->in_place)
        return fail(results->verb, "%s: the results are swapped in as a whole folder, but %s; name a folder in it",
                    results->shown, why);
    return 0;
}

/* Whatever a run leaves that was killed has a mark that nobody holds a lock on any more. */
#define MARK ".routh-unfinished"

/* Without the mark it is not known as a leftover, and all else works. */
static void mark_fresh(result_folder *results) {
    results->mark = malloc(strlen(results->fresh) + sizeof "/" MARK);
    if (!results->mark)
        return;
    sprintf(results->mark, "%s/" MARK, results->fresh);
    unfinished_add(results->mark);
    results->lock = open(results->mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (results->lock >= 0)
        flock(results->lock, LOCK_EX | LOCK_NB);
}

static void remove_mark(result_folder *results) {
    if (!results->mark)
        return;
    unlink(results->mark);
    unfinished_done(results->mark);
    if (results->lock >= 0)
        close(results->lock);
    free(results->mark);
    results->mark = NULL;
}

/* Removes what a killed run left; false: it is something else. */
static bool remove_leftover(const char *folder) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/" MARK, folder) >= (int)sizeof path)
        return false;
    const int lock = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 ? opendir(folder) : NULL;
    for (const struct dirent *entry; list && (entry = readdir(list));)
        if (strcmp(entry->d_name, MARK) != 0)
            unlinkat(dirfd(list), entry->d_name, 0);
    if (list) {
        unlinkat(dirfd(list), MARK, 0);
        closedir(list);
    }
    if (lock >= 0)
        close(lock);
    return list && rmdir(folder) == 0;
}

/* The first free name beside the target, or in it. */
static int make_fresh(result_folder *results) {
    const size_t size = strlen(results->target) + sizeof "/routh.part" + 12;
    results->fresh = malloc(size);
    if (!results->fresh)
        return fail(results->verb, "out of memory");
    errno = EEXIST;
    for (int i = 0; i < MOST_ATTEMPTS && errno == EEXIST; i++) {
        struct stat there;
        snprintf(results->fresh, size, "%s%s.part%d", results->target, results->in_place ? "/routh" : "", i);
        if (lstat(results->fresh, &there) == 0 && !(S_ISDIR(there.st_mode) && remove_leftover(results->fresh))) {
            errno = EEXIST;
            continue;
        }
        unfinished_add(results->fresh);
        if (mkdir(results->fresh, 0777) == 0) {
            mark_fresh(results);
            return 0;
        }
        const int reason = errno;
        unfinished_done(results->fresh);
        errno = reason;
    }
    const int reason = errno;
    free(results->fresh);
    results->fresh = NULL;
    return fail(results->verb, "%s: cannot make this folder: %s", results->shown,
                reason == ENOENT ? "the one that is to hold it does not exist" : strerror(reason));
}

int results_claim(const result_folder *results, const char *name) {
    char path[PATH_MAX];
    struct stat there;
    if (snprintf(path, sizeof path, "%s/%s", results->target, name) >= (int)sizeof path || lstat(path, &there) != 0 ||
        manifest_holds(&results->before, results->target, name))
        return 0;
    return fail(results->verb,
                "%s/%s is not as routh wrote it, or somebody else's; move it, or write to another folder",
                results->shown, name);
}

const char *results_path(result_folder *results, const char *name) {
    char **longer = realloc(results->name, (results->count + 1) * sizeof *longer);
    if (longer)
        results->name = longer;
    char *path = longer ? malloc(strlen(results->fresh) + strlen(name) + 2) : NULL;
    if (!path)
        return NULL;
    sprintf(path, "%s/%s", results->fresh, name);
    unfinished_add(path);
    return results->name[results->count++] = path;
}

static const char *name_in(const result_folder *results, size_t i) {
    return results->name[i] + strlen(results->fresh) + 1;
}

int results_write(result_folder *results, const char *name, folder_writer *write, const void *what) {
    const char *path = results_path(results, name);
    char shown[PATH_MAX];
    if (!path)
        return fail(results->verb, "out of memory");
    snprintf(shown, sizeof shown, "%s/%s", results->shown, name);
    return folder_write_as(results->verb, path, shown, write, what);
}

static routh_status write_manifest(routh_context *context, const void *what, routh_io to) {
    (void)context;
    manifest_print(to.file, what);
    return ROUTH_OK;
}

/* Everything but what the program wrote and this run replaces. */
static bool stays(const void *what, const char *folder, const char *name) {
    const result_folder *results = what;
    if (!manifest_holds(&results->before, folder, name))
        return true;
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(name_in(results, i), name) == 0)
            return false;
    return results->custom == RESULTS_ADD;
}

/* What would hinder the swap is found before the work, not after it. */
static int try_swap(const result_folder *results) {
    struct stat is;
    char trouble[FOLDER_TROUBLE];
    if (results->in_place || lstat(results->target, &is) != 0)
        return 0;
    unfinished_hold();
    const bool can = folder_swap_try(results->fresh, results->target, stays, results, trouble);
    unfinished_let_go();
    return can ? 0 : fail(results->verb, "%s; this cannot stay beside new results: write to another folder", trouble);
}

int results_open(result_folder *results, const char *verb, const char *folder, result_custom custom) {
    *results = (result_folder){.verb = verb, .shown = folder, .custom = custom};
    results->target = realpath(folder, NULL);
    if (!results->target)
        results->target = copy_of(folder);
    if (!results->target)
        return fail(verb, "out of memory");
    for (size_t end = strlen(results->target); end > 1 && results->target[end - 1] == '/';)
        results->target[--end] = '\0';
    TRY(check_target(results));
    if (!manifest_read(results->target, &results->before))
        return fail(verb, "out of memory");
    TRY(results_claim(results, MANIFEST_FILE));
    TRY(make_fresh(results));
    return try_swap(results);
}

/* What this run wrote, and what stays of the program's own. Where files are replaced one by one both the old and the new
 * are in the list. */
static bool list_files(const result_folder *results, manifest *list) {
    bool listed = true;
    for (size_t i = 0; i < results->count && listed; i++)
        listed = manifest_add(list, results->fresh, name_in(results, i));
    for (size_t i = 0; i < results->before.count && listed; i++) {
        const char *name = results->before.line[i].name;
        if (strcmp(name, MANIFEST_FILE) != 0 && manifest_holds(&results->before, results->target, name) &&
            (results->in_place || stays(results, results->target, name)))
            listed = manifest_add(list, results->target, name);
    }
    return listed;
}

/* One by one, the list first: whatever is there when it ends early is known as the program's own. */
static int move_files(result_folder *results) {
    for (size_t i = results->count; i-- > 0;) {
        char path[PATH_MAX];
        if (snprintf(path, sizeof path, "%s/%s", results->target, name_in(results, i)) >= (int)sizeof path)
            errno = ENAMETOOLONG;
        else if (rename(results->name[i], path) == 0)
            continue;
        return fail(results->verb, "%s/%s: cannot write: %s", results->shown, name_in(results, i), strerror(errno));
    }
    routh_context context = routh_context_default();
    results->placed = true;
    if (routh_folder_sync(&context, results->target) != ROUTH_OK)
        return fail(results->verb, "%s", context.message);
    return 0;
}

/* Hours of work are not thrown away because their last step failed. */
static void end_place(result_folder *results, int answer) {
    results->kept = answer != 0 && !results->placed;
    if (results->kept)
        warn(results->verb, "the results that are not in their place are complete, in %s", results->fresh);
    results_release(results);
}

int results_place(result_folder *results) {
    manifest list = {0};
    int answer = list_files(results, &list)
                     ? results_claim(results, MANIFEST_FILE)
                     : fail(results->verb, "%s: cannot list the files in it: %s", results->shown, strerror(errno));
    if (answer == 0)
        answer = results_write(results, MANIFEST_FILE, write_manifest, &list);
    manifest_release(&list);
    unfinished_hold();
    if (answer == 0)
        remove_mark(results);
    if (answer == 0)
        answer = results->in_place
                     ? move_files(results)
                     : folder_swap(results->verb, results->fresh, results->target, stays, results, &results->placed);
    end_place(results, answer);
    unfinished_let_go();
    return answer;
}

void results_release(result_folder *results) {
    for (size_t i = 0; i < results->count; i++) {
        if (!results->placed && !results->kept)
            unlink(results->name[i]);
        unfinished_done(results->name[i]);
        free(results->name[i]);
    }
    remove_mark(results);
    if (results->fresh) {
        if ((!results->placed || results->in_place) && !results->kept)
            rmdir(results->fresh);
        unfinished_done(results->fresh);
    }
    free(results->name);
    free(results->fresh);
    free(results->target);
    manifest_release(&results->before);
    *results = (result_folder){0};
}
