/* From a material and options to an export: bodies by what is known of solids, settings as by hand, draws as the material
 * says.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <routh/engine.h>

#include "../subject.h"

#include "engine/engine.h"

static const double pi = 3.14159265358979323846;

static routh_material pair_of(double mu, double eps) {
    routh_material material = routh_material_default();
    material.value[ROUTH_MATERIAL_MU] = mu;
    material.value[ROUTH_MATERIAL_EPS] = eps;
    return material;
}

/* An ellipsoid's mass and inertia are those of the solid, not of the polyhedron that stands for it; so are a disc's. */
static void test_solids(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double axis[3];
    } solids[] = {{"ellipsoid:0.05,0.04,0.03", {0.05, 0.04, 0.03}},
                  {"ellipsoid:0.05,0.04,0.03,12", {0.05, 0.04, 0.03}},
                  {"disc:0.02", {0.02, 0.02, 0.02}},
                  {"ellipse:0.035,0.025", {0.035, 0.025, 0.025}}};
    const routh_material material = pair_of(0.3, 0.5);
    for (size_t i = 0; i < sizeof solids / sizeof solids[0]; i++) {
        const double *a = solids[i].axis, mass = 1200 * 4.0 / 3 * pi * a[0] * a[1] * a[2];
        routh_export_options options = routh_export_options_default();
        static routh_export_job job;
        options.shape = solids[i].text;
        options.density = 1200;
        assert_int_equal(routh_export_prepare(NULL, &material, ROUTH_EXPORT_JSON, &options, &job), ROUTH_OK);
        assert_true(fabs(job.world.mass / mass - 1) < 1e-12);
        assert_true(fabs(job.world.inertia[0][0] / (mass * (a[1] * a[1] + a[2] * a[2]) / 5) - 1) < 1e-12);
        assert_int_equal(job.what.solid, ROUTH_SOLID_ELLIPSOID);
        const bool sphere = i == 2; /* touches as one ball */
        assert_int_equal(job.what.body.ball_count, sphere ? 1 : 0);
        routh_export_job_release(NULL, &job);
    }
}

/* What is given by hand counts, and has no interval; what was recorded belongs to the recorded shape alone. */
static void test_what_counts(void **state) {
    (void)state;
    static routh_export_job job;
    routh_material material = pair_of(0.3, 0.5);
    routh_export_options options = routh_export_options_default();
    material.interval[ROUTH_MATERIAL_MU] = (routh_interval){0.2, 0.4, 0.05};
    material.mass = 0.4;
    material.rounding = 0.003;
    strcpy(material.shape, "box:0.1,0.08,0.06");
    options.mu = 0.25;
    options.mass = 0.8;
    assert_int_equal(routh_export_prepare(NULL, &material, ROUTH_EXPORT_SDF, &options, &job), ROUTH_OK);
    assert_true(job.what.target.surface.pair.mu == 0.25 && isnan(job.material.interval[ROUTH_MATERIAL_MU].low));
    assert_true(job.world.mass == 0.8 && job.world.rounding == 0.003 && job.has_body && job.has_mass);
    routh_export_job_release(NULL, &job);
    options.shape = "cube:0.1";
    assert_int_equal(routh_export_prepare(NULL, &material, ROUTH_EXPORT_SDF, &options, &job), ROUTH_OK);
    assert_true(job.world.rounding == 0 && job.what.solid == ROUTH_SOLID_BOX && job.what.size[2] == 0.1);
    routh_export_job_release(NULL, &job);
}

/* Converting by hand, and through a job, is the same. */
static void test_convert(void **state) {
    (void)state;
    static routh_export_job job;
    const routh_material material = pair_of(0.3, 0.6);
    routh_export_options options = routh_export_options_default();
    routh_engine_setting setting;
    options.shape = "cube:0.1";
    options.mass = 0.37;
    options.step = 2e-3;
    for (int format = 0; format < ROUTH_EXPORT_JSON; format++) {
        assert_int_equal(routh_export_prepare(NULL, &material, (routh_export_format)format, &options, &job), ROUTH_OK);
        const routh_status status =
            routh_engine_convert(NULL, job.engine, &job.what.target, &job.what.body, 2e-3, false, &setting);
        assert_int_equal(routh_export_convert(NULL, &job), status);
        if (status == ROUTH_OK)
            assert_memory_equal(setting.value, job.what.setting.value, sizeof setting.value);
        routh_export_job_release(NULL, &job);
    }
}

/* Draws are the material's, and the same for any count. */
static void test_draws(void **state) {
    (void)state;
    static routh_export_job job;
    routh_material material = pair_of(0.3, 0.5);
    routh_export_options options = routh_export_options_default();
    routh_export_draws few, many;
    double set[50][ROUTH_MATERIAL_PARAMETERS];
    material.error[ROUTH_MATERIAL_MU] = 0.05;
    assert_int_equal(routh_export_prepare(NULL, &material, ROUTH_EXPORT_BULLET, &options, &job), ROUTH_OK);
    assert_int_equal(routh_export_draws_make(NULL, &job, 7, 5, &few), ROUTH_OK);
    assert_int_equal(routh_export_draws_make(NULL, &job, 7, 50, &many), ROUTH_OK);
    assert_int_equal(routh_material_draw(NULL, &material, 7, 50, set), ROUTH_OK);
    for (int i = 0; i < 50; i++) {
        assert_true(many.set[i][ROUTH_MATERIAL_MU] == set[i][ROUTH_MATERIAL_MU]);
        assert_true(many.setting[i].value[0] == set[i][ROUTH_MATERIAL_MU]); /* Bullet's friction is friction */
        assert_true(i >= 5 || few.setting[i].value[0] == many.setting[i].value[0]);
    }
    routh_export_draws_release(NULL, &few);
    routh_export_draws_release(NULL, &many);
    routh_export_job_release(NULL, &job);
}

static void refuse(const routh_material *material, routh_export_format format, const routh_export_options *options,
                   const char *field) {
    static routh_export_job job;
    routh_context context = routh_context_default();
    assert_int_not_equal(routh_export_prepare(&context, material, format, options, &job), ROUTH_OK);
    assert_true(context.message[0] != '\0');
    assert_non_null(context.field);
    assert_string_equal(context.field, field);
    routh_export_job_release(NULL, &job);
}

static void test_refusals(void **state) {
    (void)state;
    const routh_material material = pair_of(0.3, 0.5), empty = routh_material_default();
    const routh_export_options usual = routh_export_options_default();
    routh_export_options o = usual;
    refuse(NULL, ROUTH_EXPORT_MJCF, &usual, "mu eps");
    refuse(&empty, ROUTH_EXPORT_MJCF, &usual, "mu eps");
    refuse(&material, ROUTH_EXPORT_DRAKE, &usual, "mass density");
    o.mu = -1;
    refuse(&material, ROUTH_EXPORT_MJCF, &o, "mu");
    o = usual, o.eps = 1.5;
    refuse(&material, ROUTH_EXPORT_MJCF, &o, "eps");
    o = usual, o.density = 1000;
    refuse(&material, ROUTH_EXPORT_MJCF, &o, "shape");
    o = usual, o.speed[0] = 3, o.speed[1] = 1;
    refuse(&material, ROUTH_EXPORT_MJCF, &o, "speed");
    o = usual, o.shape = "cone:0.1,0.2";
    refuse(&material, ROUTH_EXPORT_MJCF, &o, "shape");
    o = usual, o.shape = "cube:0.1", o.mass = 1, o.density = 1000;
    refuse(&material, ROUTH_EXPORT_MJCF, &o, "mass density");
}

SUBJECT(export_job) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solids), cmocka_unit_test(test_what_counts), cmocka_unit_test(test_convert),
        cmocka_unit_test(test_draws),  cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
