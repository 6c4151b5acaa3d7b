/* Models in files: what is read predicts as what was written; other files are refused and nothing is overwritten.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <hdf5.h>

#include "../cli/run_program.h"
#include "../ledger.h"
#include "../subject.h"
#include "learn/model.h"
#include "model_cases.h"

static generated made, test;

static int make_drops(void **state) {
    made = noisy_drops(50, 1);
    test = noisy_drops(30, 2);
    return enter_scratch(state);
}

static int forget_drops(void **state) {
    forget(&made);
    forget(&test);
    return leave_scratch(state);
}

static void assert_same(const routh_model *a, const routh_model *b) {
    const routh_model_facts x = routh_model_facts_of(a), y = routh_model_facts_of(b);
    assert_int_equal(x.kind, y.kind);
    assert_ptr_equal(x.law, y.law);
    assert_memory_equal(x.parameters, y.parameters, sizeof x.parameters);
    assert_int_equal(x.metric, y.metric);
    assert_int_equal(x.count, y.count);
    assert_int_equal(x.bounded, y.bounded);
    assert_int_equal(x.inputs, y.inputs);
    assert_int_equal(x.outputs, y.outputs);
    assert_memory_equal(x.input, y.input, sizeof x.input);
    assert_memory_equal(x.output, y.output, sizeof x.output);
    assert_true((x.prior == NULL) == (y.prior == NULL));
    routh_prediction *said[2] = {predictions(a, &test, 1), predictions(b, &test, 1)};
    assert_memory_equal(said[0], said[1], test.count * sizeof *said[0]);
    free(said[0]);
    free(said[1]);
}

/* Of each kind, and one upon another; with the frame and the note. */
static void what_is_read_is_what_was_written(void **state) {
    (void)state;
    for (int kind = 0; kind < ROUTH_MODEL_COUNT + 1; kind++) {
        const int upon = kind == ROUTH_MODEL_COUNT;
        routh_model_options options = options_for(upon ? ROUTH_MODEL_RESIDUAL : (routh_model_kind)kind);
        options.law = routh_law_find(NULL, kind == ROUTH_MODEL_PARAMETERS ? "compliant" : "mirtich");
        options.metric = kind % 2 ? ROUTH_VELOCITY : ROUTH_MOMENTUM;
        options.ensemble.mu_max = 1.25;
        routh_model *model = train_on_all(&made, &options), *read = NULL;
        if (upon) {
            routh_model *prior = model;
            options.kind = ROUTH_MODEL_WRENCH;
            options.prior = prior;
            assert_ok_to(routh_model_train, test.sample, NULL, test.count, &options, &model);
            routh_model_release(NULL, prior);
        }
        routh_model_origin origin;
        assert_ok_to(routh_model_write, model, ROUTH_MIRROR_T, "50 drops, μ of steel", routh_io_path("model.h5"));
        assert_ok_to(routh_model_read, routh_io_path("model.h5"), &read, &origin);
        assert_same(model, read);
        assert_int_equal(origin.frame, ROUTH_MIRROR_T);
        assert_string_equal(origin.note, "50 drops, μ of steel");
        routh_model_release(NULL, model);
        routh_model_release(NULL, read);
    }
}

/* An output that never changes is in no Gaussian process, but in the file. */
static void constants_are_kept(void **state) {
    (void)state;
    generated flat = {.sample = calloc(made.count, sizeof(routh_sample)), .count = made.count};
    memcpy(flat.sample, made.sample, made.count * sizeof *made.sample);
    for (size_t i = 0; i < flat.count; i++)
        flat.sample[i].measured[ROUTH_MOMENTUM].pt = 0.125;
    const routh_model_options options = options_for(ROUTH_MODEL_RIGID);
    routh_model *model = train_on_all(&flat, &options), *read = NULL;
    assert_ok_to(routh_model_write, model, ROUTH_AS_RECORDED, NULL, routh_io_path("model.h5"));
    assert_ok_to(routh_model_read, routh_io_path("model.h5"), &read, NULL);
    assert_same(model, read);
    assert_near(routh_model_answer(read, &test.sample[0].contact).pt, 0.125, 0);
    routh_model_release(NULL, model);
    routh_model_release(NULL, read);
    forget(&flat);
}

static void refuses(const char *path, routh_status status, const char *words) {
    routh_context context = routh_context_default();
    routh_model *model = NULL;
    assert_int_equal(routh_model_read(&context, routh_io_path(path), &model, NULL), status);
    assert_null(model);
    if (!strstr(context.message, words) || strchr(context.message, '\n'))
        fail_msg("\"%s\" is not in \"%s\"", words, context.message);
}

static void other_files_are_refused(void **state) {
    (void)state;
    refuses("no such file.h5", ROUTH_FILE_ERROR, "No such file");
    refuses(".", ROUTH_FILE_ERROR, "is a directory");
    FILE *file = fopen("text.h5", "w");
    assert_non_null(file);
    fputs("mass,inertia\n1,2\n", file);
    fclose(file);
    refuses("text.h5", ROUTH_BAD_FORMAT, "not an HDF5 file");
    H5Fclose(H5Fcreate("empty.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    refuses("empty.h5", ROUTH_BAD_FORMAT, "not a contact model");
    const routh_model_options options = options_for(ROUTH_MODEL_RIGID);
    routh_model *model = train_on_all(&made, &options);
    assert_ok_to(routh_gp_write, model->gp, routh_io_path("gp.h5"));
    refuses("gp.h5", ROUTH_BAD_FORMAT, "a Gaussian process alone");
    routh_model_release(NULL, model);
}

/* Replaces an attribute of the file's root. */
static hid_t new_attribute(hid_t file, const char *name, hid_t type) {
    const hid_t space = H5Screate(H5S_SCALAR);
    if (H5Aexists(file, name) > 0)
        assert_true(H5Adelete(file, name) >= 0);
    const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(attribute >= 0);
    H5Sclose(space);
    return attribute;
}

static void set_text(const char *name, const char *text) {
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
    assert_true(H5Tset_size(type, strlen(text) + 1) >= 0);
    const hid_t attribute = new_attribute(file, name, type);
    assert_true(H5Awrite(attribute, type, text) >= 0);
    H5Aclose(attribute);
    H5Tclose(type);
    H5Fclose(file);
}

static void set_number(const char *name, double value) {
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t attribute = new_attribute(file, name, H5T_NATIVE_DOUBLE);
    assert_true(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
    H5Aclose(attribute);
    H5Fclose(file);
}

static void set_layout(long layout) {
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t attribute = new_attribute(file, "layout", H5T_NATIVE_LONG);
    assert_true(H5Awrite(attribute, H5T_NATIVE_LONG, &layout) >= 0);
    H5Aclose(attribute);
    H5Fclose(file);
}

static void remove_group(const char *name) {
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
    H5Fclose(file);
}

/* Files of layouts 1 and 2 have no intervals of their own: deviations as they follow from the Gaussian process, which has no
 * alternatives, and 1.96 of them. Means are the same. */
static void older_files_are_read(void **state) {
    (void)state;
    static const char *const quantity[] = ROUTH_MODEL_QUANTITY_NAMES;
    const routh_model_options options = options_for(ROUTH_MODEL_WRENCH);
    routh_model *model = train_on_all(&made, &options), *read = NULL;
    assert_ok_to(routh_model_write, model, ROUTH_MIRROR_T, "", routh_io_path("model.h5"));
    const hid_t file = H5Fopen("model.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    for (int k = 0; k < 2 * ROUTH_MODEL_QUANTITIES; k++) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", k % 2 ? "interval" : "deviation", quantity[k / 2]);
        assert_true(H5Adelete(file, name) >= 0);
    }
    assert_true(H5Ldelete(file, "gp/alternatives", H5P_DEFAULT) >= 0);
    H5Fclose(file);
    set_layout(2);
    assert_ok_to(routh_model_read, routh_io_path("model.h5"), &read, NULL);
    assert_int_equal(read->gp->alternatives, 0);
    routh_prediction *now = predictions(model, &test, 1), *then = predictions(read, &test, 1);
    for (size_t i = 0; i < test.count; i++) {
        assert_near(now[i].after.omega, then[i].after.omega, 0);
        assert_true(then[i].impulse_sd[0] >= routh_gp_noise(read->gp, 0));
        assert_near(then[i].after_interval[2], 1.959964 * then[i].after_sd[2], 1e-6 * then[i].after_sd[2]);
    }
    free(now);
    free(then);
    routh_model_release(NULL, model);
    routh_model_release(NULL, read);
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    const routh_model_options options = options_for(ROUTH_MODEL_RESIDUAL);
    routh_model *model = train_on_all(&made, &options);
    const struct {
        const char *name, *text; /* NULL: the number */
        double number;
        const char *words;
    } cases[] = {
        {"kind", "residul", 0, "no kind is called \"residul\""},
        {"kind", "wrench", 0, "constant couple"},
        {"kind", "rigid-2d", 0, "not the inputs of this kind"},
        {"kind", "parameters", 0, "unexplained Pt"},
        {"metric", "time", 0, "no metric is called"},
        {"frame", "upside-down", 0, "no frame is called"},
        {"law", "hooke", 0, "no law is called \"hooke\""},
        {"inputs", "Mtt,Mtn,Mnn,vt", 0, "other inputs or outputs"},
        {"inputs", "vn,vt,Mnn,Mtn,Mtt", 0, "not the inputs of this kind"},
        {"inputs", "", 0, "not the inputs of this kind"},
        {"outputs", "Pn", 0, "constant Pt"},
        {"outputs", "Pt,Pn,couple", 0, "not the outputs of this kind"},
        {"format", "routh-dataset", 0, "not a contact model"},
        {"mu", NULL, -1, "out of bounds"},
        {"eps", NULL, NAN, "not a finite number"},
        {"mu_max", NULL, 0, "not positive"},
        {"deviation Pt", NULL, -1, "not a positive number: \"deviation Pt\""},
        {"interval omega", NULL, NAN, "not a positive number: \"interval omega\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_ok_to(routh_model_write, model, ROUTH_MIRROR_T, "", routh_io_path("model.h5"));
        if (cases[i].text)
            set_text(cases[i].name, cases[i].text);
        else
            set_number(cases[i].name, cases[i].number);
        refuses("model.h5", ROUTH_BAD_FORMAT, cases[i].words);
    }
    assert_ok_to(routh_model_write, model, ROUTH_MIRROR_T, "", routh_io_path("model.h5"));
    set_layout(4);
    refuses("model.h5", ROUTH_BAD_FORMAT, "layout 4; Routh " ROUTH_VERSION " reads layouts 1 to 3");
    assert_ok_to(routh_model_write, model, ROUTH_MIRROR_T, "", routh_io_path("model.h5"));
    remove_group("gp");
    refuses("model.h5", ROUTH_BAD_FORMAT, "gp is missing");
    routh_model_release(NULL, model);
}

static unsigned char *bytes_of(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *byte = malloc(*size);
    assert_non_null(byte);
    assert_int_equal(fread(byte, 1, *size, file), *size);
    fclose(file);
    return byte;
}

static int reads(const unsigned char *byte, size_t size, routh_model **model) {
    FILE *file = fopen("damaged.h5", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(byte, 1, size, file), size);
    fclose(file);
    routh_context context = routh_context_default();
    const routh_status status = routh_model_read(&context, routh_io_path("damaged.h5"), model, NULL);
    assert_true(status == ROUTH_OK || context.message[0] != '\0');
    return status == ROUTH_OK;
}

static void damaged_and_cut_files_are_refused(void **state) {
    (void)state;
    const routh_model_options options = options_for(ROUTH_MODEL_RESIDUAL);
    routh_model *model = train_on_all(&made, &options), *read = NULL;
    size_t size, refused = 0, tried = 0;
    assert_ok_to(routh_model_write, model, ROUTH_MIRROR_T, "", routh_io_path("model.h5"));
    unsigned char *byte = bytes_of("model.h5", &size);
    for (size_t i = 0; i < size; i += 53) {
        byte[i] ^= (unsigned char)(1u << i % 8);
        const int is_read = reads(byte, size, &read);
        byte[i] ^= (unsigned char)(1u << i % 8);
        refused += !is_read;
        tried++;
        if (is_read)
            routh_model_release(NULL, read);
    }
    assert_true(refused > tried / 3);
    for (size_t cut = 0; cut < size; cut += cut < 600 ? 7 : 409)
        if (reads(byte, cut, &read)) { /* free space at the end may go */
            assert_true(cut + 4096 > size);
            assert_same(model, read);
            routh_model_release(NULL, read);
        }
    free(byte);
    routh_model_release(NULL, model);
}

static void a_failed_write_leaves_the_old_file(void **state) {
    (void)state;
    routh_model_options options = options_for(ROUTH_MODEL_RESIDUAL);
    routh_model *model = train_on_all(&made, &options), *own = NULL;
    assert_ok_to(routh_model_write, model, ROUTH_MIRROR_T, "", routh_io_path("model.h5"));
    size_t size, size_after;
    unsigned char *before = bytes_of("model.h5", &size);
    routh_context context;
    for (int budget = 0; budget < 12; budget++) {
        ledger book = {.budget = budget};
        context = context_with(&book);
        assert_int_equal(routh_model_write(&context, model, ROUTH_MIRROR_T, "", routh_io_path("model.h5")),
                         ROUTH_OUT_OF_MEMORY);
        assert_int_equal(book.blocks, 0);
    }
    routh_law mine = *options.law;
    mine.name = "mine";
    options.law = &mine;
    own = train_on_all(&made, &options);
    context = routh_context_default();
    assert_int_equal(routh_model_write(&context, own, ROUTH_MIRROR_T, "", routh_io_path("model.h5")),
                     ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "not in the registry"));
    unsigned char *after = bytes_of("model.h5", &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
    assert_int_equal(routh_model_write(NULL, model, ROUTH_MIRROR_T, "", routh_io_path("no such folder/model.h5")),
                     ROUTH_FILE_ERROR);
    free(before);
    free(after);
    routh_model_release(NULL, model);
    routh_model_release(NULL, own);
}

SUBJECT(model_file) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_what_was_written),
        cmocka_unit_test(constants_are_kept),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(older_files_are_read),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(damaged_and_cut_files_are_refused),
        cmocka_unit_test(a_failed_write_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, make_drops, forget_drops);
}
