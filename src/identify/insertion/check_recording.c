/* Does a recording fit its assembly, within reach and with its velocities?
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/base.h>

#include "algebra/space.h"
#include "base/context.h"
#include "data/insertion_recording.h"
#include "fields/structs.h"
#include "file/text.h"
#include "insertion/regressor.h"

/* √(Σ |w − Φ θ|² ÷ Σ |w|²) at the best θ, which `solution` (may be NULL) gets; `column` has the two columns of Φ one after
 * another, `q` room for as much. NaN without a wrench. */
static double share_left(size_t rows, const double *column, const double *wrench, double *q,
                         routh_two_columns *solution);

/* What parts as drawn leave unexplained when the parts are displaced within their priors.
 *
 * Displacements are drawn from their priors, those of the reference pose that identify has beside them too. At the
 * recording's poses each draw has normal forces of its own, K Φ₁(x); what of these the drawn Φ does not explain is about
 * what a right recording of such parts would leave. The share does not depend on K. Friction is left out: it is the
 * smaller part, and Φ has a column for it.
 *
 * It is too small where the drawing overlaps deeper than the recorded parts did, as every draw then does, too: in 54
 * recordings of another generator the unexplained part ÷ the explained one is up to 2.1 times that of the largest
 * draw. Three times is allowed. */

/* The largest of all is exceeded by one right recording in 33. */
enum { DRAWS = 32 };

/* Of the unexplained part ÷ the explained one. */
static const double allowance = 3;

/* Φ with the parts as drawn, columns one after another, their basis, and the wrench of displaced parts. */
typedef struct drawing {
    size_t rows;
    double *phi, *column, *q, *wrench, *x;
} drawing;

static routh_status draw_many(routh_context *context, routh_regressor *regressor, const double size[2],
                              const drawing *d, double *most) {
    const routh_displacement *displacement = regressor->assembly->displacement;
    const size_t unknowns = routh_regressor_unknowns(regressor);
    routh_random random = routh_random_seed(1, 0);
    for (size_t j = 0; j < unknowns; j++)
        d->x[j] = displacement[j].nominal;
    ROUTH_TRY(routh_regressor_evaluate(context, regressor, d->x, d->phi, NULL));
    for (size_t i = 0; i < 2 * d->rows; i++)
        d->column[i % 2 * d->rows + i / 2] = d->phi[i] / size[i / 2 % 6 >= 3];
    for (int draw = 0; draw < DRAWS; draw++) {
        for (size_t j = 0; j < unknowns; j++)
            d->x[j] = displacement[j].nominal + displacement[j].deviation * routh_random_normal(&random);
        ROUTH_TRY(routh_regressor_evaluate(context, regressor, d->x, d->phi, NULL));
        for (size_t i = 0; i < d->rows; i++)
            d->wrench[i] = d->phi[2 * i] / size[i % 6 >= 3];
        const double left = share_left(d->rows, d->column, d->wrench, d->q, NULL);
        *most = isfinite(left) ? fmax(*most, left) : *most;
    }
    return ROUTH_OK;
}

/* The share of the whole in which the ratio of what is left to the rest is larger. */
static double with_allowance(double share) {
    const double left = allowance * share, rest = sqrt(fmax(0, 1 - share * share));
    return left > 0 ? left / hypot(left, rest) : 0.0;
}

/* The most that a right recording leaves unexplained by parts as drawn, if they are displaced within their priors; 1: all. `size` is that
 * of forces and of moments. */
static routh_status reading_reach(routh_context *context, const routh_assembly *assembly,
                                  const routh_insertion *insertion, const routh_insertion_options *options,
                                  const double size[2], double *reach) {
    ROUTH_ARENA(room, context);
    routh_assembly extended;
    routh_regressor *regressor;
    *reach = 0;
    if (!(size[0] > 0 && size[1] > 0))
        return ROUTH_OK;
    ROUTH_TRY(routh_reference_create(&room, assembly, &extended));
    ROUTH_TRY(routh_regressor_create(&room, &extended, insertion, options, &regressor));
    const size_t rows = 6 * insertion->count;
    const drawing d = {.rows = rows,
                       .phi = routh_take(&room, rows, 2 * sizeof *d.phi),
                       .column = routh_take(&room, rows, 2 * sizeof *d.column),
                       .q = routh_take(&room, rows, 2 * sizeof *d.q),
                       .wrench = routh_take(&room, rows, sizeof *d.wrench),
                       .x = routh_take(&room, extended.count, sizeof *d.x)};
    ROUTH_TRY(room.status);
    ROUTH_TRY(draw_many(context, regressor, size, &d, reach));
    *reach = with_allowance(*reach);
    return ROUTH_OK;
}

static double share_left(size_t rows, const double *column, const double *wrench, double *q,
                         routh_two_columns *solution) {
    const routh_two_columns two = routh_solve_two_columns(rows, column, wrench, q);
    double left = 0, all = 0;
    for (size_t i = 0; i < rows; i++) {
        const double residual = wrench[i] - two.theta[0] * column[i] - two.theta[1] * column[rows + i];
        left += residual * residual;
        all += wrench[i] * wrench[i];
    }
    if (solution)
        *solution = two;
    return sqrt(left / all);
}

/* Do recorded velocities match the poses? In other axes, in other units or of another point they do not. And do poses
 * match the times? With times in ms that are read as s, everything moves a thousand times too slowly. */

/* Velocities are compared where the hand moves this many times faster than what sticks. */
static const double fast = 5;

static double root_mean_square(const routh_insertion *a, const routh_insertion *b) {
    double sum = 0;
    for (size_t k = 0; k < a->count; k++)
        for (int i = 0; i < 3; i++) {
            const double v = a->sample[k].twist[i] - (b ? b->sample[k].twist[i] : 0.0);
            sum += v * v;
        }
    return sqrt(sum / (double)a->count);
}

/* How much recorded velocities differ from those of the poses, as a share of the larger; 0: not compared. */
static routh_status velocity_mismatch(routh_context *context, const routh_insertion *insertion, double slip_speed,
                                      double *share) {
    routh_insertion other = *insertion;
    *share = 0;
    if (insertion->twist_window > 0)
        return ROUTH_OK;
    ROUTH_ARENA(room, context);
    other.sample = routh_take(&room, insertion->count, sizeof *other.sample);
    ROUTH_TRY(room.status);
    memcpy(other.sample, insertion->sample, insertion->count * sizeof *other.sample);
    routh_insertion_differentiate(&other, routh_velocity_window);
    const double recorded = root_mean_square(insertion, NULL);
    if (other.count == insertion->count) { /* no sample is alone between gaps */
        const double derived = root_mean_square(&other, NULL), most = fmax(recorded, derived);
        if (most > fast * slip_speed)
            *share = root_mean_square(&other, insertion) / most;
    }
    return ROUTH_OK;
}

/* Nobody records an insertion with fewer samples a second and a hand that is slower in the mean than what sticks. */
static const double least_rate = 2;

/* Of the hand, m/s; of its turns at the distance `arm`. */
static double mean_speed(const routh_insertion *insertion, double arm) {
    double sum = 0;
    for (size_t k = 1; k < insertion->count; k++) {
        const routh_insertion_instant *a = &insertion->sample[k - 1], *b = &insertion->sample[k];
        double from[4], to[4], turn[3], way[3];
        routh_turn_of_matrix(a->hand.rotation, from);
        routh_turn_of_matrix(b->hand.rotation, to);
        routh_turn_between(from, to, turn);
        for (int i = 0; i < 3; i++)
            way[i] = b->hand.position[i] - a->hand.position[i];
        sum += fmax(routh_length3(way), arm * routh_length3(turn));
    }
    return insertion->count > 1 ? sum / (insertion->sample[insertion->count - 1].time - insertion->sample[0].time)
                                : 0.0;
}

/* The unit that times have if they were read in too large a one; NULL: they were not. */
static const char *time_unit(const routh_insertion *insertion, double slip_speed, double speed) {
    enum { MS = 1, NS = 3 }; /* in the list of units; us between them */
    if (insertion->count < 2 || insertion->rate >= least_rate || speed > slip_speed)
        return NULL;
    const double own = routh_convention_unit(&insertion->convention, ROUTH_TIME);
    for (size_t i = MS; i <= NS; i++)
        if (insertion->rate * own / routh_unit_size(ROUTH_TIME, i) >= least_rate)
            return routh_unit_name(ROUTH_TIME, i);
    return NULL;
}

/* Does a recording fit its assembly, and if not, does it when its numbers are meant otherwise?
 *
 * Φ with the parts as drawn explains most of the wrench as long as K times the displacements is small beside the force.
 * A wrong sign, unit, frame or order of quaternions leaves half of it or more, or makes K negative, or parts overlap by
 * centimetres. So a few hundred samples are fitted in every other reading, one after another, and the one that fits best
 * is suggested. Where displacements within their priors leave as much (check_recording.c), parts as drawn cannot judge.
 * Forces and moments are each divided by their own size: otherwise moments in N mm, taken for N m, would fit by
 * themselves and outweigh the forces. */

enum { MOST_SAMPLES = 240 };

/* Each further change of how the recording is meant must make the error smaller by this factor. */
static const double change_price = 1.5;

/* Another reading must be better by the first factor to be suggested; by the second if this one leaves that much; just
 * better if this one fits only with displaced parts, and the other one without. */
static const double clearly_better = 2, better = 1.2, poor = 0.25;

/* In a smaller unit of moments than they have, hardly any are left, and anything explains them: this share of the scale of
 * moments ÷ that of forces times the force. */
static const double least_moment = 0.02;

/* Everything that one geometry gives. */
typedef struct bench {
    const routh_assembly *assembly;
    const routh_insertion_options *options;
    routh_insertion thin; /* few samples of the recording */
    double *phi, *row, *q, *y;
    double *nominal;
} bench;

/* Fits --------------------------------------------------------------------------------------------------*/

static double wrench_root_mean_square(const double *wrench, size_t samples, int first) {
    double sum = 0;
    for (size_t k = 0; k < samples; k++)
        sum += routh_dot3(&wrench[6 * k + (size_t)first], &wrench[6 * k + (size_t)first]);
    return samples ? sqrt(sum / (double)samples) : 0.0;
}

/* K and μK of all samples, Φ being known. */
static void fit_wrench(const bench *b, const routh_regressor *regressor, const double *x, routh_reading_fit *fit) {
    const size_t samples = routh_regressor_samples(regressor), rows = 6 * samples;
    double *wrench = b->y;
    routh_regressor_measure(regressor, x, true, wrench);
    const double force = wrench_root_mean_square(wrench, samples, 0),
                 moment = wrench_root_mean_square(wrench, samples, 3);
    const double arm = b->options->moment_scale / b->options->force_scale;
    const double size[2] = {force, fmax(moment, arm * force)};
    fit->force = force;
    memcpy(fit->size, size, sizeof fit->size);
    fit->error = 1;
    fit->stiffness = fit->friction = NAN;
    if (!(force > 0 && isfinite(size[1])))
        return;
    for (size_t i = 0; i < rows; i++) {
        const double weight = 1 / size[i % 6 >= 3];
        b->y[i] = weight * wrench[i];
        for (size_t c = 0; c < 2; c++)
            b->row[c * rows + i] = weight * b->phi[2 * i + c];
    }
    routh_two_columns two;
    const double left = share_left(rows, b->row, b->y, b->q, &two);
    if (two.rank > 0 && isfinite(left)) {
        fit->error = left;
        fit->stiffness = two.theta[0];
        fit->friction = two.rank > 1 ? two.theta[1] / two.theta[0] : NAN;
    }
}

/* How deep parts are in each other, and how many samples have contact. */
static routh_status find_depths(routh_context *context, routh_regressor *regressor, const double *x,
                                routh_reading_fit *fit) {
    ROUTH_ARENA(room, context);
    routh_contact_point3 *contact = routh_take(&room, regressor->pairs, sizeof *contact);
    ROUTH_TRY(room.status);
    for (size_t k = 0; k < routh_regressor_samples(regressor); k++) {
        const size_t count = routh_regressor_contacts(regressor, x, k, regressor->pairs, contact);
        fit->contacts += count > 0;
        for (size_t i = 0; i < count; i++) {
            const double radius =
                fmin(regressor->radius[0][contact[i].part[0]], regressor->radius[1][contact[i].part[1]]);
            fit->depth = fmax(fit->depth, contact[i].depth / radius);
            fit->deepest = fmax(fit->deepest, contact[i].depth);
        }
    }
    return ROUTH_OK;
}

/* Φ into b->phi, and what follows from the geometry into *fit. */
static routh_status look_at(routh_context *context, const bench *b, routh_regressor *regressor, const double *x,
                            routh_reading_fit *fit) {
    ROUTH_TRY(routh_regressor_evaluate(context, regressor, x, b->phi, NULL));
    return find_depths(context, regressor, x, fit);
}

/* The recording as it was read. */
static routh_status fit_own(routh_context *context, const bench *b, const double *x, routh_reading_fit *fit) {
    ROUTH_ARENA(room, context);
    routh_regressor *regressor;
    *fit = (routh_reading_fit){.error = 1, .stiffness = NAN};
    ROUTH_TRY(routh_regressor_create(&room, b->assembly, &b->thin, b->options, &regressor));
    ROUTH_TRY(look_at(context, b, regressor, x, fit));
    fit_wrench(b, regressor, x, fit);
    return ROUTH_OK;
}

/* Other readings ------------------------------------------------------------------------------------------*/

typedef struct reading {
    routh_insertion_convention convention;
    size_t changes;
    char words[ROUTH_LABEL_SIZE]; /* "wrench_on=2 units=mm" */
} reading;

static void change(reading *r, const char *field, const char *value) {
    const size_t used = strlen(r->words);
    snprintf(r->words + used, sizeof r->words - used, "%s%s=%s", used ? " " : "", field, value);
    r->changes++;
}

/* Another unit of a quantity; "units=" once, and a comma between. */
static void change_unit(reading *r, routh_quantity quantity, size_t index) {
    const char *before = strstr(r->words, "units=");
    r->convention.unit[quantity] = routh_unit_size(quantity, index);
    if (before) {
        const size_t used = strlen(r->words); /* units are the last to be changed */
        snprintf(r->words + used, sizeof r->words - used, ",%s", routh_unit_name(quantity, index));
        r->changes++;
    } else
        change(r, "units", routh_unit_name(quantity, index));
}

typedef struct contest {
    reading best;
    routh_reading_fit fit;
    double score;
} contest;

/* Are moments read in a smaller unit, of which hardly any are left? About the plate's origin, as they are recorded. */
static bool has_lost_moments(const bench *b, const routh_insertion *other) {
    const double least = least_moment * b->options->moment_scale / b->options->force_scale;
    double force = 0, moment = 0;
    for (size_t k = 0; k < other->count; k++) {
        force += routh_dot3(other->sample[k].wrench, other->sample[k].wrench);
        moment += routh_dot3(&other->sample[k].wrench[3], &other->sample[k].wrench[3]);
    }
    return routh_convention_unit(&other->convention, ROUTH_MOMENT) <
               routh_convention_unit(&b->thin.convention, ROUTH_MOMENT) &&
           moment < least * least * force;
}

/* One reading, whose geometry is known. */
static routh_status try_wrench(routh_context *context, const bench *b, const reading *r, routh_reading_fit fit,
                               contest *c) {
    ROUTH_ARENA(room, context);
    routh_insertion other;
    routh_regressor *regressor;
    ROUTH_TRY(routh_insertion_read_otherwise(context, &b->thin, &r->convention, &other));
    const routh_status status = routh_regressor_create(&room, b->assembly, &other, b->options, &regressor);
    if (status == ROUTH_OK) {
        fit_wrench(b, regressor, b->nominal, &fit);
        const double score = fit.error * pow(change_price, (double)r->changes);
        if (r->changes > 0 && !has_lost_moments(b, &other) && routh_reading_is_plausible(&fit, false) &&
            score < c->score)
            *c = (contest){*r, fit, score};
    }
    routh_insertion_release(context, &other);
    return status;
}

/* Every sign, frame and unit of moment with one geometry. */
static routh_status try_wrenches(routh_context *context, const bench *b, const reading *geometry,
                                 const routh_reading_fit *fit, size_t length, contest *c) {
    static const char *const frames[] = {"plate", "hand", "world"};
    const routh_insertion_convention *own = &b->thin.convention;
    const int sign = own->wrench_on == 2 ? 2 : 1, frame = own->wrench_frame ? (int)own->wrench_frame : 1;
    for (int s = 1; s <= 2; s++)
        for (int f = 1; f <= 3; f++)
            for (size_t m = 0; m < 2; m++) {
                reading r = *geometry;
                if (s != sign) {
                    r.convention.wrench_on = s;
                    change(&r, "wrench_on", s == 1 ? "1" : "2");
                }
                if (f != frame) {
                    r.convention.wrench_frame = (routh_wrench_frame)f;
                    change(&r, "wrench_frame", frames[f - 1]);
                }
                if (routh_unit_size(ROUTH_LENGTH, length) != routh_convention_unit(own, ROUTH_LENGTH))
                    change_unit(&r, ROUTH_LENGTH, length);
                if (routh_unit_size(ROUTH_MOMENT, m) != routh_convention_unit(own, ROUTH_MOMENT))
                    change_unit(&r, ROUTH_MOMENT, m);
                ROUTH_TRY(try_wrench(context, b, &r, *fit, c));
            }
    return ROUTH_OK;
}

/* One order of quaternions and one unit of length. */
static routh_status try_geometry(routh_context *context, const bench *b, int order, size_t length, contest *c) {
    reading r = {.convention = b->thin.convention};
    const int own = r.convention.quaternion == ROUTH_XYZW ? ROUTH_XYZW : ROUTH_WXYZ;
    routh_reading_fit fit = {.error = 1, .stiffness = NAN};
    ROUTH_ARENA(room, context);
    routh_insertion other;
    routh_regressor *regressor;
    if (order != own) {
        r.convention.quaternion = (routh_quaternion_order)order;
        change(&r, "quaternion", order == ROUTH_XYZW ? "xyzw" : "wxyz");
    }
    routh_insertion_convention meant = r.convention;
    meant.unit[ROUTH_LENGTH] = routh_unit_size(ROUTH_LENGTH, length);
    ROUTH_TRY(routh_insertion_read_otherwise(context, &b->thin, &meant, &other));
    routh_status status = routh_regressor_create(&room, b->assembly, &other, b->options, &regressor);
    if (status == ROUTH_OK)
        status = look_at(context, b, regressor, b->nominal, &fit);
    if (status == ROUTH_OK && fit.contacts > 0)
        status = try_wrenches(context, b, &r, &fit, length, c);
    routh_insertion_release(context, &other);
    return status;
}

static routh_status try_others(routh_context *context, const bench *b, contest *c) {
    static const size_t lengths[] = {0, 1, 2}; /* m, mm, cm */
    for (int order = ROUTH_WXYZ; order <= ROUTH_XYZW; order++)
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            ROUTH_TRY(try_geometry(context, b, order, lengths[i], c));
    return ROUTH_OK;
}

/* All together --------------------------------------------------------------------------------------------*/

static routh_status bench_create(routh_arena *arena, const routh_assembly *assembly, const routh_insertion *insertion,
                                 const routh_insertion_options *options, bench *b) {
    const size_t step = (insertion->count + MOST_SAMPLES - 1) / MOST_SAMPLES;
    const size_t samples = (insertion->count + step - 1) / step;
    *b = (bench){.assembly = assembly, .options = options, .thin = *insertion};
    b->thin.truth = (routh_insertion_truth){0};
    b->thin.rate = insertion->rate / (double)step;
    b->thin.count = samples;
    b->thin.sample = routh_take(arena, samples, sizeof *b->thin.sample);
    b->phi = routh_take(arena, samples, 12 * sizeof *b->phi);
    b->row = routh_take(arena, samples, 12 * sizeof *b->row);
    b->q = routh_take(arena, samples, 12 * sizeof *b->q);
    b->y = routh_take(arena, samples, 6 * sizeof *b->y);
    b->nominal = routh_take(arena, assembly->count, sizeof *b->nominal);
    ROUTH_TRY(arena->status);
    for (size_t k = 0; k < samples; k++)
        b->thin.sample[k] = insertion->sample[k * step];
    for (size_t j = 0; j < assembly->count; j++)
        b->nominal[j] = assembly->displacement[j].nominal;
    return ROUTH_OK;
}

static double largest_turn(const routh_insertion *insertion) {
    double most = 0;
    for (size_t first = 0, end; first < insertion->count; first = end) {
        end = routh_insertion_stretch(insertion, first);
        for (size_t k = first + 1; k < end; k++) {
            const routh_insertion_instant *a = &insertion->sample[k - 1], *b = &insertion->sample[k];
            double from[4], to[4], turn[3];
            routh_turn_of_matrix(a->hand.rotation, from);
            routh_turn_of_matrix(b->hand.rotation, to);
            routh_turn_between(from, to, turn);
            most = fmax(most, routh_length3(turn));
        }
    }
    return most;
}

static routh_status gather(routh_context *context, const bench *b, const double *x, routh_reading_evidence *e) {
    routh_reading_fit drawn;
    ROUTH_TRY(fit_own(context, b, b->nominal, &drawn));
    e->drawn_error = drawn.error;
    e->own = drawn;
    if (x)
        ROUTH_TRY(fit_own(context, b, x, &e->own));
    e->own.turn = largest_turn(e->insertion);
    e->speed = mean_speed(e->insertion, b->options->moment_scale / b->options->force_scale);
    e->time_unit = time_unit(e->insertion, b->options->slip_speed, e->speed);
    if (!x && !routh_reading_is_plausible(&e->own, false))
        ROUTH_TRY(reading_reach(context, b->assembly, &b->thin, b->options, drawn.size, &e->reach));
    ROUTH_TRY(velocity_mismatch(context, e->insertion, b->options->slip_speed, &e->velocity_mismatch));
    contest c = {.score = INFINITY};
    ROUTH_TRY(try_others(context, b, &c));
    /* what is worse than the recording as it is, with displaced parts too, explains nothing */
    const bool open = routh_reading_is_open(e), decided = !open && !routh_reading_is_plausible(&e->own, x);
    const double own = fmin(e->drawn_error, e->own.error);
    const double factor = open ? 1 : own > poor ? better : clearly_better;
    routh_reading_fit apart = e->own; /* from how much it explains */
    apart.error = 0;
    const bool contradicted = decided && (c.fit.error < own || !routh_reading_is_plausible(&apart, x));
    if (c.score < INFINITY && (contradicted || c.score * factor < own)) {
        e->best = c.fit;
        memcpy(e->suggestion, c.best.words, sizeof e->suggestion);
    }
    return ROUTH_OK;
}

routh_status routh_insertion_check_of(routh_context *context, const routh_assembly *assembly,
                                      const routh_insertion *insertion, const double *x,
                                      const routh_insertion_options *options, routh_insertion_check *check) {
    const routh_insertion_options defaults = routh_insertion_options_default();
    *check = (routh_insertion_check){0};
    options = options ? options : &defaults;
    bench b;
    routh_reading_evidence evidence = {.insertion = insertion, .force_scale = options->force_scale, .fitted = x};
    if (insertion->count == 0)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "the recording has no samples");
    ROUTH_ARENA(room, context);
    ROUTH_TRY(bench_create(&room, assembly, insertion, options, &b));
    ROUTH_TRY(gather(context, &b, x, &evidence));
    const routh_status status = routh_check_words(context, &evidence, check);
    if (status != ROUTH_OK)
        routh_insertion_check_release(context, check);
    return status;
}

ROUTH_RELEASED_BY_FIELDS(routh_insertion_check)
