/* Worlds with something wrong in them, and some with nothing wrong: are intervals right there, or does the study say so?
 *
 * Impacts are integrated here, in small steps of the normal impulse (Darboux and Keller) with Stronge's or Poisson's end of
 * restitution, in small steps of time with springs, or solved with Newton's v_n = −ε v_n and friction on the final slip; none
 * of the library's laws or generators is used. Body, friction and restitution differ from seed to seed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "coverage.h"

enum { STEPS = 4000, MOST_STEPS = 4 * STEPS, MOST_IMPACTS = 400, REPETITIONS = 12 };

typedef struct contact_of {
    double mass, inertia, rx, ry, mu, eps, couple, eta2;
    const char *law;
} contact_of;

static double sign_of(double x) {
    return (x > 0) - (x < 0);
}

/* One step: friction opposes slip, or holds the point where it can. Returns the normal velocity after it. */
static double step(const contact_of *c, double d, routh_velocity *v) {
    const double slip = v->vx - c->ry * v->omega, turn = -c->couple * sign_of(v->omega);
    const double give = 1 / c->mass + c->ry * c->ry / c->inertia;
    const double holds = (c->rx + turn) * c->ry / c->inertia / give;
    const double near = 1.2 * d * (c->mu * give + fabs(c->rx * c->ry) / c->inertia);
    const double wanted = fmax(-c->mu, fmin(c->mu, holds - slip / d / give));
    const double friction = fabs(slip) < near ? wanted : -c->mu * sign_of(slip);
    v->vx += friction * d / c->mass;
    v->vy += d / c->mass;
    v->omega += (c->rx - c->ry * friction + turn) * d / c->inertia;
    return v->vy + c->rx * v->omega;
}

static routh_velocity integrate(const contact_of *c, routh_velocity v) {
    const bool poisson = strcmp(c->law, "wang-mason") == 0;
    double normal = v.vy + c->rx * v.omega, given = 0, half = 0, taken = 0;
    const double d = 3 * fabs(normal) / (1 / c->mass + c->rx * c->rx / c->inertia) / STEPS;
    for (int k = 0; k < MOST_STEPS; k++) {
        const routh_velocity from = v;
        const double next = step(c, d, &v), closing = normal >= 0 ? 0 : next <= 0 ? 1 : normal / (normal - next);
        half += closing * d; /* its impulse, and the work taken */
        taken -= closing * d * (normal + fmin(0, next)) / 2;
        const double more = poisson ? (1 - closing) * d : (1 - closing) * d * (fmax(0, normal) + fmax(0, next)) / 2;
        const double owed = poisson ? c->eps * half : c->eps * c->eps * taken;
        given += more;
        normal = next;
        if (normal > 0 && given >= owed) { /* the last step in part */
            const double back = (1 - closing) * (given - owed) / more;
            return (routh_velocity){v.vx - back * (v.vx - from.vx), v.vy - back * (v.vy - from.vy),
                                    v.omega - back * (v.omega - from.omega)};
        }
    }
    return v;
}

static routh_velocity pushed(const contact_of *c, routh_velocity v, double pt, double pn) {
    return (routh_velocity){v.vx + pt / c->mass, v.vy + pn / c->mass, v.omega + (c->rx * pn - c->ry * pt) / c->inertia};
}

/* Springs of the contact point: the normal one gives ε² of its energy back, friction cuts the other's force. */
static routh_velocity spring(const contact_of *c, routh_velocity v) {
    const double stiff = c->mass, d = 2e-4; /* in units of 1/s², of no influence, and the steps of its time, s */
    double closed = 0, most = 0, ft = 0, fn = 0;
    for (int k = 0; k < MOST_STEPS && (k == 0 || fn > 0); k++) {
        closed -= d * (v.vy + c->rx * v.omega);
        most = fmax(most, closed);
        fn = stiff * (most - (most - closed) / (c->eps * c->eps));
        ft -= d * stiff / c->eta2 * (v.vx - c->ry * v.omega);
        ft = fmax(-c->mu * fn, fmin(c->mu * fn, ft));
        if (fn > 0)
            v = pushed(c, v, d * ft, d * fn);
    }
    return v;
}

/* v_n = −ε v_n; the contact point sticks in the end, or slips against friction. */
static routh_velocity newton(const contact_of *c, routh_velocity v) {
    const double wnn = 1 / c->mass + c->rx * c->rx / c->inertia, wtt = 1 / c->mass + c->ry * c->ry / c->inertia;
    const double wtn = -c->rx * c->ry / c->inertia, vt = v.vx - c->ry * v.omega;
    const double owed = -(1 + c->eps) * (v.vy + c->rx * v.omega);
    double pn = (wtt * owed + wtn * vt) / (wnn * wtt - wtn * wtn), pt = (owed - wnn * pn) / wtn;
    if (fabs(wtn) < 1e-12)
        pt = -vt / wtt;
    for (int side = -1; side <= 1 && fabs(pt) > c->mu * pn; side += 2) {
        const double alone = owed / (wnn - side * c->mu * wtn);
        if (side * (vt + (wtn - side * c->mu * wtt) * alone) >= 0)
            return pushed(c, v, -side * c->mu * alone, alone);
    }
    return pushed(c, v, pt, pn);
}

static routh_velocity answer(const contact_of *c, routh_velocity v) {
    return strcmp(c->law, "ap-newton") == 0   ? newton(c, v)
           : strcmp(c->law, "compliant") == 0 ? spring(c, v)
                                              : integrate(c, v);
}

/* What a seed decides. */
typedef struct recipe {
    const coverage_world *world;
    routh_random random; /* of the world; noise has its own */
    routh_body body;
    double mu, eps, couple, eta2, deviation[2]; /* of vx and vy, m/s; of ω, rad/s */
    double sum_mu, sum_eps;
    size_t count;
    contact_of contact[MOST_IMPACTS];
    routh_record exact[MOST_IMPACTS];
} recipe;

static double between(recipe *r, double low, double high) {
    return routh_random_uniform(&r->random, low, high);
}

/* Corners on a circle. */
static routh_shape regular(size_t corners, double radius) {
    routh_shape shape = {.kind = ROUTH_POLYGON, .count = corners};
    for (size_t k = 0; k < corners; k++) {
        const double angle = 2 * acos(-1) * (double)k / (double)corners;
        shape.vertex[k][0] = radius * cos(angle);
        shape.vertex[k][1] = radius * sin(angle);
    }
    return shape;
}

static routh_shape shape_named(const char *name) {
    static const struct {
        const char *name;
        routh_shape shape;
    } polygons[] = {
        {"rectangle",
         {ROUTH_POLYGON, .count = 4, .vertex = {{-0.04, -0.02}, {0.04, -0.02}, {0.04, 0.02}, {-0.04, 0.02}}}},
        {"slab",
         {ROUTH_POLYGON, .count = 4, .vertex = {{-0.06, -0.015}, {0.06, -0.015}, {0.06, 0.015}, {-0.06, 0.015}}}},
        {"kite", {ROUTH_POLYGON, .count = 4, .vertex = {{0, -0.05}, {0.028, 0.015}, {0, 0.035}, {-0.028, 0.015}}}},
        {"triangle", {ROUTH_POLYGON, .count = 3, .vertex = {{0.03, -0.02}, {0, 0.04}, {-0.03, -0.02}}}}};
    for (size_t i = 0; i < sizeof polygons / sizeof polygons[0]; i++)
        if (strcmp(name, polygons[i].name) == 0)
            return polygons[i].shape;
    return strcmp(name, "pentagon") == 0   ? regular(5, 0.03)
           : strcmp(name, "heptagon") == 0 ? regular(7, 0.04)
                                           : routh_shape_ellipse(0.035, 0.025);
}

static void begin(recipe *r, const coverage_world *world, uint64_t seed) {
    memset(r, 0, sizeof *r);
    r->world = world;
    r->random = routh_random_seed(world_seed(world, seed), 77);
    r->body.shape = shape_named(world->shape);
    r->body.mass = between(r, 0.03, 0.3);
    const double gyration = between(r, 0.9, 1.1) * sqrt(routh_shape_gyration_squared(&r->body.shape));
    r->body.inertia = r->body.mass * gyration * gyration;
    r->mu = between(r, 0.1, 0.4);
    r->eps = between(r, 0.4, 0.8);
    r->couple = world->flaw == FLAW_COUPLE ? gyration * between(r, 0.1, 0.2) : 0;
    r->eta2 = 1.2;
    r->deviation[0] = 0.01 * between(r, 0.7, 1.5);
    r->deviation[1] = 0.3 * between(r, 0.7, 1.5);
}

/* How friction and restitution of this impact differ from what the fit believes. */
static void bend(const recipe *r, const routh_record *at, double age, bool other, contact_of *c) {
    const double closing = -(at->before.vy + c->rx * at->before.omega);
    const double slip = fabs(at->before.vx - c->ry * at->before.omega);
    switch (r->world->flaw) {
    case FLAW_RESTITUTION_SPEED:
        c->eps = fmin(0.97, r->eps * pow(closing, -0.25));
        break;
    case FLAW_RESTITUTION_SOFT:
        c->eps = fmin(0.97, 0.25 + 0.8 * r->eps * exp(-closing / 1.2));
        break;
    case FLAW_FRICTION_SPEED:
        c->mu = r->mu * (0.5 + 1.2 * exp(-slip / 0.4));
        break;
    case FLAW_SURFACES:
        c->mu = at->x > 0 ? r->mu : 0.4 * r->mu + 0.02;
        c->eps = at->x > 0 ? r->eps : 0.8 * r->eps;
        break;
    case FLAW_BODIES:
        c->mu = other ? 0.3 * r->mu : r->mu;
        c->eps = other ? 0.7 * r->eps : r->eps;
        break;
    case FLAW_WORN:
        c->eps = cos(at->theta) > 0 ? 0.75 * r->eps : r->eps;
        break;
    case FLAW_DRIFT:
        c->eps = r->eps * (1 - 0.35 * age);
        c->mu = r->mu * (1 + 0.6 * age);
        break;
    case FLAW_PLACE:
        c->eps = fmin(0.97, r->eps * (1 + at->x / 1.2));
        break;
    default:
        break;
    }
}

static const char *law_of(const coverage_world *world) {
    return world->law ? world->law : "mirtich";
}

static void make(recipe *r) {
    r->count = r->world->count;
    for (size_t i = 0; i < r->count; i++) {
        routh_record *at = &r->exact[i];
        contact_of *c = &r->contact[i];
        *at = (routh_record){.time = NAN, .trajectory = -1, .x = between(r, -0.3, 0.3)};
        do {
            at->theta = between(r, 0, 2 * acos(-1));
            world_lowest_point(&r->body.shape, at->theta, &at->rx, &at->ry);
            at->before.vx = 0.5 * routh_random_normal(&r->random);
            at->before.vy = -between(r, 0.4, 2);
            at->before.omega = 12 * routh_random_normal(&r->random);
        } while (at->before.vy + at->rx * at->before.omega > -0.2);
        at->y = -at->ry;
        *c = (contact_of){r->body.mass, r->body.inertia, at->rx,  at->ry,          r->mu,
                          r->eps,       r->couple,       r->eta2, law_of(r->world)};
        bend(r, at, (double)i / (double)r->count, between(r, 0, 1) < 0.5, c);
        at->after = answer(c, at->before);
        r->sum_mu += c->mu;
        r->sum_eps += c->eps;
    }
}

/* Records that are not what they seem. */
static void spoil(recipe *r, size_t i, const routh_record *noisy, routh_record *at) {
    const size_t other = routh_random_index(&r->random, r->count);
    const double turn = 0.06;
    switch (r->world->flaw) {
    case FLAW_MIRRORED:
        at->rx = i % 2 ? -at->rx : at->rx;
        break;
    case FLAW_SHUFFLED:
        at->after = noisy[other].after;
        break;
    case FLAW_RANDOM:
        at->after = (routh_velocity){0.5 * routh_random_normal(&r->random), fabs(0.7 * routh_random_normal(&r->random)),
                                     8 * routh_random_normal(&r->random)};
        break;
    case FLAW_COPIES:
        *at = noisy[i % 3];
        break;
    case FLAW_TURNED:
        for (int k = 0; k < 2; k++) {
            routh_velocity *v = k ? &at->after : &at->before;
            *v = (routh_velocity){cos(turn) * v->vx - sin(turn) * v->vy, sin(turn) * v->vx + cos(turn) * v->vy,
                                  v->omega};
        }
        break;
    case FLAW_OUTLIERS:
        if (i % 33 == 7) {
            at->after.vx += 0.5 * routh_random_normal(&r->random);
            at->after.omega += 15 * routh_random_normal(&r->random);
        }
        break;
    default:
        break;
    }
}

static void measure(const recipe *r, instrument *with, const routh_record *exact, routh_record *at) {
    const double part = r->world->flaw == FLAW_UNEVEN ? 0.4 + 1.2 * fabs(exact->before.vy) : 1;
    instrument_rest(with);
    *at = *exact;
    at->rx = measured(with, 0, exact->rx, 2e-4);
    at->ry = measured(with, 1, exact->ry, 2e-4);
    for (int k = 0; k < 2; k++) {
        routh_velocity *v = k ? &at->after : &at->before;
        v->vx = measured(with, 2, v->vx, part * r->deviation[0]);
        v->vy = measured(with, 3, v->vy, part * r->deviation[0]);
        v->omega = measured(with, 4, v->omega, part * r->deviation[1]);
    }
}

/* The recording, with noise number `draw`, 0 for the one that is studied; release with routh_dataset_release. */
static void record(recipe *r, uint64_t seed, uint64_t draw, routh_dataset *dataset) {
    routh_record *noisy = calloc(r->count, sizeof *noisy), *at = calloc(r->count, sizeof *at);
    if (!noisy || !at)
        exit(EXIT_FAILURE);
    instrument with = instrument_of(r->world, seed, draw);
    if (draw > 0 && with.noise == QUANTISED) /* exact impacts round alike */
        with.noise = GAUSSIAN;
    for (size_t i = 0; i < r->count; i++)
        measure(r, &with, &r->exact[i], &noisy[i]);
    memcpy(at, noisy, r->count * sizeof *at);
    for (size_t i = 0; i < r->count; i++)
        spoil(r, i, noisy, &at[i]);
    free(noisy);
    *dataset = (routh_dataset){.body = r->body, .rate = NAN, .gravity = 9.81, .count = r->count, .record = at};
    if (r->world->flaw == FLAW_INERTIA)
        dataset->body.inertia *= 1.35;
    snprintf(dataset->name, sizeof dataset->name, "%s", r->world->name);
    snprintf(dataset->source, sizeof dataset->source, "%s", r->world->name);
}

/* Half the width of the interval of an estimator that knows law and noise: its scatter over recordings of these impacts. */
static void known_widths(recipe *r, uint64_t seed, double width[2]) {
    routh_context context = routh_context_default();
    const routh_law *law = routh_law_find(NULL, law_of(r->world));
    routh_fit_options options = routh_fit_options_default();
    double sum[2] = {0}, square[2] = {0};
    options.resamples = 0;
    context.threads = 1;
    for (uint64_t draw = 1; draw <= REPETITIONS; draw++) {
        routh_dataset dataset;
        routh_sample *samples = NULL;
        size_t count;
        routh_estimate fit;
        record(r, seed, draw, &dataset);
        if (routh_samples_of(&context, &dataset, ROUTH_AS_RECORDED, &samples, &count, NULL) == ROUTH_OK &&
            routh_law_fit(&context, law, samples, NULL, count, &options, &fit) == ROUTH_OK)
            for (int j = 0; j < 2; j++) {
                sum[j] += fit.parameters[j];
                square[j] += fit.parameters[j] * fit.parameters[j];
            }
        routh_samples_release(&context, samples);
        routh_dataset_release(NULL, &dataset);
    }
    for (int j = 0; j < 2; j++)
        width[j] = 1.96 * sqrt((square[j] - sum[j] * sum[j] / REPETITIONS) / (REPETITIONS - 1));
}

static void claim_headline(const recipe *r, const routh_study *study, const double *known, coverage_claims *claims) {
    const routh_frame_study *f = &study->frame[0];
    const routh_law_study *s = &f->law[f->best];
    const double truth[] = {r->sum_mu / (double)r->count, r->sum_eps / (double)r->count};
    static const char *const name[] = {"mu", "eps"};
    claims->misfit = f->remainder.found;
    claims->flagged = claims->misfit || f->standing != ROUTH_STANDING_SOUND;
    for (int q = 0; q < 2; q++) {
        const int j = routh_law_parameter(s->law, name[q]);
        if (j < 0 || f->standing == ROUTH_STANDING_NONE) {
            claim_refuse(claims, q, j < 0 ? "the best law has no such parameter" : "no law is recommended");
            continue;
        }
        claim_add(claims, q, truth[q], s->fit.parameters[j], s->interval[j].deviation, s->interval[j].low,
                  s->interval[j].high);
        claims->claim[claims->count - 1].known = known[q];
    }
}

/* What `routh study` does with a table of impacts, without the figures that only show. */
static void run_flawed(const coverage_world *world, uint64_t seed, coverage_claims *claims) {
    routh_context context = routh_context_default();
    recipe *r = malloc(sizeof *r);
    routh_dataset dataset;
    routh_study study;
    routh_study_options options = routh_study_options_default();
    const routh_law *laws[7];
    char why[ROUTH_NAME_SIZE];
    routh_frame frame = ROUTH_AS_RECORDED;
    double known[2];
    if (!r)
        exit(EXIT_FAILURE);
    context.threads = 1;
    options.k_max = options.draws = 2;
    options.surface = 3;
    if (world->law && !world->wrong) { /* the six, and the true one */
        static const char *const six[] = {"drumwright-shell", "ap-poisson", "ap-newton",
                                          "mirtich",          "wang-mason", "whittaker"};
        options.laws = laws;
        for (size_t l = 0; l < sizeof six / sizeof six[0]; l++)
            laws[options.law_count++] = routh_law_find(NULL, six[l]);
        if (strcmp(world->law, "compliant") == 0)
            laws[options.law_count++] = routh_law_find(NULL, world->law);
    }
    begin(r, world, seed);
    make(r);
    known_widths(r, seed, known);
    record(r, seed, 0, &dataset);
    routh_status status = routh_frame_of(&context, &dataset, "auto", &frame, why);
    if (status == ROUTH_OK)
        status = routh_study_run(&context, &dataset, &frame, 1, why, &options, &study);
    if (status == ROUTH_OK) {
        claim_headline(r, &study, known, claims);
        routh_study_release(&context, &study);
    } else
        for (int q = 0; q < 2; q++)
            claim_refuse(claims, q, context.message);
    routh_dataset_release(NULL, &dataset);
    free(r);
}

const coverage_estimator estimators_of_flawed[] = {
    {"verdict",
     "headline of a study of impacts: the best law's interval, and whether it says that something is wrong",
     {"mu", "eps"},
     FLAWED,
     40,
     false,
     run_flawed},
    {0},
};
