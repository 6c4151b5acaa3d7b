/* One request to an engine's program and its answers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/shown.h"
#include "engine/driver.h"
#include "file/c_locale.h"

/* How the request stands. */
typedef struct routh_driver_talk {
    routh_context *context;
    routh_driver *driver;
    const routh_driver_request *request;
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
    routh_status status = ROUTH_OK;
    while (status == ROUTH_OK && of->taken < of->request->answers) {
        char *line = in->byte + in->begin, *end = memchr(line, '\n', in->end - in->begin);
        if (!end && in->end - in->begin < ROUTH_DRIVER_LINE)
            return ROUTH_OK;
        if (!end) { /* longer than any answer */
            line[60] = '\0';
            return fail_strange(of, line);
        }
        *end = '\0';
        in->begin += (size_t)(end - line) + 1;
        status = take_line(of, line);
    }
    return status;
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
    routh_status status = take_lines(of);
    if (status != ROUTH_OK || is_done(of))
        return status;
    if (!is_open || (of->is_ended && !(ready > 0 && end[0].revents & POLLIN))) /* all that it wrote has been read */
        return fail_ended(of);
    if (routh_seconds() - of->heard > driver->patience)
        return fail_silent(of);
    return ask_caller(of);
}

routh_status routh_driver_ask(routh_context *context, routh_driver *driver, const routh_driver_request *request) {
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
