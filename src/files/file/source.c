/* Something to read: a file, a stream or memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/source.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include <routh/file.h>

#include "base/context.h"

bool routh_name_ends(const char *name, const char *ending) {
    const size_t length = name ? strlen(name) : 0, tail = strlen(ending);
    return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

/* Where a stream of a file stands. */
static long start_of(FILE *stream) {
    struct stat what;
    return fstat(fileno(stream), &what) == 0 && S_ISREG(what.st_mode) ? ftell(stream) : -1;
}

routh_status routh_source_create(routh_context *context, routh_io from, routh_source *source) {
    *source = (routh_source){.context = context, .io = from, .name = from.name};
    if ((from.path != NULL) + (from.file != NULL) + (from.bytes != NULL) != 1 || from.buffer)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "reading needs exactly one of a path, a file and bytes");
    if (from.path && strcmp(from.path, "-") == 0) {
        source->io = routh_io_file(stdin, from.name);
        source->name = from.name ? from.name : "standard input";
    } else if (!from.name) {
        source->name = from.path ? from.path : from.file ? "the stream" : "the text";
    }
    source->io.name = source->name;
    source->start = source->io.file ? start_of(source->io.file) : -1;
    routh_show_source(source->shown, sizeof source->shown, source->name);
    return ROUTH_OK;
}

void routh_source_release(routh_source *source) {
    routh_release(source->context, source->held);
    source->held = NULL;
    if (source->own)
        fclose(source->own);
    source->own = NULL;
}

static routh_status fail_to_read(const routh_source *source, int reason) {
    return routh_fail_in(source->context, ROUTH_FILE_ERROR, source->shown, "cannot read: %s",
                         reason ? strerror(reason) : "unknown reason");
}

routh_status routh_source_open(routh_source *source, FILE **stream) {
    struct stat what;
    *stream = source->io.file ? source->io.file : fopen(source->io.path, "rb");
    if (!*stream || (source->start >= 0 && fseek(*stream, source->start, SEEK_SET) != 0))
        return fail_to_read(source, errno);
    if (source->io.file || fstat(fileno(*stream), &what) != 0 || !S_ISDIR(what.st_mode))
        return ROUTH_OK;
    routh_source_close(source, *stream);
    *stream = NULL;
    return routh_fail_in(source->context, ROUTH_FILE_ERROR, source->shown, "is a directory");
}

/* The caller's stream of a file is left where it was: whoever was given it may have looked at no more than its beginning. */
void routh_source_close(const routh_source *source, FILE *stream) {
    if (stream && !source->io.file)
        fclose(stream);
    else if (stream && source->start >= 0)
        fseek(stream, source->start, SEEK_SET);
}

/* Room for `size` bytes and a 0. */
static routh_status make_room(routh_source *source, size_t size) {
    char *larger = routh_resize(source->context, source->held, size + 1, 1);
    if (!larger)
        return ROUTH_OUT_OF_MEMORY;
    source->held = larger;
    return ROUTH_OK;
}

static routh_status read_stream(routh_source *source, FILE *stream, size_t most, size_t *count) {
    struct stat what;
    bool fits = fstat(fileno(stream), &what) != 0 || !S_ISREG(what.st_mode) || (uintmax_t)what.st_size <= most;
    for (size_t room = (size_t)1 << 13;; room *= 2) {
        ROUTH_TRY(fits ? make_room(source, room) : ROUTH_OK);
        errno = 0;
        *count += fits ? fread(source->held + *count, 1, room - *count, stream) : 0;
        if (ferror(stream))
            return fail_to_read(source, errno);
        if (!fits || *count > most)
            return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "has more than %zu bytes", most);
        if (*count < room)
            return ROUTH_OK;
    }
}

routh_status routh_source_hold(routh_source *source, size_t most) {
    return source->io.bytes ? ROUTH_OK : routh_source_hold_text(source, most);
}

routh_status routh_source_hold_text(routh_source *source, size_t most) {
    if (source->held)
        return ROUTH_OK;
    size_t count = source->io.bytes ? source->io.byte_count : 0;
    routh_status status;
    if (source->io.bytes) {
        status = make_room(source, count);
        if (status == ROUTH_OK)
            memcpy(source->held, source->io.bytes, count);
    } else {
        FILE *stream;
        status = routh_source_open(source, &stream);
        if (status == ROUTH_OK)
            status = read_stream(source, stream, most, &count);
        routh_source_close(source, stream);
    }
    if (status != ROUTH_OK) { /* half a file must not pass for one that is held */
        routh_source_release(source);
        return status;
    }
    source->held[count] = '\0';
    source->io = routh_io_memory(source->held, count, source->name);
    return ROUTH_OK;
}

bool routh_source_repeats(const routh_source *source) {
    struct stat what;
    return source->io.bytes || source->start >= 0 ||
           (source->io.path && stat(source->io.path, &what) == 0 && S_ISREG(what.st_mode));
}

routh_status routh_source_settle(routh_source *source) {
    if (source->io.file)
        return source->start < 0 ? routh_source_hold(source, SIZE_MAX) : ROUTH_OK;
    if (!source->io.path || !routh_source_repeats(source))
        return ROUTH_OK;
    ROUTH_TRY(routh_source_open(source, &source->own));
    source->io = routh_io_file(source->own, source->name);
    source->start = 0;
    return ROUTH_OK;
}

/* With a byte-order mark, or two plain letters with three 0 before or after each. */
static bool is_utf32(const unsigned char *byte, size_t count) {
    if (count < 8)
        return count >= 4 && (memcmp(byte, "\xFF\xFE\0\0", 4) == 0 || memcmp(byte, "\0\0\xFE\xFF", 4) == 0);
    const size_t first = byte[0] == 0 ? 3 : 0; /* the byte of four that is not 0 */
    size_t zeros = 0;
    for (size_t i = 0; i < 8; i++)
        zeros += byte[i] == 0;
    return is_utf32(byte, 4) ||
           (zeros == 6 && byte[first] && byte[first] < 128 && byte[4 + first] && byte[4 + first] < 128);
}

/* With a byte-order mark, or plain letters with a 0 before or after each. */
static bool is_utf16(const unsigned char *byte, size_t count) {
    if (count >= 2 && ((byte[0] == 0xFF && byte[1] == 0xFE) || (byte[0] == 0xFE && byte[1] == 0xFF)))
        return true;
    if (count < 4)
        return false;
    const int first = byte[0] == 0; /* the byte of a pair that is not 0 */
    return byte[first] && byte[2 + first] && byte[first] < 128 && byte[2 + first] < 128 && !byte[1 - first] &&
           !byte[3 - first];
}

routh_status routh_source_refuse_wide(const routh_source *source, const void *bytes, size_t count) {
    const int bits = is_utf32(bytes, count) ? 32 : is_utf16(bytes, count) ? 16 : 8;
    return bits == 8 ? ROUTH_OK
                     : routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                                     "is text in UTF-%d; save it as UTF-8", bits);
}

routh_status routh_source_begin(routh_source *source, unsigned char *byte, size_t size, size_t *count) {
    if (source->io.bytes) {
        *count = source->io.byte_count < size ? source->io.byte_count : size;
        memcpy(byte, source->io.bytes, *count);
        return ROUTH_OK;
    }
    FILE *stream;
    ROUTH_TRY(routh_source_open(source, &stream));
    errno = 0;
    *count = fread(byte, 1, size, stream);
    const routh_status status = ferror(stream) ? fail_to_read(source, errno) : ROUTH_OK;
    routh_source_close(source, stream);
    return status;
}

bool routh_source_is_folder(const routh_source *source) {
    struct stat what;
    return source->io.path && stat(source->io.path, &what) == 0 && S_ISDIR(what.st_mode);
}

/* Where bytes come from or go to. */

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
