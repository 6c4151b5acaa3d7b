/* Modified laws: restitution and friction that depend on how fast the contact closes and slips, on any law.
 *
 *     +eps-power      ε(v) = min(1, ε (v / 1 m/s)^−k),   v = −v_n before
 *     +eps-exp        ε(v) = min(1, ε exp(−r v))
 *     +mu-stribeck    μ(s) = μ (q + (1 − q) exp(−s/v_s)),   s = |v_t| before
 *     +couple         a couple of up to ρ P_n against ω: couple.c
 *
 * K. L. Johnson, Contact mechanics (1985), section 11.5: an elastic-plastic ball has k = 1/4. R. Stribeck, Zeitschrift VDI 46
 * (1902) 1341, for friction that falls with slip; the exponential is that of Bo and Pavelescu, Wear 82 (1982) 277.
 *
 * Both numbers are those of the velocity before the impact, and stay what they are in its course. So an impact is one of the
 * law underneath, with numbers of its own: it keeps that law's promises and is as exact. μ is never below 0 and ε is within 0 … 1,
 * so that a law that never gains energy does not gain any here.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "impact/modified.h"

#include <math.h>

#include "impact/impact.h"

double routh_eps_at(unsigned kinds, double eps, const double *more, double speed) {
    const double factor = kinds & ROUTH_EPS_POWER ? pow(speed, -more[0]) : exp(-more[0] * speed);
    return fmin(1.0, eps * factor);
}

double routh_mu_at(double mu, const double *more, double speed) {
    return mu * (more[0] + (1 - more[0]) * exp(-speed / more[1]));
}

/* The base law's parameters for a contact with these speeds. */
static void take_parameters(const routh_modified *m, double vt, double vn, const double *given, double *own) {
    const int count = m->base->parameter_count;
    const double *more = given + count;
    for (int j = 0; j < count; j++)
        own[j] = given[j];
    if (m->kinds & (ROUTH_EPS_POWER | ROUTH_EPS_EXP)) {
        double *const eps = &own[m->base->parameter[0].is_friction ? 1 : 0]; /* after μ, where there is one */
        *eps = routh_eps_at(m->kinds, *eps, more++, -vn);
    }
    if (m->kinds & ROUTH_MU_STRIBECK)
        own[0] = routh_mu_at(own[0], more, fabs(vt));
}

static routh_impulse answer(const routh_law *law, const routh_contact *contact, const double *parameters) {
    const routh_modified *m = law->data;
    double own[ROUTH_MAX_PARAMETERS] = {0};
    take_parameters(m, contact->vt, contact->vn, parameters, own);
    const double rho = m->kinds & ROUTH_WITH_COUPLE ? parameters[law->parameter_count - 1] : 0;
    return rho > 0 && contact->wcc > 0 ? routh_couple_impulse(contact, own[0], own[1], rho)
                                       : m->base->impulse(contact, own);
}

const routh_modified *routh_modified_of(const routh_law *law) {
    return law->answer == answer ? law->data : NULL;
}

int routh_law_own_parameters(const routh_law *law) {
    const routh_modified *m = routh_modified_of(law);
    return m ? m->base->parameter_count : law->parameter_count;
}

void routh_modified_impulses(const routh_law *law, const routh_lanes *lanes) {
    const routh_modified *m = law->data;
    double own[ROUTH_MAX_PARAMETERS][ROUTH_MODIFIED_LANES] = {{0}};
    routh_lanes in = *lanes;
    for (size_t i = 0; i < in.count; i++) {
        double given[ROUTH_MAX_PARAMETERS], here[ROUTH_MAX_PARAMETERS] = {0};
        for (int j = 0; j < law->parameter_count; j++)
            given[j] = lanes->parameter[j][i];
        take_parameters(m, in.vt[i], in.vn[i], given, here);
        for (int j = 0; j < m->base->parameter_count; j++)
            own[j][i] = here[j];
    }
    for (int j = 0; j < ROUTH_MAX_PARAMETERS; j++)
        in.parameter[j] = own[j];
    in.any_thin = 1; /* μ is no longer the one that was looked at */
    m->base->impulses(&in);
}

/* Every law with its modifiers. A law is a constant, so that one is found by its name wherever a name is taken, and lives as long as
 * the library; that is why they are written out here, and not put together when asked for. */

#define FEASIBLE ROUTH_LAW_FEASIBLE
#define KEEPS    (ROUTH_LAW_KEEPS_ENERGY | ROUTH_LAW_FEASIBLE)
#define ON_PATH  (ROUTH_LAW_ON_PATH | KEEPS)
#define SPRINGS  (ROUTH_LAW_COMPLIANT | KEEPS)

/* Law, name, title, restitution, traits, how many parameters beyond μ and ε it has of its own, and these. */
#define LAWS_WITH_FRICTION(X)                                                                                          \
    X(drumwright_shell, "drumwright-shell", "Drumwright–Shell", ROUTH_POISSON, FEASIBLE, 0, )                          \
    X(ap_poisson, "ap-poisson", "Anitescu–Potra, Poisson", ROUTH_POISSON, KEEPS, 0, )                                  \
    X(ap_newton, "ap-newton", "Anitescu–Potra, Newton", ROUTH_NEWTON, FEASIBLE, 0, )                                   \
    X(mirtich, "mirtich", "Mirtich", ROUTH_ENERGETIC, ON_PATH, 0, )                                                    \
    X(wang_mason, "wang-mason", "Wang–Mason", ROUTH_POISSON, ON_PATH, 0, )                                             \
    X(whittaker, "whittaker", "Whittaker", ROUTH_NEWTON, 0, 0, )                                                       \
    X(ap_poisson_normal, "ap-poisson-normal", "Anitescu–Potra, Poisson on the normal only", ROUTH_POISSON, FEASIBLE,   \
      0, )                                                                                                             \
    X(smith, "smith", "Smith", ROUTH_NEWTON, FEASIBLE, 0, )                                                            \
    X(chatterjee_ruina, "chatterjee-ruina", "Chatterjee–Ruina", ROUTH_NEWTON, FEASIBLE, 1, ROUTH_PARAMETER_ET, )       \
    X(compliant, "compliant", "Compliant", ROUTH_ENERGETIC, SPRINGS, 1, ROUTH_PARAMETER_ETA2, )

/* The cone of a law whose friction changes with slip is that of the friction it has there, not of `mu`. */
#define MU_SLOW                                                                                                        \
    { "mu", "μ", "1", "coefficient of friction of slow slip", 0.0, 1e12, 0.3, 0.0, 0.0, false }
#define EPS                                                                                                            \
    ROUTH_PARAMETER_EPS("restitution as the law without modifiers has it; with a speed, at 1 m/s or in the limit of "  \
                        "0")
#define POWER ROUTH_PARAMETER_EPS_POWER
#define RATE  ROUTH_PARAMETER_EPS_RATE
#define SPEED ROUTH_PARAMETER_MU_FAST, ROUTH_PARAMETER_MU_SPEED

#define BY_POWER    "ε falls as a power of the speed of approach"
#define BY_EXP      "ε falls exponentially with the speed of approach"
#define BY_COUPLE   "the contact resists turning"
#define BY_STRIBECK "μ changes with the speed of slip"

#define LAW(base_id, NAME, SUFFIX, TITLE, WORDS, REFERENCE, RESTITUTION, TRAITS, KINDS, COUNT, ...)                    \
    {.name = NAME SUFFIX,                                                                                              \
     .title = TITLE ", " WORDS,                                                                                        \
     .rule = "as " NAME ", and " WORDS,                                                                                \
     .reference = REFERENCE,                                                                                           \
     .restitution = RESTITUTION,                                                                                       \
     .traits = TRAITS,                                                                                                 \
     .parameter_count = COUNT,                                                                                         \
     .parameter = {__VA_ARGS__},                                                                                       \
     .answer = answer,                                                                                                 \
     .data = &(const routh_modified){&routh_law_##base_id, KINDS}},

#define JOHNSON  "Johnson, Contact mechanics (1985), section 11.5"
#define LEINE    "Leine and Glocker, European J. Mechanics A 22 (2003) 193"
#define STRIBECK "Stribeck, Zeitschrift VDI 46 (1902) 1341"

/* The modifiers' combinations of one law; its own further parameters come with a comma behind each. */
#define WITH_FRICTION(id, NAME, TITLE, RESTITUTION, TRAITS, FURTHER, ...)                                              \
    LAW(id, NAME, "+eps-power", TITLE, BY_POWER, JOHNSON, RESTITUTION, TRAITS, ROUTH_EPS_POWER, 3 + FURTHER,           \
        ROUTH_PARAMETER_MU, EPS, __VA_ARGS__ POWER)                                                                    \
    LAW(id, NAME, "+eps-exp", TITLE, BY_EXP, JOHNSON, RESTITUTION, TRAITS, ROUTH_EPS_EXP, 3 + FURTHER,                 \
        ROUTH_PARAMETER_MU, EPS, __VA_ARGS__ RATE)                                                                     \
    LAW(id, NAME, "+mu-stribeck", TITLE, BY_STRIBECK, STRIBECK, RESTITUTION, TRAITS, ROUTH_MU_STRIBECK, 4 + FURTHER,   \
        MU_SLOW, EPS, __VA_ARGS__ SPEED)                                                                               \
    LAW(id, NAME, "+eps-power+mu-stribeck", TITLE, BY_POWER ", " BY_STRIBECK, JOHNSON "; " STRIBECK, RESTITUTION,      \
        TRAITS, ROUTH_EPS_POWER | ROUTH_MU_STRIBECK, 5 + FURTHER, MU_SLOW, EPS, __VA_ARGS__ POWER, SPEED)              \
    LAW(id, NAME, "+eps-exp+mu-stribeck", TITLE, BY_EXP ", " BY_STRIBECK, JOHNSON "; " STRIBECK, RESTITUTION, TRAITS,  \
        ROUTH_EPS_EXP | ROUTH_MU_STRIBECK, 5 + FURTHER, MU_SLOW, EPS, __VA_ARGS__ RATE, SPEED)

#define WITHOUT_FRICTION                                                                                               \
    LAW(frictionless, "frictionless", "+eps-power", "Frictionless", BY_POWER, JOHNSON, ROUTH_NEWTON, KEEPS,            \
        ROUTH_EPS_POWER, 2, EPS, POWER)                                                                                \
    LAW(frictionless, "frictionless", "+eps-exp", "Frictionless", BY_EXP, JOHNSON, ROUTH_NEWTON, KEEPS, ROUTH_EPS_EXP, \
        2, EPS, RATE)

/* With a couple, whose ρ is the last of the parameters. What the traits promise is of the impulse alone, which may break it. */
#define COUPLED(SUFFIX, WORDS, REFERENCE, KINDS, COUNT, ...)                                                           \
    LAW(mirtich, "mirtich", SUFFIX "+couple", "Mirtich", WORDS BY_COUPLE, REFERENCE LEINE, ROUTH_ENERGETIC,            \
        ROUTH_LAW_ON_PATH, KINDS | ROUTH_WITH_COUPLE, COUNT, __VA_ARGS__, ROUTH_PARAMETER_RHO)
#define WITH_COUPLE                                                                                                    \
    COUPLED("", "", "", 0, 3, ROUTH_PARAMETER_MU, EPS)                                                                 \
    COUPLED("+eps-power", BY_POWER ", ", JOHNSON "; ", ROUTH_EPS_POWER, 4, ROUTH_PARAMETER_MU, EPS, POWER)             \
    COUPLED("+eps-exp", BY_EXP ", ", JOHNSON "; ", ROUTH_EPS_EXP, 4, ROUTH_PARAMETER_MU, EPS, RATE)                    \
    COUPLED("+mu-stribeck", BY_STRIBECK ", ", STRIBECK "; ", ROUTH_MU_STRIBECK, 5, MU_SLOW, EPS, SPEED)                \
    COUPLED("+eps-power+mu-stribeck", BY_POWER ", " BY_STRIBECK ", ", JOHNSON "; " STRIBECK "; ",                      \
            ROUTH_EPS_POWER | ROUTH_MU_STRIBECK, 6, MU_SLOW, EPS, POWER, SPEED)                                        \
    COUPLED("+eps-exp+mu-stribeck", BY_EXP ", " BY_STRIBECK ", ", JOHNSON "; " STRIBECK "; ",                          \
            ROUTH_EPS_EXP | ROUTH_MU_STRIBECK, 6, MU_SLOW, EPS, RATE, SPEED)

static const routh_law modified[] = {LAWS_WITH_FRICTION(WITH_FRICTION) WITHOUT_FRICTION WITH_COUPLE};

size_t routh_modified_count(void) {
    return sizeof modified / sizeof *modified;
}

const routh_law *routh_modified_at(size_t index) {
    return index < routh_modified_count() ? &modified[index] : NULL;
}
