/* Single values and columns of an HDF5 file, each checked before it is used.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/read_hdf5_values.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <hdf5.h>

#include "base/context.h"

/* Routh writes no longer texts. */
enum { LONGEST_TEXT = 4096 };

/* Deflate cannot shrink anything further than this, so a file cannot hold more numbers than that. */
#define MOST_SHRUNK 1032

/* A chunk is read whole. */
#define LARGEST_CHUNK ((hsize_t)1 << 28)

static routh_status fail_at(const routh_hdf5_place *place, const char *name, const char *what) {
    return routh_fail(place->source->context, ROUTH_BAD_FORMAT, "%s: %s%s%s %s", place->source->shown, place->path,
                      name ? ": " : "", name ? name : "", what);
}

/* Signatures stand at 0 or at a power of 2 from 512, in MATLAB files at 512. */
static bool is_hdf5(const unsigned char *byte, size_t size) {
    static const unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
    for (size_t at = 0; at + sizeof signature <= size; at = at ? 2 * at : 512)
        if (memcmp(byte + at, signature, sizeof signature) == 0)
            return true;
    return false;
}

/* Bytes as a file that lies in memory. */
static hid_t open_bytes(const routh_io *io) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, (size_t)1 << 16, false);
    void *bytes = (void *)(uintptr_t)io->bytes; /* only read from */
    hid_t file = H5Pset_file_image(access, bytes, io->byte_count) >= 0 ? H5Fopen("memory", H5F_ACC_RDONLY, access) : -1;
    H5Pclose(access);
    return file;
}

static routh_status open_path(routh_source *source, routh_hdf5_place *root, bool *is_right) {
    struct stat what;
    if (stat(source->io.path, &what) != 0)
        return routh_fail(source->context, ROUTH_FILE_ERROR, "%s: cannot read: %s", source->shown, strerror(errno));
    if (!S_ISREG(what.st_mode))
        return routh_fail(source->context, ROUTH_FILE_ERROR, "%s: %s", source->shown,
                          S_ISDIR(what.st_mode) ? "is a directory" : "not a file");
    *is_right = H5Fis_hdf5(source->io.path) > 0;
    root->file_size = (uint64_t)what.st_size;
    root->id = *is_right ? H5Fopen(source->io.path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
    return ROUTH_OK;
}

static routh_status open_stream(routh_source *source, routh_hdf5_place *root, bool *is_right) {
    const routh_status status = source->io.bytes ? ROUTH_OK : routh_source_hold(source, SIZE_MAX);
    if (status != ROUTH_OK)
        return status;
    *is_right = is_hdf5(source->io.bytes, source->io.byte_count);
    root->file_size = source->io.byte_count;
    root->id = *is_right ? open_bytes(&source->io) : -1;
    return ROUTH_OK;
}

routh_status routh_hdf5_open_file(routh_source *source, routh_hdf5_file *file) {
    bool is_right = false;
    *file = (routh_hdf5_file){.root = {.source = source, .id = -1, .path = "/"}, .quiet = routh_hdf5_silence()};
    const routh_status status =
        source->io.path ? open_path(source, &file->root, &is_right) : open_stream(source, &file->root, &is_right);
    if (status != ROUTH_OK || file->root.id >= 0)
        return status;
    return routh_fail(source->context, ROUTH_BAD_FORMAT,
                      is_right ? "%s: a damaged or truncated HDF5 file"
                               : "%s: not an HDF5 file, or one that cannot be read",
                      source->shown);
}

void routh_hdf5_close_file(routh_hdf5_file *file) {
    if (file->root.id >= 0)
        H5Fclose(file->root.id);
    file->root.id = -1;
    routh_hdf5_unsilence(file->quiet);
}

int routh_hdf5_has(const routh_hdf5_place *group, const char *name) {
    H5L_info_t link;
    return H5Lexists(group->id, name, H5P_DEFAULT) > 0 && H5Lget_info(group->id, name, &link, H5P_DEFAULT) >= 0 &&
           link.type == H5L_TYPE_HARD;
}

routh_status routh_hdf5_open(const routh_hdf5_place *group, const char *name, const char *path,
                             routh_hdf5_place *place) {
    *place = *group;
    place->path = path;
    place->id = routh_hdf5_has(group, name) ? H5Oopen(group->id, name, H5P_DEFAULT) : -1;
    return place->id >= 0 ? ROUTH_OK : fail_at(place, NULL, "is missing or damaged");
}

void routh_hdf5_close(routh_hdf5_place *place) {
    if (place->id >= 0)
        H5Oclose(place->id);
    place->id = -1;
}

routh_status routh_hdf5_count(const routh_hdf5_place *group, size_t *count) {
    H5G_info_t info;
    if (H5Gget_info(group->id, &info) < 0)
        return fail_at(group, NULL, "is not a group");
    *count = (size_t)info.nlinks;
    return ROUTH_OK;
}

/* Attributes ------------------------------------------------------------------------------------------*/

/* Opens an attribute that holds one value, and its type; −1 where there is none. */
static hid_t open_attribute(const routh_hdf5_place *place, const char *name, hid_t *type) {
    *type = -1;
    hid_t attribute = H5Aexists(place->id, name) > 0 ? H5Aopen(place->id, name, H5P_DEFAULT) : -1;
    if (attribute < 0)
        return -1;
    hid_t space = H5Aget_space(attribute);
    bool single = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    H5Sclose(space);
    *type = single ? H5Aget_type(attribute) : -1;
    if (*type >= 0)
        return attribute;
    H5Aclose(attribute);
    return -1;
}

static bool is_floating_type(hid_t type) {
    return H5Tequal(type, H5T_IEEE_F64LE) > 0 || H5Tequal(type, H5T_IEEE_F64BE) > 0 ||
           H5Tequal(type, H5T_IEEE_F32LE) > 0 || H5Tequal(type, H5T_IEEE_F32BE) > 0;
}

/* Integer types without padding bits. */
static bool is_whole_type(hid_t type) {
    if (H5Tget_class(type) != H5T_INTEGER)
        return false;
    size_t size = H5Tget_size(type);
    return (size == 1 || size == 2 || size == 4 || size == 8) && H5Tget_precision(type) == 8 * size &&
           H5Tget_offset(type) == 0;
}

static bool is_number_type(hid_t type) {
    return is_floating_type(type) || is_whole_type(type);
}

static bool is_reference_type(hid_t type) {
    return H5Tequal(type, H5T_STD_REF_OBJ) > 0;
}

routh_status routh_hdf5_number(const routh_hdf5_place *place, const char *name, double *value) {
    hid_t type, attribute = open_attribute(place, name, &type);
    bool read = attribute >= 0 && is_number_type(type) && H5Aread(attribute, H5T_NATIVE_DOUBLE, value) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return read ? ROUTH_OK : fail_at(place, name, "is missing, damaged or not a number");
}

routh_status routh_hdf5_whole(const routh_hdf5_place *place, const char *name, long *value) {
    hid_t type, attribute = open_attribute(place, name, &type);
    bool read = attribute >= 0 && is_whole_type(type) && H5Aread(attribute, H5T_NATIVE_LONG, value) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return read ? ROUTH_OK : fail_at(place, name, "is missing, damaged or not a whole number");
}

/* Text of fixed length, as we write it; the buffer has room for LONGEST_TEXT + 1. */
static bool read_fixed_text(hid_t attribute, hid_t type, char *buffer) {
    size_t size = H5Tget_size(type);
    if (size == 0 || size > LONGEST_TEXT || H5Aread(attribute, type, buffer) < 0)
        return false;
    buffer[size] = '\0';
    return true;
}

/* Text of any length, as other programs write it. */
static bool read_variable_text(hid_t attribute, hid_t type, char *buffer) {
    char *text = NULL;
    if (H5Aread(attribute, type, &text) < 0 || !text)
        return false;
    size_t length = strlen(text);
    bool fits = length <= LONGEST_TEXT;
    if (fits)
        memcpy(buffer, text, length + 1);
    H5free_memory(text);
    return fits;
}

routh_status routh_hdf5_text(const routh_hdf5_place *place, const char *name, char *text, size_t size) {
    char buffer[LONGEST_TEXT + 1];
    hid_t type, attribute = open_attribute(place, name, &type);
    bool read = attribute >= 0 && H5Tget_class(type) == H5T_STRING &&
                (H5Tis_variable_str(type) > 0 ? read_variable_text(attribute, type, buffer)
                                              : read_fixed_text(attribute, type, buffer));
    H5Tclose(type);
    H5Aclose(attribute);
    if (!read)
        return fail_at(place, name, "is missing, damaged or not text");
    routh_show_text(text, size, buffer, strlen(buffer));
    return ROUTH_OK;
}

void routh_hdf5_text_or_empty(const routh_hdf5_place *place, const char *name, char *text, size_t size) {
    routh_source silent = *place->source;
    routh_hdf5_place asked = *place;
    silent.context = NULL;
    asked.source = &silent;
    if (routh_hdf5_text(&asked, name, text, size) != ROUTH_OK)
        text[0] = '\0';
}

bool routh_hdf5_has_format(const routh_hdf5_place *place, const char *format) {
    char text[64];
    routh_hdf5_text_or_empty(place, "format", text, sizeof text);
    return strcmp(text, format) == 0;
}

/* Datasets ----------------------------------------------------------------------------------------------*/

static bool are_chunks_small(hid_t properties) {
    hsize_t chunk[H5S_MAX_RANK], items = 1;
    int rank = H5Pget_chunk(properties, H5S_MAX_RANK, chunk);
    for (int j = 0; j < rank; j++) {
        if (chunk[j] == 0 || chunk[j] > LARGEST_CHUNK / sizeof(double) / items)
            return false;
        items *= chunk[j];
    }
    return rank == 1 || rank == 2;
}

/* How many times larger than its bytes in the file a dataset can be. 0: its bytes are not in this file, or its chunks
 * are larger than any that Routh writes. */
static hsize_t growth_of(hid_t dataset) {
    hid_t properties = H5Dget_create_plist(dataset);
    H5D_layout_t layout = H5Pget_layout(properties);
    hsize_t growth = 0;
    if (layout == H5D_COMPACT || (layout == H5D_CONTIGUOUS && H5Pget_external_count(properties) == 0))
        growth = 1;
    else if (layout == H5D_CHUNKED && are_chunks_small(properties))
        growth = H5Pget_nfilters(properties) > 0 ? MOST_SHRUNK : 1;
    H5Pclose(properties);
    return growth;
}

static bool shape_of(hid_t dataset, hsize_t size[2]) {
    hid_t space = H5Dget_space(dataset);
    int rank = H5Sget_simple_extent_ndims(space);
    size[0] = size[1] = 1;
    bool plain = (rank == 1 || rank == 2) && H5Sget_simple_extent_dims(space, size, NULL) == rank;
    H5Sclose(space);
    return plain;
}

routh_status routh_hdf5_shape(const routh_hdf5_place *dataset, size_t *rows, size_t *columns) {
    hsize_t size[2], growth = H5Iget_type(dataset->id) == H5I_DATASET ? growth_of(dataset->id) : 0;
    if (growth == 0 || !shape_of(dataset->id, size))
        return fail_at(dataset, NULL, "is not a plain array of numbers");
    hid_t type = H5Dget_type(dataset->id);
    size_t bytes = H5Tget_size(type);
    H5Tclose(type);
    hsize_t stored = H5Dget_storage_size(dataset->id);
    stored = stored < dataset->file_size ? stored : dataset->file_size;
    if (bytes == 0 || size[0] > (size[1] > 0 ? stored * growth / bytes / size[1] : 0))
        return routh_fail(dataset->source->context, ROUTH_BAD_FORMAT,
                          "%s: %s claims %llu×%llu numbers but has %llu bytes", dataset->source->shown, dataset->path,
                          (unsigned long long)size[0], (unsigned long long)size[1], (unsigned long long)stored);
    *rows = (size_t)size[0];
    *columns = (size_t)size[1];
    return ROUTH_OK;
}

static routh_status read_values(const routh_hdf5_place *dataset, bool (*is_right)(hid_t), hid_t memory, void *value,
                                const char *otherwise) {
    hid_t type = H5Dget_type(dataset->id);
    bool read = type >= 0 && is_right(type) && H5Dread(dataset->id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0;
    H5Tclose(type);
    return read ? ROUTH_OK : fail_at(dataset, NULL, otherwise);
}

routh_status routh_hdf5_numbers(const routh_hdf5_place *dataset, double *value) {
    return read_values(dataset, is_number_type, H5T_NATIVE_DOUBLE, value, "is damaged or holds no numbers");
}

routh_status routh_hdf5_wholes(const routh_hdf5_place *dataset, long *value) {
    return read_values(dataset, is_whole_type, H5T_NATIVE_LONG, value, "is damaged or holds no whole numbers");
}

int routh_hdf5_has_references(const routh_hdf5_place *dataset) {
    hid_t type = H5Dget_type(dataset->id);
    int has = is_reference_type(type);
    H5Tclose(type);
    return has;
}

routh_status routh_hdf5_references(const routh_hdf5_place *dataset, uint64_t *value) {
    _Static_assert(sizeof(hobj_ref_t) == sizeof *value, "a reference is an address");
    return read_values(dataset, is_reference_type, H5T_STD_REF_OBJ, value, "is damaged or holds no references");
}

void routh_hdf5_follow(const routh_hdf5_place *dataset, uint64_t reference, routh_hdf5_place *place) {
    *place = *dataset;
    place->id = H5Rdereference2(dataset->id, H5P_DEFAULT, H5R_OBJECT, &reference);
}
