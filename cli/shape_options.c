/* A body's shape, mass and the like from words and from a file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "dataset_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { MOST_NUMBERS = 2 * ROUTH_MAX_VERTICES };

static const struct shape_form {
    const char *kind;
    size_t numbers; /* 0: pairs, as many as there are */
    const char *example;
} forms[] = {
    {"ellipse", 2, "ellipse:0.035,0.025"},
    {"disc", 1, "disc:0.05"},
    {"square", 1, "square:0.06"},
    {"polygon", 0, "polygon:0.03,0.03;-0.03,0.03;-0.03,-0.03;0.03,-0.03"},
};

enum { FORMS = sizeof forms / sizeof forms[0] };

static const struct shape_form *find_form(const char *kind, size_t length) {
    for (int i = 0; i < FORMS; i++)
        if (strlen(forms[i].kind) == length && strncmp(forms[i].kind, kind, length) == 0)
            return &forms[i];
    return NULL;
}

static int make_shape(const char *verb, const char *from, const struct shape_form *form, const double *number,
                      size_t count, routh_shape *shape) {
    if (strcmp(form->kind, "ellipse") == 0) {
        *shape = routh_shape_ellipse(number[0], number[1]);
    } else if (strcmp(form->kind, "disc") == 0) {
        *shape = routh_shape_disc(number[0]);
    } else if (strcmp(form->kind, "square") == 0) {
        if (!(number[0] > 0))
            return fail(verb, "%s: a square's side of %g m is not positive", from, number[0]);
        *shape = routh_shape_square(number[0]);
    } else {
        *shape = (routh_shape){.kind = ROUTH_POLYGON, .count = count / 2};
        for (size_t i = 0; i < count; i++)
            shape->vertex[i / 2][i % 2] = number[i];
    }
    routh_context context = routh_context_default();
    return routh_shape_check(&context, shape) == ROUTH_OK ? 0 : fail(verb, "%s: %s", from, context.message);
}

/* Numbers separated by commas, and in pairs by semicolons where `pairs` says so; −1 for anything else. */
static int parse_numbers(const char *text, int pairs, double *number, size_t *count) {
    for (*count = 0;; text++) {
        char *end;
        if (*count == MOST_NUMBERS || !*text || !strchr("0123456789+-.", *text))
            return -1;
        number[(*count)++] = strtod(text, &end);
        if (end == text || !isfinite(number[*count - 1]))
            return -1;
        text = end;
        if (*text == '\0')
            return pairs && *count % 2 ? -1 : 0;
        if (*text != (pairs && *count % 2 == 0 ? ';' : ','))
            return -1;
    }
}

static int read_outline(const char *verb, const char *from, const char *text, dataset_notes *notes,
                        routh_shape *shape) {
    routh_context context = routh_context_default();
    if (notes)
        dataset_keep_notes(&context, notes);
    routh_shape_options options = routh_shape_options_default();
    shape_file file;
    const int answer = parse_shape_file(verb, from, text + strlen("outline:"), "centre", 2, &file);
    if (answer != 0)
        return answer;
    options.unit = file.unit;
    options.hull = file.hull;
    memcpy(options.centre, file.point, sizeof options.centre);
    if (routh_shape_read(&context, routh_io_path(file.path), &options, shape) == ROUTH_OK)
        return 0;
    return fail_shape_file(verb, from, text, &context);
}

int parse_shape(const char *verb, const char *from, const char *text, dataset_notes *notes, routh_shape *shape) {
    size_t length = strcspn(text, ":"), count = 0;
    const struct shape_form *form = find_form(text, length);
    if (strncmp(text, "outline:", 8) == 0)
        return read_outline(verb, from, text, notes, shape);
    if (!form)
        return fail(verb, "%s: no shape is called \"%.*s\"; there are ellipse, disc, square, polygon and outline", from,
                    (int)(length < 40 ? length : 40), text);
    double number[MOST_NUMBERS];
    size_t wanted = form->numbers;
    if (text[length] != ':' || parse_numbers(text + length + 1, wanted == 0, number, &count) != 0 ||
        (wanted > 0 && count != wanted))
        return fail(verb, "%s: \"%.60s\" should look like %s (at most %d vertices)", from, text, form->example,
                    ROUTH_MAX_VERTICES);
    return make_shape(verb, from, form, number, count, shape);
}

/* JSON -----------------------------------------------------------------------------------------------*/

int read_body_file(const char *verb, const char *path, dataset_options *options, routh_shape *shape, char *name) {
    routh_context context = routh_context_default();
    routh_body_description body;
    if (routh_body_description_read(&context, routh_io_path(path), &body) != ROUTH_OK)
        return fail(verb, "%s (--body)", context.message);
    const struct {
        double value;
        option_number *target;
    } numbers[] = {{body.mass, &options->mass},         {body.inertia, &options->inertia}, {body.rate, &options->rate},
                   {body.gyration, &options->gyration}, {body.gravity, &options->gravity}, {body.gap, &options->gap}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!isnan(numbers[i].value))
            *numbers[i].target = (option_number){.value = numbers[i].value, .given = 1};
    *shape = body.shape;
    snprintf(name, ROUTH_NAME_SIZE, "%s", body.name);
    options->name = *name ? name : NULL;
    return check_dataset_numbers(verb, path, options);
}

/* Shapes that files hold, and shapes in space. */

static const struct {
    const char *name;
    double unit;
} units[] = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}, {"in", 0.0254}, {"um", 1e-6}};

enum { UNITS = sizeof units / sizeof units[0] };

int parse_shape_numbers(const char *text, char mark, double *number, int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        if (!*text || !strchr("0123456789+-.", *text))
            return -1;
        number[i] = strtod(text, &end);
        if (end == text || !isfinite(number[i]) || *end != (i + 1 < count ? mark : '\0'))
            return -1;
        text = end + 1;
    }
    return 0;
}

enum { NO_WORD = 0, ONE_WORD = 1, NO_POINT = -1, TWO_UNITS = -2 };

/* Is the last word one of ours? A comma may belong to the file's name. */
static int take_word(const char *word, const char *point, int numbers, shape_file *file) {
    const size_t length = strlen(point);
    for (int i = 0; i < UNITS; i++)
        if (strcmp(word, units[i].name) == 0) {
            if (file->unit > 0)
                return TWO_UNITS;
            file->unit = units[i].unit;
            return ONE_WORD;
        }
    if (strcmp(word, "hull") == 0) {
        file->hull = 1;
        return ONE_WORD;
    }
    if (strncmp(word, point, length) != 0 || word[length] != '=')
        return NO_WORD;
    return parse_shape_numbers(word + length + 1, ';', file->point, numbers) == 0 ? ONE_WORD : NO_POINT;
}

int parse_shape_file(const char *verb, const char *from, const char *text, const char *word, int numbers,
                     shape_file *file) {
    *file = (shape_file){.point = {NAN, NAN, NAN}};
    if (strlen(text) >= sizeof file->path)
        return fail(verb, "%s: the file's name is too long", from);
    snprintf(file->path, sizeof file->path, "%s", text);
    for (char *comma; (comma = strrchr(file->path, ','));) {
        const int taken = take_word(comma + 1, word, numbers, file);
        if (taken == TWO_UNITS)
            return fail(verb, "%s: \"%.200s\" names two units; give one", from, text);
        if (taken == NO_POINT)
            return fail(verb, "%s: \"%.60s\" should look like %s=%s", from, comma + 1, word,
                        numbers == 2 ? "0.01;0.02" : "0.01;0.02;0.03");
        if (taken == NO_WORD)
            break;
        *comma = '\0';
    }
    if (!*file->path || strcmp(file->path, "-") == 0)
        return fail(verb, "%s: \"%.60s\" names no file", from, text);
    return check_late_input(file->path, "the shape's file");
}

int fail_shape_file(const char *verb, const char *from, const char *text, const routh_context *context) {
    const char *field = context->field ? context->field : "";
    const char *mend = strcmp(field, "hull") == 0 ? "hull" : strcmp(field, "unit") == 0 ? "mm" : NULL;
    if (mend)
        return fail(verb, "%s: %s (%s %.200s,%s)", from, context->message, from, text, mend);
    return fail(verb, "%s: %s", from, context->message);
}

static int read_mesh(const char *verb, const char *from, const char *text, routh_shape3 *shape) {
    routh_context context = routh_context_default();
    routh_shape3_options options = routh_shape3_options_default();
    shape_file file;
    const int answer = parse_shape_file(verb, from, text + strlen("mesh:"), "tracked", 3, &file);
    if (answer != 0)
        return answer;
    options.unit = file.unit;
    options.hull = file.hull;
    memcpy(options.tracked, file.point, sizeof options.tracked);
    if (routh_shape3_read(&context, routh_io_path(file.path), &options, shape) == ROUTH_OK)
        return 0;
    return fail_shape_file(verb, from, text, &context);
}

int names_shape3(const char *text) {
    static const char *const words[] = {"cube:", "box:", "ellipsoid:", "mesh:"};
    for (size_t i = 0; text && i < sizeof words / sizeof words[0]; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return 1;
    return 0;
}

int parse_shape3(const char *verb, const char *from, const char *text, double *width, routh_shape3 *shape) {
    routh_context context = routh_context_default();
    double edge;
    *shape = (routh_shape3){0};
    if (strncmp(text, "mesh:", 5) == 0)
        return read_mesh(verb, from, text, shape);
    if (routh_shape3_of_text(&context, text, &edge, shape) != ROUTH_OK)
        return fail(verb, "%s: %s", from, context.message);
    if (edge > 0) { /* a cube is known by its edge alone */
        routh_shape3_release(NULL, shape);
        *width = edge;
    }
    return 0;
}
