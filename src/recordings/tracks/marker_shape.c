/* Poses of a shape of markers, and the shape.
 *
 * Pose: of all turns R and shifts t, the one that minimises Σ |m − R s − t|² over the markers m seen at an instant, with
 * their places s in the shape. With centroids taken off, H = Σ s mᵀ = U S Vᵀ gives R = V diag(1, 1, ±1) Uᵀ, the sign such
 * that R is a proper rotation: W. Kabsch, A solution for the best rotation to relate two sets of vectors, Acta Cryst. A32
 * (1976); S. Umeyama, Least-squares estimation of transformation parameters, IEEE PAMI 13 (1991). The third direction on
 * either side is taken as the product of the first two, which is the same and also holds for markers in a plane.
 *
 * Shape: where the markers are on average in the body's axes, and the poses anew, until nothing changes (generalised
 * Procrustes analysis: J. C. Gower, Psychometrika 40, 1975). Markers that are missing at an instant do not count there.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/markers.h"

#include <string.h>

#include "algebra/algebra.h"
#include "algebra/space.h"
#include "base/numbers.h"

/* Instants that may begin the shape, instants that each of them is tried on, and rounds. */
enum { CANDIDATES = 15, TRIED_ON = 200, MOST_ROUNDS = 100 };

/* Markers within this share of their length of a line do not determine a turn about it. */
static const double thinnest = 0.02;

/* An instant whose residual is this multiple of the usual one is of other markers, or of swapped ones: the residual of three
 * markers with Gaussian noise exceeds 3.6 medians once in a million instants. */
static const double farthest = 6;

static bool place_of(const routh_marker_fitting *f, size_t j, size_t row, double place[3]) {
    const routh_marker *marker = &f->marker[j];
    place[0] = marker->x[row], place[1] = marker->y[row], place[2] = marker->z[row];
    return j != f->without && isfinite(place[0]) && isfinite(place[1]) && isfinite(place[2]);
}

/* Pose --------------------------------------------------------------------------------------------------*/

/* Centroids of the known markers that are seen, in the shape and in the laboratory. */
static size_t centroids(const routh_marker_fitting *f, size_t row, double body[3], double world[3]) {
    size_t seen = 0;
    double place[3];
    memset(body, 0, 3 * sizeof *body);
    memset(world, 0, 3 * sizeof *world);
    for (size_t j = 0; j < f->count; j++) {
        if (!routh_marker_is_known(f, j) || !place_of(f, j, row, place))
            continue;
        seen++;
        for (int c = 0; c < 3; c++) {
            body[c] += f->shape[j][c];
            world[c] += place[c];
        }
    }
    for (int c = 0; c < 3 && seen > 0; c++) {
        body[c] /= (double)seen;
        world[c] /= (double)seen;
    }
    return seen;
}

/* R from H, false if the markers are on a line; *third is what the third direction adds to the trace, with its sign. */
static bool rotation_of(double h[3][3], double rotation[3][3], double *third) {
    double singular[3], v[3][3], u[3][3];
    routh_singular_values(3, 3, 3, &h[0][0], singular, &v[0][0]);
    if (!(singular[1] > thinnest * thinnest * singular[0]) || !isfinite(singular[0]))
        return false;
    for (int k = 0; k < 2; k++)
        for (int c = 0; c < 3; c++)
            u[k][c] = h[c][k] / singular[k];
    routh_cross3(u[0], u[1], u[2]);
    const double last[3] = {h[0][2], h[1][2], h[2][2]}, side = routh_dot3(u[2], last);
    double w[3];
    routh_cross3(v[0], v[1], w);
    *third = routh_dot3(w, v[2]) * side;
    memcpy(v[2], w, sizeof w);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            rotation[i][j] = v[0][i] * u[0][j] + v[1][i] * u[1][j] + v[2][i] * u[2][j];
    return true;
}

static void apply(double rotation[3][3], const double body[3], double world[3]) {
    for (int i = 0; i < 3; i++)
        world[i] = routh_dot3(rotation[i], body);
}

static double error_at(const routh_marker_fitting *f, size_t row, routh_marker_pose *p) {
    double sum = 0, place[3], fitted[3];
    for (size_t j = 0; j < f->count; j++) {
        if (!routh_marker_is_known(f, j) || !place_of(f, j, row, place))
            continue;
        apply(p->rotation, f->shape[j], fitted);
        for (int c = 0; c < 3; c++) {
            const double distance = place[c] - fitted[c] - p->shift[c];
            sum += distance * distance;
        }
    }
    return sum;
}

bool routh_marker_pose_fit(const routh_marker_fitting *f, size_t row, routh_marker_pose *p) {
    double body[3], world[3], place[3], h[3][3] = {{0}}, third = 0, turned[3];
    p->seen = centroids(f, row, body, world);
    if (p->seen < ROUTH_MARKERS_FEWEST)
        return false;
    for (size_t j = 0; j < f->count; j++) {
        if (!routh_marker_is_known(f, j) || !place_of(f, j, row, place))
            continue;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                h[a][b] += (f->shape[j][a] - body[a]) * (place[b] - world[b]);
    }
    if (!rotation_of(h, p->rotation, &third))
        return false;
    apply(p->rotation, body, turned);
    for (int c = 0; c < 3; c++)
        p->shift[c] = world[c] - turned[c];
    p->error = error_at(f, row, p);
    p->mirrored = p->error + fmin(0, 4 * third);
    return isfinite(p->error);
}

static double rms_of(double error, size_t seen) {
    return sqrt(fmax(error, 0) / (double)seen);
}

routh_marker_judgement routh_marker_pose_judge(const routh_marker_fitting *f, const routh_marker_pose *p) {
    if (rms_of(p->error, p->seen) <= f->limit)
        return ROUTH_MARKERS_FITTED;
    return rms_of(p->mirrored, p->seen) <= f->limit ? ROUTH_MARKERS_MIRRORED : ROUTH_MARKERS_MISFIT;
}

/* Shape -------------------------------------------------------------------------------------------------*/

/* Puts the origin at the centroid of the known markers; returns their root mean square distance from it. */
static double centre_shape(routh_marker_fitting *f) {
    double centre[3] = {0, 0, 0}, sum = 0;
    size_t known = 0;
    for (size_t j = 0; j < f->count; j++) {
        known += routh_marker_is_known(f, j);
        for (int c = 0; c < 3 && routh_marker_is_known(f, j); c++)
            centre[c] += f->shape[j][c];
    }
    for (size_t j = 0; j < f->count; j++)
        for (int c = 0; c < 3 && routh_marker_is_known(f, j); c++) {
            f->shape[j][c] -= centre[c] / (double)known;
            sum += f->shape[j][c] * f->shape[j][c];
        }
    return known > 0 ? sqrt(sum / (double)known) : 0;
}

static void take_shape(routh_marker_fitting *f, size_t row) {
    for (size_t j = 0; j < f->count; j++)
        if (!place_of(f, j, row, f->shape[j]))
            f->shape[j][0] = f->shape[j][1] = f->shape[j][2] = NAN;
    centre_shape(f);
}

/* The usual residual at some of the samples; infinite if fewer than half of them have a pose. */
static double usual_error(routh_marker_fitting *f, size_t step) {
    size_t count = 0, tried = 0;
    for (size_t i = 0; i < f->samples; i += step, tried++) {
        routh_marker_pose p;
        if (routh_marker_pose_fit(f, f->sample[i], &p))
            f->error[count++] = rms_of(p.error, p.seen);
    }
    return count > 0 && 2 * count >= tried ? routh_median(f->error, count) : INFINITY;
}

size_t routh_markers_seen(const routh_marker_fitting *f, size_t row) {
    size_t seen = 0;
    double place[3];
    for (size_t j = 0; j < f->count; j++)
        seen += place_of(f, j, row, place);
    return seen;
}

/* The sample of that number among those with that number of markers. */
static size_t sample_with(const routh_marker_fitting *f, size_t seen, size_t number) {
    for (size_t i = 0; i < f->samples; i++)
        if (routh_markers_seen(f, f->sample[i]) == seen && number-- == 0)
            return f->sample[i];
    return f->sample[0];
}

/* Begins with the markers of one instant, of those with the most the one that fits most others: an instant with swapped
 * markers does not. Steps of the golden section keep in step with nothing that repeats itself. */
static bool begin_shape(routh_marker_fitting *f) {
    size_t most = 0, with_most = 0, best_row = 0;
    double best = INFINITY;
    bool any = false;
    for (size_t i = 0; i < f->samples; i++) {
        const size_t seen = routh_markers_seen(f, f->sample[i]);
        with_most = seen > most ? 1 : with_most + (seen == most);
        most = seen > most ? seen : most;
    }
    for (int k = 0; k < CANDIDATES && most >= ROUTH_MARKERS_FEWEST; k++) {
        const double share = fmod(0.6180339887 * k, 1);
        const size_t row = sample_with(f, most, (size_t)(share * (double)with_most));
        routh_marker_pose own;
        take_shape(f, row);
        if (!routh_marker_pose_fit(f, row, &own)) /* on a line */
            continue;
        const double error = usual_error(f, f->samples > TRIED_ON ? f->samples / TRIED_ON : 1);
        if (!any || error < best) {
            any = true;
            best = error;
            best_row = row;
        }
    }
    if (any)
        take_shape(f, best_row);
    return any;
}

/* One round: poses for the shape, a shape for the poses. Returns by how much a marker has moved. */
static double improve_shape(routh_marker_fitting *f) {
    double farthest_move = 0, place[3], back[3];
    memset(f->sum, 0, f->count * sizeof *f->sum);
    memset(f->seen, 0, f->count * sizeof *f->seen);
    for (size_t i = 0; i < f->samples; i++) {
        routh_marker_pose p;
        if (!routh_marker_pose_fit(f, f->sample[i], &p) || routh_marker_pose_judge(f, &p) != ROUTH_MARKERS_FITTED)
            continue;
        for (size_t j = 0; j < f->count; j++) {
            if (!place_of(f, j, f->sample[i], place))
                continue;
            for (int c = 0; c < 3; c++)
                back[c] = place[c] - p.shift[c];
            for (int c = 0; c < 3; c++)
                f->sum[j][c] += p.rotation[0][c] * back[0] + p.rotation[1][c] * back[1] + p.rotation[2][c] * back[2];
            f->seen[j]++;
        }
    }
    for (size_t j = 0; j < f->count; j++) {
        if (f->seen[j] == 0)
            continue;
        const bool is_new = !routh_marker_is_known(f, j);
        for (int c = 0; c < 3; c++) {
            const double now = f->sum[j][c] / (double)f->seen[j];
            const double move = is_new ? INFINITY : fabs(now - f->shape[j][c]);
            farthest_move = move > farthest_move ? move : farthest_move;
            f->shape[j][c] = now;
        }
    }
    return farthest_move;
}

/* Returns the size of the shape; 0 where there is none. */
double routh_marker_shape_find(routh_marker_fitting *f) {
    if (!begin_shape(f))
        return 0;
    double size = centre_shape(f);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        f->limit = fmax(farthest * usual_error(f, 1), 1e-9 * size);
        if (isinf(f->limit)) /* few instants have a pose yet */
            f->limit = ROUTH_MARKERS_LOOSEST * size;
        const double move = improve_shape(f);
        size = centre_shape(f);
        if (move <= 1e-10 * size)
            break;
    }
    return size;
}
