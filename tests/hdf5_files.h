/* Small files of every kind that Routh keeps in HDF5, as it writes them and as HDF5's library does in its earliest and in a later
 * format, for tests and fuzz targets. Whatever fails here ends the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_HDF5_FILES_H
#define ROUTH_TESTS_HDF5_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include <routh/routh.h>

typedef struct hdf5_file {
    unsigned char *byte;
    size_t size;
} hdf5_file;

typedef enum hdf5_content { HDF5_DATASET, HDF5_INSERTION, HDF5_MODEL, HDF5_CONTENTS } hdf5_content;

static inline void hdf5_must(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        abort();
    }
}

/* Two impacts and one trajectory of a square. */
static inline void write_small_dataset(routh_io to) {
    double sample[3] = {0, 0.1, 0.2};
    char name[] = "one.csv";
    routh_trajectory trajectory = {.name = name, .count = 3, .time = sample, .x = sample, .y = sample, .theta = sample};
    routh_record record[2] = {
        {.ry = -0.03, .before = {0.1, -1, 2}, .after = {0, 0.5, 1}, .trajectory = 0, .torque = 0.1},
        {.rx = 0.01, .ry = -0.03, .before = {0.2, -1, 3}, .after = {0, 0.6, 1}, .trajectory = -1, .reasons = 2}};
    routh_dataset dataset = {.name = "good",
                             .body = {.shape = routh_shape_square(0.06), .mass = 1, .inertia = 6e-4},
                             .rate = 10,
                             .gravity = 9.81,
                             .count = 2,
                             .record = record,
                             .trajectory_count = 1,
                             .trajectory = &trajectory};
    hdf5_must(routh_dataset_write(NULL, &dataset, to) == ROUTH_OK, "a small dataset can be written");
}

/* Three instants. */
static inline void write_small_insertion(routh_io to) {
    double truth[1] = {1e-4};
    routh_insertion_instant sample[3];
    memset(sample, 0, sizeof sample);
    for (int i = 0; i < 3; i++) {
        sample[i].time = 0.02 * i;
        sample[i].hand = routh_pose3_default();
    }
    routh_insertion insertion = {.name = "small",
                                 .rate = 50,
                                 .count = 3,
                                 .sample = sample,
                                 .receptacle = routh_pose3_default(),
                                 .plate = routh_pose3_default(),
                                 .reference = routh_pose3_default(),
                                 .truth = {.stiffness = 1e5, .friction = 0.2, .count = 1, .displacement = truth}};
    hdf5_must(routh_insertion_write(NULL, &insertion, to) == ROUTH_OK, "a small insertion can be written");
}

/* Of 20 impacts, sparse, so that every array is there. */
static inline void write_small_model(routh_io to) {
    routh_dataset_generator generator = routh_dataset_generator_default();
    routh_model_options options = routh_model_options_default();
    routh_dataset dataset;
    routh_sample *sample = NULL;
    routh_model *model = NULL;
    size_t count = 0;
    hdf5_must(routh_dataset_generate(NULL, &generator, 20, &dataset) == ROUTH_OK &&
                  routh_samples_of(NULL, &dataset, ROUTH_AS_RECORDED, &sample, &count, NULL) == ROUTH_OK,
              "samples can be generated");
    options.kind = ROUTH_MODEL_RESIDUAL;
    options.gp.starts = 1;
    options.gp.most_exact = 10;
    options.gp.inducing = 4;
    hdf5_must(routh_model_train(NULL, sample, NULL, count, &options, &model) == ROUTH_OK &&
                  routh_model_write(NULL, model, ROUTH_AS_RECORDED, "small", to) == ROUTH_OK,
              "a small model can be trained and written");
    routh_model_release(NULL, model);
    routh_samples_release(NULL, sample);
    routh_dataset_release(NULL, &dataset);
}

static inline void write_small(hdf5_content content, routh_io to) {
    if (content == HDF5_DATASET)
        write_small_dataset(to);
    else if (content == HDF5_INSERTION)
        write_small_insertion(to);
    else
        write_small_model(to);
}

/* Reads it and forgets it. */
static inline routh_status read_small(hdf5_content content, routh_context *context, routh_io from) {
    routh_status status;
    if (content == HDF5_DATASET) {
        routh_dataset dataset;
        status = routh_dataset_read(context, from, NULL, &dataset);
        routh_dataset_release(context, &dataset);
    } else if (content == HDF5_INSERTION) {
        routh_insertion insertion;
        status = routh_insertion_read(context, from, NULL, &insertion);
        routh_insertion_release(context, &insertion);
    } else {
        routh_model *model = NULL;
        status = routh_model_read(context, from, &model, NULL);
        routh_model_release(context, model);
    }
    return status;
}

static inline hdf5_file hold_file(const char *path) {
    FILE *file = fopen(path, "rb");
    hdf5_must(file && fseek(file, 0, SEEK_END) == 0, "the file can be opened");
    hdf5_file held = {.size = (size_t)ftell(file)};
    rewind(file);
    held.byte = malloc(held.size);
    hdf5_must(held.byte && fread(held.byte, 1, held.size, file) == held.size, "the file can be read");
    fclose(file);
    return held;
}

/* Other formats ------------------------------------------------------------------------------------------*/

static inline herr_t copy_attribute(hid_t from, const char *name, const H5A_info_t *info, void *to) {
    (void)info;
    char value[8192];
    hid_t old = H5Aopen(from, name, H5P_DEFAULT), type = H5Aget_type(old), space = H5Aget_space(old);
    hid_t new = H5Acreate2(*(hid_t *)to, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    hdf5_must(H5Tget_size(type) <= sizeof value && H5Aread(old, type, value) >= 0 && H5Awrite(new, type, value) >= 0,
              "an attribute can be copied");
    H5Aclose(new);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(old);
    return 0;
}

typedef enum hdf5_writer { HDF5_OURS, HDF5_EARLIEST, HDF5_LATER, HDF5_WRITERS } hdf5_writer;

/* Where the library copies to. */
typedef struct hdf5_copy {
    hid_t place;
    hdf5_writer writer;
} hdf5_copy;

/* In the later format as Routh 0.3 wrote with the library: one chunk with a checksum. */
static inline hid_t copy_properties(hid_t space, hdf5_writer writer) {
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t size[2];
    const int rank = H5Sget_simple_extent_dims(space, size, NULL);
    H5Pset_obj_track_times(properties, writer == HDF5_EARLIEST);
    if (writer == HDF5_LATER && size[0] > 0) {
        H5Pset_chunk(properties, rank, size);
        H5Pset_fletcher32(properties);
    }
    return properties;
}

static inline herr_t copy_object(hid_t from, const char *name, const H5L_info_t *info, void *to) {
    (void)info;
    const hdf5_copy *copy = to;
    hid_t old = H5Oopen(from, name, H5P_DEFAULT), new = -1;
    if (H5Iget_type(old) == H5I_GROUP) {
        new = H5Gcreate2(copy->place, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Literate(old, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_object, &(hdf5_copy){new, copy->writer});
    } else {
        char value[8192];
        hid_t type = H5Dget_type(old), space = H5Dget_space(old);
        hid_t properties = copy_properties(space, copy->writer);
        new = H5Dcreate2(copy->place, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
        hdf5_must(H5Dget_storage_size(old) <= sizeof value &&
                      H5Dread(old, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0 &&
                      H5Dwrite(new, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0,
                  "an array can be copied");
        H5Pclose(properties);
        H5Sclose(space);
        H5Tclose(type);
    }
    H5Aiterate2(old, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_attribute, &new);
    H5Oclose(new);
    H5Oclose(old);
    return 0;
}

/* The same by the library. Its earliest format has no checksums. */
static inline void copy_by_library(const char *from, const char *to, hdf5_writer writer) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), old = H5Fopen(from, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (writer == HDF5_EARLIEST)
        H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
    else
        H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    hid_t new = H5Fcreate(to, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    hdf5_must(old >= 0 && new >= 0, "both files are open");
    H5Literate(old, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_object, &(hdf5_copy){new, writer});
    H5Aiterate2(old, H5_INDEX_NAME, H5_ITER_INC, NULL, copy_attribute, &new);
    H5Fclose(new);
    H5Fclose(old);
    H5Pclose(access);
}

/* A small file, held in memory. */
static inline hdf5_file small_file(hdf5_content content, hdf5_writer writer) {
    char made[] = "/tmp/routh-small-XXXXXX", other[] = "/tmp/routh-small-XXXXXX";
    int descriptor[2] = {mkstemp(made), mkstemp(other)};
    hdf5_must(descriptor[0] >= 0 && descriptor[1] >= 0, "there are temporary files");
    routh_buffer buffer = {0};
    write_small(content, routh_io_buffer(&buffer, "small.h5"));
    hdf5_must(write(descriptor[0], buffer.byte, buffer.byte_count) == (ssize_t)buffer.byte_count, "it can be written");
    routh_buffer_release(NULL, &buffer);
    if (writer != HDF5_OURS)
        copy_by_library(made, other, writer);
    const hdf5_file held = hold_file(writer != HDF5_OURS ? other : made);
    for (int i = 0; i < 2; i++)
        close(descriptor[i]);
    unlink(made);
    unlink(other);
    return held;
}

#endif
