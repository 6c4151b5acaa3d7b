/* Single values and columns of an HDF5 file, each checked before it is believed: a damaged or foreign file must neither
 * be misread nor make us ask for memory that its size cannot justify.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_READ_HDF5_VALUES_H
#define ROUTH_SRC_DATA_READ_HDF5_VALUES_H

#include <hdf5.h>

#include "data/dataset.h"

/* HDF5 prints its errors unless told otherwise; what was set is set again afterwards. */
typedef struct routh_hdf5_quiet {
    H5E_auto2_t function;
    void *data;
} routh_hdf5_quiet;

routh_hdf5_quiet routh_hdf5_silence(void);
void routh_hdf5_speak(routh_hdf5_quiet quiet);

/* A file, group or dataset of the file, with its path for messages. */
typedef struct routh_hdf5_place {
    routh_reading *reading;
    hid_t id;
    const char *path;  /* "/impacts" */
    hsize_t file_size; /* bytes */
} routh_hdf5_place;

/* The file itself; id −1 on failure. Close it with H5Fclose. */
routh_status routh_hdf5_open_file(routh_reading *reading, routh_hdf5_place *root);

/* Is there something of that name, in this file itself and not behind a link to another? */
int routh_hdf5_has(const routh_hdf5_place *group, const char *name);

/* The group or dataset `name` in a group; `path` is what messages call it. Close it with H5Oclose. */
routh_status routh_hdf5_open(const routh_hdf5_place *group, const char *name, const char *path,
                             routh_hdf5_place *place);

/* Attributes. Text that does not fit is cut. */
routh_status routh_hdf5_number(const routh_hdf5_place *place, const char *name, double *value);
routh_status routh_hdf5_whole(const routh_hdf5_place *place, const char *name, long *value);
routh_status routh_hdf5_text(const routh_hdf5_place *place, const char *name, char *text, size_t size);

/* Rows and columns of a dataset; a dataset of one dimension has one column. The size is one that the file can hold. */
routh_status routh_hdf5_shape(const routh_hdf5_place *dataset, size_t *rows, size_t *columns);

/* All values of a dataset whose shape has been asked for. Whole numbers will do as numbers. */
routh_status routh_hdf5_numbers(const routh_hdf5_place *dataset, double *value);
routh_status routh_hdf5_wholes(const routh_hdf5_place *dataset, long *value);

/* Datasets may hold references to others instead. */
int routh_hdf5_has_references(const routh_hdf5_place *dataset);
routh_status routh_hdf5_references(const routh_hdf5_place *dataset, hobj_ref_t *value);

#endif
