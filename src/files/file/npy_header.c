/* The header of a NumPy array.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/channel_arrays.h"

#include <string.h>

static const char damaged[] = "has a damaged NumPy header";

/* Text that is still to be read. */
typedef struct literal {
    const char *at, *end;
} literal;

static void skip_blanks(literal *text) {
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\n' || *text->at == '\t'))
        text->at++;
}

/* Is this letter next? Goes past it. */
static bool take_letter(literal *text, char letter) {
    skip_blanks(text);
    if (text->at == text->end || *text->at != letter)
        return false;
    text->at++;
    return true;
}

static bool take_string(literal *text, const char **string, size_t *length) {
    skip_blanks(text);
    if (text->at == text->end || (*text->at != '\'' && *text->at != '"'))
        return false;
    const char quote = *text->at++;
    *string = text->at;
    while (text->at < text->end && *text->at != quote)
        text->at += *text->at == '\\' && text->end - text->at > 1 ? 2 : 1;
    *length = (size_t)(text->at - *string);
    return take_letter(text, quote);
}

static bool take_word(literal *text, const char *word) {
    skip_blanks(text);
    if ((size_t)(text->end - text->at) < strlen(word) || memcmp(text->at, word, strlen(word)) != 0)
        return false;
    text->at += strlen(word);
    return true;
}

static bool take_whole(literal *text, uint64_t *number) {
    skip_blanks(text);
    const char *begin = text->at;
    for (*number = 0; text->at < text->end && *text->at >= '0' && *text->at <= '9'; text->at++) {
        if (*number > UINT64_MAX / 16)
            return false;
        *number = 10 * *number + (uint64_t)(*text->at - '0');
    }
    const bool any = text->at > begin;
    take_letter(text, 'L'); /* Python 2 */
    return any;
}

/* "(3, 4)", "(3,)", "()" or "3"; more than `most` numbers are a fault. */
static const char *take_shape(literal *text, unsigned most, unsigned *rank, uint64_t *size) {
    *rank = 0;
    if (!take_letter(text, '(')) {
        *rank = 1;
        return take_whole(text, size) ? NULL : damaged;
    }
    while (!take_letter(text, ')')) {
        if (*rank == most)
            return "has more dimensions than a recording";
        if (!take_whole(text, &size[(*rank)++]))
            return damaged;
        if (!take_letter(text, ',') && (text->at == text->end || *text->at != ')'))
            return damaged;
    }
    return NULL;
}

/* "<f8": order, kind, bytes. Types other than plain numbers only have a size. */
static const char *type_of(const char *string, size_t length, routh_hdf5_type *type) {
    literal text = {string, string + length};
    uint64_t size = 0;
    *type = (routh_hdf5_type){.kind = ROUTH_HDF5_OTHER};
    if (length > 0 && strchr("<>|=", *string)) {
        type->big = *string == '>';
        text.at++;
    }
    if (text.at == text.end)
        return damaged;
    const char kind = *text.at++;
    if (kind == 'O')
        return "holds Python objects, which are a pickle; save plain arrays of numbers";
    if (!take_whole(&text, &size) || size > UINT32_MAX / 4)
        return damaged;
    type->size = (size_t)(kind == 'U' ? 4 * size : size);
    const bool whole = size == 1 || size == 2 || size == 4 || size == 8;
    if (kind == 'f' && (size == 4 || size == 8))
        type->kind = ROUTH_HDF5_FLOATING;
    else if ((kind == 'i' || kind == 'u' || kind == 'b') && whole)
        type->kind = ROUTH_HDF5_WHOLE;
    type->is_signed = kind == 'i';
    return NULL;
}

/* ('x', '<f8'), ('q', '<f8', (4,)) or (('title', 'x'), '<f8'). Fields without a name fill gaps. */
static const char *take_field(literal *text, routh_npy *npy) {
    routh_npy_field field = {.offset = npy->item_size};
    const char *string;
    size_t length;
    if (!take_letter(text, '('))
        return damaged;
    const bool titled = take_letter(text, '(');
    if (titled && (!take_string(text, &string, &length) || !take_letter(text, ',')))
        return damaged;
    if (!take_string(text, &field.name, &field.name_length) || (titled && !take_letter(text, ')')) ||
        !take_letter(text, ','))
        return damaged;
    if (!take_string(text, &string, &length))
        return "has fields within fields; save each as an array";
    const char *fault = type_of(string, length, &field.type);
    if (!fault && take_letter(text, ',') && text->at < text->end && *text->at != ')')
        fault = take_shape(text, ROUTH_NPY_FIELD_RANK, &field.rank, field.size);
    if (fault)
        return fault;
    uint64_t bytes = field.type.size;
    for (unsigned k = 0; k < field.rank; k++) {
        if (field.size[k] > UINT32_MAX || bytes * field.size[k] > UINT32_MAX)
            return "has elements of 4 GiB or more";
        bytes *= field.size[k];
    }
    npy->item_size += (size_t)bytes;
    if (npy->item_size > UINT32_MAX)
        return "has elements of 4 GiB or more";
    if (field.name_length > 0 && npy->fields == ROUTH_NPY_FIELDS)
        return "has more than 256 fields";
    if (field.name_length > 0)
        npy->field[npy->fields++] = field;
    return take_letter(text, ')') ? NULL : damaged;
}

static const char *take_type(literal *text, routh_npy *npy) {
    const char *string, *fault = NULL;
    size_t length;
    npy->item_size = npy->fields = 0;
    if (!take_letter(text, '[')) {
        if (!take_string(text, &string, &length))
            return damaged;
        npy->field[0] = (routh_npy_field){.name = ""};
        fault = type_of(string, length, &npy->field[0].type);
        npy->fields = 1;
        npy->item_size = npy->field[0].type.size;
        return fault;
    }
    while (!fault && !take_letter(text, ']')) {
        fault = take_field(text, npy);
        take_letter(text, ',');
    }
    return fault;
}

static const char *take_entry(literal *text, routh_npy *npy, unsigned *found) {
    enum { TYPE = 1, ORDER = 2, SHAPE = 4 };
    const char *key;
    size_t length;
    if (!take_string(text, &key, &length) || !take_letter(text, ':'))
        return damaged;
    const bool is_type = length == 5 && memcmp(key, "descr", 5) == 0;
    const bool is_order = length == 13 && memcmp(key, "fortran_order", 13) == 0;
    if (is_type) {
        *found |= TYPE;
        return take_type(text, npy);
    }
    if (is_order) {
        *found |= ORDER;
        npy->is_fortran = take_word(text, "True");
        return npy->is_fortran || take_word(text, "False") ? NULL : damaged;
    }
    if (length != 5 || memcmp(key, "shape", 5) != 0)
        return damaged;
    *found |= SHAPE;
    return take_shape(text, ROUTH_NPY_RANK, &npy->rank, npy->size);
}

static const char *take_dictionary(literal *text, routh_npy *npy) {
    enum { ALL = 7 };
    const char *fault = take_letter(text, '{') ? NULL : damaged;
    unsigned found = 0;
    while (!fault && !take_letter(text, '}')) {
        fault = take_entry(text, npy, &found);
        if (!fault && !take_letter(text, ',') && (text->at == text->end || *text->at != '}'))
            fault = damaged;
    }
    if (fault)
        return fault;
    npy->count = 1;
    for (unsigned k = 0; k < npy->rank; k++) {
        if (npy->size[k] > 0 && npy->count > UINT64_MAX / npy->size[k])
            return "claims more values than any file has";
        npy->count *= npy->size[k];
    }
    return found == ALL ? NULL : damaged;
}

const char *routh_npy_header(const unsigned char *byte, size_t size, routh_npy *npy) {
    enum { MAGIC = 6, SHORT_HEAD = 10, LONG_HEAD = 12 };
    if (size < LONG_HEAD || memcmp(byte, ROUTH_NPY_MAGIC, MAGIC) != 0)
        return "is no NumPy array";
    const unsigned version = byte[MAGIC];
    if (version < 1 || version > 3)
        return "is of a version of NumPy's format after 3.0";
    const size_t head = version == 1 ? SHORT_HEAD : LONG_HEAD;
    uint64_t length = 0;
    for (size_t i = head; i-- > MAGIC + 2;)
        length = length << 8 | byte[i];
    if (length > size - head)
        return "has a header that is cut off, or longer than 64 KiB";
    literal text = {(const char *)byte + head, (const char *)byte + head + length};
    npy->begin = head + (size_t)length;
    return take_dictionary(&text, npy);
}
