/* The process of an engine's program: found, started and ended.
 *
 * Requests and answers go through one socket, because what is sent there can be kept from raising SIGPIPE without touching
 * how the caller handles signals. The program is the head of a process group of its own, so that what it started can be killed
 * with it; however it ends, nothing of the group stays. An interrupt at the terminal reaches the caller alone. The context's
 * hook names the groups for it to kill. Without that, Routh's own programs end when the other end of their socket is closed, those
 * of others when they next read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* pipe2 and dladdr, which POSIX has since 2024 only */
#include "engine/proof.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/context.h"

enum { PATH_SIZE = 4096 };

extern char **environ;

/* Where it is --------------------------------------------------------------------------------------------*/

/* folder[0 … length)/between/routh-engine-name, where that can be run. */
static bool try_folder(const char *folder, size_t length, const char *between, const char *name, char *path,
                       size_t size) {
    const int written = snprintf(path, size, "%.*s%s/routh-engine-%s", (int)length, folder, between, name);
    return length > 0 && written > 0 && (size_t)written < size && access(path, X_OK) == 0;
}

static bool try_list(const char *folders, const char *name, char *path, size_t size) {
    while (folders && *folders) {
        const size_t length = strcspn(folders, ":");
        if (try_folder(folders, length, "", name, path, size))
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

/* How much of a path is the folder, without its last slash; 0: it names none. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* Beside a program or library: as it was built, and as it was installed. */
static bool try_beside(const char *file, const char *name, char *path, size_t size) {
    const size_t length = folder_length(file);
    return try_folder(file, length, "/engines", name, path, size) ||
           try_folder(file, length, "/../libexec/routh", name, path, size);
}

static bool try_beside_program(const char *name, char *path, size_t size) {
    char program[PATH_SIZE];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    return try_beside(program, name, path, size);
}

/* Where the program is an interpreter, what it loaded knows better: a wheel has engines beside the library. */
static bool try_beside_library(const char *name, char *path, size_t size) {
    static const char here;
    Dl_info library;
    return dladdr(&here, &library) && library.dli_fname && try_beside(library.dli_fname, name, path, size);
}

routh_status routh_driver_find(routh_context *context, const routh_engine *engine, const char *folder, char *path,
                               size_t size) {
    char shown[ROUTH_SHOWN_SOURCE];
    if (folder) {
        if (try_folder(folder, strlen(folder), "", engine->name, path, size))
            return ROUTH_OK;
        routh_show_source(shown, sizeof shown, folder);
        return routh_fail_field(context, ROUTH_ENGINE_FAILED, "folder", "%s's program routh-engine-%s is not in %s",
                                engine->title, engine->name, shown);
    }
    if (try_list(getenv("ROUTH_ENGINES"), engine->name, path, size) || try_beside_program(engine->name, path, size) ||
        try_beside_library(engine->name, path, size)
#ifdef ROUTH_ENGINE_FOLDER
        || try_list(ROUTH_ENGINE_FOLDER, engine->name, path, size)
#endif
    )
        return ROUTH_OK;
    if (!engine->package)
        return routh_fail(context, ROUTH_ENGINE_FAILED, "%s cannot be run from here: there are formulas for it only",
                          engine->title);
    return routh_fail(context, ROUTH_ENGINE_FAILED,
                      "%s's program routh-engine-%s is not there: install %s and build Routh again", engine->title,
                      engine->name, engine->package);
}

/* Its beginning ------------------------------------------------------------------------------------------*/

/* Both ends are closed on exec from the beginning: another thread of the caller may start a program at any instant. macOS alone
 * has neither call, and a gap before F_DUPFD_CLOEXEC. */
static int open_first(bool is_pipe, int end[2]) {
#ifdef SOCK_CLOEXEC
    return is_pipe ? pipe2(end, O_CLOEXEC) : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end);
#else
    return is_pipe ? pipe(end) : socketpair(AF_UNIX, SOCK_STREAM, 0, end);
#endif
}

/* Two ends that no other program inherits, neither of them among the three standard ones: of a socket, or of a pipe, which
 * scripts can open again by its name, /dev/stderr. The first does not wait. */
static bool open_ends(bool is_pipe, int end[2]) {
    int first[2];
    end[0] = end[1] = -1;
    if (open_first(is_pipe, first) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        end[i] = fcntl(first[i], F_DUPFD_CLOEXEC, 3);
        close(first[i]);
    }
    return end[0] >= 0 && end[1] >= 0 && fcntl(end[0], F_SETFL, O_NONBLOCK) == 0;
}

static void close_end(int *end) {
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* An error number. */
static int spawn(routh_driver *driver, const char *path, int answers, int complaints) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    char *words[] = {(char *)path, NULL};
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    if ((error = posix_spawnattr_init(&attributes))) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    error = posix_spawn_file_actions_adddup2(&actions, answers, STDIN_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(&actions, answers, STDOUT_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
    error = error ? error : posix_spawnattr_setsigmask(&attributes, &none);
    error = error ? error : posix_spawnattr_setsigdefault(&attributes, &usual);
    error = error ? error : posix_spawnattr_setpgroup(&attributes, 0);
    error = error ? error
                  : posix_spawnattr_setflags(&attributes,
                                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    error = error ? error : posix_spawn(&driver->child, path, &actions, &attributes, words, environ);
    driver->child = error ? 0 : driver->child;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

routh_status routh_driver_start(routh_context *context, routh_driver *driver, const char *path) {
    int answers[2] = {-1, -1}, complaints[2] = {-1, -1}, error = 0;
    char shown[ROUTH_SHOWN_SOURCE];
    sigset_t all, usual;
    sigfillset(&all);
    if (!open_ends(false, answers) || !open_ends(true, complaints))
        error = errno;
    else {
        pthread_sigmask(SIG_SETMASK, &all, &usual); /* a signal's handler knows of the program, or there is none */
        error = spawn(driver, path, answers[1], complaints[1]);
        if (!error && driver->group)
            driver->group(driver->child, 1, driver->user);
        pthread_sigmask(SIG_SETMASK, &usual, NULL);
    }
    close_end(&answers[1]);
    close_end(&complaints[1]);
    driver->answers = answers[0];
    driver->complaints = complaints[0];
    if (!error)
        return ROUTH_OK;
    close_end(&driver->answers);
    close_end(&driver->complaints);
    routh_show_source(shown, sizeof shown, path);
    return routh_fail(context, ROUTH_ENGINE_FAILED, "%s cannot be started: %s", shown, strerror(error));
}

/* Its end ------------------------------------------------------------------------------------------------*/

void routh_driver_listen(routh_driver *driver) {
    char more[1024];
    for (;;) {
        const ssize_t length = driver->complaints < 0 ? 0 : read(driver->complaints, more, sizeof more);
        if (length < 0 && errno == EINTR)
            continue;
        if (length <= 0) {
            if (length == 0)
                close_end(&driver->complaints);
            return;
        }
        const size_t taken = length < ROUTH_DRIVER_SAID ? (size_t)length : ROUTH_DRIVER_SAID;
        const size_t had = strlen(driver->said),
                     kept = had + taken > ROUTH_DRIVER_SAID ? ROUTH_DRIVER_SAID - taken : had;
        memmove(driver->said, driver->said + had - kept, kept);
        for (size_t i = 0; i < taken; i++) {
            const char byte = more[(size_t)length - taken + i];
            driver->said[kept + i] = byte == '\n' || byte == '\0' ? ' ' : byte;
        }
        driver->said[kept + taken] = '\0';
    }
}

/* Looks, and leaves the process to be waited for: until then its number belongs to nobody else. */
static bool look(pid_t child, siginfo_t *info) {
    int found;
    do {
        *info = (siginfo_t){0};
        found = waitid(P_PID, (id_t)child, info, WEXITED | WNOHANG | WNOWAIT);
    } while (found != 0 && errno == EINTR);
    return found != 0 || info->si_pid == child;
}

bool routh_driver_has_ended(const routh_driver *driver) {
    siginfo_t info;
    return look(driver->child, &info);
}

static void kill_group(pid_t child) {
    if (kill(-child, SIGKILL) != 0)
        kill(child, SIGKILL);
}

/* Once it has ended: what it started and left goes, and then its number. Where someone else has waited for it there is nothing
 * to learn, and the group's number may be another's. */
static bool bury(routh_driver *driver, char how[ROUTH_LABEL_SIZE]) {
    siginfo_t info;
    if (!look(driver->child, &info))
        return false;
    const bool is_ours = info.si_pid == driver->child;
    if (is_ours)
        kill_group(driver->child);
    if (driver->group)
        driver->group(driver->child, 0, driver->user);
    while (is_ours && waitpid(driver->child, NULL, 0) < 0 && errno == EINTR) {
    }
    if (is_ours)
        snprintf(how, ROUTH_LABEL_SIZE, "%s %d", info.si_code == CLD_EXITED ? "code" : "signal", info.si_status);
    return true;
}

void routh_driver_end(routh_driver *driver, double patience, char how[ROUTH_LABEL_SIZE]) {
    const double began = routh_seconds();
    long nap = 100000; /* ns */
    bool is_killed = false;
    how[0] = '\0';
    if (driver->answers >= 0)
        shutdown(driver->answers, SHUT_WR);
    while (driver->child > 0 && !bury(driver, how)) {
        routh_driver_listen(driver);
        if (!is_killed && routh_seconds() - began >= patience) {
            kill_group(driver->child);
            is_killed = true;
        }
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
        nap = nap < 5000000 ? 2 * nap : nap;
    }
    routh_driver_listen(driver);
    driver->child = 0;
    driver->has_world = false;
    close_end(&driver->answers);
    close_end(&driver->complaints);
}
