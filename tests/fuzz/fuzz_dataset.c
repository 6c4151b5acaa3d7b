/* Datasets that are sound HDF5 but not what docs/dataset.md promises: the input says which parts of a good dataset to
 * remove or replace, and by what. Bytes of HDF5 itself are not fuzzed: that library does not survive it. A libFuzzer
 * target; seeds lie in corpus_dataset.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <hdf5.h>

#include "recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct choices {
    const uint8_t *byte;
    size_t left;
} choices;

static unsigned choose(choices *from, unsigned count) {
    if (from->left == 0)
        return 0;
    --from->left;
    return *from->byte++ % count;
}

static void choose_bytes(choices *from, void *target, size_t size) {
    size_t taken = size < from->left ? size : from->left;
    memset(target, 0, size);
    memcpy(target, from->byte, taken);
    from->byte += taken;
    from->left -= taken;
}

/* Places and what they hold, attributes first. */
static const struct {
    const char *place, *attribute;
} attributes[] = {
    {"/", "format"},
    {"/", "version"},
    {"/", "name"},
    {"/", "source"},
    {"/", "rate"},
    {"/", "gravity"},
    {"/", "gap"},
    {"/", "height_offset"},
    {"/", "frame"},
    {"/", "frame_decided"},
    {"/", "frame_why"},
    {"/body", "mass"},
    {"/body", "inertia"},
    {"/body", "shape"},
    {"/impacts/reasons", "names"},
    {"/trajectories/0", "name"},
    {"/trajectories/0", "columns"},
};
static const char *const links[] = {"/impacts",       "/impacts/x",          "/impacts/rx",      "/impacts/vy_after",
                                    "/impacts/time",  "/impacts/trajectory", "/impacts/reasons", "/body",
                                    "/body/vertices", "/trajectories",       "/trajectories/0",  "/trajectories/1",
                                    "/impacts/torque"};

enum { ATTRIBUTES = sizeof attributes / sizeof attributes[0], LINKS = sizeof links / sizeof links[0] };

static hid_t choose_type(choices *from) {
    const hid_t types[] = {H5T_IEEE_F64LE, H5T_IEEE_F32BE, H5T_STD_I64LE, H5T_STD_U8BE,
                           H5T_STD_U32LE,  H5T_STD_I16LE,  H5T_STD_B32LE, H5T_STD_REF_OBJ};
    return types[choose(from, sizeof types / sizeof types[0])];
}

static void replace_number(choices *from, hid_t place, const char *name) {
    uint8_t value[8];
    hid_t type = choose_type(from), space = H5Screate(H5S_SCALAR);
    choose_bytes(from, value, H5Tget_size(type));
    hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, value);
    H5Aclose(attribute);
    H5Sclose(space);
}

static void replace_text(choices *from, hid_t place, const char *name) {
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

static void change_attribute(choices *from, hid_t file) {
    unsigned which = choose(from, ATTRIBUTES), how = choose(from, 3);
    hid_t place = H5Oopen(file, attributes[which].place, H5P_DEFAULT);
    H5Adelete(place, attributes[which].attribute);
    if (how == 1)
        replace_number(from, place, attributes[which].attribute);
    else if (how == 2)
        replace_text(from, place, attributes[which].attribute);
    H5Oclose(place);
}

/* An array of up to 12 × 8 values in any layout; a claim of more has no values. */
static void replace_array(choices *from, hid_t file, const char *name) {
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

static void change_link(choices *from, hid_t file) {
    const char *name = links[choose(from, LINKS)];
    H5Ldelete(file, name, H5P_DEFAULT);
    switch (choose(from, 5)) {
    case 1:
        H5Lcreate_soft("/body", file, name, H5P_DEFAULT, H5P_DEFAULT);
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

/* Two impacts and one trajectory of a square. */
static void write_good(const char *path) {
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
    demand(routh_dataset_write(NULL, &dataset, routh_io_path(path)) == ROUTH_OK, "a good dataset can be written");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    choices from = {data, size};
    const char *path = fuzz_file();
    write_good(path);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    demand(file >= 0, "a good dataset can be opened");
    while (from.left > 0) {
        if (choose(&from, 2) == 0)
            change_attribute(&from, file);
        else
            change_link(&from, file);
    }
    demand(H5Fclose(file) >= 0, "the changes are written");
    read_fuzz_file();
    return 0;
}
