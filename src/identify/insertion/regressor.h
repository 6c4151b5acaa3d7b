/* What is prepared once for a recording, and where object 1 is at each of its samples.
 *
 * Everything happens in object 1's axes: its parts stand still there but for their displacements, and so does the
 * origin of moments. By equations 19, 20 and 22 the pose of object 1 in object 2's axes is
 *
 *     (receptacle⁻¹ · hand · reference⁻¹ · receptacle) · shift(offset + x_δ)
 *
 * where only the last factor depends on the unknowns.
 *
 * Several recordings of the same objects are one after another: each sample knows its recording. Displacements of one
 * recording alone (its offset, motions of the whole object 1 in the hand) are in the pose of its samples.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_REGRESSOR_H
#define ROUTH_SRC_INSERTION_REGRESSOR_H

#include <routh/insertion.h>

/* An assembly, a recording and options, made ready to evaluate the geometry many times: scratch, memory of contacts,
 * wrenches in object 1's axes. The assembly and the recording must outlive it. For one thread at a time; it uses
 * several itself. */
typedef struct routh_regressor routh_regressor;
routh_status routh_regressor_create(routh_context *context, const routh_assembly *assembly,
                                    const routh_insertion *insertion, const routh_insertion_options *options,
                                    routh_regressor **regressor);

/* The same for `count` recordings; K and μ are the same in all. */
routh_status routh_regressor_create_of(routh_context *context, const routh_assembly *assembly,
                                       const routh_insertion *const *recording, size_t count,
                                       const routh_insertion_options *options, routh_regressor **regressor);
void routh_regressor_release(routh_context *context, routh_regressor *regressor);

size_t routh_regressor_samples(const routh_regressor *regressor);
size_t routh_regressor_unknowns(const routh_regressor *regressor);    /* assembly->count */
size_t routh_regressor_evaluations(const routh_regressor *regressor); /* of the geometry, so far */

/* The measured wrench of each sample in object 1's axes (samples × 6), not weighted. The offset's effect on these axes
 * is ignored, as in the paper. */
const double *routh_regressor_wrench(const routh_regressor *regressor);

/* The same with the errors of the sensors that x says removed: wrench (samples × 6), and whether x has any. With
 * `later` a wrench that is measured late is read at that later time, between samples by a windowed sinc; to find a latency
 * it is left where it is (delayed.h). */
int routh_regressor_measure(const routh_regressor *regressor, const double *x, bool later, double *wrench);

/* Φ at displacements x: samples × 6 × 2, and the number of contacts of each sample (may be NULL). Samples without
 * contact are all zero. */
routh_status routh_regressor_evaluate(routh_context *context, routh_regressor *regressor, const double *x, double *phi,
                                      uint32_t *contacts);

/* All contacts of one sample, at most `capacity`; returns how many there are. */
size_t routh_regressor_contacts(routh_regressor *regressor, const double *x, size_t sample, size_t capacity,
                                routh_contact_point3 *contact);

/* The pose of object 1 in object 2's axes at one sample. */
routh_pose3 routh_regressor_pose(const routh_regressor *regressor, const double *x, size_t sample);

/* As routh_insertion_fit, routh_insertion_observe and routh_lcurve_of, for callers with several questions about the
 * same recording. Options NULL: those that the regressor was made with. */
routh_status routh_regressor_fit(routh_context *context, routh_regressor *regressor,
                                 const routh_insertion_options *options, routh_insertion_estimate *fit);
/* Continues from the chosen point of an L-curve of the same regressor, if γ is to be chosen. */
routh_status routh_regressor_fit_along(routh_context *context, routh_regressor *regressor,
                                       const routh_insertion_options *options, const routh_lcurve *lcurve,
                                       routh_insertion_estimate *fit);
/* From displacements x that are near the truth, of which late ones (late.h) begin at their nominal values: one descent, and
 * errors as of any fit. Without contact, or with too few instants, the flag ROUTH_INSERTION_NO_CONTACT is all there is. */
routh_status routh_regressor_fit_from(routh_context *context, routh_regressor *regressor, const double *x,
                                      routh_insertion_estimate *fit);
routh_status routh_regressor_observe(routh_context *context, routh_regressor *regressor, const double *x,
                                     routh_observability *observability);
routh_status routh_regressor_lcurve(routh_context *context, routh_regressor *regressor,
                                    const routh_insertion_options *options, routh_lcurve *lcurve);

/* Inside ------------------------------------------------------------------------------------------------*/

/* One sample, as far as it does not depend on x. */
typedef struct routh_instant {
    routh_pose3 way;   /* receptacle⁻¹ · hand · reference⁻¹ · receptacle */
    routh_pose3 plate; /* in object 1's axes */
    size_t recording;  /* its index */
    double slide[3];   /* velocity of object 2 over object 1 at object 1's origin, object 1's axes, m/s */
    double slide_w[3]; /* and angular velocity, rad/s */
} routh_instant;

/* A part in the axes that a pass over the samples starts from. */
typedef struct routh_placed_part {
    routh_pose3 pose;
    const routh_polyhedron *shape; /* the drawn one, or the scaled one */
    routh_polyhedron *scaled;      /* owned; NULL: no displacement scales it */
    double centre[3];              /* of its bounding ball */
    double stiffness, friction;    /* of its contacts ÷ K and ÷ μ */
} routh_placed_part;

struct routh_regressor {
    const routh_assembly *assembly;
    const routh_insertion **recording;
    size_t recordings, samples;
    routh_insertion_options options;
    const routh_displacement *offset; /* the first; NULL: the assembly has none */
    size_t offset_index;
    int measures; /* is any displacement one of the sensors? */
    int delays;   /* is any a latency? */
    size_t parts[2], pairs;
    double *radius[2]; /* of the parts' bounding balls */
    routh_instant *instant;
    double *wrench; /* samples × 6 */
    double speed;   /* friction grows with this power of speed */
    routh_placed_part *placed[2];
    routh_overlap_memory *memory; /* samples × pairs */
    routh_overlap_scratch **scratch;
    int threads;
    size_t evaluations;
};

/* A wrench from the plate's origin and axes to object 1's. */
void routh_wrench_at_object(const routh_pose3 *plate, const double from[6], double w[6]);

/* The parts with displacements x, in their objects' axes. */
void routh_place_parts(routh_regressor *regressor, const double *x);

/* The contacts of one sample, the parts being placed: at most `capacity` are written, all are counted. */
size_t routh_find_contacts(routh_regressor *regressor, const double *x, size_t sample, routh_overlap_scratch *scratch,
                           size_t capacity, routh_contact_point3 *contact);

/* The contact of one pair, the parts being placed, even if it is open: its depth is then minus the gap. 0: wider open
 * than `farthest`. */
int routh_find_signed_contact(routh_regressor *regressor, const double *x, size_t sample, size_t a, size_t b,
                              double farthest, routh_contact_point3 *contact);

#endif
