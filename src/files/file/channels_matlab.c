/* Recordings in MATLAB 5 files (`save` without -v7.3): numeric arrays, and structs of them.
 *
 * A struct is a body, and its numeric fields are its channels. An array of structs is a trajectory each where its fields
 * are long, one body an element; where they are short, it is a row each.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "file/channel_arrays.h"
#include "file/deflate.h"
#include "file/read_hdf5_values.h"
#include "file/read_matlab_array.h"

enum { HEADER = 128, VERSION = 124, ORDER_MARK = 126, DEEPEST = 4 };
enum { UINT16_LETTERS = 4, UTF16_LETTERS = 17 };

/* Where we are in a file. */
typedef struct walk {
    routh_source *source;
    routh_channel_arrays *arrays;
    const unsigned char *base; /* of offsets: the file, or the block that a variable was unpacked into */
    uint64_t place;            /* of the variable in the file */
    size_t groups;             /* so far */
} walk;

static routh_status fail_damaged(const routh_source *source, const char *what) {
    return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "a damaged or truncated MATLAB file: %s",
                         what);
}

/* Structs -----------------------------------------------------------------------------------------------*/

typedef struct struct_array {
    size_t elements, fields;
    const char *name; /* of the fields, `width` letters each */
    size_t width;
    routh_matlab_bytes content; /* fields of the first element, then of the others */
} struct_array;

static bool open_struct(const routh_matlab_array *array, struct_array *opened) {
    routh_matlab_element width, names;
    *opened = (struct_array){.elements = 1, .content = array->content};
    if (!routh_matlab_next(&opened->content, &width) || width.content.size != 4 ||
        !routh_matlab_next(&opened->content, &names))
        return false;
    opened->width = routh_matlab_word(&width.content, 0);
    if (opened->width == 0 || names.content.size % opened->width != 0)
        return false;
    opened->fields = names.content.size / opened->width;
    opened->name = (const char *)names.content.byte;
    const uint64_t most = opened->content.size / 8; /* each has a tag at least */
    for (unsigned k = 0; k < array->rank; k++) {
        if (array->size[k] > most)
            return false;
        opened->elements *= (size_t)array->size[k];
        if (opened->elements > most)
            return false;
    }
    return opened->fields == 0 || opened->elements <= most / opened->fields;
}

static size_t field_length(const struct_array *opened, size_t field) {
    return strnlen(opened->name + field * opened->width, opened->width);
}

static uint64_t count_of(const routh_matlab_array *array) {
    uint64_t count = 1;
    for (unsigned k = 0; k < array->rank; k++)
        count *= array->size[k]; /* fits: routh_matlab_values has looked at it */
    return count;
}

/* Is no numeric field of the first elements longer than a vector or a matrix of an instant? */
static bool is_row_each(const struct_array *opened) {
    routh_matlab_bytes rest = opened->content;
    size_t numeric = 0;
    for (size_t i = 0; i < opened->elements && i < 2; i++)
        for (size_t j = 0; j < opened->fields; j++) {
            routh_matlab_element element;
            routh_matlab_array array;
            routh_hdf5_type type;
            const unsigned char *byte;
            if (!routh_matlab_next(&rest, &element))
                return false;
            if (!routh_matlab_open_any(&element, &array) || !routh_matlab_values(&array, &type, &byte))
                continue;
            if (count_of(&array) > ROUTH_MATLAB_INSTANT)
                return false;
            numeric += count_of(&array) > 0;
        }
    return numeric > 0;
}

/* The fields of rows: one array each, whose values are gathered when they are read. */
static routh_status list_rows(walk *w, const routh_matlab_element *whole, const struct_array *opened,
                              const char *body) {
    const routh_hdf5_type type = routh_type_of_doubles();
    routh_matlab_bytes rest = opened->content;
    routh_status status = ROUTH_OK;
    const size_t group = w->groups++;
    for (size_t j = 0; status == ROUTH_OK && j < opened->fields; j++) {
        routh_matlab_element element;
        routh_matlab_array array;
        routh_channel_array *item;
        routh_hdf5_type stored;
        const unsigned char *byte;
        if (!routh_matlab_next(&rest, &element))
            return fail_damaged(w->source, "a field of a struct is missing");
        if (!routh_matlab_open_any(&element, &array) || !routh_matlab_values(&array, &stored, &byte))
            continue;
        const uint64_t size[2] = {opened->elements, count_of(&array)};
        const routh_array_shape shape = {2, size, false};
        status = routh_arrays_add(w->source, w->arrays, opened->name + j * opened->width, field_length(opened, j), body,
                                  strlen(body), &type, &shape, &item);
        if (!item)
            continue;
        item->group = group;
        item->place = w->place;
        item->offset = (uint64_t)(whole->content.byte - w->base);
        item->part = 1 + j;
    }
    return status;
}

static routh_status list_array(walk *w, const routh_matlab_element *element, const char *name, size_t name_length,
                               const char *body, size_t group, int depth);

/* The text of a field "name", which names the element. */
static void find_name(const struct_array *opened, routh_matlab_bytes rest, char *body, size_t size) {
    for (size_t j = 0; j < opened->fields; j++) {
        routh_matlab_element element, text;
        routh_matlab_array array;
        if (!routh_matlab_next(&rest, &element))
            return;
        if (field_length(opened, j) != 4 || strncasecmp(opened->name + j * opened->width, "name", 4) != 0 ||
            !routh_matlab_open_any(&element, &array) || array.kind != ROUTH_MATLAB_CHAR_CLASS ||
            !routh_matlab_next(&array.content, &text) || text.content.size == 0)
            continue;
        char letters[ROUTH_LABEL_SIZE];
        size_t length = 0;
        const size_t wide = text.type == UINT16_LETTERS || text.type == UTF16_LETTERS ? 2 : 1;
        for (size_t i = wide == 2 && text.content.big; i < text.content.size && length < sizeof letters; i += wide)
            letters[length++] = (char)text.content.byte[i];
        routh_show_text(body, size, letters, length);
    }
}

static routh_status list_elements(walk *w, const struct_array *opened, const char *path, int depth) {
    routh_matlab_bytes rest = opened->content;
    routh_status status = ROUTH_OK;
    for (size_t i = 0; status == ROUTH_OK && i < opened->elements; i++) {
        char body[ROUTH_NAME_SIZE];
        const size_t group = w->groups++;
        if (opened->elements > 1)
            snprintf(body, sizeof body, "%.200s(%zu)", path, i + 1);
        else
            snprintf(body, sizeof body, "%s", path);
        if (opened->elements > 1)
            find_name(opened, rest, body, sizeof body);
        for (size_t j = 0; status == ROUTH_OK && j < opened->fields; j++) {
            routh_matlab_element element;
            if (!routh_matlab_next(&rest, &element))
                return fail_damaged(w->source, "a field of a struct is missing");
            status = list_array(w, &element, opened->name + j * opened->width, field_length(opened, j), body, group,
                                depth + 1);
        }
    }
    return status;
}

static routh_status list_struct(walk *w, const routh_matlab_element *element, const routh_matlab_array *array,
                                const char *name, size_t name_length, const char *body, int depth) {
    char path[ROUTH_NAME_SIZE], shown[ROUTH_LABEL_SIZE];
    struct_array opened;
    if (!open_struct(array, &opened))
        return fail_damaged(w->source, "a struct has a damaged list of fields");
    if (depth >= DEEPEST)
        return ROUTH_OK;
    routh_show_text(shown, sizeof shown, name, name_length);
    snprintf(path, sizeof path, "%.180s%s%s", body, *body ? "." : "", shown);
    if (opened.elements > 1 && is_row_each(&opened))
        return list_rows(w, element, &opened, path);
    return list_elements(w, &opened, path, depth);
}

/* Arrays ------------------------------------------------------------------------------------------------*/

static routh_status list_numbers(walk *w, const routh_matlab_array *array, const char *name, size_t name_length,
                                 const char *body, size_t group) {
    const routh_array_shape shape = {array->rank, array->size, true};
    routh_channel_array *item;
    routh_hdf5_type type;
    const unsigned char *byte;
    if (!routh_matlab_values(array, &type, &byte))
        return ROUTH_OK;
    unsigned wide = 0;
    for (unsigned k = 0; k < array->rank; k++)
        wide += array->size[k] != 1;
    const bool is_own = !*body && wide > 1; /* a variable with columns is a body itself */
    const routh_status status = routh_arrays_add(w->source, w->arrays, name, name_length, is_own ? name : body,
                                                 is_own ? name_length : strlen(body), &type, &shape, &item);
    if (item) {
        item->group = group;
        item->place = w->place;
        item->offset = (uint64_t)(byte - w->base);
    }
    return status;
}

/* Elements of other kinds are skipped. */
static routh_status list_array(walk *w, const routh_matlab_element *element, const char *name, size_t name_length,
                               const char *body, size_t group, int depth) {
    routh_matlab_array array;
    if (!routh_matlab_open_any(element, &array))
        return ROUTH_OK;
    if (depth == 0) {
        name = array.name;
        name_length = array.name_length;
    }
    if (array.kind == ROUTH_MATLAB_OPAQUE_CLASS)
        routh_arrays_refuse(w->arrays, name, name_length, ROUTH_MATLAB_TABLE_WORDS);
    else if (array.complex)
        routh_arrays_refuse(w->arrays, name, name_length, "holds complex numbers");
    else if (array.kind == ROUTH_MATLAB_STRUCT_CLASS)
        return list_struct(w, element, &array, name, name_length, body, depth);
    return array.kind == ROUTH_MATLAB_OPAQUE_CLASS || array.complex
               ? ROUTH_OK
               : list_numbers(w, &array, name, name_length, body, group);
}

/* Variables ---------------------------------------------------------------------------------------------*/

/* The element of a variable, unpacked; the caller releases *block. */
static routh_status open_variable(routh_source *source, uint64_t *room, routh_matlab_element *element,
                                  unsigned char **block) {
    const char *fault;
    const routh_matlab_bytes packed = element->content;
    *block = NULL;
    if (element->type != ROUTH_MATLAB_COMPRESSED)
        return ROUTH_OK;
    const routh_status status = routh_matlab_unpack(source->context, &packed, room, block, element, &fault);
    if (status == ROUTH_BAD_FORMAT)
        return routh_fail_in(source->context, status, source->shown, "MATLAB file: a variable %s", fault);
    return status == ROUTH_OK ? status
                              : routh_fail_in(source->context, status, source->shown, "no memory to uncompress it");
}

static routh_matlab_bytes bytes_from(const routh_source *source, uint64_t place) {
    const unsigned char *byte = source->io.bytes;
    return (routh_matlab_bytes){.byte = byte + place,
                                .size = source->io.byte_count - (size_t)place,
                                .big = memcmp(byte + ORDER_MARK, "MI", 2) == 0};
}

static routh_status list_variables(routh_source *source, routh_channel_arrays *arrays) {
    routh_status status = routh_source_hold(source, ROUTH_HDF5_MOST_BYTES);
    if (status != ROUTH_OK)
        return status;
    if (source->io.byte_count <= HEADER)
        return fail_damaged(source, "nothing after the header");
    walk w = {.source = source, .arrays = arrays, .groups = 1};
    uint64_t room = routh_unpacked_room(source->io.byte_count);
    routh_matlab_bytes rest = bytes_from(source, HEADER);
    while (status == ROUTH_OK && rest.size > 0) {
        routh_matlab_element element;
        unsigned char *block;
        w.place = source->io.byte_count - rest.size;
        if (!routh_matlab_next(&rest, &element))
            return fail_damaged(source, "a variable is longer than the file");
        status = open_variable(source, &room, &element, &block);
        w.base = block ? block : source->io.bytes;
        if (status == ROUTH_OK)
            status = list_array(&w, &element, "", 0, "", 0, 0);
        routh_release(source->context, block);
    }
    return status;
}

static bool is_matlab_5(const unsigned char *byte, size_t count, const char *name) {
    (void)name;
    return count >= HEADER && (memcmp(byte + VERSION, "\0\1IM", 4) == 0 || memcmp(byte + VERSION, "\1\0MI", 4) == 0);
}

static routh_status describe_matlab(routh_source *source, const routh_channels_options *options,
                                    routh_channels *channels) {
    routh_channel_arrays arrays = {.variable = options->variable};
    routh_status status = list_variables(source, &arrays);
    if (status == ROUTH_OK)
        status = routh_arrays_describe(source, &arrays, channels);
    routh_arrays_release(source->context, &arrays);
    snprintf(channels->format, sizeof channels->format, "MATLAB 5");
    return status;
}

/* Values ------------------------------------------------------------------------------------------------*/

/* The variable that was unpacked last. */
typedef struct loader {
    routh_source *source;
    uint64_t place;
    unsigned char *block; /* NULL: it is as it is in the file */
    const unsigned char *base;
    size_t size;
    double *gathered;
} loader;

static routh_status load_variable(loader *l, uint64_t place) {
    routh_matlab_bytes rest = bytes_from(l->source, place);
    routh_matlab_element element;
    if (l->base && l->place == place)
        return ROUTH_OK;
    routh_release(l->source->context, l->block);
    l->block = NULL;
    l->base = NULL;
    l->place = place;
    if (!routh_matlab_next(&rest, &element))
        return fail_damaged(l->source, "a variable is longer than the file");
    uint64_t room = routh_unpacked_room(l->source->io.byte_count);
    const routh_status status = open_variable(l->source, &room, &element, &l->block);
    if (status != ROUTH_OK)
        return status;
    l->base = l->block ? l->block : l->source->io.bytes;
    l->size = l->block ? (size_t)(element.content.byte - l->block) + element.content.size : l->source->io.byte_count;
    return ROUTH_OK;
}

/* One field of every element; NaN where it is missing or of another size than in the first. */
static routh_status gather(loader *l, const routh_channel_array *array) {
    const routh_matlab_bytes all = {
        .byte = l->base + array->offset, .size = l->size - (size_t)array->offset, .big = bytes_from(l->source, 0).big};
    const routh_matlab_element whole = {.type = ROUTH_MATLAB_MATRIX, .content = all};
    const size_t count = array->rows * array->columns;
    routh_matlab_array value;
    struct_array opened;
    if (!routh_matlab_open_any(&whole, &value) || !open_struct(&value, &opened) || opened.elements == 0 ||
        count % opened.elements != 0)
        return fail_damaged(l->source, "a struct has changed");
    const size_t columns = count / opened.elements;
    routh_release(l->source->context, l->gathered);
    l->gathered = routh_allocate(l->source->context, count, sizeof(double));
    if (!l->gathered)
        return ROUTH_OUT_OF_MEMORY;
    for (size_t i = 0; i < opened.elements; i++)
        for (size_t j = 0; j < opened.fields; j++) {
            routh_matlab_element element;
            double *row = &l->gathered[i * columns];
            if (!routh_matlab_next(&opened.content, &element))
                return fail_damaged(l->source, "a field of a struct is missing");
            if (j + 1 == array->part &&
                (!routh_matlab_open_any(&element, &value) || !routh_matlab_numbers(&value, columns, row)))
                for (size_t k = 0; k < columns; k++)
                    row[k] = NAN;
        }
    return ROUTH_OK;
}

static routh_status load(void *user, const routh_channel_array *array, const unsigned char **byte) {
    loader *l = user;
    routh_status status = load_variable(l, array->place);
    if (status == ROUTH_OK && array->part > 0)
        status = gather(l, array);
    if (status == ROUTH_OK)
        *byte = array->part > 0 ? (const unsigned char *)l->gathered : l->base + array->offset;
    return status;
}

static routh_status read_matlab(routh_source *source, routh_channels *channels) {
    routh_channel_arrays arrays = {.count = 0};
    loader l = {.source = source};
    routh_status status = list_variables(source, &arrays);
    if (status == ROUTH_OK)
        status = routh_arrays_read(source, &arrays, channels, load, &l);
    routh_release(source->context, l.block);
    routh_release(source->context, l.gathered);
    routh_arrays_release(source->context, &arrays);
    return status;
}

const routh_channel_reader routh_matlab_reader = {
    .name = "matlab",
    .about = "MATLAB 5: numeric arrays, structs, arrays of structs",
    .recognise = is_matlab_5,
    .describe = describe_matlab,
    .read = read_matlab,
};
