/* Modes in the order of their prior probability, and the searches that begin in them.
 *
 * Best first over a tree that decides pair after pair: the least |z|² under the constraints so far can only grow with
 * further ones, so that whole modes are completed in the order of |z|².
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/identify.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"

enum {
    MOST_PHASES = 4,
    MOST_PLACES = 24, /* that a mode decides on */
    MOST_MODES = 120, /* of a phase, that searches begin in */
    MOST_NODES = 4000 /* of a phase */
};

/* Modes with a larger |z|² than this for their dimension are not reached: three deviations in every displacement. */
static const double farthest = 9;

/* How deep a pair must be that a mode lets touch, or how far open: a share of what the prior can do. */
static const double clearly = 0.1;

/* Two minima of the linearised geometry are alike if K differs by less than this share, no more than that of the contacts are closed
 * in one and open in the other, and no displacement differs by as many deviations. */
static const double same_stiffness = 0.03, same_contacts = 0.05, same_place = 1;

typedef struct node {
    double cost;       /* |z|² */
    uint32_t touching; /* one bit for each place decided */
    uint32_t decided;
    int open; /* not yet taken */
} node;

typedef struct tree {
    const routh_linearised *linearised;
    size_t places, place[MOST_PLACES]; /* contacts of the linearised geometry */
    size_t count;
    node *node;
    double *z;    /* of each node */
    double *work; /* of one problem: rows, M, q, λ, workspace */
} tree;

/* Places ------------------------------------------------------------------------------------------------*/

static double doubt(const routh_linearised_contact *c) {
    return fabs(c->depth) / c->reach;
}

/* Do two samples of the linearised geometry have the same pairs within reach? Contacts are in the order of samples and pairs. */
static int same_pairs(const routh_linearised *linearised, size_t first, size_t second) {
    size_t i = 0, k = 0;
    while (i < linearised->contacts && linearised->contact[i].sample < first)
        i++;
    while (k < linearised->contacts && linearised->contact[k].sample < second)
        k++;
    for (;; i++, k++) {
        const int ended = i == linearised->contacts || linearised->contact[i].sample != first;
        if (ended || k == linearised->contacts || linearised->contact[k].sample != second)
            return ended && (k == linearised->contacts || linearised->contact[k].sample != second);
        if (memcmp(linearised->contact[i].part, linearised->contact[k].part, sizeof linearised->contact[i].part) != 0)
            return 0;
    }
}

/* Phases of the recording, in each of which the same pairs are within reach: the last sample of each, where parts have
 * settled, the longest phases first. */
static size_t find_phases(const routh_linearised *linearised, size_t last[MOST_PHASES]) {
    size_t count = 0, length[MOST_PHASES + 1], start = 0;
    for (size_t s = 0; s < linearised->samples; s++) {
        if (s + 1 < linearised->samples && same_pairs(linearised, s, s + 1))
            continue;
        const size_t samples = s + 1 - start;
        size_t at = count < MOST_PHASES ? count++ : MOST_PHASES;
        for (; at > 0 && length[at - 1] < samples; at--)
            if (at < MOST_PHASES) {
                length[at] = length[at - 1];
                last[at] = last[at - 1];
            }
        if (at < MOST_PHASES) {
            length[at] = samples;
            last[at] = s;
        }
        start = s + 1;
    }
    return count;
}

/* The contacts of one sample of which the prior leaves open whether they touch; first those that are most doubtful. */
static void find_places(tree *t, size_t sample) {
    const routh_linearised *linearised = t->linearised;
    t->places = 0;
    for (double above = -1; t->places < MOST_PLACES;) {
        size_t best = linearised->contacts;
        for (size_t i = 0; i < linearised->contacts; i++) {
            const routh_linearised_contact *c = &linearised->contact[i];
            int taken = c->sample != sample || !(c->reach > 0) || doubt(c) * doubt(c) >= farthest || doubt(c) < above;
            for (size_t k = 0; k < t->places && !taken; k++)
                taken = t->place[k] == i;
            if (!taken && (best == linearised->contacts || doubt(c) < doubt(&linearised->contact[best])))
                best = i;
        }
        if (best == linearised->contacts)
            return;
        above = doubt(&linearised->contact[best]);
        t->place[t->places++] = best;
    }
}

/* The most probable displacements of a mode ---------------------------------------------------------------*/

/* A row of A z ≥ b: place i touches or not, in units of what the prior can do. Slopes are the mean of both sides. */
static double fill_row(const tree *t, size_t i, int touches, double *row) {
    const size_t contact = t->place[i], n = t->linearised->unknowns;
    const routh_linearised_contact *c = &t->linearised->contact[contact];
    const double *slope = &t->linearised->slope[2 * contact * n], sign = touches ? 1 : -1;
    const int does = c->depth > 0;
    for (size_t j = 0; j < n; j++)
        row[j] = sign * 0.5 * (slope[2 * j] + slope[2 * j + 1]) / c->reach;
    return (touches == does ? 0 : clearly) - sign * c->depth / c->reach;
}

/* min |z|² with A z ≥ b is z = Aᵀλ, 0 ≤ λ ⊥ A Aᵀ λ − b ≥ 0. NaN: no z does it. */
static double least_square(const tree *t, const node *mode, double *z) {
    const size_t n = t->linearised->unknowns, rows = mode->decided;
    double *a = t->work, *m = a + rows * n, *q = m + rows * rows, *lambda = q + rows, *room = lambda + rows;
    for (size_t i = 0; i < rows; i++)
        q[i] = -fill_row(t, i, mode->touching >> i & 1, &a[i * n]);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < rows; k++)
            m[i * rows + k] = routh_sum_of_products(n, &a[i * n], &a[k * n]) + (i == k ? 1e-6 : 0);
    if (routh_lcp_solve(rows, m, q, lambda, room, 0).end != ROUTH_LCP_SOLVED)
        return NAN;
    memset(z, 0, n * sizeof *z);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++)
            z[j] += lambda[i] * a[i * n + j];
    return routh_sum_of_products(n, z, z);
}

static int satisfies(const tree *t, size_t i, int touches, const double *z, double *row) {
    const double least = fill_row(t, i, touches, row);
    return routh_sum_of_products(t->linearised->unknowns, row, z) >= least;
}

/* The tree -----------------------------------------------------------------------------------------------*/

/* Both children of a node, as far as the prior reaches them. */
static void split(tree *t, size_t parent) {
    const size_t n = t->linearised->unknowns, i = t->node[parent].decided;
    for (int touches = 0; touches < 2 && t->count < MOST_NODES; touches++) {
        node child = t->node[parent];
        double *z = &t->z[t->count * n];
        child.decided++;
        child.touching |= (uint32_t)touches << i;
        child.open = 1;
        if (satisfies(t, i, touches, &t->z[parent * n], t->work))
            memcpy(z, &t->z[parent * n], n * sizeof *z);
        else
            child.cost = least_square(t, &child, z);
        if (child.cost <= farthest * (double)n)
            t->node[t->count++] = child;
    }
}

/* The open node of least |z|². */
static size_t next_of(const tree *t) {
    size_t best = t->count;
    for (size_t i = 0; i < t->count; i++)
        if (t->node[i].open && (best == t->count || t->node[i].cost < t->node[best].cost))
            best = i;
    return best;
}

/* What the searches found ---------------------------------------------------------------------------------*/

static bool are_alike(const routh_linearised *linearised, const double *a, double stiffness_a, const double *b,
                      double stiffness_b) {
    size_t different = 0;
    double most = 0;
    for (size_t j = 0; j < linearised->unknowns; j++)
        most = fmax(most, fabs(a[j] - b[j]));
    for (size_t i = 0; i < linearised->contacts; i++)
        different += (routh_linearised_depth(linearised, i, a) > 0) != (routh_linearised_depth(linearised, i, b) > 0);
    return most < same_place && (double)different <= same_contacts * (double)linearised->contacts &&
           fabs(log(stiffness_a / stiffness_b)) < same_stiffness;
}

/* Puts a minimum into its place in the list, in which `stiffness` is beside the objective. */
static void insert(const routh_linearised *linearised, size_t most, double *stiffness, const double *z,
                   double objective, routh_starts *starts) {
    const double k = linearised->at.fit.theta[0];
    const size_t n = starts->unknowns;
    size_t at = 0;
    if (!(k > 0) || !isfinite(objective))
        return;
    for (size_t i = 0; i < starts->count; i++)
        if (are_alike(linearised, &starts->z[i * n], stiffness[i], z, k)) {
            if (starts->objective[i] <= objective)
                return;
            starts->count--;
            memmove(&starts->z[i * n], &starts->z[(i + 1) * n], (starts->count - i) * n * sizeof *z);
            memmove(&starts->objective[i], &starts->objective[i + 1], (starts->count - i) * sizeof objective);
            memmove(&stiffness[i], &stiffness[i + 1], (starts->count - i) * sizeof k);
            break;
        }
    while (at < starts->count && starts->objective[at] <= objective)
        at++;
    if (at == most)
        return;
    const size_t end = starts->count < most ? starts->count : most - 1;
    memmove(&starts->z[(at + 1) * n], &starts->z[at * n], (end - at) * n * sizeof *z);
    memmove(&starts->objective[at + 1], &starts->objective[at], (end - at) * sizeof objective);
    memmove(&stiffness[at + 1], &stiffness[at], (end - at) * sizeof k);
    memcpy(&starts->z[at * n], z, n * sizeof *z);
    starts->objective[at] = objective;
    stiffness[at] = k;
    starts->count = end + 1;
}

static routh_status search_modes(routh_context *context, tree *t, routh_linearised *linearised, double gamma,
                                 size_t most, double *stiffness, routh_starts *starts) {
    const size_t n = linearised->unknowns;
    double *z = t->work; /* free while no node is split */
    t->node[0] = (node){.open = 1};
    t->count = 1;
    for (size_t begun = 0;;) {
        const size_t best = next_of(t);
        const int ended = best == t->count;
        starts->more = starts->more || (!ended && (begun == MOST_MODES || t->count == MOST_NODES));
        if (ended || begun == MOST_MODES || t->count == MOST_NODES)
            return ROUTH_OK;
        t->node[best].open = 0;
        if (t->node[best].decided < t->places) {
            split(t, best);
            continue;
        }
        double objective;
        memcpy(z, &t->z[best * n], n * sizeof *z);
        ROUTH_TRY(routh_linearised_descend(linearised, gamma, z, &objective));
        insert(linearised, most, stiffness, z, objective, starts);
        begun++;
        starts->modes++;
        ROUTH_TRY(routh_progress(context, "contact modes", (double)begun / MOST_MODES));
    }
}

routh_status routh_starts_find(routh_arena *arena, routh_linearised *linearised, double gamma, size_t most,
                               routh_starts *starts) {
    ROUTH_ARENA(room, arena->context);
    const size_t n = linearised->unknowns, places = MOST_PLACES;
    size_t last[MOST_PHASES];
    const size_t phases = find_phases(linearised, last);
    *starts = (routh_starts){.unknowns = n,
                             .z = routh_take(arena, most + 1, n * sizeof *starts->z),
                             .objective = routh_take(arena, most + 1, sizeof *starts->objective)};
    double *stiffness = routh_take(&room, most + 1, sizeof *stiffness);
    tree t = {.linearised = linearised,
              .node = routh_take(&room, MOST_NODES + 1, sizeof *t.node),
              .z = routh_take(&room, MOST_NODES + 1, n * sizeof *t.z)};
    t.work = routh_take(&room, places * (n + places + 2) + routh_lcp_workspace(places) + n, sizeof *t.work);
    ROUTH_TRY(arena->status);
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < phases; i++) {
        find_places(&t, last[i]);
        ROUTH_TRY(search_modes(room.context, &t, linearised, gamma, most, stiffness, starts));
    }
    return ROUTH_OK;
}
