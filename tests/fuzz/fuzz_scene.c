/* Any bytes through the reader of scenes: what is read is legal, has numbers to compute with, and comes back from what
 * is written of it. A libFuzzer target; seeds lie in corpus_scene.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/drawing.h>

#include "demand.h"
#include "impact3/impact3.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static routh_status read_bytes(routh_context *context, const void *data, size_t size, routh_scene *scene) {
    return routh_scene_read(context, routh_io_memory(data, size, "fuzz.json"), scene);
}

static char *write_text(const routh_scene *scene, size_t *size) {
    routh_buffer text = {0};
    demand(routh_scene_write(NULL, scene, NULL, routh_io_buffer(&text, NULL)) == ROUTH_OK,
           "what was read can be written");
    *size = text.byte_count;
    return text.byte;
}

static void check_numbers(const routh_scene *scene) {
    const routh_status status = routh_scene_check(NULL, scene);
    demand(status == ROUTH_OK || status == ROUTH_SEPARATING, "what was read is legal, but it may not close");
    for (size_t i = 0; i < scene->contact_count; i++) {
        double v[3], w[3][3];
        routh_contact_velocity(scene, i, v);
        for (size_t j = 0; j < scene->contact_count; j++) {
            routh_coupling(scene, i, j, w);
            for (int k = 0; k < 3; k++)
                demand(isfinite(v[k]) && isfinite(w[k][0]) && isfinite(w[k][1]) && isfinite(w[k][2]),
                       "velocities and couplings are finite");
            demand(i != j || w[2][2] > 0, "an impulse along the normal does something");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    routh_context context = routh_context_default();
    routh_scene scene, again;
    const routh_status status = read_bytes(&context, data, size, &scene);
    check_message(&context, status, "fuzz.json: ");
    if (status != ROUTH_OK) {
        demand(!scene.body && !scene.contact, "a failure leaves the scene empty");
        return 0;
    }
    check_numbers(&scene);
    size_t first_size = 0, second_size = 0;
    char *first = write_text(&scene, &first_size);
    demand(read_bytes(NULL, first, first_size, &again) == ROUTH_OK, "what was written can be read");
    char *second = write_text(&again, &second_size);
    demand(first_size == second_size && memcmp(first, second, first_size) == 0, "and is the same again");
    free(first);
    free(second);
    routh_scene_release(&context, &scene);
    routh_scene_release(NULL, &again);
    return 0;
}
