/* routh segment: trajectories in, impacts out.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <stdio.h>

#include <routh/routh.h>

#include "dataset_options.h"
#include "program.h"

typedef struct segment_options {
    dataset_options data;
    const char *output, *frame, *picture;
    int no_calibration, json;
    option_number height_offset, angle_offset, angle_delay, deviation_max, meeting_max, ground_max, energy_drift,
        corner_gap;
    size_t flight_min, flight_max;
} segment_options;

static void override(double *value, const option_number *given) {
    if (given->given)
        *value = given->value;
}

static routh_segment_options library_options(const segment_options *options) {
    routh_segment_options chosen = routh_segment_options_default();
    override(&chosen.height_offset, &options->height_offset);
    override(&chosen.angle_offset, &options->angle_offset);
    override(&chosen.angle_delay, &options->angle_delay);
    override(&chosen.deviation_max, &options->deviation_max);
    override(&chosen.meeting_max, &options->meeting_max);
    override(&chosen.ground_max, &options->ground_max);
    override(&chosen.energy_drift, &options->energy_drift);
    override(&chosen.corner_gap, &options->corner_gap);
    chosen.calibrate = !options->no_calibration && !options->height_offset.given && !options->angle_offset.given &&
                       !options->angle_delay.given;
    if (options->flight_min > 0)
        chosen.flight_min = options->flight_min;
    if (options->flight_max > 0)
        chosen.flight_max = options->flight_max;
    return chosen;
}

/* What is printed when all went well. */
typedef struct segment_summary {
    const routh_dataset *dataset;
    routh_sensitivity sensitivity;
    int has_sensitivity; /* enough impacts to regress */
} segment_summary;

static int print(const char *verb, const segment_summary *summary, const segment_options *options) {
    const routh_sensitivity *sensitivity = summary->has_sensitivity ? &summary->sensitivity : NULL;
    output_file out;
    if (output_open(&out, verb, NULL) != 0)
        return EXIT_BAD_USE;
    const routh_status status = routh_segment_write(&out.context, summary->dataset, sensitivity,
                                                    routh_io_file(out.file, options->json ? ".json" : ".txt"));
    if (status == ROUTH_OK && !options->json)
        fprintf(out.file, "  written to  %s\n", options->output);
    return output_end(&out, status);
}

static int draw_contacts(const char *verb, const char *path, const routh_dataset *dataset) {
    output_file out;
    return OUTPUT_WRITE(out, verb, path,
                        routh_trajectory_write(&out.context, dataset, SIZE_MAX, routh_io_file(out.file, ".svg")));
}

static int segment_dataset(const char *verb, const segment_options *options, dataset_notes *notes,
                           routh_dataset *dataset, routh_correction *done) {
    routh_context context = routh_context_default();
    dataset_keep_notes(&context, notes);
    const routh_segment_options chosen = library_options(options);
    if (routh_dataset_segment(&context, &chosen, dataset) != ROUTH_OK)
        return fail_input(verb, &context);
    int answer = dataset_correct(verb, &options->data, options->frame, &chosen, dataset, done);
    if (answer != 0)
        return answer;
    if (routh_frame_of(&context, dataset, options->frame, &dataset->frame, dataset->frame_why) != ROUTH_OK)
        return fail_input(verb, &context);
    dataset->frame_decided = 1;
    segment_summary summary = {.dataset = dataset};
    if (options->picture)
        answer = draw_contacts(verb, options->picture, dataset);
    if (answer != 0)
        return answer;
    if (routh_dataset_used(dataset, NULL) == 0)
        return dataset_fail_unusable(verb, dataset->name, dataset);
    print_diagnosis(verb, dataset, &chosen);
    const routh_status regressed = routh_sensitivity_of(&context, dataset, &chosen, &summary.sensitivity);
    if (regressed == ROUTH_OUT_OF_MEMORY)
        return fail_input(verb, &context);
    summary.has_sensitivity = regressed == ROUTH_OK;
    answer = dataset_store(verb, options->output, dataset);
    if (answer != 0)
        return answer;
    return print(verb, &summary, options);
}

static int run(const char *verb, void *given) {
    const segment_options *options = given;
    if (!options->output && options->data.data)
        return fail(verb, "missing -o FILE: where to write the impacts");
    dataset_input in = {.notes = {.count = 0}};
    int answer = dataset_read(verb, &options->data, &in.notes, &in.dataset);
    if (answer == 0)
        answer = segment_dataset(verb, options, &in.notes, &in.dataset, &in.done);
    dataset_input_release(verb, answer == 0, &in);
    return answer;
}

static const option_entry entries[] = {
    DATASET_OPERAND(segment_options, data, NULL),
    {"output", OPTION_TEXT, offsetof(segment_options, output), "FILE",
     .about = "the dataset; the file appears whole or not at all", .path = PATH_OUTPUT},
    {"picture", OPTION_TEXT, offsetof(segment_options, picture), "FILE",
     .about = "draw the trajectory with most contacts, and what was taken for contacts, as SVG", .path = PATH_OUTPUT},
    OPTION_FRAME(segment_options, frame, "the frame to store with the impacts"),
    OPTION_JSON(segment_options, json, "print the summary as JSON"),
};

#define LIMIT(kind, member, name, value, text, usual)                                                                  \
    { name, kind, offsetof(segment_options, member), value, .about = (text), .otherwise = (usual) }

static const option_entry limits[] = {
    {"no-calibration", OPTION_FLAG, offsetof(segment_options, no_calibration), NULL,
     .about = "use height, angle and its time as recorded, not corrected by the pose in which bodies come to rest"},
    {"height-offset", OPTION_NUMBER, offsetof(segment_options, height_offset), "H",
     .about = "measured minus true height instead of calibration, m"},
    {"angle-offset", OPTION_NUMBER, offsetof(segment_options, angle_offset), "A",
     .about = "measured minus true angle instead of calibration, rad"},
    {"angle-delay", OPTION_NUMBER, offsetof(segment_options, angle_delay), "T",
     .about = "how much later than positions angles are recorded, instead of calibration, s"},
    LIMIT(OPTION_COUNT, flight_min, "flight-min", "N", "frames of flight needed before and after a contact", "5"),
    LIMIT(OPTION_COUNT, flight_max, "flight-max", "N", "frames used of a longer flight", "10"),
    LIMIT(OPTION_NUMBER, deviation_max, "deviation-max", "D", "largest deviation of a flight from its parabola, m",
          "0.002"),
    LIMIT(OPTION_NUMBER, meeting_max, "meeting-max", "D",
          "largest distance between the two parabolas at the contact, m", "0.001"),
    LIMIT(OPTION_NUMBER, ground_max, "ground-max", "D",
          "largest distance of the lowest point from the ground at the contact, m", "0.008"),
    LIMIT(OPTION_NUMBER, energy_drift, "energy-drift", "E", "largest relative drift of energy within a flight", "0.1"),
    LIMIT(OPTION_NUMBER, corner_gap, "corner-gap", "D", "two corners nearer to the ground than this touch at once, m",
          "0.001"),
};

static const option_group groups[] = {{"Options", OPTION_ENTRIES(entries), 0, NULL},
                                      {"Calibration and limits", OPTION_ENTRIES(limits), 0, NULL},
                                      DATASET_GROUP(segment_options, data),
                                      CORRECTION_GROUP(segment_options, data),
                                      {.entry = NULL}};

const program_verb verb_segment = {
    .name = "segment",
    .title = "segment",
    .about = "trajectories to impacts, with the reasons for those not to be trusted",
    .usage = "segment DATA -o OUT.h5 [OPTION]…",
    .text =
        "Finds the contacts in recorded trajectories, fits free flight before and after, and writes the impacts with "
        "the trajectories they came from. Contacts that cannot be trusted are kept with the reason. "
        "docs/segmentation.md explains how.",
    .groups = groups,
    .examples = "routh segment square-drops/ --shape square:0.06 --rate 250 -o impacts.h5",
    .options_size = sizeof(segment_options),
    .run = run,
};
