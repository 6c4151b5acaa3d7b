/* Where bytes come from or go to.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/file.h>

#include "base/context.h"

routh_io routh_io_path(const char *path) {
    return (routh_io){.path = path};
}

routh_io routh_io_file(FILE *file, const char *name) {
    return (routh_io){.file = file, .name = name};
}

routh_io routh_io_memory(const void *bytes, size_t byte_count, const char *name) {
    return (routh_io){.bytes = bytes || byte_count > 0 ? bytes : "", .byte_count = byte_count, .name = name};
}

routh_io routh_io_buffer(routh_buffer *buffer, const char *name) {
    return (routh_io){.buffer = buffer, .name = name};
}

void routh_buffer_release(routh_context *context, routh_buffer *buffer) {
    routh_release(context, buffer->byte);
    *buffer = (routh_buffer){0};
}
