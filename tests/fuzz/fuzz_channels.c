/* Any bytes through all readers of recordings: what is read of a file must be what channels.h promises, the same when only
 * some channels are wanted, and the same from memory and from a file. ROUTH_FUZZ_FORMAT=c3d leaves out what other readers
 * than that one recognise. A libFuzzer target; seeds lie in corpus_channels.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "demand.h"
#include "file/text.h"
#include "fuzz_folder.h"
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH = 96 };

static void check_described(const routh_channels *channels) {
    demand(channels->reader != NULL && memchr(channels->format, '\0', sizeof channels->format) != NULL, "a format");
    check_line(channels->format);
    demand(channels->format[0] != '\0', "the format has a name");
    demand(isnan(channels->rate) || channels->rate > 0, "the rate is one or not there");
    demand(channels->up == 0 || (channels->up >= 'x' && channels->up <= 'z'), "an axis is up or none");
    demand(memchr(channels->euler, '\0', sizeof channels->euler) != NULL, "the order of angles ends");
    for (size_t j = 0; j < channels->count; j++) {
        const routh_channel *channel = &channels->channel[j];
        const int most = channel->role == ROUTH_CHANNEL_QUATERNION ? 3 : channel->role == ROUTH_CHANNEL_MATRIX ? 8 : 2;
        demand(channel->name && channel->body && !channel->value && !channel->wanted,
               "channels have names, no numbers");
        demand(channel->axis >= 0 && channel->axis <= most, "the axis is one of the role's");
        demand(channel->unit >= 0 && isfinite(channel->unit), "the unit is positive or not there");
        routh_quantity quantity;
        double unit;
        if (routh_unit_of_name(channel->name, &quantity, &unit))
            demand(unit > 0 && routh_unit_stripped(channel->name) < strlen(channel->name), "a name has a unit");
    }
}

static void check_read(const routh_channels *channels) {
    size_t gaps = 0, counted = 0;
    for (size_t j = 0; j < channels->count; j++) {
        const routh_channel *channel = &channels->channel[j];
        demand((channel->value != NULL) == channel->wanted, "what was wanted is read, and nothing else");
        for (size_t i = 0; channel->value && i < channels->rows; i++) {
            demand(!isinf(channel->value[i]), "numbers are finite or gaps");
            gaps += isnan(channel->value[i]) ? 1 : 0;
        }
    }
    for (int r = 0; r < ROUTH_GAP_REASONS; r++)
        counted += channels->gap[r];
    demand(gaps == counted, "every gap has a reason");
    demand(channels->rows > 0, "there are rows");
    for (size_t i = 1; channels->line && i < channels->rows; i++)
        demand(channels->line[i] > channels->line[i - 1], "lines go up");
}

/* Every `step`-th channel, from `first` on. */
static routh_status read_some(routh_context *context, routh_io from, size_t first, size_t step,
                              routh_channels *channels) {
    routh_source source;
    demand(routh_source_create(context, from, &source) == ROUTH_OK, "a source");
    routh_status status = routh_channels_describe(&source, NULL, channels);
    if (status == ROUTH_OK) {
        check_described(channels);
        for (size_t j = first; j < channels->count; j += step)
            channels->channel[j].wanted = true;
        status = routh_channels_read(&source, channels);
    }
    routh_source_release(&source);
    check_message(context, status, "fuzz.csv: ");
    if (status == ROUTH_OK)
        check_read(channels);
    else
        demand(channels->count == 0 && !channels->channel && !channels->line, "a failure leaves nothing");
    return status;
}

static void check_same(const routh_channels *all, const routh_channels *some) {
    demand(all->rows == some->rows && all->count == some->count, "the same size");
    for (size_t j = 0; j < all->count; j++) {
        const double *a = all->channel[j].value, *b = some->channel[j].value;
        for (size_t i = 0; a && b && i < all->rows; i++)
            demand(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])), "the same numbers");
    }
}

static void check_file(const uint8_t *data, size_t size, const routh_channels *all, routh_status expected) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/fuzz.csv", fuzz_folder());
    FILE *file = fopen(path, "wb");
    demand(file != NULL && fwrite(data, 1, size, file) == size, "a file to read from");
    fclose(file);
    routh_context context = routh_context_default();
    routh_channels channels;
    routh_io from = routh_io_path(path);
    from.name = "fuzz.csv";
    demand(read_some(&context, from, 0, 1, &channels) == expected, "the same status from a file");
    if (expected == ROUTH_OK)
        check_same(all, &channels);
    routh_channels_release(&context, &channels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!is_fuzzed_format(data, size))
        return 0;
    routh_context context = routh_context_default(), again = routh_context_default();
    routh_channels all, some;
    const routh_io from = routh_io_memory(data, size, "fuzz.csv");
    const routh_status status = read_some(&context, from, 0, 1, &all);
    /* a bad number may be in a channel that is not wanted: then there is more to read, never less */
    const routh_status part = read_some(&again, from, size % 3, 3, &some);
    demand(status != ROUTH_OK || part == ROUTH_OK, "less is read as well");
    if (status == ROUTH_OK)
        check_same(&all, &some);
    if (size % 16 == 0)
        check_file(data, size, &all, status);
    routh_channels_release(&context, &all);
    routh_channels_release(&again, &some);
    return 0;
}
