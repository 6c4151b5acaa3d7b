/* Which numbers the readers and the segmentation of datasets in space accept.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_DATASET3_H
#define ROUTH_SRC_DATA_DATASET3_H

#include <stdbool.h>

#include <routh/data.h>

#include "file/read_hdf5_values.h"
#include "file/source.h"
#include "file/write_hdf5_values.h"

typedef struct routh_stated_number {
    const char *what, *unit;
    double value;
    int may_be_zero;
    routh_status status; /* of a number that is not valid */
    const char *field;   /* of the options */
    double low, high;    /* the range of one that is not 0 */
} routh_stated_number;

/* Finite, positive and within its range, or 0 where that may be? The message names the first that is not. */
routh_status routh_stated_numbers_check(routh_context *context, const routh_stated_number *number, size_t count);

/* Nothing stated, and the defaults where nothing is stated. */
extern const routh_import3_options routh_import3_unstated;
routh_import3_options routh_import3_options_fill(const routh_import3_options *options);

/* Says that a mass was taken, if one was. */
void routh_import3_note_mass(routh_context *context, const routh_import3_options *options);

/* Are the numbers that are given valid? */
routh_status routh_import3_options_check(routh_context *context, const routh_import3_options *options);

/* Fewer give no acceleration. */
enum { ROUTH_FEWEST_FRAMES = 3 };

/* Memory for a trajectory of `count` instants; if only a part can be allocated, it is released with the dataset. */
routh_status routh_trajectory3_allocate(routh_context *context, const char *name, size_t count, bool has_spin,
                                        routh_trajectory3 *toss);

/* Of unit length, with the sign that the instant before has. False: its length, in *length, is not 1. */
bool routh_trajectory3_orient(routh_trajectory3 *toss, size_t row, double *length);

/* 1 if it is a dataset in space as routh_dataset3_write writes it; -1: no memory to look. Reads nothing from a stream. */
int routh_dataset3_is_file(routh_source *source);
routh_status routh_dataset3_read_file(routh_source *source, routh_dataset3 *dataset);

/* The shape in such a file; one that has none leaves the dataset as it is. */
void routh_dataset3_write_shape(routh_hdf5_node *root, const routh_shape3 *shape);
routh_status routh_dataset3_read_shape(const routh_hdf5_place *root, routh_dataset3 *dataset);

#endif
