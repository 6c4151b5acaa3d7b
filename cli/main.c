/* routh: the command line of the library. Finds the verb and hands over to it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

#include "options.h"
#include "output.h"
#include "verbs.h"

typedef struct verb {
    const char *name;
    const char *about;
    int (*run)(int argc, char **argv);
} verb;

static const verb verbs[] = {
    {"laws", "list the contact laws: parameters with bounds, what is known of them, references", verb_laws},
    {"solve", "resolve impacts with a law: a table of impacts in, their outcomes out", verb_solve},
    {"ellipse", "the energy ellipse of one impact with all laws in it: SVG, JSON or CSV", verb_ellipse},
    {"import", "recorded impacts or motions from MATLAB, HDF5 or CSV files to one dataset", verb_import},
    {"check", "is the frame of a recording right? Inertia, gravity, rate, units, rest pose", verb_check},
    {"segment", "trajectories to impacts, with the reasons for those not to be trusted", verb_segment},
    {"fit", "which parameters of a law explain recorded impacts, and what cannot be told", verb_fit},
    {"study", "everything about a recording: check, fits, held-out tests, tables, figures, one report", verb_study},
    {"learn", "a contact model learned from a recording, tested on impacts it has not seen", verb_learn},
    {"predict", "what a learned model says of impacts, and how sure it is", verb_predict},
    {"strike", "impacts in three dimensions with compliance, one contact or several at once", verb_strike},
    {"toss", "tosses of a cube: impacts of single corners, and laws in three dimensions compared on them", verb_toss},
    {"simulate", "drop a body on the ground: drops with known truth as data, picture, animation", verb_simulate},
    {"inertia", "mass and moment of inertia from contacts, with or without known forces; identifiability",
     verb_inertia},
    {"insertion", "contact stiffness, friction and errors of parts from an insertion with many contacts",
     verb_insertion},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const char *verb_name(size_t index, const void *user) {
    (void)user;
    return verbs[index].name;
}

static int print_help(void) {
    printf("routh: contact and impact models for robotics\n\n"
           "Usage: routh VERB [OPTION]…\n\nVerbs:\n");
    for (int i = 0; i < VERBS; i++)
        printf("  %-9s %s\n", verbs[i].name, verbs[i].about);
    printf("\n`routh help VERB` or `routh VERB --help` explains a verb, with an example. `routh --version` says which "
           "version this is.\n"
           "Exit code: 0 success; 1 a finding, such as a failed check; 2 bad use or bad input.\n\n"
           "Example:\n  routh solve --law wang-mason --mu 0.18 --eps 0.53 --input impacts.csv --output outcomes.csv\n");
    return finish_standard_output(NULL);
}

static int print_version(void) {
    printf("routh %s\n", routh_version());
    return finish_standard_output(NULL);
}

static int fail_unknown_verb(const char *name) {
    const char *nearest = routh_nearest_name(name, VERBS, verb_name, NULL);
    if (nearest)
        return fail(NULL, "no verb is called '%.60s'; did you mean '%s'?", name, nearest);
    return fail(NULL, "no verb is called '%.60s'; `routh --help` lists them", name);
}

static int run_verb(int argc, char **argv) {
    for (int i = 0; i < VERBS; i++)
        if (strcmp(argv[0], verbs[i].name) == 0)
            return verbs[i].run(argc, argv);
    return fail_unknown_verb(argv[0]);
}

/* `routh help VERB` is `routh VERB --help`, and `routh help` is `routh --help`. */
static int help_on(int argc, char **argv) {
    static char option[] = "--help";
    if (argc > 3)
        return fail("help", "one verb at a time, not '%.60s' as well", argv[3]);
    return argc < 3 ? print_help() : run_verb(2, (char *[]){argv[2], option, NULL});
}

int main(int argc, char **argv) {
    /* a closed pipe or a file-size limit becomes a failed write, which the verb notices */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);

    if (argc < 2)
        return fail(NULL, "which verb? `routh --help` lists them");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_help();
    if (strcmp(argv[1], "--version") == 0)
        return print_version();
    if (strcmp(argv[1], "help") == 0)
        return help_on(argc, argv);
    return run_verb(argc - 1, argv + 1);
}
