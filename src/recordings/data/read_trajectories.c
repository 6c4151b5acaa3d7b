/* Recorded motions, one file each: x,z,th,vx,vz,vth or x,y,theta[,vx,vy,omega], with or without a column of time.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "data/dataset.h"
#include "file/source.h"

enum { X, Y, THETA, VX, VY, OMEGA, TIME, QUANTITIES };
enum { POSES = 3, MOTIONS = 6 };

/* Each quantity has up to two names. */
static const char *const names[QUANTITIES][2] = {
    [X] = {"x", NULL},   [Y] = {"y", "z"},           [THETA] = {"theta", "th"}, [VX] = {"vx", NULL},
    [VY] = {"vy", "vz"}, [OMEGA] = {"omega", "vth"}, [TIME] = {"time", "t"}};

/* Under which name there is each quantity; NULL: under none. */
static routh_status choose_names(const routh_source *source, const routh_header *header, const char *name[QUANTITIES]) {
    for (int j = 0; j < QUANTITIES; j++) {
        const bool has = routh_header_has(header, names[j][0]);
        const bool has_other = names[j][1] && routh_header_has(header, names[j][1]);
        name[j] = has ? names[j][0] : has_other ? names[j][1] : NULL;
        if (has && has_other)
            return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                                 "columns %s and %s; a planar trajectory has one of them", names[j][0], names[j][1]);
    }
    return ROUTH_OK;
}

/* The pose is required, all three velocities as soon as there is one, time never. */
static void sort_names(const char *const name[QUANTITIES], const char *required[QUANTITIES + 1],
                       const char *optional[2]) {
    int moving = name[VX] || name[VY] || name[OMEGA], count = 0;
    for (int j = 0; j < (moving ? MOTIONS : POSES); j++)
        required[count++] = name[j] ? name[j] : names[j][0];
    required[count] = NULL;
    optional[0] = name[TIME];
    optional[1] = NULL;
}

static routh_status copy_time(routh_context *context, const routh_table *table, const double *column, double rate,
                              double *time) {
    for (size_t i = 0; i < table->rows; i++) {
        time[i] = column ? column[i] : (double)i / rate;
        if (i > 0 && !(time[i] > time[i - 1])) {
            char shown[ROUTH_SHOWN_SOURCE];
            routh_show_source(shown, sizeof shown, table->source);
            return routh_fail_at(context, ROUTH_BAD_FORMAT,
                                 &(routh_place){.file = shown,
                                                .row = i + 1,
                                                .line = table->line ? table->line[i] : 0,
                                                .column = "t",
                                                .number = &time[i]},
                                 "time %s from %g s to %g s", time[i] < time[i - 1] ? "runs backwards" : "stands still",
                                 time[i - 1], time[i]);
        }
    }
    return ROUTH_OK;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static routh_status copy_trajectory(routh_reading *reading, const routh_table *table,
                                    const char *const required[QUANTITIES + 1], const char *time_name) {
    int moving = required[POSES] != NULL;
    const double *time = time_name ? routh_table_column(table, time_name) : NULL;
    double rate = reading->options->rate;
    if (!time && !(rate > 0 && isfinite(rate)))
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "rate"},
                             "no column t or time in %s, so the sampling rate must be given", base_name(table->source));
    routh_trajectory *one = routh_reading_trajectory(reading, base_name(table->source), table->rows, moving);
    if (!one)
        return ROUTH_OUT_OF_MEMORY;
    double *const target[MOTIONS] = {one->x, one->y, one->theta, one->vx, one->vy, one->omega};
    for (int j = 0; j < (moving ? MOTIONS : POSES); j++)
        memcpy(target[j], routh_table_column(table, required[j]), table->rows * sizeof(double));
    return copy_time(reading->source->context, table, time, rate, one->time);
}

/* One file of the reading, which may be all of it. */
static routh_status read_trajectory(routh_reading *reading, routh_source *source, const routh_header *header) {
    const char *name[QUANTITIES], *required[QUANTITIES + 1], *optional[2];
    ROUTH_TRY(choose_names(source, header, name));
    sort_names(name, required, optional);
    routh_table table;
    routh_status status = routh_table_read(source->context, source->io,
                                           &(routh_table_columns){.required = required, .optional = optional}, &table);
    if (status == ROUTH_OK)
        status = copy_trajectory(reading, &table, required, name[TIME]);
    routh_table_release(source->context, &table);
    return status;
}

/* One divided by the median step: a lost frame does not change that. NaN when no trajectory has two samples. */
static routh_status measure_rate(routh_context *context, const routh_dataset *dataset, double *rate) {
    size_t steps = 0, at = 0;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        steps += dataset->trajectory[i].count - 1;
    ROUTH_ARENA(room, context);
    double *step = routh_take(&room, steps, sizeof *step);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        for (size_t k = 1; k < dataset->trajectory[i].count; k++)
            step[at++] = dataset->trajectory[i].time[k] - dataset->trajectory[i].time[k - 1];
    *rate = 1 / routh_median(step, steps);
    return ROUTH_OK;
}

/* What follows from `count` trajectories that have been read. */
static routh_status settle(routh_reading *reading, size_t count) {
    routh_recorded recorded = routh_recorded_nothing();
    recorded.motion = 1;
    routh_log(reading->source->context, ROUTH_LOG_INFO, "recognised %zu%s %s", count, reading->in_memory ? "" : " CSV",
              count == 1 ? "trajectory" : "trajectories");
    ROUTH_TRY(measure_rate(reading->source->context, reading->dataset, &recorded.rate));
    ROUTH_TRY(routh_reading_settle(reading, &recorded));
    if (isnan(reading->dataset->rate))
        return routh_fail_at(reading->source->context, ROUTH_BAD_ARGUMENT,
                             &(routh_place){.file = reading->source->shown, .field = "rate"},
                             "a single sample does not determine the sampling rate: give it");
    return ROUTH_OK;
}

routh_status routh_read_one_trajectory(routh_reading *reading, const routh_header *header) {
    ROUTH_TRY(read_trajectory(reading, reading->source, header));
    return settle(reading, 1);
}

/* Rates of files that are read together may differ by this share. */
static const double most_apart = 0.01;

/* The mean of steps near the median: times are often rounded. *error: how far their scatter can shift it, as a share. */
static routh_status usual_step(routh_context *context, const routh_trajectory *one, double *usual, double *error) {
    ROUTH_ARENA(room, context);
    double *step = routh_take(&room, one->count, sizeof *step), sum = 0, low = INFINITY, high = 0;
    size_t count = 0;
    ROUTH_TRY(room.status);
    for (size_t k = 1; k < one->count; k++)
        step[k - 1] = one->time[k] - one->time[k - 1];
    const double middle = one->count > 1 ? routh_median(step, one->count - 1) : NAN;
    for (size_t k = 1; k < one->count; k++)
        if (step[k - 1] > 0.5 * middle && step[k - 1] < 1.5 * middle) {
            sum += step[k - 1];
            low = fmin(low, step[k - 1]);
            high = fmax(high, step[k - 1]);
            count++;
        }
    *usual = sum / (double)count;
    *error = (high - low) / sum;
    return ROUTH_OK;
}

/* A recording has one rate. */
static routh_status check_rates(routh_reading *reading, char *const *path, size_t count) {
    routh_context *context = reading->source->context;
    double first = NAN, first_error = 0, usual, error;
    size_t reference = 0;
    for (size_t i = 0; i < count && i < reading->dataset->trajectory_count; i++) {
        ROUTH_TRY(usual_step(context, &reading->dataset->trajectory[i], &usual, &error));
        if (isnan(first)) {
            first = usual;
            first_error = error;
            reference = i;
        } else if (fabs(usual / first - 1) > most_apart + error + first_error) {
            char here[ROUTH_SHOWN_SOURCE], there[ROUTH_SHOWN_SOURCE];
            routh_show_source(here, sizeof here, path[i]);
            routh_show_source(there, sizeof there, path[reference]);
            return routh_fail_field(context, ROUTH_BAD_FORMAT, "rate",
                                    "%.100s: %.6g Hz, but %.100s has %.6g Hz: read them apart", here, 1 / usual, there,
                                    1 / first);
        }
    }
    return ROUTH_OK;
}

routh_status routh_read_csv_folder(routh_reading *reading) {
    routh_context *context = reading->source->context;
    ROUTH_PATHS(list, routh_list_csv, context, reading->source->io.path);
    for (size_t i = 0; i < list.count; i++) {
        ROUTH_ARENA(room, context);
        routh_header header;
        ROUTH_SOURCE(source, context, routh_io_path(list.path[i]));
        ROUTH_TRY(routh_source_settle(&source));
        ROUTH_TRY(routh_header_read(&source, &room, &header));
        ROUTH_TRY(routh_refuse_spatial(&source, &header));
        ROUTH_TRY(read_trajectory(reading, &source, &header));
    }
    ROUTH_TRY(check_rates(reading, list.path, list.count));
    ROUTH_TRY(routh_note_others(context, reading->source->io.path));
    return settle(reading, list.count);
}

static routh_status take_trajectory(routh_reading *reading, const routh_table *table) {
    const char *name[QUANTITIES], *required[QUANTITIES + 1], *optional[2];
    ROUTH_TRY(choose_names(reading->source, &(routh_header){.table = table}, name));
    sort_names(name, required, optional);
    ROUTH_TRY(routh_table_check(reading->source->context, table, required));
    return copy_trajectory(reading, table, required, name[TIME]);
}

routh_status routh_trajectories_of_tables(routh_reading *reading, const routh_table *table, size_t count) {
    routh_context *context = reading->source->context;
    ROUTH_ARENA(room, context);
    char **path = routh_take(&room, count, sizeof *path);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < count; i++) {
        path[i] = table[i].source;
        ROUTH_TRY(take_trajectory(reading, &table[i]));
    }
    ROUTH_TRY(check_rates(reading, path, count));
    return settle(reading, count);
}
