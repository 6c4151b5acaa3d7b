/* No verb writes over what it reads. The pairs of options come from the program's own tables, so that a new verb or option
 * is tested without a line here; one that names a file without being marked as such fails.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "program.h" /* before cmocka, which has a macro `fail` */

#include "run_program.h"

#include "../effort.h"
#include "../subject.h"

typedef void pair_visitor(const program_verb *verb, const option_entry *input, const option_entry *output);

static int is_output(const option_entry *entry) {
    return entry->path == PATH_OUTPUT || entry->path == PATH_OUTPUT_FOLDER;
}

static int is_input(const option_entry *entry) {
    return entry->path != PATH_NONE && !is_output(entry);
}

typedef void entry_visitor(const program_verb *verb, const option_entry *entry, const void *what);

static void each_entry(const program_verb *verb, entry_visitor *visit, const void *what) {
    for (const option_group *group = verb->groups; group && group->entry; group++)
        for (size_t i = 0; i < group->count; i++)
            visit(verb, &group->entry[i], what);
}

static void each_verb(const program_verb *const *list, entry_visitor *visit, const void *what) {
    for (; *list; list++) {
        each_entry(*list, visit, what);
        if ((*list)->part)
            each_verb((*list)->part, visit, what);
    }
}

/* Marks ---------------------------------------------------------------------------------------------------*/

/* What options without a mark have for a value. A new word is either no path, and belongs here, or needs the mark. */
static const char *const no_paths[] = {"X,Y",      "X,Y,Z",
                                       "KIND",     "NAME",
                                       "FRAME",    "TEST",
                                       "X",        "Y",
                                       "A",        "VX",
                                       "VY",       "W",
                                       "N,N,…",    "W11,W12,W13,W22,W23,W33",
                                       "V1,V2,V3", "Y,THETA,VX,VY,OMEGA",
                                       "P:Q:D",    "Q",
                                       "MAP",      "UNITS",
                                       "WHAT",     "ORDER",
                                       "OBJECT",   "POSE",
                                       "T",        "SIX",
                                       "T",        "FORM",
                                       "AXIS",     "NORMAL",
                                       "T",        "XX,YY,ZZ,XY,XZ,YZ",
                                       "VX,VY,VZ", "WX,WY,WZ",
                                       "A,B,C",    "QW,QX,QY,QZ",
                                       "PART",     "X,Y,Z;NX,NY,NZ",
                                       "T",        "MU,SLIDE,EPS",
                                       "A:B",      "NAME=X",
                                       "S[,S…]",   NULL};

static int entries_seen;

static void expect_mark(const program_verb *verb, const option_entry *entry, const void *what) {
    (void)what;
    const int word = entry->kind == OPTION_TEXT || entry->kind == OPTION_LIST || option_is_operand(entry);
    int known = verb == &verb_help && strcmp(entry->name, "VERB") == 0;
    const char *value = option_is_operand(entry) && !entry->value ? entry->name : entry->value;
    for (const char *const *name = no_paths; *name && value; name++)
        known |= strcmp(value, *name) == 0;
    if (word && !known && entry->path == PATH_NONE)
        print_error("%s: %s %s names a file or folder, but has no .path\n", verb->title, entry->name,
                    entry->value ? entry->value : "");
    assert_true(!word || known || entry->path != PATH_NONE);
    assert_true(entry->path == PATH_NONE || word);
    entries_seen += entry->path != PATH_NONE;
}

static void every_path_is_marked(void **state) {
    (void)state;
    each_verb(verbs, expect_mark, NULL);
    assert_true(entries_seen > 50);
}

/* Pairs ---------------------------------------------------------------------------------------------------*/

static int pairs_seen;

static void add_word(char *line, size_t size, const option_entry *entry, const char *path) {
    const size_t used = strlen(line);
    if (option_is_operand(entry))
        snprintf(line + used, size - used, " %s", path);
    else
        snprintf(line + used, size - used, " --%s %s", entry->name, path);
}

static long runs; /* made or left out */

/* The verb with both; refused with both named, and every file as it was. */
static void expect_both_refused(const program_verb *verb, const option_entry *input, const char *in,
                                const option_entry *output, const char *out, const char *const *holds, int files) {
    static const char bytes[] = "time,x\n1,2\n";
    char line[512], begins[128];
    if (!in_slice(runs++, 7))
        return;
    snprintf(line, sizeof line, "%s", verb->title);
    add_word(line, sizeof line, input, in);
    add_word(line, sizeof line, output, out);
    snprintf(begins, sizeof begins, "routh %s: ", verb->title);
    const int standard = strcmp(in, "-") == 0;
    run_result result = run_with((run_setting){.input_from = standard ? "held/same.csv" : NULL}, line);
    if (result.exit != 2)
        print_error("routh %s\n", line);
    expect_refusal(result, begins, holds, files);
    char *left = read_whole("held/same.csv");
    assert_string_equal(left, bytes);
    free(left);
    left = read_whole("held/same.json");
    assert_string_equal(left, "{}");
    free(left);
}

static void try_file(const program_verb *verb, const option_entry *input, const option_entry *output) {
    static const char *const places[] = {"held/same.csv", "./held/../held/same.csv", "hard.csv", "soft.csv"};
    const char *const same[] = {"the same file", "held/same.csv", output->name, input->name, NULL};
    const char *const standard[] = {"the same file", "standard input", NULL};
    const char *const inside[] = {"lies in the folder that is read", "held", NULL};
    const char *const beside[] = {"the same file", "held/same.json", NULL};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        expect_both_refused(verb, input, "held/same.csv", output, places[i], same, 3);
        expect_both_refused(verb, input, places[i], output, "held/same.csv", same, 3);
    }
    if (input->path != PATH_LAW) {
        expect_both_refused(verb, input, "-", output, "held/same.csv", standard, 3);
        expect_both_refused(verb, input, "held", output, "held/same.csv", inside, 3);
        expect_both_refused(verb, input, "held", output, "held/new.csv", inside, 3);
    }
    if (input->beside)
        expect_both_refused(verb, input, "held/same.csv", output, "held/same.json", beside, 3);
}

static void try_folder(const program_verb *verb, const option_entry *input, const option_entry *output) {
    const char *const holding[] = {"holds an input", "held", output->name, input->name, NULL};
    const char *const same[] = {"the same folder", "held", NULL};
    expect_both_refused(verb, input, "held/same.csv", output, "held", holding, 3);
    expect_both_refused(verb, input, "held/same.csv", output, "held/../held/", holding, 3);
    expect_both_refused(verb, input, "held/same.csv", output, ".", holding, 3);
    if (input->path != PATH_LAW)
        expect_both_refused(verb, input, "held", output, "held", same, 3);
}

static void try_output(const program_verb *verb, const option_entry *output, const void *input) {
    if (!is_output(output))
        return;
    pairs_seen++;
    (output->path == PATH_OUTPUT ? try_file : try_folder)(verb, input, output);
}

static void try_input(const program_verb *verb, const option_entry *input, const void *what) {
    (void)what;
    if (is_input(input))
        each_entry(verb, try_output, input);
}

static void no_output_replaces_an_input(void **state) {
    (void)state;
    assert_int_equal(mkdir("held", 0700), 0);
    write_whole("held/same.csv", "time,x\n1,2\n");
    write_whole("held/same.json", "{}");
    assert_int_equal(link("held/same.csv", "hard.csv"), 0);
    assert_int_equal(symlink("held/same.csv", "soft.csv"), 0);
    each_verb(verbs, try_input, NULL);
    print_message("%d pairs of an input and an output\n", pairs_seen);
    assert_true(pairs_seen > 40);
}

/* Two outputs in one place, and a second output that cannot be written: nothing is. */
static void try_second(const program_verb *verb, const option_entry *second, const void *what) {
    const option_entry *first = what;
    const char *const same[] = {"two outputs", "--", NULL}, *const missing[] = {"no/where", "does not exist", NULL};
    const option_entry *const pair[] = {first, second};
    char begins[128];
    snprintf(begins, sizeof begins, "routh %s: ", verb->title);
    if (second->path != PATH_OUTPUT || second == first)
        return;
    for (int way = 0; way < 2; way++) {
        char line[512];
        if (!in_slice(runs++, 2))
            continue;
        snprintf(line, sizeof line, "%s", verb->title);
        add_word(line, sizeof line, pair[0], way ? "one" : "no/../one");
        add_word(line, sizeof line, pair[1], way ? "no/where" : "./no/../one");
        if (!way)
            assert_int_equal(mkdir("no", 0700), 0);
        expect_refusal(run(line), begins, way ? missing : same, way ? 0 : 1);
        rmdir("no");
    }
    pairs_seen++;
}

static void try_first(const program_verb *verb, const option_entry *first, const void *what) {
    (void)what;
    if (first->path == PATH_OUTPUT)
        each_entry(verb, try_second, first);
}

static void outputs_are_all_written_or_none(void **state) {
    (void)state;
    pairs_seen = 0;
    each_verb(verbs, try_first, NULL);
    assert_true(pairs_seen >= 12);
}

/* Files that an input brings along: the assembly beside a recording. */
static void what_lies_beside_is_an_input(void **state) {
    (void)state;
    static const char *const names[] = {"assembly.json", "scene.json"};
    for (int i = 0; i < 2; i++) {
        char line[64];
        const char *const same[] = {"the same file", names[i], NULL};
        write_whole(names[i], "{}");
        write_whole("r.csv", "t\n");
        snprintf(line, sizeof line, "insertion observe r.csv -o %s", names[i]);
        expect_refusal(run(line), "routh insertion observe: ", same, 2);
        count_files(1);
    }
}

/* Files that an assembly names, found only when it is read: the same, and their folder. */
static void what_an_assembly_names_is_an_input(void **state) {
    (void)state;
    static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    static const char assembly[] =
        "{\"objects\": [{\"name\": \"a\", \"parts\": [{\"name\": \"peg\", \"file\": \"parts/peg.obj\"}]},"
        "{\"name\": \"b\", \"parts\": [{\"name\": \"wall\", \"vertices\": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}]}]}";
    static const struct {
        const char *verb, *output, *holds;
    } cases[] = {{"observe", "parts/peg.obj", "the same file"},
                 {"lcurve", "link.csv", "the same file"},
                 {"identify", "parts", "holds an input"}};
    run_result made = succeed("paper guides --test 2a --rate 50 -o recorded");
    forget_result(&made);
    assert_int_equal(mkdir("parts", 0700), 0);
    write_whole("parts/peg.obj", obj);
    write_whole("a.json", assembly);
    assert_int_equal(symlink("parts/peg.obj", "link.csv"), 0);
    for (int i = 0; i < 3; i++) {
        const char *const holds[] = {cases[i].holds, "parts/peg.obj", "output", "assembly", NULL};
        char line[128], begins[64];
        snprintf(line, sizeof line, "insertion %s recorded/2a.h5 --rate 2 --assembly a.json -o %s", cases[i].verb,
                 cases[i].output);
        snprintf(begins, sizeof begins, "routh insertion %s: ", cases[i].verb);
        expect_refusal(run(line), begins, holds, 4);
        char *left = read_whole("parts/peg.obj");
        assert_string_equal(left, obj);
        free(left);
    }
}

/* A law's name is no path, whatever lies in the folder. */
static void a_law_is_no_file(void **state) {
    (void)state;
    write_whole("smith", "mine");
    run_result result = succeed("laws smith -o smith");
    forget_result(&result);
    char *written = read_whole("smith");
    assert_non_null(strstr(written, "smith"));
    free(written);
}

SLOW_SUBJECT(overwriting) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_path_is_marked),
        cmocka_unit_test_setup_teardown(no_output_replaces_an_input, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(outputs_are_all_written_or_none, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(what_lies_beside_is_an_input, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(what_an_assembly_names_is_an_input, enter_scratch, leave_scratch),
        cmocka_unit_test_setup_teardown(a_law_is_no_file, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests_name("overwriting", tests, NULL, NULL);
}
