/* Runs the program under test in a folder of its own and keeps what it said. Each test_*.c that includes this is one
 * test program; the program under test is named by ROUTH_PROGRAM.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_RUN_PROGRAM_H
#define ROUTH_TESTS_CLI_RUN_PROGRAM_H

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../remove_folder.h"

#define SKIPPED 77

/* A fresh folder, the working folder of every run in it. */
typedef struct scratch {
    char folder[256];
    int home; /* the folder to come back to */
} scratch;

typedef struct run_result {
    int exit; /* exit code; −1 when a signal ended it */
    char *out, *err;
} run_result;

/* What to do to the child besides the ordinary. */
typedef struct run_setting {
    const char *input;      /* standard input's text; NULL: empty */
    const char *input_from; /* a file for it instead, such as a terminal */
    const char *output_to;  /* a file for standard output, such as /dev/full */
    int closed_output;      /* standard output is a pipe that nobody reads */
    rlim_t file_limit;      /* largest file the child may write, bytes; 0: no limit */
    rlim_t cpu_limit;       /* processor time of the child, s; 0: no limit */
    uid_t user;             /* who the child is, where this process is root; 0: the same as this process */
} run_setting;

static inline char *read_whole(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = 0, capacity = 4096;
    char *text = malloc(capacity);
    for (size_t got; text && (got = fread(text + size, 1, capacity - size - 1, file)) > 0;) {
        size += got;
        if (capacity - size < 2)
            text = realloc(text, capacity *= 2);
    }
    fclose(file);
    assert_non_null(text);
    text[size] = '\0';
    return text;
}

static inline void write_whole(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline int enter_scratch(void **state) {
    scratch *here = calloc(1, sizeof *here);
    const char *parent = getenv("TMPDIR");
    if (!here)
        return -1;
    snprintf(here->folder, sizeof here->folder, "%s/routh-cli-XXXXXX", parent ? parent : "/tmp");
    here->home = open(".", O_RDONLY);
    *state = here;
    return here->home >= 0 && mkdtemp(here->folder) && chdir(here->folder) == 0 ? 0 : -1;
}

/* Files in the scratch folder, less what the runs themselves need; removes them when asked. */
static inline int count_files(int remove_them) {
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' && (!entry->d_name[1] || !strcmp(entry->d_name, "..")))
            continue;
        count += strncmp(entry->d_name, "run-", 4) != 0;
        if (remove_them)
            remove(entry->d_name);
    }
    closedir(folder);
    return count;
}

static inline int leave_scratch(void **state) {
    scratch *here = *state;
    int left = fchdir(here->home);
    close(here->home);
    remove_folder(here->folder);
    free(here);
    return left;
}

static inline void redirect(const char *path, int flags, int descriptor) {
    int opened = open(path, flags, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0)
        _exit(125);
}

static inline void become_program(const run_setting *setting, char **argv) {
    redirect(setting->input_from ? setting->input_from : "run-input", O_RDONLY | O_NOCTTY, 0);
    redirect("run-error", O_WRONLY | O_CREAT | O_TRUNC, 2);
    redirect(setting->output_to ? setting->output_to : "run-output", O_WRONLY | O_CREAT | O_TRUNC, 1);
    int ends[2];
    if (setting->closed_output && (pipe(ends) != 0 || close(ends[0]) != 0 || dup2(ends[1], 1) < 0))
        _exit(125);
    struct rlimit limit = {setting->file_limit, setting->file_limit};
    if (setting->file_limit > 0 && setrlimit(RLIMIT_FSIZE, &limit) != 0)
        _exit(125);
    struct rlimit time = {setting->cpu_limit, setting->cpu_limit};
    if (setting->cpu_limit > 0 && setrlimit(RLIMIT_CPU, &time) != 0)
        _exit(125);
    if (setting->user && (setgid(setting->user) != 0 || setuid(setting->user) != 0))
        _exit(125);
    execv(argv[0], argv);
    _exit(125);
}

/* Arguments in one string, separated by single spaces. */
static inline run_result run_with(run_setting setting, const char *arguments) {
    char words[4096], *argv[64] = {getenv("ROUTH_PROGRAM")};
    int count = 1;
    assert_true(strlen(arguments) < sizeof words);
    memcpy(words, arguments, strlen(arguments) + 1);
    for (char *word = strtok(words, " "); word && count < 63; word = strtok(NULL, " "))
        argv[count++] = word;
    write_whole("run-input", setting.input ? setting.input : "");
    write_whole("run-output", "");

    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        become_program(&setting, argv);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    run_result result = {.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
    result.out = read_whole("run-output");
    result.err = read_whole("run-error");
    assert_non_null(result.out);
    assert_non_null(result.err);
    return result;
}

static inline run_result run(const char *arguments) {
    return run_with((run_setting){0}, arguments);
}

/* Expects it to succeed. */
static inline run_result succeed(const char *arguments) {
    run_result result = run(arguments);
    if (result.exit != 0)
        print_error("%s", result.err);
    assert_int_equal(result.exit, 0);
    return result;
}

static inline void forget_result(run_result *result) {
    free(result->out);
    free(result->err);
}

static inline int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Bad use or input: exit 2, nothing on standard output, exactly one line on standard error that begins with `begins`
 * and holds each of the `holds` (up to a NULL), and `files` files in the folder. */
static inline void expect_refusal(run_result result, const char *begins, const char *const *holds, int files) {
    if (result.exit != 2 || strncmp(result.err, begins, strlen(begins)) != 0)
        print_error("exit %d, message: %s", result.exit, result.err);
    assert_int_equal(result.exit, 2);
    assert_string_equal(result.out, "");
    assert_int_equal(count_lines(result.err), 1);
    assert_int_equal(result.err[strlen(result.err) - 1], '\n');
    assert_memory_equal(result.err, begins, strlen(begins));
    for (; *holds; holds++) {
        if (!strstr(result.err, *holds))
            print_error("\"%s\" is not in: %s", *holds, result.err);
        assert_non_null(strstr(result.err, *holds));
    }
    assert_int_equal(count_files(0), files);
    forget_result(&result);
}

/* Exit code for a test program when there is no program to test. */
static inline int nothing_to_test(void) {
    if (getenv("ROUTH_PROGRAM"))
        return 0;
    fputs("ROUTH_PROGRAM is not set\n", stderr);
    return SKIPPED;
}

#endif
