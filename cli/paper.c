/* routh paper: the cases of the papers that the library comes from, with their numbers beside ours.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "program.h"

#include <stdio.h>

static const program_verb *const parts[] = {&verb_paper_ball,
                                            &verb_paper_pencil,
                                            &verb_paper_masse,
                                            &verb_paper_noise,
                                            &verb_paper_limitations,
                                            &verb_paper_guides,
                                            NULL};

/* One line each. */
static int list(const char *verb, void *options) {
    (void)options;
    for (const program_verb *const *part = parts; *part; part++)
        printf("%-8s %s\n", (*part)->name, (*part)->about);
    return finish_standard_output(verb);
}

const program_verb verb_paper = {
    .name = "paper",
    .title = "paper",
    .about = "the papers' own cases, tables and figures",
    .usage = "paper\n"
             "paper ball|pencil|masse|noise|limits|guides [OPTION]…",
    .text =
        "What the papers that this library comes from did with it, each as in print or with numbers of one's own. The "
        "programs behind it use nothing but the library's public interface. docs/papers.md has the list with what came "
        "out.",
    .run = list,
    .part = parts,
    .notes = "`routh paper masse --help` and so on explain each.",
    .examples = "routh paper\nrouth paper ball\nrouth paper masse --elevation 70 -o masse.svg",
};
