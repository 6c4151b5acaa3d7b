/* A file or a text, line by line. A file's unread part lies in one buffer, which grows up to the longest legal line and a
 * chunk more, so that whatever the file holds, memory is bounded, and a small file takes little of it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <routh/file.h>

#include "base/context.h"

#define CHUNK ((size_t)1 << 14)

/* Room for a chunk behind the text, which is at most the longest line. */
static bool make_room(routh_lines *lines) {
    if (lines->text != lines->buffer && lines->length > 0)
        memmove(lines->buffer, lines->text, lines->length);
    lines->text = lines->buffer;
    if (lines->length + CHUNK <= lines->room)
        return true;
    const size_t room = 2 * lines->length + CHUNK;
    char *larger = routh_resize(lines->source->context, lines->buffer, room, 1);
    if (!larger)
        return false;
    lines->buffer = larger;
    lines->text = larger;
    lines->room = room;
    return true;
}

/* Adds a chunk of the file to the text. */
static routh_line_kind read_chunk(routh_lines *lines) {
    if (!make_room(lines))
        return ROUTH_LINE_NO_MEMORY;
    errno = 0;
    size_t count = fread(lines->buffer + lines->length, 1, CHUNK, lines->file);
    lines->length += count;
    lines->finished = count < CHUNK;
    return ferror(lines->file) ? ROUTH_LINE_FAILED : ROUTH_LINE_READ;
}

routh_status routh_lines_create(routh_source *source, routh_lines *lines) {
    *lines = (routh_lines){.source = source};
    if (source->io.bytes) {
        lines->text = source->io.bytes;
        lines->length = source->io.byte_count;
        lines->finished = true;
        lines->size = lines->length;
        return routh_source_refuse_wide(source, lines->text, lines->length);
    }
    const routh_status status = routh_source_open(source, &lines->file);
    if (status != ROUTH_OK)
        return status;
    struct stat what;
    if (fstat(fileno(lines->file), &what) == 0 && S_ISREG(what.st_mode) && what.st_size > 0)
        lines->size = (size_t)what.st_size;
    const routh_line_kind kind = read_chunk(lines);
    if (kind == ROUTH_LINE_NO_MEMORY)
        return ROUTH_OUT_OF_MEMORY;
    if (kind == ROUTH_LINE_FAILED)
        lines->failed = errno ? errno : EIO;
    return routh_source_refuse_wide(source, lines->text, lines->length);
}

void routh_lines_release(routh_lines *lines) {
    routh_release(lines->source->context, lines->buffer);
    routh_source_close(lines->source, lines->file);
    *lines = (routh_lines){0};
}

/* Hands out `length` bytes and passes over `taken` of them, the line's end included. */
static void hand_out(routh_lines *lines, size_t length, size_t taken, const char **line, size_t *line_length) {
    static const char mark[] = {'\xEF', '\xBB', '\xBF'};
    const char *text = lines->text;
    lines->text += taken;
    lines->length -= taken;
    lines->passed += taken;
    if (++lines->number == 1 && length >= sizeof mark && memcmp(text, mark, sizeof mark) == 0) {
        text += sizeof mark;
        length -= sizeof mark;
    }
    if (length > 0 && text[length - 1] == '\r')
        --length;
    *line = text;
    *line_length = length;
}

routh_line_kind routh_next_line(routh_lines *lines, const char **line, size_t *length) {
    if (lines->failed) {
        errno = lines->failed;
        return ROUTH_LINE_FAILED;
    }
    for (size_t searched = 0;;) {
        /* one byte more than a line may have: there its end must be */
        size_t window = lines->length <= ROUTH_CSV_LINE_LIMIT ? lines->length : ROUTH_CSV_LINE_LIMIT + 1;
        const char *end = window > searched ? memchr(lines->text + searched, '\n', window - searched) : NULL;
        if (end) {
            size_t found = (size_t)(end - lines->text);
            hand_out(lines, found, found + 1, line, length);
            return ROUTH_LINE_READ;
        }
        if (window > ROUTH_CSV_LINE_LIMIT) {
            lines->number++;
            return ROUTH_LINE_TOO_LONG;
        }
        if (lines->finished) {
            if (lines->length == 0)
                return ROUTH_LINE_NONE;
            hand_out(lines, lines->length, lines->length, line, length);
            return ROUTH_LINE_READ;
        }
        searched = window;
        const routh_line_kind kind = read_chunk(lines);
        if (kind != ROUTH_LINE_READ)
            return kind;
    }
}

routh_status routh_line_read(routh_lines *lines, const char *what, const char **line, size_t *length) {
    const routh_source *source = lines->source;
    const routh_line_kind kind = routh_next_line(lines, line, length);
    if (kind == ROUTH_LINE_TOO_LONG)
        return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                             &(routh_place){.file = source->shown, .line = lines->number},
                             " is longer than 1 MiB: not %s", what);
    if (kind == ROUTH_LINE_FAILED) {
        const char *reason = errno ? strerror(errno) : "unknown reason";
        return routh_fail_at(source->context, ROUTH_FILE_ERROR,
                             &(routh_place){.file = source->shown, .line = lines->number, .said = true},
                             "reading failed after line %zu: %s", lines->number, reason);
    }
    if (kind == ROUTH_LINE_NONE)
        *line = NULL;
    return kind == ROUTH_LINE_NO_MEMORY ? ROUTH_OUT_OF_MEMORY : ROUTH_OK;
}
