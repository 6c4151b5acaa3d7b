/* Coverage: how often a study's intervals hold, and how often it says that something is wrong, in worlds like a recording.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_COVERAGE_H
#define ROUTH_STUDY_COVERAGE_H

#include <routh/study_drops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A world has the recording's body, its states before, its best law with the fitted parameters, its noise, and what is
 * wrong with it. Code, name, about, whether it is wrong. */
#define ROUTH_COVERAGE_TABLE(X)                                                                                        \
    X(ROUTH_COVERED_PLAIN, "plain", "the law, with Gaussian noise", 0)                                                 \
    X(ROUTH_COVERED_HEAVY, "heavy-tailed", "noise of Student's t with 3 degrees of freedom", 0)                        \
    X(ROUTH_COVERED_UNEVEN, "uneven", "noise grows with the speed of approach", 0)                                     \
    X(ROUTH_COVERED_SOFT, "restitution-speed", "restitution falls as the fourth root of the speed of approach", 1)     \
    X(ROUTH_COVERED_SLIP, "friction-speed", "friction falls by two thirds as slip grows", 1)                           \
    X(ROUTH_COVERED_COUPLE, "couple", "a couple against the spin, a seventh of the radius of gyration long", 1)        \
    X(ROUTH_COVERED_SURFACES, "surfaces", "two surfaces beside each other: friction × 0.4, restitution × 0.8", 1)      \
    X(ROUTH_COVERED_BODIES, "bodies", "two bodies mixed: friction × 0.4, restitution × 0.7", 1)                        \
    X(ROUTH_COVERED_WORN, "worn", "restitution × 0.75 on half of the body's rim", 1)                                   \
    X(ROUTH_COVERED_DRIFT, "drift", "restitution falls by a third, friction rises by half in the file's order", 1)     \
    X(ROUTH_COVERED_MIRRORED, "mirrored", "every second record has its lever mirrored", 1)                             \
    X(ROUTH_COVERED_SHUFFLED, "shuffled", "velocities after are those of other impacts", 1)                            \
    X(ROUTH_COVERED_COPIES, "copies", "copies of every tenth record only", 1)                                          \
    X(ROUTH_COVERED_INERTIA, "inertia", "the stated inertia is 35 % too large", 1)

typedef enum routh_coverage_kind {
#define ROUTH_COVERAGE_CODE(code, name, about, wrong) code,
    ROUTH_COVERAGE_TABLE(ROUTH_COVERAGE_CODE)
#undef ROUTH_COVERAGE_CODE
        ROUTH_COVERAGE_KINDS
} routh_coverage_kind;

ROUTH_API extern const routh_names routh_coverage_kinds;

typedef struct routh_coverage_options {
    size_t draws;              /* recordings of each world, 2 … ROUTH_MOST_REPETITIONS; default 40 */
    uint64_t seed;             /* default 1 */
    unsigned only;             /* worlds by bit, 1 << ROUTH_COVERED_PLAIN; 0 (default): all */
    routh_study_options study; /* as the recording is studied */
} routh_coverage_options;

ROUTH_API routh_coverage_options routh_coverage_options_default(void);

enum { ROUTH_COVERAGE_NUMBERS = 2 }; /* μ and restitution */

/* One kind of world; routh_coverage_run in src/results/study/coverage.c. */
typedef struct routh_coverage_world {
    routh_coverage_kind kind;
    const char *about;
    bool wrong;     /* 1: something is wrong in it */
    size_t draws;   /* recordings, each studied */
    size_t refused; /* recommend no law, or cannot be made */
    size_t doubted; /* say why not to rely on the best law's values */
    /* Of all that name a law that has the parameter: μ, then restitution. */
    size_t claims[ROUTH_COVERAGE_NUMBERS];
    size_t held[ROUTH_COVERAGE_NUMBERS]; /* intervals that hold the truth; where it differs between impacts, its mean */
    double bias[ROUTH_COVERAGE_NUMBERS]; /* mean of value − truth */
    double width[ROUTH_COVERAGE_NUMBERS]; /* half of it, median */
} routh_coverage_world;

typedef struct routh_coverage {
    const routh_dataset *dataset; /* [-] not owned */
    routh_frame frame;            /* in which it was read */
    const routh_law *law;         /* the truth of the worlds */
    double parameters[ROUTH_MAX_PARAMETERS];
    double noise; /* deviation of vx, vy and ω times the radius of gyration, m/s */
    size_t count; /* impacts */
    double level; /* of the intervals */
    uint64_t seed;
    size_t world_count;
    routh_coverage_world *world;
    routh_findings findings; /* sentences */
} routh_coverage;

/* Takes long, as many studies as worlds times draws: the progress hook is called, and may stop it. `frame` as in
 * routh_frame_of. The dataset must outlive the coverage. Release it after a failure, too. */
ROUTH_API routh_status routh_coverage_run(routh_context *context, const routh_dataset *dataset, const char *frame,
                                          const routh_coverage_options *options, routh_coverage *coverage);
ROUTH_API void routh_coverage_release(routh_context *context, routh_coverage *coverage);

#ifdef __cplusplus
}
#endif
#endif
