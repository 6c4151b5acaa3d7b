/* Sound HDF5 files with wrong content: the input says which parts of a good file to remove or replace, and by what.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FUZZ_HDF5_CHANGES_H
#define ROUTH_TESTS_FUZZ_HDF5_CHANGES_H

#include "../hdf5_files.h"
#include "recording.h"

typedef struct choices {
    const uint8_t *byte;
    size_t left;
} choices;

static inline unsigned choose(choices *from, unsigned count) {
    if (from->left == 0)
        return 0;
    --from->left;
    return *from->byte++ % count;
}

static inline void choose_bytes(choices *from, void *target, size_t size) {
    size_t taken = size < from->left ? size : from->left;
    memset(target, 0, size);
    memcpy(target, from->byte, taken);
    from->byte += taken;
    from->left -= taken;
}

typedef struct hdf5_attribute {
    const char *place, *name;
} hdf5_attribute;

/* Attributes and links of a good file. */
typedef struct hdf5_parts {
    unsigned attributes, links;
    const hdf5_attribute *attribute;
    const char *const *link;
} hdf5_parts;

static inline hid_t choose_type(choices *from) {
    const hid_t types[] = {H5T_IEEE_F64LE, H5T_IEEE_F32BE, H5T_STD_I64LE, H5T_STD_U8BE,
                           H5T_STD_U32LE,  H5T_STD_I16LE,  H5T_STD_B32LE, H5T_STD_REF_OBJ};
    return types[choose(from, sizeof types / sizeof types[0])];
}

static inline void replace_number(choices *from, hid_t place, const char *name) {
    uint8_t value[8];
    hid_t type = choose_type(from), space = H5Screate(H5S_SCALAR);
    choose_bytes(from, value, H5Tget_size(type));
    hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, value);
    H5Aclose(attribute);
    H5Sclose(space);
}

static inline void replace_text(choices *from, hid_t place, const char *name) {
    char text[301] = {0};
    const char *variable = text;
    size_t length = choose(from, 256);
    choose_bytes(from, text, length);
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    int is_variable = choose(from, 2) == 1;
    H5Tset_size(type, is_variable ? H5T_VARIABLE : length + 1);
    hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, is_variable ? (const void *)&variable : text);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static inline void change_attribute(choices *from, hid_t file, const hdf5_parts *parts) {
    const hdf5_attribute *one = &parts->attribute[choose(from, parts->attributes)];
    unsigned how = choose(from, 3);
    hid_t place = H5Oopen(file, one->place, H5P_DEFAULT);
    H5Adelete(place, one->name);
    if (how == 1)
        replace_number(from, place, one->name);
    else if (how == 2)
        replace_text(from, place, one->name);
    H5Oclose(place);
}

/* An array of up to 12 × 8 values in any layout; a claim of more has no values. */
static inline void replace_array(choices *from, hid_t file, const char *name) {
    uint8_t value[12 * 8 * 8];
    int rank = (int)choose(from, 3);
    hsize_t size[2] = {choose(from, 13), choose(from, 9)};
    int is_huge = choose(from, 16) == 15, layout = (int)choose(from, 3);
    if (is_huge)
        size[0] = (hsize_t)1 << choose(from, 60);
    hid_t type = choose_type(from), space = rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, size, NULL);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (rank > 0 && (layout > 0 || is_huge)) {
        const hsize_t chunk[2] = {2, 2};
        H5Pset_chunk(properties, rank, chunk);
        if (layout == 2)
            H5Pset_deflate(properties, 6);
    }
    choose_bytes(from, value, sizeof value);
    hid_t array = H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    if (array >= 0 && !is_huge)
        H5Dwrite(array, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value);
    H5Dclose(array);
    H5Pclose(properties);
    H5Sclose(space);
}

static inline void change_link(choices *from, hid_t file, const hdf5_parts *parts) {
    const char *name = parts->link[choose(from, parts->links)];
    H5Ldelete(file, name, H5P_DEFAULT);
    switch (choose(from, 5)) {
    case 1:
        H5Lcreate_soft("/", file, name, H5P_DEFAULT, H5P_DEFAULT);
        break;
    case 2:
        H5Lcreate_external("other.h5", "/", file, name, H5P_DEFAULT, H5P_DEFAULT);
        break;
    case 3:
        H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        break;
    case 4:
        replace_array(from, file, name);
        break;
    default:
        break;
    }
}

/* Writes a good file, changes it as the input says, and leaves it in fuzz_file(). */
static inline void make_changed_file(const uint8_t *data, size_t size, hdf5_content content, const hdf5_parts *parts) {
    static routh_buffer good[HDF5_CONTENTS];
    choices from = {data, size};
    if (!good[content].byte)
        write_small(content, routh_io_buffer(&good[content], "good.h5"));
    FILE *copy = fopen(fuzz_file(), "wb");
    demand(copy && fwrite(good[content].byte, 1, good[content].byte_count, copy) == good[content].byte_count &&
               fclose(copy) == 0,
           "a good file can be written");
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    hid_t file = H5Fopen(fuzz_file(), H5F_ACC_RDWR, H5P_DEFAULT);
    demand(file >= 0, "a good file can be opened");
    while (from.left > 0) {
        if (choose(&from, 2) == 0)
            change_attribute(&from, file, parts);
        else
            change_link(&from, file, parts);
    }
    demand(H5Fclose(file) >= 0, "the changes are written");
}

/* What is read of it is forgotten; a failure names the file. */
static inline void read_changed_file(hdf5_content content) {
    routh_context context = {.threads = 1};
    if (read_small(content, &context, routh_io_path(fuzz_file())) != ROUTH_OK)
        demand(strncmp(context.message, fuzz_file(), strlen(fuzz_file())) == 0, "a failure names the file");
}

#endif
