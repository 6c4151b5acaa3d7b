/* What momentum says at every contact, and at contacts drawn again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "inertia/inertia.h"

/* Learning what momentum changes are like at a pose, from contacts of which neither is known exactly: expectation and
 * maximisation (Dempster, Laird and Rubin, Journal of the Royal Statistical Society B 39 (1977) 1).
 *
 * Given a pose, Δv* is the true Δv with noise of covariance S. With the model N(mean, C), the true Δv has the
 * expectation mean + G (Δv* − mean) and the covariance C − G C, G = C (C + S)⁻¹. The model's mean is then a weighted
 * regression of these expectations on rx, the weights being the probabilities of the poses, and C their mean square
 * about it. */

enum { STEPS = 4 };

/* What is expected of the true Δv at a pose. */
typedef struct expectation {
    double vx, vy;
    momentum_spread spread;
} expectation;

static expectation expect(const pose_work *p, const double *theta, size_t i, const pose_node *node) {
    double v[2], mean[2];
    const double var = routh_pose_projected(p, theta, i, node, v);
    if (!p->has_model)
        return (expectation){v[0], v[1], {0, 0, 0}};
    const momentum_model *m = &p->model;
    const momentum_spread s = routh_pose_spread(p, node, theta[0], var);
    const double xx = m->xx + s.xx, xy = m->xy + s.xy, yy = m->yy + s.yy, determinant = xx * yy - xy * xy;
    const double gxx = (m->xx * yy - m->xy * xy) / determinant, gxy = (m->xy * xx - m->xx * xy) / determinant;
    const double gyx = (m->xy * yy - m->yy * xy) / determinant, gyy = (m->yy * xx - m->xy * xy) / determinant;
    routh_momentum_mean(m, node->rx, mean);
    const double dx = v[0] - mean[0], dy = v[1] - mean[1];
    return (expectation){
        mean[0] + gxx * dx + gxy * dy,
        mean[1] + gyx * dx + gyy * dy,
        {m->xx - gxx * m->xx - gxy * m->xy, m->xy - gxx * m->xy - gxy * m->yy, m->yy - gyx * m->xy - gyy * m->yy}};
}

/* Sums over all poses of all contacts, weighted. */
typedef struct model_sums {
    double terms[MOMENTUM_TERMS][MOMENTUM_TERMS], x[MOMENTUM_TERMS], y[MOMENTUM_TERMS];
    double xx, xy, yy, weight;
} model_sums;

static model_sums add_up(const pose_work *p, const double *theta, const momentum_model *about) {
    model_sums sums = {0};
    for (size_t i = 0; i < p->work->count; i++)
        for (size_t j = 0; j < p->nodes && inertia_uses(p->work, i); j++) {
            const pose_node *node = &p->node[i * p->nodes + j];
            const double share = p->share[i * p->nodes + j];
            if (share < 1e-12)
                continue;
            const expectation e = expect(p, theta, i, node);
            double terms[MOMENTUM_TERMS], mean[2] = {0, 0};
            routh_momentum_terms(&p->model, node->rx, terms);
            if (about)
                routh_momentum_mean(about, node->rx, mean);
            for (int k = 0; k < MOMENTUM_TERMS; k++) {
                sums.x[k] += share * terms[k] * e.vx;
                sums.y[k] += share * terms[k] * e.vy;
                for (int l = 0; l < MOMENTUM_TERMS; l++)
                    sums.terms[k][l] += share * terms[k] * terms[l];
            }
            sums.xx += share * ((e.vx - mean[0]) * (e.vx - mean[0]) + e.spread.xx);
            sums.xy += share * ((e.vx - mean[0]) * (e.vy - mean[1]) + e.spread.xy);
            sums.yy += share * ((e.vy - mean[1]) * (e.vy - mean[1]) + e.spread.yy);
            sums.weight += share;
        }
    return sums;
}

/* A body that always touches at the same rx leaves coefficients undetermined; a small weight on 0 determines them. */
static void regress(const model_sums *sums, const double right[MOMENTUM_TERMS], double mean[MOMENTUM_TERMS]) {
    double a[MOST_UNKNOWNS][MOST_UNKNOWNS];
    for (int k = 0; k < MOMENTUM_TERMS; k++) {
        mean[k] = right[k];
        for (int l = 0; l < MOMENTUM_TERMS; l++)
            a[k][l] = sums->terms[k][l] + (k == l ? 1e-9 * sums->weight : 0);
    }
    routh_elimination_solve(MOMENTUM_TERMS, MOST_UNKNOWNS, a[0], mean, 0);
}

static double largest_radius(const pose_work *p) {
    double radius = 0;
    for (size_t k = 0; k < p->work->count * p->nodes; k++)
        radius = fmax(radius, hypot(p->node[k].rx, p->node[k].ry));
    return radius;
}

void routh_pose_learn_model(pose_work *poses, const double *theta) {
    poses->model.radius = poses->has_model ? poses->model.radius : largest_radius(poses);
    for (int step = 0; step < STEPS; step++) {
        double sum[MOST_SCORES];
        routh_pose_scores(poses, theta, sum); /* the shares at this Θ and model */
        momentum_model next = poses->model;
        const model_sums means = add_up(poses, theta, NULL);
        regress(&means, means.x, next.mean[0]);
        regress(&means, means.y, next.mean[1]);
        const model_sums squares = add_up(poses, theta, &next);
        next.xx = squares.xx / squares.weight;
        next.xy = squares.xy / squares.weight;
        next.yy = squares.yy / squares.weight;
        poses->model = next;
        poses->has_model = 1;
    }
}

/* What noise does to the scores of contacts by themselves: their mean at the answer, over fresh noise.
 *
 * Averaged over poses, the scores have the mean 0 if poses and momentum changes are distributed as the model says. They
 * seldom are quite. So contacts are measured again: each gets a pose drawn from those that it may have had, the momentum
 * change that goes with it, the spin that the balance then gives, and fresh noise. If the mean of their scores is not 0, the
 * answer is off by the inverse slope times that mean. */

/* A node drawn with its probability. */
static size_t draw_node(const double *share, size_t nodes, routh_random *random) {
    double left = routh_random_uniform(random, 0, 1);
    size_t j = 0;
    while (j + 1 < nodes && (left -= share[j]) > 0)
        j++;
    return j;
}

/* Record i as it might have been measured. */
static void measure_again(const pose_work *poses, const double *theta, size_t i, routh_random *random,
                          pose_work *replica, inertia_work *work) {
    const inertia_work *own = poses->work;
    routh_record *c = (routh_record *)&work->record[i]; /* the replica's own */
    const pose_node *node = &poses->node[i * poses->nodes];
    const size_t j = draw_node(&poses->share[i * poses->nodes], poses->nodes, random);
    double momentum[2], lever, moment;
    routh_pose_projected(poses, theta, i, &node[j], momentum);
    *c = own->record[i];
    work->change[i] = (contact_change){momentum[0], momentum[1], 0};
    inertia_arms(work, i, node[j].rx, node[j].ry, &lever, &moment);
    work->change[i].omega = theta[0] * lever + (work->unknowns > 1 ? theta[1] * moment : 0) +
                            sqrt(poses->variance.omega) * routh_random_normal(random);
    work->change[i].vx += sqrt(poses->variance.vx) * routh_random_normal(random);
    work->change[i].vy += sqrt(poses->variance.vy) * routh_random_normal(random);
    const double *offset = poses->offsets > 0 ? &theta[own->unknowns] : poses->centre;
    const double turned = poses->angle[i] + routh_pose_place(poses, j) * poses->deviation[i] + offset[OFFSET_ANGLE] -
                          poses->centre[OFFSET_ANGLE];
    replica->deviation[i] = poses->deviation[i];
    replica->angle[i] = turned + poses->deviation[i] * routh_random_normal(random);
    c->y = -node[j].ry + offset[OFFSET_HEIGHT] + work->noise.y * routh_random_normal(random);
    c->duration = 0; /* it touches at this height */
    routh_pose_nodes(replica, i);
    c->duration = own->record[i].duration;
}

static void add_replica(const pose_work *poses, const double *theta, uint64_t number, pose_work *replica,
                        inertia_work *work, double mean[MOST_SCORES], double squares[MOST_SCORES]) {
    routh_random random = routh_random_seed(2, number);
    double sum[MOST_SCORES];
    for (size_t i = 0; i < work->count; i++)
        if (inertia_uses(work, i))
            measure_again(poses, theta, i, &random, replica, work);
    replica->has_model = poses->has_model;
    replica->model = poses->model;
    if (poses->has_model)
        routh_pose_learn_model(replica, theta);
    routh_pose_scores(replica, theta, sum);
    for (int k = 0; k < work->unknowns + poses->offsets; k++) {
        mean[k] += sum[k] / ROUTH_POSE_REPLICAS;
        squares[k] += sum[k] * sum[k] / ROUTH_POSE_REPLICAS;
    }
}

routh_status routh_pose_mean_scores(routh_context *context, const pose_work *poses, const double *theta,
                                    double mean[MOST_SCORES], double error[MOST_SCORES]) {
    const inertia_work *own = poses->work;
    inertia_work work = *own;
    pose_work replica;
    double squares[MOST_SCORES] = {0};
    routh_record *record = routh_allocate(context, own->count, sizeof *record);
    work.change = routh_allocate(context, own->count, sizeof *work.change);
    work.record = record;
    routh_status status = record && work.change ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK) {
        memcpy(record, own->record, own->count * sizeof *record);
        memcpy(work.change, own->change, own->count * sizeof *work.change);
        status = routh_pose_work_create(context, &work, theta[0], &replica);
    }
    if (status == ROUTH_OK) {
        replica.variance = poses->variance;
        replica.offsets = poses->offsets;
        memcpy(replica.centre, poses->centre, sizeof replica.centre);
        memset(mean, 0, MOST_SCORES * sizeof *mean);
        for (uint64_t number = 0; number < ROUTH_POSE_REPLICAS && !*replica.stopped; number++)
            add_replica(poses, theta, number, &replica, &work, mean, squares);
        for (int k = 0; k < own->unknowns + poses->offsets; k++)
            error[k] = sqrt(fmax(0, squares[k] - mean[k] * mean[k]) / (ROUTH_POSE_REPLICAS - 1));
        status = *replica.stopped ? ROUTH_CANCELLED : ROUTH_OK;
        routh_pose_work_release(context, &replica);
    }
    routh_release(context, record);
    routh_release(context, work.change);
    return status;
}
