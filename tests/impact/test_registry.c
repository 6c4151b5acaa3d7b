/* The registry is complete and consistent, and says what it can't find.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../subject.h"
#include "cases.h"
#include "impact/impact.h"

static void every_law_describes_itself(void **state) {
    (void)state;
    size_t of_six = 0;
    for (size_t l = 0; l < routh_law_count(); l++) {
        const routh_law *law = routh_law_at(l);
        assert_true(*law->name && *law->title && *law->rule && *law->reference);
        assert_ptr_equal(routh_law_find(NULL, law->name), law);
        assert_in_range(law->parameter_count, 1, ROUTH_MAX_PARAMETERS);
        assert_true(routh_law_parameter(law, "eps") >= 0);
        for (int i = 0; i < law->parameter_count; i++) {
            const routh_parameter *p = &law->parameter[i];
            assert_true(*p->name && *p->symbol && *p->unit && *p->about);
            assert_true(p->low <= p->initial && p->initial <= p->high);
            assert_int_equal(routh_law_parameter(law, p->name), i);
            if (p->fit_high != 0) /* fits look within the legal values, on a logarithmic scale */
                assert_true(0 < p->fit_low && p->low <= p->fit_low && p->fit_low <= p->initial &&
                            p->initial <= p->fit_high && p->fit_high <= p->high);
        }
        for (size_t m = 0; m < l; m++)
            assert_string_not_equal(routh_law_at(m)->name, law->name);
        of_six += (law->traits & ROUTH_LAW_OF_SIX) != 0;
    }
    assert_int_equal(of_six, 6);
    assert_null(routh_law_at(routh_law_count()));
}

/* The promises, written down once more: dropping one would go unnoticed elsewhere. */
static void traits_are_those_of_the_specification(void **state) {
    (void)state;
    static const struct {
        const char *name;
        unsigned traits;
        routh_restitution restitution;
    } table[] = {
        {"drumwright-shell", ROUTH_LAW_OF_SIX | ROUTH_LAW_FEASIBLE, ROUTH_POISSON},
        {"ap-poisson", ROUTH_LAW_OF_SIX | ROUTH_LAW_FEASIBLE | ROUTH_LAW_KEEPS_ENERGY, ROUTH_POISSON},
        {"ap-newton", ROUTH_LAW_OF_SIX | ROUTH_LAW_FEASIBLE, ROUTH_NEWTON},
        {"mirtich", ROUTH_LAW_OF_SIX | ROUTH_LAW_FEASIBLE | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_ON_PATH,
         ROUTH_ENERGETIC},
        {"wang-mason", ROUTH_LAW_OF_SIX | ROUTH_LAW_FEASIBLE | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_ON_PATH,
         ROUTH_POISSON},
        {"whittaker", ROUTH_LAW_OF_SIX, ROUTH_NEWTON},
        {"ap-poisson-normal", ROUTH_LAW_FEASIBLE, ROUTH_POISSON},
        {"smith", ROUTH_LAW_FEASIBLE, ROUTH_NEWTON},
        {"chatterjee-ruina", ROUTH_LAW_FEASIBLE, ROUTH_NEWTON},
        {"frictionless", ROUTH_LAW_FEASIBLE | ROUTH_LAW_KEEPS_ENERGY, ROUTH_NEWTON},
        {"compliant", ROUTH_LAW_FEASIBLE | ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_COMPLIANT, ROUTH_ENERGETIC},
    };
    assert_int_equal(sizeof table / sizeof *table, routh_law_count());
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const routh_law *law = routh_law_find(NULL, table[i].name);
        assert_non_null(law);
        assert_int_equal(law->traits, table[i].traits);
        assert_int_equal(law->restitution, table[i].restitution);
    }
}

static void unknown_names_bring_a_suggestion(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    assert_null(routh_law_find(&context, "wang-mson"));
    assert_non_null(strstr(context.message, "\"wang-mason\"?"));
    assert_null(routh_law_find(&context, "Mirtich"));
    assert_non_null(strstr(context.message, "\"mirtich\"?"));
    assert_null(routh_law_find(&context, "qqqqqqqqqqqq"));
    assert_non_null(strstr(context.message, "there are "));
    assert_non_null(strstr(context.message, routh_law_at(routh_law_count() - 1)->name));
    assert_string_equal(context.field, "law");
}

static void names_of_modes_and_flags(void **state) {
    (void)state;
    char text[ROUTH_FLAGS_TEXT];
    assert_string_equal(routh_flags_text(0, text), "");
    assert_string_equal(routh_flags_text(ROUTH_PULLS, text), "pulls");
    assert_string_equal(routh_flags_text(ROUTH_PENETRATES | ROUTH_PULLS | ROUTH_GAINS_ENERGY, text),
                        "penetrates+pulls+gains-energy");
    assert_string_equal(routh_name(&routh_modes, ROUTH_R_REVERSED), "r-reversed");
    assert_true(routh_mode_sticks(ROUTH_R_STICKING) && !routh_mode_sticks(ROUTH_C_REVERSED));
}

static void parameters_take_friction_and_restitution_by_name(void **state) {
    (void)state;
    double p[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(routh_law_find(NULL, "chatterjee-ruina"), 0.7, 0.2, p);
    assert_true(p[0] == 0.7 && p[1] == 0.2 && p[2] == 0);
    routh_law_parameters(routh_law_find(NULL, "frictionless"), 0.7, 0.2, p);
    assert_true(p[0] == 0.2);
    routh_context context = routh_context_default();
    p[0] = 0.7;
    p[1] = 1.25;
    assert_int_equal(routh_law_check(&context, routh_law_find(NULL, "mirtich"), p), ROUTH_BAD_PARAMETER);
    assert_non_null(strstr(context.message, "eps = 1.25"));
}

SUBJECT(registry) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_describes_itself),
        cmocka_unit_test(traits_are_those_of_the_specification),
        cmocka_unit_test(unknown_names_bring_a_suggestion),
        cmocka_unit_test(names_of_modes_and_flags),
        cmocka_unit_test(parameters_take_friction_and_restitution_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
