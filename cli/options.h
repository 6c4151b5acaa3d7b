/* Options of a verb, described by constant tables. The tables serve the parser, --help, the man pages and the shells'
 * completions: nothing is said twice.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_OPTIONS_H
#define ROUTH_CLI_OPTIONS_H

#include <stddef.h>

#include <routh/base.h>

#include "message.h"

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

#endif
