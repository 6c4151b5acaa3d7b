/* Trials of polyhedra, assemblies and insertions.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_INSERTION_H
#define ROUTH_TESTS_REPORT_ALLOCATION_TRIALS_INSERTION_H

#include <math.h>

#include "../cli/wedge.h"
#include "allocations.h"
#include "drawing/drawing.h"
#include "papers.h"

enum { INSTANTS = 12 };

static struct {
    routh_assembly assembly;
    routh_assembly wedge;
    routh_insertion whole, few; /* `few` shares its instants with nobody, and its truth with `whole` */
    routh_insertion_instant instant[INSTANTS];
} insertion;

static inline routh_insertion_generator short_insertion(void) {
    routh_insertion_generator generator = guides_generator((guides_test)0);
    generator.sensors = false;
    generator.rate = 40;
    return generator;
}

/* A few instants of the last quarter, where there is contact. */
static inline void insertion_begin(void) {
    const routh_insertion_generator generator = short_insertion();
    const vguides guides = vguides_default();
    assert_int_equal(vguides_assembly(NULL, &guides, &insertion.assembly), ROUTH_OK);
    assert_int_equal(
        routh_assembly_read(NULL, routh_io_memory(wedge_text, sizeof wedge_text - 1, "wedge.json"), &insertion.wedge),
        ROUTH_OK);
    assert_int_equal(routh_insertion_generate(NULL, &insertion.assembly, &generator, &insertion.whole, NULL), ROUTH_OK);
    const size_t begin = insertion.whole.count * 3 / 4, step = insertion.whole.count / 4 / INSTANTS;
    insertion.few = insertion.whole;
    insertion.few.sample = insertion.instant;
    insertion.few.count = INSTANTS;
    insertion.few.rate = insertion.whole.rate / (double)step;
    for (size_t i = 0; i < INSTANTS; i++)
        insertion.instant[i] = insertion.whole.sample[begin + i * step];
}

static inline void insertion_end(void) {
    routh_insertion_release(NULL, &insertion.whole);
    routh_assembly_release(NULL, &insertion.assembly);
    routh_assembly_release(NULL, &insertion.wedge);
}

static inline void try_polyhedra(trial *t) {
    static const double corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const double f[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    static const double g[6] = {-1, -1, -1, -1, -1, -1};
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    routh_polyhedron *made = NULL, *cut = NULL, *read = NULL;
    routh_overlap_scratch *scratch = NULL;
    TRY(t, routh_polyhedron_of_points(t->context, 8, corners[0], 0, &made));
    TRY(t, routh_polyhedron_of_halfspaces(t->context, 6, f[0], g, &cut));
    TRY(t, routh_polyhedron_read(t->context, routh_io_memory(text, strlen(text), "part.obj"), 1, &read));
    TRY(t, routh_overlap_scratch_create(t->context, 8, 6, &scratch));
    static const char square[] = "x,y\n0,0\n1,0\n1,1\n0,1\n";
    static const char svg[] = "<svg width='9mm' viewBox='0 0 9 9'><path d='M0 0H9V9A9 9 0 0 1 0 0Z'/></svg>";
    static const char dxf[] =
        "0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n70\n1\n10\n0\n20\n0\n10\n1\n20\n0\n10\n0\n20\n1\n"
        "0\nENDSEC\n";
    static const double side[3] = {1, 2, 3};
    routh_shape3 box = {0}, drawn = {0}, shape3 = {0};
    routh_shape shape;
    TRY(t, routh_shape3_box(t->context, side, &box));
    TRY(t, routh_shape3_of_polyhedron(t->context, made, NULL, &drawn));
    TRY(t, routh_shape3_read(t->context, routh_io_memory(text, strlen(text), "part.obj"), NULL, &shape3));
    TRY(t, routh_shape_read(t->context, routh_io_memory(square, strlen(square), "a.csv"), NULL, &shape));
    TRY(t, routh_shape_read(t->context, routh_io_memory(svg, strlen(svg), "a.svg"), NULL, &shape));
    TRY(t, routh_shape_read(t->context, routh_io_memory(dxf, strlen(dxf), "a.dxf"), NULL, &shape));
    ALWAYS(routh_shape3_release(t->context, &shape3));
    ALWAYS(routh_shape3_release(t->context, &drawn));
    ALWAYS(routh_shape3_release(t->context, &box));
    ALWAYS(routh_overlap_scratch_release(t->context, scratch));
    ALWAYS(routh_polyhedron_release(t->context, read));
    ALWAYS(routh_polyhedron_release(t->context, cut));
    ALWAYS(routh_polyhedron_release(t->context, made));
}

static inline void try_assemblies(trial *t) {
    const vguides guides = vguides_default();
    routh_assembly made = {0}, read = {0};
    routh_buffer file = {0};
    TRY(t, vguides_assembly(t->context, &guides, &made));
    TRY(t, routh_assembly_write(t->context, &insertion.assembly, routh_io_buffer(&file, NULL)));
    TRY(t, routh_assembly_read(t->context, routh_io_memory(file.byte, file.byte_count, "assembly.json"), &read));
    static const char *const nowhere = "nowhere/1a.h5";
    routh_assembly beside = {0};
    if (t->status == ROUTH_OK) /* there is none beside it, which it says */
        ALWAYS(routh_assembly_read_beside(t->context, &nowhere, 1, &beside));
    end_buffer(t, &file);
    ALWAYS(routh_assembly_release(t->context, &beside));
    ALWAYS(routh_assembly_release(t->context, &read));
    ALWAYS(routh_assembly_release(t->context, &made));
}

static inline void try_generated(trial *t) {
    const routh_insertion_generator generator = short_insertion();
    routh_insertion made = {0}, retraction = {0};
    TRY(t, routh_insertion_generate(t->context, &insertion.assembly, &generator, &made, NULL));
    ALWAYS(routh_insertion_release(t->context, &made));
    TRY(t, routh_insertion_generate(t->context, &insertion.assembly, &generator, &made, &retraction));
    ALWAYS(routh_insertion_release(t->context, &retraction));
    ALWAYS(routh_insertion_release(t->context, &made));
}

static inline void try_recordings(trial *t) {
    const routh_insertion_summary summary = {.path = "1a.h5", .setting = short_insertion()};
    const double axis[3] = {0, 0, 1};
    routh_insertion_offset_estimate offset;
    routh_insertion read = {0}, reduced = {0}, made = {0};
    routh_buffer file = {0};
    routh_insertion_convention convention = {0};
    TRY(t, routh_insertion_convention_set(t->context, "velocity_window", "0.1", &convention));
    TRY(t, routh_insertion_write(t->context, &insertion.few, routh_io_buffer(&file, "1a.h5")));
    TRY(t, routh_insertion_read(t->context, routh_io_memory(file.byte, file.byte_count, "1a.h5"), &convention, &read));
    TRY(t, routh_insertion_reduce(t->context, &insertion.whole, 10, &reduced));
    static const double time[2] = {0, 0.01}, hand[14] = {[3] = 1, [10] = 1}, wrench[12] = {0};
    routh_insertion_arrays arrays = routh_insertion_arrays_default();
    arrays.count = 2;
    arrays.time = time, arrays.hand = hand, arrays.wrench = wrench;
    TRY(t, routh_insertion_of_arrays(t->context, &arrays, &convention, &made));
    if (t->status == ROUTH_OK) /* this is no retraction, which it says */
        ALWAYS(routh_insertion_offset(t->context, &insertion.whole, axis, 50, 30, &offset));
    WRITE(t, NULL, routh_insertion_summaries_write, &summary, 1);
    WRITE(t, NULL, routh_insertion_offset_write, &(routh_insertion_offset_estimate){.offset = 1e-4});
    end_buffer(t, &file);
    ALWAYS(routh_insertion_release(t->context, &made));
    ALWAYS(routh_insertion_release(t->context, &reduced));
    ALWAYS(routh_insertion_release(t->context, &read));
}

static inline void try_insertion_fit(trial *t) {
    routh_insertion_options options = routh_insertion_options_default();
    options.gammas = 3;
    options.evaluations = 40;
    routh_insertion_estimate fit = {0};
    routh_lcurve lcurve = {0};
    routh_observability seen = {0};
    routh_insertion_check check = {0};
    TRY(t, routh_insertion_check_of(t->context, &insertion.assembly, &insertion.few, NULL, &options, &check));
    ALWAYS(routh_insertion_check_release(t->context, &check));
    TRY(t, routh_insertion_observe(t->context, &insertion.assembly, &insertion.few, NULL, &options, &seen));
    WRITE(t, NULL, routh_observability_write, &insertion.assembly, &seen);
    TRY(t, routh_lcurve_of(t->context, &insertion.assembly, &insertion.few, &options, &lcurve));
    WRITE(t, NULL, routh_lcurve_write, &lcurve);
    options.gamma = 1;
    TRY(t, routh_insertion_fit(t->context, &insertion.assembly, &insertion.few, &options, &fit));
    ALWAYS(routh_insertion_estimate_release(t->context, &fit));
    ALWAYS(routh_lcurve_release(t->context, &lcurve));
    ALWAYS(routh_observability_release(t->context, &seen));
}

static inline void try_insertion_study(trial *t) {
    routh_insertion_study_options options = routh_insertion_study_options_default();
    options.fit.geometry = false;
    options.rate = 0;
    routh_insertion_study study = {0};
    TRY(t, routh_insertion_study_run(t->context, &insertion.assembly, &insertion.few, 1, &options, &study));
    study.seconds = 0;
    WRITE(t, "results.json", routh_insertion_study_write, &study, 0);
    WRITE(t, "report.html", routh_insertion_study_write, &study, 0);
    WRITE(t, "study.txt", routh_insertion_study_write, &study, 0);
    ALWAYS(routh_insertion_study_release(t->context, &study));
}

static inline void try_insertion_path(trial *t) {
    const routh_insertion_path path = *guides_path(GUIDES_TEST_1A);
    routh_insertion_path read;
    routh_buffer file = {0};
    TRY(t, routh_insertion_path_check(t->context, &path));
    TRY(t, routh_insertion_path_write(t->context, &path, routh_io_buffer(&file, "path.json")));
    TRY(t, routh_insertion_path_read(t->context, routh_io_memory(file.byte, file.byte_count, "path.json"), &read));
    end_buffer(t, &file);
}

/* A wedge in a groove, and a hand that yields fast: milliseconds for each insertion. */
static inline void try_insertion_plan(trial *t) {
    routh_insertion_plan_options options = routh_insertion_plan_options_default();
    routh_insertion_plan plan = {0};
    options.draws = options.screening = 1;
    options.sweeps = 0;
    options.start_turn = 0.002;
    options.rate = 5;
    options.generator.sensors = false;
    options.generator.rate = 100;
    options.generator.speed = 1e-2;
    for (int k = 1; k < 4; k++)
        options.generator.give[k] *= 10;
    TRY(t, routh_insertion_plan_run(t->context, &insertion.wedge, &options, &plan));
    plan.seconds = 0;
    WRITE(t, "plan.json", routh_insertion_plan_write, &plan);
    ALWAYS(routh_insertion_plan_release(t->context, &plan));
}

static const trial_entry insertion_trials[] = {
    {"insertion path", try_insertion_path},   {"insertion plan", try_insertion_plan}, {"polyhedra", try_polyhedra},
    {"assemblies", try_assemblies},           {"recordings", try_recordings},         {"insertion", try_insertion_fit},
    {"insertion study", try_insertion_study}, {"generated", try_generated},           {NULL, NULL},
};

#endif
