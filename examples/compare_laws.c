/* How far contact laws disagree about the same impacts. Drops an ellipse 2,000 times, resolves every
 * impact with every law at the same friction and restitution, and prints what each law makes of them.
 *
 *     compare_laws FOLDER      writes impacts.csv and ellipse.svg there
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <routh/routh.h>

enum { IMPACTS = 2000, PATH_SIZE = 1024 };

static const double friction = 0.18, restitution = 0.53;

/* All impacts, in contact space too, and what the law at hand and the law of reference make of them. */
typedef struct comparison {
    routh_context context;
    routh_impact impact[IMPACTS];
    double wtt[IMPACTS], wtn[IMPACTS], wnn[IMPACTS], vt[IMPACTS], vn[IMPACTS];
    double pt[IMPACTS], pn[IMPACTS], vt_after[IMPACTS];
    unsigned char mode[IMPACTS], flags[IMPACTS];
    routh_velocity reference[IMPACTS];
    double disagreement[IMPACTS]; /* sum over laws with friction of the distance from the reference, m/s */
} comparison;

/* What one law makes of all impacts. */
typedef struct summary {
    int slides, sticks, reverses; /* how many impacts end so */
    int gains;                    /* how many gain energy */
    int infeasible;               /* how many penetrate or pull */
    double energy;                /* mean kinetic energy after ÷ before */
    double distance;              /* mean distance from the reference, m/s */
} summary;

static int fail(const char *what, const char *why) {
    fprintf(stderr, "compare_laws: %s: %s\n", what, why);
    return 2;
}

static routh_status generate(comparison *all) {
    const routh_impact_generator drops = routh_impact_generator_default();
    routh_status status = routh_impacts_generate(&all->context, &drops, IMPACTS, all->impact);
    for (int i = 0; status == ROUTH_OK && i < IMPACTS; i++) {
        routh_contact contact;
        status = routh_contact_of(&all->context, &all->impact[i], &contact);
        all->wtt[i] = contact.wtt;
        all->wtn[i] = contact.wtn;
        all->wnn[i] = contact.wnn;
        all->vt[i] = contact.vt;
        all->vn[i] = contact.vn;
    }
    return status;
}

static routh_status solve(comparison *all, const routh_law *law, double eps) {
    double parameters[ROUTH_MAX_PARAMETERS];
    routh_law_parameters(law, friction, eps, parameters);
    routh_batch batch = routh_batch_default();
    batch.count = IMPACTS;
    batch.wtt = all->wtt;
    batch.wtn = all->wtn;
    batch.wnn = all->wnn;
    batch.vt = all->vt;
    batch.vn = all->vn;
    for (int i = 0; i < law->parameter_count; i++)
        batch.parameter[i] = &parameters[i];
    batch.pt = all->pt;
    batch.pn = all->pn;
    batch.vt_after = all->vt_after;
    batch.mode = all->mode;
    batch.flags = all->flags;
    return routh_law_solve_batch(law, &batch, NULL);
}

static routh_status solve_reference(comparison *all) {
    const routh_law *law = routh_law_find(&all->context, "wang-mason");
    routh_status status = law ? solve(all, law, restitution) : ROUTH_UNKNOWN_LAW;
    for (int i = 0; status == ROUTH_OK && i < IMPACTS; i++)
        all->reference[i] = routh_impact_after(&all->impact[i], all->pt[i], all->pn[i], 0);
    return status;
}

static int count_gains(const comparison *all) {
    int count = 0;
    for (int i = 0; i < IMPACTS; i++)
        count += (all->flags[i] & ROUTH_GAINS_ENERGY) != 0;
    return count;
}

static summary summarise(comparison *all, const routh_law *law) {
    summary sum = {.gains = count_gains(all)};
    for (int i = 0; i < IMPACTS; i++) {
        const routh_impact *impact = &all->impact[i];
        routh_velocity after = routh_impact_after(impact, all->pt[i], all->pn[i], 0);
        double distance = routh_impact_error(ROUTH_VELOCITY, impact, after, all->reference[i]);
        if (fabs(all->vt_after[i]) <= 1e-9 * hypot(all->vt[i], all->vn[i]))
            sum.sticks++;
        else if (all->vt[i] * all->vt_after[i] < 0)
            sum.reverses++;
        else
            sum.slides++;
        sum.infeasible += (all->flags[i] & (ROUTH_PENETRATES | ROUTH_PULLS)) != 0;
        sum.energy += routh_impact_energy_ratio(impact, after) / IMPACTS;
        sum.distance += distance / IMPACTS;
        if (routh_law_parameter(law, "mu") >= 0)
            all->disagreement[i] += distance;
    }
    return sum;
}

static double percent(int count) {
    return 100.0 * count / IMPACTS;
}

static routh_status print_table(comparison *all) {
    printf("An ellipse dropped %d times; every impact resolved by %zu contact laws, all at friction μ = %g and\n"
           "restitution ε = %g.\n\n",
           IMPACTS, routh_law_count(), friction, restitution);
    printf("                     contact point after, %%   energy   gain energy at     penetrate   differs from\n"
           "law                  slides  sticks  reverses  kept, %%  ε = %.2f  ε = 1     or pull     wang-mason, m/s\n",
           restitution);
    for (size_t i = 0; i < routh_law_count(); i++) {
        const routh_law *law = routh_law_at(i);
        routh_status status = solve(all, law, restitution);
        summary sum = {0};
        if (status == ROUTH_OK) {
            sum = summarise(all, law);
            status = solve(all, law, 1);
        }
        if (status != ROUTH_OK)
            return status;
        printf("%-19s  %6.1f  %6.1f  %8.1f  %7.1f  %8d  %5d  %10d  %18.3f\n", law->name, percent(sum.slides),
               percent(sum.sticks), percent(sum.reverses), 100 * sum.energy, sum.gains, count_gains(all),
               sum.infeasible, sum.distance);
    }
    printf(
        "\n"
        "The first three columns say how the contact point moves right after the impact: it goes on sliding, sticks,\n"
        "or slides back. Energy kept is kinetic energy after ÷ before, on average. Impacts that gain energy, or in\n"
        "which the body goes on into the ground (penetrate) or is held back by it (pull), cannot happen; some laws\n"
        "allow them all the same, and the next columns count them. The last is how far the laws disagree about the\n"
        "same impact: the mean distance of the velocity after from that of wang-mason, rotation counted at the\n"
        "radius of gyration.\n\n");
    return ROUTH_OK;
}

static FILE *create(const char *folder, const char *name, char path[PATH_SIZE]) {
    int length = snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return length > 0 && length < PATH_SIZE ? fopen(path, "w") : NULL;
}

static int write_impacts(const comparison *all, const char *folder, char path[PATH_SIZE]) {
    FILE *file = create(folder, "impacts.csv", path);
    if (!file)
        return fail(path, "cannot be written");
    fprintf(file, "mass,inertia,rx,ry,vx,vy,omega\n");
    for (int i = 0; i < IMPACTS; i++) {
        const routh_impact *impact = &all->impact[i];
        fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", impact->mass, impact->inertia, impact->rx,
                impact->ry, impact->vx, impact->vy, impact->omega);
    }
    int lost = ferror(file);
    return fclose(file) != 0 || lost ? fail(path, "cannot be written") : 0;
}

static int most_disputed(const comparison *all) {
    int most = 0;
    for (int i = 1; i < IMPACTS; i++)
        if (all->disagreement[i] > all->disagreement[most])
            most = i;
    return most;
}

static int write_ellipse(comparison *all, int index, const char *folder, char path[PATH_SIZE]) {
    routh_impact_study study;
    routh_impact_study_options options = routh_impact_study_options_default();
    options.mu = friction;
    options.eps = restitution;
    if (routh_impact_study_run(&all->context, &all->impact[index], &options, &study) != ROUTH_OK)
        return fail("energy ellipse", all->context.message);
    int length = snprintf(path, PATH_SIZE, "%s/ellipse.svg", folder);
    routh_status status =
        length < PATH_SIZE ? routh_impact_study_write(&all->context, &study, routh_io_path(path)) : ROUTH_FILE_ERROR;
    routh_impact_study_release(&all->context, &study);
    return status == ROUTH_OK ? 0 : fail(path, routh_status_message(status));
}

static int run(comparison *all, const char *folder) {
    char impacts[PATH_SIZE], ellipse[PATH_SIZE];
    routh_status status = generate(all);
    if (status == ROUTH_OK)
        status = solve_reference(all);
    if (status == ROUTH_OK)
        status = print_table(all);
    if (status != ROUTH_OK)
        return fail("impacts", routh_status_message(status));
    int disputed = most_disputed(all);
    if (write_impacts(all, folder, impacts) != 0 || write_ellipse(all, disputed, folder, ellipse) != 0)
        return 2;
    printf("Written: %s   the %d impacts\n"
           "         %s   the impact they disagree about most, row %d: every law in its energy ellipse\n\n",
           impacts, IMPACTS, ellipse, disputed + 1);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return fail("usage", "compare_laws FOLDER");
    comparison *all = calloc(1, sizeof *all);
    if (!all)
        return fail("start", "out of memory");
    all->context = routh_context_default();
    int answer = run(all, argv[1]);
    free(all);
    return answer;
}
