/* A C program that knows only an installed Routh: a 2 kg ball falls straight down at 3 m/s and bounces with ε = ½, so
 * the ground gives it P_n = m (1 + ε) |v| = 9 N s. And a model, which needs every library behind this one,
 * learns that from other falls.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

/* Frictionless impacts of a ball: P_n = m (1 + ε) |v|, and P_t = 0. */
static int learns_to_bounce(routh_context *context) {
    enum { COUNT = 9 };
    routh_sample sample[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const routh_impact fall = {.mass = 2, .inertia = 0.01, .ry = -0.1, .vy = -1 - 0.5 * i};
        if (routh_sample_of(context, &fall, (routh_velocity){.vy = -0.5 * fall.vy}, &sample[i]) != ROUTH_OK)
            return 0;
    }
    routh_model_options options = routh_model_options_default();
    options.kind = ROUTH_MODEL_RIGID;
    const routh_impact ball = {.mass = 2, .inertia = 0.01, .ry = -0.1, .vy = -3.25};
    routh_model *model = NULL;
    routh_prediction said;
    const routh_status status = routh_model_train(context, sample, NULL, COUNT, &options, &model);
    if (status != ROUTH_OK && strstr(context->message, "no learned models")) /* ROUTH_LEARN=OFF */
        return 1;
    if (status != ROUTH_OK || routh_model_predict(context, model, 1, &ball, NULL, NULL, &said) != ROUTH_OK)
        return 0;
    routh_model_release(context, model);
    printf("learned P_n = %.6f N s\n", said.impulse.pn);
    return fabs(said.impulse.pn - 9.75) < 1e-2;
}

int main(int argc, char **argv) {
    if (argc != 2 || strcmp(argv[1], ROUTH_VERSION) != 0 || strcmp(argv[1], routh_version()) != 0) {
        printf("wanted %s, header %s, library %s\n", argc > 1 ? argv[1] : "?", ROUTH_VERSION, routh_version());
        return 1;
    }
    routh_context context = routh_context_default();
    routh_impact ball = {.mass = 2, .inertia = 0.01, .ry = -0.1, .vy = -3};
    routh_contact contact;
    routh_outcome outcome;
    const routh_law *law = routh_law_find(&context, "wang-mason");
    if (!law || routh_contact_of(&context, &ball, &contact) != ROUTH_OK) {
        printf("%s\n", context.message);
        return 1;
    }
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, 0.3, 0.5, parameters);
    routh_status status = routh_law_solve(law, parameters, &contact, &outcome);
    if (status != ROUTH_OK) {
        printf("%s\n", routh_status_message(status));
        return 1;
    }
    printf("P_n = %.17g N s\n", outcome.pn);
    return fabs(outcome.pn - 9) < 1e-12 && learns_to_bounce(&context) ? 0 : 1;
}
