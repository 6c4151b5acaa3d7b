/* A C program that knows only an installed Routh: a 2 kg ball falls straight down at 3 m/s and bounces with ε = ½, so
 * the ground gives it P_n = m (1 + ε) |v| = 9 N s. And a Gaussian process, which needs every library behind this one,
 * learns a straight line.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <routh/routh.h>

static int learns_a_line(routh_context *context) {
    double x[9], y[9], mean = 0;
    for (int i = 0; i < 9; i++) {
        x[i] = i;
        y[i] = 3 + 2 * i;
    }
    const routh_gp_samples samples = {9, 1, 1, x, y};
    const double between = 4.5;
    routh_gp *gp;
    if (routh_gp_train(context, &samples, NULL, &gp) != ROUTH_OK ||
        routh_gp_predict(context, gp, 1, &between, 1, &mean, NULL) != ROUTH_OK)
        return 0;
    routh_gp_release(context, gp);
    printf("y(4.5) = %.6f\n", mean);
    return fabs(mean - 12) < 1e-2;
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
    return fabs(outcome.pn - 9) < 1e-12 && learns_a_line(&context) ? 0 : 1;
}
