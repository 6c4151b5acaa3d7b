/* Scenes in and out of JSON: what is written is what was read, to the bit, and what is wrong is named with its place.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../comma_locale.h"
#include "../impact3/bodies.h"
#include "../ledger.h"
#include "../subject.h"

static routh_status read_text(routh_context *context, const char *text, routh_scene *scene) {
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    assert_non_null(file);
    const routh_status status = routh_scene_read(context, routh_io_file(file, "scene.json"), scene);
    fclose(file);
    return status;
}

static routh_scene must_read(const char *text) {
    routh_context context = routh_context_default();
    routh_scene scene;
    if (read_text(&context, text, &scene) != ROUTH_OK)
        fail_msg("%s", context.message);
    return scene;
}

/* The text that is written, to be freed. */
static char *written(const routh_scene *scene, const routh_collision *collision) {
    routh_context context = routh_context_default();
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    if (routh_scene_write(&context, scene, collision, routh_io_file(file, NULL)) != ROUTH_OK)
        fail_msg("%s", context.message);
    fclose(file);
    return text;
}

static void assert_same_bits(const double *a, const double *b, size_t count) {
    assert_memory_equal(a, b, count * sizeof *a);
}

static void assert_same_scene(const routh_scene *a, const routh_scene *b) {
    assert_int_equal(a->body_count, b->body_count);
    assert_int_equal(a->contact_count, b->contact_count);
    for (size_t s = 0; s < a->body_count; s++) {
        const routh_body3 *x = &a->body[s], *y = &b->body[s];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->freedom, y->freedom);
        assert_same_bits(&x->mass, &y->mass, 1);
        assert_memory_equal(x->inertia, y->inertia, sizeof x->inertia);
        assert_same_bits(x->axis, y->axis, 3);
        assert_same_bits(x->position, y->position, 3);
        assert_same_bits(x->orientation, y->orientation, 4);
        assert_same_bits(x->velocity, y->velocity, 3);
        assert_same_bits(x->spin, y->spin, 3);
    }
    for (size_t i = 0; i < a->contact_count; i++) {
        const routh_scene_contact *x = &a->contact[i], *y = &b->contact[i];
        assert_int_equal(x->a, y->a);
        assert_int_equal(x->b, y->b);
        assert_same_bits(x->point, y->point, 3);
        assert_same_bits(x->normal, y->normal, 3);
        assert_same_bits(&x->stiffness, &y->stiffness, 1);
        assert_same_bits(&x->pair.mu, &y->pair.mu, 1);
        assert_same_bits(&x->pair.eps, &y->pair.eps, 1);
        assert_same_bits(&x->pair.eta2, &y->pair.eta2, 1);
    }
}

static const char cue_ball_table[] =
    "{\"bodies\": ["
    "{\"name\": \"cue\", \"freedom\": \"guided\", \"mass\": 0.5, \"axis\": [1, 0, -0.5], \"velocity\": [2, 0, -1]},"
    "{\"name\": \"ball\", \"mass\": 0.17, \"inertia\": 5.3312e-5, \"position\": [0, 0, 0.028]},"
    "{\"freedom\": \"fixed\"},"
    "{\"name\": \"block\", \"mass\": 3, \"inertia\": [1, 2, 2.5], \"position\": [1, 1e-3, 1], \"spin\": [0, -0.0, 7],"
    " \"orientation\": [1, 0.1, 0, 0.3]}],"
    "\"contacts\": ["
    "{\"a\": \"ball\", \"b\": \"cue\", \"point\": [-0.028, 0, 0.028], \"normal\": [1, 0, 0], \"mu\": 0.6, \"e\": 0.7,"
    " \"poisson\": 0.2},"
    "{\"a\": 1, \"b\": 2, \"point\": [0, 0, 0], \"normal\": [0, 0, 3], \"mu\": 0.2, \"e\": 0.5, \"eta2\": 2,"
    " \"stiffness\": 10}]}";

static void fields_mean_what_they_say(void **state) {
    (void)state;
    routh_scene scene = must_read(cue_ball_table);
    assert_int_equal(scene.body_count, 4);
    assert_int_equal(scene.contact_count, 2);
    const routh_body3 *cue = &scene.body[0], *sphere = &scene.body[1], *block = &scene.body[3];
    assert_string_equal(cue->name, "cue");
    assert_int_equal(cue->freedom, ROUTH_GUIDED);
    assert_true(cue->mass == 0.5 && cue->axis[2] == -0.5 && cue->velocity[0] == 2);
    assert_int_equal(sphere->freedom, ROUTH_FREE);
    assert_true(sphere->position[2] == 0.028 && sphere->orientation[0] == 1 && sphere->velocity[0] == 0);
    assert_int_equal(scene.body[2].freedom, ROUTH_FIXED);
    assert_string_equal(scene.body[2].name, "");
    const double moments[2][3] = {{5.3312e-5, 5.3312e-5, 5.3312e-5}, {1, 2, 2.5}};
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
            assert_true(sphere->inertia[k][l] == (k == l) * moments[0][k]);
            assert_true(block->inertia[k][l] == (k == l) * moments[1][k]);
        }
    assert_true(block->orientation[3] == 0.3 && block->spin[2] == 7 && signbit(block->spin[1]));
    const routh_scene_contact *m = scene.contact;
    assert_true(m[0].a == 1 && m[0].b == 0 && m[1].a == 1 && m[1].b == 2);
    assert_true(m[0].normal[0] == 1 && m[1].normal[2] == 3 && m[0].point[0] == -0.028);
    assert_true(m[0].stiffness == 1 && m[1].stiffness == 10);
    assert_true(m[0].pair.eta2 == routh_eta2_of_poisson(0.2) && m[1].pair.eta2 == 2);
    assert_true(m[0].pair.mu == 0.6 && m[0].pair.eps == 0.7);
    assert_int_equal(routh_scene_check(NULL, &scene), ROUTH_OK);
    routh_scene_release(NULL, &scene);
}

static void what_is_written_is_what_was_read(void **state) {
    (void)state;
    routh_scene scene = must_read(cue_ball_table);
    char *text = written(&scene, NULL);
    routh_scene again = must_read(text);
    assert_same_scene(&scene, &again);
    char *once_more = written(&again, NULL);
    assert_string_equal(text, once_more);
    free(text);
    free(once_more);
    routh_scene_release(NULL, &scene);
    routh_scene_release(NULL, &again);
}

/* Numbers of every size, unnamed bodies and odd names. */
static void random_scenes_come_back_to_the_bit(void **state) {
    (void)state;
    static const char *const odd[] = {"", "\"quoted\" \\ name", "Stoß 球 ⚽", "1"};
    static const routh_freedom freedoms[] = {ROUTH_FREE, ROUTH_GUIDED, ROUTH_FIXED, ROUTH_FREE};
    routh_random random = routh_random_seed(12, 0);
    for (int round = 0; round < 300; round++) {
        routh_body3 body[4];
        routh_scene_contact scene_contact[3];
        for (int s = 0; s < 4; s++) {
            body[s] = random_solid(&random);
            body[s].velocity[0] *= pow(10, routh_random_uniform(&random, -300, 30));
            set_freedom(&body[s], freedoms[s]);
            snprintf(body[s].name, sizeof body[s].name, "%s", odd[s]);
        }
        const size_t sides[3][2] = {{0, 1}, {3, 2}, {3, 1}};
        for (int i = 0; i < 3; i++) {
            scene_contact[i] = random_meeting(&random, sides[i][0], sides[i][1]);
            scene_contact[i].stiffness = i == 0 ? 1 : pow(10, routh_random_uniform(&random, -10, 10));
            scene_contact[i].pair.mu = routh_random_uniform(&random, 0, 2);
            scene_contact[i].pair.eps = routh_random_uniform(&random, 0, 1);
            scene_contact[i].pair.eta2 = routh_random_uniform(&random, 0.1, 2);
        }
        const routh_scene scene = {.body = body, .body_count = 4, .contact = scene_contact, .contact_count = 3};
        char *text = written(&scene, NULL);
        routh_scene again = must_read(text);
        assert_same_scene(&scene, &again);
        routh_scene_release(NULL, &again);
        free(text);
    }
}

/* A collision with impulses that are made up: the file holds the bodies after it, and says what happened. */
static void a_collision_is_told_and_passed_over(void **state) {
    (void)state;
    routh_scene scene = must_read(cue_ball_table);
    routh_scene_switch switches[] = {
        {0, 0, ROUTH_C_STICK, {ROUTH_C_STICK, ROUTH_APART}},    {0, 1, ROUTH_APART, {ROUTH_C_STICK, ROUTH_APART}},
        {0.25, 1, ROUTH_C_SLIP, {ROUTH_C_STICK, ROUTH_C_SLIP}}, {0.5, 0, ROUTH_APART, {ROUTH_APART, ROUTH_C_SLIP}},
        {0.75, 1, ROUTH_R_SLIP, {ROUTH_APART, ROUTH_R_SLIP}},   {1, 1, ROUTH_APART, {ROUTH_APART, ROUTH_APART}},
    };
    const routh_collision collision = {
        .p = {{0.125, 0, 1}, {0.5, 0.25, 2}},
        .v = {{1, 2, 3}, {4, 5, 6}},
        .energy_before = 1.25,
        .energy_after = 1,
        .friction = 0.125,
        .normal = 0.0625,
        .left = 0.03125,
        .duration = 1,
        .switches = switches,
        .switch_count = 6,
    };
    char *text = written(&scene, &collision);
    static const char *const parts[] = {
        "\"result\": {\"axes\": [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]], \"impulse\": [0.125, 0.0, 1.0], "
        "\"velocity_after\": [1.0, 2.0, 3.0], \"phases\": [\"c-stick\", \"apart\"]}}",
        "\"velocity_after\": [4.0, 5.0, 6.0], \"phases\": [\"apart\", \"c-slip\", \"r-slip\", \"apart\"]}}",
        "\"collision\": {\"energy_before\": 1.25, \"energy_after\": 1.0, \"lost_to_friction\": 0.125, "
        "\"lost_in_normal_springs\": 0.0625, \"left_in_tangential_springs\": 0.03125, \"duration\": 1.0, "
        "\"jammed\": false, \"states\": [",
        "\n  {\"time\": 0.25, \"contact\": 1, \"phase\": \"c-slip\", \"active\": [0, 1]},\n",
        "\n  {\"time\": 0.5, \"contact\": 0, \"phase\": \"apart\", \"active\": [1]},\n",
        "\n  {\"time\": 1.0, \"contact\": 1, \"phase\": \"apart\", \"active\": []}\n]}}\n",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("%s\nis not in\n%s", parts[i], text);
    routh_scene after = must_read(text);
    routh_scene_apply(&scene, &collision);
    assert_same_scene(&scene, &after);
    free(text);
    routh_scene_release(NULL, &scene);
    routh_scene_release(NULL, &after);
}

/* Bad input: the good scene below with one part replaced. */

static const char good[] =
    "{\"bodies\": [{\"name\": \"ball\", \"mass\": 1, \"inertia\": 0.4, \"position\": [0, 0, 1], \"velocity\": [0, 0, "
    "-1]},"
    " {\"name\": \"table\", \"freedom\": \"fixed\"}],"
    " \"contacts\": [{\"a\": \"ball\", \"b\": \"table\", \"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"mu\": 0.1,"
    " \"e\": 0.5}]}";

static char *replaced(const char *part, const char *by) {
    const char *at = strstr(good, part);
    if (!at)
        fail_msg("\"%s\" is not in the good scene", part);
    char *text = malloc(sizeof good + strlen(by));
    assert_non_null(text);
    sprintf(text, "%.*s%s%s", (int)(at - good), good, by, at + strlen(part));
    return text;
}

static void bad_input_is_named_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *part, *by;
        routh_status status;
        const char *message; /* after "scene.json: " */
    } bad[] = {
        {"\"mass\": 1, ", "", ROUTH_BAD_FORMAT, "bodies[0].mass: is missing"},
        {"\"mass\": 1", "\"mass\": null", ROUTH_BAD_FORMAT, "bodies[0].mass: null, not a number"},
        {"\"mass\": 1", "\"mass\": \"1\"", ROUTH_BAD_FORMAT, "bodies[0].mass: text, not a number"},
        {"\"mass\": 1", "\"mass\": true", ROUTH_BAD_FORMAT, "bodies[0].mass: true or false, not a number"},
        {"\"mass\": 1", "\"mass\": -1", ROUTH_BAD_MASS, "bodies[0] \"ball\": mass -1 kg is not positive"},
        {"\"mass\": 1", "\"mas\": 1", ROUTH_BAD_FORMAT, "bodies[0]: there is no field \"mas\"; did you mean \"mass\"?"},
        {"\"mass\": 1", "\"\\u001b\\u2028\": 1", ROUTH_BAD_FORMAT,
         "bodies[0]: there is no field \"\\x1B\\xE2\\x80\\xA8\""},
        {"\"mass\": 1", "\"mass\": 1, \"mass\": 2", ROUTH_BAD_FORMAT,
         "line 1, column 46: duplicate object key near '\"mass\"'"},
        {"\"mass\": 1", "\"mass\": NaN", ROUTH_BAD_FORMAT, "line 1, column 40: invalid token near 'NaN'"},
        {"\"mass\": 1", "\"mass\": 1e999", ROUTH_BAD_FORMAT, "line 1, column 42: real number overflow near '1e999'"},
        {"\"inertia\": 0.4, ", "", ROUTH_BAD_FORMAT, "bodies[0].inertia: is missing"},
        {"\"inertia\": 0.4", "\"inertia\": {}", ROUTH_BAD_FORMAT,
         "bodies[0].inertia: an object, neither a number, three numbers nor three rows of three"},
        {"\"inertia\": 0.4", "\"inertia\": []", ROUTH_BAD_FORMAT, "bodies[0].inertia: a list of 0, not of 3 numbers"},
        {"\"inertia\": 0.4", "\"inertia\": [1, 1]", ROUTH_BAD_FORMAT,
         "bodies[0].inertia: a list of 2, not of 3 numbers"},
        {"\"inertia\": 0.4", "\"inertia\": [1, [1], 1]", ROUTH_BAD_FORMAT,
         "bodies[0].inertia[1]: a list, not a number"},
        {"\"inertia\": 0.4", "\"inertia\": [[1, 0, 0]]", ROUTH_BAD_FORMAT, "bodies[0].inertia: 1 rows, not 3"},
        {"\"inertia\": 0.4", "\"inertia\": [[1, 0, 0], 1, 1]", ROUTH_BAD_FORMAT,
         "bodies[0].inertia: row 1 is a number, not a list"},
        {"\"inertia\": 0.4", "\"inertia\": [[1, 0, 0], [0, 1], [0, 0, 1]]", ROUTH_BAD_FORMAT,
         "bodies[0].inertia[1]: a list of 2, not of 3 numbers"},
        {"\"inertia\": 0.4", "\"inertia\": [[1, 0, 0], [0, 1, null], [0, 0, 1]]", ROUTH_BAD_FORMAT,
         "bodies[0].inertia[1][2]: null, not a number"},
        {"\"inertia\": 0.4", "\"inertia\": [1, 1, 3]", ROUTH_BAD_INERTIA,
         "bodies[0] \"ball\": inertia [1 0 0; 0 1 0; 0 0 3] kg m² is impossible: its largest principal moment exceeds "
         "the sum of the other two"},
        {"\"position\": [0, 0, 1], ", "", ROUTH_BAD_FORMAT, "bodies[0].position: is missing"},
        {"\"velocity\": [0, 0, -1]", "\"velocity\": 3", ROUTH_BAD_FORMAT, "bodies[0].velocity: a number, not a list"},
        {"\"velocity\": [0, 0, -1]", "\"orientation\": [1, 0, 0]", ROUTH_BAD_FORMAT,
         "bodies[0].orientation: a list of 3, not of 4 numbers"},
        {"\"velocity\": [0, 0, -1]", "\"orientation\": [0, 0, 0, 0]", ROUTH_BAD_ARGUMENT,
         "bodies[0] \"ball\": orientation: a quaternion of length 0 is not a rotation"},
        {"\"name\": \"ball\"", "\"name\": 7", ROUTH_BAD_FORMAT, "bodies[0].name: a number, not text"},
        {"\"name\": \"ball\"", "\"name\": \"\"", ROUTH_BAD_FORMAT,
         "bodies[0].name: is empty; leave it out for a body without a name"},
        {"\"name\": \"ball\"", "\"name\": \"0123456789012345678901234567890123456789012345678901234567890123\"",
         ROUTH_BAD_FORMAT, "bodies[0].name: 64 bytes long; at most 63 are allowed"},
        {"\"name\": \"table\"", "\"name\": \"ball\"", ROUTH_BAD_FORMAT,
         "bodies[1].name: \"ball\" is taken by bodies[0]"},
        {"\"fixed\"", "\"guided\", \"mass\": 1", ROUTH_BAD_FORMAT, "bodies[1].axis: is missing"},
        {"\"fixed\"", "\"fxed\"", ROUTH_BAD_FORMAT,
         "bodies[1].freedom: no freedom is called \"fxed\"; did you mean \"fixed\"?"},
        {"\"fixed\"", "\"fixed\", \"velocity\": [1, 0, 0]", ROUTH_BAD_ARGUMENT,
         "bodies[1] \"table\": velocity (1, 0, 0) m/s: a fixed body does not move"},
        {"{\"name\": \"table\", \"freedom\": \"fixed\"}", "[]", ROUTH_BAD_FORMAT, "bodies[1]: a list, not an object"},
        {"\"a\": \"ball\", ", "", ROUTH_BAD_FORMAT, "contacts[0].a: is missing"},
        {"\"a\": \"ball\"", "\"a\": \"bal\"", ROUTH_BAD_FORMAT,
         "contacts[0].a: there is no body \"bal\"; did you mean \"ball\"?"},
        {"\"a\": \"ball\"", "\"a\": \"elephant\"", ROUTH_BAD_FORMAT, "contacts[0].a: there is no body \"elephant\""},
        {"\"a\": \"ball\"", "\"a\": \"\"", ROUTH_BAD_FORMAT,
         "contacts[0].a: neither a body's name nor its number from 0"},
        {"\"a\": \"ball\"", "\"a\": 0.0", ROUTH_BAD_FORMAT,
         "contacts[0].a: neither a body's name nor its number from 0"},
        {"\"a\": \"ball\"", "\"a\": -1", ROUTH_BAD_FORMAT,
         "contacts[0].a: there is no body -1: the scene has 2, the first is 0"},
        {"\"a\": \"ball\"", "\"a\": 2", ROUTH_BAD_FORMAT,
         "contacts[0].a: there is no body 2: the scene has 2, the first is 0"},
        {"\"a\": \"ball\"", "\"a\": 1", ROUTH_BAD_ARGUMENT,
         "contacts[0]: a body cannot touch itself: a and b are both body 1"},
        {"\"normal\": [0, 0, 1]", "\"normal\": [0, 0, \"up\"]", ROUTH_BAD_FORMAT,
         "contacts[0].normal[2]: text, not a number"},
        {"\"normal\": [0, 0, 1]", "\"normal\": [0, 0, 0]", ROUTH_BAD_ARGUMENT,
         "contacts[0]: normal (0, 0, 0) has no direction"},
        {"\"point\": [0, 0, 0], ", "", ROUTH_BAD_FORMAT, "contacts[0].point: is missing"},
        {"\"mu\": 0.1, ", "", ROUTH_BAD_FORMAT, "contacts[0].mu: is missing"},
        {" \"e\": 0.5", " \"eta2\": 1", ROUTH_BAD_FORMAT, "contacts[0].e: is missing"},
        {"\"e\": 0.5", "\"e\": 1.5", ROUTH_BAD_PARAMETER,
         "contacts[0]: coefficient of restitution e = 1.5 is outside 0 … 1"},
        {"\"e\": 0.5", "\"e\": 0.5, \"eta2\": 0", ROUTH_BAD_PARAMETER,
         "contacts[0]: η² = 0 is not positive: it is the contact's normal stiffness ÷ its tangential stiffness"},
        {"\"e\": 0.5", "\"e\": 0.5, \"poisson\": 0.7", ROUTH_BAD_FORMAT, "contacts[0].poisson: 0.7 is outside 0 … 0.5"},
        {"\"e\": 0.5", "\"e\": 0.5, \"poisson\": \"soft\"", ROUTH_BAD_FORMAT,
         "contacts[0].poisson: text, not a number"},
        {"\"e\": 0.5", "\"e\": 0.5, \"poisson\": 0.3, \"eta2\": 1", ROUTH_BAD_FORMAT,
         "contacts[0].poisson: eta2 is given as well; one of them is enough"},
        {"\"e\": 0.5", "\"e\": 0.5, \"stifness\": 1", ROUTH_BAD_FORMAT,
         "contacts[0]: there is no field \"stifness\"; did you mean \"stiffness\"?"},
        {"\"contacts\"", "\"contact\"", ROUTH_BAD_FORMAT,
         "the file: there is no field \"contact\"; did you mean \"contacts\"?"},
        {"\"contacts\"", "\"collision\"", ROUTH_BAD_FORMAT, "contacts: is missing"},
        {"\"e\": 0.5}]}", "\"e\": 0.5}]} true", ROUTH_BAD_FORMAT,
         "line 1, column 253: end of file expected near 'true'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *text = replaced(bad[i].part, bad[i].by), expected[ROUTH_MESSAGE_SIZE];
        snprintf(expected, sizeof expected, "scene.json: %s", bad[i].message);
        routh_context context = routh_context_default();
        routh_scene scene = {.body_count = 7};
        const routh_status status = read_text(&context, text, &scene);
        if (status != bad[i].status || strcmp(context.message, expected) != 0)
            fail_msg("status %d, \"%s\"\ninstead of %d, \"%s\"", (int)status, context.message, (int)bad[i].status,
                     expected);
        assert_true(!scene.body && !scene.contact && scene.body_count == 0 && scene.contact_count == 0);
        free(text);
    }
}

#define SIXTEEN "0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,0, "

static void bad_files_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {" ", "scene.json: line 1, column 1: '[' or '{' expected near end of file"},
        {"[]", "scene.json: the file: a list, not an object"},
        {"{}", "scene.json: bodies: is missing"},
        {"{\"bodies\": {}, \"contacts\": []}", "scene.json: bodies: an object, not a list"},
        {"{\"bodies\": [], \"contacts\": []}", "scene.json: a scene without contacts: there is nothing to collide"},
        {"{\"bodies\": [], \"contacts\": [" SIXTEEN SIXTEEN SIXTEEN SIXTEEN "0]}",
         "scene.json: contacts: 65 contacts: a scene has 64 at most"},
        {"{\"bodies\": [1", "scene.json: line 1, column 13: ']' expected near end of file"},
        {"{\"bod\xFF", "scene.json: line 1, column 5: unable to decode byte 0xff near '\"bod'"},
        {"name,mass\nball,1\n", "scene.json: line 1, column 4: '[' or '{' expected near 'name'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        routh_context context = routh_context_default();
        routh_scene scene;
        assert_int_not_equal(read_text(&context, bad[i].text, &scene), ROUTH_OK);
        if (strcmp(context.message, bad[i].message) != 0)
            fail_msg("\"%s\"\ninstead of \"%s\"", context.message, bad[i].message);
    }
    routh_context context = routh_context_default();
    routh_scene scene;
    FILE *folder = fopen("/", "r");
    assert_non_null(folder);
    assert_int_equal(routh_scene_read(&context, routh_io_file(folder, "folder"), &scene), ROUTH_FILE_ERROR);
    assert_string_equal(context.message, "folder: cannot read: Is a directory");
    fclose(folder);
}

static void writing_says_what_cannot_be_written(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_scene scene = must_read(good);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        assert_int_equal(routh_scene_write(&context, &scene, NULL, routh_io_file(full, NULL)), ROUTH_FILE_ERROR);
        fclose(full);
    }
    strcpy(scene.body[1].name, "\xFF");
    FILE *none = fopen("/dev/null", "w");
    assert_non_null(none);
    assert_int_equal(routh_scene_write(&context, &scene, NULL, routh_io_file(none, NULL)), ROUTH_BAD_ARGUMENT);
    assert_string_equal(context.message, "bodies[1]: the name is not UTF-8");
    scene.body[0].mass = NAN;
    assert_int_equal(routh_scene_write(&context, &scene, NULL, routh_io_file(none, NULL)), ROUTH_NOT_FINITE);
    fclose(none);
    routh_scene_release(&context, &scene);
}

static void no_memory_is_said_and_nothing_is_kept(void **state) {
    (void)state;
    for (int budget = 0; budget < 5; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_scene scene;
        const routh_status status = read_text(&context, good, &scene);
        assert_int_equal(status, budget < 3 ? ROUTH_OUT_OF_MEMORY : ROUTH_OK);
        if (status == ROUTH_OK) {
            FILE *none = fopen("/dev/null", "w");
            assert_non_null(none);
            assert_int_equal(routh_scene_write(&context, &scene, NULL, routh_io_file(none, NULL)),
                             budget < 4 ? ROUTH_OUT_OF_MEMORY : ROUTH_OK);
            fclose(none);
            routh_scene_release(&context, &scene);
        }
        assert_int_equal(book.blocks, 0);
    }
}

static void a_decimal_comma_elsewhere_changes_nothing(void **state) {
    (void)state;
    enter_comma_locale();
    routh_scene again = must_read(cue_ball_table);
    char *once_more = written(&again, NULL);
    setlocale(LC_ALL, "C");
    routh_scene scene = must_read(cue_ball_table);
    char *text = written(&scene, NULL);
    assert_same_scene(&scene, &again);
    assert_string_equal(text, once_more);
    free(text);
    free(once_more);
    routh_scene_release(NULL, &scene);
    routh_scene_release(NULL, &again);
}

SUBJECT(scene_json) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_mean_what_they_say),
        cmocka_unit_test(what_is_written_is_what_was_read),
        cmocka_unit_test(random_scenes_come_back_to_the_bit),
        cmocka_unit_test(a_collision_is_told_and_passed_over),
        cmocka_unit_test(bad_input_is_named_with_its_place),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(writing_says_what_cannot_be_written),
        cmocka_unit_test(no_memory_is_said_and_nothing_is_kept),
        cmocka_unit_test(a_decimal_comma_elsewhere_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
