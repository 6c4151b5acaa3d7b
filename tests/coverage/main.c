/* routh-coverage: how often intervals hold the truth. docs/coverage.md has its table and how to read it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coverage.h"

static const char usage[] =
    "usage: routh-coverage [OPTION]…\n"
    "Runs estimators in worlds that they were not tuned on, and prints how often their intervals hold the truth.\n"
    "  --estimator NAME  only this one; may be given several times\n"
    "  --world NAME      only this one; may be given several times\n"
    "  --seeds N         seeds for each row; default: each estimator's own\n"
    "  --first N         the first of them; default 1. Others than those of the table show what was not looked at\n"
    "  --floor SHARE     fail if a row's share of 95 % intervals that hold the truth is less, 0 … 1\n"
    "  --markdown FILE   write the table\n"
    "  --svg FILE        write the picture\n"
    "  --json FILE       write the rows\n"
    "  --list            names of estimators and worlds\n";

enum { MOST_NAMES = 32 };

typedef struct choice {
    const char *estimator[MOST_NAMES], *world[MOST_NAMES];
    size_t estimators, worlds, first, seeds;
    double floor;
    const char *markdown, *svg, *json;
    bool list;
} choice;

static const coverage_estimator *const rooms[] = {
    estimators_of_fits,   estimators_of_recordings, estimators_of_inertia, estimators_of_tosses,
    estimators_of_models, estimators_of_insertions, estimators_of_flawed};

/* Estimator number `index` of all rooms; NULL past the end. */
static const coverage_estimator *estimator_at(size_t index) {
    for (size_t r = 0; r < sizeof rooms / sizeof rooms[0]; r++)
        for (const coverage_estimator *e = rooms[r]; e->name; e++)
            if (index-- == 0)
                return e;
    return NULL;
}

static bool wanted(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count == 0;
}

static int refuse(const char *what, const char *word) {
    fprintf(stderr, "routh-coverage: %s %s\n%s", what, word, usage);
    return 2;
}

static bool known_estimator(const char *name) {
    const coverage_estimator *e;
    for (size_t i = 0; (e = estimator_at(i)); i++)
        if (strcmp(e->name, name) == 0)
            return true;
    return false;
}

static bool known_world(const char *name) {
    for (size_t i = 0; i < coverage_world_count; i++)
        if (strcmp(coverage_worlds[i].name, name) == 0)
            return true;
    return false;
}

/* 0, or the exit code after a message. */
static int take(choice *c, const char *option, const char *word) {
    if (strcmp(option, "--estimator") == 0 && c->estimators < MOST_NAMES) {
        c->estimator[c->estimators++] = word;
        return known_estimator(word) ? 0 : refuse("unknown estimator", word);
    }
    if (strcmp(option, "--world") == 0 && c->worlds < MOST_NAMES) {
        c->world[c->worlds++] = word;
        return known_world(word) ? 0 : refuse("unknown world", word);
    }
    const char **const files[] = {&c->markdown, &c->svg, &c->json};
    static const char *const names[] = {"--markdown", "--svg", "--json"};
    for (int k = 0; k < 3; k++)
        if (strcmp(option, names[k]) == 0) {
            *files[k] = word;
            return 0;
        }
    char *end;
    size_t *const counts[] = {&c->seeds, &c->first};
    static const char *const count_names[] = {"--seeds", "--first"};
    for (int k = 0; k < 2; k++)
        if (strcmp(option, count_names[k]) == 0) {
            *counts[k] = strtoul(word, &end, 10);
            return *end == 0 && *counts[k] > 0 && *counts[k] <= 100000
                       ? 0
                       : refuse("--seeds and --first take 1 … 100000, not", word);
        }
    if (strcmp(option, "--floor") == 0) {
        c->floor = strtod(word, &end);
        return *end == 0 && c->floor >= 0 && c->floor <= 1 ? 0 : refuse("--floor takes 0 … 1, not", word);
    }
    return refuse("unknown option", option);
}

static int parse(int argc, char **argv, choice *c) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) {
            c->list = true;
            continue;
        }
        if (i + 1 == argc)
            return refuse("a word is missing after", argv[i]);
        const int answer = take(c, argv[i], argv[i + 1]);
        if (answer != 0)
            return answer;
        i++;
    }
    return 0;
}

static void list_all(void) {
    const coverage_estimator *e;
    for (size_t i = 0; (e = estimator_at(i)); i++)
        printf("estimator %-16s %s\n", e->name, e->about);
    for (size_t i = 0; i < coverage_world_count; i++)
        printf("world     %-16s %s\n", coverage_worlds[i].name, coverage_worlds[i].about);
}

static void run_all(const choice *c, coverage_table *table) {
    const coverage_estimator *e;
    for (size_t i = 0; (e = estimator_at(i)); i++)
        for (size_t w = 0; w < coverage_world_count; w++) {
            const coverage_world *world = &coverage_worlds[w];
            if ((e->kinds & world->kinds) && wanted(c->estimator, c->estimators, e->name) &&
                wanted(c->world, c->worlds, world->name)) {
                const size_t first = table->count;
                coverage_run(e, world, c->first, c->seeds ? c->seeds : e->seeds, table);
                coverage_write_text(table, first, stdout); /* as soon as it is known: the whole takes long */
                fflush(stdout);
            }
        }
}

static int write_file(const char *path, void (*write)(const coverage_table *, FILE *), const coverage_table *table) {
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!path)
        return 0;
    if (file)
        write(table, file);
    if (!file || fclose(file) != 0) {
        fprintf(stderr, "routh-coverage: %s cannot be written\n", path);
        return 1;
    }
    return 0;
}

/* Fewer claims than these show little. */
enum { ENOUGH = 10 };

/* Rows below the floor, on standard error. */
static int check_floor(const choice *c, const coverage_table *table) {
    int answer = 0;
    for (size_t i = 0; i < table->count; i++) {
        const coverage_row *r = &table->row[i];
        if (r->claims >= ENOUGH && r->covered[COVERAGE_LEVELS - 1] < c->floor) {
            fprintf(stderr, "routh-coverage: %s, %s, in world %s: %.0f %% of 95 %% intervals hold the truth\n",
                    r->estimator->name, r->estimator->quantity[r->quantity], r->world->name,
                    100 * r->covered[COVERAGE_LEVELS - 1]);
            answer = 1;
        }
    }
    return answer;
}

int main(int argc, char **argv) {
    choice c = {.first = 1};
    coverage_table table = {0};
    int answer = parse(argc, argv, &c);
    if (answer != 0)
        return answer;
    if (c.list) {
        list_all();
        return 0;
    }
    run_all(&c, &table);
    answer |= write_file(c.markdown, coverage_write_markdown, &table);
    answer |= write_file(c.svg, coverage_write_svg, &table);
    answer |= write_file(c.json, coverage_write_json, &table);
    answer |= check_floor(&c, &table);
    free(table.row);
    return answer;
}
