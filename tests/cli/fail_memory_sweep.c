/* Takes the place of a program's main, and runs it again and again, each time with another allocation that fails
 * (fail_memory.c). Loading the program, which takes longer than most verbs, is done once.
 *
 * Each run is a child that works in a fresh folder; its inputs lie in the folder above ("../in.csv"). What it left there
 * is compared with what the undisturbed run left:
 *   - no signal ended it, and it did not take forever;
 *   - with the exit code of the undisturbed run, everything is the same to the byte; standard error may say in addition
 *     what could not be done for want of memory;
 *   - with another, there is a message that speaks of memory, and each file is whole or absent, with no temporary one
 *     beside it.
 *
 *     LD_PRELOAD=… ROUTH_SWEEP="one|all FIRST LAST RUNS" routh VERB …
 *
 * fails allocations FIRST to LAST (0: the last there is), or RUNS of them (0: every one), one at a time or with all after
 * it; which of them depends on ROUTH_SLICE (effort.h). Prints a line for each broken promise, and at the end "swept RUNS of ALLOCATIONS, FAULTS faults".
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../effort.h"
#include "../remove_folder.h"
#include "fail_memory.h"

typedef int (*main_function)(int, char **, char **);

enum { MOST_SECONDS = 60, MOST_FAULTS = 200, PATH_SIZE = 1024 };

/* Where an undisturbed run works, and where another one does. */
static const char expected[] = "expected", made[] = "made";

static struct {
    main_function run;
    memory_plan *plan;
    int exit; /* of the undisturbed run */
    long runs, faults;
} sweep;

static void complain(long at, const char *format, ...) {
    va_list arguments;
    printf("fault at %ld: ", at);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    sweep.faults++;
}

/* Folders -------------------------------------------------------------------------------------------------*/

static int same_content(const char *one, const char *other) {
    FILE *a = fopen(one, "rb"), *b = fopen(other, "rb");
    int same = a && b;
    while (same) {
        static char left[65536], right[65536];
        const size_t got = fread(left, 1, sizeof left, a), there = fread(right, 1, sizeof right, b);
        same = got == there && memcmp(left, right, got) == 0;
        if (got == 0)
            break;
    }
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    return same;
}

/* What the run printed as messages. */
static const char *messages(void) {
    static char text[4096];
    FILE *file = fopen("made/stderr", "rb");
    const size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = '\0';
    if (file)
        fclose(file);
    return text;
}

static int says_memory(void) {
    return strstr(messages(), "memory") != NULL;
}

/* Results that were complete when their last step failed stay, and the message says where. */
static int is_kept(const char *name) {
    const char *path = strstr(messages(), "are complete, in ");
    if (!path)
        return 0;
    path += strlen("are complete, in ");
    const size_t length = strcspn(path, "\n"), size = strlen(name);
    return length >= size && strncmp(path + length - size, name, size) == 0 &&
           (length == size || path[length - size - 1] == '/' || path[length - size - 1] == ' ');
}

/* Files of one folder that the other does not have, or has otherwise. Those that programs print into are no outputs. */
static void compare_folders(long at, const char *ours, const char *theirs, int streams) {
    DIR *folder = opendir(ours);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || (!streams && strncmp(name, "std", 3) == 0))
            continue;
        char one[PATH_SIZE], other[PATH_SIZE];
        struct stat there;
        snprintf(one, sizeof one, "%s/%s", ours, name);
        snprintf(other, sizeof other, "%s/%s", theirs, name);
        if (is_kept(name) && strncmp(name, "routh.part", 10) == 0) /* what was to be in this folder */
            snprintf(other, sizeof other, "%s", theirs);
        else if (is_kept(name)) /* "study.part0" is what "study" was to be */
            other[strlen(other) - strlen(strrchr(other, '.'))] = '\0';
        if (stat(other, &there) != 0)
            complain(at, "%s should not be there", name);
        else if (S_ISDIR(there.st_mode))
            compare_folders(at, one, other, streams);
        else if (!same_content(one, other) && !(strcmp(name, "stderr") == 0 && says_memory()))
            complain(at, "%s differs", name);
    }
    if (folder)
        closedir(folder);
}

/* A line "routh verb: words" that says what is missing, and nothing that a library printed by itself. */
static void check_message(long at) {
    const char *text = messages(), *words = strstr(text, ": ");
    if (strncmp(text, "routh", 5) != 0 || !words || strlen(words) < 6 || text[strlen(text) - 1] != '\n' ||
        strstr(text, ": \n") || strstr(text, ": :") || !says_memory())
        complain(at, "no good message: \"%.300s\"", text);
}

/* Runs ----------------------------------------------------------------------------------------------------*/

static void run_child(const char *folder, long at, int all, int argc, char **argv, char **environment) {
    const struct rlimit limit = {MOST_SECONDS, MOST_SECONDS}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &limit);
    setrlimit(RLIMIT_CORE, &none);
    if (mkdir(folder, 0700) != 0 || chdir(folder) != 0)
        _exit(125);
    const int out = open("stdout", O_WRONLY | O_CREAT, 0600), err = open("stderr", O_WRONLY | O_CREAT, 0600);
    if (dup2(out, 1) < 0 || dup2(err, 2) < 0)
        _exit(125);
    close(out);
    close(err);
    sweep.plan->count = 0;
    sweep.plan->at = at;
    sweep.plan->all = all;
    fail_memory_begin(sweep.plan);
    exit(sweep.run(argc, argv, environment));
}

/* The status of waitpid. */
static int run_once(const char *folder, long at, int all, int argc, char **argv, char **environment) {
    int status = -1;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        run_child(folder, at, all, argc, argv, environment);
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("fork");
        exit(125);
    }
    return status;
}

static void check_run(long at, int status) {
    sweep.runs++;
    if (!WIFEXITED(status)) {
        complain(at, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
        return;
    }
    const int same = WEXITSTATUS(status) == sweep.exit;
    if (!same && WEXITSTATUS(status) != 2)
        complain(at, "exit code %d", WEXITSTATUS(status));
    if (!same)
        check_message(at);
    compare_folders(at, made, expected, same);
    if (same)
        compare_folders(at, expected, made, same);
}

static int sweep_main(int argc, char **argv, char **environment) {
    char how[8] = "";
    long first = 1, last = 0, runs = 0;
    if (sscanf(getenv("ROUTH_SWEEP"), "%7s %ld %ld %ld", how, &first, &last, &runs) != 4)
        return 125;
    unsetenv("LD_PRELOAD");
    sweep.plan = mmap(NULL, sizeof *sweep.plan, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    remove_folder(expected);
    const int status = run_once(expected, 0, 0, argc, argv, environment);
    const long count = sweep.plan->count;
    sweep.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (sweep.exit != 0 && sweep.exit != 1)
        complain(0, "the undisturbed run ends with %d", sweep.exit);
    last = last ? last : count;
    const long step = runs > 0 && runs < last - first + 1 ? (last - first + runs) / runs : 1;
    for (long at = first + (last - first + slice_number() / 16) % step; sweep.faults < MOST_FAULTS && at <= last;
         at += step) {
        remove_folder(made);
        check_run(at, run_once(made, at, strcmp(how, "all") == 0, argc, argv, environment));
    }
    if (sweep.faults == 0) { /* otherwise they are worth a look */
        remove_folder(made);
        remove_folder(expected);
    }
    printf("swept %ld of %ld, %ld faults\n", sweep.runs, count, sweep.faults);
    return sweep.faults > 0;
}

/* The C library calls this with the program's main. */
int __libc_start_main(main_function run, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*linker_fini)(void), void *stack_end);
int __libc_start_main(main_function run, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*linker_fini)(void), void *stack_end) {
    int (*start)(main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
    *(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
    sweep.run = run;
    return start(getenv("ROUTH_SWEEP") ? sweep_main : run, argc, argv, init, fini, linker_fini, stack_end);
}
