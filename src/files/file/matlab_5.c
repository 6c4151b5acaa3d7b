/* MATLAB 5 data elements: a tag with type and size, then bytes, some of which are elements again. Every size is checked
 * against the available bytes, since the format guarantees nothing. Types and layout after "MAT-File Format", The
 * MathWorks.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/matlab.h"

#include <string.h>

#include <zlib.h>

#include "file/deflate.h"

/* Types of elements. */
enum {
    INT8 = 1,
    UINT8 = 2,
    INT16 = 3,
    UINT16 = 4,
    INT32 = 5,
    UINT32 = 6,
    SINGLE = 7,
    DOUBLE = 9,
    INT64 = 12,
    UINT64 = 13,
    MATRIX = 14,
    COMPRESSED = 15,
    UTF16 = 17
};

/* Classes of arrays; numeric ones are double to uint64. */
enum { STRUCT_CLASS = 2, CHAR_CLASS = 4, FIRST_NUMERIC = 6, LAST_NUMERIC = 15, OPAQUE_CLASS = 17 };

enum { HEADER = 128, ORDER_MARK = 126, TAG = 8, COMPLEX_FLAG = 0x800 };

typedef struct element {
    uint32_t type;
    routh_matlab_bytes content;
} element;

static routh_status fail_damaged(const routh_source *source, const char *what) {
    return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "a damaged or truncated MATLAB file: %s",
                         what);
}

static uint32_t word_at(const routh_matlab_bytes *bytes, size_t at) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4; i++)
        word = word << 8 | bytes->byte[at + (bytes->big ? i : 3 - i)];
    return word;
}

static void skip(routh_matlab_bytes *bytes, size_t count) {
    bytes->byte += count;
    bytes->size -= count;
}

/* The next element, and steps over it; false when there is none or it is longer than what is left. An element of up to
 * four bytes shares the tag: size and type in the first word, the content in the second. Others are padded to a multiple
 * of eight, save compressed ones. */
static bool next(routh_matlab_bytes *bytes, element *found) {
    if (bytes->size < TAG)
        return false;
    const uint32_t first = word_at(bytes, 0);
    found->content = *bytes;
    if (first >> 16) {
        found->type = first & 0xFFFF;
        found->content.byte += 4;
        found->content.size = first >> 16;
        skip(bytes, TAG);
        return found->content.size <= 4;
    }
    const size_t size = word_at(bytes, 4);
    if (size > bytes->size - TAG)
        return false;
    found->type = first;
    found->content.byte += TAG;
    found->content.size = size;
    skip(bytes, TAG + size);
    const size_t padding = found->type == COMPRESSED ? 0 : (8 - size % 8) % 8;
    skip(bytes, padding < bytes->size ? padding : bytes->size);
    return true;
}

/* Arrays ------------------------------------------------------------------------------------------------*/

/* Sizes of up to four dimensions. */
static bool take_sizes(const element *sizes, routh_matlab_value *value) {
    const size_t rank = sizes->content.size / 4;
    if (sizes->type != INT32 || sizes->content.size % 4 != 0 || rank < 2 || rank > ROUTH_MATLAB_RANK)
        return false;
    value->rank = (unsigned)rank;
    for (size_t k = 0; k < rank; k++) {
        value->size[k] = word_at(&sizes->content, 4 * k);
        if (value->size[k] > INT32_MAX)
            return false;
    }
    return true;
}

/* How many there are; false if that is more than `most`. */
static bool count_values(routh_matlab_value *value, size_t most) {
    value->count = 1;
    for (unsigned k = 0; k < value->rank; k++)
        value->count *= value->size[k] > 0;
    for (unsigned k = 0; k < value->rank && value->count > 0; k++) {
        if (value->count > most / value->size[k])
            return false;
        value->count *= value->size[k];
    }
    return true;
}

static bool take_numbers(const element *numbers, routh_matlab_value *value) {
    static const unsigned char size[] = {[INT8] = 1,   [UINT8] = 1,  [INT16] = 2,  [UINT16] = 2, [INT32] = 4,
                                         [UINT32] = 4, [SINGLE] = 4, [DOUBLE] = 8, [INT64] = 8,  [UINT64] = 8};
    const uint32_t type = numbers->type;
    if (type >= sizeof size || size[type] == 0)
        return false;
    value->type = (routh_hdf5_type){.kind = type == SINGLE || type == DOUBLE ? ROUTH_HDF5_FLOATING : ROUTH_HDF5_WHOLE,
                                    .size = size[type],
                                    .big = numbers->content.big,
                                    .is_signed = type == INT8 || type == INT16 || type == INT32 || type == INT64};
    value->content = numbers->content;
    return count_values(value, value->content.size / value->type.size);
}

/* Letters are of one byte each or, in UTF-16, of two. */
static bool take_letters(const element *letters, routh_matlab_value *value) {
    value->type.size = letters->type == UINT16 || letters->type == UTF16 ? 2 : 1;
    value->content = letters->content;
    value->count = letters->content.size / value->type.size;
    return true;
}

void routh_matlab_5_look(routh_matlab_value *value) {
    routh_matlab_bytes rest = value->file->whole;
    element whole, flags, sizes, name, values;
    skip(&rest, (size_t)value->at);
    if (!next(&rest, &whole) || whole.type != MATRIX)
        return;
    rest = whole.content;
    if (!next(&rest, &flags) || flags.type != UINT32 || flags.content.size != 8)
        return;
    const uint32_t word = word_at(&flags.content, 0), class = word & 0xFF;
    const bool is_numeric = class >= FIRST_NUMERIC && class <= LAST_NUMERIC;
    if ((class != OPAQUE_CLASS && (!next(&rest, &sizes) || !take_sizes(&sizes, value))) || !next(&rest, &name) ||
        name.type != INT8)
        return;
    if (!value->name[0])
        routh_show_text(value->name, sizeof value->name, (const char *)name.content.byte, name.content.size);
    value->content = rest;
    if (class == OPAQUE_CLASS || word & COMPLEX_FLAG)
        value->fault = class == OPAQUE_CLASS ? ROUTH_MATLAB_TABLE_WORDS : "holds complex numbers";
    else if (class == STRUCT_CLASS)
        value->kind = ROUTH_MATLAB_STRUCT;
    else if (is_numeric && next(&rest, &values) && take_numbers(&values, value))
        value->kind = ROUTH_MATLAB_NUMBERS;
    else if (class == CHAR_CLASS && next(&rest, &values) && take_letters(&values, value))
        value->kind = ROUTH_MATLAB_LETTERS;
}

void routh_matlab_5_text(const routh_matlab_value *value, char *text, size_t size) {
    const size_t wide = value->type.size;
    char letters[ROUTH_LABEL_SIZE];
    size_t length = 0;
    for (size_t i = wide == 2 && value->content.big; i < value->content.size && length < sizeof letters; i += wide)
        letters[length++] = (char)value->content.byte[i];
    if (length > 0)
        routh_show_text(text, size, letters, length);
}

/* Names of the fields, then fields of the first element, then of the others. */
routh_status routh_matlab_5_fields(const routh_matlab_value *value, routh_matlab_struct *opened) {
    const routh_source *source = value->file->source;
    routh_matlab_value counted = *value;
    routh_matlab_bytes rest = value->content;
    element width, names, field;
    opened->width = next(&rest, &width) && width.content.size == 4 ? word_at(&width.content, 0) : 0;
    if (opened->width == 0 || !next(&rest, &names) || names.content.size % opened->width != 0)
        return fail_damaged(source, "a struct has a damaged list of fields");
    opened->fields = names.content.size / opened->width;
    opened->name = (const char *)names.content.byte;
    const size_t most = rest.size / TAG; /* each has a tag at least */
    if (!count_values(&counted, opened->fields > 0 ? most / opened->fields : most))
        return fail_damaged(source, "a struct has a damaged list of fields");
    opened->rows = (size_t)value->size[0];
    opened->columns = opened->rows > 0 ? (size_t)counted.count / opened->rows : (size_t)value->size[1];
    const size_t count = opened->fields * (size_t)counted.count;
    opened->at = routh_allocate(source->context, count, sizeof *opened->at);
    if (!opened->at)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        opened->at[i] = (uint64_t)(rest.byte - value->file->whole.byte);
        if (!next(&rest, &field))
            return fail_damaged(source, "a field of a struct is missing");
    }
    return ROUTH_OK;
}

/* Variables ---------------------------------------------------------------------------------------------*/

/* Inflates into exactly `size` bytes: the first ones or, `to_the_end`, all; ROUTH_BAD_FORMAT for anything else. */
static routh_status inflate_to(const routh_matlab_bytes *packed, unsigned char *byte, size_t size, bool to_the_end) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed->byte, .avail_in = (uInt)packed->size};
    if (inflateInit(&stream) != Z_OK)
        return ROUTH_OUT_OF_MEMORY;
    stream.next_out = byte;
    stream.avail_out = (uInt)size;
    const int answer = inflate(&stream, to_the_end ? Z_FINISH : Z_SYNC_FLUSH);
    const bool complete = stream.avail_out == 0 && (to_the_end ? answer == Z_STREAM_END : answer >= Z_OK);
    inflateEnd(&stream);
    return complete ? ROUTH_OK : answer == Z_MEM_ERROR ? ROUTH_OUT_OF_MEMORY : ROUTH_BAD_FORMAT;
}

/* The block of a compressed variable, without a message. *fault: what is wrong if the format is, after "a variable". */
static routh_status unpack(routh_matlab_file *file, const routh_matlab_bytes *packed, const char **fault) {
    static const char damaged[] = "cannot be uncompressed: the file is damaged or truncated";
    unsigned char tag[TAG];
    routh_matlab_bytes bytes = {.byte = tag, .size = TAG, .big = packed->big};
    routh_status status = inflate_to(packed, tag, TAG, false);
    *fault = damaged;
    if (status != ROUTH_OK)
        return status;
    const uint64_t size = (uint64_t)word_at(&bytes, 4) + TAG;
    *fault = "claims more than it can hold: the file is damaged or truncated";
    if (size > UINT32_MAX || size / ROUTH_MOST_SHRUNK > packed->size)
        return ROUTH_BAD_FORMAT;
    *fault = ROUTH_UNPACKED_WORDS;
    if (size > file->room)
        return ROUTH_BAD_FORMAT;
    file->room -= size;
    file->block = routh_allocate(file->source->context, (size_t)size, 1);
    if (!file->block)
        return ROUTH_OUT_OF_MEMORY;
    file->whole = (routh_matlab_bytes){.byte = file->block, .size = (size_t)size, .big = packed->big};
    *fault = damaged;
    return inflate_to(packed, file->block, (size_t)size, true);
}

/* The bytes from a place in the file on. */
static routh_matlab_bytes bytes_from(const routh_source *source, uint64_t place) {
    const unsigned char *byte = source->io.bytes;
    return (routh_matlab_bytes){.byte = byte + place,
                                .size = source->io.byte_count - (size_t)place,
                                .big = memcmp(byte + ORDER_MARK, "MI", 2) == 0};
}

routh_status routh_matlab_5_variable(routh_matlab_file *file, uint64_t place, uint64_t *after) {
    routh_source *source = file->source;
    routh_matlab_bytes rest = bytes_from(source, place);
    element found;
    const char *fault;
    routh_release(source->context, file->block);
    file->block = NULL;
    file->variable = place;
    file->whole = bytes_from(source, 0);
    if (!next(&rest, &found))
        return fail_damaged(source, "a variable is longer than the file");
    *after = source->io.byte_count - rest.size;
    if (found.type != COMPRESSED)
        return ROUTH_OK;
    const routh_status status = unpack(file, &found.content, &fault);
    if (status == ROUTH_BAD_FORMAT)
        return routh_fail_in(source->context, status, source->shown, "MATLAB file: a variable %s", fault);
    return status == ROUTH_OK ? status
                              : routh_fail_in(source->context, status, source->shown, "no memory to uncompress it");
}

routh_status routh_matlab_5_begin(routh_matlab_file *file) {
    if (file->source->io.byte_count <= HEADER)
        return fail_damaged(file->source, "nothing after the header");
    file->next = HEADER;
    file->room = routh_unpacked_room(file->source->io.byte_count);
    return ROUTH_OK;
}
