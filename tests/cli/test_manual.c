/* What is generated from the tables of options: help, man pages, completions of shells. Each is held against another,
 * and against the program that reads it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../effort.h"
#include "../subject.h"
#include "run_program.h"

static int have(const char *program) {
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

/* What a command prints, errors too; the caller frees it. */
static char *output_of(const char *command) {
    char line[4096];
    snprintf(line, sizeof line, "{ %s\n} >run-shell 2>&1", command);
    assert_int_equal(system(line), 0);
    return read_whole("run-shell");
}

/* Is the word in the text, not within a longer one? */
static int has_word(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || strchr(" \n(,", at[-1])) && strchr(" \n,.;:)=…[", at[length]))
            return 1;
    return 0;
}

/* A man page without its backslashes. */
static void plain(char *page) {
    char *to = page;
    for (const char *from = page; *from; from++)
        if (*from != '\\')
            *to++ = *from;
    *to = '\0';
}

/* The name in quotes that the line of a script begins with, such as "    'insertion identify')". */
static int verb_of_line(const char *line, char verb[64]) {
    return sscanf(line, "    '%63[^'/]')", verb) == 1 && line[4] == '\'';
}

typedef void verb_check(const char *verb, const char *options);

/* Every verb with its options, as the script for bash has them: " --output --frame …"; returns how many options. */
static int for_each_verb(verb_check *check) {
    run_result script = succeed("help --completion bash");
    char verb[64] = "", *rest = NULL;
    int options = 0, verbs = 0;
    for (char *line = strtok_r(script.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        verb_of_line(line, verb);
        char *list = strstr(line, "options=' --");
        if (!list || !verb[0] || (verbs++ % effort(5, 1, 1)) != 0)
            continue;
        list += strlen("options='");
        list[strcspn(list, "'")] = '\0';
        for (const char *at = list; (at = strstr(at, " --")); at++)
            options++;
        check(verb, list);
    }
    forget_result(&script);
    return options;
}

static void check_help_and_man(const char *verb, const char *options) {
    char arguments[128], words[4096], *rest = NULL;
    snprintf(arguments, sizeof arguments, "help %s", verb);
    run_result help = succeed(arguments);
    snprintf(arguments, sizeof arguments, "help --man %s", verb);
    run_result page = succeed(arguments);
    plain(page.out);
    snprintf(words, sizeof words, "%s", options);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (!has_word(help.out, word) || !has_word(page.out, word))
            print_error("%s: %s is not explained\n", verb, word);
        assert_true(has_word(help.out, word));
        assert_true(has_word(page.out, word));
    }
    for (char *line = strtok_r(help.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        int width = 0;
        for (const char *letter = line; *letter; letter++)
            width += ((unsigned char)*letter & 0xC0) != 0x80;
        if (width > 100)
            print_error("%s: %d characters: %s\n", verb, width, line);
        assert_true(width <= 100);
    }
    forget_result(&help);
    forget_result(&page);
}

static void test_every_option_is_explained(void **state) {
    (void)state;
    assert_true(for_each_verb(check_help_and_man) > effort(40, 250, 250));
}

/* An option that takes a value, as the script for fish has it; the place of its name in the line. */
static const char *find_value_option(const char *line) {
    const char *place = strstr(line, " -l ");
    return place && (strstr(place, " -x") || strstr(place, " -r")) ? place : NULL;
}

/* What fish completes is in the help text; that the parser has every option of that is cli/limits' to check. */
static void test_every_option_is_known(void **state) {
    (void)state;
    run_result script = succeed("help --completion fish"), help = {0};
    char *rest = NULL, shown[96] = "";
    int count = 0;
    for (char *line = strtok_r(script.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char first[32] = "", second[32] = "", name[64] = "", arguments[96], option[96];
        const char *place = find_value_option(line);
        if (!place)
            continue;
        assert_true(sscanf(place, " -l %63s", name) == 1);
        assert_true(sscanf(line, "complete -c routh -n '__fish_seen_subcommand_from %31[a-z]", first) == 1);
        const char *below = strstr(line, "; and __fish_seen_subcommand_from ");
        if (below)
            assert_true(sscanf(below, "; and __fish_seen_subcommand_from %31[a-z]", second) == 1);
        snprintf(arguments, sizeof arguments, "help %s %s", first, second);
        if (strcmp(arguments, shown) != 0) {
            forget_result(&help);
            help = succeed(arguments);
            memcpy(shown, arguments, sizeof shown);
        }
        snprintf(option, sizeof option, "--%s", name);
        if (!has_word(help.out, option))
            print_error("routh %s does not have %s\n", arguments, option);
        assert_true(has_word(help.out, option));
        count++;
    }
    assert_true(count > 180);
    forget_result(&help);
    forget_result(&script);
}

static int render(const char *verb) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "help --man %s", verb);
    run_result page = succeed(arguments);
    write_whole("page.1", page.out);
    forget_result(&page);
    char *said = output_of(have("man") ? "LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings=w,mac -l page.1 2>&1 >run-page"
                                       : "groff -k -man -ww -Tutf8 page.1 2>&1 >run-page");
    char *shown = read_whole("run-page");
    if (*said)
        print_error("%s: %s", verb, said);
    assert_string_equal(said, "");
    assert_true(strlen(shown) > 300);
    free(said);
    free(shown);
    return 1;
}

static void check_render(const char *verb, const char *options) {
    (void)options;
    render(verb);
}

static void test_man_pages_render(void **state) {
    (void)state;
    if (!have("man") && !have("groff")) {
        print_message("neither man nor groff on this machine\n");
        skip();
    }
    render("");
    render("insertion");
    for_each_verb(check_render);
}

/* Completes the last of the words; the answers with spaces between. */
static void expect_completion(const char *words, const char *const *expected) {
    char command[1024];
    snprintf(command, sizeof command,
             "bash -c 'source <(\"$ROUTH_PROGRAM\" help --completion bash)\n"
             "COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _routh; echo \" ${COMPREPLY[*]} \"'",
             words);
    char *answer = output_of(command);
    for (; *expected; expected++) {
        char word[64];
        snprintf(word, sizeof word, " %s ", *expected);
        if (!strstr(answer, word))
            print_error("%s: %s is not in%s", words, *expected, answer);
        assert_non_null(strstr(answer, word));
    }
    free(answer);
}

static void test_bash_completes(void **state) {
    (void)state;
    if (!have("bash")) {
        print_message("no bash on this machine\n");
        skip();
    }
    expect_completion("routh stu", (const char *const[]){"study", NULL});
    expect_completion("routh s", (const char *const[]){"solve", "segment", "study", "strike", "simulate", NULL});
    expect_completion("routh insertion id", (const char *const[]){"identify", NULL});
    expect_completion("routh insertion simulate --st", (const char *const[]){"--stiffness", NULL});
    expect_completion("routh study --boot", (const char *const[]){"--bootstrap", NULL});
    expect_completion("routh fit data.h5 --law wang", (const char *const[]){"wang-mason", NULL});
    expect_completion("routh fit data.h5 --frame mir",
                      (const char *const[]){"mirror-t", "mirror-n", "mirror-both", NULL});
    expect_completion("routh fit data.h5 --law si", (const char *const[]){"six", NULL});
    expect_completion("routh solve --law = wa", (const char *const[]){"wang-mason", NULL});
    expect_completion("routh help inse", (const char *const[]){"insertion", NULL});
    expect_completion("routh help insertion id", (const char *const[]){"identify", NULL});
}

static void test_other_shells_read_theirs(void **state) {
    (void)state;
    static const char *const shells[] = {"zsh", "fish"};
    int tried = 0;
    for (int i = 0; i < 2; i++) {
        char command[256];
        if (!have(shells[i])) {
            print_message("no %s on this machine\n", shells[i]);
            continue;
        }
        snprintf(command, sizeof command, "\"$ROUTH_PROGRAM\" help --completion %s >run-script && %s -n run-script",
                 shells[i], shells[i]);
        char *said = output_of(command);
        assert_string_equal(said, "");
        free(said);
        tried++;
    }
    if (!tried)
        skip();
}

SLOW_SUBJECT(manual) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_option_is_explained, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_every_option_is_known, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_man_pages_render, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_bash_completes, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(test_other_shells_read_theirs, enter_scratch, leave_scratch),
    };
    int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
