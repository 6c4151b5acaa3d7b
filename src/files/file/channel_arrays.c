/* Arrays of a binary file as channels.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/channel_arrays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"

/* More arrays than a recording has, and more columns: those are images. Fewer rows are settings, if others have more. */
enum { MOST_ARRAYS = 16384, MOST_COLUMNS = 4096, FEWEST_ROWS = 2, SETTING_ROWS = 10 };

/* List --------------------------------------------------------------------------------------------------*/

static char *shown_copy(routh_context *context, const char *text, size_t length) {
    char shown[ROUTH_NAME_SIZE];
    routh_show_text(shown, sizeof shown, text, length);
    char *copy = routh_allocate(context, strlen(shown) + 1, 1);
    if (copy)
        memcpy(copy, shown, strlen(shown) + 1);
    return copy;
}

static void release_arrays(routh_context *context, routh_channel_arrays *arrays) {
    for (size_t i = 0; i < arrays->count; i++) {
        routh_release(context, arrays->item[i].name);
        routh_release(context, arrays->item[i].body);
    }
    routh_release(context, arrays->item);
    *arrays = (routh_channel_arrays){.count = 0};
}

static bool begins_with_part(const char *text, const char *part) {
    const size_t length = strlen(part);
    return strncmp(text, part, length) == 0 && (text[length] == '\0' || strchr(":./(", text[length]) != NULL);
}

void routh_arrays_refuse(routh_channel_arrays *arrays, const char *name, size_t length, const char *reason) {
    if (arrays->reason)
        return;
    routh_show_text(arrays->refused, sizeof arrays->refused, name, length);
    if (!arrays->variable || !*arrays->variable || begins_with_part(arrays->refused, arrays->variable))
        arrays->reason = reason;
}

/* Leaves out dimensions of 1; false if more than three remain, or too few numbers. */
static bool squeeze(const routh_array_shape *shape, size_t value_size, routh_channel_array *item) {
    uint64_t step[8], bytes = value_size;
    if (shape->rank > sizeof step / sizeof *step)
        return false;
    for (unsigned k = 0; k < shape->rank; k++) {
        const unsigned i = shape->is_fortran ? k : shape->rank - 1 - k;
        step[i] = bytes;
        if (shape->size[i] == 0 || bytes > SIZE_MAX / 2 / shape->size[i])
            return false;
        bytes *= shape->size[i];
    }
    item->rank = 0;
    for (unsigned i = 0; i < shape->rank; i++) {
        if (shape->size[i] == 1)
            continue;
        if (item->rank == ROUTH_ARRAY_RANK)
            return false;
        item->size[item->rank] = (size_t)shape->size[i];
        item->step[item->rank++] = (size_t)step[i];
    }
    return item->rank > 0;
}

static routh_status make_room(routh_source *source, routh_channel_arrays *arrays) {
    if (arrays->count == MOST_ARRAYS)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "has more than %d arrays; name the variable to read", MOST_ARRAYS);
    if ((arrays->count & (arrays->count - 1)) != 0)
        return ROUTH_OK;
    const size_t room = arrays->count == 0 ? 1 : 2 * arrays->count;
    routh_channel_array *more = routh_resize(source->context, arrays->item, room, sizeof *more);
    arrays->item = more ? more : arrays->item;
    return more ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}

routh_status routh_arrays_add(routh_source *source, routh_channel_arrays *arrays, const char *name, size_t name_length,
                              const char *body, size_t body_length, const routh_hdf5_type *type,
                              const routh_array_shape *shape, routh_channel_array **item) {
    routh_channel_array made = {.type = *type};
    *item = NULL;
    if (!squeeze(shape, type->size, &made))
        return ROUTH_OK;
    if (type->kind != ROUTH_HDF5_WHOLE && type->kind != ROUTH_HDF5_FLOATING) {
        routh_arrays_refuse(arrays, name, name_length, "holds no plain numbers");
        return ROUTH_OK;
    }
    ROUTH_TRY(make_room(source, arrays));
    made.name = shown_copy(source->context, name, name_length);
    made.body = made.name ? shown_copy(source->context, body, body_length) : NULL;
    if (!made.body) {
        routh_release(source->context, made.name);
        return ROUTH_OUT_OF_MEMORY;
    }
    made.number = arrays->count;
    *item = &arrays->item[arrays->count++];
    **item = made;
    return ROUTH_OK;
}

/* Choice ------------------------------------------------------------------------------------------------*/

/* "poses", "data" for its fields and its elements, "/run1" for what is in the group. */
static bool is_of(const routh_channel_array *array, const char *variable) {
    if (!variable || !*variable)
        return true;
    return begins_with_part(array->name, variable) || begins_with_part(array->body, variable) ||
           (array->name[0] == '/' && begins_with_part(array->name + 1, variable));
}

static size_t longest_of(const routh_channel_array *array) {
    size_t longest = array->size[0];
    for (unsigned k = 1; k < array->rank; k++)
        longest = array->size[k] > longest ? array->size[k] : longest;
    return longest;
}

/* How many rows a group has: the length of most of its arrays, short ones aside, the longest of those with equally many.
 * So neither an offset of three numbers nor the points of a mesh pass for time. */
static size_t rows_of_group(const routh_channel_array *item, size_t count) {
    size_t best = 0, most = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t rows = longest_of(&item[i]);
        size_t votes = 0;
        if (!item[i].is_used || (rows == best && most > 0))
            continue;
        for (size_t j = 0; j < count; j++)
            votes += item[j].is_used && longest_of(&item[j]) == rows;
        votes = rows >= SETTING_ROWS ? votes : 0;
        if (votes > most || (votes == most && rows > best)) {
            best = rows;
            most = votes;
        }
    }
    return best;
}

/* Which dimension is time, and how many columns there are then. */
static void choose_time(routh_channel_array *array, size_t rows) {
    array->is_used = false;
    for (unsigned k = array->rank; k-- > 0;)
        if (array->size[k] == rows) {
            array->along = k;
            array->is_used = rows >= FEWEST_ROWS;
        }
    array->rows = rows;
    array->columns = 1;
    for (unsigned k = 0; array->is_used && k < array->rank; k++) {
        if (k == array->along)
            continue;
        array->is_used = array->size[k] <= MOST_COLUMNS / array->columns;
        array->columns *= array->is_used ? array->size[k] : 1;
    }
}

static int compare_arrays(const void *a, const void *b) {
    const routh_channel_array *p = a, *q = b;
    if (p->group != q->group)
        return p->group < q->group ? -1 : 1;
    return (p->number > q->number) - (p->number < q->number);
}

static bool choose(routh_channel_arrays *arrays) {
    bool any = false;
    if (arrays->count > 0)
        qsort(arrays->item, arrays->count, sizeof *arrays->item, compare_arrays);
    for (size_t begin = 0, end; begin < arrays->count; begin = end) {
        for (end = begin; end < arrays->count && arrays->item[end].group == arrays->item[begin].group; end++)
            arrays->item[end].is_used = is_of(&arrays->item[end], arrays->variable);
        const size_t rows = rows_of_group(&arrays->item[begin], end - begin);
        for (size_t i = begin; i < end; i++) {
            if (arrays->item[i].is_used)
                choose_time(&arrays->item[i], rows);
            any = any || arrays->item[i].is_used;
        }
    }
    return any;
}

static routh_status fail_empty(const routh_source *source, const routh_channel_arrays *arrays) {
    const char *variable = arrays->variable;
    char shown[ROUTH_SHOWN_VALUE], names[ROUTH_SHOWN_HEADER] = "";
    if (arrays->reason)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "no array that could be a recording: %s%s%s", arrays->refused,
                             *arrays->refused ? " " : "it ", arrays->reason);
    if (!variable || !*variable)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown,
                             "no array of numbers with two rows or more");
    for (size_t i = 0; i < arrays->count; i++) {
        const char *name = arrays->item[i].body[0] ? arrays->item[i].body : arrays->item[i].name;
        const size_t used = strlen(names);
        if (i > 0 && strcmp(name, arrays->item[i - 1].body) == 0)
            continue;
        if (used + strlen(name) + 6 < sizeof names)
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", name);
    }
    routh_show_text(shown, sizeof shown, variable, strlen(variable));
    return routh_fail_at(source->context, ROUTH_BAD_FORMAT,
                         &(routh_place){.file = source->shown, .column = shown, .field = "variable"},
                         "no variable \"%s\" with two rows or more%s%s", shown, *names ? "; there are: " : "", names);
}

/* Channels ----------------------------------------------------------------------------------------------*/

/* Rotation matrices, and homogeneous ones with the position in their last column. */
static void give_role(const routh_channel_array *array, size_t column, routh_channel *channel) {
    const unsigned last = array->rank - 1, second = array->along == last ? last - 1 : last;
    const size_t wide = array->rank == 3 ? array->size[second] : 0;
    if ((wide != 3 && wide != 4) || array->columns != wide * wide)
        return;
    const size_t i = column / wide, j = column % wide;
    if (i < 3 && j < 3) {
        channel->role = ROUTH_CHANNEL_MATRIX;
        channel->axis = (int)(3 * i + j);
    } else if (i < 3) {
        channel->role = ROUTH_CHANNEL_POSITION;
        channel->axis = (int)i;
    }
}

static routh_status add_channels(routh_context *context, const routh_channel_array *array, routh_channels *channels) {
    for (size_t j = 0; j < array->columns; j++) {
        char name[ROUTH_NAME_SIZE + 24];
        if (array->columns == 1 && array->name[0])
            snprintf(name, sizeof name, "%s", array->name);
        else
            snprintf(name, sizeof name, "%s%s%zu", array->name, array->name[0] ? ":" : "", j + 1);
        routh_channel *channel =
            routh_channels_add(context, channels, name, strlen(name), array->body, strlen(array->body));
        if (!channel)
            return ROUTH_OUT_OF_MEMORY;
        channel->unit = array->unit;
        give_role(array, j, channel);
    }
    return ROUTH_OK;
}

static routh_status describe(routh_source *source, routh_channel_arrays *arrays, routh_channels *channels) {
    if (!choose(arrays))
        return fail_empty(source, arrays);
    for (size_t i = 0; i < arrays->count; i++)
        if (arrays->item[i].is_used)
            ROUTH_TRY(add_channels(source->context, &arrays->item[i], channels));
    return ROUTH_OK;
}

static routh_status open_file(routh_source *source, const routh_array_reader *reader, routh_array_file *file,
                              routh_channel_arrays *arrays) {
    *file = (routh_array_file){.source = source, .own = routh_allocate(source->context, 1, reader->size)};
    return file->own ? reader->list(file, arrays) : ROUTH_OUT_OF_MEMORY;
}

static void close_file(const routh_array_reader *reader, routh_array_file *file, routh_channel_arrays *arrays) {
    if (reader->close && file->own)
        reader->close(file);
    routh_release(file->source->context, file->block);
    routh_release(file->source->context, file->own);
    release_arrays(file->source->context, arrays);
}

routh_status routh_arrays_describe(routh_source *source, routh_channels *channels) {
    const routh_array_reader *reader = channels->reader->arrays;
    routh_channel_arrays arrays = {.variable = reader->is_one ? NULL : channels->variable};
    routh_array_file file;
    routh_status status = open_file(source, reader, &file, &arrays);
    if (status == ROUTH_OK)
        status = describe(source, &arrays, channels);
    close_file(reader, &file, &arrays);
    snprintf(channels->format, sizeof channels->format, "%s", reader->format);
    return status;
}

/* Values ------------------------------------------------------------------------------------------------*/

/* Bytes from the first value of an array to that of a column. */
static size_t column_offset(const routh_channel_array *array, size_t column) {
    size_t offset = 0;
    for (unsigned k = array->rank; k-- > 0;) {
        if (k == array->along)
            continue;
        offset += column % array->size[k] * array->step[k];
        column /= array->size[k];
    }
    return offset;
}

static void copy_column(const routh_channel_array *array, const unsigned char *byte, routh_channels *channels,
                        double *value) {
    for (size_t i = 0; i < channels->rows; i++) {
        const bool is_there = i < array->rows;
        value[i] = is_there ? routh_hdf5_double_at(&array->type, byte + i * array->step[array->along]) : NAN;
        if (isfinite(value[i]))
            continue;
        const routh_gap_reason reason = is_there ? ROUTH_GAP_NAN : ROUTH_GAP_SHORT;
        channels->gap[reason]++;
        value[i] = routh_gap_number(reason);
    }
}

static routh_status read_array(const routh_channel_array *array, routh_channels *channels, routh_channel *channel,
                               routh_array_file *file) {
    const unsigned char *byte = NULL;
    for (size_t j = 0; j < array->columns; j++) {
        if (!channel[j].wanted)
            continue;
        if (!byte)
            ROUTH_TRY(channels->reader->arrays->load(file, array, &byte));
        channel[j].value = routh_allocate(file->source->context, channels->rows, sizeof(double));
        if (!channel[j].value)
            return ROUTH_OUT_OF_MEMORY;
        copy_column(array, byte + column_offset(array, j), channels, channel[j].value);
    }
    return ROUTH_OK;
}

static routh_status read_arrays(routh_array_file *file, routh_channel_arrays *arrays, routh_channels *channels) {
    routh_source *source = file->source;
    routh_status status = ROUTH_OK;
    size_t next = 0, count = 0;
    choose(arrays);
    channels->rows = 0; /* whatever is wanted, the longest decides */
    for (size_t i = 0; i < arrays->count; i++) {
        const routh_channel_array *array = &arrays->item[i];
        count += array->is_used ? array->columns : 0;
        channels->rows = array->is_used && array->rows > channels->rows ? array->rows : channels->rows;
    }
    if (count != channels->count)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "changed while it was read");
    for (size_t i = 0; status == ROUTH_OK && i < arrays->count; i++) {
        if (!arrays->item[i].is_used)
            continue;
        status = routh_progress(source->context, "reading", (double)i / (double)arrays->count);
        if (status == ROUTH_OK)
            status = read_array(&arrays->item[i], channels, &channels->channel[next], file);
        next += arrays->item[i].columns;
    }
    return status;
}

routh_status routh_arrays_read(routh_source *source, routh_channels *channels) {
    const routh_array_reader *reader = channels->reader->arrays;
    routh_channel_arrays arrays = {.variable = reader->is_one ? NULL : channels->variable};
    routh_array_file file;
    routh_status status = open_file(source, reader, &file, &arrays);
    if (status == ROUTH_OK)
        status = read_arrays(&file, &arrays, channels);
    close_file(reader, &file, &arrays);
    return status;
}
