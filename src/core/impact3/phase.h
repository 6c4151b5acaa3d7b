/* An impact with springs, phase by phase: the springs, steps by collocation, and a collision in progress.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_IMPACT3_PHASE_H
#define ROUTH_SRC_IMPACT3_PHASE_H

#include <math.h>

#include <routh/impact3.h>

/* The three springs of a contact at one moment, and the rules for how they go on.
 *
 * Time is scaled so that the (first) contact's k0 is 1. With F the normal force and d the direction of the tangential
 * springs' length (u, w):
 *
 *     normal       Ḟ = −k v_n            k = k0 while loading beyond the highest force so far, k0/e² otherwise
 *     stick        (u̇, ẇ) = v⊥           as long as k⊥ |(u, w)| < μ F
 *     slip         (u, w) = ρ d          ρ = μ F / k⊥, d = (cos φ, sin φ) along the particle's slip velocity v_s
 *                  φ̇ = v⊥·d⊥ / ρ        the part of v_s = v⊥ − (ρ d)˙ across d vanishes
 *                  σ = v⊥·d − ρ̇ ≥ 0      the part along d, the speed of slip; slip ends at σ = 0 */

typedef enum routh_grip { ROUTH_NO_GRIP, ROUTH_STICKS, ROUTH_SLIPS } routh_grip;

typedef struct routh_springs {
    routh_grip grip;
    int loading;       /* the normal force is the highest so far, and grows */
    double mu;         /* μ */
    double k0;         /* normal stiffness while loading */
    double eps;        /* √ of k0 ÷ normal stiffness otherwise */
    double tangential; /* k⊥ */
    double v[3];       /* velocity of the contact point, m/s */
    double p[3];       /* impulse so far, N s */
    double force;      /* F, the normal force */
    double peak;       /* the highest so far */
    double paid;       /* … when the loss was last paid, at a turn-around */
    double spring[2];  /* u, w; while slipping μ F / k⊥ along the direction of slip */
    double angle;      /* φ, direction of slip, rad */
    double gap;        /* while apart: how far, in units of spring length */
} routh_springs;

/* k, the normal stiffness at this moment. Not for e = 0 after compression: then there is no force. */
static inline double routh_normal_stiffness(const routh_springs *s) {
    return s->loading ? s->k0 : s->k0 / (s->eps * s->eps);
}

/* σ, from the velocity and the direction of slip. */
static inline double routh_slip_speed(const routh_springs *s, const double v[3], double cosine, double sine) {
    return v[0] * cosine + v[1] * sine + s->mu * routh_normal_stiffness(s) / s->tangential * v[2];
}

/* Energy in the tangential springs. */
static inline double routh_tangential_energy(const routh_springs *s) {
    return 0.5 * s->tangential * (s->spring[0] * s->spring[0] + s->spring[1] * s->spring[1]);
}

/* The tangential springs at the limit of friction, along φ. */
static inline void routh_springs_at_limit(routh_springs *s) {
    const double length = s->mu * s->force / s->tangential;
    s->spring[0] = length * cos(s->angle);
    s->spring[1] = length * sin(s->angle);
}

/* The end of compression: the normal spring stiffens, and of what it took in since the last time it keeps e². Returns what
 * it took in. */
static inline double routh_turn_round(routh_springs *s) {
    const double taken = 0.5 * (s->force - s->paid) * (s->force + s->paid) / s->k0;
    s->peak = s->paid = s->force;
    s->loading = 0;
    s->v[2] = 0;
    return taken;
}

static inline routh_phase routh_springs_phase(const routh_springs *s) {
    if (s->grip == ROUTH_NO_GRIP)
        return ROUTH_APART;
    if (s->grip == ROUTH_STICKS)
        return s->loading ? ROUTH_C_STICK : ROUTH_R_STICK;
    return s->loading ? ROUTH_C_SLIP : ROUTH_R_SLIP;
}

/* One step of the motion of contacts under their springs, by collocation at the seven Radau points: an implicit
 * Runge–Kutta method of order 13 (Radau IIA; Hairer and Wanner, Solving ordinary differential equations II, IV.5).
 *
 * Why implicit: φ̇ = v⊥·d⊥ k⊥ / (μ F) is stiff wherever the force is small, that is at both ends of every contact, and all
 * the more the faster the slip. Why of high order: between events the solution is analytic, and a few long steps cost
 * less than many short ones. The first point lies after the start of the step, so that a step may begin with F = 0.
 *
 * Given the directions φ at the points, everything else is a smooth integral. So each sweep renews forces, impulses,
 * velocities and springs from the sweep before, and only φ, contact by contact, by Newton's method: seven equations. */

enum { RADAU_POINTS = 7, RADAU_WIDTH = 8 /* with one lane unused, for the sake of vectors */ };

extern const double routh_radau_node[RADAU_POINTS];                  /* c */
extern const double routh_radau_integral[RADAU_POINTS][RADAU_WIDTH]; /* column j: ∫ of the j-th basis polynomial */
extern const double routh_radau_weight[RADAU_POINTS];                /* over the whole step */
extern const double routh_radau_top[RADAU_POINTS];                   /* coefficient of Legendre's P₆ */

/* Values at the points of a step, contact by contact. */
typedef struct routh_step_contact {
    double v[3][RADAU_WIDTH];
    double p[3][RADAU_WIDTH]; /* gained since the start of the step */
    double force[RADAU_WIDTH];
    double spring[2][RADAU_WIDTH];
    double angle[RADAU_WIDTH];
    double cosine[RADAU_WIDTH], sine[RADAU_WIDTH];
    double gap[RADAU_WIDTH];
} routh_step_contact;

/* What is left of the way to a moment `remaining` ahead is remaining (1 − stride ξ)² at ξ = 0 … 1 along the step: a step
 * that slows down as it comes near a moment at which a force vanishes. Or the step has an even pace. */
typedef struct routh_step {
    double remaining; /* +∞: an even step, t = stride ξ */
    double stride;
    double rate[RADAU_WIDTH]; /* dt/dξ at the points */
    double error;             /* estimated error of the impulse, relative to the scale handed in */
    double friction;          /* work lost to friction */
    routh_step_contact *contact;
} routh_step;

void routh_step_set(routh_step *step, double remaining, double stride);

/* The time since the start of the step at ξ. */
double routh_step_time(const routh_step *step, double xi);

/* Fills the points of the step for `count` contacts that start as in `springs`, coupled by compliance[i][j] (row-major
 * 3 × 3 blocks, i × count + j). `guess`: the points hold values to begin with. 0 if the sweeps do not converge or a
 * force vanishes on the way: then take a shorter step. */
int routh_step_solve(routh_step *step, const routh_springs *springs, size_t count, const double (*compliance)[3][3],
                     double impulse_scale, double tolerance, int guess);

/* The contacts at the end of the step. */
void routh_step_finish(const routh_step *step, routh_springs *springs, size_t count);

/* The polynomial through `start` at ξ = 0 and the seven values, at ξ. */
double routh_step_between(double start, const double values[RADAU_WIDTH], double xi);

/* Makes it the first `share` of the step, its points holding values to begin with. */
void routh_step_shorten(routh_step *step, const routh_springs *springs, size_t count, double share);

/* Where a function, known at the points of a step, first falls to 0: there the step must end, because something changes. */

/* What happens to a contact. */
typedef enum routh_turn {
    ROUTH_TURN_NONE,
    ROUTH_COMPRESSION_ENDS, /* v_n = 0 while loading */
    ROUTH_LOADS_AGAIN,      /* the force is back at its highest, and grows */
    ROUTH_SLIP_BEGINS,
    ROUTH_STICK_BEGINS,
    ROUTH_OPENS,  /* the force is 0 */
    ROUTH_CLOSES, /* the gap is 0 */
    ROUTH_WAKES,  /* its force is no longer faint */
    ROUTH_RESTS,  /* all contacts under load have come to rest */
    ROUTH_STALLS  /* no progress: the limit on steps was reached */
} routh_turn;

/* A function that is positive until its turn comes: its value at the start and at the points. */
typedef struct routh_watched {
    routh_turn turn;
    double scale; /* the scale of the values */
    double noise; /* shallower falls are ignored: they may be errors of the step's sweeps */
    double start;
    double at[RADAU_WIDTH];

    /* Its value at ξ, where its own polynomial would not do; NULL: it does. */
    double (*between)(const struct routh_watched *watched, double xi);
    const routh_springs *springs;      /* for `between`: the contact at the start, */
    const routh_step_contact *contact; /* and at the points */
} routh_watched;

/* The first ξ at which its polynomial falls to 0; 2 if it does not within the step. */
double routh_first_fall(const routh_watched *g);

/* A step cut at such a place ends a little off it. By what share of itself it should be longer or shorter, by the
 * secant through its last two points; 0: it cannot get closer. */
double routh_fall_missed(const routh_watched *g);

/* The phases of an impact with springs: each goes on until something changes, and says what. */

/* One impact in progress. */
typedef struct routh_springs_way {
    routh_springs springs;
    double w[3][3]; /* contact compliance */
    double time;
    double friction;      /* energy lost to friction so far */
    double impulse_scale; /* scale of errors of the impulse, N s */
    double tolerance;
    const routh_law3_options *options;
} routh_springs_way;

/* Is a trace recorded, with moments between the switches? */
static inline int routh_is_watched(const routh_springs_way *way) {
    return way->options->watch && way->options->points > 0;
}

/* The moment these springs are in. */
routh_moment routh_moment_of(const routh_springs *springs, double time);

/* Stick: in closed form over time. */
routh_turn routh_go_sticking(routh_springs_way *way);

/* Slip along a line: in closed form over the normal impulse. */
routh_turn routh_go_straight(routh_springs_way *way);

/* Slip whose direction turns: by collocation over time. */
routh_turn routh_go_turning(routh_springs_way *way);

/* Does the direction of slip stay as it is? */
int routh_slip_is_straight(const routh_springs_way *way);

/* A stretch of Routh's path in three dimensions, as polynomials.
 *
 * While the contact point slips with velocity v⊥ = s d, s > 0, friction acts at dP⊥/dP_n = −μ d. With dP_n = s dτ instead
 * of dP_n as the step, the direction drops out:
 *
 *     dP⊥/dτ = −μ v⊥     dP_n/dτ = |v⊥|     v = v(0) + W P
 *
 * Nothing here becomes singular as s → 0; the point of rest only moves to τ = ∞, and is approached as e^(−τ). The right
 * side is linear but for a root of a sum of squares, so that the Taylor series of the solution follows from a
 * recurrence: with v_k, s_k the coefficients of v⊥ and s, and q_k those of s²,
 *
 *     q_k = Σ v_j·v_(k−j)     s_k = (q_k − Σ_(0<j<k) s_j s_(k−j)) / 2s_0     (k + 1) P_(k+1) = (−μ v_k, s_k)
 *
 * A series of order 22 covers what would take dozens of Runge–Kutta steps, and is its own dense output: events are
 * roots of polynomials. Straight slip and sticking fit the same form, with P_n as the parameter and order 2. */

enum { ROUTH_STRETCH_ORDER = 22 };

/* What is known along a stretch. */
typedef enum routh_course {
    ROUTH_COURSE_P,            /* impulse since the start, N s: u, w, n */
    ROUTH_COURSE_VN = 3,       /* normal velocity, m/s */
    ROUTH_COURSE_WORK = 4,     /* done by the normal force since the start, ∫ v_n dP_n, J */
    ROUTH_COURSE_FRICTION = 5, /* lost to friction since the start, ∫ μ s dP_n, J */
    ROUTH_COURSE_COUNT
} routh_course;

typedef struct routh_stretch {
    double length; /* of the parameter, which begins at 0 */
    int order;     /* of the polynomials in it */
    double coefficient[ROUTH_STRETCH_ORDER + 1][ROUTH_COURSE_COUNT];
} routh_stretch;

/* Turning slip from v, v⊥ ≠ 0, as far as the series is good to rounding of an impulse of size `scale`. μ or W_⊥n is not
 * 0. */
void routh_stretch_turning(routh_stretch *stretch, const double w[3][3], double mu, const double v[3], double scale);

/* Straight from v with force ÷ normal force (f_u, f_w, 1), while the speed of slip grows from `speed` at `growth` per
 * normal impulse. mu_slip is μ, or 0 where the point sticks. */
void routh_stretch_straight(routh_stretch *stretch, const double w[3][3], const double force[3], const double v[3],
                            double mu_slip, double speed, double growth, double length);

/* Everything at t. */
void routh_stretch_at(const routh_stretch *stretch, double t, double values[ROUTH_COURSE_COUNT]);

/* Where `course` takes the value between `low` and `high`; it is monotone there, and the value lies between its ends. */
double routh_stretch_root(const routh_stretch *stretch, routh_course course, double value, double low, double high);

/* Cuts 0 … length into pieces on which v_n is monotone and keeps its sign, so that the work is monotone too: fills
 * `bounds`, from 0 to length, and returns how many pieces. Turns of v_n are looked for between samples; one thinner than
 * that moves v_n by next to nothing. */
enum { ROUTH_STRETCH_SAMPLES = 4, ROUTH_STRETCH_PIECES = 2 * (ROUTH_STRETCH_SAMPLES + 1) };
int routh_stretch_pieces(const routh_stretch *stretch, double bounds[ROUTH_STRETCH_PIECES + 1]);

/* A collision in progress: all contacts of a scene with their springs. */

struct routh_collide;

/* Called with every step before the springs are at its end, and without a step (NULL) at the start, after every change and
 * at the end. */
typedef void (*routh_collide_watch)(const struct routh_collide *collide, const routh_step *step, void *user);

typedef struct routh_collide {
    size_t count;
    routh_springs springs[ROUTH_MOST_SCENE_CONTACTS];
    double time;
    double friction, normal, left;         /* energy lost so far */
    bool jammed;                           /* bodies stay jammed: see routh_lull */
    double eps[ROUTH_MOST_SCENE_CONTACTS]; /* e; that of the springs may be larger while a contact is pressed */
    double impulse_scale, speed_scale;
    double tolerance;

    /* A contact far from the one that was struck begins with a force of so high an order in time that for a while it is
     * lost in the errors of others. While it is that faint it goes without friction, for slip would have no direction;
     * this is whether it really sticks or slips, and its μ. ROUTH_NO_GRIP: it is not faint. */
    routh_grip faint[ROUTH_MOST_SCENE_CONTACTS];
    double faint_mu[ROUTH_MOST_SCENE_CONTACTS];

    routh_collide_watch watch; /* NULL: nobody watches */
    void *user;

    double w[][3][3]; /* W_ij at i × count + j */
} routh_collide;

/* The contact's phase; that of a faint one is what it will be. */
routh_phase routh_collide_phase(const routh_collide *collide, size_t contact);

/* routh_scene_solve, watched. */
routh_status routh_scene_follow(routh_context *context, const routh_scene *scene, double tolerance,
                                routh_collide_watch watch, void *user, routh_collision *collision);

/* Below this share of the speed scale a contact neither closes nor opens: it rests. */
#define ROUTH_RESTING_SPEED 1e-10

/* What the sweeps of a step may leave in a contact's normal velocity, m/s; and a force that such velocities could make. */
double routh_speed_noise(const routh_collide *collide, size_t contact);
double routh_faint_force(const routh_collide *collide, size_t contact);

/* A time in which nothing changes, with contacts under load. */
typedef struct routh_lull {
    size_t steps;
    double time;
    double impulse[ROUTH_MOST_SCENE_CONTACTS][3]; /* ∫ p dt */
} routh_lull;

/* Goes on until the next change at a contact: which, and what. ROUTH_TURN_NONE: all are apart for good, or
 * jammed. */
routh_turn routh_collide_step(routh_collide *collide, size_t *contact);

#endif
