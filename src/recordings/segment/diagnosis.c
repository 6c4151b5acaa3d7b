/* Diagnosis for recordings that give few impacts: reasons in the order of loss, and other ways of reading them that would
 * give more.
 * 
 * Each way is tried by segmenting a part of the recording once more. Nothing is applied: the user decides.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/text.h"
#include "segment/segment.h"

enum { ROUTH_REMEDY_TRIALS = 24 };

typedef enum alternative_up { ROUTH_UP_Y, ROUTH_UP_MINUS_Y, ROUTH_UP_X, ROUTH_UP_MINUS_X } alternative_up;

/* How the recording is read. All 0: as it is. */
typedef struct alternative_trial {
    double length, angle; /* units, m and rad; 0: 1 */
    alternative_up up;
    bool clockwise; /* angles */
    bool rate;      /* that which free fall shows */
    bool level;     /* angle and height as contacts show them */
    bool no_calibration, calibrated;
    double wider; /* times the limits of lengths; 0: 1 */
    size_t flight_min;
    double size; /* times that of the shape; 0: 1 */
} alternative_trial;

/* Ways in which recordings are often meant otherwise than they are read, and one trial of each. */

#define DEGREE 0.017453292519943295

static const alternative_trial trials[] = {
    {0},
    {.level = true},
    {.no_calibration = true},
    {.calibrated = true},
    {.angle = DEGREE},
    {.length = 1e-3},
    {.length = 1e-3, .angle = DEGREE},
    {.length = 1e-2},
    {.length = 1e-2, .angle = DEGREE},
    {.length = 0.0254},
    {.up = ROUTH_UP_MINUS_Y},
    {.up = ROUTH_UP_X},
    {.up = ROUTH_UP_MINUS_X},
    {.up = ROUTH_UP_MINUS_Y, .length = 1e-3},
    {.up = ROUTH_UP_MINUS_Y, .angle = DEGREE},
    {.clockwise = true},
    {.rate = true},
    {.rate = true, .angle = DEGREE},
    {.wider = 3},
    {.wider = 10},
    {.flight_min = 4},
    {.flight_min = 3},
    {.size = 1e-3},
    {.size = 1e-2},
};
_Static_assert(sizeof trials / sizeof trials[0] <= ROUTH_REMEDY_TRIALS, "progress counts them");

/* False after the last. The first is as it is. */
static bool trial_at(size_t index, alternative_trial *trial) {
    if (index >= sizeof trials / sizeof trials[0])
        return false;
    *trial = trials[index];
    return true;
}

/* The rate at which free flights would fall with gravity; 0 where that is no other one. */
static routh_status rate_of_fall(routh_context *context, const routh_dataset *part, double *factor) {
    routh_fall fall;
    *factor = 0;
    ROUTH_TRY(routh_measure_fall(context, part, &fall));
    if (fall.flights > 0 && part->gravity > 0) {
        const double ratio = sqrt(part->gravity / fall.gravity);
        *factor = fabs(ratio - 1) > 0.05 && ratio > 0.1 && ratio < 10 ? ratio : 0;
    }
    return ROUTH_OK;
}

/* One sample, read otherwise. */
static void reread(const alternative_trial *trial, const routh_trajectory *from, size_t i, routh_trajectory *to) {
    const double length = trial->length > 0 ? trial->length : 1, angle = trial->angle > 0 ? trial->angle : 1;
    const double x = length * from->x[i], y = length * from->y[i];
    const double turn = trial->up == ROUTH_UP_Y         ? 0
                        : trial->up == ROUTH_UP_MINUS_Y ? acos(-1)
                        : trial->up == ROUTH_UP_X       ? acos(0)
                                                        : -acos(0);
    to->x[i] = cos(turn) * x - sin(turn) * y;
    to->y[i] = sin(turn) * x + cos(turn) * y;
    to->theta[i] = (trial->clockwise ? -1 : 1) * angle * from->theta[i] + turn;
}

/* Another size at the same mass. */
static void resize(double size, routh_body *body) {
    body->shape.a *= size;
    body->shape.b *= size;
    for (size_t i = 0; i < body->shape.count; i++)
        for (int k = 0; k < 2; k++)
            body->shape.vertex[i][k] *= size;
    body->inertia *= size * size;
}

/* A copy of the part, read otherwise; times are `factor` times slower by their stamps. */
static routh_status copy_part(routh_context *context, const routh_dataset *part, const alternative_trial *trial,
                              double factor, routh_dataset *copy) {
    *copy = *part;
    copy->record = NULL;
    copy->count = 0;
    copy->trajectory_count = 0;
    if (trial->size > 0)
        resize(trial->size, &copy->body);
    copy->trajectory = routh_allocate(context, part->trajectory_count, sizeof *copy->trajectory);
    for (size_t t = 0; copy->trajectory && t < part->trajectory_count; t++) {
        const routh_trajectory *from = &part->trajectory[t];
        routh_trajectory *to = &copy->trajectory[copy->trajectory_count++];
        *to = (routh_trajectory){.count = from->count, .time = routh_allocate(context, from->count, sizeof *to->time)};
        to->x = routh_allocate(context, from->count, sizeof *to->x);
        to->y = routh_allocate(context, from->count, sizeof *to->y);
        to->theta = routh_allocate(context, from->count, sizeof *to->theta);
        if (!to->time || !to->x || !to->y || !to->theta)
            return ROUTH_OUT_OF_MEMORY;
        for (size_t i = 0; i < from->count; i++) {
            reread(trial, from, i, to);
            to->time[i] = from->time[i] / factor;
        }
    }
    return copy->trajectory ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

static void set(routh_alternative *alternative, const char *field, double value) {
    const size_t i = alternative->settings < 2 ? alternative->settings++ : 1;
    alternative->field[i] = field;
    snprintf(alternative->value[i], sizeof alternative->value[i], "%.4g", value);
}

static void set_word(routh_alternative *alternative, const char *field, const char *word) {
    const size_t i = alternative->settings < 2 ? alternative->settings++ : 1;
    alternative->field[i] = field;
    snprintf(alternative->value[i], sizeof alternative->value[i], "%s", word);
}

/* "square:0.06" in the units of the options; a polygon whose text would be too long is left to the words. */
static void set_shape(routh_alternative *alternative, const routh_shape *shape) {
    char text[sizeof alternative->value[0]];
    size_t used = 0;
    const double side = 2 * fabs(shape->vertex[0][0]);
    bool square = shape->kind == ROUTH_POLYGON && shape->count == 4;
    for (size_t i = 0; square && i < 4; i++)
        for (int k = 0; k < 2; k++)
            square = fabs(2 * fabs(shape->vertex[i][k]) - side) < 1e-9 * side;
    if (shape->kind == ROUTH_DISC)
        used = (size_t)snprintf(text, sizeof text, "disc:%.6g", shape->a);
    else if (shape->kind != ROUTH_POLYGON)
        used = (size_t)snprintf(text, sizeof text, "ellipse:%.6g,%.6g", shape->a, shape->b);
    else if (square)
        used = (size_t)snprintf(text, sizeof text, "square:%.6g", side);
    else
        used = (size_t)snprintf(text, sizeof text, "polygon:");
    for (size_t i = 0; shape->kind == ROUTH_POLYGON && !square && i < shape->count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.4g,%.4g", i ? ";" : "", shape->vertex[i][0],
                                 shape->vertex[i][1]);
    if (used < sizeof text)
        set_word(alternative, "shape", text);
}

/* What it is, in words, and as options. */
static void describe(const alternative_trial *trial, const routh_segment_options *chosen, const routh_shape *shape,
                     double rate, double factor, routh_alternative *alternative) {
    const char *length = trial->length <= 0 ? NULL : trial->length > 0.02 ? "in" : trial->length > 5e-3 ? "cm" : "mm";
    char units[24];
    const char *up = trial->up == ROUTH_UP_MINUS_Y ? "-y" : trial->up == ROUTH_UP_X ? "x" : "-x";
    snprintf(units, sizeof units, "%s%s%s", length ? length : "", length && trial->angle > 0 ? "," : "",
             trial->angle > 0 ? "deg" : "");
    if (trial->level) {
        set(alternative, "angle_offset", chosen->angle_offset);
        set(alternative, "height_offset", chosen->height_offset);
    }
    if (trial->no_calibration)
        set_word(alternative, "no_calibration", "");
    if (units[0])
        set_word(alternative, "units", units);
    if (trial->up != ROUTH_UP_Y)
        set_word(alternative, "up", up);
    if (trial->rate)
        set(alternative, "rate", rate);
    if (trial->wider > 0) {
        set(alternative, "deviation_max", chosen->deviation_max);
        set(alternative, "meeting_max", chosen->meeting_max);
    }
    if (trial->size > 0)
        set_shape(alternative, shape);
    if (trial->flight_min > 0)
        set(alternative, "flight_min", (double)trial->flight_min);
    char what[128] = "";
    if (trial->level)
        snprintf(what, sizeof what, "an angle offset of about %.2f rad and a height offset of %.3f m",
                 chosen->angle_offset, chosen->height_offset);
    else if (trial->no_calibration)
        snprintf(what, sizeof what, "height and angle as recorded, without calibration by the rest pose");
    else if (trial->calibrated)
        snprintf(what, sizeof what, "calibration by rest poses instead of the offsets that were given");
    else if (trial->size > 0)
        snprintf(what, sizeof what, "a shape of %g of the stated size, as if it was given in %s instead of m,",
                 trial->size, trial->size > 5e-3 ? "cm" : "mm");
    else if (trial->clockwise)
        snprintf(what, sizeof what, "angles of the other sign, clockwise");
    else if (trial->wider > 0)
        snprintf(what, sizeof what, "limits of deviation and meeting %g times as wide, as for large bodies or noise,",
                 trial->wider);
    else if (trial->flight_min > 0)
        snprintf(what, sizeof what, "%zu camera frames of flight instead of %zu", trial->flight_min,
                 routh_segment_options_default().flight_min);
    else
        snprintf(what, sizeof what, "%s%s%s%s%s%s", trial->rate ? "the rate that free fall shows" : "",
                 trial->rate && units[0] ? " and " : "", units[0] ? "units of " : "", units,
                 (units[0] || trial->rate) && trial->up ? " and " : "",
                 trial->up == ROUTH_UP_Y         ? ""
                 : trial->up == ROUTH_UP_MINUS_Y ? "up along -y"
                 : trial->up == ROUTH_UP_X       ? "up along x"
                                                 : "up along -x");
    snprintf(alternative->text, sizeof alternative->text, "%s would bring %zu of %zu contacts back%s", what,
             alternative->used, alternative->contacts,
             trial->clockwise ? ": the recorded angle has the wrong sign" : "");
    if (trial->rate) {
        const size_t end = strlen(alternative->text);
        snprintf(alternative->text + end, sizeof alternative->text - end,
                 " (a file with times keeps them: divide those by %.3g instead)", factor);
    }
}

/* Options of the trial. False: nothing else than it was. */
static routh_status options_of(routh_context *context, const routh_dataset *copy, const alternative_trial *trial,
                               routh_segment_options *chosen, bool *possible) {
    if (trial->level) {
        routh_contact_level level;
        ROUTH_TRY(routh_contact_level_of(context, chosen, copy, &level));
        *possible = level.determined;
        chosen->calibrate = false;
        chosen->angle_offset = level.angle + copy->angle_offset;
        chosen->height_offset = level.height + copy->height_offset;
        return ROUTH_OK;
    }
    if (trial->calibrated) {
        *possible = !chosen->calibrate;
        chosen->calibrate = true;
    }
    if (trial->no_calibration) {
        *possible = chosen->calibrate;
        chosen->calibrate = false;
        chosen->angle_offset = chosen->height_offset = chosen->angle_delay = 0;
    } else if (trial->angle > 0 || trial->length > 0 || trial->up || trial->clockwise || trial->rate) {
        chosen->calibrate = true;
    }
    if (trial->wider > 0) {
        chosen->deviation_max *= trial->wider;
        chosen->meeting_max *= trial->wider;
    }
    if (trial->flight_min > 0) {
        *possible = trial->flight_min < chosen->flight_min;
        chosen->flight_min = trial->flight_min;
    }
    return ROUTH_OK;
}

/* Segments the part read that way: how many contacts can be used, and what it is in words. *possible 0: nothing to try,
 * or it cannot be segmented so. */
static routh_status remedy_try(routh_context *context, const routh_segment_options *options, const routh_dataset *part,
                               const alternative_trial *trial, routh_alternative *alternative, bool *possible) {
    routh_context quiet = routh_context_quiet(context); /* what fails here is no failure of the caller's */
    routh_segment_options chosen = *options;
    routh_dataset copy = {.trajectory = NULL};
    double factor = 1;
    routh_status status = ROUTH_OK;
    *possible = true;
    if (trial->rate) {
        status = rate_of_fall(&quiet, part, &factor);
        *possible = factor > 0;
    }
    if (status == ROUTH_OK && *possible)
        status = copy_part(&quiet, part, trial, factor, &copy);
    if (status == ROUTH_OK && *possible)
        status = options_of(&quiet, &copy, trial, &chosen, possible);
    if (status == ROUTH_OK && *possible)
        status = routh_dataset_segment(&quiet, &chosen, &copy);
    if (status == ROUTH_OK && *possible) {
        alternative->used = routh_dataset_used(&copy, NULL);
        alternative->contacts = copy.count;
        describe(trial, &chosen, &copy.body.shape, factor * part->rate, factor, alternative);
    }
    routh_dataset_release(&quiet, &copy);
    if (status != ROUTH_OK && !routh_ends_all(status)) { /* it cannot be read so */
        *possible = false;
        status = ROUTH_OK;
    }
    return status == ROUTH_OUT_OF_MEMORY ? routh_fail(context, status, "%s", quiet.message) : status;
}

/* Help is needed below this share of the contacts. */
static const double few_share = 0.1;

/* A way helps if it brings this number of impacts, this multiple of them, and this share of its contacts. */
enum { LEAST_BACK = 3 };
static const double more_times = 2;
static const double least_share = 0.05;

/* Samples that are tried, and trajectories. */
enum { MOST_SAMPLES = 20000, MOST_TRAJECTORIES = 60 };

/* The part of the dataset that is tried: trajectories at equal steps, arrays shared. */
static routh_status take_part(routh_context *context, const routh_dataset *dataset, routh_dataset *part) {
    const size_t all = dataset->trajectory_count, samples = routh_count_samples(dataset);
    size_t step = all / MOST_TRAJECTORIES + 1;
    step = samples / MOST_SAMPLES + 1 > step ? samples / MOST_SAMPLES + 1 : step;
    *part = *dataset;
    part->trajectory = routh_allocate(context, all / step + 1, sizeof *part->trajectory);
    if (!part->trajectory)
        return ROUTH_OUT_OF_MEMORY;
    part->trajectory_count = 0;
    for (size_t i = 0; i < all; i += step)
        part->trajectory[part->trajectory_count++] = dataset->trajectory[i];
    part->record = NULL;
    part->count = 0;
    part->extra = NULL;
    part->extra_count = 0;
    return ROUTH_OK;
}

/* The reason that most contacts have, then the next, up to this number. */
enum { MOST_REASONS = 4 };

static void add_losses(const routh_dataset *dataset, const routh_diagnosis *diagnosis, routh_findings_writer *writer) {
    size_t rejected[ROUTH_REASON_COUNT];
    routh_dataset_used(dataset, rejected);
    if (diagnosis->contacts == 0) {
        routh_findings_add(writer, ROUTH_WRONG, "contacts", "the trajectories contain no contact");
        return;
    }
    routh_findings_measured(
        writer, diagnosis->used == 0 ? ROUTH_WRONG : ROUTH_WARNING, "contacts",
        (routh_finding_numbers){(double)diagnosis->contacts, (double)diagnosis->used, NAN, "contacts"},
        "%zu of %zu contacts can be used; reasons in the order of loss, of which a contact may have several:",
        diagnosis->used, diagnosis->contacts);
    for (int place = 0; place < MOST_REASONS; place++) {
        int most = 0;
        for (int r = 1; r < ROUTH_REASON_COUNT; r++)
            most = rejected[r] > rejected[most] ? r : most;
        if (rejected[most] == 0)
            return;
        routh_findings_measured(writer, ROUTH_NOTE, routh_name(&routh_reasons, most),
                                (routh_finding_numbers){NAN, (double)rejected[most], NAN, "contacts"}, "%zu: %s",
                                rejected[most], routh_about(&routh_reasons, most));
        rejected[most] = 0;
    }
}

/* Keeps the best, in order; of equally good ones the first that was tried. */
static void keep(const routh_alternative *found, routh_diagnosis *diagnosis) {
    size_t place = diagnosis->count;
    while (place > 0 && found->used > diagnosis->alternative[place - 1].used)
        place--;
    if (place == ROUTH_MOST_ALTERNATIVES)
        return;
    const size_t last = diagnosis->count < ROUTH_MOST_ALTERNATIVES ? diagnosis->count++ : ROUTH_MOST_ALTERNATIVES - 1;
    memmove(&diagnosis->alternative[place + 1], &diagnosis->alternative[place], (last - place) * sizeof *found);
    diagnosis->alternative[place] = *found;
}

static routh_status try_all(routh_context *context, const routh_segment_options *options, const routh_dataset *part,
                            routh_diagnosis *diagnosis) {
    alternative_trial trial;
    size_t base = 0;
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && trial_at(i, &trial); i++) {
        routh_alternative found = {0};
        bool possible = false;
        status = remedy_try(context, options, part, &trial, &found, &possible);
        if (status != ROUTH_OK || !possible)
            continue;
        if (i == 0) { /* as it is */
            base = found.used;
            continue;
        }
        diagnosis->tried++;
        if (found.used >= LEAST_BACK && (double)found.used >= more_times * (double)base &&
            (double)found.used >= least_share * (double)found.contacts)
            keep(&found, diagnosis);
        if (trial.calibrated) /* as the others are: they must do better than that */
            base = found.used > base ? found.used : base;
        status = routh_progress(context, "trying other readings", (double)i / ROUTH_REMEDY_TRIALS);
    }
    return status;
}

/* An alternative that needs two settings is dropped where one of them alone does as well. */
static void drop_needless(routh_diagnosis *diagnosis) {
    for (size_t i = 0; i < diagnosis->count; i++)
        for (size_t k = 0; k < diagnosis->count; k++)
            if (i != k && diagnosis->alternative[k].settings > 0 &&
                diagnosis->alternative[i].settings > diagnosis->alternative[k].settings &&
                (double)diagnosis->alternative[i].used < 1.1 * (double)diagnosis->alternative[k].used) {
                diagnosis->count--;
                memmove(&diagnosis->alternative[i], &diagnosis->alternative[i + 1],
                        (diagnosis->count - i) * sizeof diagnosis->alternative[i]);
                i--;
                break;
            }
}

static void add_alternatives(const routh_diagnosis *diagnosis, const routh_dataset *part,
                             routh_findings_writer *writer) {
    for (size_t i = 0; i < diagnosis->count; i++)
        routh_findings_measured(writer, ROUTH_NOTE, "alternative",
                                (routh_finding_numbers){(double)diagnosis->alternative[i].contacts,
                                                        (double)diagnosis->alternative[i].used, NAN, "contacts"},
                                "%s", diagnosis->alternative[i].text);
    if (diagnosis->count == 0)
        routh_findings_add(
            writer, ROUTH_NOT_DETERMINED, "alternative",
            "%zu other readings were tried on %zu trajectories: offsets of angle and height, units, rate, which way "
            "is up, wider limits; none brings contacts back",
            diagnosis->tried, part->trajectory_count);
}

routh_status routh_diagnosis_of(routh_context *context, const routh_dataset *dataset,
                                const routh_segment_options *options, routh_diagnosis *diagnosis) {
    const routh_segment_options usual = routh_segment_options_default();
    options = options ? options : &usual;
    if (!dataset || !diagnosis)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "diagnosis: the dataset or the answer is NULL");
    *diagnosis = (routh_diagnosis){.contacts = dataset->count, .used = routh_dataset_used(dataset, NULL)};
    diagnosis->needed = diagnosis->used == 0 || (double)diagnosis->used < few_share * (double)diagnosis->contacts;
    if (!diagnosis->needed)
        return ROUTH_OK;
    routh_c_locale numbers;
    routh_findings_writer writer = {.context = context, .findings = &diagnosis->words};
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    add_losses(dataset, diagnosis, &writer);
    routh_dataset part = {.trajectory = NULL};
    if (dataset->trajectory_count > 0)
        status = take_part(context, dataset, &part);
    if (status == ROUTH_OK && dataset->trajectory_count > 0)
        status = try_all(context, options, &part, diagnosis);
    if (status == ROUTH_OK && dataset->trajectory_count > 0) {
        drop_needless(diagnosis);
        add_alternatives(diagnosis, &part, &writer);
    }
    routh_release(context, part.trajectory);
    routh_c_locale_end(&numbers);
    status = status == ROUTH_OK ? writer.status : status;
    if (status != ROUTH_OK)
        routh_diagnosis_release(context, diagnosis);
    return status;
}

void routh_diagnosis_release(routh_context *context, routh_diagnosis *diagnosis) {
    routh_findings_release(context, &diagnosis->words);
    *diagnosis = (routh_diagnosis){0};
}
