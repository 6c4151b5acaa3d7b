/* Table 1 of Identifiability analysis of planar rigid-body frictional contact (Fazeli, Tedrake, Rodriguez): how noise biases the estimate of m/I.
 *
 * The paper says neither how its starts were drawn nor which contacts were used. Here each run gives the state before
 * and after its first impact. The block lands tilted by 0.1 to 0.4 rad and the ellipse by up to 0.8 rad either way.
 * The noise of a channel is its root mean square over the runs × 10^(−SNR/20), so that a wide range of angles would
 * make the noise of the angle so large that nothing but the noise of r showed. The corner of the block that touches is
 * known to ordinary least squares, as in the paper's (27), and turned by the noisy angle; errors in variables do not
 * know it.
 *
 * The paper's errors of the ellipse, divided by its percentages, imply m/I of about 6, not 0.8.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "papers.h"

static const double friction = 0.7, restitution = 0.6;

/* Streams of random numbers: one a repetition for its drops, and one for its noise at each level. */
enum { STREAMS = 1 + NOISE_LEVELS };

/* One body of the table: what is dropped, from where, and what was printed. */
typedef struct table_case {
    const char *name;
    routh_shape shape;
    double m_over_i;
    routh_state low, high;
    double printed[NOISE_LEVELS][3]; /* mean error, deviation, percent */
} table_case;

static table_case case_of(int body) {
    if (body == 0)
        return (table_case){
            .name = "block",
            .shape = routh_shape_square(1),
            .m_over_i = 6,
            .low = {.pose = {0, 1, 0.1}, .velocity = {-1, -1, -0.1}},
            .high = {.pose = {0, 3, 0.4}, .velocity = {1, 1, 0.1}},
            .printed = {{-0.021, 0.097, -0.35},
                        {-0.125, 0.311, -2.083},
                        {-0.659, 0.912, -10.98},
                        {-3.491, 1.366, -58.197}},
        };
    return (table_case){
        .name = "ellipse",
        .shape = routh_shape_ellipse(2, 1),
        .m_over_i = 0.8,
        .low = {.pose = {0, 2, -0.8}, .velocity = {-1, -1, -0.5}},
        .high = {.pose = {0, 4, 0.8}, .velocity = {1, 1, 0.5}},
        .printed = {{-0.031, 0.101, -0.31}, {-0.136, 0.443, -2.34}, {-0.712, 0.820, -11.71}, {-4.891, 1.938, -80.44}},
    };
}

static double snr_of(int level) {
    return 40 - 10 * level;
}

noise_options noise_options_default(void) {
    return (noise_options){.runs = 100, .repetitions = 20, .seed = 1};
}

/* One estimate of each kind. */
typedef struct trial {
    double least_squares, variables, error; /* relative to the truth */
    int covered, failed;
} trial;

typedef struct noise_work {
    const noise_options *options;
    const table_case *what;
    trial *trial; /* repetitions × levels */
} noise_work;

/* The first contacts of all drops, exact. */
static routh_status drop_all(routh_context *context, const noise_work *w, uint64_t seed, routh_record **records,
                             size_t *count) {
    const routh_half_plane ground = routh_half_plane_default();
    routh_world_generator throws = routh_world_generator_default();
    throws.world.body = (routh_body){w->what->shape, 1, 1 / w->what->m_over_i};
    throws.world.plane = &ground;
    throws.run.law = routh_law_find(NULL, "ap-newton");
    routh_law_parameters(throws.run.law, friction, restitution, throws.run.parameters);
    throws.run.duration = 1.2; /* the highest start has touched by then */
    throws.run.rate = 10;
    throws.count = w->options->runs;
    throws.low = w->what->low;
    throws.high = w->what->high;
    throws.seed = seed;
    routh_dataset dataset;
    routh_status status = routh_world_generate(context, &throws, &dataset);
    if (status != ROUTH_OK)
        return status;
    status = routh_records_of(context, &dataset, ROUTH_AS_RECORDED, records, count);
    routh_dataset_release(context, &dataset);
    size_t first = 0;
    for (size_t i = 0; status == ROUTH_OK && i < *count; i++)
        if (first == 0 || (*records)[first - 1].trajectory != (*records)[i].trajectory)
            (*records)[first++] = (*records)[i];
    *count = status == ROUTH_OK ? first : 0;
    return status;
}

/* Root mean squares of y, θ, vx, vy, ω. */
static routh_noise sizes_of(const routh_record *records, size_t count) {
    routh_noise s = {0};
    for (size_t i = 0; i < count; i++) {
        const routh_record *c = &records[i];
        s.y += c->y * c->y;
        s.theta += c->theta * c->theta;
        s.vx += (c->before.vx * c->before.vx + c->after.vx * c->after.vx) / 2;
        s.vy += (c->before.vy * c->before.vy + c->after.vy * c->after.vy) / 2;
        s.omega += (c->before.omega * c->before.omega + c->after.omega * c->after.omega) / 2;
    }
    const double n = (double)count;
    return (routh_noise){.y = sqrt(s.y / n),
                         .theta = sqrt(s.theta / n),
                         .vx = sqrt(s.vx / n),
                         .vy = sqrt(s.vy / n),
                         .omega = sqrt(s.omega / n)};
}

/* The lowest point of an ellipse turned by theta, from its centre: its support along the body's (−sin θ, −cos θ). */
static void lowest_of(const routh_shape *ellipse, double theta, double *rx, double *ry) {
    const double c = cos(theta), s = sin(theta), a = ellipse->a, b = ellipse->b, far = hypot(a * s, b * c);
    const double x = -a * a * s / far, y = -b * b * c / far;
    *rx = c * x - s * y;
    *ry = s * x + c * y;
}

static void disturb(const routh_shape *shape, const routh_noise *size, double share, routh_random *random,
                    routh_record *c) {
    const double turn = share * size->theta * routh_random_normal(random), rx = c->rx, ry = c->ry;
    c->theta += turn;
    if (shape->kind == ROUTH_POLYGON) {
        c->rx = cos(turn) * rx - sin(turn) * ry;
        c->ry = sin(turn) * rx + cos(turn) * ry;
    } else
        lowest_of(shape, c->theta, &c->rx, &c->ry);
    c->y += share * size->y * routh_random_normal(random);
    routh_velocity *const both[] = {&c->before, &c->after};
    for (int k = 0; k < 2; k++) {
        both[k]->vx += share * size->vx * routh_random_normal(random);
        both[k]->vy += share * size->vy * routh_random_normal(random);
        both[k]->omega += share * size->omega * routh_random_normal(random);
    }
}

/* Both estimates from the same noisy contacts. That of errors in variables may fail, which is counted. */
static routh_status estimate_both(routh_context *context, const noise_work *w, const routh_record *noisy, size_t count,
                                  double snr, trial *made) {
    const double truth = w->what->m_over_i;
    routh_inertia_options options = routh_inertia_options_default();
    routh_inertia_estimate fit;
    options.estimator = ROUTH_LEAST_SQUARES;
    options.robust = 0;
    routh_status status = routh_inertia_fit(context, noisy, count, &options, &fit);
    if (status != ROUTH_OK)
        return status;
    made->least_squares = fit.value[0] / truth - 1;
    routh_inertia_estimate_release(context, &fit);
    options = routh_inertia_options_default();
    options.shape = &w->what->shape;
    routh_noise_of_snr(NULL, noisy, count, snr, &options.noise);
    status = routh_inertia_fit(context, noisy, count, &options, &fit);
    made->failed = status == ROUTH_NOT_ENDED;
    if (status != ROUTH_OK)
        return made->failed ? ROUTH_OK : status;
    made->variables = fit.value[0] / truth - 1;
    made->error = fit.standard_error[0] / truth;
    made->covered = fit.low[0] <= truth && truth <= fit.high[0];
    routh_inertia_estimate_release(context, &fit);
    return ROUTH_OK;
}

static routh_status repeat(routh_context *context, const noise_work *w, size_t repetition) {
    const uint64_t stream = repetition * STREAMS;
    routh_random seeds = routh_random_seed(w->options->seed, stream);
    routh_record *exact = NULL;
    size_t count = 0;
    routh_status status = drop_all(context, w, routh_random_bits(&seeds), &exact, &count);
    routh_record *noisy = status == ROUTH_OK ? calloc(count, sizeof *noisy) : NULL;
    if (status == ROUTH_OK && !noisy)
        status = paper_refuse(context, ROUTH_OUT_OF_MEMORY, NULL, "noise table: out of memory");
    const routh_noise size = sizes_of(exact, count);
    for (int level = 0; status == ROUTH_OK && level < NOISE_LEVELS; level++) {
        routh_random random = routh_random_seed(w->options->seed, stream + 1 + (uint64_t)level);
        memcpy(noisy, exact, count * sizeof *noisy);
        for (size_t i = 0; i < count; i++)
            disturb(&w->what->shape, &size, pow(10, -snr_of(level) / 20), &random, &noisy[i]);
        status = estimate_both(context, w, noisy, count, snr_of(level),
                               &w->trial[repetition * NOISE_LEVELS + (size_t)level]);
    }
    free(noisy);
    routh_records_release(context, exact);
    return status;
}

/* Mean and deviation in percent. */
static void summarise(double sum, double squares, double count, double *mean, double *deviation) {
    *mean = count > 0 ? 100 * sum / count : NAN;
    *deviation = count > 1 ? 100 * sqrt(fmax(0, squares - sum * sum / count) / (count - 1)) : NAN;
}

static noise_row row_of(const noise_work *w, int level) {
    const double *printed = w->what->printed[level];
    noise_row row = {
        .snr_db = snr_of(level), .printed = printed[0], .printed_deviation = printed[1], .printed_percent = printed[2]};
    double l = 0, ll = 0, v = 0, vv = 0, claimed = 0, covered = 0, count = 0;
    for (size_t i = 0; i < w->options->repetitions; i++) {
        const trial *t = &w->trial[i * NOISE_LEVELS + (size_t)level];
        l += t->least_squares;
        ll += t->least_squares * t->least_squares;
        row.failed += (size_t)t->failed;
        if (t->failed)
            continue;
        count++;
        v += t->variables;
        vv += t->variables * t->variables;
        claimed += t->error;
        covered += t->covered;
    }
    summarise(l, ll, (double)w->options->repetitions, &row.least_squares, &row.least_squares_deviation);
    summarise(v, vv, count, &row.variables, &row.variables_deviation);
    row.claimed = count > 0 ? 100 * claimed / count : NAN;
    row.covered = count > 0 ? covered / count : NAN;
    return row;
}

/* One repetition after another: drops and fits share out their work by themselves. */
static routh_status repeat_all(routh_context *context, const noise_work *w, int body) {
    for (size_t i = 0; i < w->options->repetitions; i++) {
        const double done = (double)body + (double)i / (double)w->options->repetitions;
        if (context && context->progress && context->progress("repetitions", done / NOISE_BODIES, context->user) != 0)
            return paper_refuse(context, ROUTH_CANCELLED, NULL, "noise table: cancelled");
        /* a quiet context: the progress of the parts is none of the whole */
        routh_context own = context ? *context : routh_context_default();
        own.progress = NULL;
        const routh_status status = repeat(&own, w, i);
        if (status != ROUTH_OK)
            return paper_refuse(context, status, NULL, "repetition %zu: %.400s", i + 1, own.message);
    }
    return ROUTH_OK;
}

routh_status noise_table_run(routh_context *context, const noise_options *options, noise_body table[NOISE_BODIES]) {
    const paper_limit limits[] = {{"runs", "", (double)options->runs, 2, ROUTH_MOST_REPETITIONS},
                                  {"repetitions", "", (double)options->repetitions, 1, ROUTH_MOST_REPETITIONS}};
    routh_status status = paper_check(context, "noise table", limits, 2);
    if (status != ROUTH_OK)
        return status;
    trial *trials = calloc(options->repetitions, NOISE_LEVELS * sizeof *trials);
    status = trials ? ROUTH_OK : paper_refuse(context, ROUTH_OUT_OF_MEMORY, NULL, "noise table: out of memory");
    for (int body = 0; status == ROUTH_OK && body < NOISE_BODIES; body++) {
        const table_case what = case_of(body);
        const noise_work w = {.options = options, .what = &what, .trial = trials};
        memset(trials, 0, options->repetitions * NOISE_LEVELS * sizeof *trials);
        status = repeat_all(context, &w, body);
        table[body] = (noise_body){.name = what.name, .m_over_i = what.m_over_i};
        for (int level = 0; level < NOISE_LEVELS; level++)
            table[body].row[level] = row_of(&w, level);
    }
    free(trials);
    return status;
}

void noise_table_text(FILE *file, const noise_options *options, const noise_body table[NOISE_BODIES]) {
    fprintf(file,
            "Error of m/I from the first impacts of %zu drops, in %% of the truth: mean ± deviation over %zu "
            "repetitions\n\n%-9s%6s   %17s   %16s   %16s   %7s   %8s\n",
            options->runs, options->repetitions, "", "SNR", "PAPER, OLS", "LEAST SQUARES", "ERRORS IN VAR.", "CLAIMED",
            "COVERED");
    for (int body = 0; body < NOISE_BODIES; body++)
        for (int level = 0; level < NOISE_LEVELS; level++) {
            const noise_row *row = &table[body].row[level];
            /* the paper's deviations are in 1/m²; its own percentages say of what */
            const double unit = row->printed_percent / row->printed;
            fprintf(file, "%-9s %2.0f dB   %7.2f ± %7.2f   %7.2f ± %6.2f   %7.2f ± %6.2f   %7.2f   %6.0f %%",
                    level == 0 ? table[body].name : "", row->snr_db, row->printed_percent,
                    row->printed_deviation * unit, row->least_squares, row->least_squares_deviation, row->variables,
                    row->variables_deviation, row->claimed, 100 * row->covered);
            if (row->failed)
                fprintf(file, "   %zu without an answer", row->failed);
            fputc('\n', file);
        }
    fprintf(
        file,
        "\nTruth: block of side 1 m, m/I = 6; ellipse of semi-axes 2 m and 1 m, m/I = 0.8; friction 0.7, restitution "
        "0.6.\nThe paper does not say how it drew its starts. Its errors of the ellipse, divided by their percentages, "
        "imply\nm/I of about 6. CLAIMED is the mean standard error, COVERED how many 95 %% intervals hold the "
        "truth.\n");
}

void noise_table_json(FILE *file, const noise_options *options, const noise_body table[NOISE_BODIES]) {
    fprintf(file,
            "{\n  \"layout\": 1,\n  \"runs\": %zu,\n  \"repetitions\": %zu,\n  \"seed\": %" PRIu64 ",\n  \"bodies\": [",
            options->runs, options->repetitions, options->seed);
    for (int body = 0; body < NOISE_BODIES; body++) {
        fprintf(file, "%s\n    {\n      \"name\": \"%s\",\n      ", body > 0 ? "," : "", table[body].name);
        paper_numbers(file, "m_over_i", &table[body].m_over_i, 1);
        fputs(",\n      \"rows\": [", file);
        for (int level = 0; level < NOISE_LEVELS; level++) {
            const noise_row *row = &table[body].row[level];
            const struct {
                const char *name;
                double value;
            } fields[] = {{"snr_db", row->snr_db},
                          {"printed", row->printed},
                          {"printed_deviation", row->printed_deviation},
                          {"printed_percent", row->printed_percent},
                          {"least_squares_percent", row->least_squares},
                          {"least_squares_deviation", row->least_squares_deviation},
                          {"errors_in_variables_percent", row->variables},
                          {"errors_in_variables_deviation", row->variables_deviation},
                          {"claimed_percent", row->claimed},
                          {"covered", row->covered},
                          {"failed", (double)row->failed}};
            fputs(level > 0 ? ",\n        {" : "\n        {", file);
            for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
                fputs(i > 0 ? ",\n          " : "\n          ", file);
                paper_numbers(file, fields[i].name, &fields[i].value, 1);
            }
            fputs("\n        }", file);
        }
        fputs("\n      ]\n    }", file);
    }
    fprintf(file, "\n  ],\n  \"version\": \"%s\"\n}\n", routh_version());
}
