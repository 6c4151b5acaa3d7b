/* What a study found, in sentences, written from its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_STUDY_WORDS_H
#define ROUTH_SRC_REPORT_STUDY_WORDS_H

#include <routh/study.h>

enum { ROUTH_WORDS_MOST = 32, ROUTH_WORDS_SIZE = 512 };

typedef struct routh_words {
    char sentence[ROUTH_WORDS_MOST][ROUTH_WORDS_SIZE];
    size_t count;
} routh_words;

/* Adds a sentence, printf-style; one too many is dropped. */
__attribute__((format(printf, 2, 3))) void routh_say(routh_words *words, const char *format, ...);

/* The findings of one frame. */
routh_words routh_study_words(const routh_study *study, size_t frame);

/* What is to be said of one law's fit: flat directions, bounds, energy. */
routh_words routh_law_words(const routh_frame_study *frame, const routh_law_study *law);

/* What learned models add to the findings; nothing where there are none. */
void routh_say_learning(const routh_study *study, size_t frame, routh_words *words);

#endif
