/* Any bytes as the answers of an engine's program: taken as numbers, or refused in one printable line. A process of its own
 * answers each request with the next part of the input, up to a byte 0xFF. A libFuzzer target; seeds lie in corpus_engine.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <fcntl.h>
#include <math.h>
#include <sys/socket.h>
#include <unistd.h>

#include "demand.h"
#include "engine/proof.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STATES = 3, IMPACTS = 2 };

/* The engine: whatever is asked, the next part is the answer. */
static _Noreturn void answer(int socket, const uint8_t *data, size_t size) {
    char asked[4096];
    setpgid(0, 0);
    while (size > 0 && recv(socket, asked, sizeof asked, 0) > 0) {
        const uint8_t *end = memchr(data, 0xFF, size);
        const size_t part = end ? (size_t)(end - data) : size, taken = end ? part + 1 : part;
        if (part > 0 && send(socket, data, part, MSG_NOSIGNAL) < 0)
            break;
        data += taken;
        size -= taken;
    }
    _exit(0);
}

static void check(const routh_context *context, routh_status status) {
    demand(status == ROUTH_OK || status == ROUTH_ENGINE_FAILED || status == ROUTH_BAD_FORMAT, "it is taken or refused");
    demand(memchr(context->message, '\0', sizeof context->message) != NULL, "the message ends");
    check_line(context->message);
    demand((status == ROUTH_OK) == (context->message[0] == '\0'), "a failure has a message");
}

static void ask(routh_driver *driver) {
    routh_context context = routh_context_default();
    routh_driver_model model = {.body = ""};
    routh_state3 start[IMPACTS] = {{.orientation = {1}}, {.orientation = {1}}}, state[STATES];
    routh_driver_impact impact[IMPACTS];
    size_t contacts[STATES];
    routh_status status = routh_driver_load(&context, driver, "model.xml", 0, &model);
    check(&context, status);
    if (status != ROUTH_OK)
        return;
    demand(memchr(model.body, '\0', sizeof model.body) != NULL && isfinite(model.step) && model.step > 0, "a model");
    status = routh_driver_run(&context, driver, start, 1, STATES, state, contacts);
    check(&context, status);
    if (status == ROUTH_OK)
        check(&context, routh_driver_impacts(&context, driver, start, IMPACTS, 10, impact));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int ends[2];
    routh_driver *driver = calloc(1, sizeof *driver);
    demand(driver && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "a pair of sockets");
    driver->engine = routh_engine_at(0);
    driver->patience = 1;
    driver->complaints = -1;
    driver->answers = ends[0];
    demand(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0, "a socket that does not wait");
    driver->child = fork();
    demand(driver->child >= 0, "a process");
    if (driver->child == 0) {
        close(ends[0]);
        answer(ends[1], data, size);
    }
    setpgid(driver->child, driver->child);
    close(ends[1]);
    ask(driver);
    char how[ROUTH_LABEL_SIZE];
    routh_driver_end(driver, 0, how);
    free(driver);
    return 0;
}
