/* Several threads of a program call the library at once, each with a context of its own: every one gets what it would get
 * alone.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <routh/data.h>

#include "../subject.h"
#include "gp_cases.h"

enum { CALLERS = 4, CALLS = 20, SAMPLES = 60 };

static const char table_text[] =
    "mass,inertia,rx,ry,vx,vy,omega\n1,6e-4,0.01,-0.03,0.1,-1,2\n2,6e-4,-0.01,-0.03,0.2,-1,3\n";
static const char scene_text[] =
    "{\"objects\":[{\"name\":\"a\",\"parts\":[{\"name\":\"p\",\"vertices\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}]},"
    "{\"name\":\"b\",\"parts\":[{\"name\":\"q\",\"halfspaces\":[[1,0,0,-1],[-1,0,0,0],[0,1,0,-1],[0,-1,0,0],[0,0,1,-1],"
    "[0,0,-1,0]]}]}]}";

/* What one caller gets. */
typedef struct answers {
    routh_impact impact[2];
    double volume[2];
    double mean[CASE_OUTPUTS];
    unsigned long file_sum; /* of the model as a file */
    char message[ROUTH_MESSAGE_SIZE];
    routh_status status;
} answers;

static routh_status read_texts(routh_context *context, answers *all) {
    routh_table table;
    routh_assembly assembly;
    routh_status status = routh_table_read(context, routh_io_memory(table_text, sizeof table_text - 1, "impacts.csv"),
                                           &(routh_table_columns){.required = routh_impact_columns}, &table);
    if (status == ROUTH_OK)
        status = routh_impacts_of_table(context, &table, 0, table.rows, all->impact);
    routh_table_release(context, &table);
    if (status == ROUTH_OK)
        status =
            routh_assembly_read(context, routh_io_memory(scene_text, sizeof scene_text - 1, "scene.json"), &assembly);
    for (int o = 0; status == ROUTH_OK && o < 2; o++)
        all->volume[o] = routh_polyhedron_facts_of(assembly.object[o].part[0].shape).volume;
    if (status == ROUTH_OK)
        routh_assembly_release(context, &assembly);
    return status;
}

static routh_status learn(routh_context *context, answers *all) {
    gp_case *made = need(1, sizeof *made);
    const routh_gp_parameters parameters[CASE_OUTPUTS] = {some_parameters(), some_parameters()};
    const double point[CASE_INPUTS] = {0.1, 3, 2e-4, 7.2};
    double variance[CASE_OUTPUTS];
    routh_gp *gp = NULL;
    routh_buffer file = {0};
    make_case(made, SAMPLES, 0.05, 3);
    routh_status status = routh_gp_condition(context, &made->samples, parameters, NULL, &gp);
    if (status == ROUTH_OK)
        status = routh_gp_predict(context, gp, 1, point, all->mean, variance);
    if (status == ROUTH_OK)
        status = routh_gp_write(context, gp, routh_io_buffer(&file, "gp.h5"));
    for (size_t i = 0; i < file.byte_count; i++)
        all->file_sum = 31 * all->file_sum + (unsigned char)file.byte[i];
    routh_buffer_release(context, &file);
    routh_gp_release(context, gp);
    free(made);
    return status;
}

static void *call(void *user) {
    answers *all = user;
    for (int i = 0; i < CALLS && all->status == ROUTH_OK; i++) {
        routh_context context = routh_context_default();
        routh_table none;
        all->status = read_texts(&context, all);
        if (all->status == ROUTH_OK)
            all->status = learn(&context, all);
        /* a failure of one is no failure of another */
        routh_table_read(&context, routh_io_memory("a\nb\n", 4, "wrong.csv"),
                         &(routh_table_columns){.required = routh_impact_columns}, &none);
        memcpy(all->message, context.message, sizeof all->message);
    }
    return NULL;
}

static void test_callers_do_not_disturb_each_other(void **state) {
    (void)state;
    static answers alone, together[CALLERS];
    pthread_t thread[CALLERS];
    call(&alone);
    assert_int_equal(alone.status, ROUTH_OK);
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, call, &together[i]), 0);
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < CALLERS; i++)
        assert_memory_equal(&together[i], &alone, sizeof alone);
}

SLOW_SUBJECT(callers) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_callers_do_not_disturb_each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
