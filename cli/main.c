/* routh: the command line of the library. Finds the verb, reads its options and hands over to it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <routh/routh.h>

#include "impact_options.h"
#include "program.h"

static int print_help(const program_verb *verb) {
    write_help(stdout, verb);
    return finish_standard_output(verb ? verb->title : NULL);
}

static int print_version(void) {
    printf("routh %s\n", routh_version());
    return finish_standard_output(NULL);
}

/* A verb that only holds others was named by itself. */
static int run_above(const program_verb *verb, int argc, char **argv) {
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return print_help(verb);
    if (argc > 1)
        return fail(verb->title, "unexpected \"%.60s\"; see `routh %s --help`", argv[1], verb->title);
    if (verb->run)
        return verb->run(verb->title, NULL);
    char names[256] = "";
    for (const program_verb *const *part = verb->part; *part; part++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used == 0 ? "" : part[1] ? ", " : " or ", (*part)->name);
    }
    return fail(verb->title, "missing verb: %s; see `routh %s --help`", names, verb->title);
}

/* What is checked and tidied is so for every verb. */
static int run_checked(const program_verb *verb, void *options) {
    int answer = check_paths(verb->title, verb->groups, options);
    if (answer == 0)
        answer = verb->run(verb->title, options);
    if (answer != EXIT_BAD_USE && outputs_place(verb->title) != 0)
        answer = EXIT_BAD_USE;
    outputs_forget();
    return answer;
}

/* argv[0] is the verb's last word. */
static int run_verb(const program_verb *verb, int argc, char **argv) {
    if (verb->part)
        return run_above(verb, argc, argv);
    void *options = calloc(1, verb->options_size);
    if (!options)
        return fail(verb->title, "out of memory");
    int answer = parse_options(verb->title, verb->groups, argc, argv, options);
    if (answer == OPTIONS_HELP)
        answer = print_help(verb);
    else if (answer == OPTIONS_PARSED)
        answer = run_checked(verb, options);
    options_release(verb->groups, options);
    free(options);
    return answer;
}

static const char *program_option(size_t index, const void *names) {
    return ((const char *const *)names)[index];
}

/* What begins with a dash and stands before any verb. */
static int fail_option(const char *word) {
    static const char *const names[] = {"help", "version"};
    const char *nearest = strncmp(word, "--", 2) == 0 ? routh_nearest_name(word + 2, 2, program_option, names) : NULL;
    if (nearest)
        return fail(NULL, "unknown option %.60s; did you mean --%s?", word, nearest);
    return fail(NULL, "unknown option %.60s; see `routh --help`", word);
}

/* Before anything asks OpenMP: a runtime may keep a record of each thread that the environment allows, however many. */
static void bound_threads(void) {
    static const char most[] = "1024";
    const char *asked = getenv("OMP_NUM_THREADS");
    if (asked && strtol(asked, NULL, 10) > strtol(most, NULL, 10))
        setenv("OMP_NUM_THREADS", most, 1);
}

static int answer(int argc, char **argv) {
    /* a closed pipe or a file-size limit becomes a failed write, which the verb notices */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    unfinished_guard();
    bound_threads();
    origin_remember(argc, argv);

    if (argc < 2)
        return fail(NULL, "missing verb; see `routh --help`");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_help(NULL);
    if (strcmp(argv[1], "--version") == 0)
        return print_version();
    if (argv[1][0] == '-')
        return fail_option(argv[1]);
    size_t used;
    const program_verb *verb = find_verb_of_words((size_t)argc - 1, (const char *const *)argv + 1, &used);
    return verb ? run_verb(verb, argc - (int)used, argv + used) : EXIT_BAD_USE;
}

/* Under `ulimit -v`, a thread of OpenBLAS that found no addresses asks for them for ever, and exit() would wait for it. */
int main(int argc, char **argv) {
    struct rlimit limit;
    const int code = answer(argc, argv);
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && fflush(NULL) == 0)
        _exit(code);
    return code;
}
