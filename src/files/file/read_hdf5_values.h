/* Single values and columns of an HDF5 file, each checked before it is used: a damaged or foreign file must neither be
 * misread nor make us allocate more memory than its size justifies.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_READ_HDF5_VALUES_H
#define ROUTH_SRC_DATA_READ_HDF5_VALUES_H

#include <stdint.h>

#include "file/hdf5_bytes.h"
#include "file/source.h"

/* Files are held in memory, and arrays are read whole: docs/dataset.md states these limits. */
#define ROUTH_HDF5_MOST_BYTES  ((size_t)1 << 32)
#define ROUTH_HDF5_MOST_VALUES ((uint64_t)1 << 28)
enum { ROUTH_HDF5_LONGEST_TEXT = 4096 }; /* with its end; none longer is written */

/* A file, group or dataset, with its path for messages. */
typedef struct routh_hdf5_place {
    routh_source *source;
    routh_hdf5_bytes *bytes;
    int64_t id;       /* the address of its object header; −1: not open */
    const char *path; /* "/impacts" */
} routh_hdf5_place;

/* A file, a stream or memory; *root is its root group. It stays where it is while it is open; close it after a failure,
 * too. */
typedef struct routh_hdf5_file {
    routh_hdf5_place root;
    routh_hdf5_bytes bytes;
} routh_hdf5_file;

routh_status routh_hdf5_open_file(routh_source *source, routh_hdf5_file *file);
void routh_hdf5_close_file(routh_hdf5_file *file);

/* A file that is closed with the block it stands in. Returns what opening it failed with. */
#define ROUTH_HDF5_FILE(name, source)                                                                                  \
    __attribute__((cleanup(routh_hdf5_close_file))) routh_hdf5_file name;                                              \
    ROUTH_TRY(routh_hdf5_open_file(source, &(name)))

/* Opens, uses and closes one. */
typedef routh_status routh_hdf5_use(void *user, const routh_hdf5_place *root);
routh_status routh_hdf5_read_file(routh_context *context, routh_io from, routh_hdf5_use *use, void *user);

/* Does something of that name exist in this file itself, not behind a link to another file? */
routh_status routh_hdf5_has(const routh_hdf5_place *group, const char *name, bool *has);

/* The group or dataset `name` in a group; `path` is what messages call it. */
routh_status routh_hdf5_open(const routh_hdf5_place *group, const char *name, const char *path,
                             routh_hdf5_place *place);

/* A group of items that are called 0, 1, …, and one of them. */
routh_status routh_hdf5_open_list(const routh_hdf5_place *group, const char *name, const char *path,
                                  routh_hdf5_place *list, size_t *count);

typedef struct routh_hdf5_item {
    routh_hdf5_place place;
    char path[64];
} routh_hdf5_item;

routh_status routh_hdf5_open_item(const routh_hdf5_place *list, size_t index, routh_hdf5_item *item);

/* How many items a group holds; ROUTH_BAD_FORMAT if it is not a group. */
routh_status routh_hdf5_count(const routh_hdf5_place *group, size_t *count);

/* All items of a group, by name; the caller releases *link. Their names stay as long as the file. */
routh_status routh_hdf5_links(const routh_hdf5_place *group, routh_hdf5_link **link, size_t *count);

/* Is it a group that holds something of that name? What cannot be read does not. */
routh_status routh_hdf5_holds(const routh_hdf5_place *place, const char *name, bool *holds);

/* Text that may be missing or something else: then it is empty. */
routh_status routh_hdf5_text_or_empty(const routh_hdf5_place *place, const char *name, char *text, size_t size);

/* Is the attribute "format" this text? */
routh_status routh_hdf5_has_format(const routh_hdf5_place *place, const char *format, bool *has);

/* The number of the layout, an attribute `layout` that files of version 0.2 call `version`; `first` where there is none.
 * ROUTH_BAD_FORMAT where it is not one that this program reads, `first` to `last`. `layout` may be NULL. */
routh_status routh_hdf5_layout(const routh_hdf5_place *place, int first, int last, int64_t *layout);

/* Attributes. Text that does not fit is cut. */
routh_status routh_hdf5_number(const routh_hdf5_place *place, const char *name, double *value);
routh_status routh_hdf5_number_or_zero(const routh_hdf5_place *place, const char *name,
                                       double *value); /* may be missing */
routh_status routh_hdf5_whole(const routh_hdf5_place *place, const char *name, int64_t *value);
routh_status routh_hdf5_text(const routh_hdf5_place *place, const char *name, char *text, size_t size);

/* Rows and columns of a dataset; a dataset of one dimension has one column. The size is one that the file can hold. */
routh_status routh_hdf5_shape(const routh_hdf5_place *dataset, size_t *rows, size_t *columns);

/* The same, and how many bytes of the file hold them. */
routh_status routh_hdf5_packed_shape(const routh_hdf5_place *dataset, size_t *rows, size_t *columns, uint64_t *stored);

/* The same for up to three dimensions; 1 where there are fewer. */
routh_status routh_hdf5_sizes(const routh_hdf5_place *dataset, unsigned *rank, uint64_t size[ROUTH_HDF5_RANK]);

/* The same without a message: other arrays may be fine. */
routh_status routh_hdf5_quiet_sizes(const routh_hdf5_place *dataset, unsigned *rank, uint64_t size[ROUTH_HDF5_RANK]);

/* What is there: a group, an array with type and size as it claims, or something that cannot be read. */
typedef struct routh_hdf5_look_at {
    bool is_group;
    routh_hdf5_kind kind; /* of an array's values */
    unsigned rank;        /* 0: no array */
    uint64_t count, size[ROUTH_HDF5_RANK];
    const char *fault; /* a phrase that follows its name; NULL: none */
} routh_hdf5_look_at;

routh_status routh_hdf5_look(const routh_hdf5_place *place, routh_hdf5_look_at *what);

/* Shape and numbers of a dataset; the caller releases *value, after a failure, too. */
routh_status routh_hdf5_table(const routh_hdf5_place *dataset, size_t *rows, size_t *columns, double **value);

/* All values of a dataset whose shape has been asked for. Whole numbers also count as numbers. */
routh_status routh_hdf5_numbers(const routh_hdf5_place *dataset, double *value);
routh_status routh_hdf5_wholes(const routh_hdf5_place *dataset, int64_t *value);

/* Addresses of the objects that the dataset refers to. */
routh_status routh_hdf5_references(const routh_hdf5_place *dataset, uint64_t *value);

#endif
