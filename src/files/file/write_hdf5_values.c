/* Single values and arrays of an HDF5 file that is being written. No times are stored: the same values give the same
 * bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/write_hdf5_values.h"

#include <string.h>

#include <hdf5.h>

static hid_t expect(bool *failed, hid_t id) {
    *failed = *failed || id < 0;
    return id;
}

static void write_attribute(bool *failed, hid_t place, const char *name, hid_t stored, hid_t memory,
                            const void *value) {
    hid_t space = expect(failed, H5Screate(H5S_SCALAR));
    hid_t attribute = expect(failed, H5Acreate2(place, name, stored, space, H5P_DEFAULT, H5P_DEFAULT));
    *failed = *failed || H5Awrite(attribute, memory, value) < 0;
    H5Aclose(attribute);
    H5Sclose(space);
}

void routh_hdf5_write_number(bool *failed, int64_t place, const char *name, double value) {
    write_attribute(failed, place, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void routh_hdf5_write_integer(bool *failed, int64_t place, const char *name, long value) {
    write_attribute(failed, place, name, H5T_STD_I64LE, H5T_NATIVE_LONG, &value);
}

void routh_hdf5_write_text(bool *failed, int64_t place, const char *name, const char *text) {
    hid_t type = expect(failed, H5Tcopy(H5T_C_S1));
    H5Tset_size(type, strlen(text) + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    write_attribute(failed, place, name, type, type, text);
    H5Tclose(type);
}

void routh_hdf5_end(int64_t place) {
    H5Oclose(place);
}

int64_t routh_hdf5_begin_group(bool *failed, int64_t place, const char *name) {
    hid_t properties = expect(failed, H5Pcreate(H5P_GROUP_CREATE));
    H5Pset_obj_track_times(properties, false);
    hid_t group = expect(failed, H5Gcreate2(place, name, H5P_DEFAULT, properties, H5P_DEFAULT));
    H5Pclose(properties);
    return group;
}

static hid_t write_array(bool *failed, hid_t group, const char *name, const hsize_t size[2], hid_t stored, hid_t memory,
                         const void *value) {
    int rank = size[1] == 0 ? 1 : 2;
    hid_t properties = expect(failed, H5Pcreate(H5P_DATASET_CREATE));
    H5Pset_obj_track_times(properties, false);
    if (size[0] > 0) {
        H5Pset_chunk(properties, rank, size);
        H5Pset_fletcher32(properties);
    }
    hid_t space = expect(failed, H5Screate_simple(rank, size, NULL));
    hid_t array = expect(failed, H5Dcreate2(group, name, stored, space, H5P_DEFAULT, properties, H5P_DEFAULT));
    *failed = *failed || H5Dwrite(array, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) < 0;
    H5Sclose(space);
    H5Pclose(properties);
    return array;
}

int64_t routh_hdf5_write_numbers(bool *failed, int64_t group, const char *name, size_t rows, size_t columns,
                                 const double *value) {
    const hsize_t size[2] = {rows, columns};
    return write_array(failed, group, name, size, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, value);
}

int64_t routh_hdf5_write_wholes(bool *failed, int64_t group, const char *name, size_t rows, const long *value) {
    const hsize_t size[2] = {rows, 0};
    return write_array(failed, group, name, size, H5T_STD_I64LE, H5T_NATIVE_LONG, value);
}

int64_t routh_hdf5_write_flags(bool *failed, int64_t group, const char *name, size_t rows, const long *value) {
    const hsize_t size[2] = {rows, 0};
    return write_array(failed, group, name, size, H5T_STD_U32LE, H5T_NATIVE_LONG, value);
}
