/* What every verb stands on: options and their tables, messages, outputs, the list of verbs, help.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_PROGRAM_H
#define ROUTH_CLI_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

#include <routh/routh.h>

/* What the program says on standard error: one line each, "routh VERB: …" (verb NULL: "routh: …"). */

/* Bad use or bad input; 0 is success and 1 a finding. */
#define EXIT_BAD_USE 2

/* Returns the exit code of what failed. What the function holds is OWNED, or its caller's. */
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const int tried = (call);                                                                                      \
        if (tried != 0)                                                                                                \
            return tried;                                                                                              \
    } while (0)

/* A variable that is released when its block is left: OWNED(routh_dataset) dataset = {0}, for the types of RELEASED, and
 * ENDS(results_release) result_folder results = {0}. */
#define OWNED(type)   ENDS(type##_end) type
#define ENDS(release) __attribute__((cleanup(release)))
#define RELEASED(type)                                                                                                 \
    static inline void type##_end(type *it) {                                                                          \
        type##_release(NULL, it);                                                                                      \
    }
RELEASED(routh_assembly)
RELEASED(routh_behaviour_series)
RELEASED(routh_correction)
RELEASED(routh_dataset)
RELEASED(routh_export_draws)
RELEASED(routh_insertion)
RELEASED(routh_insertion_plan)
RELEASED(routh_materials)
RELEASED(routh_observability)
RELEASED(routh_proof)
RELEASED(routh_rebound_study)
RELEASED(routh_rebounds)
RELEASED(routh_rollout_study)
RELEASED(routh_run)
RELEASED(routh_run3)
RELEASED(routh_trace)

/* Says why nothing was done, and returns EXIT_BAD_USE. */
__attribute__((format(printf, 2, 3))) int fail(const char *verb, const char *format, ...);

/* What may make the result worthless. */
__attribute__((format(printf, 2, 3))) void warn(const char *verb, const char *format, ...);

/* What is good to know, such as a default that was used; --quiet turns it off. */
__attribute__((format(printf, 2, 3))) void note(const char *verb, const char *format, ...);

/* From now on no notes and no progress. A property of the process, as standard error is. */
void be_quiet(void);
int is_quiet(void);

/* What the library refused, in the program's words: with the options that give the field it is about. */

/* Prints the context's message and, in brackets, the options of the verb whose `field` is the context's. Returns
 * EXIT_BAD_USE. */
int fail_input(const char *verb, const routh_context *context);

/* The same with "name: " before it, of a file or a case; "" or NULL: nothing. */
int fail_input_of(const char *verb, const char *name, const routh_context *context);

/* How far long work has got, on standard error where that is a terminal and the work takes longer than a second. */

/* Makes the context report here. */
void progress_show(routh_context *context);

/* Wipes the line. */
void progress_end(void);

/* Where a verb's output goes: standard output, or a file that appears whole or not at all. */

typedef struct output_file {
    FILE *file;
    const char *verb;
    const char *shown; /* the destination, for messages */
    routh_output output;
    routh_context context; /* of who writes into it */
} output_file;

/* `path` NULL or "-": standard output. 0, or EXIT_BAD_USE after a message. */
int output_open(output_file *output, const char *verb, const char *path);

/* The same for a path that messages call `shown`. */
int output_open_as(output_file *output, const char *verb, const char *path, const char *shown);

/* Completes the output. A file waits for outputs_place, so that a verb with several puts all of them in place or none;
 * standard output is written. 0, or the exit code after a message, with nothing left behind. There is no message when
 * the output pipe is closed, as after `| head`. */
int output_close(output_file *output);

/* Puts the files that wait in their places: before anything is printed, and when the verb has done its work. 0, or the exit
 * code after a message. */
int outputs_place(const char *verb);

/* Removes them instead, when the verb has failed. */
void outputs_forget(void);

/* The same after the library wrote into it, with this status: gives up with the library's message where it failed. */
int output_end(output_file *output, routh_status status);

/* Opens, has the library write by `call`, which uses out.context and out.file, and closes: the exit code. */
#define OUTPUT_WRITE(out, verb, path, call)                                                                            \
    (output_open(&(out), verb, path) == 0 ? output_end(&(out), call) : EXIT_BAD_USE)

/* As output_close for what was printed on standard output without output_open. */
int finish_standard_output(const char *verb);

/* Gives up: nothing stays, and a file that was there before is as it was. */
void output_discard(output_file *output);

/* The shortest decimal that reads back as the same double. */
void print_number(FILE *file, double value);

/* Characters in `length` bytes of text: printf counts bytes, a column characters. */
int count_characters(const char *text, size_t length);
void print_spaces(FILE *file, int count); /* none where it is negative */

/* Text in a column of `width` characters, or wider where it is longer. */
void print_padded(FILE *file, const char *text, int width);

/* What must not stay behind when a signal ends the program: temporary files, folders with what is in them so far, and
 * programs that were started. */

/* From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT remove what is on the list, and then end the program as they always do. */
void unfinished_guard(void);

/* Puts a path on the list just before it is made, and takes it off. Folders are removed after files. */
void unfinished_add(const char *path);
void unfinished_done(const char *path);

/* A context that puts the library's temporary files there, and the programs that it starts. */
routh_context writing_context(void);

/* Between the two a signal waits: what is put in its place in several steps is put there whole. */
void unfinished_hold(void);
void unfinished_let_go(void);

/* Options of a verb, described by constant tables. The tables serve the parser, --help, the man pages and the shells'
 * completions: nothing is said twice. */

typedef struct option_number {
    double value;
    int given;
} option_number;

typedef struct option_choice {
    int index;        /* among the entry's choices; 0 where it is not given */
    const char *word; /* NULL: not given */
} option_choice;

typedef struct option_list {
    const char **text; /* released by options_release */
    size_t count;
} option_list;

/* What follows the option, and the type of the member that it goes to. All zero: not given. */
typedef enum option_kind {
    OPTION_FLAG,    /* nothing; int */
    OPTION_TEXT,    /* a word; const char * */
    OPTION_CHOICE,  /* one of the entry's choices; option_choice */
    OPTION_NUMBER,  /* a finite decimal number; option_number */
    OPTION_COUNT,   /* a whole number ≥ 1; size_t */
    OPTION_THREADS, /* the same, at most THREADS_MOST; size_t */
    OPTION_LIST,    /* a word each time it is given; option_list */
    OPTION_OPERAND, /* no option: a word that stands alone; const char * */
    OPTION_OPERANDS /* the same for any number of words; option_list */
} option_kind;

#define THREADS_MOST 1024

/* What the word names. Whoever marks an option here has its path checked with all others before the verb runs. */
typedef enum option_path {
    PATH_NONE,              /* nothing on the disk */
    PATH_INPUT,             /* a file to read, or a folder of them; "-": standard input */
    PATH_INPUT_OR_STANDARD, /* the same; standard input where it is not given */
    PATH_LAW,               /* the name of a law, or a model's file */
    PATH_OUTPUT,            /* a file to write; "-": standard output */
    PATH_OUTPUT_FOLDER      /* a folder to write */
} option_path;

typedef struct option_entry {
    const char *name; /* without the dashes; of an operand as usage has it */
    option_kind kind;
    size_t offset;         /* of the member, in the struct that the group's entries belong to */
    const char *value;     /* what follows, in capitals; NULL: nothing */
    const char *about;     /* a sentence without its full stop */
    const char *otherwise; /* the default, in words; NULL: none worth saying */
    const char *choices;   /* words with single spaces between; of LAW: those beside the laws; NULL: anything */
    const char *meant;     /* words that are none of them with the choice that is meant, "mujoco mjcf"; NULL: none */
    const char *field;     /* what the library calls it in failures, "body.mass"; NULL: as the option, "rest_speed" */
    option_path path;
    const char *beside;   /* files that are read with an input from its folder, "*.json"; * is its name; NULL: none */
    const char *fallback; /* the word that stands for it where it is not given; NULL: none */
} option_entry;

/* Entries that are listed together. A list of groups ends with one that has no entries. */
typedef struct option_group {
    const char *heading; /* NULL: goes on below the group before */
    const option_entry *entry;
    size_t count;
    size_t offset;    /* of the struct that the entries belong to, in the verb's options */
    const char *text; /* below the heading; NULL: none */
} option_group;

/* The second and third member of a group. */
#define OPTION_ENTRIES(array) (array), sizeof(array) / sizeof(array)[0]

/* One entry for one idea, in whichever verb's options. */
#define OPTION_JSON(type, member, text)                                                                                \
    { "json", OPTION_FLAG, offsetof(type, member), NULL, .about = (text) }
#define OPTION_WORKERS(type, member)                                                                                   \
    {                                                                                                                  \
        "threads", OPTION_THREADS, offsetof(type, member), "N", .about = "use at most N threads",                      \
                                                                .otherwise = "one for each core"                       \
    }
#define OPTION_SEED(type, member)                                                                                      \
    { "seed", OPTION_COUNT, offsetof(type, member), "S", .about = "seed of every random draw", .otherwise = "1" }
#define OPTION_FRAME_CHOICES "auto as-recorded mirror-t mirror-n mirror-both"
#define OPTION_FRAME(type, member, text)                                                                               \
    {                                                                                                                  \
        "frame", OPTION_TEXT, offsetof(type, member), "FRAME", .about = (text), .otherwise = "auto",                   \
                                                               .choices = OPTION_FRAME_CHOICES                         \
    }
/* Where the result goes. */
#define OPTION_OUTPUT(type, member)                                                                                    \
    {                                                                                                                  \
        "output", OPTION_TEXT, offsetof(type, member), "FILE",                                                         \
            .about = "where to write; the file appears whole or not at all",                                           \
            .otherwise = "standard output, as with -", .path = PATH_OUTPUT                                             \
    }

/* What every verb has: --quiet and --help. */
extern const option_group common_options[];

/* Fills `options`, all zero before. OPTIONS_PARSED; OPTIONS_HELP when --help was among the words; otherwise the exit code
 * after a message. -o is short for --output where there is one. argv[0] is not looked at. options_release in any case. */
#define OPTIONS_PARSED (-1)
#define OPTIONS_HELP   (-2)
int parse_options(const char *verb, const option_group *groups, int argc, char **argv, void *options);
void options_release(const option_group *groups, void *options);

/* 1 if the option whose value is at `member` was given. */
int option_is_given(const option_entry *entry, const void *member);

/* Takes the next of the choices off the list; NULL at its end. Needs OPTION_WORD bytes. */
#define OPTION_WORD 64
const char *next_choice(const char **choices, char word[OPTION_WORD]);

int option_is_operand(const option_entry *entry);

/* The first option in the tables that was given and is one of these names, which have single spaces between; NULL: none. */
const char *first_given(const option_group *groups, const void *options, const char *names);

/* Text in lines of bounded length. */

enum { LAYOUT_WIDTH = 100 };

/* Prints words, broken into lines that begin at column `indent`; the cursor stands at column `at` now, and at the end
 * of the last line afterwards. */
void print_wrapped(FILE *file, const char *text, int at, int indent);

/* Paragraphs, one a line; lines that begin with a space stay as they are. */
void print_paragraphs(FILE *file, const char *text);

/* The next line of the text, or NULL at its end; *text moves on behind it. `length` does not count the newline. */
const char *next_line(const char **text, size_t *length);

/* "-o, --output FILE", "--law LAW", "DATA". */
#define ENTRY_HEAD 96
const char *entry_head(const option_entry *entry, char head[ENTRY_HEAD]);

/* What is said about it, with choices and default, as one paragraph. */
#define ENTRY_TEXT 1024
const char *entry_text(const option_entry *entry, char text[ENTRY_TEXT]);

/* The program's verbs: each is one constant descriptor, in the file that is called after it. */

/* Texts are paragraphs, one a line however long: whoever prints them breaks lines. A line that begins with a space is
 * printed as it is. */
typedef struct program_verb {
    const char *name;                             /* "identify" */
    const char *title;                            /* as messages have it: "insertion identify" */
    const char *about;                            /* one line, for lists of verbs */
    const char *usage;                            /* a line for each way to call it, without the program's name */
    const char *text;                             /* what it does */
    const option_group *groups;                   /* ends with one that has no entries; NULL: none */
    const char *notes;                            /* after the options; NULL: none */
    const char *examples;                         /* command lines */
    size_t options_size;                          /* of the struct that the groups fill */
    int (*run)(const char *title, void *options); /* answers with the exit code */
    const struct program_verb *const
        *part; /* verbs below this one, up to a NULL: `run`, if any, is without one; NULL: none */
} program_verb;

extern const program_verb verb_laws, verb_materials, verb_solve, verb_ellipse, verb_import, verb_check, verb_segment,
    verb_fit, verb_study, verb_learn, verb_predict, verb_strike, verb_toss, verb_judge, verb_export, verb_simulate,
    verb_inertia, verb_insertion, verb_coverage, verb_paper, verb_help;

/* All of them, up to a NULL. */
extern const program_verb *const verbs[];

/* The verb that the first of the words name, from `verbs` down through parts; *used says how many they were. NULL after
 * a message when one of them is none. */
const program_verb *find_verb_of_words(size_t count, const char *const *words, size_t *used);

/* Options without effect are refused rather than ignored. */

/* Refuses those of the verb's options that are given and not among `taken`, a list up to a NULL: "--k has no effect on
 * tosses". 0, or the exit code after a message. */
int refuse_idle_options(const char *title, const program_verb *verb, const void *options, const char *const *taken,
                        const char *what);

/* The name of the first of these that is given; NULL: none. `member` is what their offsets count from. */
const char *first_given_option(const option_entry *entries, size_t count, const void *member);

/* The parts of `routh paper`. */

extern const program_verb verb_paper_ball, verb_paper_pencil, verb_paper_masse, verb_paper_noise,
    verb_paper_limitations, verb_paper_guides;

/* The files and folders that the words of a command line name, as the tables of options mark them. What is checked here is
 * checked for every verb, before anything is read or written. */

/* Refuses outputs that are inputs, lie in a folder that is read, hold what is read, or are one and the same; and outputs
 * that cannot be written. `options` is filled. 0, or the exit code after a message. */
int check_paths(const char *verb, const option_group *groups, const void *options);

/* The same for an input that another one names, once that is read: compares it with the outputs that were checked. Messages
 * call it `what`, "a part of the assembly,". */
int check_late_input(const char *path, const char *what);

/* Is the path that folder, or in it however deep? */
bool path_is_within(const char *path, const struct stat *folder);

/* Options that had another name once. */

/* The new spelling, with dashes, of an option of that verb; NULL where there was none of that name. */
const char *renamed_option(const char *verb, const char *name);

/* The verbs explained: on the terminal, as man pages and to shells, all from the same tables. */

/* What --help prints; NULL: of the program. */
void write_help(FILE *file, const program_verb *verb);

/* The same as a man page in troff's language. */
void write_man_page(FILE *file, const program_verb *verb);

/* "routh-insertion-identify"; NULL: "routh". */
#define MAN_NAME 64
const char *man_name(const program_verb *verb, char name[MAN_NAME]);

/* Which words may come next, as a script for the shell. */
typedef enum shell_kind { SHELL_BASH, SHELL_ZSH, SHELL_FISH, SHELLS } shell_kind;
extern const char *const shell_names[SHELLS];
void write_completion(FILE *file, shell_kind shell);

#endif
