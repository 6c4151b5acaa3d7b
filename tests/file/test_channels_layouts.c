/* Tables of known numbers in layouts drawn at random: separator, decimal point, quotes, gaps, header block, names, units,
 * comments, ragged rows, columns of text. All numbers come back, and each where it belongs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "channel_texts.h"
#include "mocap_texts.h"

#include <routh/base.h>

#include "../effort.h"
#include "../subject.h"
#include "base/context.h"

enum { MOST_COLUMNS = 9, MOST_ROWS = 30 };

typedef struct drawn {
    char separator, decimal;
    int columns, rows;
    bool names, units, quotes, crlf, text; /* text: a column of words, after the numbers */
    double value[MOST_ROWS][MOST_COLUMNS];
} drawn;

static int below(routh_random *random, size_t count) {
    return (int)routh_random_index(random, count);
}

/* A number as people write it, and as it is then read. */
static void put_number(mocap_text *t, const drawn *d, routh_random *random, double *value) {
    char text[64];
    switch (below(random, 4)) {
    case 0:
        snprintf(text, sizeof text, "%.*f", below(random, 7), *value);
        break;
    case 1:
        snprintf(text, sizeof text, "%.4e", *value);
        break;
    case 2:
        snprintf(text, sizeof text, "%+.2f", *value);
        break;
    default:
        snprintf(text, sizeof text, "%g", *value);
    }
    *value = strtod(text, NULL);
    for (char *at = text; *at; at++)
        if (*at == '.')
            *at = d->decimal;
    const bool quoted = d->quotes && below(random, 2);
    put(t, quoted ? "\"%s\"" : "%s", text);
}

static void put_gap(mocap_text *t, const drawn *d, routh_random *random) {
    static const char *const words[] = {"", "NaN", "NA", "null", "-", "inf"};
    put(t, "%s", words[d->separator == ' ' ? 1 + below(random, 5) : below(random, 6)]);
}

static void put_end(mocap_text *t, const drawn *d) {
    put(t, "%s", d->crlf ? "\r\n" : "\n");
}

static void put_header(mocap_text *t, const drawn *d, routh_random *random) {
    const char *const block[] = {"Recorded by two people on a rainy day in the middle of May",
                                 "# comment, with; all\tkinds of separators and more words than a row has columns",
                                 "% 1,2;3\t4"};
    for (int i = below(random, 4); i > 0; i--) {
        put(t, "%s", block[below(random, 3)]);
        put_end(t, d);
    }
    for (int i = below(random, 4); i > 0; i--) {
        put(t, "Key%d%c%d", i, d->separator, below(random, 500));
        put_end(t, d);
    }
    if (below(random, 2))
        put_end(t, d);
    for (int j = 0; d->names && j < d->columns + d->text; j++) {
        put(t, "%s", j > 0 ? (const char[]){d->separator, '\0'} : "");
        put(t, d->quotes ? "\"c%d\"" : "c%d", j);
    }
    if (d->names)
        put_end(t, d);
    for (int j = 0; d->names && d->units && j < d->columns; j++)
        put(t, "%s%s", j > 0 ? (const char[]){d->separator, '\0'} : "", j == 0 ? "ms" : j % 2 ? "mm" : "deg");
    if (d->names && d->units)
        put_end(t, d);
}

static void put_row(mocap_text *t, drawn *d, routh_random *random, int i) {
    /* the first row is whole: without one nobody can know the layout */
    const int gaps = i > 0 && below(random, 3) == 0 ? 1 : 0;
    const int filled = i > 0 && !d->text && below(random, 12) == 0 ? 1 + below(random, (size_t)d->columns) : d->columns;
    for (int j = 0; j < d->columns; j++) {
        double *value = &d->value[i][j];
        *value = routh_random_uniform(random, -50, 50);
        if (j >= filled) {
            *value = NAN;
            continue;
        }
        put(t, "%s", j > 0 ? (const char[]){d->separator, '\0'} : "");
        if (j > 0 && gaps && below(random, 2)) {
            put_gap(t, d, random);
            *value = NAN;
        } else {
            put_number(t, d, random, value);
        }
    }
    if (d->text)
        put(t, "%cgood", d->separator);
    put_end(t, d);
    if (below(random, 12) == 0)
        put(t, below(random, 2) ? "# between\n" : "\n");
}

static drawn draw(routh_random *random, mocap_text *t) {
    static const char separators[] = {',', ';', '\t', ' '};
    drawn d = {.separator = separators[below(random, 4)], .decimal = '.'};
    d.columns = 3 + below(random, MOST_COLUMNS - 3);
    d.rows = 10 + below(random, MOST_ROWS - 10); /* most of them whole: that is how the layout is known */
    d.names = below(random, 4) > 0;
    d.units = below(random, 3) == 0;
    d.quotes = below(random, 4) == 0;
    d.crlf = below(random, 2);
    d.text = below(random, 4) == 0;
    if (d.separator != ',' && below(random, 2))
        d.decimal = ',';
    put_header(t, &d, random);
    for (int i = 0; i < d.rows; i++)
        put_row(t, &d, random, i);
    return d;
}

static void check(const drawn *d, const mocap_text *t) {
    routh_context context = routh_context_default();
    routh_source source;
    routh_channels channels;
    assert_int_equal(routh_source_create(&context, routh_io_memory(t->text, t->length, "t.csv"), &source), ROUTH_OK);
    routh_status status = routh_channels_describe(&source, NULL, &channels);
    for (size_t j = 0; status == ROUTH_OK && j < channels.count && j < (size_t)d->columns; j++)
        channels.channel[j].wanted = true;
    if (status == ROUTH_OK)
        status = routh_channels_read(&source, &channels);
    if (status != ROUTH_OK)
        fail_msg("%s\n%s", context.message, t->text);
    if (channels.rows != (size_t)d->rows || channels.count != (size_t)(d->columns + d->text) ||
        channels.separator != d->separator || (channels.header_line > 0) != d->names)
        fail_msg("%zu rows, %zu columns, '%c' '%c', names in line %zu:\n%s", channels.rows, channels.count,
                 channels.separator, channels.decimal, channels.header_line, t->text);
    for (int j = 0; j < d->columns; j++) {
        const routh_channel *channel = &channels.channel[j];
        char name[16];
        snprintf(name, sizeof name, d->names ? "c%d" : "%d", d->names ? j : j + 1);
        assert_string_equal(channel->name, name);
        if (d->names && d->units ? !(channel->unit > 0) : channel->unit != 0)
            fail_msg("unit %g of column %d:\n%s", channel->unit, j, t->text);
        for (int i = 0; i < d->rows; i++)
            if (!(channel->value[i] == d->value[i][j] || (isnan(channel->value[i]) && isnan(d->value[i][j]))))
                fail_msg("row %d, column %d: %g, not %g:\n%s", i, j, channel->value[i], d->value[i][j], t->text);
    }
    routh_channels_release(&context, &channels);
    routh_source_release(&source);
}

static void test_random_layouts(void **state) {
    (void)state;
    const int count = effort(300, 3000, 100000);
    for (int seed = 0; seed < count; seed++) {
        routh_random random = routh_random_seed((uint64_t)seed, 17);
        static mocap_text t;
        t.length = 0;
        const drawn d = draw(&random, &t);
        check(&d, &t);
    }
}

SUBJECT(channels_layouts) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_layouts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
