/* The readers of recordings, and what they have in common.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/channels.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "file/channel_arrays.h"

/* Readers say yes or no to the beginning of a file. */
enum { BEGINNING = 4096 };

/* Specific ones first: the first that recognises a file reads it. */
static const routh_channel_reader *const readers[] = {
    &routh_c3d_reader,       &routh_npy_reader,  &routh_npz_reader,    &routh_matlab_reader,
    &routh_matlab_73_reader, &routh_hdf5_reader, &routh_motive_reader, &routh_vicon_reader,
    &routh_qualisys_reader,  &routh_trc_reader,  &routh_text_reader,
};

const routh_channel_reader *routh_channel_reader_at(size_t index) {
    return index < sizeof readers / sizeof readers[0] ? readers[index] : NULL;
}

static const routh_channel_reader *recognise(const unsigned char *byte, size_t count) {
    for (size_t i = 0; routh_channel_reader_at(i); i++)
        if (readers[i]->recognise(byte, count))
            return readers[i];
    return NULL;
}

bool routh_channels_is_motion(routh_source *source) {
    static const routh_channel_reader *const others[] = {&routh_matlab_reader, &routh_matlab_73_reader,
                                                         &routh_hdf5_reader, &routh_text_reader};
    unsigned char byte[BEGINNING];
    size_t count = 0;
    if (routh_source_begin(source, byte, sizeof byte, &count) != ROUTH_OK || count == 0)
        return false;
    const routh_channel_reader *reader = recognise(byte, count);
    bool is = reader != NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        is &= reader != others[i];
    return is;
}

routh_status routh_channels_describe(routh_source *source, const char *variable, routh_channels *channels) {
    unsigned char byte[BEGINNING];
    size_t count = 0;
    *channels = (routh_channels){.rate = NAN};
    snprintf(channels->variable, sizeof channels->variable, "%s", variable ? variable : "");
    ROUTH_TRY(routh_source_begin(source, byte, sizeof byte, &count));
    ROUTH_TRY(routh_source_refuse_wide(source, byte, count));
    if (count == 0)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "the file is empty");
    channels->reader = recognise(byte, count);
    if (!channels->reader)
        return routh_fail_in(source->context, ROUTH_BAD_FORMAT, source->shown, "not in a format that can be read");
    const routh_status status = channels->reader->arrays ? routh_arrays_describe(source, channels)
                                                         : channels->reader->describe(source, channels);
    if (status != ROUTH_OK)
        routh_channels_release(source->context, channels);
    return status;
}

routh_status routh_channels_read(routh_source *source, routh_channels *channels) {
    const routh_channel_reader *reader = channels->reader;
    const routh_status status = reader->arrays ? routh_arrays_read(source, channels) : reader->read(source, channels);
    if (status != ROUTH_OK)
        routh_channels_release(source->context, channels);
    return status;
}

routh_gap_reason routh_gap_reason_of(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    const uint64_t held = bits & 0xFF;
    return isnan(number) && held >= 1 && held <= ROUTH_GAP_REASONS ? (routh_gap_reason)(held - 1) : ROUTH_GAP_NAN;
}

void routh_channels_release(routh_context *context, routh_channels *channels) {
    for (size_t j = 0; j < channels->count; j++) {
        routh_release(context, channels->channel[j].name);
        routh_release(context, channels->channel[j].body);
        routh_release(context, channels->channel[j].value);
    }
    routh_release(context, channels->channel);
    routh_release(context, channels->line);
    *channels = (routh_channels){.rate = NAN};
}
