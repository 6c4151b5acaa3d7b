/* The recording that a verb works on, and what the command line says about it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "dataset_options.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

const option_entry dataset_entries[DATASET_OPTIONS] = {
    {"shape", OPTION_TEXT, offsetof(dataset_options, shape), "KIND",
     .about = SHAPE_FORMS "; tosses: cube:EDGE, box:A,B,C or mesh:FILE, as for `routh toss`", .field = "body.shape"},
    {"mass", OPTION_NUMBER, offsetof(dataset_options, mass), "M", .about = "mass, kg", .field = "body.mass"},
    {"inertia", OPTION_NUMBER, offsetof(dataset_options, inertia), "I",
     .about = "moment of inertia about the centre of mass, kg m²", .otherwise = "uniform density",
     .field = "body.inertia"},
    {"gyration", OPTION_NUMBER, offsetof(dataset_options, gyration), "K",
     .about = "radius of gyration √(I/m) instead, m"},
    {"rate", OPTION_NUMBER, offsetof(dataset_options, rate), "F", .about = "samples per second, Hz"},
    {"gravity", OPTION_NUMBER, offsetof(dataset_options, gravity), "G", .about = "gravity, m/s²", .otherwise = "9.81"},
    {"gap", OPTION_NUMBER, offsetof(dataset_options, gap), "T",
     .about = "time between the states before and after an impact, s",
     .otherwise = "one sample for a bounce_array, otherwise 0"},
    {"name", OPTION_TEXT, offsetof(dataset_options, name), "NAME", .about = "name of the dataset",
     .otherwise = "the file's"},
    {"variable", OPTION_TEXT, offsetof(dataset_options, variable), "NAME",
     .about = "variable of a MATLAB or NumPy file, or group of an HDF5 file, to read",
     .otherwise = "in MATLAB the only one of the form of a bounce_array, else all"},
    {"body", OPTION_TEXT, offsetof(dataset_options, body), "FILE",
     .about = "all of these as JSON, {\"shape\": {\"kind\": \"disc\", \"radius\": 0.05}, \"mass\": 0.1}; options "
              "override it",
     .path = PATH_INPUT},
};

static void keep_note(routh_log_level level, const char *line, void *user) {
    dataset_notes *notes = user;
    if (notes->count == DATASET_NOTES)
        return;
    notes->level[notes->count] = level;
    snprintf(notes->line[notes->count++], ROUTH_MESSAGE_SIZE, "%s", line);
}

/* 0 is what the library takes for "not said", so it is refused here. `from` is the file that says it; NULL: options. */
int check_dataset_numbers(const char *verb, const char *from, const dataset_options *said) {
    const struct {
        const char *name, *unit;
        const option_number *number;
        int may_be_zero;
        double low, high;
    } all[] = {{"mass", "kg", &said->mass, 0, ROUTH_RANGE_MASS},
               {"inertia", "kg m²", &said->inertia, 0, ROUTH_RANGE_INERTIA},
               {"gyration", "m", &said->gyration, 0, ROUTH_RANGE_LENGTH},
               {"rate", "Hz", &said->rate, 0, ROUTH_RANGE_RATE},
               {"gravity", "m/s²", &said->gravity, 1, ROUTH_RANGE_GRAVITY},
               {"gap", "s", &said->gap, 1, 0, 1e6}};
    const char *before = from ? from : "", *between = from ? ": " : "--";
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        double value = all[i].number->value;
        if (all[i].number->given && !(value > 0 || (value >= 0 && all[i].may_be_zero)))
            return fail(verb, "%.200s%s%s %g %s is not positive", before, between, all[i].name, value, all[i].unit);
        if (all[i].number->given && !(value >= all[i].low && value <= all[i].high))
            return fail(verb, "%.200s%s%s %g %s is outside %g … %g %s", before, between, all[i].name, value,
                        all[i].unit, all[i].low, all[i].high, all[i].unit);
    }
    if (said->inertia.given && said->gyration.given)
        return fail(verb, "%.200s%sinertia and %sgyration are both given; give one of them", before, between,
                    from ? "" : "--");
    return 0;
}

void dataset_keep_notes(routh_context *context, dataset_notes *notes) {
    context->log = keep_note;
    context->user = notes;
}

int dataset_segment(const char *verb, dataset_notes *notes, routh_dataset *dataset) {
    routh_context context = routh_context_default();
    const routh_segment_options options = routh_segment_options_default();
    if (dataset->count > 0 || dataset->trajectory_count == 0)
        return 0;
    dataset_keep_notes(&context, notes);
    return routh_dataset_segment(&context, &options, dataset) == ROUTH_OK ? 0 : fail_input(verb, &context);
}

void dataset_note(const char *verb, const dataset_notes *notes) {
    for (int i = 0; i < notes->count; i++)
        if (notes->level[i] == ROUTH_LOG_WARNING)
            warn(verb, "%s", notes->line[i]);
}

const char *dataset_hint(const routh_finding *finding) {
    const int off = finding->kind == ROUTH_WARNING || finding->kind == ROUTH_WRONG;
    if (off && (strcmp(finding->topic, "angle offset") == 0 || strcmp(finding->topic, "centre") == 0 ||
                strcmp(finding->topic, "axes") == 0))
        return " (--calibrate)";
    return off && strcmp(finding->topic, "inertia") == 0 ? " (--gyration)" : "";
}

void dataset_warn(const char *verb, const routh_findings *check, const routh_frame_evidence *evidence,
                  routh_frame frame) {
    for (size_t i = 0; i < check->count; i++) {
        const routh_finding *finding = &check->finding[i];
        const int corrected = strcmp(finding->topic, "frame") == 0 && evidence->best == frame;
        if (finding->kind == ROUTH_WRONG && !corrected)
            warn(verb, "check: %s: %s%s", finding->topic, finding->text, dataset_hint(finding));
    }
}

void dataset_check(const char *verb, const routh_dataset *dataset, routh_frame frame) {
    routh_findings check;
    routh_frame_evidence evidence;
    routh_context context = routh_context_default();
    const routh_status status = routh_dataset_check(&context, dataset, &check, &evidence);
    if (status == ROUTH_OUT_OF_MEMORY)
        warn(verb, "check: not done: %s", context.message);
    if (status != ROUTH_OK)
        return;
    dataset_warn(verb, &check, &evidence, frame);
    routh_findings_release(NULL, &check);
}

int dataset_fail_unusable(const char *verb, const char *name, const routh_dataset *dataset) {
    char text[DIAGNOSIS_TEXT];
    diagnosis_text(dataset, text);
    if (dataset->count == 0)
        return fail(verb, "%s: no contact was found; %s", name, text);
    if (dataset->count == 1)
        return fail(verb, "%s: its only impact cannot be used: %s", name, text);
    return fail(verb, "%s: none of its %zu impacts can be used: %s", name, dataset->count, text);
}

int dataset_store(const char *verb, const char *path, const routh_dataset *dataset) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path, routh_dataset_write(&out.context, dataset, routh_io_file(out.file, path)));
}

/* Noise of each measured channel, as options have it. */

int parse_noise(const char *verb, const char *text, const char *otherwise, routh_noise *noise) {
    double value[5];
    const char *from = text;
    for (int k = 0; k < 5; k++) {
        char *end;
        value[k] = strtod(from, &end);
        if (end == from || *end != (k < 4 ? ',' : '\0') || !(value[k] >= 0) || isinf(value[k]))
            return fail(verb, "--noise \"%.60s\" is %s five numbers of 0 or more, " NOISE_VALUE "%s", text,
                        otherwise[0] ? "neither" : "not", otherwise);
        from = end + 1;
    }
    *noise = (routh_noise){.y = value[0], .theta = value[1], .vx = value[2], .vy = value[3], .omega = value[4]};
    return 0;
}

/* Corrections that a verb makes to its recording before it works on it. */

const option_entry correction_entries[CORRECTION_OPTIONS] = {
    {"calibrate", OPTION_FLAG, offsetof(dataset_options, calibrate), NULL,
     .about = "correct angle, centre and axes as far as the point-impulse identity asks for it, and compute every "
              "contact point anew; docs/calibration.md explains"},
    {"reflag", OPTION_FLAG, offsetof(dataset_options, reflag), NULL,
     .about = "ignore the recorded flags energy, cone and compression, and set our own in the frame in use"},
};

int dataset_correct(const char *verb, const dataset_options *options, const char *frame,
                    const routh_segment_options *segmentation, routh_dataset *dataset, routh_correction *done) {
    routh_context context = routh_context_default();
    const routh_correction_options library = {.calibrate = options->calibrate != 0,
                                              .reflag = options->reflag != 0,
                                              .frame = frame,
                                              .segmentation = segmentation};
    if (routh_dataset_correct(&context, &library, dataset, done) == ROUTH_OK)
        return 0;
    if (!context.field || strcmp(context.field, "calibrate") != 0)
        return fail(verb, "%s", context.message);
    return fail(verb, "--calibrate: %s: nothing can be determined: %s%s", options->data ? options->data : dataset->name,
                done->calibration.value[ROUTH_CALIBRATION_ANGLE].why,
                routh_shape_check(NULL, &dataset->body.shape) == ROUTH_OK ? "" : " (--shape, --body)");
}

void correction_note(const char *verb, const routh_correction *done) {
    const routh_reflag *r = &done->reflag;
    if (done->reflagged)
        note(
            verb,
            "--reflag: %zu records had recorded flags energy, cone or compression, %zu of them nothing else; ours flag "
            "energy %zu, cone %zu, compression %zu: %zu impacts more are used, and %zu fewer",
            r->recorded, r->only, r->energy, r->cone, r->compression, r->gained, r->lost);
    for (int i = 0; done->calibrated && i < ROUTH_CALIBRATION_COUNT; i++) {
        const routh_calibration_value *v = &done->calibration.value[i];
        const char *unit = routh_calibration_unit((routh_calibration_index)i);
        if (v->freed)
            note(verb, "--calibrate: %s %+.4g%s%s (%+.4g to %+.4g) is corrected (%s)",
                 routh_about(&routh_calibration_values, i), v->value, *unit ? " " : "", unit, v->low, v->high, v->why);
        else if (i == ROUTH_CALIBRATION_ANGLE)
            note(verb, "--calibrate: the angle is not corrected: %s", v->why);
    }
}

int dataset_input_read(const char *verb, const dataset_options *options, const char *frame, dataset_input *in) {
    *in = (dataset_input){.notes = {.count = 0}};
    TRY(dataset_read(verb, options, &in->notes, &in->dataset));
    TRY(dataset_segment(verb, &in->notes, &in->dataset));
    return dataset_correct(verb, options, frame, NULL, &in->dataset, &in->done);
}

void dataset_input_release(const char *verb, bool went_well, dataset_input *in) {
    if (went_well) {
        dataset_note(verb, &in->notes);
        correction_note(verb, &in->done);
    }
    routh_correction_release(NULL, &in->done);
    routh_dataset_release(NULL, &in->dataset);
}

/* Diagnosis in the program's words: findings of the library, with the options that would help ready to paste. */

/* Is it said where the recording is read, not where it is segmented? A dataset keeps no more than the motion as read. */
static bool is_of_import(const char *field) {
    return strcmp(field, "units") == 0 || strcmp(field, "up") == 0 || strcmp(field, "rate") == 0;
}

/* " --angle-offset 0.30 --height-offset 0.75", or " `routh import … --units mm`". */
static void option_text(const routh_alternative *alternative, char *text, size_t size) {
    size_t used = 0;
    bool import = false;
    text[0] = '\0';
    for (size_t i = 0; i < alternative->settings; i++)
        import |= is_of_import(alternative->field[i]);
    if (import)
        used += (size_t)snprintf(text, size, " `routh import …");
    for (size_t i = 0; i < alternative->settings; i++) {
        char flag[ROUTH_LABEL_SIZE];
        const char *value = alternative->value[i], *quote = strchr(value, ';') ? "'" : "";
        snprintf(flag, sizeof flag, "%s", alternative->field[i]);
        for (char *c = flag; *c; c++)
            *c = *c == '_' ? '-' : *c;
        const int added =
            snprintf(text + used, size - used, " --%s%s%s%s%s", flag, value[0] ? " " : "", quote, value, quote);
        used += added > 0 && (size_t)added < size - used ? (size_t)added : 0;
    }
    if (import && used + 1 < size)
        snprintf(text + used, size - used, "`");
}

/* "436 second-bounce, 129 impossible", the most frequent first. */
static size_t losses_text(const routh_dataset *dataset, char *text, size_t size) {
    size_t rejected[ROUTH_REASON_COUNT], used = 0;
    routh_dataset_used(dataset, rejected);
    text[0] = '\0';
    for (;;) {
        int most = 0;
        for (int r = 1; r < ROUTH_REASON_COUNT; r++)
            most = rejected[r] > rejected[most] ? r : most;
        const int added = rejected[most] > 0 ? snprintf(text + used, size - used, "%s%zu %s", used > 0 ? ", " : "",
                                                        rejected[most], routh_name(&routh_reasons, most))
                                             : 0;
        if (added <= 0 || (size_t)added >= size - used)
            return used;
        used += (size_t)added;
        rejected[most] = 0;
    }
}

const char *diagnosis_text(const routh_dataset *dataset, char text[DIAGNOSIS_TEXT]) {
    routh_diagnosis diagnosis = {.count = 0};
    const size_t used = losses_text(dataset, text, DIAGNOSIS_TEXT / 2);
    const bool helps = dataset->trajectory_count > 0 &&
                       routh_diagnosis_of(NULL, dataset, NULL, &diagnosis) == ROUTH_OK && diagnosis.count > 0;
    char flags[160] = "";
    if (helps)
        option_text(&diagnosis.alternative[0], flags, sizeof flags);
    snprintf(text + used, DIAGNOSIS_TEXT - used, "%s%s%s%s", used > 0 ? "; " : "",
             helps ? diagnosis.alternative[0].text : "`routh check` explains", flags[0] ? ":" : "", flags);
    routh_diagnosis_release(NULL, &diagnosis);
    return text;
}

void print_diagnosis(const char *verb, const routh_dataset *dataset, const routh_segment_options *options) {
    routh_context context = routh_context_default();
    routh_diagnosis diagnosis;
    size_t next = 0;
    if (routh_diagnosis_of(&context, dataset, options, &diagnosis) != ROUTH_OK) {
        warn(verb, "diagnosis: not done: %s", context.message);
        return;
    }
    for (size_t i = 0; diagnosis.needed && i < diagnosis.words.count; i++) {
        const routh_finding *finding = &diagnosis.words.finding[i];
        char flags[160] = "";
        if (strcmp(finding->topic, "alternative") == 0 && next < diagnosis.count)
            option_text(&diagnosis.alternative[next++], flags, sizeof flags);
        warn(verb, "%s: %s%s%s", finding->topic, finding->text, flags[0] ? ":" : "", flags);
    }
    routh_diagnosis_release(&context, &diagnosis);
}
