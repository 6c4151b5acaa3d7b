/* `routh judge` of a simulator's output: a recording like any other, but of contacts that may last.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "judge.h"
#include "message.h"
#include "shape_options.h"
#include "toss.h"

static int judge_plane(const char *verb, const judge_options *o, routh_behaviour *behaviour) {
    const routh_behaviour_options options = judge_library_options(o);
    routh_context context = routh_context_default();
    routh_dataset dataset = {0};
    dataset_notes notes = {0};
    context.threads = (int)o->threads;
    int answer = dataset_read(verb, &o->data, &notes, &dataset);
    if (answer != 0)
        return answer;
    progress_show(&context);
    const routh_status status = routh_behaviour_of_dataset(&context, &dataset, o->frame, &options, behaviour);
    progress_end();
    answer = status == ROUTH_OK ? 0 : fail_input(verb, &context);
    if (answer == 0)
        dataset_note(verb, &notes);
    routh_dataset_release(NULL, &dataset);
    return answer;
}

/* Simulators have z up: it is taken where nothing flies that would show it. */
static int judge_space(const char *verb, const judge_options *o, routh_behaviour *behaviour) {
    const routh_behaviour_options options = judge_library_options(o);
    routh_context context = routh_context_default();
    toss_choices choices = toss_choices_default();
    routh_dataset3 dataset = {0};
    dataset_notes notes = {0};
    context.threads = (int)o->threads;
    choices.segment.rounding = o->rounding.given ? o->rounding.value : NAN;
    if (o->data.inertia.given)
        choices.segment.inertia = o->data.inertia.value;
    if (o->data.rate.given)
        choices.import.rate = o->data.rate.value;
    if (o->data.gravity.given)
        choices.import.gravity = o->data.gravity.value;
    choices.import.unit = o->unit.given ? o->unit.value : 1;
    int answer = check_dataset_numbers(verb, NULL, &o->data);
    if (answer == 0)
        answer = toss_choose_body(verb, o->data.shape, &o->data.mass, NULL, &choices);
    if (answer == 0)
        answer = tosses_read(verb, o->data.data, 'z', &choices.import, &notes, &dataset);
    if (answer == 0 && choices.cube) {
        dataset.shape = NULL;
        dataset.width = choices.import.width;
    }
    if (answer == 0) {
        progress_show(&context);
        const routh_status status =
            routh_behaviour_of_dataset3(&context, &dataset, &choices.segment, &options, behaviour);
        progress_end();
        answer = status == ROUTH_OK ? 0 : fail_input(verb, &context);
    }
    if (answer == 0)
        dataset_note(verb, &notes);
    routh_dataset3_release(NULL, &dataset);
    toss_choices_release(&choices);
    return answer;
}

int judge_recording(const char *verb, const judge_options *o, routh_behaviour_series *series) {
    if (!o->data.data)
        return fail(verb, "give DATA, a recording of what the simulator did, or --engine to run one");
    int kind = 0, answer = 0, space = o->space || names_shape3(o->data.shape);
    if (!space)
        answer = dataset_recognise(verb, o->data.data, &kind);
    space = space || kind & ROUTH_RECORDING_TOSSES;
    if (answer == 0)
        answer = space ? judge_space(verb, o, &series->at[0]) : judge_plane(verb, o, &series->at[0]);
    series->count = answer == 0;
    return answer;
}
