/* What readers and writers of recorded insertions share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_INSERTION_RECORDING_H
#define ROUTH_SRC_DATA_INSERTION_RECORDING_H

#include <routh/data.h>

#include "file/source.h"

/* Where `over` sets something, it replaces what is in `convention`. */
void routh_convention_override(const routh_insertion_convention *over, routh_insertion_convention *convention);

/* One column, by its own name and the file's, as routh_insertion_convention_set does with "columns". */
routh_status routh_insertion_set_column(routh_context *context, const char *key, size_t key_length, const char *name,
                                        size_t length, routh_insertion_convention *convention);

/* What one unit of the recording is in SI. */
double routh_convention_unit(const routh_insertion_convention *convention, routh_quantity quantity);

/* The recording as it would be if it had been read with another convention. Columns are not read again. */
routh_status routh_insertion_read_otherwise(routh_context *context, const routh_insertion *insertion,
                                            const routh_insertion_convention *convention, routh_insertion *other);

/* What readers and writers of recorded insertions share. */

#define ROUTH_INSERTION_FORMAT "routh-insertion"
enum { ROUTH_INSERTION_LAYOUT = 1 };

/* The numbers of a sample in files, in this order: time, position and quaternion of the hand, twist, wrench. */
extern const char *const routh_insertion_columns[ROUTH_INSERTION_COLUMNS + 1]; /* NULL-terminated */

void routh_sample_numbers(const routh_insertion_instant *sample, double number[ROUTH_INSERTION_COLUMNS]);

/* NULL, or what is wrong with these numbers, written into `fault` where it has a value; a quaternion is normalised. */
enum { ROUTH_FAULT_SIZE = 128 };

/* The same from numbers as the file has them; insertion->convention and the plate are known. */
const char *routh_sample_from_file(const routh_insertion *insertion, const double file[ROUTH_INSERTION_COLUMNS],
                                   routh_insertion_instant *sample, char fault[ROUTH_FAULT_SIZE]);

/* A pose as position and quaternion, 7 numbers. */
void routh_pose_numbers(const routh_pose3 *pose, double number[7]);
const char *routh_pose_from_numbers(const double number[7], routh_pose3 *pose, char fault[ROUTH_FAULT_SIZE]);

/* The same from a file whose convention is known. */
const char *routh_pose_from_file(const routh_insertion_convention *convention, const double file[7], routh_pose3 *pose,
                                 char fault[ROUTH_FAULT_SIZE]);

/* The columns of velocities, VELOCITY … VELOCITY + 5, may be missing, but then all of them. */
enum { ROUTH_VELOCITY_COLUMN = 8, ROUTH_WRENCH_COLUMN = 14 };

/* One of the columns as the file calls it. */
const char *routh_insertion_column_name(const routh_insertion *insertion, int column);

/* ROUTH_BAD_FORMAT unless all columns of velocities were found or none. */
routh_status routh_insertion_check_velocities(const routh_source *source, const routh_insertion *insertion,
                                              const bool found[6]);

/* What one source is read into. */
typedef struct routh_insertion_reader {
    const routh_insertion_convention *given; /* overrides what files have */
    routh_insertion *insertion;              /* its rate is NaN where the file has none */
    bool has_velocities;
    const char *path; /* of the file with samples; NULL: a stream or memory */
} routh_insertion_reader;

/* By kind of file. */
routh_status routh_insertion_read_hdf5(routh_source *source, routh_insertion_reader *reader);
routh_status routh_insertion_read_csv(routh_source *source, routh_insertion_reader *reader);

/* A robot's log in HDF5: arrays by the names of the convention. */
struct routh_hdf5_place;
routh_status routh_insertion_read_hdf5_log(const struct routh_hdf5_place *root, routh_insertion_reader *reader);

/* "x.csv" → "x.json" in `beside`: only a recording with a path has one. */
enum { ROUTH_BESIDE_SIZE = 4096 };
routh_status routh_insertion_beside(routh_context *context, const char *path, char beside[ROUTH_BESIDE_SIZE]);

/* What does not change, and the convention, from that file. */
routh_status routh_insertion_read_beside(routh_context *context, routh_insertion_reader *reader);
routh_status routh_insertion_write_hdf5(routh_context *context, const routh_insertion *insertion, routh_io to);
routh_status routh_insertion_write_csv(routh_context *context, const routh_insertion *insertion, routh_io to);

/* Finds the rate where it is NaN, and the gaps; times that do not rise or do not match the rate are refused. */
routh_status routh_insertion_check_times(routh_context *context, const char *shown, routh_insertion *insertion);

/* The index after the last sample before the next gap. */
size_t routh_insertion_stretch(const routh_insertion *insertion, size_t first);

/* Seconds over which velocities are taken from poses if nothing else is said. */
static const double routh_velocity_window = 0.1;

/* Twists from poses, within `window` seconds and at least five samples. Samples alone between two gaps are dropped. */
void routh_insertion_differentiate(routh_insertion *insertion, double window);

/* Replaces recorded twists by those from poses where they are much noisier, and noisy enough to turn the direction of
 * sliding. */
routh_status routh_insertion_choose_velocities(routh_context *context, routh_insertion *insertion);

/* The same at a lower rate, an integer share of its own: a linear-phase low-pass over every channel, then one sample in
 * `factor`. Poses are averaged as rotations. */
routh_status routh_insertion_downsample(routh_context *context, const routh_insertion *insertion, size_t factor,
                                        routh_insertion *reduced);

#endif
