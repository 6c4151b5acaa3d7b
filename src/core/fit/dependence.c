/* A law whose parameters depend on recorded quantities.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "fit/fit.h"

/* What was recorded of an impact, by name: all that a law's parameter may depend on.
 *
 * Positions and angles are the file's own; velocities are those just before contact, gravity included. The momentum is
 * |W⁻¹v|, that of the contact point, which says how hard the impact is; m times the speed would be the speed again. */

enum { X, Y, THETA, TWO_THETA, VX, VY, SPEED, OMEGA, VT, VN, MOMENTUM, ORDER, QUANTITIES };

static const routh_name_entry entries[QUANTITIES] = {
    [X] = {"x", "position of the centre before impact along the file's x axis"},
    [Y] = {"y", "the same along its y axis"},
    [THETA] = {"theta", "angle of the body before impact"},
    [TWO_THETA] = {"2theta", "twice that angle, for bodies that look the same after half a turn"},
    [VX] = {"vx", "velocity of the centre before impact along the ground"},
    [VY] = {"vy", "the same across the ground"},
    [SPEED] = {"speed", "size of that velocity"},
    [OMEGA] = {"omega", "spin before impact"},
    [VT] = {"vt", "velocity of the contact point along the ground"},
    [VN] = {"vn", "the same across the ground"},
    [MOMENTUM] = {"momentum", "impulse that would stop the contact point"},
    [ORDER] = {"order", "place of the impact in the file, from 0"},
};
const routh_names routh_quantities = {"quantity", QUANTITIES, entries};

static const char *const units[QUANTITIES] = {
    [X] = "m",       [Y] = "m",         [THETA] = "rad", [TWO_THETA] = "rad", [VX] = "m/s",       [VY] = "m/s",
    [SPEED] = "m/s", [OMEGA] = "rad/s", [VT] = "m/s",    [VN] = "m/s",        [MOMENTUM] = "N s", [ORDER] = ""};

int routh_quantity_index(const char *name) {
    for (int i = 0; i < QUANTITIES; i++)
        if (strcmp(entries[i].name, name) == 0)
            return i;
    return -1;
}

const char *routh_quantity_unit(const char *name) {
    const int i = routh_quantity_index(name);
    return i < 0 ? "" : units[i];
}

bool routh_quantity_is_angle(const char *name) {
    const int i = routh_quantity_index(name);
    return i == THETA || i == TWO_THETA;
}

static double momentum(const routh_contact *c) {
    const double determinant = c->wtt * c->wnn - c->wtn * c->wtn;
    return hypot(c->wnn * c->vt - c->wtn * c->vn, c->wtt * c->vn - c->wtn * c->vt) / determinant;
}

double routh_quantity_value(int quantity, const double pose[3], const routh_impact *impact,
                            const routh_contact *contact, double order) {
    const double all[QUANTITIES] = {[X] = pose[0],
                                    [Y] = pose[1],
                                    [THETA] = pose[2],
                                    [TWO_THETA] = 2 * pose[2],
                                    [VX] = impact->vx,
                                    [VY] = impact->vy,
                                    [SPEED] = hypot(impact->vx, impact->vy),
                                    [OMEGA] = impact->omega,
                                    [VT] = contact->vt,
                                    [VN] = contact->vn,
                                    [MOMENTUM] = momentum(contact),
                                    [ORDER] = order};
    return all[quantity];
}

double routh_quantity_of_impact(const char *name, const routh_impact *impact, const double pose[3]) {
    static const double unknown[3] = {NAN, NAN, NAN};
    const int quantity = routh_quantity_index(name);
    routh_contact contact;
    if (quantity < 0 || routh_contact_of(NULL, impact, &contact) != ROUTH_OK)
        return NAN;
    return routh_quantity_value(quantity, pose ? pose : unknown, impact, &contact, NAN);
}

/* A law whose parameters depend on something: its terms, and the parameters of one impact. */

/* A column that the others leave less than this of is a combination of them. */
static const double collinear = 1e-6;

/* What varies by less than this share of its size is rounding. */
static const double least_variation = 1e-10;

double routh_term_value(const routh_dependence *dependence, const routh_term *term, const double *value) {
    const size_t k = term->covariate;
    if (term->power == 0)
        return term->multiple > 0 ? sin(term->multiple * value[k]) : cos(-term->multiple * value[k]);
    const double inside = fmin(dependence->most[k], fmax(dependence->least[k], value[k]));
    const double z = (inside - dependence->mean[k]) / dependence->deviation[k];
    double product = z;
    for (int power = 1; power < term->power; power++)
        product *= z;
    return product;
}

void routh_dependence_parameters(const routh_dependence *dependence, const double *value, double *parameters) {
    const routh_dependence *d = dependence;
    for (int j = 0; j < d->law->parameter_count; j++)
        parameters[j] = d->parameters[j];
    for (size_t t = 0; t < d->term_count; t++)
        parameters[d->term[t].parameter] += d->term[t].coefficient * routh_term_value(d, &d->term[t], value);
    for (int j = 0; j < d->law->parameter_count && d->term_count > 0; j++)
        parameters[j] = fmin(d->high[j], fmax(d->low[j], parameters[j]));
}

/* Mean, deviation and range of covariate k. */
static routh_status measure(routh_context *context, const double *value, const size_t *index, size_t count, size_t k,
                            routh_dependence *d) {
    const size_t stride = d->covariate_count;
    double sum = 0, squares = 0, least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        const double x = value[(index ? index[i] : i) * stride + k];
        sum += x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    const double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double off = value[(index ? index[i] : i) * stride + k] - mean;
        squares += off * off;
    }
    d->mean[k] = mean;
    d->deviation[k] = sqrt(squares / (double)count);
    d->least[k] = least;
    d->most[k] = most;
    if (!(most - least > least_variation * fmax(fabs(least), fabs(most))))
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                                "%s is %g in all %zu fitted impacts: %s cannot depend on what does not vary",
                                d->covariate[k].quantity, mean, count, d->covariate[k].parameter);
    return ROUTH_OK;
}

static routh_status add_terms(routh_context *context, size_t k, routh_dependence *d) {
    const routh_covariate *c = &d->covariate[k];
    const int parameter = routh_law_parameter(d->law, c->parameter);
    const int angle = routh_quantity_is_angle(c->quantity);
    for (int degree = 1; parameter >= 0 && degree <= c->degree; degree++)
        for (int part = 0; part < (angle ? 2 : 1); part++) {
            if (d->term_count == ROUTH_MOST_TERMS)
                return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate",
                                        "the covariates have more than %d terms: use fewer, or lower degrees",
                                        ROUTH_MOST_TERMS);
            d->term[d->term_count++] = (routh_term){.covariate = k,
                                                    .parameter = parameter,
                                                    .power = angle ? 0 : degree,
                                                    .multiple = angle ? (part ? -degree : degree) : 0,
                                                    .interval = {NAN, NAN, NAN}};
        }
    return ROUTH_OK;
}

/* The terms of one parameter as columns of unit length, a constant first; `owner` says whose column it is. */
static size_t fill_columns(const routh_dependence *d, int parameter, const double *value, const size_t *index,
                           size_t count, double *column, const routh_term **owner) {
    size_t columns = 1;
    for (size_t i = 0; i < count; i++)
        column[i] = 1 / sqrt((double)count);
    for (size_t t = 0; t < d->term_count; t++) {
        if (d->term[t].parameter != parameter)
            continue;
        double *const to = column + columns * count, square = 0;
        for (size_t i = 0; i < count; i++) {
            to[i] = routh_term_value(d, &d->term[t], value + (index ? index[i] : i) * d->covariate_count);
            square += to[i] * to[i];
        }
        for (size_t i = 0; i < count; i++)
            to[i] /= square > 0 ? sqrt(square) : 1;
        owner[columns++] = &d->term[t];
    }
    return columns;
}

static routh_status refuse_collinear(routh_context *context, const double *value, const size_t *index, size_t count,
                                     const routh_dependence *d) {
    ROUTH_ARENA(room, context);
    double *column = routh_take(&room, count, (ROUTH_MOST_TERMS + 1) * sizeof *column);
    double r[(ROUTH_MOST_TERMS + 1) * (ROUTH_MOST_TERMS + 1)];
    ROUTH_TRY(room.status);
    for (int j = 0; j < d->law->parameter_count; j++) {
        const routh_term *owner[ROUTH_MOST_TERMS + 1];
        const size_t columns = fill_columns(d, j, value, index, count, column, owner);
        routh_triangularise(count, columns, column, r);
        for (size_t c = 1; c < columns; c++)
            if (!(r[c * columns + c] > collinear))
                return routh_fail_field(
                    context, ROUTH_BAD_ARGUMENT, "covariate",
                    "%s over %s: in these %zu impacts this is a combination of the other covariates or "
                    "lower degrees of %s, so their shares cannot be separated; leave one out",
                    d->covariate[owner[c]->covariate].parameter, d->covariate[owner[c]->covariate].quantity, count,
                    d->covariate[owner[c]->covariate].parameter);
    }
    return ROUTH_OK;
}

static double correlation(const double *value, const size_t *index, size_t count, const routh_dependence *d, size_t a,
                          size_t b) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double *row = value + (index ? index[i] : i) * d->covariate_count;
        sum += (row[a] - d->mean[a]) * (row[b] - d->mean[b]);
    }
    return sum / ((double)count * d->deviation[a] * d->deviation[b]);
}

/* Of two covariates of one parameter; angles go round, so that their correlation says nothing. */
static void find_correlated(const double *value, const size_t *index, size_t count, routh_dependence *d) {
    for (size_t a = 0; a < d->covariate_count; a++)
        for (size_t b = 0; b < a; b++) {
            if (strcmp(d->covariate[a].parameter, d->covariate[b].parameter) != 0 ||
                routh_quantity_is_angle(d->covariate[a].quantity) || routh_quantity_is_angle(d->covariate[b].quantity))
                continue;
            const double found = correlation(value, index, count, d, a, b);
            if (fabs(found) > fabs(d->correlation)) {
                d->correlation = found;
                d->correlated[0] = b;
                d->correlated[1] = a;
            }
        }
}

routh_status routh_dependence_plan(routh_context *context, const double *value, const size_t *index, size_t count,
                                   routh_dependence *dependence) {
    routh_dependence *d = dependence;
    routh_status status = ROUTH_OK;
    for (size_t k = 0; k < d->covariate_count && status == ROUTH_OK; k++)
        status = add_terms(context, k, d);
    const size_t unknowns = (size_t)d->law->parameter_count + d->term_count;
    if (status == ROUTH_OK && d->term_count > 0 && count <= unknowns) /* one impact has nothing that varies */
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "covariate fit_count",
                                  "%zu impacts to fit are too few for %zu unknowns of %s with these covariates: at "
                                  "least %zu are needed",
                                  count, unknowns, d->law->name, unknowns + 1);
    for (size_t k = 0; k < d->covariate_count && status == ROUTH_OK; k++)
        status = measure(context, value, index, count, k, d);
    if (status == ROUTH_OK)
        status = refuse_collinear(context, value, index, count, d);
    if (status == ROUTH_OK)
        find_correlated(value, index, count, d);
    return status;
}
