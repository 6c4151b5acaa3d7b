/* How exactly flights give the velocities of the records found between them.
 *
 * A parabola under known gravity is a straight line with two unknowns in each coordinate. Its velocity is Σ τ q / Σ τ², τ
 * counted from the mean time, so that frames with the autocovariance γ(k) give it the variance
 *
 *     Σ_ij τ(i) τ(j) γ(|i − j|) / (Σ τ²)²,      σ² / Σ τ² where frames are independent.
 *
 * γ comes from the residuals r = M q about the parabola whose acceleration is free, too: drag, or a light touch that was
 * not seen, bends a flight and is not noise. M projects out 1, τ and the bend, so that residuals are smaller and less
 * alike than the noise. This is known exactly, E r rᵀ = M Γ M, and with Γ = Σ_k γ(k) T_k, T_k being 1 where |i − j| = k,
 *
 *     E Σ r(i)²        = Σ_k γ(k) Σ_ij M_ij T_k,ij
 *     E Σ r(i) r(i+1)  = Σ_k γ(k) Σ_i (M T_k M)_i,i+1.
 *
 * Ten frames less a parabola do not determine ten numbers γ(k); γ(k) = σ² ρ^k leaves two, and two sums over all flights
 * give them. ρ is taken to be the same for x, y and θ, which one tracker finds in the same frames: three times the data for
 * what is hardest to see in so few frames. Trackers that smooth have ρ > 0, and velocities much worse than independent
 * frames of this scatter.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "segment/segment3.h"

#include <math.h>

#include "base/context.h"
#include "segment/segment.h"

/* Spins that agree so far come from the same frames: a fit to others differs by its noise. */
static const double same_spin = 1e-9;

/* Correlations looked for: a drift over whole flights looks like motion, and is not seen as noise. */
static const double least_correlation = -0.8, most_correlation = 0.9;

enum { HALVINGS = 40, FRAMES = ROUTH_FLIGHT_LAGS };

/* The frames of one flight. */
typedef struct frames {
    size_t count;
    double time[FRAMES]; /* τ */
    double spread;       /* Σ τ² */
    double project[FRAMES][FRAMES];
} frames;

static frames frames_of(const routh_trajectory *trajectory, const routh_arc *arc) {
    frames f = {.count = arc->count};
    const double n = (double)arc->count;
    double mean = 0, third = 0, curvature = 0, bend[FRAMES];
    for (size_t i = 0; i < f.count; i++)
        mean += trajectory->time[arc->first + i] / n;
    for (size_t i = 0; i < f.count; i++) {
        const double time = f.time[i] = trajectory->time[arc->first + i] - mean;
        f.spread += time * time;
        third += time * time * time;
    }
    for (size_t i = 0; i < f.count; i++) {
        bend[i] = f.time[i] * f.time[i] - f.spread / n - third / f.spread * f.time[i];
        curvature += bend[i] * bend[i];
    }
    for (size_t i = 0; i < f.count; i++)
        for (size_t j = 0; j < f.count; j++)
            f.project[i][j] = (i == j) - 1 / n - f.time[i] * f.time[j] / f.spread - bend[i] * bend[j] / curvature;
    return f;
}

static size_t lag_of(size_t i, size_t j) {
    return i > j ? i - j : j - i;
}

static void add_expected(const frames *f, double velocity[ROUTH_FLIGHT_LAGS], routh_flight_scatter *sum) {
    const double scale = 1 / (f->spread * f->spread);
    for (size_t a = 0; a < f->count; a++)
        for (size_t b = 0; b < f->count; b++) {
            const size_t k = lag_of(a, b);
            sum->expected_square[k] += f->project[a][b];
            for (size_t i = 0; i + 1 < f->count; i++)
                sum->expected_product[k] += f->project[i][a] * f->project[b][i + 1];
            velocity[k] += f->time[a] * f->time[b] * scale;
        }
}

static void add_arc(const routh_flight_setting *setting, const routh_trajectory *trajectory, const routh_arc *arc,
                    int side, routh_flight_scatter *sum) {
    const frames f = frames_of(trajectory, arc);
    double off[FRAMES][COORDINATES], residual[FRAMES][COORDINATES] = {{0}};
    for (size_t i = 0; i < f.count; i++) {
        double pose[COORDINATES], fitted[COORDINATES];
        routh_flight_pose(setting, trajectory, arc->first + i, pose);
        routh_arc_pose(arc, trajectory->time[arc->first + i], fitted);
        for (int c = 0; c < COORDINATES; c++)
            off[i][c] = pose[c] - fitted[c];
    }
    for (int c = 0; c < COORDINATES; c++)
        for (size_t i = 0; i < f.count; i++) {
            for (size_t j = 0; j < f.count; j++)
                residual[i][c] += f.project[i][j] * off[j][c];
            sum->square[c] += residual[i][c] * residual[i][c];
            sum->product[c] += i > 0 ? residual[i - 1][c] * residual[i][c] : 0;
        }
    add_expected(&f, sum->velocity[side], sum);
}

void routh_flight_scatter_add(const routh_flight_scatter *one, double sign, routh_flight_scatter *sum) {
    for (int c = 0; c < COORDINATES; c++) {
        sum->square[c] += sign * one->square[c];
        sum->product[c] += sign * one->product[c];
    }
    for (int k = 0; k < ROUTH_FLIGHT_LAGS; k++) {
        sum->expected_square[k] += sign * one->expected_square[k];
        sum->expected_product[k] += sign * one->expected_product[k];
        for (int side = 0; side < 2; side++)
            sum->velocity[side][k] += sign * one->velocity[side][k];
    }
    sum->count += sign * one->count;
}

double routh_frame_noise_propagate(const routh_frame_noise *noise, const double weight[ROUTH_FLIGHT_LAGS]) {
    double sum = 0;
    for (int k = ROUTH_FLIGHT_LAGS - 1; k >= 0; k--) /* Horner */
        sum = sum * noise->correlation + weight[k];
    return noise->variance * sum;
}

/* Of residuals, the mean over the coordinates. */
static double residual_correlation(const routh_flight_scatter *sum) {
    double mean = 0, count = 0;
    for (int c = 0; c < COORDINATES; c++)
        if (sum->square[c] > 0) {
            mean += sum->product[c] / sum->square[c];
            count++;
        }
    return count > 0 ? mean / count : 0;
}

void routh_frame_noise_of(const routh_flight_scatter *sum, routh_frame_noise noise[COORDINATES]) {
    const double found = residual_correlation(sum);
    double low = least_correlation, high = most_correlation;
    routh_frame_noise one = {.variance = 1};
    for (int i = 0; i < HALVINGS; i++) { /* the larger the correlation, the larger the share of the products */
        one.correlation = 0.5 * (low + high);
        const double square = routh_frame_noise_propagate(&one, sum->expected_square);
        const double product = routh_frame_noise_propagate(&one, sum->expected_product);
        *(product < found * square ? &low : &high) = one.correlation;
    }
    const double expected = routh_frame_noise_propagate(&one, sum->expected_square);
    for (int c = 0; c < COORDINATES; c++)
        noise[c] = (routh_frame_noise){sum->square[c] / expected, one.correlation};
}

static bool is_same(double a, double b) {
    return fabs(a - b) <= same_spin * (1 + fabs(a));
}

/* Spins are the same over the whole of a flight, wherever on it the record is, and calibration leaves them alone. */
static bool is_from(const routh_record *record, const routh_spike *spike) {
    return spike->has_before && spike->has_after && is_same(record->before.omega, spike->before.velocity[THETA]) &&
           is_same(record->after.omega, spike->after.velocity[THETA]);
}

/* Room for the longest trajectory. */
typedef struct scatter_work {
    routh_event *event;
    routh_spike *spike;
} scatter_work;

static void scatter_in(const routh_flight_setting *setting, const scatter_work *work, size_t index,
                       routh_flight_scatter *scatter) {
    const routh_dataset *dataset = setting->dataset;
    const routh_trajectory *trajectory = &dataset->trajectory[index];
    const routh_segment_options options = routh_segment_options_default();
    const size_t count = routh_spikes_fit(setting, &options, trajectory, work->event, work->spike);
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *record = &dataset->record[i];
        if (record->trajectory != (long)index || record->reasons != 0)
            continue;
        for (size_t s = 0; s < count && scatter[i].count <= 0; s++)
            if (is_from(record, &work->spike[s])) {
                add_arc(setting, trajectory, &work->spike[s].before, 0, &scatter[i]);
                add_arc(setting, trajectory, &work->spike[s].after, 1, &scatter[i]);
                scatter[i].count = 1;
            }
    }
}

routh_status routh_flight_scatter_of(routh_context *context, const routh_dataset *dataset,
                                     routh_flight_scatter *scatter) {
    routh_flight_setting setting;
    size_t longest = 0;
    for (size_t i = 0; i < dataset->count; i++)
        scatter[i] = (routh_flight_scatter){0};
    if (routh_flight_check(NULL, dataset, routh_segment_options_default().flight_min) != ROUTH_OK)
        return ROUTH_OK; /* nothing that could be segmented */
    routh_status status = routh_flight_measure(context, dataset, dataset->gravity, &setting);
    if (status != ROUTH_OK)
        return status;
    for (size_t i = 0; i < dataset->trajectory_count; i++)
        longest = dataset->trajectory[i].count > longest ? dataset->trajectory[i].count : longest;
    scatter_work work = {.event = routh_allocate(context, longest / 2 + 1, sizeof *work.event),
                         .spike = routh_allocate(context, longest / 2 + 1, sizeof *work.spike)};
    if (!work.event || !work.spike)
        status = ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; status == ROUTH_OK && i < dataset->trajectory_count; i++)
        scatter_in(&setting, &work, i, scatter);
    routh_release(context, work.spike);
    routh_release(context, work.event);
    return status;
}
