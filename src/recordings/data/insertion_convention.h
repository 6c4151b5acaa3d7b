/* From the numbers of a recording to SI, and back.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_INSERTION_CONVENTION_H
#define ROUTH_SRC_DATA_INSERTION_CONVENTION_H

#include <routh/data.h>

/* Where `over` sets something, it replaces what is in `convention`. */
void routh_convention_override(const routh_insertion_convention *over, routh_insertion_convention *convention);

/* One column, by its own name and the file's, as routh_insertion_convention_set does with "columns". */
routh_status routh_insertion_set_column(routh_context *context, const char *key, size_t key_length, const char *name,
                                        size_t length, routh_insertion_convention *convention);

/* What one unit of the recording is in SI. */
double routh_convention_unit(const routh_insertion_convention *convention, routh_quantity quantity);

/* Position and quaternion as the file has them ↔ in m, w x y z. */
void routh_convention_pose_in(const routh_insertion_convention *convention, const double file[7], double number[7]);
void routh_convention_pose_out(const routh_insertion_convention *convention, const double number[7], double file[7]);

/* The twist in SI ↔ in the file's units. */
void routh_convention_twist_in(const routh_insertion_convention *convention, double twist[6]);
void routh_convention_twist_out(const routh_insertion_convention *convention, double twist[6]);

/* A wrench as the file has it ↔ of object 2 on object 1, about the plate's origin in its axes, N and N m. The poses are
 * in SI. */
void routh_convention_wrench_in(const routh_insertion_convention *convention, const routh_pose3 *plate,
                                const routh_pose3 *hand, double wrench[6]);
void routh_convention_wrench_out(const routh_insertion_convention *convention, const routh_pose3 *plate,
                                 const routh_pose3 *hand, double wrench[6]);

/* The recording as it would be if it had been read with another convention. Columns are not read again. */
routh_status routh_insertion_read_otherwise(routh_context *context, const routh_insertion *insertion,
                                            const routh_insertion_convention *convention, routh_insertion *other);

#endif
