/* routh insertion: stiffness, friction and geometry of parts from an insertion with many contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

const option_entry insertion_entries[INSERTION_OPTIONS] = {
    {"assembly", OPTION_TEXT, offsetof(insertion_options, assembly), "FILE",
     .about = "the parts and what is uncertain about them",
     .otherwise = "assembly.json beside the recording, or scene.json", .path = PATH_INPUT},
    {"rate", OPTION_NUMBER, offsetof(insertion_options, rate), "F",
     .about = "reduce recordings to this rate, Hz; 0: as they are", .otherwise = "50"},
    {"slip-speed", OPTION_NUMBER, offsetof(insertion_options, slip_speed), "V",
     .about = "contacts that are slower than this stick, m/s", .otherwise = "2e-4"},
    {"stick-weight", OPTION_NUMBER, offsetof(insertion_options, stick_weight), "W",
     .about = "weight of instants whose contacts all stick, against 1 of those that slide", .otherwise = "0.01"},
    {"force-scale", OPTION_NUMBER, offsetof(insertion_options, force_scale), "N",
     .about = "scale that forces are divided by, N", .otherwise = "50"},
    {"moment-scale", OPTION_NUMBER, offsetof(insertion_options, moment_scale), "N",
     .about = "scale that moments are divided by, N m", .otherwise = "6"},
    OPTION_WORKERS(insertion_options, threads),
};

static const program_verb *const parts[] = {
    &verb_insertion_simulate, &verb_insertion_import, &verb_insertion_identify, &verb_insertion_observe,
    &verb_insertion_lcurve,   &verb_insertion_offset, &verb_insertion_plan,     NULL};

const program_verb verb_insertion = {
    .name = "insertion",
    .title = "insertion",
    .about = "contact stiffness, friction and errors of parts from an insertion with many contacts",
    .usage = "insertion simulate|import|identify|observe|lcurve|offset|plan [OPTION]…",
    .text =
        "From poses, velocities and wrenches of one object that is pushed into another: contact stiffness, friction, "
        "and how far the parts are from where they are drawn. What the recording does not determine is reported "
        "first. docs/insertion.md has the mathematics and the files.",
    .part = parts,
    .notes = "`routh insertion identify --help` and so on explain each.",
    .examples = "routh paper guides -o insertions\nrouth insertion identify insertions/2a.h5 -o report",
};

static int read_assembly(const char *verb, const insertion_options *options, routh_assembly *assembly) {
    routh_context context = routh_context_default();
    const option_list *recordings = &options->recordings;
    if (options->assembly)
        return routh_assembly_read(&context, routh_io_path(options->assembly), assembly) == ROUTH_OK
                   ? 0
                   : fail(verb, "%s", context.message);
    return routh_assembly_read_beside(&context, (const char *const *)recordings->text, recordings->count, assembly) ==
                   ROUTH_OK
               ? 0
               : fail(verb, "%s (--assembly names another file)", context.message);
}

/* The assembly names files of shapes, which are inputs like any other. */
static int check_parts(const routh_assembly *assembly) {
    int answer = 0;
    for (int o = 0; o < 2; o++)
        for (size_t i = 0; i < assembly->object[o].count && answer == 0; i++)
            if (assembly->object[o].part[i].file)
                answer = check_late_input(assembly->object[o].part[i].file, "a part of the assembly,");
    return answer;
}

int insertion_read_parts(const char *verb, const char *path, routh_assembly *assembly) {
    routh_context context = routh_context_default();
    if (routh_assembly_read(&context, routh_io_path(path), assembly) != ROUTH_OK)
        return fail_input(verb, &context);
    const int answer = check_parts(assembly);
    if (answer != 0)
        routh_assembly_release(NULL, assembly);
    return answer;
}

int insertion_read(const char *verb, const insertion_options *options, insertion_data *data) {
    routh_context context = routh_context_default();
    *data = (insertion_data){0};
    const size_t count = options->recordings.count;
    if (count == 0)
        return fail(verb, "missing RECORDING; see `routh %s --help`", verb);
    routh_insertion_convention convention;
    int answer = insertion_convention(verb, &options->log, &convention);
    if (answer != 0)
        return answer;
    data->recording = calloc(count, sizeof *data->recording);
    answer = data->recording ? 0 : fail(verb, "out of memory");
    for (size_t i = 0; i < count && answer == 0; i++) {
        if (routh_insertion_read(&context, routh_io_path(options->recordings.text[i]), &convention,
                                 &data->recording[i]) != ROUTH_OK)
            answer = fail_input(verb, &context);
        else
            data->count++;
    }
    if (answer == 0)
        answer = read_assembly(verb, options, &data->assembly);
    if (answer == 0)
        answer = check_parts(&data->assembly);
    if (answer == 0)
        routh_insertion_name_apart(data->recording, count);
    else
        insertion_release(data);
    return answer;
}

void insertion_release(insertion_data *data) {
    for (size_t i = 0; i < data->count; i++)
        routh_insertion_release(NULL, &data->recording[i]);
    free(data->recording);
    routh_assembly_release(NULL, &data->assembly);
    *data = (insertion_data){0};
}

/* Options that must be numbers above 0, or from 0 on. */
static int take_number(const char *verb, const char *name, const option_number *number, int from_zero, double *target) {
    if (!number->given)
        return 0;
    if (!(from_zero ? number->value >= 0 : number->value > 0))
        return fail(verb, "--%s %g must be %s", name, number->value, from_zero ? "0 or more" : "more than 0");
    *target = number->value;
    return 0;
}

int insertion_study_options(const char *verb, const insertion_options *options, routh_insertion_study_options *study) {
    *study = routh_insertion_study_options_default();
    TRY(take_number(verb, "rate", &options->rate, 1, &study->rate));
    TRY(take_number(verb, "slip-speed", &options->slip_speed, 1, &study->fit.slip_speed));
    TRY(take_number(verb, "stick-weight", &options->stick_weight, 0, &study->fit.stick_weight));
    TRY(take_number(verb, "force-scale", &options->force_scale, 0, &study->fit.force_scale));
    TRY(take_number(verb, "moment-scale", &options->moment_scale, 0, &study->fit.moment_scale));
    TRY(take_number(verb, "gamma", &options->gamma, 1, &study->fit.gamma));
    if (options->modes.given) {
        const double modes = options->modes.value;
        if (!(modes >= 0 && modes <= 1000 && modes == floor(modes)))
            return fail(verb, "--modes %g must be a whole number from 0 to 1000", modes);
        study->fit.starts = (size_t)modes;
    }
    if (options->method.index)
        study->fit.method = ROUTH_NELDER_MEAD;
    return 0;
}

int insertion_open(const char *verb, const insertion_options *options, insertion_single *single) {
    routh_context context = routh_context_default();
    *single = (insertion_single){0};
    if (options->recordings.count > 1)
        return fail(verb, "give one RECORDING, not %zu", options->recordings.count);
    int answer = insertion_study_options(verb, options, &single->options);
    if (answer == 0)
        answer = insertion_read(verb, options, &single->data);
    if (answer != 0)
        return answer;
    const routh_status status =
        routh_insertion_reduce(&context, &single->data.recording[0], single->options.rate, &single->reduced);
    if (status == ROUTH_OK)
        return 0;
    insertion_close(single);
    return fail_input_of(verb, options->recordings.text[0], &context);
}

void insertion_close(insertion_single *single) {
    routh_insertion_release(NULL, &single->reduced);
    insertion_release(&single->data);
}

/* How a laboratory's log is meant: options of every part of `routh insertion` that reads recordings. */

#define WORD(name, value, text, usual)                                                                                 \
    { #name, OPTION_TEXT, offsetof(insertion_log, name), value, .about = (text), .otherwise = (usual) }

const option_entry insertion_log_entries[INSERTION_LOG_OPTIONS] = {
    WORD(columns, "MAP", "what the file calls its columns: px=x,py=y,…", "time, px, … as in docs/insertion.md"),
    WORD(units, "UNITS", "units of the file, such as mm,Nmm,ms", "m,rad,s,N,Nm"),
    {"quaternion", OPTION_TEXT, offsetof(insertion_log, quaternion), "ORDER", .about = "order of quaternions",
     .choices = "wxyz xyzw", .otherwise = "wxyz"},
    {"wrench-on", OPTION_TEXT, offsetof(insertion_log, wrench_on), "OBJECT",
     .about = "the object that the wrench acts on; 1 is the one that is held", .choices = "1 2", .otherwise = "1"},
    {"wrench-frame", OPTION_TEXT, offsetof(insertion_log, wrench_frame), "FRAME",
     .about = "whose axes and origin the wrench has", .choices = "plate hand world", .otherwise = "plate"},
    WORD(sensor, "POSE", "fixed pose of the sensor in that frame: seven numbers with commas between",
         "that of the frame"),
    {"velocity-window", OPTION_TEXT, offsetof(insertion_log, velocity_window), "T",
     .about = "velocities from poses, over T seconds, even if they are recorded",
     .otherwise = "0.1, if they are not recorded"},
};

int insertion_convention(const char *verb, const insertion_log *log, routh_insertion_convention *convention) {
    const struct {
        const char *field, *text;
    } given[] = {{"columns", log->columns},
                 {"units", log->units},
                 {"quaternion", log->quaternion},
                 {"wrench_on", log->wrench_on},
                 {"wrench_frame", log->wrench_frame},
                 {"sensor", log->sensor},
                 {"velocity_window", log->velocity_window}};
    routh_context context = routh_context_default();
    *convention = (routh_insertion_convention){0};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].text &&
            routh_insertion_convention_set(&context, given[i].field, given[i].text, convention) != ROUTH_OK)
            return fail_input(verb, &context);
    return 0;
}

/* "wrench_on=2 units=mm" → "--wrench-on 2 --units mm". */
static void options_of(const char *suggestion, char *text, size_t size) {
    size_t used = 0;
    for (bool begins = true, value = false; *suggestion && used + 4 < size; suggestion++) {
        if (begins)
            used += (size_t)snprintf(text + used, size - used, "--");
        begins = *suggestion == ' ';
        value = !begins && (value || *suggestion == '=');
        text[used++] = *suggestion == '=' ? ' ' : *suggestion == '_' && !value ? '-' : *suggestion;
    }
    text[used] = '\0';
}

int insertion_verdict(const char *verb, const routh_insertion_check *check) {
    char text[2 * sizeof check->suggestion];
    if (check->fits)
        return 0;
    options_of(check->suggestion, text, sizeof text);
    if (*text)
        warn(verb, "the recording does not fit the parts; it does with %s", text);
    else
        warn(verb, "the recording does not fit the parts");
    return 1;
}
