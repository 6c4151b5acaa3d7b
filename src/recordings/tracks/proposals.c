/* What looks wrong in a recording: units that free fall contradicts, angles that turn too fast, times that are too long.
 *
 * Free fall is the one quantity that every recording of drops and tosses shows whatever the body: in windows of a few
 * instants a parabola is fitted to the position, and those count whose curvature stands out of their scatter. Bodies at
 * rest have none, and contacts scatter. The middle of what remains is 9.81 m/s², or 9810 where the unit is mm, or
 * (rate ÷ true rate)² of it. A tracked point off the centre of mass circles, which changes the middle by some ten per
 * cent: factors between units are larger.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "tracks/track.h"

static const double usual_gravity = 9.81;

/* Instants of a window: over about this time, s, but from and to. */
static const double window_time = 0.06;
enum { FEWEST = 7, MOST = 25, FEWEST_WINDOWS = 3 };

/* A curvature stands out if it is this multiple of its error. */
static const double stands_out = 8;

/* How far free fall may be from that of a unit, as a share. */
static const double unit_slack = 0.25;

/* Free fall that is this number of times too fast or too slow shows a length in no unit, such as pixels, and not a wrong rate. */
static const double scale_unknown = 200;

/* Bodies that are tossed turn more slowly, rad/s. */
static const double fastest_spin = 100;

/* Euler angles and rotation vectors in rad are smaller. */
static const double largest_angle = 7;

/* Motion capture and cameras record between these, Hz. */
static const double slowest_rate = 5, fastest_rate = 20000;

/* The acceleration of a window, its size and its error, from parabolas through x, y, z. */
static void fit_window(const routh_track *track, size_t first, size_t count, double vector[3], double *acceleration,
                       double *error) {
    double mean = 0, second = 0, third = 0, curvature = 0, bend[MOST], tau[MOST], square = 0, rest = 0;
    const double n = (double)count;
    for (size_t i = 0; i < count; i++)
        mean += track->time[first + i] / n;
    for (size_t i = 0; i < count; i++) {
        tau[i] = track->time[first + i] - mean;
        second += tau[i] * tau[i];
        third += tau[i] * tau[i] * tau[i];
    }
    for (size_t i = 0; i < count; i++) { /* τ² without its share of 1 and τ */
        bend[i] = tau[i] * tau[i] - second / n - third / second * tau[i];
        curvature += bend[i] * bend[i];
    }
    for (int c = 0; c < 3; c++) {
        double sum = 0, slope = 0, bent = 0;
        for (size_t i = 0; i < count; i++) {
            const double x = track->position[first + i][c];
            sum += x / n;
            slope += x * tau[i] / second;
            bent += x * bend[i] / curvature;
        }
        for (size_t i = 0; i < count; i++) {
            const double off = track->position[first + i][c] - sum - slope * tau[i] - bent * bend[i];
            rest += off * off;
        }
        vector[c] = 2 * bent;
        square += 4 * bent * bent;
    }
    const double degrees = (track->planar ? 2 : 3) * (n - 3);
    *acceleration = sqrt(square);
    *error = 2 * sqrt(rest / degrees / curvature);
}

/* The middle acceleration of windows in flight, its x and y, and how many there are. */
static routh_status measure_fall(routh_context *context, const routh_track *track, double rate, double *fall,
                                 double direction[2], size_t *windows) {
    const size_t count = (size_t)fmin(fmax(window_time * rate, FEWEST), MOST);
    const size_t most = track->count / (count / 2) + 1;
    ROUTH_ARENA(room, context);
    double *found = routh_take(&room, most, 3 * sizeof *found);
    *windows = 0;
    ROUTH_TRY(room.status);
    for (size_t first = 0; first + count <= track->count; first += count / 2) {
        const double span = track->time[first + count - 1] - track->time[first];
        double vector[3], acceleration, error;
        if (span * rate > 1.5 * (double)count)
            continue;
        fit_window(track, first, count, vector, &acceleration, &error);
        if (!(acceleration > stands_out * error && isfinite(acceleration)))
            continue;
        found[most + *windows] = vector[0];
        found[2 * most + *windows] = vector[1];
        found[(*windows)++] = acceleration;
    }
    *fall = *windows ? routh_median(found, *windows) : NAN;
    for (size_t c = 0; c < 2; c++)
        direction[c] = *windows ? routh_median(found + (c + 1) * most, *windows) : NAN;
    return ROUTH_OK;
}

static bool is_near(double value, double expected) {
    return fabs(value / expected - 1) < unit_slack;
}

static const struct {
    const char *name, *what;
    double per_metre;
} unit[] = {
    {"mm", "millimetres", 1e3}, {"cm", "centimetres", 1e2}, {"in", "inches", 1 / 0.0254}, {"um", "micrometres", 1e6}};

static bool fits_unit(double ratio) {
    bool fits = is_near(ratio, 1e-3);
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++)
        fits |= is_near(ratio, unit[i].per_metre);
    return fits;
}

/* The rate that a camera may well have, near one that was computed. */
static double round_rate(double rate) {
    static const double usual[] = {24,  25,  30,  50,  60,  90,  100, 120, 125, 150, 180,  200, 240,
                                   250, 300, 360, 400, 480, 500, 600, 720, 800, 960, 1000, 2000};
    double nearest = usual[0];
    for (size_t i = 1; i < sizeof usual / sizeof usual[0]; i++)
        nearest = fabs(log(rate / usual[i])) < fabs(log(rate / nearest)) ? usual[i] : nearest;
    return fabs(rate / nearest - 1) < 0.04 ? nearest : round(rate);
}

/* Motions in the plane have y up. Where they fall elsewhere, and as fast as bodies fall or would in another unit, up is there.
 * Free fall this near to an axis, as a cosine, is along it. */
static const double along_axis = 0.87;

static void check_up(const routh_unit_check *s, const double fall[2], size_t windows, routh_proposals *proposals) {
    static const char *const up[2][2] = {{"-x", "x"}, {"-y", "y"}};
    static const char *const towards[2][2] = {{"+x", "-x"}, {"+y", "-y"}};
    const double size = hypot(fall[0], fall[1]), ratio = size / s->gravity;
    if (!s->track->planar || windows < FEWEST_WINDOWS || !(size > 0))
        return;
    for (int c = 0; c < 2; c++) {
        const int downwards = fall[c] < 0;
        if (fabs(fall[c]) > along_axis * size && !(c == 1 && downwards))
            routh_proposals_add(proposals, "up", up[c][downwards], is_near(ratio, 1) || fits_unit(ratio),
                                "bodies fall towards %s, with %.5g m/s² as read: %s is not up", towards[c][downwards],
                                size, c == 1 ? "+y" : "y");
    }
}

static void check_length(const routh_unit_check *s, double fall, size_t windows, routh_proposals *proposals) {
    const double ratio = fall / s->gravity;
    if (is_near(ratio, 1) || windows < FEWEST_WINDOWS)
        return;
    for (size_t i = 0; !s->length_given && !s->length_stated && i < sizeof unit / sizeof unit[0]; i++)
        if (is_near(ratio, unit[i].per_metre)) {
            routh_proposals_add(proposals, "units", unit[i].name, true,
                                "positions look like %s: read as metres, free fall has %.4g m/s²", unit[i].what, fall);
            return;
        }
    if (is_near(ratio, 1e-3)) {
        routh_proposals_add(proposals, "units", "m", false,
                            "positions look like metres: as read, free fall has %.3g m/s²", fall);
        return;
    }
    if (!s->length_given && !fits_unit(ratio) && (ratio > scale_unknown || ratio < 1 / scale_unknown)) {
        routh_proposals_add(
            proposals, "units", "", true,
            "the scale is unknown: free fall has %.5g units/s², as if one was %.4g mm, which is no unit of "
            "length; pixels must be made mm or m first",
            fall, 1e3 * s->gravity / fall);
        return;
    }
    if (s->rate_only && ratio > 0.01 && ratio < 100 && !(ratio > 0.7 && ratio < 1.4)) {
        char text[32];
        const double rate = round_rate(s->rate / sqrt(ratio));
        snprintf(text, sizeof text, "%g", rate);
        routh_proposals_add(proposals, "rate", text, false,
                            "free fall has %.3g m/s² at %g Hz; at %g Hz it would have %.3g", fall, s->rate, rate,
                            fall * rate * rate / (s->rate * s->rate));
    }
}

/* The middle of five steps about each: a row that is far off alone, which makes two long steps, does not show. */
static void smooth(const double *step, size_t count, double *middle) {
    for (size_t k = 0; k < count; k++) {
        const size_t first = k < 2 ? 0 : k - 2, last = k + 2 < count ? k + 2 : count - 1;
        double window[5];
        for (size_t i = first; i <= last; i++)
            window[i - first] = step[i];
        middle[k] = routh_median(window, last - first + 1);
    }
}

/* More steps than these show nothing that they do not, and take memory, as jumps do not. */
static const size_t most_steps = 1000000;

/* Turning that one step in ten exceeds, rad/s, and how many jumps by 360 there are; `scale`: of the rate. */
static routh_status measure_spin(routh_context *context, const routh_track *track, double scale, double *spin,
                                 size_t *jumps) {
    const size_t count = track->count < most_steps ? track->count : most_steps;
    ROUTH_ARENA(room, context);
    double *all = routh_take(&room, count, 2 * sizeof *all), *middle = all ? all + count : NULL;
    *jumps = 0;
    *spin = 0;
    ROUTH_TRY(room.status);
    for (size_t k = 1; k < track->count; k++) {
        const double step = fabs(track->angle[k] - track->angle[k - 1]);
        *jumps += step > 300 && step < 361;
        if (k < count)
            all[k - 1] = step / (track->time[k] - track->time[k - 1]) * scale;
    }
    if (count > 1) {
        smooth(all, count - 1, middle);
        qsort(middle, count - 1, sizeof *middle, routh_ascending);
        *spin = routh_quantile(middle, count - 1, 0.9);
    }
    return ROUTH_OK;
}

static routh_status check_angle(routh_context *context, const routh_unit_check *s, double scale,
                                routh_proposals *proposals) {
    if (s->angle_given)
        return ROUTH_OK;
    if (!s->track->planar) {
        if (s->angles && s->largest > largest_angle)
            routh_proposals_add(proposals, "units", "deg", true,
                                "angles look like degrees: they reach %.4g, and a turn has 6.28 rad", s->largest);
        return ROUTH_OK;
    }
    double spin;
    size_t jumps;
    const routh_status status = measure_spin(context, s->track, scale, &spin, &jumps);
    if (jumps > 0)
        routh_proposals_add(proposals, "units", "deg", true,
                            "the angle looks like degrees: it jumps by about 360 in %zu place%s", jumps,
                            jumps == 1 ? "" : "s");
    else if (spin > fastest_spin)
        routh_proposals_add(proposals, "units", "deg", true,
                            "the angle looks like degrees: read as rad the body turns at %.4g rad/s", spin);
    return status;
}

/* By what the rate is to be multiplied. */
static double check_time(const routh_unit_check *s, routh_proposals *proposals) {
    static const char *const times[] = {"ms", "us", "ns"};
    if (s->rate_only || s->time_given || (s->rate >= slowest_rate && s->rate <= fastest_rate))
        return 1;
    double rate = s->rate;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        rate *= 1e3;
        if (rate >= slowest_rate && rate <= fastest_rate) {
            routh_proposals_add(proposals, "units", times[i], true,
                                "times look like %s: read as seconds there are %.3g rows a second", times[i], s->rate);
            return rate / s->rate;
        }
    }
    return 1;
}

/* Units that are wrong together are given together. */
static void join_units(routh_proposals *proposals, size_t from) {
    for (size_t i = from; i < proposals->count; i++)
        for (size_t j = i + 1; j < proposals->count; j++) {
            routh_proposal *one = &proposals->proposal[i], *two = &proposals->proposal[j];
            if (strcmp(one->field, "units") != 0 || strcmp(two->field, "units") != 0)
                continue;
            const size_t value = strlen(one->value), text = strlen(one->text);
            snprintf(one->value + value, sizeof one->value - value, "%s%s", value > 0 && two->value[0] ? "," : "",
                     two->value);
            snprintf(one->text + text, sizeof one->text - text, "; %s", two->text);
            one->certain |= two->certain;
            for (size_t k = j; k + 1 < proposals->count; k++)
                proposals->proposal[k] = proposals->proposal[k + 1];
            proposals->count--;
            j--;
        }
}

routh_status routh_track_check_units(routh_context *context, const routh_unit_check *check, routh_proposals *proposals,
                                     double direction[2]) {
    const size_t before = proposals->count;
    double fall = NAN;
    size_t windows = 0;
    routh_unit_check s = *check;
    s.gravity = s.gravity > 0 ? s.gravity : usual_gravity;
    const double scale = check_time(&s, proposals); /* what else is wrong shows in right times */
    s.rate *= scale;
    direction[0] = direction[1] = NAN;
    routh_status status = measure_fall(context, s.track, check->rate, &fall, direction, &windows);
    for (int c = 0; c < 2; c++)
        direction[c] *= windows < FEWEST_WINDOWS ? NAN : scale * scale;
    if (status == ROUTH_OK)
        check_up(&s, direction, windows, proposals);
    if (status == ROUTH_OK)
        check_length(&s, fall * scale * scale, windows, proposals);
    if (status == ROUTH_OK)
        status = check_angle(context, &s, scale, proposals);
    join_units(proposals, before);
    return status;
}

/* Of most motions of a recording ------------------------------------------------------------------------------*/

void routh_tally_add(routh_proposal_tally *tally, const routh_proposals *found, const double fall[2]) {
    tally->looked_at++;
    if (isfinite(fall[0]) && isfinite(fall[1]) && tally->falling < ROUTH_MOST_LOOKED_AT) {
        for (int c = 0; c < 2; c++)
            tally->fall[c][tally->falling] = fall[c];
        tally->falling++;
    }
    for (size_t i = 0; i < found->count; i++) {
        size_t j = 0;
        for (; j < tally->all.count; j++)
            if (strcmp(tally->all.proposal[j].field, found->proposal[i].field) == 0 &&
                strcmp(tally->all.proposal[j].value, found->proposal[i].value) == 0)
                break;
        if (j == ROUTH_MOST_PROPOSALS)
            continue;
        if (j == tally->all.count)
            tally->all.proposal[tally->all.count++] = found->proposal[i];
        tally->times[j]++;
    }
}

void routh_tally_take(const routh_proposal_tally *tally, routh_proposals *proposals) {
    for (size_t j = 0; j < tally->all.count; j++)
        if (2 * tally->times[j] > tally->looked_at && proposals->count < ROUTH_MOST_PROPOSALS)
            proposals->proposal[proposals->count++] = tally->all.proposal[j];
}

void routh_tally_add_fall(routh_proposal_tally *tally, routh_findings_writer *writer) {
    if (tally->falling == 0) {
        routh_findings_add(writer, ROUTH_NOT_DETERMINED, "up",
                           "+y, as is usual; there is too little free fall to confirm it");
        return;
    }
    const double x = routh_median(tally->fall[0], tally->falling), y = routh_median(tally->fall[1], tally->falling);
    const double size = hypot(x, y), angle = atan2(x, -y) * 180 / acos(-1);
    routh_findings_add(writer, ROUTH_NOTE, "up", "+y, as is usual; free fall is %.1f° from -y", fabs(angle));
    const bool usual = size > 7 && size < 12.8;
    routh_findings_measured(
        writer, usual ? ROUTH_NOTE : ROUTH_WARNING, "gravity", (routh_finding_numbers){NAN, size, NAN, "m/s²"},
        "free fall of about %.4g m/s², as read, in %zu of %zu motions that were looked at%s", size, tally->falling,
        tally->looked_at,
        usual ? "" : "; it should be about 9.8: is it the unit, the rate, or a body that mostly rests");
}

bool routh_tally_is_full(const routh_proposal_tally *tally) {
    return tally->looked_at >= ROUTH_MOST_LOOKED_AT;
}

/* A trajectory of a dataset seen as a track. */
static routh_status look_at(routh_context *context, const routh_dataset *dataset, size_t i, double gravity,
                            routh_proposal_tally *tally) {
    const routh_trajectory *one = &dataset->trajectory[i];
    routh_track track = {.planar = true, .count = one->count, .time = one->time, .angle = one->theta};
    routh_proposals found = {0};
    track.position = routh_allocate(context, one->count, sizeof *track.position);
    if (!track.position)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t k = 0; k < one->count; k++) {
        track.position[k][0] = one->x[k];
        track.position[k][1] = one->y[k];
    }
    const routh_unit_check check = {.track = &track, .rate = dataset->rate, .gravity = gravity, .time_given = true};
    double fall[2];
    const routh_status status = routh_track_check_units(context, &check, &found, fall);
    routh_release(context, track.position);
    routh_tally_add(tally, &found, fall);
    return status;
}

routh_status routh_dataset_propose(routh_context *context, const routh_dataset *dataset, double gravity,
                                   routh_proposals *proposals) {
    routh_proposal_tally tally = {0};
    *proposals = (routh_proposals){0};
    for (size_t i = 0; i < dataset->trajectory_count && !routh_tally_is_full(&tally); i++)
        if (dataset->trajectory[i].count > 2 && dataset->rate > 0)
            ROUTH_TRY(look_at(context, dataset, i, gravity, &tally));
    routh_tally_take(&tally, proposals);
    return ROUTH_OK;
}
