/* What the channels of a file are, and whose: the bodies in it.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "file/text.h"
#include "tracks/columns.h"

enum { LIST = ROUTH_LIST, SHOWN_NAME = 48 };

/* What every channel is -----------------------------------------------------------------------------------*/

static routh_name_meaning meaning_of_role(const routh_channels *channels, const routh_channel *channel) {
    static const int meanings[] = {
        [ROUTH_CHANNEL_TIME] = ROUTH_TRACK_TIME,   [ROUTH_CHANNEL_COUNTER] = ROUTH_NAME_COUNTER,
        [ROUTH_CHANNEL_POSITION] = ROUTH_TRACK_X,  [ROUTH_CHANNEL_QUATERNION] = ROUTH_TRACK_QW,
        [ROUTH_CHANNEL_MATRIX] = ROUTH_TRACK_R11,  [ROUTH_CHANNEL_ROTATION_VECTOR] = ROUTH_TRACK_AX,
        [ROUTH_CHANNEL_EULER] = ROUTH_TRACK_E1,    [ROUTH_CHANNEL_MARKER] = ROUTH_NAME_NOTHING,
        [ROUTH_CHANNEL_ERROR] = ROUTH_NAME_NOTHING};
    if (channel->role == ROUTH_CHANNEL_OTHER)
        return routh_meaning_of_name(channel->name);
    const bool has_order = channel->role != ROUTH_CHANNEL_EULER || channels->euler[0];
    const int first = has_order ? meanings[channel->role] : ROUTH_NAME_ROT_X;
    return (routh_name_meaning){.meaning = first == ROUTH_NAME_NOTHING ? first : first + channel->axis};
}

/* What the format says comes before what names say. */
static void prefer_roles(const routh_channels *channels, routh_name_meaning *meaning) {
    bool by_role[ROUTH_NAME_NOTHING + 1] = {false};
    for (size_t j = 0; j < channels->count; j++)
        by_role[meaning[j].meaning] |= channels->channel[j].role != ROUTH_CHANNEL_OTHER;
    for (size_t j = 0; j < channels->count; j++)
        if (channels->channel[j].role == ROUTH_CHANNEL_OTHER && by_role[meaning[j].meaning])
            meaning[j].meaning = ROUTH_NAME_NOTHING;
}

/* Beside a plain "x", "v_x" is a velocity; without one, "A x" is that of a body A. */
static void drop_letters(const routh_channels *channels, routh_name_meaning *meaning) {
    bool plain = false;
    for (size_t j = 0; j < channels->count; j++)
        plain |= meaning[j].meaning == ROUTH_TRACK_X && meaning[j].body == 0 && !channels->channel[j].body[0];
    for (size_t j = 0; plain && j < channels->count; j++)
        if (meaning[j].letter)
            meaning[j].meaning = ROUTH_NAME_NOTHING;
}

/* Row and column that end the name of a matrix' element, "r21", if they are 0 to 2; −1 otherwise. */
static int element_from_zero(const routh_choosing *c, size_t j) {
    const routh_channel *channel = &c->channels->channel[j];
    const size_t length = routh_unit_stripped(channel->name);
    if (channel->role != ROUTH_CHANNEL_OTHER || length < 3 || c->meaning[j].meaning < ROUTH_TRACK_R11 ||
        c->meaning[j].meaning > ROUTH_TRACK_R33)
        return -1;
    const int row = channel->name[length - 2] - '0', column = channel->name[length - 1] - '0';
    return row >= 0 && row < 3 && column >= 0 && column < 3 ? 3 * row + column : -1;
}

/* Where there is an r00, elements are counted from 0, and r11 is the middle one. */
static void count_elements(const routh_choosing *c) {
    bool from_zero = false;
    for (size_t j = 0; j < c->channels->count; j++)
        from_zero |= element_from_zero(c, j) == 0;
    for (size_t j = 0; from_zero && j < c->channels->count; j++)
        if (element_from_zero(c, j) >= 0)
            c->meaning[j].meaning = ROUTH_TRACK_R11 + element_from_zero(c, j);
}

/* Arrays that are named after what they hold, "pos" and "quat", are no bodies. */
static size_t body_length(const routh_channel *channel, const routh_name_meaning *meaning) {
    static const char *const arrays[] = {"pos",        "position",    "xyz", "translation", "p",        "quat",
                                         "quaternion", "orientation", "q",   "rot",         "rotation", "rotmat",
                                         "matrix",     "time",        "t",   "theta",       "angle"};
    for (size_t i = 0; channel->role == ROUTH_CHANNEL_OTHER && i < sizeof arrays / sizeof arrays[0]; i++)
        if (strcasecmp(channel->body, arrays[i]) == 0)
            return 0;
    return channel->body[0] ? strlen(channel->body) : meaning->body;
}

static const char *body_of(const routh_channel *channel) {
    return channel->body[0] ? channel->body : channel->name;
}

static bool is_of_body(const routh_choosing *c, size_t j, const char *body, size_t length) {
    const routh_channel *channel = &c->channels->channel[j];
    return body_length(channel, &c->meaning[j]) == length && strncmp(body_of(channel), body, length) == 0;
}

/* Beginnings of bodies: channels by body, sorted, since files may have hundreds of thousands. */

typedef struct channel_of_body {
    const char *body;
    size_t length, channel;
} channel_of_body;

static int compare_bodies(const void *a, const void *b) {
    const channel_of_body *one = a, *other = b;
    if (one->length != other->length)
        return one->length < other->length ? -1 : 1;
    return strncmp(one->body, other->body, one->length);
}

static int by_body(const void *a, const void *b) {
    const channel_of_body *one = a, *other = b;
    const int order = compare_bodies(a, b);
    return order != 0 ? order : one->channel < other->channel ? -1 : one->channel > other->channel;
}

/* Marks the first channel of each body that has a position. */
static routh_status find_beginnings(const routh_choosing *c) {
    ROUTH_ARENA(room, c->context);
    channel_of_body *sorted = routh_take(&room, c->channels->count, sizeof *sorted);
    ROUTH_TRY(room.status);
    size_t count = 0;
    for (size_t j = 0; j < c->channels->count; j++) {
        const routh_channel *channel = &c->channels->channel[j];
        if (c->meaning[j].meaning >= ROUTH_TRACK_X && c->meaning[j].meaning <= ROUTH_TRACK_Z)
            sorted[count++] = (channel_of_body){body_of(channel), body_length(channel, &c->meaning[j]), j};
    }
    qsort(sorted, count, sizeof *sorted, by_body);
    for (size_t first = 0, i; first < count; first = i) {
        bool x = false, other = false;
        for (i = first; i < count && compare_bodies(&sorted[first], &sorted[i]) == 0; i++) {
            const bool is_x = c->meaning[sorted[i].channel].meaning == ROUTH_TRACK_X;
            x |= is_x;
            other |= !is_x;
        }
        c->meaning[sorted[first].channel].begins = x && other;
    }
    return ROUTH_OK;
}

routh_status routh_choosing_meanings(const routh_choosing *c) {
    for (size_t j = 0; j < c->channels->count; j++)
        c->meaning[j] = meaning_of_role(c->channels, &c->channels->channel[j]);
    count_elements(c);
    prefer_roles(c->channels, c->meaning);
    drop_letters(c->channels, c->meaning);
    return find_beginnings(c);
}

/* Bodies ---------------------------------------------------------------------------------------------------*/

static routh_status fail_bodies(const routh_choosing *c, const char *wanted) {
    char list[LIST] = "", name[ROUTH_NAME_SIZE], shown[SHOWN_NAME];
    size_t used = 0, count = 0;
    for (size_t j = 0; j < c->channels->count; j++) {
        if (!c->meaning[j].begins)
            continue;
        const size_t length = body_length(&c->channels->channel[j], &c->meaning[j]);
        routh_show_text(name, sizeof name, body_of(&c->channels->channel[j]), length);
        count++;
        if (length == 0)
            continue;
        used = used + SHOWN_NAME < LIST ? routh_list_append(list, used, LIST, name) : used;
        routh_proposals_add(c->proposals, "rigid_body", name, false, "the file has several bodies");
    }
    routh_show_text(shown, sizeof shown, wanted, strlen(wanted));
    if (*wanted)
        return routh_fail_at(c->context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = c->shown, .field = "rigid_body"},
                             "no body is called \"%s\"%s%s", shown, *list ? "; there are " : "", list);
    return routh_fail_at(c->context, ROUTH_BAD_ARGUMENT, &(routh_place){.file = c->shown, .field = "rigid_body"},
                         "%zu bodies: %s; choose one", count, list);
}

static void take_body(const routh_choosing *c, size_t first) {
    const size_t length = body_length(&c->channels->channel[first], &c->meaning[first]);
    const char *body = body_of(&c->channels->channel[first]);
    routh_show_text(c->map->body, sizeof c->map->body, body, length);
    for (size_t j = 0; j < c->channels->count; j++)
        c->mine[j] = is_of_body(c, j, body, length);
}

/* The body that is wanted, or the only one; *found: false where the file has none. */
routh_status routh_choose_body(const routh_choosing *c, bool *found) {
    const char *wanted = c->convention->rigid_body;
    size_t count = 0, first = 0;
    for (size_t j = 0; j < c->channels->count; j++) {
        const char *body = body_of(&c->channels->channel[j]);
        const size_t length = body_length(&c->channels->channel[j], &c->meaning[j]);
        if (!c->meaning[j].begins || (*wanted && (strlen(wanted) != length || strncasecmp(body, wanted, length) != 0)))
            continue;
        first = count++ == 0 ? j : first;
    }
    *found = count > 0;
    if (count > 1 || (count == 0 && *wanted))
        return fail_bodies(c, wanted);
    if (count == 1)
        take_body(c, first);
    return ROUTH_OK;
}

/* Series ----------------------------------------------------------------------------------------------------*/

/* "run(3)" */
static bool is_numbered(const char *body, size_t length) {
    size_t digits = 0;
    if (length < 4 || body[length - 1] != ')')
        return false;
    while (digits + 2 < length && body[length - 2 - digits] >= '0' && body[length - 2 - digits] <= '9')
        digits++;
    return digits > 0 && body[length - 2 - digits] == '(';
}

routh_status routh_columns_series(routh_context *context, const routh_channels *channels,
                                  char (**body)[ROUTH_NAME_SIZE], size_t *count) {
    routh_choosing c = {.context = context,
                        .channels = channels,
                        .meaning = routh_allocate(context, channels->count, sizeof *c.meaning)};
    size_t others = 0;
    *count = 0;
    *body = NULL;
    const bool known = c.meaning && routh_choosing_meanings(&c) == ROUTH_OK;
    for (size_t j = 0; known && j < channels->count; j++)
        if (channels->channel[j].body[0] && c.meaning[j].begins) {
            *count += is_numbered(channels->channel[j].body, strlen(channels->channel[j].body));
            others += !is_numbered(channels->channel[j].body, strlen(channels->channel[j].body));
        }
    if (*count < 2 || others > 0)
        *count = 0;
    else
        *body = routh_allocate(context, *count, sizeof **body);
    for (size_t j = 0, i = 0; *body && j < channels->count; j++)
        if (channels->channel[j].body[0] && c.meaning[j].begins)
            snprintf((*body)[i++], ROUTH_NAME_SIZE, "%s", channels->channel[j].body);
    routh_release(context, c.meaning);
    return known && (*body || *count == 0) ? ROUTH_OK : ROUTH_OUT_OF_MEMORY;
}
