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

/* The law with the least mean error on held-out impacts, and whether a law's error is the same as that: within 0.1 %. The
 * only place where this is decided. */
const routh_law_study *routh_best_law(const routh_frame_study *frame);
int routh_is_best(const routh_frame_study *frame, const routh_law_study *law);

/* Does the 95 % interval of a parameter hold the value? */
int routh_covers(const routh_law_study *law, int parameter, double value);

/* What a reader has to know before all else, a heading and sentences; empty where there is nothing to warn of. */
routh_words routh_study_alarm(const routh_study *study, size_t frame);

/* What the check says of the frame, in a few words; returns the text. */
const char *routh_frame_verdict(const routh_study *study, size_t frame, char text[ROUTH_WORDS_SIZE]);

/* How many impacts are used, and why others are not; returns the text. */
const char *routh_used_words(const routh_dataset *dataset, char text[ROUTH_WORDS_SIZE]);

/* What laws do not explain: no friction, slip that turns round. Part of the findings too. */
void routh_say_anomalies(const routh_frame_study *frame, routh_words *words);

/* What learned models add to the findings; nothing where there are none. */
void routh_say_learning(const routh_study *study, size_t frame, routh_words *words);

#endif
