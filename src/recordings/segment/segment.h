/* Inside of the segmentation: one contact from spike to record.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_SEGMENT_H
#define ROUTH_SRC_DATA_SEGMENT_H

#include <routh/segment.h>
#include <stdbool.h>

#include "base/context.h"
#include "segment/segment3.h"

/* The sides beyond which no body goes: x of a wall, infinite where there is none. */
typedef struct routh_walls {
    double left, right;
} routh_walls;

routh_status routh_find_walls(routh_context *context, const routh_flight_setting *setting, routh_walls *walls);

/* How far the shape reaches to the left (negative) and to the right of its centre at that angle, m. */
void routh_shape_reach(const routh_shape *shape, double angle, double *left, double *right);

/* What surrounds a spike. */
typedef enum routh_neighbour { ROUTH_END, ROUTH_CONTACT, ROUTH_JUMP } routh_neighbour;

typedef struct routh_spike {
    routh_event event;
    bool has_before, has_after; /* flight enough on either side to fit */
    routh_arc before, after;
    double meeting; /* time at which the parabolas come nearest, s */
    bool gaps;      /* likewise within the spike itself; see routh_flight_gaps */
    bool jump;      /* the velocities agree: a slip of the tracking, not a contact */
} routh_spike;

/* Fits the flights on both sides; `earliest` and `latest` are the frames up to which they may reach. */
routh_spike routh_spike_fit(const routh_flight_setting *setting, const routh_segment_options *options,
                            const routh_trajectory *trajectory, routh_event event, size_t earliest, size_t latest);

/* All spikes of a trajectory; `event` and `spike` hold trajectory->count / 2 + 1. Returns how many there are. */
size_t routh_spikes_fit(const routh_flight_setting *setting, const routh_segment_options *options,
                        const routh_trajectory *trajectory, routh_event *event, routh_spike *spike);

/* When a contact that lasts began and ended and how deep it was, and reasons not to use it. */
unsigned routh_soft_record(const routh_flight_setting *setting, const routh_segment_options *options,
                           const routh_trajectory *trajectory, const routh_spike *spike, routh_record *record);

/* The record of a contact, with the reasons not to use it. */
routh_record routh_spike_record(const routh_flight_setting *setting, const routh_segment_options *options,
                                const routh_walls *walls, const routh_trajectory *trajectory, const routh_spike *spike,
                                routh_neighbour before, routh_neighbour after);

/* Two flights that meet, without looking at the ground. */
bool routh_spike_is_clean(const routh_flight_setting *setting, const routh_segment_options *options,
                          const routh_trajectory *trajectory, const routh_spike *spike);

/* What a contact's velocities say about the point through which its impulse went. */
typedef struct routh_lever {
    double spin;                          /* Δω, rad/s */
    double lever;                         /* rx Δvy − ry Δvx, m²/s */
    double rise;                          /* Δvy, m/s */
    double spin_variance, lever_variance; /* from the noise of the frames */
    double beside[2]; /* along the ground to the corners left and right that could touch too, m; 0: none */
} routh_lever;

routh_lever routh_spike_lever(const routh_flight_setting *setting, const routh_trajectory *trajectory,
                              const routh_spike *spike, const routh_record *record);

/* Marks contacts in which a second corner took part. */
routh_status routh_mark_corners(routh_context *context, const routh_flight_setting *setting, const routh_lever *lever,
                                routh_record *record, size_t count);

/* The contacts of one trajectory with the flights beside them, offsets as in the dataset, slips of the tracking left out.
 * The caller releases *spike. */
routh_status routh_segment_spikes(routh_context *context, const routh_segment_options *options,
                                  const routh_dataset *dataset, size_t index, routh_spike **spike, size_t *count);

/* What is measured minus what is true, of all trajectories. */
typedef struct routh_pose_offsets {
    double height; /* m */
    double angle;  /* rad */
    double delay;  /* of the angle, s */
} routh_pose_offsets;

/* All of them that the recording shows: from rest poses or contacts, with the delay. */
routh_status routh_offsets_find(routh_context *context, const routh_segment_options *options,
                                const routh_dataset *dataset, routh_pose_offsets *offsets);

/* What is still to be corrected: height and angle refer to the recording as it was, and a part may be subtracted already. A
 * delay stays in the trajectories. Logs where height and angle are not from rest poses. */
routh_status routh_offsets_remaining(routh_context *context, const routh_segment_options *options,
                                     const routh_dataset *dataset, routh_pose_offsets *offsets);
void routh_offsets_subtract(routh_dataset *dataset, const routh_pose_offsets *offsets);

/* Moves trajectories from the tracked point to the centre of mass; the offset is in body axes as they are now. */
void routh_centre_apply(const double offset[2], routh_dataset *dataset);

/* All contacts of the dataset's trajectories with these offsets corrected; the caller releases *record. */
routh_status routh_segment_records(routh_context *context, const routh_segment_options *options,
                                   const routh_dataset *dataset, const routh_pose_offsets *offsets,
                                   routh_record **record, size_t *count);

/* The tracked point circles the centre of mass in flight: where it is not the centre of mass itself, flights show it. */

typedef struct routh_circling {
    size_t flights;             /* long enough to show it */
    bool determined;            /* 0: too few flights, too little turning or too much noise; the numbers are NaN */
    bool evident;               /* 1: it is more than its error, and large enough to matter */
    double offset[2], error[2]; /* tracked point from the centre of mass, body axes as recorded, m */
    double least;               /* what matters, m */
} routh_circling;

/* Measures it in the dataset's trajectories. */
routh_status routh_circling_of(routh_context *context, const routh_dataset *dataset, routh_circling *circling);

void routh_centred_release(routh_context *context, routh_dataset *view);

/* Measures, and makes such a view where the offset is evident; otherwise *view is the dataset itself with nothing of its
 * own, and *owned 0. */
routh_status routh_centred_of(routh_context *context, const routh_dataset *dataset, routh_circling *circling,
                              routh_dataset *view, bool *owned);

/* Offsets of angle and height that the contacts show, where no body comes to rest. */

typedef struct routh_contact_level {
    size_t count;         /* clean contacts looked at */
    bool determined;      /* 0: too few of them; the numbers are 0 */
    double angle, height; /* measured minus true, rad, m; the angle is 0 unless heights agree far better */
    double scatter;       /* of the lowest points' heights with them, m */
    double recorded_height, recorded_scatter; /* likewise with the angle as recorded */
} routh_contact_level;

routh_status routh_contact_level_of(routh_context *context, const routh_segment_options *options,
                                    const routh_dataset *dataset, routh_contact_level *level);

/* Inside of the checks: the parts of routh_dataset_check. */

/* Gravity and drag as free flight shows them. */
typedef struct routh_fall {
    size_t flights;                /* those regressed; with fewer than 5 nothing else is set */
    double gravity, gravity_error; /* m/s² */
    double drag, drag_error;       /* share of its velocity that a body loses in a second, 1/s */
} routh_fall;

routh_status routh_measure_fall(routh_context *context, const routh_dataset *dataset, routh_fall *fall);

/* Frames lost in free flight, from jumps, repeated poses and time stamps. */
typedef struct routh_losses {
    size_t frames, trajectories;
    size_t stamped; /* of the frames: time stamps show them, and segmentation goes on across them */
} routh_losses;

/* Findings from trajectories: gravity, drag, units, rate, frames, rest pose. */
routh_status routh_check_motion(routh_context *context, const routh_dataset *dataset, routh_findings_writer *check);

/* Is the tracked point the centre of mass? */
void routh_check_circling(const routh_circling *circling, routh_findings_writer *check);

/* Findings without a law: angle, centre, axes, size, lag of rows, time between the states. */
routh_status routh_check_calibration(routh_context *context, const routh_dataset *dataset,
                                     const routh_frame_evidence *frame, routh_findings_writer *check);

/* Half the least width of a shape: the inner radius of a polygon, the lesser semi-axis, m. */
double routh_half_width(const routh_shape *shape);

/* For routh_sensitivity.contradiction. */
void routh_contradiction_of(const routh_dataset *dataset, char text[ROUTH_NAME_SIZE]);

/* Inside of the calibration: what the identity does not show, and r at calibrated values. */

/* The point-impulse identity as a fit: which angle, centre, axes and m/I make Δω = (m/I) (r × Δv) hold. */

/* What can be unknown. */
enum {
    ROUTH_IDENTITY_SLOPE,    /* m/I, 1/m² */
    ROUTH_IDENTITY_ANGLE,    /* measured minus true, rad */
    ROUTH_IDENTITY_CENTRE_X, /* of mass, from the shape's centre, body axes, m */
    ROUTH_IDENTITY_CENTRE_Y,
    ROUTH_IDENTITY_RATIO, /* logarithm of a/b over the stated one, at the same area */
    ROUTH_IDENTITY_LEAD,  /* from the recorded pose to the contact, frames */
    ROUTH_IDENTITY_GAP,   /* between the velocities beyond the dataset's gap, s */
    ROUTH_IDENTITY_UNKNOWNS
};

/* One used record with an angle. */
typedef struct routh_identity_row {
    double theta, step;    /* recorded angle; turn in a frame before the contact, rad; 0: no rate */
    double rx, ry;         /* as stored, recorded axes, m */
    double dvx, dvy, turn; /* changes of velocity, gravity removed, m/s; of spin, rad/s */
    bool ambiguous;        /* so flat that another corner may have touched; left out. Set by routh_identity_solve */
} routh_identity_row;

typedef struct routh_identity {
    routh_shape shape;         /* as stated */
    bool stored;               /* no shape is known: r as stored, and only the slope and the gap can be unknown */
    double normal, tangential; /* signs of rx and ry in the frame */
    double gravity;            /* m/s² */
    size_t count;
    routh_identity_row *row;
    double *residual, *jacobian, *sorted; /* count, count × ROUTH_IDENTITY_UNKNOWNS, count: scratch */
    routh_context *context;               /* asked before every fit whether to stop … */
    bool *stopped;                        /* … and what it said: nothing is determined from then on */
} routh_identity;

/* The rows of the used records that have an angle; of all used ones where no shape is known. Release in any case. */
routh_status routh_identity_create(routh_context *context, const routh_dataset *dataset, routh_frame frame,
                                   routh_identity *identity);
void routh_identity_release(routh_context *context, routh_identity *identity);

/* From the centre of mass to the lowest point, in recorded axes, at these values. */
void routh_identity_lever(const routh_shape *shape, double theta, double step,
                          const double value[ROUTH_IDENTITY_UNKNOWNS], double *rx, double *ry);

typedef struct routh_identity_fit {
    unsigned free;   /* bits 1 << ROUTH_IDENTITY_… */
    bool determined; /* 0: some direction of the unknowns is flat; only `free` and `used` are set then */
    size_t used;     /* rows that are not ambiguous */
    double value[ROUTH_IDENTITY_UNKNOWNS];
    double covariance[ROUTH_IDENTITY_UNKNOWNS][ROUTH_IDENTITY_UNKNOWNS];
    double scale;             /* of the residuals, robust, rad/s */
    double slope_interval[2]; /* of m/I, whichever side the noise is on, 1/m² */
} routh_identity_fit;

/* Where the noise is: in the spin alone, as a regression has it, or in all velocities alike in the metric of kinetic
 * energy. The textbook's least squares is the former without protection from bad impacts; it has no errors here. */
typedef enum routh_identity_noise {
    ROUTH_NOISE_OF_SPIN,
    ROUTH_NOISE_OF_ALL,
    ROUTH_IDENTITY_SQUARES
} routh_identity_noise;

/* A robust fit of the unknowns in `free`, which holds the slope; the others stay at 0. */
routh_identity_fit routh_identity_solve(const routh_identity *identity, unsigned free, routh_identity_noise noise);

/* Gravity × time that lies between the velocities beyond the dataset's gap, as time, with an angle of its own where there is
 * a shape: 95 %, whether the noise is in the spin alone or in all velocities. False: not determined. */
bool routh_identity_gap(const routh_identity *identity, double *gap, double *low, double *high);

/* Wald's statistic that the unknowns in `group` are all 0; about χ² with as many degrees of freedom if they are. */
double routh_identity_wald(const routh_identity_fit *fit, unsigned group);

/* How far the stored contact rows lag behind the recorded pose; at value[…_LAG]. */
routh_status routh_calibrate_lag(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration);

/* The size from heights at contact, with the freed angle and centre; at value[…_SIZE]. */
routh_status routh_calibrate_size(routh_context *context, const routh_dataset *dataset, routh_calibration *calibration);

/* What a lead, the time from the recorded pose to the contact, makes of the angle. */
typedef struct routh_lead_rival {
    bool possible;                  /* poses may precede the contact */
    bool carried;                   /* … and the impacts determine angle and lead both; what follows `frame` is set */
    double frame;                   /* angle offset that a lead of one frame looks like, rad */
    double angle[2], lead[2];       /* 95 % with both free, whichever side the noise is on; rad, frames */
    double angle_value, lead_value; /* with noise in all velocities */
    double angle_evidence, lead_evidence; /* for each beside the other: Wald's, the lesser of both sides of the noise */
} routh_lead_rival;

/* With these unknowns free as well; at least that many used rows. */
routh_lead_rival routh_lead_rival_of(const routh_identity *identity, unsigned free, size_t least);

/* Makes the interval of the angle hold what it is beside a lead. */
void routh_lead_widen_angle(const routh_lead_rival *rival, routh_calibration_value *angle);

/* Is the angle, its interval widened, still evident? */
bool routh_lead_leaves_angle(const routh_lead_rival *rival, double need, const routh_calibration_value *angle);

/* In words: why the angle is freed or not in spite of a lead, and which of both the impacts prefer. */
void routh_lead_explain_angle(const routh_lead_rival *rival, double need, bool freed, routh_calibration_value *angle);
void routh_lead_explain(const routh_lead_rival *rival, routh_calibration_value *lead);

/* Unknowns of the identity, and the values of the calibration that they are. */
typedef struct routh_identity_value {
    int unknown;
    routh_calibration_index index;
} routh_identity_value;
enum { ROUTH_IDENTITY_VALUES = 5 };
extern const routh_identity_value routh_identity_values[ROUTH_IDENTITY_VALUES];

/* Values of the unknowns of the identity that are freed; 0 elsewhere. */
void routh_calibration_unknowns(const routh_calibration *calibration, double value[ROUTH_IDENTITY_UNKNOWNS]);

/* rx and ry of each record that has an angle, from the shape at these values. */
void routh_calibrate_records(const routh_shape *shape, const double value[ROUTH_IDENTITY_UNKNOWNS],
                             routh_record *record, size_t count);

/* Not determined, for this reason. */
__attribute__((format(printf, 2, 3))) void routh_calibration_unknown(routh_calibration_value *value, const char *format,
                                                                     ...);

#endif
