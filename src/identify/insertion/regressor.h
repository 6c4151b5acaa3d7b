/* A recorded insertion and its assembly: what is prepared once, what it can determine, and whether the two fit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_INSERTION_REGRESSOR_H
#define ROUTH_SRC_INSERTION_REGRESSOR_H

#include <routh/insertion.h>

#include "algebra/algebra.h"
#include "base/context.h"

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
 * recording alone (its offset, motions of the whole object 1 in the hand) are in the pose of its samples. */

/* An assembly, a recording and options, made ready to evaluate the geometry many times: scratch, memory of contacts,
 * wrenches in object 1's axes. The assembly and the recording must outlive it. For one thread at a time; it uses
 * several itself. */
typedef struct routh_regressor routh_regressor;
routh_status routh_regressor_create(routh_arena *arena, const routh_assembly *assembly,
                                    const routh_insertion *insertion, const routh_insertion_options *options,
                                    routh_regressor **regressor);

/* The same for `count` recordings; K and μ are the same in all. */
routh_status routh_regressor_create_of(routh_arena *arena, const routh_assembly *assembly,
                                       const routh_insertion *const *recording, size_t count,
                                       const routh_insertion_options *options, routh_regressor **regressor);

size_t routh_regressor_samples(const routh_regressor *regressor);
size_t routh_regressor_unknowns(const routh_regressor *regressor);    /* assembly->count */
size_t routh_regressor_evaluations(const routh_regressor *regressor); /* of the geometry, so far */

/* The measured wrench of each sample in object 1's axes (samples × 6), not weighted. The offset's effect on these axes
 * is ignored, as in the paper. */
const double *routh_regressor_wrench(const routh_regressor *regressor);

/* The same with the errors of the sensors that x says removed: wrench (samples × 6), and whether x has any. With
 * `later` a wrench that is measured late is read at that later time, between samples by a windowed sinc; to find a latency
 * it is left where it is (identify.h). */
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
/* From displacements x that are near the truth, of which late ones (identify.h) begin at their nominal values: one descent, and
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
    routh_polyhedron *scaled;      /* NULL: no displacement scales it */
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

/* Errors of the reference pose.
 *
 * Equation 19 says that at the reference pose the objects are mated but for an offset along one axis. Displaced parts
 * come to rest a little elsewhere, and sensors have a resolution: object 1 is off by a small motion as a whole. Along the
 * axis it is the offset's own uncertainty. The other five, tilts about the two axes across it, shifts along them and a turn
 * about it, are unknowns beside the displacements: a tilt of 1e-5 rad moves a part 0.1 m away by a micrometre, the accuracy
 * of the offset, and a shift moves parts along directions in which the assembly may not let them be displaced. Without them
 * their effect stays in the residual for as long as the parts slide.
 *
 * Shifts and the turn do to many contacts what displacing all parts together does; only the sum of both is estimated there,
 * and the prior shares it out. Displaced parts come to rest where that sum is small: the motion is not independent of
 * them, so a small sum says nothing about either. The errors of displacements include that (routh_reference_prior). */

enum { ROUTH_COMMON_MOTIONS = 3 };

/* The assembly with these motions among its displacements, as the last ones: tilts, shifts, the turn; none without an
 * offset, and none that it has as a displacement of a whole object. It borrows everything else. */
routh_status routh_reference_create(routh_arena *arena, const routh_assembly *assembly, routh_assembly *extended);

/* Adds to z what represents a small motion of object 1 as a whole, shift and rotation vector in its axes: the extended assembly's
 * displacements of the whole object, and only where it has none, those of all parts. The motion along the offset's axis
 * is left out unless the assembly lists it. */
void routh_reference_displace(const routh_assembly *extended, const double motion[6], double *z);

/* The covariance of z before anything is recorded, count²: of each 1, independent, but late motions (identify.h) m = −R z + rest, where R z is
 * the motion that takes most of the parts' displacements back. Of two recordings both motions follow the same parts. */
routh_status routh_reference_prior(routh_context *context, const routh_assembly *extended, double *prior);

/* Motions of object 1 across the axis that only displacements of its parts together represent, as orthonormal
 * directions of z: at most ROUTH_COMMON_MOTIONS rows of assembly->count numbers. None without an offset, and none that
 * the assembly has as a displacement of a whole object, or that leaves a part of object 1 where it is. Returns how
 * many. */
size_t routh_common_motions(const routh_assembly *assembly, double *direction);

/* Does a recording fit its assembly, and if not, does it when its numbers are meant otherwise? */

/* How well one reading of a recording fits, at some displacements. */
typedef struct routh_reading_fit {
    double error; /* √(Σ |w − Φ θ|² ÷ Σ |w|²), forces and moments each by their own size; 1: not at all */
    double stiffness; /* K; NaN: no contact */
    double friction;  /* μ; NaN: nothing slides */
    double depth;     /* of the deepest overlap, relative to the radius of the smaller of its parts */
    double deepest;   /* the same in m */
    double turn;      /* the largest between two samples without a gap between, rad */
    double force;     /* root mean square where there is contact, N */
    double size[2];   /* that forces and moments are divided by; 0: no force */
    size_t contacts;  /* samples with contact */
} routh_reading_fit;

/* What the sentences are made from. */
typedef struct routh_reading_evidence {
    const routh_insertion *insertion;
    double force_scale;
    bool fitted;                       /* the displacements are not nominal ones */
    routh_reading_fit own;             /* as it was read, at the displacements asked for */
    double velocity_mismatch;          /* of recorded velocities and those of the poses; 0: not compared */
    double speed;                      /* of the hand, m/s */
    const char *time_unit;             /* that times seem to have; NULL: the one they were read in */
    double drawn_error;                /* the same, parts as drawn */
    double reach;                      /* what displaced parts may leave; 0: parts are displaced already */
    routh_reading_fit best;            /* of another reading, parts as drawn, if there is a better one */
    char suggestion[ROUTH_LABEL_SIZE]; /* that reading: "wrench_on=2 units=mm"; "": none */
} routh_reading_evidence;

/* Does it fit, and is nothing out of bounds? */
bool routh_reading_is_plausible(const routh_reading_fit *fit, bool fitted);

/* It does not fit with the parts as drawn, but it may with displaced ones. */
bool routh_reading_is_open(const routh_reading_evidence *evidence);

/* check->fits and the findings. */
routh_status routh_check_words(routh_context *context, const routh_reading_evidence *evidence,
                               routh_insertion_check *check);

#endif
