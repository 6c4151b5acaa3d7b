/* The program around one engine: requests on standard input, answers on standard output, a line each. docs/simulators.md has
 * the protocol. Every error is an answer; the end of the input ends the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "adapter.h"

enum { PROTOCOL = 1, STATE = 14 };

static const engine_adapter *const adapter = &ENGINE_ADAPTER;

typedef struct server {
    FILE *to;
    char *line; /* the request that is read */
    size_t room;
    void *made; /* the world; NULL: none yet */
    double step;
    double flushed; /* when answers last went out, s */
} server;

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

__attribute__((format(printf, 2, 3))) static void answer_error(server *of, const char *format, ...) {
    char text[2 * ENGINE_ERROR];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    for (char *at = text; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = ' ';
    fprintf(of->to, "error %s\n", text);
}

/* The next line without its end. 0: there is none. */
static bool next_line(server *of) {
    const ssize_t length = getline(&of->line, &of->room, stdin);
    if (length < 0)
        return false;
    of->line[strcspn(of->line, "\r\n")] = 0;
    return true;
}

/* What follows a word at the beginning of the line; NULL where the line begins otherwise. */
static const char *after_word(const char *line, const char *word) {
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == 0) ? line + length : NULL;
}

/* `count` numbers and nothing else. */
static bool read_numbers(const char *text, size_t count, double *number) {
    for (size_t i = 0; i < count; i++) {
        char *end;
        number[i] = strtod(text, &end);
        if (end == text)
            return false;
        text = end;
    }
    return text[strspn(text, " ")] == 0;
}

/* Fourteen finite numbers. */
static bool read_state(const char *text, routh_state3 *state) {
    double number[STATE];
    if (!text || !read_numbers(text, STATE, number))
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

/* A body as its lines say. */
typedef struct description {
    routh_engine_body body;
    routh_shape3 shape;
    double (*ball)[4];
    double parameter[ROUTH_ENGINE_PARAMETERS];
    double step;
} description;

/* One more row at the end of an array. */
static void *grow(void *rows, size_t count, size_t size) {
    void *more = count & (count - 1) ? rows : realloc(rows, (count > 0 ? 2 * count : 1) * size);
    if (!more) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return more;
}

static bool read_parameters(const char *text, double *parameter) {
    size_t count = 0;
    for (; count < ROUTH_ENGINE_PARAMETERS; count++) {
        char *end;
        parameter[count] = strtod(text, &end);
        if (end == text)
            break;
        text = end;
    }
    for (size_t i = count; i < ROUTH_ENGINE_PARAMETERS; i++)
        parameter[i] = NAN;
    return text[strspn(text, " ")] == 0;
}

/* One line of a body; 0: it is none. */
static bool read_description(const char *line, description *of) {
    routh_engine_body *body = &of->body;
    const char *text;
    if ((text = after_word(line, "step")))
        return read_numbers(text, 1, &of->step);
    if ((text = after_word(line, "mass")))
        return read_numbers(text, 1, &body->mass);
    if ((text = after_word(line, "inertia")))
        return read_numbers(text, 9, &body->inertia[0][0]);
    if ((text = after_word(line, "centre")))
        return read_numbers(text, 3, body->centre);
    if ((text = after_word(line, "gravity")))
        return read_numbers(text, 1, &body->gravity);
    if ((text = after_word(line, "drag")))
        return read_numbers(text, 1, &body->drag);
    if ((text = after_word(line, "radius")))
        return read_numbers(text, 1, &of->shape.radius);
    if ((text = after_word(line, "parameters")))
        return read_parameters(text, of->parameter);
    if ((text = after_word(line, "ball"))) {
        of->ball = grow(of->ball, body->ball_count, sizeof *of->ball);
        return read_numbers(text, 4, of->ball[body->ball_count++]);
    }
    if ((text = after_word(line, "corner"))) {
        of->shape.vertex = grow(of->shape.vertex, of->shape.count, sizeof *of->shape.vertex);
        return read_numbers(text, 3, of->shape.vertex[of->shape.count++]);
    }
    if ((text = after_word(line, "face"))) {
        of->shape.face = grow(of->shape.face, of->shape.face_count, sizeof *of->shape.face);
        return read_numbers(text, 4, of->shape.face[of->shape.face_count++]);
    }
    return false;
}

static void forget_world(server *of) {
    if (of->made)
        adapter->release(of->made);
    of->made = NULL;
}

/* The world of a body; lines up to "end". */
static void make(server *of) {
    description found = {0};
    char wrong[ENGINE_ERROR] = "", error[ENGINE_ERROR] = "";
    bool has_ended = false;
    forget_world(of);
    while (!has_ended && next_line(of))
        if (!(has_ended = strcmp(of->line, "end") == 0) && !read_description(of->line, &found) && !wrong[0])
            snprintf(wrong, sizeof wrong, "\"%.80s\" is no line of a body", of->line);
    found.body.ball = (const double(*)[4])found.ball;
    found.body.shape = found.shape.count > 0 ? &found.shape : NULL;
    if (!wrong[0] && !(found.step > 0 && found.body.mass > 0))
        snprintf(wrong, sizeof wrong, "step and mass must be positive");
    if (!wrong[0])
        of->made = adapter->create(&found.body, found.parameter, found.step, error);
    of->step = found.step;
    if (of->made)
        fputs("ok\n", of->to);
    else
        answer_error(of, "%s", wrong[0] ? wrong : error[0] ? error : "the engine refused the body");
    free(found.ball);
    free(found.shape.vertex);
    free(found.shape.face);
}

/* "load STEP PATH" */
static void load(server *of, const char *text) {
    char *path, error[ENGINE_ERROR] = "";
    routh_driver_model model = {0};
    const double step = strtod(text, &path);
    forget_world(of);
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
    fprintf(of->to, " %s\n", model.body);
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
    raised.velocity.velocity[2] += adapter->lift(of->made);
    adapter->set(of->made, &raised);
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
            engine_push push = {0};
            adapter->step(of->made, &push);
            contacts = push.contacts > contacts ? push.contacts : contacts;
        }
        adapter->get(of->made, &now);
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
    adapter->get(of->made, &last);
    found.before = found.after = last;
    for (size_t k = 1; k <= most_steps && !found.ended && is_finite(&last); k++) {
        engine_push push = {0};
        adapter->step(of->made, &push);
        adapter->get(of->made, &now);
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
    if (!read_numbers(text, 2, number) || !(number[0] >= 1 && number[0] <= 1e9 && number[1] >= 0 && number[1] <= 1e9)) {
        answer_error(of, "impacts wants a number of steps and how many starts follow");
        return;
    }
    for (size_t i = 0; i < (size_t)number[1] && next_line(of); i++) {
        routh_state3 start;
        if (!of->made || !read_state(after_word(of->line, "start"), &start)) {
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
    if (after_word(of->line, "hello"))
        fprintf(of->to, "hello %d %s %s\n", PROTOCOL, adapter->name, adapter->version());
    else if (after_word(of->line, "make"))
        make(of);
    else if ((text = after_word(of->line, "load")))
        load(of, text);
    else if ((text = after_word(of->line, "run")))
        run(of, text);
    else if ((text = after_word(of->line, "impacts")))
        impacts(of, text);
    else
        answer_error(of, "unknown request \"%.40s\": it must be hello, make, load, run or impacts", of->line);
}

int main(void) {
    /* what engines print goes where errors go */
    const int out = dup(STDOUT_FILENO);
    server of = {.to = out < 0 ? NULL : fdopen(out, "w")};
    if (!of.to || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        perror("standard output");
        return 1;
    }
    setvbuf(of.to, NULL, _IOFBF, 1 << 16);
    while (next_line(&of)) {
        answer(&of);
        if (fflush(of.to) != 0)
            break;
        of.flushed = seconds();
    }
    forget_world(&of);
    free(of.line);
    return fclose(of.to) == 0 ? 0 : 1;
}
