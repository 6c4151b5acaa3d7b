/* Channels as readers make them, and the numbers that stand where a file has none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/channels.h"

#include <stdint.h>
#include <string.h>

#include "base/context.h"

/* A quiet NaN of IEEE 754 has room for a number in its low bits; copies and products keep it. */
static const uint64_t quiet = UINT64_C(0x7FF8000000000000);

double routh_gap_number(routh_gap_reason reason) {
    const uint64_t bits = quiet | ((uint64_t)reason + 1);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static char *copy(routh_context *context, const char *text, size_t length) {
    char *to = routh_allocate(context, length + 1, 1);
    if (to) {
        memcpy(to, text, length);
        to[length] = '\0';
    }
    return to;
}

/* Room doubles whenever the count reaches a power of two. */
static bool make_room(routh_context *context, routh_channels *channels) {
    const size_t count = channels->count;
    if ((count & (count - 1)) != 0)
        return true;
    routh_channel *more = routh_allocate(context, count == 0 ? 1 : 2 * count, sizeof *more);
    if (!more)
        return false;
    if (count > 0)
        memcpy(more, channels->channel, count * sizeof *more);
    routh_release(context, channels->channel);
    channels->channel = more;
    return true;
}

routh_channel *routh_channels_add(routh_context *context, routh_channels *channels, const char *name,
                                  size_t name_length, const char *body, size_t body_length) {
    if (!make_room(context, channels))
        return NULL;
    routh_channel *channel = &channels->channel[channels->count];
    *channel = (routh_channel){.role = ROUTH_CHANNEL_OTHER};
    channel->name = copy(context, name, name_length);
    channel->body = channel->name ? copy(context, body, body_length) : NULL;
    channels->count += channel->body != NULL;
    if (!channel->body)
        routh_release(context, channel->name);
    return channel->body ? channel : NULL;
}
