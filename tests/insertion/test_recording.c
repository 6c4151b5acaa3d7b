/* Recorded insertions in files: what is read is what was written, and damaged or foreign files are refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause */

#include "../cli/run_program.h"
#include "../ledger.h"
#include "../subject.h"
#include "block.h"

enum { SAMPLES = 30 };
static routh_insertion_instant samples[SAMPLES];
static double truth[3] = {1e-5, -2e-4, 3e-4};

static routh_insertion recording(void) {
    static block_case cases[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        cases[i] = (block_case){.k = 1e5, .mu = 0.2, .depth = 1e-6 * (i + 1), .velocity = {1e-3, 0, 0}};
    routh_insertion insertion = block_insertion(cases, SAMPLES, 8e-5, samples);
    insertion.truth = (routh_insertion_truth){.stiffness = 1e5, .friction = 0.2, .count = 3, .displacement = truth};
    return insertion;
}

static void assert_same_pose(const routh_pose3 *a, const routh_pose3 *b) {
    for (int i = 0; i < 3; i++) {
        assert_close(a->position[i], b->position[i], 0);
        for (int j = 0; j < 3; j++)
            assert_close(a->rotation[i][j], b->rotation[i][j], 1e-15);
    }
}

static void test_round_trip(void **state) {
    (void)state;
    const routh_insertion a = recording();
    const char *const paths[] = {"block.h5", "block.csv"};
    for (int p = 0; p < 2; p++) {
        routh_context context = routh_context_default();
        routh_insertion b;
        if (routh_insertion_write(&context, &a, routh_io_path(paths[p])) != ROUTH_OK ||
            routh_insertion_read(&context, routh_io_path(paths[p]), NULL, &b) != ROUTH_OK)
            fail_msg("%s", context.message);
        assert_int_equal(b.count, SAMPLES);
        assert_string_equal(b.name, "block");
        assert_close(b.rate, 50, 0);
        assert_close(b.offset, 8e-5, 0);
        assert_same_pose(&a.receptacle, &b.receptacle);
        assert_same_pose(&a.plate, &b.plate);
        assert_same_pose(&a.reference, &b.reference);
        assert_close(b.truth.stiffness, 1e5, 0);
        assert_int_equal(b.truth.count, 3);
        assert_memory_equal(b.truth.displacement, truth, sizeof truth);
        for (int k = 0; k < SAMPLES; k++) {
            assert_same_pose(&a.sample[k].hand, &b.sample[k].hand);
            assert_close(a.sample[k].time, b.sample[k].time, 0);
            assert_memory_equal(a.sample[k].twist, b.sample[k].twist, sizeof b.sample[k].twist);
            assert_memory_equal(a.sample[k].wrench, b.sample[k].wrench, sizeof b.sample[k].wrench);
        }
        routh_insertion_release(&context, &b);
    }
}

/* A recording without a name gets that of its file. */
static void test_name(void **state) {
    (void)state;
    routh_insertion a = recording(), b;
    a.name[0] = '\0';
    assert_int_equal(routh_insertion_write(NULL, &a, routh_io_path("./first.try.csv")), ROUTH_OK);
    assert_int_equal(routh_insertion_read(NULL, routh_io_path("./first.try.csv"), NULL, &b), ROUTH_OK);
    assert_string_equal(b.name, "first.try");
    routh_insertion_release(NULL, &b);
}

static void refuses(const char *path, routh_status status, const char *words) {
    ledger book = {.budget = 1 << 20};
    routh_context context = context_with(&book);
    routh_insertion insertion;
    assert_int_equal(routh_insertion_read(&context, routh_io_path(path), NULL, &insertion), status);
    assert_int_equal(book.blocks, 0);
    if (!strstr(context.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_foreign_files(void **state) {
    (void)state;
    refuses("nothing.h5", ROUTH_FILE_ERROR, "No such file");
    refuses(".", ROUTH_FILE_ERROR, "is a directory");
    write_text("text.h5", "hello");
    refuses("text.h5", ROUTH_BAD_FORMAT, "neither .csv nor an HDF5 file");
    write_text("lone.csv", "time,px\n0,1\n");
    refuses("lone.csv", ROUTH_FILE_ERROR, "lone.json: cannot read");
    write_text("lone.json", "{\"offset\": 0, \"receptacle\": [0, 0, 0, 1, 0, 0, 0], \"plate\": [0, 0, 0, 1, 0, 0, 0], "
                            "\"reference\": [0, 0, 0, 1, 0, 0, 0]}");
    refuses("lone.csv", ROUTH_BAD_FORMAT, "py");
}

/* The recording with one sample spoilt. */
static void refuses_sample(void (*spoil)(routh_insertion *), const char *words) {
    routh_insertion insertion = recording();
    spoil(&insertion);
    assert_int_equal(routh_insertion_write(NULL, &insertion, routh_io_path("spoilt.h5")), ROUTH_OK);
    refuses("spoilt.h5", ROUTH_BAD_FORMAT, words);
}

static void stop_time(routh_insertion *i) {
    i->sample[7].time = i->sample[6].time;
}
static void lose_force(routh_insertion *i) {
    i->sample[4].wrench[2] = NAN;
}
static void stretch(routh_insertion *i) {
    for (int k = 0; k < 9; k++)
        (&i->plate.rotation[0][0])[k] *= 1.1;
}
static void stop_clock(routh_insertion *i) {
    i->rate = 0;
}

static void hurry(routh_insertion *i) {
    i->rate = 200;
}
static void tilt_wrongly(routh_insertion *i) {
    i->sample[9].hand.rotation[1][1] = -3;
}

static void test_spoilt(void **state) {
    (void)state;
    refuses_sample(stop_time, "time does not rise from sample 7");
    refuses_sample(lose_force, "sample 5: a number is missing");
    refuses_sample(stretch, "plate: the quaternion");
    refuses_sample(stop_clock, "rate 0 Hz");
    refuses_sample(hurry, "rate 200 Hz, but 30 samples in 0.58 s are 50 Hz");
    refuses_sample(tilt_wrongly, "sample 10: the quaternion w x y z is not a rotation: its length is ");
}

/* Cut anywhere, a file is refused and nothing crashes. */
static void test_truncated(void **state) {
    (void)state;
    const routh_insertion insertion = recording();
    assert_int_equal(routh_insertion_write(NULL, &insertion, routh_io_path("whole.h5")), ROUTH_OK);
    FILE *file = fopen("whole.h5", "rb");
    assert_non_null(file);
    static unsigned char bytes[1 << 17];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t cut = 0; cut < size; cut += size / 23 + 1) {
        file = fopen("cut.h5", "wb");
        assert_int_equal(fwrite(bytes, 1, cut, file), cut);
        fclose(file);
        refuses("cut.h5", ROUTH_BAD_FORMAT, "cut.h5");
    }
}

/* A table goes with its constants or not at all: neither is there when one cannot be. */
static void test_both_or_none(void **state) {
    (void)state;
    const routh_insertion insertion = recording();
    routh_context context = routh_context_default();
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO), caught = open("caught", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(kept >= 0 && dup2(caught, STDOUT_FILENO) >= 0);
    const routh_status status = routh_insertion_write(&context, &insertion, (routh_io){.path = "-", .name = "z.csv"});
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    assert_int_equal(status, ROUTH_BAD_ARGUMENT);
    assert_int_equal(lseek(caught, 0, SEEK_END), 0); /* not even the header */
    close(kept);
    close(caught);
    assert_int_equal(mkdir("pair.json", 0700), 0);
    assert_int_equal(routh_insertion_write(&context, &insertion, routh_io_path("pair.csv")), ROUTH_FILE_ERROR);
    assert_non_null(strstr(context.message, "pair.json"));
    assert_int_not_equal(access("pair.csv", F_OK), 0);
    assert_int_not_equal(access("pair.csv.part0", F_OK), 0);
    rmdir("pair.json");
    remove("caught");
}

SUBJECT(recording) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_name),      cmocka_unit_test(test_foreign_files),
        cmocka_unit_test(test_spoilt),     cmocka_unit_test(test_truncated), cmocka_unit_test(test_both_or_none),
    };
    return cmocka_run_group_tests(tests, enter_scratch, leave_scratch);
}
