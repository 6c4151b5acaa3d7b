/* Where the contact point may have been: poses near the measured ones, and what they say of momentum.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/context.h"
#include "base/numbers.h"
#include "geometry/geometry.h"
#include "inertia/inertia.h"

/* Angles of contacts that follow one another in a motion.
 *
 * Between two records of a motion the body turns by the mean of the spins after the first and before the second, times the
 * time between them, in flight as in lasting contact. That links the angles far better than each is measured, and
 * Kalman's filter with the smoother of Rauch, Tung and Striebel (AIAA Journal 3 (1965) 1445) gives each angle from all of
 * them. Where the turn disagrees with the two angles by more than noise, the link is not used. */

/* Angles and turn agree within this number of deviations. */
static const double tolerance = 5;

/* The turn from record i to the next, and its variance; false where they are not linked. The spin may change evenly in
 * between, and within the contact's own duration at any moment. */
static bool turn_between(const inertia_work *w, size_t i, double *turn, double *variance) {
    const routh_record *from = &w->record[i], *to = from + 1;
    if (i + 1 >= w->count || from->trajectory < 0 || to->trajectory != from->trajectory ||
        to->index != from->index + 1 || !isfinite(from->theta) || !isfinite(to->theta))
        return false;
    const double t = to->time - from->time, noise = w->noise.omega, theta = w->noise.theta;
    if (!(t > 0))
        return false;
    const double within = from->duration * (from->after.omega - from->before.omega);
    const double change = t * (to->before.omega - from->after.omega);
    *turn = t * (from->after.omega + to->before.omega) / 2;
    *variance = t * t * noise * noise / 2 + within * within + change * change / 12;
    return fabs(to->theta - from->theta - *turn) <= tolerance * sqrt(2 * theta * theta + *variance);
}

/* Each record's angle from all that are linked to it, and its deviation; as measured where none is. */
static void pose_smooth(const inertia_work *work, double *angle, double *deviation) {
    const double measured = work->noise.theta * work->noise.theta;
    double turn, variance;
    for (size_t i = 0; i < work->count; i++) { /* forwards: from all up to this one */
        angle[i] = work->record[i].theta;
        deviation[i] = measured;
        if (i == 0 || !turn_between(work, i - 1, &turn, &variance))
            continue;
        const double before = deviation[i - 1] + variance, gain = before / (before + measured);
        const double expected = angle[i - 1] + turn;
        angle[i] = expected + gain * (angle[i] - expected);
        deviation[i] = (1 - gain) * before;
    }
    for (size_t i = work->count; i-- > 0;) { /* backwards: from those after it, too */
        if (!turn_between(work, i, &turn, &variance))
            continue;
        const double before = deviation[i] + variance, gain = before > 0 ? deviation[i] / before : 0;
        angle[i] += gain * (angle[i + 1] - angle[i] - turn);
        deviation[i] += gain * gain * (deviation[i + 1] - before);
    }
    for (size_t i = 0; i < work->count; i++)
        deviation[i] = sqrt(fmax(0, deviation[i]));
}

/* The mean of momentum changes that a model expects at a lever. */

void routh_momentum_terms(const momentum_model *model, double rx, double terms[MOMENTUM_TERMS]) {
    terms[0] = 1;
    terms[1] = rx / model->radius;
    terms[2] = terms[1] * terms[1];
}

void routh_momentum_mean(const momentum_model *model, double rx, double mean[2]) {
    double terms[MOMENTUM_TERMS];
    routh_momentum_terms(model, rx, terms);
    for (int axis = 0; axis < 2; axis++) {
        mean[axis] = 0;
        for (int k = 0; k < MOMENTUM_TERMS; k++)
            mean[axis] += model->mean[axis][k] * terms[k];
    }
}

/* The contacts before anything is estimated: noise of their balance, and how far they reach. */

/* r measured by itself adds its noise times the squares of the true momentum changes, which are those measured less
 * their own noise. */
double routh_inertia_variance(const inertia_work *work, const contact_change *variance, size_t i, double rx, double ry,
                              double kappa, double *of_lever) {
    const contact_change *d = &work->change[i];
    *of_lever = rx * rx * variance->vy + ry * ry * variance->vx;
    if (work->noise_known)
        *of_lever += work->noise.rx * work->noise.rx * fmax(0, d->vy * d->vy - variance->vy) +
                     work->noise.ry * work->noise.ry * fmax(0, d->vx * d->vx - variance->vx);
    return variance->omega + kappa * kappa * *of_lever;
}

contact_change routh_inertia_variances(const inertia_work *work, double m_over_i) {
    const routh_noise *n = &work->noise;
    if (!work->noise_known)
        return (contact_change){1, 1, m_over_i};
    return (contact_change){2 * n->vx * n->vx, 2 * n->vy * n->vy, 2 * n->omega * n->omega};
}

double routh_inertia_reach(const inertia_work *work) {
    const routh_shape *shape = work->options->shape;
    double reach = 0;
    for (size_t k = 0; shape && shape->kind == ROUTH_POLYGON && k < shape->count; k++)
        reach = fmax(reach, hypot(shape->vertex[k][0], shape->vertex[k][1]));
    if (shape && shape->kind != ROUTH_POLYGON)
        reach = fmax(shape->a, shape->b);
    for (size_t i = 0; i < work->count && !shape; i++)
        reach = fmax(reach, hypot(work->record[i].rx, work->record[i].ry));
    return reach;
}

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
 * the maximum of the likelihood, which relies on it throughout, has a bias of −3 % where this has less than 1 %. */

/* Poses reach this many deviations of the angle to either side. */
static const double angle_reach = 5;

/* Fewest and most of them. Between two neighbours e changes by less than half its deviation, unless the
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
    const double wanted = 2 * angle_reach * slope / (0.5 * deviation);
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
    return poses->nodes > 1 ? angle_reach * (2 * (double)j / (double)(poses->nodes - 1) - 1) : 0;
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
        pose_smooth(work, poses->angle, poses->deviation);
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
            *poses->stopped = routh_check_cancelled(poses->context) != ROUTH_OK;
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

/* Errors that all poses share: a camera or a marker that is turned by δ, and a ground that is η higher than stated.
 *
 * Measured are θ + δ and y + η with noise. An angle that is off by a constant turns every r, and no number of contacts makes
 * that error smaller. But the contacts show it: the balance and the heights each say which angles they agree with. So δ and η
 * are unknowns beside m/I, with the scores
 *
 *     Σ E[θ_m − δ − θ] / σ_θ²,        Σ E[y_m − η − h(θ)] / σ_y²
 *
 * of the likelihood, averaged over poses as those of m/I are. A weak prior keeps them where the data say nothing. */

/* Deviations of the prior: 3°, and this share of the body's reach. Larger offsets are a wrong frame. */
static const double prior_angle = 0.05, prior_height = 0.05;

/* Fewer contacts cannot show offsets beside m/I. */
enum { LEAST_CONTACTS = 20 };

/* A start differs from 0 only where it leaves less than this share of the residuals. Newton's method finds smaller offsets
 * from 0, and contacts that hardly separate δ from m/I would start anywhere. */
static const double clear_start = 0.8;

bool routh_pose_shows_offsets(const inertia_work *work) {
    size_t used = 0;
    if (!work->options->shape || !work->noise_known || !(work->noise.theta > 0))
        return false;
    for (size_t i = 0; i < work->count; i++)
        used += inertia_uses(work, i) && isfinite(work->record[i].theta) && isfinite(work->record[i].y);
    return used >= LEAST_CONTACTS;
}

void routh_pose_offset_prior(const inertia_work *work, double prior[OFFSETS_OF_POSE]) {
    const double height = prior_height * routh_inertia_reach(work);
    prior[OFFSET_ANGLE] = 1 / (prior_angle * prior_angle);
    prior[OFFSET_HEIGHT] = 1 / (height * height);
}

void routh_pose_offset_reach(const inertia_work *work, double reach[OFFSETS_OF_POSE]) {
    reach[OFFSET_ANGLE] = work->noise.theta;
    reach[OFFSET_HEIGHT] = prior_height * routh_inertia_reach(work);
}

/* dL/dθ at the recorded angle. */
static double lever_turned(const inertia_work *work, size_t i) {
    static const double step = 1e-4;
    const routh_record *c = &work->record[i];
    const contact_change *d = &work->change[i];
    if (work->options->shape->kind == ROUTH_POLYGON)
        return contact_lever(d, -c->ry, c->rx);
    double rx[2], ry[2], next;
    for (int side = 0; side < 2; side++)
        routh_shape_lowest(work->options->shape, c->theta + (side ? step : -step), &rx[side], &ry[side], &next);
    return contact_lever(d, (rx[1] - rx[0]) / (2 * step), (ry[1] - ry[0]) / (2 * step));
}

/* L, T and dL/dθ of a record; false where it is not used. */
static bool columns_of(const inertia_work *work, size_t i, double x[MOST_UNKNOWNS]) {
    if (!inertia_uses(work, i) || !isfinite(work->record[i].theta))
        return false;
    inertia_arms(work, i, work->record[i].rx, work->record[i].ry, &x[0], &x[1]);
    x[work->unknowns] = lever_turned(work, i);
    return true;
}

/* Sum of |Δω − Σ θ x|, the first n columns. */
static double residuals_of(const inertia_work *work, const double *theta, int n) {
    double sum = 0;
    for (size_t i = 0; i < work->count; i++) {
        double x[MOST_UNKNOWNS], e = work->change[i].omega;
        if (!columns_of(work, i, x))
            continue;
        for (int k = 0; k < n; k++)
            e -= theta[k] * x[k];
        sum += fabs(e);
    }
    return sum;
}

/* m/I, 1/I and δ by least absolute deviations of Δω = κ (L − δ dL/dθ) + T/I, as in routh_inertia_robust_start. */
static bool start_angle(const inertia_work *work, double theta[MOST_UNKNOWNS], double *offset) {
    enum { MOST_TURNS = 50 };
    const int n = work->unknowns + 1;
    double size = 0;
    for (size_t i = 0; i < work->count; i++)
        size = fmax(size, fabs(work->change[i].omega));
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        double a[MOST_UNKNOWNS][MOST_UNKNOWNS] = {{0}}, b[MOST_UNKNOWNS] = {0};
        for (size_t i = 0; i < work->count; i++) {
            double x[MOST_UNKNOWNS], e = work->change[i].omega;
            if (!columns_of(work, i, x))
                continue;
            for (int k = 0; k < n && turn > 0; k++)
                e -= theta[k] * x[k];
            const double weight = turn > 0 ? 1 / fmax(fabs(e), 1e-9 * size) : 1;
            for (int k = 0; k < n; k++) {
                b[k] += weight * x[k] * work->change[i].omega;
                for (int l = 0; l < n; l++)
                    a[k][l] += weight * x[k] * x[l];
            }
        }
        if (!routh_elimination_solve((size_t)n, MOST_UNKNOWNS, a[0], b, 0))
            return false;
        for (int k = 0; k < n; k++)
            theta[k] = b[k];
    }
    *offset = -theta[n - 1] / theta[0];
    return theta[0] > 0 && (n < 3 || theta[1] > 0) && fabs(*offset) < 4 * prior_angle &&
           residuals_of(work, theta, n) < clear_start * residuals_of(work, work->fit->value, n - 1);
}

/* The median of the heights of the lowest points over the ground. */
static routh_status start_height(routh_context *context, const inertia_work *work, double angle, double *height) {
    ROUTH_ARENA(room, context);
    double *sorted = routh_take(&room, work->count, sizeof *sorted);
    size_t count = 0;
    ROUTH_TRY(room.status);
    for (size_t i = 0; i < work->count; i++) {
        const routh_record *c = &work->record[i];
        double rx, ry, next;
        if (!inertia_uses(work, i) || !isfinite(c->theta) || !isfinite(c->y))
            continue;
        routh_shape_lowest(work->options->shape, c->theta - angle, &rx, &ry, &next);
        sorted[count++] = c->y + ry - c->duration * fmax(0, -(c->before.vy + rx * c->before.omega)) / 2;
    }
    *height = routh_median(sorted, count);
    return ROUTH_OK;
}

routh_status routh_inertia_start_offsets(routh_context *context, const inertia_work *work) {
    routh_inertia_estimate *fit = work->fit;
    double theta[MOST_UNKNOWNS], angle, height;
    if (!routh_pose_shows_offsets(work) || !start_angle(work, theta, &angle))
        return ROUTH_OK;
    for (int k = 0; k < work->unknowns; k++)
        fit->value[k] = theta[k];
    fit->angle_offset = angle;
    ROUTH_TRY(start_height(context, work, angle, &height));
    if (work->noise.y > 0 && fabs(height) < 4 * prior_height * routh_inertia_reach(work))
        fit->height_offset = height;
    return ROUTH_OK;
}
