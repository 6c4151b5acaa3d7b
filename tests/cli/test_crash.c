/* Whatever ends a run, and whenever: every output is as it was or complete, and what is not the program's is untouched. The
 * program is killed, ended by SIGTERM, and given a full or broken disk at the n-th change of the disk, for every verb that
 * writes. The verbs and their outputs come from the program's tables: one that is not among the cases fails.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* syscall */

#include "folder.h"
#include "program.h" /* before cmocka, which has a macro `fail` */

#include "disturb.h"
#include "toss_files.h"

#include "../effort.h"
#include "../subject.h"
#include "wedge.h"

/* All outputs are in the folder "harbour", or are that folder: a word that no message has by chance. */
typedef struct crash_case {
    const char *verb, *arguments;
    const char *before; /* the run that wrote the folder before; NULL: old files as below, or nothing */
    const char *files;  /* outputs that were there before, in "harbour"; NULL: the folder is the output */
    int slow;           /* 2: slow, and its exit code is 1: one wedge does not determine friction */
} crash_case;

#define STUDY      "--count 12 --law smith --k 2 --draws 1 --bootstrap 2 --no-reference --threads 1 -o harbour"
#define IDENTIFY   "insertions/2a.h5 --rate 2 --no-geometry --threads 1 -o harbour"
#define PLAN       WEDGE_PLAN " -o harbour"
#define INSERTIONS "--test 2a --rate 50 --format csv -o harbour"

static const crash_case cases[] = {
    {"laws", "-o harbour/a.csv", NULL, "a.csv", 0},
    {"materials", "-o harbour/a.json", NULL, "a.json", 0},
    {"solve", "--law smith --mu 0.3 --eps 0.5 --input impacts.csv -o harbour/a.csv", NULL, "a.csv", 0},
    {"ellipse", "--law smith --input impacts.csv --format svg -o harbour/a.svg", NULL, "a.svg", 0},
    {"import", "drops.h5 -o harbour/a.h5", NULL, "a.h5", 0},
    {"check", "drops.h5 -o harbour/a.txt", NULL, "a.txt", 0},
    {"segment", "drops.h5 -o harbour/a.h5 --picture harbour/b.svg", NULL, "a.h5 b.svg", 0},
    {"fit", "drops.h5 --law smith --bootstrap 2 --threads 1 -o harbour/a.csv", NULL, "a.csv", 0},
    {"study", STUDY, "study --seed 2 " STUDY, NULL, 1},
    {"study", "tosses --bootstrap 2 --threads 1 -o harbour", "study " STUDY, NULL, 1},
    {"study", STUDY, NULL, NULL, 1},
    {"learn", "--count 20 --threads 1 -o harbour/a.h5", NULL, "a.h5", 0},
    {"predict", "model.h5 --input impacts.csv -o harbour/a.csv", NULL, "a.csv", 0},
    {"paper ball", "-o harbour/a.csv --curve harbour/b.csv", NULL, "a.csv b.csv", 0},
    {"strike", "--w 3.5,0,0,3.5,0,1 --v -3,0,-5 -o harbour/a.csv --curve harbour/b.csv", NULL, "a.csv b.csv", 0},
    {"paper pencil", "-o harbour/a.csv --curve harbour/b.csv", NULL, "a.csv b.csv", 0},
    {"paper masse", "-o harbour/a.svg", NULL, "a.svg", 0},
    {"paper limits", "drops.h5 --k 3 --draws 2 --threads 1 -o harbour/a.csv", NULL, "a.csv", 1},
    {"paper noise", "--count 4 --repetitions 1 --threads 1 -o harbour/a.txt", NULL, "a.txt", 0},
    {"toss", "tosses --bootstrap 2 --threads 1 -o harbour/a.csv --svg harbour/b.svg", NULL, "a.csv b.svg", 1},
    {"toss", "tosses.h5 --rollouts --no-ablations --evaluations 30 --bootstrap 2 --threads 1 --folder harbour",
     "study tosses --bootstrap 2 --threads 1 -o harbour", NULL, 1},
    {"judge", "drops.h5 --bootstrap 2 --threads 1 -o harbour/a.json --picture harbour/b.svg", NULL, "a.json b.svg", 0},
    {"judge", "drops.h5 --bootstrap 2 --threads 1 --folder harbour", "study " STUDY, NULL, 1},
    {"simulate", "--shape square:0.06 --mass 1 -o harbour/a.h5 --svg harbour/b.svg --html harbour/c.html", NULL,
     "a.h5 b.svg c.html", 0},
    {"simulate", "--space --duration 0.4 -o harbour/a.h5 --svg harbour/b.svg --html harbour/c.html", NULL,
     "a.h5 b.svg c.html", 0},
    {"coverage", "drops.h5 --world shuffled --draws 2 --threads 1 -o harbour/a.csv", NULL, "a.csv", 0},
    {"inertia", "drops.h5 -o harbour/a.csv --svg harbour/b.svg", NULL, "a.csv b.svg", 0},
    {"insertion simulate", "--assembly insertions/assembly.json --rate 50 --format csv -o harbour",
     "paper guides --seed 2 " INSERTIONS, NULL, 1},
    {"paper guides", INSERTIONS, "paper guides --seed 2 " INSERTIONS, NULL, 1},
    {"insertion identify", IDENTIFY, "insertion identify --force-scale 40 " IDENTIFY, NULL, 1},
    {"insertion import", "insertions/2a.h5 -o harbour/a.h5", NULL, "a.h5", 0},
    {"insertion observe", "insertions/2a.h5 --rate 2 -o harbour/a.txt", NULL, "a.txt", 0},
    {"insertion offset", "insertions/2a-reference.h5 -o harbour/a.txt", NULL, "a.txt", 0},
    {"insertion lcurve", "insertions/2a.h5 --rate 2 --gammas 2 --threads 1 -o harbour/a.csv", NULL, "a.csv", 1},
    {"insertion plan", PLAN, "insertion plan " PLAN " --seed 2", NULL, 2},
    {"export", "--mu 0.2 --eps 0.5 --to bullet --shape cube:0.1 --mass 1 --model harbour/a.cpp -o harbour/b.urdf", NULL,
     "a.cpp b.urdf", 0},
    {"export", "--mu 0.2 --eps 0.5 --to bullet --shape cube:0.1 --mass 1 --samples 2 --folder harbour", NULL, NULL, 0},
    {"help", "--write harbour", NULL, NULL, 0},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* Every output of every verb ------------------------------------------------------------------------------*/

/* A proof is there only where a simulator is; it is written as a model is, by the same lines of export. */
static void expect_case(const program_verb *verb, const option_entry *entry) {
    int found = strcmp(verb->title, "export") == 0 && strcmp(entry->name, "proof") == 0;
    for (int i = 0; i < CASES; i++) {
        char option[64];
        snprintf(option, sizeof option, "--%s ", entry->name);
        found |= strcmp(cases[i].verb, verb->title) == 0 &&
                 (strstr(cases[i].arguments, option) ||
                  (strcmp(entry->name, "output") == 0 && strstr(cases[i].arguments, "-o ")));
    }
    if (!found)
        print_error("%s --%s writes, but no case here has it\n", verb->title, entry->name);
    assert_true(found);
}

static void expect_cases(const program_verb *const *list) {
    for (; *list; list++) {
        for (const option_group *group = (*list)->groups; group && group->entry; group++)
            for (size_t i = 0; i < group->count; i++)
                if (group->entry[i].path == PATH_OUTPUT || group->entry[i].path == PATH_OUTPUT_FOLDER)
                    expect_case(*list, &group->entry[i]);
        if ((*list)->part)
            expect_cases((*list)->part);
    }
}

static void every_output_has_a_case(void **state) {
    (void)state;
    expect_cases(verbs);
}

/* States of the folder ------------------------------------------------------------------------------------*/

/* Sums of all files below "harbour"; `below` is "" or ends with a slash. Counts temporary ones instead of adding them. */
static int list_state(manifest *list, const char *below) {
    char path[1024];
    int parts = 0;
    snprintf(path, sizeof path, "harbour/%s", below);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct stat is;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "harbour/%s%.255s", below, entry->d_name);
        assert_int_equal(lstat(path, &is), 0);
        if (strstr(entry->d_name, ".part"))
            parts++;
        else if (S_ISDIR(is.st_mode)) {
            snprintf(path, sizeof path, "%s%.255s/", below, entry->d_name);
            parts += list_state(list, path);
        } else
            assert_true(manifest_add(list, "harbour", path + sizeof "harbour/" - 1));
    }
    if (folder)
        closedir(folder);
    return parts;
}

static manifest state_now(void) {
    manifest list = {0};
    list_state(&list, "");
    return list;
}

/* Temporary files and folders in "harbour" and beside it. */
static int count_parts(void) {
    manifest list = {0};
    int parts = list_state(&list, "");
    manifest_release(&list);
    DIR *folder = opendir(".");
    for (struct dirent *entry; (entry = readdir(folder));)
        parts += strstr(entry->d_name, ".part") != NULL;
    closedir(folder);
    return parts;
}

static void remove_parts(void) {
    DIR *folder = opendir(".");
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strstr(entry->d_name, ".part"))
            remove_folder(entry->d_name);
    closedir(folder);
}

static const manifest_line *find_line(const manifest *list, const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->line[i].name, name) == 0)
            return &list->line[i];
    return NULL;
}

static int same_line(const manifest_line *a, const manifest_line *b) {
    return a && b && a->sum == b->sum && a->size == b->size;
}

/* What a case was before, and what two undisturbed runs made of it: files that hold the time differ between them. */
typedef struct crash_states {
    const crash_case *which;
    manifest old, fresh, again;
    long calls;
} crash_states;

static int is_state(const manifest *now, const manifest *wanted, const manifest *again) {
    manifest own = {0};
    int same = now->count == wanted->count && (!again || manifest_read("harbour", &own));
    for (size_t i = 0; i < wanted->count && same; i++) {
        const char *name = wanted->line[i].name;
        const manifest_line *line = find_line(now, name);
        const int varies = again && !same_line(&wanted->line[i], find_line(again, name));
        same = same_line(line, &wanted->line[i]) || (varies && line && manifest_holds(&own, "harbour", name)) ||
               (varies && strcmp(name, MANIFEST_FILE) == 0 && own.count > 0);
    }
    manifest_release(&own);
    return same;
}

/* Of outputs that stand for themselves, which hold no time: each as it was or complete, to the last byte. */
static int each_is_whole(const crash_states *states, const manifest *now) {
    for (size_t i = 0; i < now->count; i++) {
        const manifest_line *line = &now->line[i];
        if (!same_line(line, find_line(&states->old, line->name)) &&
            !same_line(line, find_line(&states->fresh, line->name)))
            return 0;
    }
    return now->count >= states->old.count;
}

/* One disturbance -----------------------------------------------------------------------------------------*/

static void restore(void) {
    remove_parts();
    remove_folder("harbour");
    assert_int_equal(system("cp -a saved harbour 2>/dev/null || test ! -e saved"), 0);
}

static void command_of(const crash_case *which, char *line, size_t size) {
    snprintf(line, size, "%s %s", which->verb, which->arguments);
}

static const struct {
    const char *name;
    disturbance how;
} ways[] = {{"SIGKILL", {.signal = SIGKILL}},
            {"SIGTERM", {.signal = SIGTERM}},
            {"SIGQUIT", {.signal = SIGQUIT}},
            {"ENOSPC", {.error = ENOSPC}},
            {"EIO", {.error = EIO}}};
enum { WAYS = sizeof ways / sizeof ways[0] };

static long runs_seen;

/* Of a run that nothing disturbs. */
static int exit_of(const crash_case *which) {
    return which->slow == 2;
}

static void finish(const crash_case *which, const char *line) {
    run_result result = run(line);
    if (result.exit != exit_of(which))
        print_error("%s: exit %d: %s\n", line, result.exit, result.err);
    assert_int_equal(result.exit, exit_of(which));
    forget_result(&result);
}

/* Results that were complete when their last step failed stay, and the message says where; only their list may be missing. */
static int keeps_results(const disturbed_result *seen) {
    manifest list;
    if (seen->result.exit != 2 || !strstr(seen->result.err, "harbour.part0\n"))
        return 0;
    assert_true(manifest_read("harbour.part0", &list));
    for (size_t i = 0; i < list.count; i++)
        assert_true(manifest_holds(&list, "harbour.part0", list.line[i].name) ||
                    manifest_holds(&list, "harbour", list.line[i].name));
    manifest_release(&list);
    return 1;
}

static void expect_whole(const crash_states *states, const disturbed_result *seen, int way, long at) {
    const int one_by_one = states->which->files || strcmp(states->which->verb, "help") == 0;
    manifest now = state_now();
    const int old = is_state(&now, &states->old, NULL), fresh = is_state(&now, &states->fresh, &states->again);
    const int whole = old || fresh || (one_by_one && each_is_whole(states, &now));
    const int parts = ways[way].how.signal == SIGKILL || seen->removal ? 0 : count_parts() - keeps_results(seen);
    const int error = ways[way].how.error != 0 && seen->result.exit == 2;
    const int told = !error || strstr(seen->result.err, "harbour") != NULL;
    const int ended = error || seen->result.exit == -1 || (fresh && seen->result.exit == exit_of(states->which)) ||
                      (seen->removal && seen->result.exit == exit_of(states->which));
    if (!whole || parts > 0 || !told || !ended)
        print_error("%s %s, %s at change %ld of %ld: %s, %d temporary, exit %d: %s\n", states->which->verb,
                    states->which->arguments, ways[way].name, at, states->calls,
                    old     ? "old"
                    : fresh ? "new"
                    : whole ? "each whole"
                            : "TORN",
                    parts, seen->result.exit, seen->result.err);
    manifest_release(&now);
    assert_true(whole);
    assert_int_equal(parts, 0);
    assert_true(told);
    assert_true(ended);
}

static void disturb_once(const crash_states *states, int way, long at) {
    char line[512];
    disturbance how = ways[way].how;
    how.at = at;
    command_of(states->which, line, sizeof line);
    restore();
    disturbed_result seen = run_disturbed(how, line);
    expect_whole(states, &seen, way, at);
    forget_result(&seen.result);
    runs_seen++;
    if (how.signal != SIGKILL || (at % 16 != 1 && effort(1, 1, 0)))
        return;
    finish(states->which, line); /* what the killed one left does not hinder the next */
    manifest now = state_now();
    assert_true(is_state(&now, &states->fresh, &states->again) || states->which->files);
    manifest_release(&now);
}

/* Cases ---------------------------------------------------------------------------------------------------*/

static void set_before(const crash_case *which) {
    remove_folder("harbour");
    remove_folder("saved");
    if (which->before)
        finish(which, which->before);
    if (which->files)
        assert_int_equal(mkdir("harbour", 0777), 0);
    char words[128], path[160];
    snprintf(words, sizeof words, "%s", which->files ? which->files : "");
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        snprintf(path, sizeof path, "harbour/%s", word);
        write_whole(path, "old\n");
    }
    if (which->before || which->files) {
        write_whole("harbour/mine.txt", "mine\n");
        assert_int_equal(mkdir("harbour/own", 0777), 0);
        write_whole("harbour/own/deep.txt", "mine, too\n");
        assert_int_equal(rename("harbour", "saved"), 0);
    }
    restore();
}

/* −1: the kernel cannot disturb. */
static long measure(crash_states *states) {
    char line[512];
    command_of(states->which, line, sizeof line);
    set_before(states->which);
    states->old = state_now();
    manifest *const made[] = {&states->fresh, &states->again};
    for (int i = 0; i < 2; i++) {
        restore();
        disturbed_result seen = run_disturbed((disturbance){0}, line);
        if (seen.result.exit != exit_of(states->which))
            print_error("%s: exit %d: %s\n", line, seen.result.exit, seen.result.err);
        if (seen.result.exit == SKIPPED)
            return -1;
        assert_int_equal(seen.result.exit, exit_of(states->which));
        states->calls = seen.calls;
        *made[i] = state_now();
        forget_result(&seen.result);
    }
    return states->calls;
}

/* Of the fast cases each commit does one in FAST, and of the slow ones one in SLOW; the plan, three seconds, is for soak. */
enum { FAST = 8, SLOW = 16 };

/* In soak every change of the disk; otherwise one for each way, different from way to way and from commit to commit, and of
 * slow cases one for every other way. */
static int sweep(const crash_case *which, int index) {
    crash_states states = {.which = which};
    const long before = runs_seen;
    const long calls = measure(&states), shift = slice_number() / SLOW;
    for (int way = 0; way < WAYS && calls > 0; way++) {
        const long points = which->slow ? effort(0, (way + index + shift) % 2, calls) : effort(1, 1, calls);
        for (long k = 0; k < points && k < calls; k++)
            disturb_once(&states, way,
                         points >= calls ? k + 1 : 1 + (k * calls + (7 * index + 3 * way + shift) % calls) / points);
    }
    manifest_release(&states.old);
    manifest_release(&states.fresh);
    manifest_release(&states.again);
    if (calls > 0)
        print_message("routh %s %s: %ld changes of the disk, %ld runs disturbed\n", which->verb, which->arguments,
                      calls, runs_seen - before);
    return calls < 0;
}

static void prepare_inputs(void) {
    static const char *const runs[] = {"simulate --count 12 --shape square:0.06 --mass 1 -o drops.h5",
                                       "learn --count 20 --threads 1 -o model.h5",
                                       "paper guides --test 2a --rate 50 --reference -o insertions",
                                       ("simulate --space --count 10 --duration 0.2 --rate 148 "
                                        "--velocity=-1:1,-1:1,-0.5:0 -o tosses.h5")};
    for (int i = 0; i < 4; i++) {
        run_result result = succeed(runs[i]);
        forget_result(&result);
    }
    write_whole("wedge.json", wedge_text);
    write_whole("impacts.csv",
                "mass,inertia,rx,ry,vx,vy,omega\n1,0.001,0.01,-0.03,1,-1,2\n1,0.001,-0.01,-0.03,1,-1,1\n");
    write_tosses(16);
}

static void nothing_is_torn(void **state) {
    (void)state;
    const char *only = getenv("ROUTH_CRASH_VERB"); /* one verb alone, to look at */
    prepare_inputs();
    for (int i = 0; i < CASES; i++) {
        if (only ? strcmp(only, cases[i].verb) != 0
                 : !in_slice(i, cases[i].slow ? SLOW : FAST) || (cases[i].slow == 2 && effort_level() < 2))
            continue;
        if (sweep(&cases[i], i))
            skip();
    }
    print_message("%ld runs disturbed, nothing torn\n", runs_seen);
}

SLOW_SUBJECT(crash) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_output_has_a_case),
        cmocka_unit_test_setup_teardown(nothing_is_torn, enter_scratch, leave_scratch),
    };
    const int missing = nothing_to_test();
    return missing ? missing : cmocka_run_group_tests_name("crash", tests, NULL, NULL);
}
