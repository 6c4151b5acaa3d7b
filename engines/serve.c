/* The program around one engine: requests on standard input, answers on standard output, a line each. docs/simulators.md has
 * the protocol. Every error is an answer; the end of the input ends the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "description.h"
#include "watch.h"

enum { PROTOCOL = 1, STATE = 14 };

static const engine_adapter *const adapter = &ENGINE_ADAPTER;

typedef struct server {
    FILE *to;
    char *line; /* the request that is read */
    size_t room;
    void *made;            /* the world; NULL: none yet */
    description described; /* what it was made of, where it was not loaded */
    bool is_loaded;
    bool is_ruined; /* the engine gave up in the middle of a step: nothing in there can be relied on */
    double step;
    double flushed; /* when answers last went out, s */
} server;

/* Engines that give up ---------------------------------------------------------------------------------------*/

/* DART and ODE abort where a number is not finite. What they were about is then lost, and they begin anew. */
static sigjmp_buf escape;
static volatile sig_atomic_t is_guarded;

static void on_abort(int signal) {
    (void)signal;
    if (is_guarded)
        siglongjmp(escape, 1);
}

/* A step, or nothing where the engine has given up. */
static void take_step(server *of, engine_push *push) {
    *push = (engine_push){0};
    if (of->is_ruined)
        return;
    if (sigsetjmp(escape, 0) == 0) {
        is_guarded = 1;
        adapter->step(of->made, push);
    } else
        of->is_ruined = true;
    is_guarded = 0;
}

static void set_state(server *of, const routh_state3 *state) {
    if (of->is_ruined)
        return;
    if (sigsetjmp(escape, 0) == 0) {
        is_guarded = 1;
        adapter->set(of->made, state);
    } else
        of->is_ruined = true;
    is_guarded = 0;
}

static void get_state(server *of, routh_state3 *state) {
    if (!of->is_ruined && sigsetjmp(escape, 0) == 0) {
        is_guarded = 1;
        adapter->get(of->made, state);
    } else
        of->is_ruined = true;
    is_guarded = 0;
    if (!of->is_ruined)
        return;
    for (int c = 0; c < 3; c++)
        state->position[c] = state->velocity.velocity[c] = state->velocity.spin[c] = NAN;
    for (int c = 0; c < 4; c++)
        state->orientation[c] = NAN;
}

/* What it made is left where it is: to release it would touch what is broken. */
static void *create_guarded(const description *of, char error[ENGINE_ERROR]) {
    void *volatile made = NULL;
    if (sigsetjmp(escape, 0) == 0) {
        is_guarded = 1;
        made = adapter->create(&of->body, of->parameter, of->step, error);
    } else
        snprintf(error, ENGINE_ERROR, "the engine aborted over this body");
    is_guarded = 0;
    return made;
}

/* Lines ------------------------------------------------------------------------------------------------------*/

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Answers go out when the request is done, and while it takes long ten times a second: who waits sees that work goes on. */
static void flush_late(server *of) {
    const double now = seconds();
    if (now - of->flushed < 0.1)
        return;
    fflush(of->to);
    of->flushed = now;
}

/* Text of the engine's or of a file's, as it may stand in an answer. */
static char *one_line(char *text) {
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    return text;
}

__attribute__((format(printf, 2, 3))) static void answer_error(server *of, const char *format, ...) {
    char text[2 * ENGINE_ERROR];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fprintf(of->to, "error %s\n", one_line(text));
}

/* The next line without its end. 0: there is none. */
static bool next_line(server *of) {
    const ssize_t length = getline(&of->line, &of->room, stdin);
    if (length < 0)
        return false;
    of->line[strcspn(of->line, "\r\n")] = 0;
    return true;
}

/* Fourteen finite numbers. */
static bool read_state(const char *text, routh_state3 *state) {
    double number[STATE];
    if (!text || !engine_read_numbers(text, STATE, number))
        return false;
    for (size_t i = 0; i < STATE; i++)
        if (!isfinite(number[i]))
            return false;
    state->time = number[0];
    memcpy(state->position, number + 1, sizeof state->position);
    memcpy(state->orientation, number + 4, sizeof state->orientation);
    memcpy(state->velocity.velocity, number + 8, sizeof state->velocity.velocity);
    memcpy(state->velocity.spin, number + 11, sizeof state->velocity.spin);
    double length = 0;
    for (int c = 0; c < 4; c++)
        length += state->orientation[c] * state->orientation[c];
    for (int c = 0; c < 4; c++)
        state->orientation[c] /= sqrt(length);
    return fabs(length - 1) < 0.01;
}

static void write_numbers(server *of, size_t count, const double *number) {
    for (size_t i = 0; i < count; i++)
        fprintf(of->to, " %.17g", number[i]);
}

static void write_state(server *of, const routh_state3 *state) {
    write_numbers(of, 1, &state->time);
    write_numbers(of, 3, state->position);
    write_numbers(of, 4, state->orientation);
    write_numbers(of, 3, state->velocity.velocity);
    write_numbers(of, 3, state->velocity.spin);
}

/* Worlds -----------------------------------------------------------------------------------------------------*/

static void forget_world(server *of) {
    if (of->made && !of->is_ruined)
        adapter->release(of->made);
    of->made = NULL;
    of->is_ruined = false;
}

/* The world of a body; lines up to "end". */
static void make(server *of) {
    description *found = &of->described;
    char wrong[ENGINE_ERROR] = "", error[ENGINE_ERROR] = "";
    bool has_ended = false;
    forget_world(of);
    description_release(found);
    of->is_loaded = false;
    while (!has_ended && next_line(of))
        if (!(has_ended = strcmp(of->line, "end") == 0) && !description_read(of->line, found) && !wrong[0])
            snprintf(wrong, sizeof wrong, "\"%.80s\" is no line of a body", of->line);
    found->body.ball = (const double(*)[4])found->ball;
    found->body.shape = found->shape.count > 0 ? &found->shape : NULL;
    const char *refusal = description_refusal(found);
    if (!wrong[0] && refusal)
        snprintf(wrong, sizeof wrong, "%s", refusal);
    if (!wrong[0])
        of->made = create_guarded(found, error);
    of->step = found->step;
    if (of->made)
        fputs("ok\n", of->to);
    else
        answer_error(of, "%s", wrong[0] ? wrong : error[0] ? error : "the engine refused the body");
}

/* "load STEP PATH" */
static void load(server *of, const char *text) {
    char *path, error[ENGINE_ERROR] = "";
    routh_driver_model model = {0};
    const double step = strtod(text, &path);
    forget_world(of);
    of->is_loaded = true;
    if (path == text || *path != ' ' || !(step >= 0)) {
        answer_error(of, "load wants a step in s and a path");
        return;
    }
    if (adapter->load)
        of->made = adapter->load(path + 1, step, &model, error);
    else
        snprintf(error, sizeof error, "%s reads no files", adapter->name);
    if (!of->made) {
        answer_error(of, "%s", error[0] ? error : "the engine refused the file");
        return;
    }
    of->step = model.step;
    fputs("model", of->to);
    write_numbers(of, 1, &model.mass);
    write_numbers(of, 9, &model.inertia[0][0]);
    write_numbers(of, 3, (const double[]){model.reach, model.step, model.gravity});
    fprintf(of->to, " %s\n", one_line(model.body));
}

/* Motion -----------------------------------------------------------------------------------------------------*/

static bool is_finite(const routh_state3 *state) {
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += state->position[c] + state->velocity.velocity[c] + state->velocity.spin[c] + state->orientation[c];
    return isfinite(sum + state->orientation[3]);
}

static void begin(server *of, const routh_state3 *start) {
    routh_state3 raised = *start;
    char error[ENGINE_ERROR];
    if (of->is_ruined && !of->is_loaded && (of->made = create_guarded(&of->described, error)))
        of->is_ruined = false;
    if (of->is_ruined)
        return;
    raised.velocity.velocity[2] += adapter->lift(of->made);
    set_state(of, &raised);
}

/* "run EVERY COUNT STATE": states on the parabola. */
static void run(server *of, const char *text) {
    char *end;
    const double every = strtod(text, &end), count = strtod(end, &end);
    routh_state3 start;
    if (!of->made || !(every >= 1 && every <= 1e9 && count >= 1 && count <= 1e9) || !read_state(end, &start)) {
        answer_error(of, of->made ? "run wants two counts and a state of 14 finite numbers"
                                  : "there is no world yet: make or load one first");
        return;
    }
    const double lift = adapter->lift(of->made);
    routh_state3 now = start;
    size_t contacts = 0;
    begin(of, &start);
    for (size_t i = 0; i < (size_t)count; i++) {
        fprintf(of->to, "state %zu", contacts);
        write_state(of, &now);
        fputc('\n', of->to);
        contacts = 0;
        for (size_t k = 0; k < (size_t)every && i + 1 < (size_t)count; k++) {
            engine_push push;
            take_step(of, &push);
            contacts = push.contacts > contacts ? push.contacts : contacts;
        }
        get_state(of, &now);
        now.time = start.time + (double)(i + 1) * every * of->step;
        now.velocity.velocity[2] -= lift;
        flush_late(of);
    }
}

/* Velocities before and after are the engine's own, half a step before the states' times, without `lift`: its law for
 * restitution acts on these, and the surface was met half a step before the state, on average. */
static routh_driver_impact impact_of(server *of, const routh_state3 *start, size_t most_steps) {
    routh_driver_impact found = {0};
    routh_state3 last = *start, now = *start;
    begin(of, start);
    get_state(of, &last);
    found.before = found.after = last;
    for (size_t k = 1; k <= most_steps && !found.ended && is_finite(&last); k++) {
        engine_push push;
        take_step(of, &push);
        get_state(of, &now);
        now.time = start->time + (double)k * of->step;
        if (push.contacts > 0) {
            if (found.steps++ == 0) {
                found.before = last;
                memcpy(found.point, push.point, sizeof found.point);
            }
            found.contacts = push.contacts > found.contacts ? push.contacts : found.contacts;
            found.depth = fmax(found.depth, push.depth);
        }
        found.ended = push.contacts == 0 && found.steps > 0;
        if (!found.ended)
            found.after = now;
        last = now;
    }
    return found;
}

/* "impacts MOST_STEPS COUNT", then COUNT lines "start STATE"; a line of answer for each. */
static void impacts(server *of, const char *text) {
    double number[2];
    if (!engine_read_numbers(text, 2, number) ||
        !(number[0] >= 1 && number[0] <= 1e9 && number[1] >= 0 && number[1] <= 1e9)) {
        answer_error(of, "impacts wants a number of steps and how many starts follow");
        return;
    }
    for (size_t i = 0; i < (size_t)number[1] && next_line(of); i++) {
        routh_state3 start;
        if (!of->made || !read_state(engine_after_word(of->line, "start"), &start)) {
            answer_error(of, of->made ? "a start must be \"start\" and 14 finite numbers"
                                      : "there is no world yet: make or load one first");
            continue;
        }
        const routh_driver_impact found = impact_of(of, &start, (size_t)number[0]);
        fprintf(of->to, "impact %zu %zu %d", found.steps, found.contacts, found.ended);
        write_numbers(of, 1, &found.depth);
        write_numbers(of, 3, found.point);
        write_state(of, &found.before);
        write_state(of, &found.after);
        fputc('\n', of->to);
        flush_late(of);
    }
}

static void answer(server *of) {
    const char *text;
    if (engine_after_word(of->line, "hello"))
        fprintf(of->to, "hello %d %s %s\n", PROTOCOL, adapter->name, adapter->version());
    else if (engine_after_word(of->line, "make"))
        make(of);
    else if ((text = engine_after_word(of->line, "load")))
        load(of, text);
    else if ((text = engine_after_word(of->line, "run")))
        run(of, text);
    else if ((text = engine_after_word(of->line, "impacts")))
        impacts(of, text);
    else
        answer_error(of, "unknown request \"%.40s\": it must be hello, make, load, run or impacts", of->line);
}

int main(void) {
    engine_watch_other_end();
    /* what engines print goes where errors go */
    const int out = dup(STDOUT_FILENO);
    server of = {.to = out < 0 ? NULL : fdopen(out, "w")};
    if (!of.to || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        perror("standard output");
        return 1;
    }
    struct sigaction action = {.sa_handler = on_abort, .sa_flags = SA_NODEFER};
    sigaction(SIGABRT, &action, NULL);
    setvbuf(of.to, NULL, _IOFBF, 1 << 16);
    while (next_line(&of)) {
        answer(&of);
        if (fflush(of.to) != 0)
            break;
        of.flushed = seconds();
    }
    forget_world(&of);
    description_release(&of.described);
    free(of.line);
    return fclose(of.to) == 0 ? 0 : 1;
}
