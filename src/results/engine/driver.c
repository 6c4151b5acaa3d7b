/* What engines are asked for, and their answers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/proof.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/socket.h>

#include "base/context.h"
#include "engine/engine.h"
#include "file/text.h"

typedef struct driver_request {
    const char *what; /* "impacts", for messages */
    /* Writes the next line of the request, with its end, and returns its length; 0: that was all. */
    size_t (*give)(void *user, char line[ROUTH_DRIVER_LINE]);
    /* Takes an answer, not an error; 0: this is none to that request. */
    bool (*take)(void *user, const char *line);
    void *user;
    size_t answers;     /* how many are to come */
    bool error_is_last; /* 1: an error stands for all answers; 0: for one */
} driver_request;

/* One request to an engine's program and its answers. */

/* How the request stands. */
typedef struct routh_driver_talk {
    routh_context *context;
    routh_driver *driver;
    const driver_request *request;
    bool is_given;                  /* all of the request is in the buffer or gone */
    size_t taken;                   /* answers */
    double heard;                   /* when the last one came, s */
    double asked;                   /* when the caller was last asked whether to go on, s */
    bool is_ended;                  /* then the program itself had ended; what it started may keep the socket open */
    char error[ROUTH_MESSAGE_SIZE]; /* the first one among the answers */
} routh_driver_talk;

/* Failing ------------------------------------------------------------------------------------------------*/

/* What it printed last, as the end of a message. */
static const char *said(const routh_driver *driver, char shown[ROUTH_DRIVER_SAID + 8]) {
    routh_show_text(shown, ROUTH_DRIVER_SAID + 8, driver->said, strlen(driver->said));
    return driver->said[0] ? shown : "nothing";
}

static routh_status fail_silent(routh_driver_talk *of) {
    char how[ROUTH_LABEL_SIZE], shown[ROUTH_DRIVER_SAID + 8];
    routh_driver_end(of->driver, 0, how);
    return routh_fail(
        of->context, ROUTH_ENGINE_FAILED,
        "%s's program gave no answer for %g s and was ended, at %s, after %zu of %zu answers; it printed: %s",
        of->driver->engine->title, of->driver->patience, of->request->what, of->taken, of->request->answers,
        said(of->driver, shown));
}

static routh_status fail_ended(routh_driver_talk *of) {
    char how[ROUTH_LABEL_SIZE], shown[ROUTH_DRIVER_SAID + 8];
    routh_driver_end(of->driver, 0.5, how);
    return routh_fail(of->context, ROUTH_ENGINE_FAILED,
                      "%s's program ended (%s) at %s, after %zu of %zu answers; it printed: %s",
                      of->driver->engine->title, how[0] ? how : "reason unknown", of->request->what, of->taken,
                      of->request->answers, said(of->driver, shown));
}

static routh_status fail_strange(routh_driver_talk *of, const char *line) {
    char how[ROUTH_LABEL_SIZE], shown[ROUTH_SHOWN_HEADER];
    routh_show_text(shown, sizeof shown, line, strlen(line));
    routh_driver_end(of->driver, 0, how);
    return routh_fail(of->context, ROUTH_ENGINE_FAILED, "%s's program answered \"%s\" to %s, which is no such answer",
                      of->driver->engine->title, shown, of->request->what);
}

/* A line, or its beginning, that came before anything was asked for. */
static routh_status fail_unasked(routh_driver_talk *of) {
    const routh_driver_bytes *in = &of->driver->in;
    const char *line = in->byte + in->begin, *end = memchr(line, '\n', in->end - in->begin);
    char how[ROUTH_LABEL_SIZE], shown[ROUTH_SHOWN_HEADER];
    routh_show_text(shown, sizeof shown, line, end ? (size_t)(end - line) : in->end - in->begin);
    routh_driver_end(of->driver, 0, how);
    return routh_fail(of->context, ROUTH_ENGINE_FAILED,
                      "%s's program answered \"%s\" before it was asked for %s: one answer too many",
                      of->driver->engine->title, shown, of->request->what);
}

/* Bytes --------------------------------------------------------------------------------------------------*/

static void fill(routh_driver_talk *of) {
    routh_driver_bytes *out = &of->driver->out;
    if (out->begin > 0) {
        memmove(out->byte, out->byte + out->begin, out->end - out->begin);
        out->end -= out->begin;
        out->begin = 0;
    }
    while (!of->is_given && out->end + ROUTH_DRIVER_LINE <= sizeof out->byte) {
        const size_t length = of->request->give(of->request->user, out->byte + out->end);
        out->end += length;
        of->is_given = length == 0;
    }
}

/* 0: the other end is closed. */
static bool send_some(routh_driver *driver) {
    routh_driver_bytes *out = &driver->out;
    while (out->begin < out->end) {
        const ssize_t sent = send(driver->answers, out->byte + out->begin, out->end - out->begin, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS;
        out->begin += (size_t)sent;
    }
    return true;
}

/* 0: the other end is closed, and there is nothing left to read. */
static bool receive_some(routh_driver *driver) {
    routh_driver_bytes *in = &driver->in;
    memmove(in->byte, in->byte + in->begin, in->end - in->begin);
    in->end -= in->begin;
    in->begin = 0;
    for (;;) {
        const ssize_t got = recv(driver->answers, in->byte + in->end, sizeof in->byte - in->end, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        in->end += (size_t)got;
        return got > 0;
    }
}

/* All given, and all answered? */
static bool is_done(const routh_driver_talk *of) {
    const routh_driver_bytes *out = &of->driver->out;
    return of->taken >= of->request->answers && of->is_given && out->begin == out->end;
}

/* Answers ------------------------------------------------------------------------------------------------*/

static routh_status take_line(routh_driver_talk *of, const char *line) {
    const bool is_error = strncmp(line, "error ", 6) == 0;
    of->heard = routh_seconds();
    if (is_error && !of->error[0])
        routh_show_text(of->error, sizeof of->error - 100, line + 6, strlen(line + 6));
    if (!is_error && !of->request->take(of->request->user, line))
        return fail_strange(of, line);
    of->taken = is_error && of->request->error_is_last ? of->request->answers : of->taken + 1;
    return ROUTH_OK;
}

/* Every whole line that is there. */
static routh_status take_lines(routh_driver_talk *of) {
    routh_driver_bytes *in = &of->driver->in;
    while (of->taken < of->request->answers) {
        char *line = in->byte + in->begin, *end = memchr(line, '\n', in->end - in->begin);
        if (!end && in->end - in->begin < ROUTH_DRIVER_LINE)
            return ROUTH_OK;
        if (!end) { /* longer than any answer */
            line[60] = '\0';
            return fail_strange(of, line);
        }
        *end = '\0';
        in->begin += (size_t)(end - line) + 1;
        ROUTH_TRY(take_line(of, line));
    }
    return ROUTH_OK;
}

/* The hook for progress may stop the work; twenty times a second is often enough. */
static routh_status ask_caller(routh_driver_talk *of) {
    char how[ROUTH_LABEL_SIZE];
    const double now = routh_seconds();
    if (now - of->asked < 0.05)
        return ROUTH_OK;
    of->asked = now;
    of->is_ended = routh_driver_has_ended(of->driver);
    const double share = (double)of->taken / (double)(of->request->answers > 0 ? of->request->answers : 1);
    const routh_status status = routh_progress(of->context, of->request->what, share);
    if (status != ROUTH_OK)
        routh_driver_end(of->driver, 0, how);
    return status;
}

/* Waits for what comes first, and deals with it. */
static routh_status go_on(routh_driver_talk *of) {
    routh_driver *driver = of->driver;
    fill(of);
    const bool wants_out = driver->out.begin < driver->out.end;
    struct pollfd end[2] = {{.fd = driver->answers, .events = (short)(POLLIN | (wants_out ? POLLOUT : 0))},
                            {.fd = driver->complaints, .events = POLLIN}};
    const int ready = poll(end, 2, 50);
    if (ready < 0 && errno != EINTR)
        return fail_ended(of);
    if (ready > 0 && end[1].revents)
        routh_driver_listen(driver);
    bool is_open = true;
    if (ready > 0 && end[0].revents & POLLOUT)
        send_some(driver); /* where this fails there may still be something to read */
    if (ready > 0 && end[0].revents & (POLLIN | POLLHUP | POLLERR))
        is_open = receive_some(driver);
    ROUTH_TRY(take_lines(of));
    if (is_done(of))
        return ROUTH_OK;
    if (!is_open || (of->is_ended && !(ready > 0 && end[0].revents & POLLIN))) /* all that it wrote has been read */
        return fail_ended(of);
    if (routh_seconds() - of->heard > driver->patience)
        return fail_silent(of);
    return ask_caller(of);
}

/* Requests are written while answers are read, so that neither side waits for the other. An error among the answers is
 * ROUTH_ENGINE_FAILED with its text, and the program goes on. One that ends, is silent for too long, or answers what was not
 * asked for is ended, and so is one whose work the caller cancels. */
static routh_status driver_ask(routh_context *context, routh_driver *driver, const driver_request *request) {
    routh_driver_talk of = {.context = context, .driver = driver, .request = request};
    routh_c_locale numbers;
    if (driver->child <= 0)
        return routh_fail(context, ROUTH_ENGINE_FAILED, "%s's program has ended: open it again", driver->engine->title);
    routh_status status = routh_c_locale_begin(context, &numbers);
    if (status != ROUTH_OK)
        return status;
    of.heard = of.asked = routh_seconds();
    const bool is_open = receive_some(driver);
    if (driver->in.begin < driver->in.end)
        status = fail_unasked(&of);
    else if (!is_open)
        status = fail_ended(&of);
    while (status == ROUTH_OK && !is_done(&of))
        status = go_on(&of);
    routh_c_locale_end(&numbers);
    if (status == ROUTH_OK && of.error[0])
        status = routh_fail(context, ROUTH_ENGINE_FAILED, "%s: %s", driver->engine->title, of.error);
    return status;
}

/* What engines are asked for, in their words (docs/simulators.md, Protocol). */

enum { STATE = 14, PATH_SIZE = 4096 };

/* Words and numbers --------------------------------------------------------------------------------------*/

/* What follows that word and a space; NULL where the line begins otherwise. */
static const char *after_word(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* Numbers, and what follows them; NULL where there are fewer. What is not finite is a number, too. */
static const char *read_numbers(const char *text, size_t count, double *number) {
    for (size_t i = 0; text && i < count; i++) {
        char *end;
        number[i] = strtod(text, &end);
        text = end == text ? NULL : end;
    }
    return text;
}

static const char *read_state(const char *text, routh_state3 *state) {
    double number[STATE] = {0};
    text = read_numbers(text, STATE, number);
    state->time = number[0];
    memcpy(state->position, number + 1, sizeof state->position);
    memcpy(state->orientation, number + 4, sizeof state->orientation);
    memcpy(state->velocity.velocity, number + 8, sizeof state->velocity.velocity);
    memcpy(state->velocity.spin, number + 11, sizeof state->velocity.spin);
    return text;
}

/* A count within what size_t and a double both hold. */
static size_t count_of(double number) {
    return number >= 0 && number < 1e15 ? (size_t)number : 0;
}

/* A word, numbers, and the end of the line. */
static size_t write_line(char *line, const char *word, size_t count, const double *number) {
    size_t length = (size_t)snprintf(line, ROUTH_DRIVER_LINE, "%s", word);
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(line + length, ROUTH_DRIVER_LINE - length, " %.17g", number[i]);
    line[length++] = '\n';
    return length;
}

static size_t write_state(char *line, const char *word, const routh_state3 *state) {
    double number[STATE] = {state->time};
    memcpy(number + 1, state->position, sizeof state->position);
    memcpy(number + 4, state->orientation, sizeof state->orientation);
    memcpy(number + 8, state->velocity.velocity, sizeof state->velocity.velocity);
    memcpy(number + 11, state->velocity.spin, sizeof state->velocity.spin);
    return write_line(line, word, STATE, number);
}

/* Opening and closing ------------------------------------------------------------------------------------*/

typedef struct greeting {
    routh_driver *driver;
    bool is_given;
    double protocol;
    char name[ROUTH_LABEL_SIZE];
} greeting;

static size_t give_hello(void *user, char line[ROUTH_DRIVER_LINE]) {
    greeting *of = user;
    if (of->is_given)
        return 0;
    of->is_given = true;
    return write_line(line, "hello", 0, NULL);
}

static bool take_hello(void *user, const char *line) {
    greeting *of = user;
    const char *text = read_numbers(after_word(line, "hello"), 1, &of->protocol);
    return text && sscanf(text, "%63s %63s", of->name, of->driver->version) == 2;
}

static routh_status greet(routh_context *context, routh_driver *driver) {
    greeting of = {.driver = driver};
    const routh_engine *engine = driver->engine;
    const driver_request request = {.what = "hello", .give = give_hello, .take = take_hello, .user = &of, .answers = 1};
    ROUTH_TRY(driver_ask(context, driver, &request));
    if (!(of.protocol == ROUTH_DRIVER_PROTOCOL))
        return routh_fail(context, ROUTH_ENGINE_FAILED,
                          "%s's program speaks protocol %g; it must be %d: build it again with this version of Routh",
                          engine->title, of.protocol, ROUTH_DRIVER_PROTOCOL);
    if (strcmp(of.name, engine->name) != 0)
        return routh_fail(context, ROUTH_ENGINE_FAILED, "routh-engine-%s says that it is \"%s\"", engine->name,
                          of.name);
    return ROUTH_OK;
}

routh_status routh_driver_open(routh_context *context, const routh_engine *engine, const char *folder,
                               routh_driver **driver) {
    char path[PATH_SIZE];
    *driver = NULL;
    routh_status status = routh_driver_find(context, engine, folder, path, sizeof path);
    if (status != ROUTH_OK)
        return status;
    routh_driver *of = routh_allocate(context, 1, sizeof *of);
    if (!of)
        return ROUTH_OUT_OF_MEMORY;
    of->engine = engine;
    of->patience = 30;
    of->answers = of->complaints = -1;
    of->group = context ? context->group : NULL;
    of->user = context ? context->user : NULL;
    status = routh_driver_start(context, of, path);
    if (status == ROUTH_OK)
        status = greet(context, of);
    if (status == ROUTH_OK)
        *driver = of;
    else
        routh_driver_close(context, of);
    return status;
}

void routh_driver_close(routh_context *context, routh_driver *driver) {
    char how[ROUTH_LABEL_SIZE];
    if (driver)
        routh_driver_end(driver, 1, how);
    routh_release(context, driver);
}

const char *routh_driver_version(const routh_driver *driver) {
    return driver->version;
}

/* Worlds -------------------------------------------------------------------------------------------------*/

/* A body, line by line. */
typedef struct description {
    const routh_engine_body *body;
    const routh_engine_setting *setting;
    size_t given; /* lines */
} description;

enum { HEAD_LINES = 9 };

static size_t give_head(const description *of, size_t which, char *line) {
    const routh_engine_body *body = of->body;
    switch (which) {
    case 0:
        return write_line(line, "make", 0, NULL);
    case 1:
        return write_line(line, "step", 1, &of->setting->step);
    case 2:
        return write_line(line, "parameters", of->setting->engine->parameter_count, of->setting->value);
    case 3:
        return write_line(line, "mass", 1, &body->mass);
    case 4:
        return write_line(line, "inertia", 9, &body->inertia[0][0]);
    case 5:
        return write_line(line, "centre", 3, body->centre);
    case 6:
        return write_line(line, "gravity", 1, &body->gravity);
    case 7:
        return write_line(line, "drag", 1, &body->drag);
    default:
        return write_line(line, "radius", 1, body->shape ? &body->shape->radius : &(double){0});
    }
}

static size_t give_body(void *user, char line[ROUTH_DRIVER_LINE]) {
    description *of = user;
    const routh_engine_body *body = of->body;
    const size_t corners = body->shape ? body->shape->count : 0, faces = body->shape ? body->shape->face_count : 0;
    size_t at = of->given++;
    if (at < HEAD_LINES)
        return give_head(of, at, line);
    if ((at -= HEAD_LINES) < body->ball_count)
        return write_line(line, "ball", 4, body->ball[at]);
    if ((at -= body->ball_count) < corners)
        return write_line(line, "corner", 3, body->shape->vertex[at]);
    if ((at -= corners) < faces)
        return write_line(line, "face", 4, body->shape->face[at]);
    return at == faces ? write_line(line, "end", 0, NULL) : 0;
}

static bool take_ok(void *user, const char *line) {
    (void)user;
    return strcmp(line, "ok") == 0;
}

routh_status routh_driver_make(routh_context *context, routh_driver *driver, const routh_engine_body *body,
                               const routh_engine_setting *setting) {
    description of = {.body = body, .setting = setting};
    const driver_request request = {.what = "make", .give = give_body, .take = take_ok, .user = &of, .answers = 1};
    const routh_limit limit[] = {{"step", "s", setting->step, 1e-9, 1}, {"mass", "kg", body->mass, ROUTH_RANGE_MASS}};
    if (setting->engine != driver->engine)
        return routh_fail_field(context, ROUTH_BAD_ARGUMENT, "setting", "the setting is one of %s, the driver of %s",
                                setting->engine ? setting->engine->title : "no engine", driver->engine->title);
    routh_status status = routh_check_limits(context, "engine", limit, sizeof limit / sizeof *limit);
    if (status == ROUTH_OK)
        status = driver_ask(context, driver, &request);
    driver->has_world = status == ROUTH_OK;
    return status;
}

typedef struct loading {
    const char *path;
    double step;
    bool is_given;
    routh_driver_model *model;
} loading;

static size_t give_load(void *user, char line[ROUTH_DRIVER_LINE]) {
    loading *of = user;
    if (of->is_given)
        return 0;
    of->is_given = true;
    return (size_t)snprintf(line, ROUTH_DRIVER_LINE, "load %.17g %s\n", of->step, of->path);
}

static bool take_model(void *user, const char *line) {
    routh_driver_model *model = ((loading *)user)->model;
    double number[13] = {0};
    const char *name = read_numbers(after_word(line, "model"), 13, number);
    if (!name)
        return false;
    *model = (routh_driver_model){.mass = number[0], .reach = number[10], .step = number[11], .gravity = number[12]};
    memcpy(model->inertia, number + 1, sizeof model->inertia);
    routh_show_text(model->body, sizeof model->body, name + (*name == ' '), strlen(name + (*name == ' ')));
    return true;
}

/* No throw can begin with less. */
static routh_status check_model(routh_context *context, const routh_driver *driver, const routh_driver_model *model) {
    const char *title = driver->engine->title;
    if (!(model->reach > 0 && isfinite(model->reach)))
        return routh_fail(context, ROUTH_ENGINE_FAILED,
                          "%s: the body \"%s\" has nothing that can touch the ground: its reach is %g m; it must "
                          "be above 0",
                          title, model->body, model->reach);
    if (!(model->mass > 0 && isfinite(model->mass)))
        return routh_fail(context, ROUTH_ENGINE_FAILED, "%s: the mass of the body \"%s\" is %g kg; it must be above 0",
                          title, model->body, model->mass);
    if (!isfinite(model->gravity))
        return routh_fail(context, ROUTH_ENGINE_FAILED, "%s: the model's gravity is %g m/s²; it must be finite", title,
                          model->gravity);
    if (!(model->step > 0 && model->step <= 1))
        return routh_fail(context, ROUTH_ENGINE_FAILED,
                          "%s: the model's step is %g s; it must be above 0 and at most 1", title, model->step);
    return ROUTH_OK;
}

routh_status routh_driver_load(routh_context *context, routh_driver *driver, const char *path, double step,
                               routh_driver_model *model) {
    loading of = {.path = path, .step = step, .model = model};
    const driver_request request = {.what = "load", .give = give_load, .take = take_model, .user = &of, .answers = 1};
    const routh_limit limit[] = {{"step", "s", step, 0, 1}};
    routh_status status = routh_check_limits(context, "engine", limit, 1);
    if (status == ROUTH_OK && (strlen(path) > PATH_SIZE || strpbrk(path, "\r\n")))
        status = routh_fail_field(context, ROUTH_BAD_ARGUMENT, "path",
                                  "a path for an engine has at most %d bytes and no end of line in it", PATH_SIZE);
    if (status == ROUTH_OK)
        status = driver_ask(context, driver, &request);
    if (status == ROUTH_OK)
        status = check_model(context, driver, model);
    driver->has_world = status == ROUTH_OK;
    return status;
}

static routh_status check_world(routh_context *context, const routh_driver *driver) {
    return driver->has_world ? ROUTH_OK
                             : routh_fail(context, ROUTH_BAD_ARGUMENT, "%s has no world yet: make or load one first",
                                          driver->engine->title);
}

/* Motion -------------------------------------------------------------------------------------------------*/

typedef struct motion {
    const routh_state3 *start;
    size_t every, count, taken;
    bool is_given;
    routh_state3 *state;
    size_t *contacts;
} motion;

static size_t give_run(void *user, char line[ROUTH_DRIVER_LINE]) {
    motion *of = user;
    char word[64];
    if (of->is_given)
        return 0;
    of->is_given = true;
    snprintf(word, sizeof word, "run %zu %zu", of->every, of->count);
    return write_state(line, word, of->start);
}

static bool take_state(void *user, const char *line) {
    motion *of = user;
    double contacts = 0;
    const char *text = read_numbers(after_word(line, "state"), 1, &contacts);
    if (!read_state(text, &of->state[of->taken]))
        return false;
    if (of->contacts)
        of->contacts[of->taken] = count_of(contacts);
    of->taken++;
    return true;
}

routh_status routh_driver_run(routh_context *context, routh_driver *driver, const routh_state3 *start, size_t every,
                              size_t count, routh_state3 *states, size_t *contacts) {
    motion of = {.start = start, .every = every, .count = count, .state = states, .contacts = contacts};
    const driver_request request = {
        .what = "run", .give = give_run, .take = take_state, .user = &of, .answers = count, .error_is_last = true};
    ROUTH_TRY(check_world(context, driver));
    ROUTH_TRY(routh_check_count(context, "run of an engine", "every", every, 1, ROUTH_MOST_MADE));
    ROUTH_TRY(routh_check_count(context, "run of an engine", "count", count, 1, ROUTH_MOST_MADE));
    return driver_ask(context, driver, &request);
}

typedef struct series {
    const routh_state3 *start;
    size_t count, most_steps, given, taken;
    routh_driver_impact *impact;
} series;

static size_t give_start(void *user, char line[ROUTH_DRIVER_LINE]) {
    series *of = user;
    const size_t at = of->given++;
    if (at == 0)
        return (size_t)snprintf(line, ROUTH_DRIVER_LINE, "impacts %zu %zu\n", of->most_steps, of->count);
    return at <= of->count ? write_state(line, "start", &of->start[at - 1]) : 0;
}

static bool take_impact(void *user, const char *line) {
    series *of = user;
    routh_driver_impact *found = &of->impact[of->taken];
    double number[7] = {0};
    const char *text = read_numbers(after_word(line, "impact"), 7, number);
    if (!text || !(text = read_state(text, &found->before)) || !read_state(text, &found->after))
        return false;
    found->steps = count_of(number[0]);
    found->contacts = count_of(number[1]);
    found->ended = number[2] > 0;
    found->depth = number[3];
    memcpy(found->point, number + 4, sizeof found->point);
    of->taken++;
    return true;
}

routh_status routh_driver_impacts(routh_context *context, routh_driver *driver, const routh_state3 *starts,
                                  size_t count, size_t most_steps, routh_driver_impact *impacts) {
    series of = {.start = starts, .count = count, .most_steps = most_steps, .impact = impacts};
    const driver_request request = {
        .what = "impacts", .give = give_start, .take = take_impact, .user = &of, .answers = count};
    ROUTH_TRY(check_world(context, driver));
    ROUTH_TRY(routh_check_count(context, "impacts of an engine", "most_steps", most_steps, 1, ROUTH_MOST_MADE));
    ROUTH_TRY(routh_check_count(context, "impacts of an engine", "count", count, 0, ROUTH_MOST_MADE));
    return driver_ask(context, driver, &request);
}
