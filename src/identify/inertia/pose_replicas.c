/* What noise does to the scores of contacts by themselves: their mean at the answer, over fresh noise.
 *
 * Averaged over poses, the scores have the mean 0 if poses and momentum changes are distributed as the model says. They
 * seldom are quite. So contacts are measured again: each gets a pose drawn from those that it may have had, the momentum
 * change that goes with it, the spin that the balance then gives, and fresh noise. If the mean of their scores is not 0, the
 * answer is off by the inverse slope times that mean.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "inertia/poses.h"

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
