/* Any bytes through the readers of outlines, CSV, SVG and DXF, and of shapes in space: what is read is a legal shape with
 * numbers to compute with. A libFuzzer target; seeds lie in corpus_outline. The first byte chooses the format.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "demand.h"
#include <routh/drawing.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_plane(const uint8_t *data, size_t size, const char *name, double unit, bool hull) {
    routh_context context = routh_context_default();
    routh_shape_options options = routh_shape_options_default();
    routh_shape shape;
    options.unit = unit;
    options.hull = hull;
    const routh_status status = routh_shape_read(&context, routh_io_memory(data, size, name), &options, &shape);
    check_message(&context, status, name);
    if (status != ROUTH_OK)
        return;
    demand(routh_shape_check(NULL, &shape) == ROUTH_OK, "a shape is legal");
    demand(isfinite(routh_shape_radius(&shape)) && isfinite(routh_shape_gyration_squared(&shape)),
           "and of finite size");
}

static void read_space(const uint8_t *data, size_t size, const char *name, bool hull) {
    routh_context context = routh_context_default();
    routh_shape3_options options = routh_shape3_options_default();
    routh_shape3 shape;
    options.hull = hull;
    options.unit = 1;
    const routh_status status = routh_shape3_read(&context, routh_io_memory(data, size, name), &options, &shape);
    check_message(&context, status, name);
    if (status == ROUTH_OK) {
        demand(shape.count >= 4 && shape.face_count >= 4, "it is a body");
        demand(shape.thickness > 0 && shape.volume > 0 && isfinite(shape.gyration[0][0]),
               "with numbers to compute with");
    }
    routh_shape3_release(NULL, &shape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    switch (data[0]) {
    case 'c':
        read_plane(data + 1, size - 1, "fuzz.csv", 0, false);
        break;
    case 'd':
        read_plane(data + 1, size - 1, "fuzz.dxf", 1e-3, false);
        break;
    case 'h':
        read_plane(data + 1, size - 1, "fuzz", 1e-3, true);
        break;
    case 'o':
        read_space(data + 1, size - 1, "fuzz.obj", false);
        break;
    case 'p':
        read_space(data + 1, size - 1, "fuzz.obj", true);
        break;
    default:
        read_plane(data + 1, size - 1, "fuzz.svg", 0, false);
    }
    return 0;
}
