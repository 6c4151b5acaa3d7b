/* Conditional scores, averaged over the poses that a contact may have had.
 *
 * Measured are Δv = (Δvx, Δvy + hg) with noise Σ = diag(V_x, V_y), Δω with noise V_ω, and the pose. Were the pose
 * exact, the truth of Δv would be the only nuisance, and the balance linear in it: with a = (−ry, rx), L = a·Δv and
 *
 *     e = Δω − κ L − T/I,   var e = V_ω + κ² V_L,   V_L = aᵀ Σ a
 *
 * e is independent of Δv* = Δv + κ Σ a e / var, the best estimate of the true Δv. So the scores
 *
 *     e L* / var,  L* = a·Δv* = L + κ V_L e / var,        and        e T / var
 *
 * have the mean 0 at the true κ and 1/I whatever Δv truly was, however noisy it is: the conditional score of Stefanski
 * and Carroll, Biometrika 74 (1987) 703. Their sums vanish where total least squares with these variances has its
 * answer.
 *
 * The pose is not exact, and r is not linear in it: for a polygon another corner may have been the lowest. A score that
 * has the mean 0 at the true pose has it also when it is averaged over poses with their probability given everything
 * that was measured. That probability needs to know how contacts are distributed before anything is measured: angles
 * evenly, the centre as high over the surface as the shape says, and Δv as the momentum model says, which is learned
 * from the contacts themselves. With
 *
 *     p(θ | measured) ∝ p(θ_m | θ) p(y_m | θ) · N(e; 0, var) · N(Δv*; mean(θ), C + Σ − κ² Σ a aᵀ Σ / var)
 *
 * the model only shares the weight among a contact's possible poses. With an exact pose it does not matter at all;
 * the maximum of the likelihood, which relies on it throughout, has a bias of −3 % where this has less than 1 %.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "inertia/poses.h"

#include <string.h>

#include "base/context.h"
#include "geometry/shape.h"

/* Poses reach this many deviations of the angle to either side. */
static const double reach = 5;

/* At least and at most so many of them. Between two neighbours e changes by less than half its deviation, unless the
 * angle is much worse than the velocities. */
enum { FEWEST_NODES = 41, MOST_NODES = 321 };

static int pose_is_noisy(const inertia_work *work) {
    return work->options->shape && work->noise_known && work->noise.theta > 0;
}

/* Nodes so dense that e, which changes with the angle by κ dL/dθ, is resolved in most contacts. */
static size_t choose_nodes(const inertia_work *work, const contact_change *variance, double kappa,
                           const double *of_angle) {
    double slope = 0, deviation = 0;
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        double of_lever;
        slope += of_angle[i] *
                 fabs(kappa * (c->rx * work->change[i].vx + c->ry * work->change[i].vy)); /* dr/dθ = (−ry, rx) */
        deviation += sqrt(routh_inertia_variance(work, variance, i, c->rx, c->ry, kappa, &of_lever));
    }
    const double wanted = 2 * reach * slope / (0.5 * deviation);
    return wanted > MOST_NODES ? MOST_NODES : wanted > FEWEST_NODES ? (size_t)wanted | 1 : FEWEST_NODES;
}

/* How far the lowest point is from the surface, in deviations. A contact with a duration may begin at any time in it: the
 * state before is then up to the way that the point still closes above the surface. */
static void measure_height(const pose_work *poses, const routh_record *c, pose_node *node) {
    const double noise = poses->work->noise.y;
    const double way = c->duration * fmax(0, -(c->before.vy + node->rx * c->before.omega));
    node->per_height = noise > 0 ? 1 / hypot(noise, way / sqrt(12)) : 0;
    node->high = (c->y - poses->centre[OFFSET_HEIGHT] + node->ry - way / 2) * node->per_height;
}

double routh_pose_place(const pose_work *poses, size_t j) {
    return poses->nodes > 1 ? reach * (2 * (double)j / (double)(poses->nodes - 1) - 1) : 0;
}

void routh_pose_nodes(pose_work *poses, size_t i) {
    const inertia_work *work = poses->work;
    const routh_record *c = &work->record[i];
    pose_node *node = &poses->node[i * poses->nodes];
    for (size_t j = 0; j < poses->nodes; j++) {
        node[j] = (pose_node){.rx = c->rx, .ry = c->ry, .log_weight = j == 0 ? 0 : -INFINITY};
        if (poses->nodes == 1 || !isfinite(c->theta) || !isfinite(c->y))
            continue;
        const double u = routh_pose_place(poses, j);
        double next;
        routh_shape_lowest(work->options->shape, poses->angle[i] + u * poses->deviation[i], &node[j].rx, &node[j].ry,
                           &next);
        measure_height(poses, c, &node[j]);
        node[j].turn = u;
        node[j].per_angle = 1 / poses->deviation[i];
        node[j].log_weight = -0.5 * (u * u + node[j].high * node[j].high);
    }
}

void routh_pose_recentre(pose_work *poses, const double offset[OFFSETS_OF_POSE]) {
    for (size_t i = 0; i < poses->work->count; i++)
        poses->angle[i] -= offset[OFFSET_ANGLE] - poses->centre[OFFSET_ANGLE];
    for (int k = 0; k < OFFSETS_OF_POSE; k++)
        poses->centre[k] = offset[k];
    for (size_t i = 0; i < poses->work->count; i++)
        routh_pose_nodes(poses, i);
}

routh_status routh_pose_work_create(routh_context *context, const inertia_work *work, double m_over_i,
                                    pose_work *poses) {
    const double offset[OFFSETS_OF_POSE] = {work->fit->height_offset, work->fit->angle_offset};
    *poses =
        (pose_work){.work = work, .nodes = 1, .variance = routh_inertia_variances(work, m_over_i), .context = context};
    poses->stopped = routh_allocate(context, 1, sizeof *poses->stopped);
    poses->angle = routh_allocate(context, work->count, sizeof *poses->angle);
    poses->deviation = routh_allocate(context, work->count, sizeof *poses->deviation);
    if (pose_is_noisy(work) && poses->angle && poses->deviation) {
        routh_pose_smooth(work, poses->angle, poses->deviation);
        poses->nodes = choose_nodes(work, &poses->variance, m_over_i, poses->deviation);
    }
    const size_t all = work->count * poses->nodes;
    poses->node = routh_allocate(context, all, sizeof *poses->node);
    poses->share = routh_allocate(context, all, sizeof *poses->share);
    poses->score = routh_allocate(context, work->count, MOST_SCORES * sizeof *poses->score);
    if (!poses->node || !poses->share || !poses->score || !poses->angle || !poses->deviation || !poses->stopped) {
        routh_pose_work_release(context, poses);
        return ROUTH_OUT_OF_MEMORY;
    }
    routh_pose_recentre(poses, offset);
    return ROUTH_OK;
}

void routh_pose_work_release(routh_context *context, pose_work *poses) {
    routh_release(context, poses->angle);
    routh_release(context, poses->deviation);
    routh_release(context, poses->node);
    routh_release(context, poses->share);
    routh_release(context, poses->score);
    routh_release(context, poses->stopped);
}

momentum_spread routh_pose_spread(const pose_work *poses, const pose_node *node, double kappa, double var) {
    const double x = kappa * poses->variance.vx * -node->ry, y = kappa * poses->variance.vy * node->rx;
    return (momentum_spread){poses->variance.vx - x * x / var, -x * y / var, poses->variance.vy - y * y / var};
}

/* Everything about one record at one pose. */
typedef struct at_pose {
    double score[2]; /* e L* / var, e T / var */
    double e, var;
    double momentum[2];             /* Δv* */
    double offset[OFFSETS_OF_POSE]; /* scores of the offsets */
    double log_weight;              /* of the pose with these offsets */
} at_pose;

/* The pose as it was measured, with the offsets of Θ. The nodes are placed for others. */
static void look_at_offsets(const pose_work *p, const double *theta, const pose_node *node, at_pose *at) {
    const double *offset = &theta[p->work->unknowns];
    at->log_weight = node->log_weight;
    if (p->offsets == 0)
        return;
    const double turn = (offset[OFFSET_ANGLE] - p->centre[OFFSET_ANGLE]) * node->per_angle;
    const double rise = (offset[OFFSET_HEIGHT] - p->centre[OFFSET_HEIGHT]) * node->per_height;
    at->log_weight -= turn * (node->turn + turn / 2) - rise * (node->high - rise / 2);
    at->offset[OFFSET_ANGLE] = -(node->turn + turn) * node->per_angle;
    at->offset[OFFSET_HEIGHT] = (node->high - rise) * node->per_height;
}

static at_pose look_at(const pose_work *p, const double *theta, size_t i, const pose_node *node) {
    const inertia_work *work = p->work;
    const double kappa = theta[0], beta = work->unknowns > 1 ? theta[1] : 0;
    double lever, moment, of_lever;
    inertia_arms(work, i, node->rx, node->ry, &lever, &moment);
    const double var = routh_inertia_variance(work, &p->variance, i, node->rx, node->ry, kappa, &of_lever);
    const double e = work->change[i].omega - kappa * lever - beta * moment, share = e / var;
    return (at_pose){.score = {share * (lever + kappa * of_lever * share), share * moment},
                     .e = e,
                     .var = var,
                     .momentum = {work->change[i].vx - kappa * p->variance.vx * node->ry * share,
                                  work->change[i].vy + kappa * p->variance.vy * node->rx * share}};
}

double routh_pose_projected(const pose_work *poses, const double *theta, size_t i, const pose_node *node,
                            double momentum[2]) {
    const at_pose at = look_at(poses, theta, i, node);
    momentum[0] = at.momentum[0];
    momentum[1] = at.momentum[1];
    return at.var;
}

/* Logarithm of the pose's probability, up to a constant. */
static double log_share(const pose_work *p, double kappa, const pose_node *node, const at_pose *at) {
    const double alone = at->log_weight - 0.5 * (at->e * at->e / at->var + log(at->var));
    if (!p->has_model)
        return alone;
    const momentum_spread s = routh_pose_spread(p, node, kappa, at->var);
    const double xx = p->model.xx + s.xx, xy = p->model.xy + s.xy, yy = p->model.yy + s.yy;
    const double determinant = xx * yy - xy * xy;
    double mean[2];
    routh_momentum_mean(&p->model, node->rx, mean);
    const double dx = at->momentum[0] - mean[0], dy = at->momentum[1] - mean[1];
    return alone - 0.5 * ((yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant + log(determinant));
}

/* Averages one record over its poses; `share` gets their probabilities. */
static at_pose average(const pose_work *p, const double *theta, size_t i, double *share) {
    const pose_node *node = &p->node[i * p->nodes];
    at_pose at[MOST_NODES], mean = {0};
    double most = -INFINITY, total = 0;
    for (size_t j = 0; j < p->nodes; j++) {
        at[j] = look_at(p, theta, i, &node[j]);
        look_at_offsets(p, theta, &node[j], &at[j]);
        share[j] = p->nodes > 1 ? log_share(p, theta[0], &node[j], &at[j]) : 0;
        most = fmax(most, share[j]);
    }
    for (size_t j = 0; j < p->nodes; j++)
        total += share[j] = exp(share[j] - most);
    for (size_t j = 0; j < p->nodes; j++) {
        share[j] /= total;
        for (int k = 0; k < 2; k++) {
            mean.score[k] += share[j] * at[j].score[k];
            mean.momentum[k] += share[j] * at[j].momentum[k];
            mean.offset[k] += share[j] * at[j].offset[k];
        }
    }
    return mean;
}

/* Records between two questions whether to stop. */
enum { ASKED = 16 };

void routh_pose_scores(const pose_work *poses, const double *theta, double sum[MOST_SCORES]) {
    const inertia_work *work = poses->work;
    const int unknowns = work->unknowns;
    memset(sum, 0, MOST_SCORES * sizeof *sum);
    for (size_t i = 0; i < work->count; i++) {
        if (!inertia_uses(work, i))
            continue;
        if (!*poses->stopped && i % ASKED == 0)
            *poses->stopped = routh_ask(poses->context) != ROUTH_OK;
        if (*poses->stopped) {
            sum[0] = NAN;
            return;
        }
        const at_pose mean = average(poses, theta, i, &poses->share[i * poses->nodes]);
        double *score = &poses->score[i * MOST_SCORES];
        for (int k = 0; k < unknowns + poses->offsets; k++) {
            score[k] = k < unknowns ? mean.score[k] : mean.offset[k - unknowns];
            sum[k] += score[k];
        }
    }
}

void routh_pose_momentum(const pose_work *poses, const double *theta, size_t i, double momentum[2]) {
    const at_pose mean = average(poses, theta, i, &poses->share[i * poses->nodes]);
    momentum[0] = mean.momentum[0];
    momentum[1] = mean.momentum[1];
}
