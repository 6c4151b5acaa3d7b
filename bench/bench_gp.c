/* Gaussian processes: time and result side by side with scikit-learn's (bench/gp_sklearn.py, run by this program on the
 * same samples), and with the floor under any exact likelihood, dpotrf + dpotri by the same OpenBLAS. CPU time of one
 * core, the median of several runs. Then sparse models, whose peer is our own exact one.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <routh/routh.h>

#include "bench.h"
#include "learn/gp.h"

enum { INPUTS = 5, SIZES = 2, POINTS = 10000, DRAWS = 10, DRAWN = 450, LARGE = 50000, COMMON = 4000, TEST = 5000 };

static const size_t sizes[SIZES] = {450, 1718};

typedef struct set {
    routh_gp_samples samples;
    double *input, *output;
} set;

static void *array(size_t count) {
    double *block = calloc(count, sizeof *block);
    if (!block)
        abort();
    return block;
}

static void demand(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_gp: %s\n", what);
        exit(1);
    }
}

enum { MOST_REPEATS = 64 };

/* Of `run`; `prepare`, unless NULL, is called before and does not count. */
static double median_time(void (*run)(void *), void (*prepare)(void *), void *with, int repeats) {
    double seconds[MOST_REPEATS];
    for (int i = 0; i < repeats; i++) {
        if (prepare)
            prepare(with);
        const double start = bench_clock(CLOCK_THREAD_CPUTIME_ID);
        run(with);
        seconds[i] = bench_clock(CLOCK_THREAD_CPUTIME_ID) - start;
    }
    qsort(seconds, (size_t)repeats, sizeof *seconds, bench_ascending);
    return seconds[repeats / 2];
}

/* A smooth function with inputs of every weight, and noise of 0.05. */
static set make_set(size_t count, uint64_t seed) {
    routh_random random = routh_random_seed(seed, count);
    set s = {.input = array(count * INPUTS), .output = array(count)};
    s.samples = (routh_gp_samples){count, INPUTS, 1, s.input, s.output};
    for (size_t i = 0; i < count; i++) {
        double *x = s.input + i * INPUTS;
        for (size_t k = 0; k < INPUTS; k++)
            x[k] = routh_random_uniform(&random, -1, 1);
        s.output[i] = sin(2 * x[0]) + 0.5 * cos(3 * x[1]) * x[2] + 0.3 * x[3] * x[3] + 0.1 * x[4] +
                      0.05 * routh_random_normal(&random);
    }
    return s;
}

static void free_set(set *s) {
    free(s->input);
    free(s->output);
}

static void write_table(const char *folder, const char *name, const set *s, int with_output) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    FILE *file = fopen(path, "w");
    demand(file != NULL, "cannot write into the scratch folder");
    for (size_t i = 0; i < s->samples.count; i++) {
        for (size_t k = 0; k < INPUTS; k++)
            fprintf(file, "%s%.17g", k ? "," : "", s->input[i * INPUTS + k]);
        if (with_output)
            fprintf(file, ",%.17g", s->output[i]);
        fputc('\n', file);
    }
    fclose(file);
}

/* The peer's figures ------------------------------------------------------------------------------------*/

typedef struct peer {
    int ran;
    double value[SIZES], likelihood[SIZES], mean[SIZES], deviation[SIZES];
    double training[DRAWS], optimum[DRAWS];
} peer;

static size_t place_of(long size) {
    return size == (long)sizes[0] ? 0 : 1;
}

static void take(peer *p, const char *what, long number, double value) {
    const int is_draw = strcmp(what, "training") == 0 || strcmp(what, "optimum") == 0;
    if (is_draw && number < DRAWS)
        *(what[0] == 't' ? &p->training[number] : &p->optimum[number]) = value;
    else if (!is_draw)
        *(what[0] == 'v'   ? &p->value[place_of(number)]
          : what[0] == 'l' ? &p->likelihood[place_of(number)]
          : what[0] == 'm' ? &p->mean[place_of(number)]
                           : &p->deviation[place_of(number)]) = value;
}

static peer run_peer(const char *folder) {
    peer p = {0};
    char command[1024], what[32];
    long number;
    double value;
    /* python3-sklearn belongs to the system's Python, whatever others there are */
    snprintf(command, sizeof command, "PATH=/usr/bin:$PATH python3 '%s/gp_sklearn.py' '%s'", ROUTH_BENCH_FOLDER,
             folder);
    FILE *output = popen(command, "r");
    demand(output != NULL, "cannot run python3");
    while (fscanf(output, "%31s %ld %lf", what, &number, &value) == 3)
        take(&p, what, number, value);
    p.ran = pclose(output) == 0;
    if (!p.ran)
        printf("without scikit-learn (python3-sklearn): its columns are empty\n");
    return p;
}

/* Likelihood --------------------------------------------------------------------------------------------*/

typedef struct evaluation {
    routh_gp_likelihood *likelihood;
    routh_gp_parameters parameters, gradient;
    double value;
    size_t count;
    double *matrix, *copy;
} evaluation;

static void evaluate(void *with) {
    evaluation *e = with;
    e->value = routh_gp_likelihood_at(e->likelihood, &e->parameters, &e->gradient);
}

/* A matrix like the kernel's: what it holds does not matter to the time. */
static void make_matrix(evaluation *e) {
    for (size_t j = 0; j < e->count; j++)
        for (size_t i = 0; i < e->count; i++)
            e->copy[j * e->count + i] = exp(-fabs((double)i - (double)j) / 10) + (i == j);
}

static void factor_and_invert(void *with) {
    evaluation *e = with;
    routh_lapack_factor(e->count, e->matrix);
    routh_lapack_invert(e->count, e->matrix);
}

static void refill(void *with) {
    evaluation *e = with;
    memcpy(e->matrix, e->copy, e->count * e->count * sizeof *e->matrix);
}

static void bench_likelihood(const set *s, const peer *p, size_t which) {
    const size_t n = s->samples.count;
    evaluation e = {.count = n, .parameters = routh_gp_parameters_default()};
    e.matrix = array(n * n);
    e.copy = array(n * n);
    make_matrix(&e);
    demand(routh_gp_likelihood_create(NULL, &s->samples, 0, NULL, &e.likelihood) == ROUTH_OK, "no likelihood");
    const int repeats = n < 1000 ? 51 : 15;
    const double ours = median_time(evaluate, NULL, &e, repeats);
    const double floor = median_time(factor_and_invert, refill, &e, repeats);
    char row[64];
    snprintf(row, sizeof row, "likelihood n = %zu", n);
    bench_ratio(row, "dpotrf and dpotri", floor / ours);
    if (p->ran)
        bench_ratio(row, "scikit-learn", p->likelihood[which] / ours);
    printf("%6zu %10.2f %16.2f %8.2f", n, 1e3 * ours, 1e3 * floor, ours / floor);
    if (p->ran)
        printf(" %14.1f %8.1f %20.1e", 1e3 * p->likelihood[which], p->likelihood[which] / ours,
               fabs(e.value - p->value[which]) / fabs(e.value));
    printf("\n");
    routh_gp_likelihood_release(NULL, e.likelihood);
    free(e.matrix);
    free(e.copy);
}

/* Training ----------------------------------------------------------------------------------------------*/

typedef struct training {
    const routh_gp_samples *samples;
    routh_gp_options options;
    routh_gp *gp;
} training;

static void train(void *with) {
    training *t = with;
    routh_gp_release(NULL, t->gp);
    routh_context one = {.threads = 1};
    demand(routh_gp_train(&one, t->samples, &t->options, &t->gp) == ROUTH_OK, "no model");
}

static void bench_training(const set *draws, const peer *p, size_t coarse, const char *name) {
    double seconds = 0, theirs = 0, worst = INFINITY;
    int as_good = 0, evaluations = 0;
    for (int d = 0; d < DRAWS; d++) {
        training t = {.samples = &draws[d].samples, .options = routh_gp_options_default()};
        t.options.starts = 1;
        t.options.coarse = coarse;
        seconds += median_time(train, NULL, &t, 5) / DRAWS;
        theirs += p->training[d] / DRAWS;
        const routh_model_output *fit = routh_gp_fit_of(t.gp, 0);
        const double ahead = fit->log_likelihood - p->optimum[d];
        evaluations += fit->evaluations;
        worst = fmin(worst, ahead);
        as_good += ahead > -1e-3;
        routh_gp_release(NULL, t.gp);
    }
    printf("%-18s %10.1f %12.1f", name, 1e3 * seconds, (double)evaluations / DRAWS);
    if (p->ran)
        bench_ratio(name, "scikit-learn", theirs / seconds);
    if (p->ran)
        printf(" %14.1f %8.1f %9d of %d %14.1e", 1e3 * theirs, theirs / seconds, as_good, DRAWS, worst);
    printf("\n");
}

/* Prediction --------------------------------------------------------------------------------------------*/

/* The largest differences to the peer's mean and deviation. */
static void compare(const char *folder, size_t n, const routh_gp *gp, const double *mean, const double *deviation,
                    double difference[2]) {
    char path[512];
    snprintf(path, sizeof path, "%s/predictions_%zu.csv", folder, n);
    FILE *file = fopen(path, "r");
    demand(file != NULL, "the peer wrote no predictions");
    difference[0] = difference[1] = 0;
    for (size_t i = 0; i < POINTS; i++) {
        double m, d;
        demand(fscanf(file, "%lf,%lf", &m, &d) == 2, "the peer's predictions are incomplete");
        difference[0] = fmax(difference[0], fabs(mean[i] - m));
        difference[1] = fmax(difference[1], fabs(hypot(deviation[i], routh_gp_noise(gp, 0)) - d));
    }
    fclose(file);
}

typedef struct prediction {
    const routh_gp *gp;
    const double *input;
    double *mean, *deviation; /* the second NULL: mean alone */
} prediction;

static void predict(void *with) {
    const prediction *p = with;
    routh_context one = {.threads = 1};
    demand(routh_gp_predict(&one, p->gp, POINTS, p->input, p->mean, p->deviation) == ROUTH_OK, "no prediction");
}

static void bench_prediction(const char *folder, const set *s, const set *points, const peer *p, size_t which) {
    const size_t n = s->samples.count;
    const routh_gp_parameters parameters = routh_gp_parameters_default();
    double *mean = array(POINTS), *deviation = array(POINTS), difference[2], seconds[2];
    routh_gp *gp;
    demand(routh_gp_condition(NULL, &s->samples, &parameters, NULL, &gp) == ROUTH_OK, "no model");
    for (int wide = 0; wide < 2; wide++) {
        prediction work = {gp, points->input, mean, wide ? deviation : NULL};
        seconds[wide] = median_time(predict, NULL, &work, 9) / POINTS;
    }
    if (p->ran)
        compare(folder, n, gp, mean, deviation, difference);
    for (int wide = 0; wide < 2; wide++) {
        const double theirs = wide ? p->deviation[which] : p->mean[which];
        printf("%6zu  %-18s %10.2f", n, wide ? "mean and deviation" : "mean", 1e6 * seconds[wide]);
        if (p->ran)
            printf(" %14.2f %8.1f %20.1e", 1e6 * theirs, theirs / seconds[wide], difference[wide]);
        printf("\n");
    }
    routh_gp_release(NULL, gp);
    free(mean);
    free(deviation);
}

/* Sparse ------------------------------------------------------------------------------------------------*/

static double test_error(const routh_gp *gp, const set *test) {
    double *mean = array(TEST), sum = 0;
    demand(routh_gp_predict(NULL, gp, TEST, test->input, mean, NULL) == ROUTH_OK, "no prediction");
    for (size_t i = 0; i < TEST; i++)
        sum += (mean[i] - test->output[i]) * (mean[i] - test->output[i]);
    free(mean);
    return sqrt(sum / TEST);
}

static double bench_sparse(const set *s, size_t count, size_t most_exact, const set *test) {
    routh_gp_options options = routh_gp_options_default();
    routh_gp_samples samples = s->samples;
    routh_gp *gp;
    samples.count = count;
    options.most_exact = most_exact;
    routh_context two = {.threads = 2};
    const double wall = bench_clock(CLOCK_MONOTONIC), cpu = bench_clock(CLOCK_PROCESS_CPUTIME_ID);
    demand(routh_gp_train(&two, &samples, &options, &gp) == ROUTH_OK, "no model");
    const double wall_used = bench_clock(CLOCK_MONOTONIC) - wall, used = bench_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    const double error = test_error(gp, test);
    const routh_model_output *fit = routh_gp_fit_of(gp, 0);
    printf("%6zu  %-7s %6zu %8.1f %8.1f %14.6f\n", count, fit->inducing ? "sparse" : "exact",
           fit->inducing ? fit->inducing : count, wall_used, used, error);
    routh_gp_release(NULL, gp);
    return error;
}

int main(void) {
    char folder[] = "/tmp/routh_bench_gp_XXXXXX", name[64];
    demand(mkdtemp(folder) != NULL, "cannot make a scratch folder");
    openblas_set_num_threads(1);
    set s[SIZES], points = make_set(POINTS, 2), draws[DRAWS];
    for (size_t i = 0; i < SIZES; i++) {
        s[i] = make_set(sizes[i], 1);
        snprintf(name, sizeof name, "samples_%zu", sizes[i]);
        write_table(folder, name, &s[i], 1);
    }
    for (int d = 0; d < DRAWS; d++) {
        draws[d] = make_set(DRAWN, (uint64_t)d + 10);
        snprintf(name, sizeof name, "draw_%d", d);
        write_table(folder, name, &draws[d], 1);
    }
    write_table(folder, "points", &points, 0);
    const peer p = run_peer(folder);

    printf("likelihood and gradient, %d inputs\n     n    ms (CPU)  dpotrf+dpotri   factor   scikit-learn   faster"
           "  relative difference\n",
           INPUTS);
    for (size_t i = 0; i < SIZES; i++)
        bench_likelihood(&s[i], &p, i);
    printf("\ntraining, n = %d, from one start, mean of %d draws; at least as good: to 0.001 of log likelihood\n"
           "                     ms (CPU)  evaluations   scikit-learn   faster   as good      worst\n",
           DRAWN, DRAWS);
    bench_training(draws, &p, 0, "all at once");
    bench_training(draws, &p, routh_gp_options_default().coarse, "few samples first");
    printf("\nprediction, %d points at once\n     n                       µs a point   scikit-learn   faster"
           "    largest difference\n",
           POINTS);
    for (size_t i = 0; i < SIZES; i++)
        bench_prediction(folder, &s[i], &points, &p, i);
    printf("\nlarge sets, trained on 2 threads, error on %d other measurements\n"
           "     n  model   points     wall s    CPU s          error\n",
           TEST);
    set large = make_set(LARGE, 3), test = make_set(TEST, 4);
    const double exact = bench_sparse(&large, COMMON, LARGE, &test);
    const double sparse = bench_sparse(&large, COMMON, COMMON / 2, &test);
    bench_sparse(&large, LARGE, COMMON / 2, &test);
    printf("on the %d samples in common the sparse model has an error %+.2f %% larger than the exact one\n", COMMON,
           100 * (sparse / exact - 1));

    snprintf(name, sizeof name, "rm -r %s", folder);
    demand(system(name) == 0, "cannot remove the scratch folder");
    for (size_t i = 0; i < SIZES; i++)
        free_set(&s[i]);
    for (int d = 0; d < DRAWS; d++)
        free_set(&draws[d]);
    free_set(&points);
    free_set(&large);
    free_set(&test);
    return 0;
}
