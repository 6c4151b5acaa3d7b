/* Equation 21 as a separable problem: its samples, its noise, and its weights.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/space.h"
#include "base/context.h"
#include "data/insertion_recording.h"
#include "drawing/drawing.h"
#include "insertion/identify.h"
#include "insertion/regressor.h"

/* K and μ of every sample alone, and the wrench that the global estimate makes of it. */

static void solve_alone(const routh_separable *problem, const routh_projection *at, size_t sample,
                        routh_instant_estimate *instant) {
    double phi[12], q[12];
    for (size_t i = 0; i < 6; i++)
        for (size_t c = 0; c < 2; c++)
            phi[6 * c + i] = at->phi[c * problem->rows + 6 * sample + i];
    const routh_two_columns fit = routh_solve_two_columns(6, phi, &at->y[6 * sample], q);
    instant->stiffness = fit.rank ? fit.theta[0] : NAN;
    instant->friction = fit.rank > 1 ? fit.theta[1] / fit.theta[0] : NAN;
    for (size_t i = 0; i < 6; i++)
        instant->wrench[i] =
            (phi[i] * at->fit.theta[0] + phi[6 + i] * at->fit.theta[1]) / (problem->level[sample] * problem->weight[i]);
}

routh_status routh_find_instants(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                 routh_instant_estimate *instant, unsigned *flags) {
    routh_regressor *regressor = problem->regressor;
    ROUTH_ARENA(room, context);
    routh_contact_point3 *contact = routh_take(&room, regressor->pairs, sizeof *contact);
    ROUTH_TRY(room.status);
    uint32_t most = 0, sliding = 0;
    for (size_t k = 0; k < problem->samples; k++) {
        routh_instant_estimate *own = &instant[k];
        solve_alone(problem, at, k, own);
        own->contacts = at->contacts[k];
        const size_t count =
            own->contacts ? routh_regressor_contacts(regressor, at->x, k, regressor->pairs, contact) : 0;
        for (size_t i = 0; i < count; i++)
            own->sliding += contact[i].tangent[0] != 0 || contact[i].tangent[1] != 0 || contact[i].tangent[2] != 0;
        most = own->contacts > most ? own->contacts : most;
        sliding += own->sliding;
    }
    *flags |= most == 0 ? (unsigned)ROUTH_INSERTION_NO_CONTACT : 0;
    *flags |= most == 1 ? (unsigned)ROUTH_INSERTION_ONE_CONTACT : 0;
    *flags |= most > 0 && (sliding == 0 || at->fit.rank < 2) ? (unsigned)ROUTH_INSERTION_ALL_STICK : 0;
    return ROUTH_OK;
}

/* The residual as noise: how large it is, and over how many samples it is correlated.
 *
 * The residual is mostly not noise of the sensors: contacts that stick carry friction which the model sets to 0, and
 * the drawing errs in ways that no displacement describes. Such errors last from sample to sample. With correlation
 * ρ_l between samples l apart, n of them determine a mean as well as n/τ independent ones, τ = 1 + 2 Σ ρ_l; the sum
 * ends where pairs of neighbouring ρ are no longer positive (C. J. Geyer, Practical Markov chain Monte Carlo,
 * Statistical Science 7 (1992)), beyond which estimates of ρ are noise themselves. */

/* Σ over counted samples of residuals `lag` samples apart, all six channels. */
static double lagged_products(const routh_separable *problem, const double *residual, size_t lag) {
    const routh_instant *instant = problem->regressor->instant;
    double sum = 0;
    for (size_t k = 0; k + lag < problem->samples; k++)
        if (problem->counted[k] && problem->counted[k + lag] && instant[k].recording == instant[k + lag].recording)
            sum += routh_sum_of_products(6, &residual[6 * k], &residual[6 * (k + lag)]);
    return sum;
}

bool routh_enough_instants(const routh_separable *problem) {
    return 6 * problem->used >= 4 * (problem->unknowns + 2);
}

routh_wrench_noise routh_residual_noise(const routh_separable *problem, const double *residual, size_t parameters) {
    static const double rounding = 1e-24; /* of a row: even wrenches that fit exactly are not known better than this */
    routh_wrench_noise noise = {.variance = rounding, .span = 1, .level = rounding + problem->frozen};
    const double all = lagged_products(problem, residual, 0), rows = 6 * (double)problem->used;
    if (!(all > 0))
        return noise;
    /* with fewer independent rows than twice the parameters the estimate of their number is unreliable */
    const double most = fmax(1, rows / (2 * (double)(parameters + 1)));
    for (size_t lag = 1; lag + 1 < problem->samples && noise.span < most; lag += 2) {
        const double pair =
            (lagged_products(problem, residual, lag) + lagged_products(problem, residual, lag + 1)) / all;
        if (!(pair > 0))
            break;
        noise.span += 2 * pair;
    }
    noise.span = fmin(noise.span, most);
    noise.variance = fmax(rounding, all / (rows - noise.span * (double)parameters));
    noise.level = noise.variance * noise.span + problem->frozen;
    return noise;
}

double routh_bayes_gamma(const routh_separable *problem, routh_wrench_noise noise) {
    return problem->used ? (double)problem->unknowns * noise.level / (6 * problem->mass) : 0.0;
}

/* The separable problem: weights, which samples count, and K and μK at given displacements. */

/* A wrench above this share of the mean wrench in contact, or of all where there is none, is not noise. */
static const double clearly_pushed = 0.05;

static double sample_square(const double *y) {
    return routh_sum_of_products(6, y, y);
}

/* Which samples L counts. */
static void count_samples(routh_separable *problem, const uint32_t *contacts) {
    double square = 0;
    size_t touching = 0;
    for (size_t k = 0; k < problem->samples; k++)
        if (contacts[k]) {
            square += sample_square(&problem->y[6 * k]);
            touching++;
        }
    if (touching == 0) /* parts as drawn do not touch; displaced ones may */
        for (; touching < problem->samples; touching++)
            square += sample_square(&problem->y[6 * touching]);
    const double least = clearly_pushed * clearly_pushed * square / (double)touching;
    /* where errors of sensors are unknown, samples without contact show them */
    for (size_t k = 0; k < problem->samples; k++)
        problem->counted[k] = contacts[k] || problem->regressor->measures || sample_square(&problem->y[6 * k]) > least;
}

/* The share of depth at contacts that stick. */
static double stuck_share(size_t count, const routh_contact_point3 *contact) {
    double all = 0, stuck = 0;
    for (size_t i = 0; i < count; i++) {
        all += contact[i].depth;
        stuck += routh_dot3(contact[i].tangent, contact[i].tangent) > 0 ? 0 : contact[i].depth;
    }
    return all > 0 ? stuck / all : 0.0;
}

/* Is this contact of another direction among those of a sample nearby, by more than 60°, or does it stick there? */
static bool turns_round(const routh_contact_point3 *contact, size_t count, const routh_contact_point3 *nearby) {
    for (size_t i = 0; i < count; i++)
        if (memcmp(contact->part, nearby[i].part, sizeof contact->part) == 0)
            return routh_dot3(contact->tangent, nearby[i].tangent) < 0.5;
    return false;
}

/* The farthest sample before (side −1) or after sample k within half the window that velocities come from; k itself if they
 * were recorded. */
static size_t within_window(const routh_insertion *insertion, size_t k, int side) {
    const double half = 0.5 * insertion->twist_window * (1 + 1e-9);
    const routh_insertion_instant *sample = insertion->sample;
    size_t at = k;
    while (side < 0 && at > 0 && sample[k].time - sample[at - 1].time <= half)
        at--;
    while (side > 0 && at + 1 < insertion->count && sample[at + 1].time - sample[k].time <= half)
        at++;
    return at;
}

/* What sticks of each sample at nominal displacements. Velocities from poses are means over a window: a contact that turns
 * round or comes to rest within it has no direction that is known, and counts as one that sticks. */
static void find_stuck(routh_separable *problem, const double *nominal, const uint32_t *contacts,
                       routh_contact_point3 *contact) {
    routh_regressor *r = problem->regressor;
    routh_contact_point3 *nearby = contact + r->pairs;
    for (size_t i = 0, k = 0; i < r->recordings; i++)
        for (size_t own = 0; own < r->recording[i]->count; own++, k++) {
            const size_t count = contacts[k] ? routh_regressor_contacts(r, nominal, k, r->pairs, contact) : 0;
            for (int side = -1; side <= 1 && count; side += 2) {
                const size_t at = within_window(r->recording[i], own, side);
                const size_t others =
                    at == own ? 0 : routh_regressor_contacts(r, nominal, k + at - own, r->pairs, nearby);
                for (size_t c = 0; c < count; c++)
                    if (turns_round(&contact[c], others, nearby))
                        memset(contact[c].tangent, 0, sizeof contact[c].tangent);
            }
            problem->stuck[k] = stuck_share(count, contact);
        }
}

/* How many samples away contacts may be that a wrench belongs to: three deviations of the Gaussian, and two of latencies'
 * priors. */
static size_t latest(const routh_separable *problem) {
    const routh_regressor *regressor = problem->regressor;
    double prior = 0, rate = 0;
    for (size_t j = 0; j < problem->unknowns; j++)
        if (problem->displacement[j].kind == ROUTH_DISPLACE_LATENCY)
            prior = fmax(prior, problem->displacement[j].deviation);
    for (size_t i = 0; i < regressor->recordings; i++)
        rate = fmax(rate, regressor->recording[i]->rate);
    return (size_t)fmin(ceil(3 * routh_smoothing(rate) + 2 * prior * rate), (double)problem->samples);
}

/* A wrench that may be late may be that of contacts that stick nearby. Near the ends of a recording, or a gap, it may be that
 * of contacts before or after it, of which no more is known. */
static void widen_stuck(routh_separable *problem) {
    const routh_regressor *r = problem->regressor;
    const size_t reach = latest(problem);
    size_t k = 0;
    for (size_t i = 0; i < r->recordings; i++)
        for (size_t first = 0, end; first < r->recording[i]->count; first = end) {
            end = routh_insertion_stretch(r->recording[i], first);
            for (size_t own = first; own < end; own++, k++) {
                const bool inside = own - first >= reach && own + reach < end;
                problem->scratch[k] = inside ? 0 : 1;
                for (size_t near = k - reach; inside && near <= k + reach; near++)
                    problem->scratch[k] = fmax(problem->scratch[k], problem->stuck[near]);
            }
        }
    memcpy(problem->stuck, problem->scratch, problem->samples * sizeof *problem->stuck);
}

/* The weight of a sample all of whose contacts stick. Frozen friction lasts: it draws a latency by tens of milliseconds
 * unless all samples that stick together weigh no more than one. */
static double weigh_stuck(const routh_separable *problem) {
    double stuck = 0;
    for (size_t k = 0; k < problem->samples && problem->regressor->delays; k++)
        stuck += problem->stuck[k];
    return problem->regressor->options.stick_weight / fmax(1, stuck);
}

/* Weights from what sticks. Frozen friction has the same error in all samples, and the
 * residual cannot separate it from displacements: compared with errors that are independent from row to row it counts
 * like f² m_s²/L of them, m_s being the weight of what sticks. */
static void weigh_samples(routh_separable *problem) {
    const routh_instant *instant = problem->regressor->instant;
    const double less = 1 / weigh_stuck(problem) - 1;
    double stuck = 0, squares = 0;
    for (size_t k = 0; k < problem->samples; k++) {
        if (k > 0 && instant[k].recording != instant[k - 1].recording) {
            squares += stuck * stuck; /* what froze in one recording is not what froze in another */
            stuck = 0;
        }
        const double share = problem->stuck[k];
        problem->level[k] = 1 / sqrt(1 + less * share * share);
        stuck += problem->level[k] * problem->level[k] * share;
        double *y = &problem->y[6 * k];
        for (int i = 0; i < 6; i++)
            y[i] *= problem->level[k];
        if (problem->counted[k]) {
            problem->mass += problem->level[k] * problem->level[k];
            problem->used++;
        } else
            problem->idle += sample_square(y);
    }
    squares += stuck * stuck;
    problem->frozen = problem->mass > 0 ? routh_frozen_friction * routh_frozen_friction * squares / problem->mass : 0.0;
}

static routh_status look_at_nominal(routh_context *context, routh_separable *problem) {
    ROUTH_ARENA(room, context);
    double *nominal = routh_take(&room, problem->unknowns, sizeof *nominal);
    uint32_t *contacts = routh_take(&room, problem->samples, sizeof *contacts);
    routh_contact_point3 *contact = routh_take(&room, problem->regressor->pairs, 2 * sizeof *contact);
    ROUTH_TRY(room.status);
    for (size_t j = 0; j < problem->unknowns; j++)
        nominal[j] = problem->displacement[j].nominal;
    ROUTH_TRY(routh_regressor_evaluate(context, problem->regressor, nominal, problem->raw, contacts));
    count_samples(problem, contacts);
    find_stuck(problem, nominal, contacts, contact);
    if (problem->regressor->delays)
        widen_stuck(problem);
    weigh_samples(problem);
    return ROUTH_OK;
}

routh_status routh_separable_create(routh_arena *arena, routh_regressor *regressor, routh_separable *problem) {
    *problem = (routh_separable){.regressor = regressor,
                                 .displacement = regressor->assembly->displacement,
                                 .samples = routh_regressor_samples(regressor),
                                 .rows = 6 * routh_regressor_samples(regressor),
                                 .unknowns = routh_regressor_unknowns(regressor),
                                 .before = routh_regressor_evaluations(regressor)};
    for (int i = 0; i < 6; i++)
        problem->weight[i] = 1 / (i < 3 ? regressor->options.force_scale : regressor->options.moment_scale);
    problem->y = routh_take(arena, problem->rows, sizeof *problem->y);
    problem->level = routh_take(arena, problem->samples, sizeof *problem->level);
    problem->stuck = routh_take(arena, problem->samples, sizeof *problem->stuck);
    problem->counted = routh_take(arena, problem->samples, sizeof *problem->counted);
    problem->raw = routh_take(arena, problem->rows, 2 * sizeof *problem->raw);
    problem->known = routh_take(arena, problem->unknowns + 1, sizeof *problem->known);
    problem->touching = routh_take(arena, problem->samples, sizeof *problem->touching);
    problem->scratch = routh_take(arena, regressor->delays ? problem->rows : 1, 2 * sizeof *problem->scratch);
    ROUTH_TRY(arena->status);
    problem->known[problem->unknowns] = NAN; /* nothing is evaluated yet */
    const double *wrench = routh_regressor_wrench(regressor);
    for (size_t i = 0; i < problem->rows; i++)
        problem->y[i] = problem->weight[i % 6] * wrench[i];
    return look_at_nominal(arena->context, problem);
}

size_t routh_separable_evaluations(const routh_separable *problem) {
    return routh_regressor_evaluations(problem->regressor) - problem->before;
}

routh_status routh_projection_create(routh_arena *arena, const routh_separable *problem, routh_projection *projection) {
    const size_t rows = problem->rows, unknowns = problem->unknowns;
    *projection = (routh_projection){
        .z = routh_take(arena, unknowns, sizeof(double)),
        .x = routh_take(arena, unknowns, sizeof(double)),
        .phi = routh_take(arena, rows, 2 * sizeof(double)),
        .q = routh_take(arena, rows, 2 * sizeof(double)),
        .y = routh_take(arena, rows, sizeof(double)),
        .residual = routh_take(arena, rows, sizeof(double)),
        .contacts = routh_take(arena, problem->samples, sizeof(uint32_t)),
    };
    return arena->status;
}

static double weight_of(const routh_separable *problem, size_t row) {
    return problem->level[row / 6] * problem->weight[row % 6];
}

/* Are the contacts at x those of the last evaluation? Errors of sensors do not change them. */
static int same_contacts(const routh_separable *problem, const double *x) {
    for (size_t j = 0; j < problem->unknowns; j++)
        if (!routh_displacement_measures(problem->displacement[j].kind) && !(problem->known[j] == x[j]))
            return 0;
    return problem->regressor->measures && !isnan(problem->known[problem->unknowns]);
}

static bool is_delayed(const routh_separable *problem) {
    return problem->regressor->delays && !problem->at_poses;
}

/* *phi: Φ at x as the wrench has it, which is problem->raw if no wrench is late. */
static routh_status find_phi(routh_context *context, const routh_separable *problem, const double *x,
                             const double **phi) {
    if (!same_contacts(problem, x)) {
        problem->known[problem->unknowns] = NAN; /* until it is done */
        ROUTH_TRY(routh_regressor_evaluate(context, problem->regressor, x, problem->raw, problem->touching));
        memcpy(problem->known, x, problem->unknowns * sizeof *x);
        problem->known[problem->unknowns] = 0;
    }
    if (is_delayed(problem))
        routh_smooth_wrenches(problem->regressor, x, true, 2, problem->raw, problem->scratch);
    *phi = is_delayed(problem) ? problem->scratch : problem->raw;
    return ROUTH_OK;
}

/* The weighted Φ at x, columns one after another. */
static routh_status evaluate(routh_context *context, const routh_separable *problem, const double *x, double *phi,
                             uint32_t *contacts) {
    const double *raw;
    ROUTH_TRY(find_phi(context, problem, x, &raw));
    if (contacts)
        memcpy(contacts, problem->touching, problem->samples * sizeof *contacts);
    for (size_t i = 0; i < problem->rows; i++)
        for (size_t c = 0; c < 2; c++)
            phi[c * problem->rows + i] = weight_of(problem, i) * raw[2 * i + c];
    return ROUTH_OK;
}

/* y at x. */
static void measure(const routh_separable *problem, const double *x, double *y) {
    if (!problem->regressor->measures) {
        memcpy(y, problem->y, problem->rows * sizeof *y);
        return;
    }
    if (is_delayed(problem)) {
        routh_regressor_measure(problem->regressor, x, false, problem->scratch);
        routh_smooth_wrenches(problem->regressor, x, false, 1, problem->scratch, y);
    } else
        routh_regressor_measure(problem->regressor, x, true, y);
    for (size_t i = 0; i < problem->rows; i++)
        y[i] *= weight_of(problem, i);
}

static void find_residual(const routh_separable *problem, routh_projection *projection) {
    const size_t rows = problem->rows;
    const double *theta = projection->fit.theta, *phi = projection->phi; /* theta[0] is K, theta[1] is μK */
    for (size_t i = 0; i < rows; i++)
        projection->residual[i] = projection->y[i] - phi[i] * theta[0] - phi[rows + i] * theta[1];
}

routh_status routh_project(routh_context *context, const routh_separable *problem, routh_projection *projection) {
    double squares = 0;
    for (size_t j = 0; j < problem->unknowns; j++) {
        const routh_displacement *d = &problem->displacement[j];
        projection->x[j] = d->nominal + d->deviation * projection->z[j];
        squares += projection->z[j] * projection->z[j];
    }
    ROUTH_TRY(evaluate(context, problem, projection->x, projection->phi, projection->contacts));
    const size_t rows = problem->rows;
    measure(problem, projection->x, projection->y);
    projection->fit = routh_solve_two_columns(rows, projection->phi, projection->y, projection->q);
    find_residual(problem, projection);
    const double sum = routh_sum_of_products(rows, projection->residual, projection->residual) - problem->idle;
    projection->force_cost = problem->used ? fmax(0, sum) / (6 * problem->mass) : 0.0;
    projection->geometric_cost = problem->unknowns ? squares / (double)problem->unknowns : 0.0;
    return ROUTH_OK;
}

double routh_objective(const routh_projection *projection, double gamma) {
    return projection->force_cost + gamma * projection->geometric_cost;
}

routh_status routh_regressor_slope(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                   size_t j, double step, int both, double *slope) {
    const double deviation = problem->displacement[j].deviation, centre = at->x[j];
    at->x[j] = centre + step * deviation;
    double width = (at->x[j] - centre) / deviation; /* what the step is after rounding */
    const double *raw = NULL;
    routh_status status = evaluate(context, problem, at->x, slope, NULL);
    if (status == ROUTH_OK && both) {
        /* the other side goes straight into the difference: no third array */
        at->x[j] = centre - step * deviation;
        width -= (at->x[j] - centre) / deviation;
        status = find_phi(context, problem, at->x, &raw);
    }
    at->x[j] = centre;
    for (size_t i = 0; status == ROUTH_OK && i < problem->rows; i++)
        for (size_t c = 0; c < 2; c++) {
            const size_t to = c * problem->rows + i;
            const double other = both ? weight_of(problem, i) * raw[2 * i + c] : at->phi[to];
            slope[to] = (slope[to] - other) / width;
        }
    return status;
}

routh_status routh_plain_change(routh_context *context, const routh_separable *problem, const routh_projection *at,
                                size_t j, const double *slope, double *change) {
    const size_t rows = problem->rows;
    for (size_t i = 0; i < rows; i++)
        change[i] = -(slope[i] * at->fit.theta[0] + slope[rows + i] * at->fit.theta[1]);
    if (!routh_displacement_measures(problem->displacement[j].kind))
        return ROUTH_OK;
    static const double step = 1e-2; /* deviations; the effect of a bias is linear */
    ROUTH_ARENA(room, context);
    double *y = routh_take(&room, rows, 2 * sizeof *y);
    ROUTH_TRY(room.status);
    const double centre = at->x[j], width = step * problem->displacement[j].deviation;
    for (size_t side = 0; side < 2; side++) {
        at->x[j] = side ? centre - width : centre + width;
        measure(problem, at->x, y + side * rows);
    }
    at->x[j] = centre;
    for (size_t i = 0; i < rows; i++)
        change[i] += (y[i] - y[rows + i]) / (2 * step);
    return ROUTH_OK;
}
