/* Generated insertions, ready to be identified.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_INSERTION_GUIDES_H
#define ROUTH_TESTS_INSERTION_GUIDES_H

#include <routh/simulate.h>

#include "../effort.h"
#include "../on_threads.h"
#include "data/insertion_recording.h"
#include "feet.h"
#include "insertion/regressor.h"
#include "papers.h"

/* From one of the four tests to the next: quick tests take the first only, check 1a and 2a. */
#define NEXT_TEST effort(GUIDES_TESTS, 2, 1)

typedef struct guided {
    routh_assembly assembly, extended; /* as drawn, and with motions of the reference pose */
    routh_insertion insertion;
    routh_arena room;
    routh_regressor *regressor;
} guided;

/* Everything but what the setting says; one sample in `factor`, filtered, if that is more than 1. */
static inline void generate_guided(const routh_insertion_generator *setting, size_t factor, guided *g) {
    const vguides guides = vguides_default();
    *g = (guided){0};
    assert_int_equal(vguides_assembly(NULL, &guides, &g->assembly), ROUTH_OK);
    assert_int_equal(routh_insertion_generate(NULL, &g->assembly, setting, &g->insertion, NULL), ROUTH_OK);
    if (factor > 1) {
        routh_insertion reduced;
        assert_int_equal(routh_insertion_downsample(NULL, &g->insertion, factor, &reduced), ROUTH_OK);
        routh_insertion_release(NULL, &g->insertion);
        g->insertion = reduced;
    }
}

/* Keeps samples first … first + count − 1 only. */
static inline void keep_samples(guided *g, size_t first, size_t count) {
    memmove(g->insertion.sample, &g->insertion.sample[first], count * sizeof *g->insertion.sample);
    g->insertion.count = count;
}

static inline void prepare_guided(guided *g) {
    routh_context context = on_threads(1);
    ROUTH_ARENA(room, &context);
    assert_int_equal(routh_reference_create(&room, &g->assembly, &g->extended), ROUTH_OK);
    assert_int_equal(routh_regressor_create(&room, &g->extended, &g->insertion, NULL, &g->regressor), ROUTH_OK);
    g->room = routh_arena_keep(&room);
}

static inline void release_guided(guided *g) {
    routh_arena_end(NULL, g->room);
    routh_insertion_release(NULL, &g->insertion);
    routh_assembly_release(NULL, &g->assembly);
}

#endif
