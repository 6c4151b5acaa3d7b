/* A large recording: time, memory and progress; and running out of memory anywhere. ROUTH_EFFORT=soak takes ten minutes of
 * six bodies, about 210 MB.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "channel_texts.h"
#include "mocap_texts.h"

#include <stdlib.h>
#include <time.h>

#include "../cases/motive_recording.h"
#include "../effort.h"
#include "../ledger.h"
#include "../subject.h"

/* Bytes that are alive, and the most there were; each block begins with its size. */
typedef struct scale {
    size_t alive, most;
    double fraction; /* of the last report */
    int reports;
    double stop; /* from this fraction on */
} scale;

enum { HEAD = 16 };

static void *weigh(void *block, size_t size, void *user) {
    scale *s = user;
    size_t *old = block ? (size_t *)(void *)((char *)block - HEAD) : NULL;
    const size_t before = old ? *old : 0;
    size_t *grown = realloc(old, size + HEAD);
    assert_non_null(grown);
    *grown = size;
    s->alive += size - before;
    s->most = s->alive > s->most ? s->alive : s->most;
    return (char *)grown + HEAD;
}

static void *weigh_new(size_t size, void *user) {
    return weigh(NULL, size, user);
}

static void unweigh(void *block, void *user) {
    scale *s = user;
    size_t *old = (size_t *)(void *)((char *)block - HEAD);
    s->alive -= *old;
    free(old);
}

static int note_progress(const char *what, double fraction, void *user) {
    scale *s = user;
    assert_string_equal(what, "reading");
    assert_true(fraction >= s->fraction && fraction <= 1);
    s->fraction = fraction;
    s->reports++;
    return fraction >= s->stop;
}

static routh_context weighing(scale *s) {
    routh_context context = routh_context_default();
    context.allocate = weigh_new;
    context.reallocate = weigh;
    context.release = unweigh;
    context.progress = note_progress;
    context.user = s;
    return context;
}

static routh_status read_all(routh_context *context, const char *path, routh_channels *channels) {
    routh_source source;
    assert_int_equal(routh_source_create(context, routh_io_path(path), &source), ROUTH_OK);
    assert_int_equal(routh_channels_describe(&source, NULL, channels), ROUTH_OK);
    for (size_t j = 0; j < channels->count; j++)
        channels->channel[j].wanted = true;
    return routh_channels_read(&source, channels);
}

/* Everything wanted. The limits are those of a 200 MB file in 10 s, and three times its size. */
static void test_time_memory_and_progress(void **state) {
    (void)state;
    const char path[] = "channels_large_test.csv";
    const long rows = effort(2000, 6000, 10L * 60 * MOTIVE_RATE);
    const double size = write_motive_recording(path, rows);
    assert_true(size > 0);
    scale s = {.stop = INFINITY};
    routh_context context = weighing(&s);
    routh_channels channels;
    const clock_t start = clock();
    assert_int_equal(read_all(&context, path, &channels), ROUTH_OK);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(channels.rows, rows);
    assert_int_equal(channels.count, 2 + MOTIVE_BODIES * (MOTIVE_PER_BODY + 3 * MOTIVE_MARKERS));
    assert_true(fabs(channels.channel[1].value[rows - 1] - (double)(rows - 1) / MOTIVE_RATE) < 1e-6);
    printf("%.0f MB in %.2f s: %.0f MB/s; %.2f times its size in memory\n", 1e-6 * size, seconds, 1e-6 * size / seconds,
           (double)s.most / size);
    assert_true((double)s.most < 3 * size + (1 << 21)); /* and 2 MiB of its beginning */
    assert_true(effort(1, 1, 0) || seconds < 10 * size / 200e6);
    assert_true(s.reports >= 1 && s.fraction == 1);
    routh_channels_release(&context, &channels);
    assert_int_equal(s.alive, 0);

    s = (scale){.stop = 0.4}; /* progress can stop it */
    assert_int_equal(read_all(&context, path, &channels), ROUTH_CANCELLED);
    assert_true(s.reports == 1 || s.fraction < 1); /* where it is read in no time, the first report is the last */
    assert_true(s.alive == 0 && !channels.channel);
    remove(path);
}

/* Every request for memory fails once. */
static void test_no_memory(void **state) {
    (void)state;
    for (int which = 0; which < 5; which++) {
        mocap_text t = {.length = 0};
        if (which == 0)
            write_motive(&t, &(motive_export){.version = "1.23", .rotation = "Quaternion", .units = "Meters"});
        else
            put(&t, "%s",
                which == 1   ? "Trajectories\n120\n,,a,,\nFrame,Sub Frame,X,Y,Z\n,,mm,mm,mm\n1,0,1,2,3\n"
                : which == 2 ? "NO_OF_FRAMES\t1\nDATA_INCLUDED\t3D\nMARKER_NAMES\ta\n1\t2\t3\n"
                : which == 3
                    ? "PathFileType\t4\nDataRate\tUnits\n9\tm\nFrame#\tTime\ta\n\t\tX1\tY1\tZ1\n1\t0\t1\t2\t3\n"
                    : "t;x;y\ns;mm;mm\n0,5;1;2\n");
        routh_status status = ROUTH_OUT_OF_MEMORY;
        for (int budget = 0; status != ROUTH_OK; budget++) {
            ledger book = {.budget = budget};
            routh_context context = context_with(&book);
            routh_channels channels;
            assert_true(budget < 500);
            status = try_channels(&context, t.text, t.length, NULL, NULL, &channels);
            assert_true(status == ROUTH_OK || status == ROUTH_OUT_OF_MEMORY);
            routh_channels_release(&context, &channels);
            assert_int_equal(book.blocks, 0);
        }
    }
}

/* What a header claims costs no more memory than the file is worth: 3,000 names with two rows in a hundred thousand, and
 * one long name over many columns. */
static void test_claims_cost_little(void **state) {
    (void)state;
    enum { NAMES = 3000, ROWS = 100000, LONG = 500000 };
    char *text = malloc(2 * LONG + 16 * NAMES + 2 * ROWS + 100), *at = text;
    assert_non_null(text);
    for (int j = 0; j < NAMES; j++)
        at += sprintf(at, "%sc%d", j > 0 ? "," : "", j);
    at += sprintf(at, "\n");
    for (int j = 0; j < NAMES; j++)
        at += sprintf(at, "%s1", j > 0 ? "," : "");
    for (int i = 0; i < ROWS; i++)
        at += sprintf(at, "\n1");
    scale s = {.stop = INFINITY};
    routh_context context = weighing(&s);
    routh_channels channels;
    assert_int_equal(try_channels(&context, text, (size_t)(at - text), NULL, NULL, &channels), ROUTH_BAD_FORMAT);
    assert_non_null(strstr(context.message, "there are 3000 columns, but nearly all rows end after a few of them"));
    assert_true(s.most < 100000000);

    at = text + sprintf(text, "Trajectories\n120\n,,");
    memset(at, 'a', LONG);
    at += LONG;
    at += sprintf(at, "\nFrame,Sub Frame");
    for (int j = 0; j < NAMES; j++)
        at += sprintf(at, ",X");
    at += sprintf(at, "\n,,mm\n1,0,5\n");
    s = (scale){.stop = INFINITY};
    assert_int_equal(try_channels(&context, text, (size_t)(at - text), NULL, NULL, &channels), ROUTH_OK);
    assert_int_equal(strlen(channels.channel[2].body), 255);
    assert_true(s.most < 10000000);
    routh_channels_release(&context, &channels);
    free(text);
}

SUBJECT(channels_large) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_memory_and_progress),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_claims_cost_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
