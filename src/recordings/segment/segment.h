/* Inside of the segmentation: one contact from spike to record.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_SEGMENT_H
#define ROUTH_SRC_DATA_SEGMENT_H

#include "segment/flight.h"

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

/* By how much recorded angles lag behind positions, s; 0 where contacts do not show it. */
routh_status routh_angle_delay_of(routh_context *context, const routh_segment_options *options,
                                  const routh_dataset *dataset, double *delay);

/* What is measured minus what is true, of all trajectories. */
typedef struct routh_pose_offsets {
    double height; /* m */
    double angle;  /* rad */
    double delay;  /* of the angle, s */
} routh_pose_offsets;

/* What the rest pose says, as far as it can be trusted, without a delay. */
routh_pose_offsets routh_rest_offsets(const routh_rest_pose *rest, const routh_shape *shape);

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

#endif
