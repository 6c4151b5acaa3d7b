/* Is the frame right? The point-impulse identity, regressed in each of the four ways to read the recorded rows.
 *
 * A contact force acts at one point, so whatever its law, Δω = (m/I) (rx Δvy' − ry Δvx) with gravity's share taken out
 * of Δvy'. With A = rx Δvy' and B = −ry Δvx, Δω = kn A + kt B through the origin has kn = kt = m/I > 0; a mirrored row
 * turns the sign of its coefficient. One frame's slope is the regression on sn A + st B, sn and st its signs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <routh/data.h>

#include "base/context.h"
#include "segment/segment.h"

/* With fewer impacts the regression has no standard error. */
static const size_t least_count = 3;

/* A coefficient has a sign when it is this many standard errors from 0. */
static const double significant = 2;

/* A mirrored frame that explains less than this share of Δω explains nothing: recorded mirrored drops have 0.92. A wrong
 * angle, shape or plane turns signs too. */
static const double least_explained = 0.6;

/* A radius of gyration disagrees when it is off by more than this share and more than this many errors. */
static const double gyration_share = 0.1;
static const double gyration_errors = 3;

static const struct {
    double normal, tangential;
} sign_of[ROUTH_FRAME_COUNT] = {
    [ROUTH_AS_RECORDED] = {1, 1},
    [ROUTH_MIRROR_T] = {1, -1},
    [ROUTH_MIRROR_N] = {-1, 1},
    [ROUTH_MIRROR_BOTH] = {-1, -1},
};

/* A, B and Δω of one record. */
typedef struct row {
    double normal, tangential, turn;
} row;

static row row_of(const routh_dataset *dataset, size_t i) {
    const routh_record *record = &dataset->record[i];
    routh_impact before = routh_dataset_impact(dataset, i, ROUTH_AS_RECORDED);
    return (row){before.rx * (record->after.vy - before.vy), -before.ry * (record->after.vx - before.vx),
                 record->after.omega - before.omega};
}

/* Sums of products over the used records. */
typedef struct sums {
    double aa, ab, bb, ad, bd, dd; /* of A, B, Δω */
    double a, b, d;
} sums;

static sums sum_rows(const routh_dataset *dataset) {
    sums s = {0};
    for (size_t i = 0; i < dataset->count; i++) {
        if (dataset->record[i].reasons != 0)
            continue;
        row r = row_of(dataset, i);
        s.aa += r.normal * r.normal;
        s.ab += r.normal * r.tangential;
        s.bb += r.tangential * r.tangential;
        s.ad += r.normal * r.turn;
        s.bd += r.tangential * r.turn;
        s.dd += r.turn * r.turn;
        s.a += r.normal;
        s.b += r.tangential;
        s.d += r.turn;
    }
    return s;
}

/* Standard errors in the form of White, Econometrica 48 (1980) 817: the residuals of impacts are far from equal in
 * size, and the usual formula would give errors that are too small. X'X is (aa ab; ab bb). */
static void coefficient_errors(const routh_dataset *dataset, const sums *s, double determinant,
                               routh_frame_evidence *check) {
    double maa = 0, mab = 0, mbb = 0; /* Σ e² x x' */
    for (size_t i = 0; i < dataset->count; i++) {
        if (dataset->record[i].reasons != 0)
            continue;
        row r = row_of(dataset, i);
        double e = r.turn - check->kn * r.normal - check->kt * r.tangential;
        maa += e * e * r.normal * r.normal;
        mab += e * e * r.normal * r.tangential;
        mbb += e * e * r.tangential * r.tangential;
    }
    double scale = (double)check->count / (double)(check->count - 2) / (determinant * determinant);
    double n = s->bb * s->bb * maa - 2 * s->bb * s->ab * mab + s->ab * s->ab * mbb;
    double t = s->ab * s->ab * maa - 2 * s->ab * s->aa * mab + s->aa * s->aa * mbb;
    check->kn_error = sqrt(fmax(n, 0) * scale);
    check->kt_error = sqrt(fmax(t, 0) * scale);
}

/* Two free coefficients. A row without levers (a disc has rx = 0) has no coefficient and no sign that could be wrong;
 * two that are proportional cannot be separated. */
static void fit_two(const routh_dataset *dataset, const sums *s, routh_frame_evidence *check) {
    static const double negligible = 1e-12;
    bool has_normal = s->aa > negligible * s->bb, has_tangential = s->bb > negligible * s->aa;
    double determinant = s->aa * s->bb - s->ab * s->ab;
    check->kn = check->kt = check->kn_error = check->kt_error = NAN;
    if (has_normal && has_tangential && determinant > negligible * s->aa * s->bb) {
        check->kn = (s->bb * s->ad - s->ab * s->bd) / determinant;
        check->kt = (s->aa * s->bd - s->ab * s->ad) / determinant;
        coefficient_errors(dataset, s, determinant, check);
        check->decided =
            fabs(check->kn) > significant * check->kn_error && fabs(check->kt) > significant * check->kt_error;
    } else if (has_normal != has_tangential) {
        double slope = has_normal ? s->ad / s->aa : s->bd / s->bb, square = has_normal ? s->aa : s->bb;
        double residual = fmax(s->dd - slope * slope * square, 0) / (double)(check->count - 1);
        *(has_normal ? &check->kn : &check->kt) = slope;
        *(has_normal ? &check->kn_error : &check->kt_error) = sqrt(residual / square);
        check->decided = fabs(slope) > significant * sqrt(residual / square);
    }
    bool mirror_n = check->kn < 0, mirror_t = check->kt < 0;
    check->best = !check->decided        ? ROUTH_AS_RECORDED
                  : mirror_n && mirror_t ? ROUTH_MIRROR_BOTH
                  : mirror_n             ? ROUTH_MIRROR_N
                  : mirror_t             ? ROUTH_MIRROR_T
                                         : ROUTH_AS_RECORDED;
}

/* One coefficient on L = sn A + st B, with White's error. */
static routh_frame_hypothesis fit_frame(const routh_dataset *dataset, const sums *s, size_t count, routh_frame frame) {
    double n = sign_of[frame].normal, t = sign_of[frame].tangential, number = (double)count;
    double ll = s->aa + 2 * n * t * s->ab + s->bb, ld = n * s->ad + t * s->bd, l = n * s->a + t * s->b;
    routh_frame_hypothesis found = {.slope = ll > 0 ? ld / ll : 0};
    double error = 0, residual = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        if (dataset->record[i].reasons != 0)
            continue;
        row r = row_of(dataset, i);
        double lever = n * r.normal + t * r.tangential, e = r.turn - found.slope * lever;
        residual += e * e;
        error += e * e * lever * lever;
    }
    double spread = (ll - l * l / number) * (s->dd - s->d * s->d / number);
    found.slope_error = ll > 0 ? sqrt(error * number / (number - 1)) / ll : INFINITY;
    found.gyration = found.slope > 0 ? 1 / sqrt(found.slope) : NAN;
    found.r2 = s->dd > 0 ? 1 - residual / s->dd : NAN;
    found.correlation = spread > 0 ? (ld - l * s->d / number) / sqrt(spread) : NAN;
    found.residual = sqrt(residual / number);
    return found;
}

static void compare_gyration(const routh_dataset *dataset, routh_frame_evidence *check) {
    const routh_frame_hypothesis *best = &check->hypothesis[check->best];
    check->stated_gyration = sqrt(dataset->body.inertia / dataset->body.mass);
    if (!(best->slope > 0) || !isfinite(check->stated_gyration)) {
        check->gyration_disagrees = check->decided && isfinite(check->stated_gyration);
        return;
    }
    double error = best->slope_error * best->gyration / (2 * best->slope);
    double off = fabs(best->gyration - check->stated_gyration);
    check->gyration_disagrees =
        check->decided && off > gyration_share * check->stated_gyration && off > gyration_errors * error;
}

static void say_why(routh_frame_evidence *check, bool poor) {
    static const char *const meaning[ROUTH_FRAME_COUNT] = {
        [ROUTH_AS_RECORDED] = "both have the physically right sign",
        [ROUTH_MIRROR_T] = "the angular entry of the tangential row has the wrong sign",
        [ROUTH_MIRROR_N] = "the angular entry of the normal row has the wrong sign",
        [ROUTH_MIRROR_BOTH] = "the angular entries of both rows have the wrong sign: omega has the wrong sense",
    };
    char numbers[96];
    const routh_frame found = !(check->kn < 0)   ? check->kt < 0 ? ROUTH_MIRROR_T : ROUTH_AS_RECORDED
                              : !(check->kt < 0) ? ROUTH_MIRROR_N
                                                 : ROUTH_MIRROR_BOTH;
    if (isnan(check->kn) || isnan(check->kt))
        snprintf(numbers, sizeof numbers, "%s = %+.4g ± %.2g 1/m²", isnan(check->kn) ? "kt" : "kn",
                 isnan(check->kn) ? check->kt : check->kn, isnan(check->kn) ? check->kt_error : check->kn_error);
    else
        snprintf(numbers, sizeof numbers, "(kn, kt) = (%+.4g ± %.2g, %+.4g ± %.2g) 1/m²", check->kn, check->kn_error,
                 check->kt, check->kt_error);
    if (isnan(check->kn) && isnan(check->kt))
        snprintf(check->why, sizeof check->why, "the levers of %zu impacts do not distinguish the rows", check->count);
    else if (check->decided)
        snprintf(check->why, sizeof check->why, "%zu impacts give %s as recorded: %s", check->count, numbers,
                 meaning[check->best]);
    else if (poor)
        snprintf(check->why, sizeof check->why,
                 "%zu impacts give %s as recorded, but no frame explains them (%.0f %% at best): angle, shape or plane "
                 "is wrong",
                 check->count, numbers, 100 * fmax(check->hypothesis[found].r2, 0));
    else
        snprintf(check->why, sizeof check->why,
                 "%zu impacts give %s as recorded, one within two errors of 0: not determined", check->count, numbers);
}

routh_status routh_frame_evidence_of(routh_context *context, const routh_dataset *dataset,
                                     routh_frame_evidence *check) {
    if (!dataset || !check)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "frame check: the dataset or the evidence is NULL");
    size_t count = routh_dataset_used(dataset, NULL);
    if (count < least_count)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "%s: %zu usable impacts; checking the frame needs %zu",
                          dataset->name, count, least_count);
    *check = (routh_frame_evidence){.count = count};
    sums s = sum_rows(dataset);
    if (!isfinite(s.aa + s.bb + s.dd))
        return routh_fail(context, ROUTH_NOT_FINITE,
                          "%s: a usable impact holds a number that is not finite or too large", dataset->name);
    fit_two(dataset, &s, check);
    for (int frame = 0; frame < ROUTH_FRAME_COUNT; frame++)
        check->hypothesis[frame] = fit_frame(dataset, &s, count, (routh_frame)frame);
    const bool poor =
        check->decided && check->best != ROUTH_AS_RECORDED && check->hypothesis[check->best].r2 < least_explained;
    if (poor) {
        check->decided = false;
        check->best = ROUTH_AS_RECORDED;
    }
    compare_gyration(dataset, check);
    say_why(check, poor);
    return ROUTH_OK;
}

static const char *frame_name_at(size_t index, const void *user) {
    (void)user;
    return index < ROUTH_FRAME_COUNT ? routh_name(&routh_frames, (routh_frame)index) : "auto";
}

static routh_status find_frame(routh_context *context, const char *name, routh_frame *frame) {
    const int found = routh_find(NULL, &routh_frames, name);
    if (found >= 0) {
        *frame = (routh_frame)found;
        return ROUTH_OK;
    }
    const char *nearest = routh_nearest_name(name, ROUTH_FRAME_COUNT + 1, frame_name_at, NULL);
    return routh_fail(
        context, ROUTH_BAD_ARGUMENT,
        "no frame is called \"%.60s\"%s%s%s; there are auto, as-recorded, mirror-t, mirror-n, mirror-both", name,
        nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

routh_status routh_frame_of(routh_context *context, const routh_dataset *dataset, const char *wanted,
                            routh_frame *frame, char *why) {
    if (!dataset || !frame || !why)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "frame: the dataset, the frame or the reason is NULL");
    bool automatic = !wanted || strcmp(wanted, "auto") == 0;
    if (automatic && dataset->frame_decided) {
        *frame = dataset->frame;
        snprintf(why, ROUTH_NAME_SIZE, "%s", dataset->frame_why);
        return ROUTH_OK;
    }
    routh_frame_evidence check;
    bool checked = routh_frame_evidence_of(NULL, dataset, &check) == ROUTH_OK;
    if (automatic) {
        *frame = checked ? check.best : ROUTH_AS_RECORDED;
        snprintf(why, ROUTH_NAME_SIZE, "%s", checked ? check.why : "too few usable impacts to check it");
        return ROUTH_OK;
    }
    ROUTH_TRY(find_frame(context, wanted, frame));
    if (checked && check.decided && check.best != *frame)
        snprintf(why, ROUTH_NAME_SIZE, "as requested, although the impacts indicate %s",
                 routh_name(&routh_frames, check.best));
    else
        snprintf(why, ROUTH_NAME_SIZE, "as requested%s", checked && check.decided ? ", and the impacts agree" : "");
    return ROUTH_OK;
}
