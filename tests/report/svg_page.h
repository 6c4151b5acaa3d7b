/* Reads a drawing as far as the tests need it: is it well-formed, and where is which text? Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_REPORT_SVG_PAGE_H
#define ROUTH_TESTS_REPORT_SVG_PAGE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/svg.h"

enum { DEEPEST = 16, MOST_TEXTS = 256, LONGEST = 256 };

/* Text as a chain of discs along its line. */
typedef struct text_line {
    double x, y, along_x, along_y; /* where it begins, and which way it runs */
    double length, radius;
    char words[LONGEST];
} text_line;

typedef struct svg_page {
    double width, height;
    text_line text[MOST_TEXTS];
    int texts;
} svg_page;

/* The value of an attribute within one tag; 0 if it is not there. */
static inline int attribute(const char *tag, const char *end, const char *name, const char *format, double *values) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %s=\"", name);
    const char *found = strstr(tag, wanted);
    if (!found || found > end)
        return 0;
    found += strlen(wanted);
    if (strcmp(format, "translate rotate") == 0)
        return sscanf(found, "translate(%lf,%lf) rotate(%lf)", &values[0], &values[1], &values[2]);
    return sscanf(found, "%lf", values);
}

/* The characters between the tags, entities counting as one. */
static inline void gather_words(const char *from, const char *end, char words[LONGEST]) {
    size_t used = 0;
    for (int inside = 0; from < end && used < LONGEST - 1; from++) {
        if (*from == '<' || *from == '>')
            inside = *from == '<';
        else if (!inside)
            words[used++] = *from;
        if (*from == '&')
            from = strchr(from, ';');
    }
    words[used] = '\0';
}

static inline void add_text(svg_page *page, const char *tag, const char *close, double shift_x, double shift_y) {
    const char *end = strstr(tag, "</text>");
    double x = 0, y = 0, size = 0, turn[3] = {0};
    assert_true(page->texts < MOST_TEXTS);
    assert_int_equal(attribute(tag, close, "x", "", &x), 1);
    assert_int_equal(attribute(tag, close, "y", "", &y), 1);
    assert_int_equal(attribute(tag, close, "font-size", "", &size), 1);
    attribute(tag, close, "transform", "translate rotate", turn);
    text_line *line = &page->text[page->texts++];
    gather_words(close + 1, end, line->words);
    line->radius = 0.36 * size;
    line->length = routh_svg_formula_width(line->words, size);
    line->along_x = cos(turn[2] / 57.29577951308232);
    line->along_y = sin(turn[2] / 57.29577951308232);
    const char *middle = strstr(tag, "\"middle\""), *last = strstr(tag, "\"end\"");
    double before = middle && middle < close ? line->length / 2 : last && last < close ? line->length : 0;
    double up = y - line->radius; /* letters stand on y */
    x -= before;
    line->x = shift_x + turn[0] + x * line->along_x - up * line->along_y;
    line->y = shift_y + turn[1] + x * line->along_y + up * line->along_x;
}

static inline void check_entities(const char *text) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (const char *found = strchr(text, '&'); found; found = strchr(found + 1, '&')) {
        int is_known = 0;
        for (int i = 0; i < 4; i++)
            is_known |= strncmp(found, known[i], strlen(known[i])) == 0;
        assert_true(is_known);
    }
}

/* Walks all tags: each closes what was opened last, attribute quotes pair up. Gathers texts with their place. */
static inline void read_page(const char *svg, svg_page *page) {
    char open[DEEPEST][16];
    double shift_x[DEEPEST + 1] = {0}, shift_y[DEEPEST + 1] = {0};
    int depth = 0;
    *page = (svg_page){0};
    check_entities(svg);
    assert_memory_equal(svg, "<?xml", 5);
    for (const char *tag = strchr(svg + 1, '<'); tag; tag = strchr(tag + 1, '<')) {
        const char *close = strchr(tag, '>');
        assert_non_null(close);
        int quotes = 0;
        for (const char *c = tag + 1; c < close; c++) {
            quotes += *c == '"';
            assert_true(*c != '<');
        }
        assert_int_equal(quotes % 2, 0);
        char name[16];
        assert_int_equal(sscanf(tag[1] == '/' ? tag + 2 : tag + 1, "%15[a-zA-Z]", name), 1);
        if (tag[1] == '/') {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
            continue;
        }
        if (strcmp(name, "svg") == 0) {
            assert_int_equal(attribute(tag, close, "width", "", &page->width), 1);
            assert_int_equal(attribute(tag, close, "height", "", &page->height), 1);
        }
        if (strcmp(name, "text") == 0)
            add_text(page, tag, close, shift_x[depth], shift_y[depth]);
        if (close[-1] == '/')
            continue;
        assert_true(depth < DEEPEST);
        double moved[3] = {0};
        if (strcmp(name, "g") == 0)
            attribute(tag, close, "transform", "translate rotate", moved);
        memcpy(open[depth++], name, sizeof name);
        shift_x[depth] = shift_x[depth - 1] + moved[0];
        shift_y[depth] = shift_y[depth - 1] + moved[1];
    }
    assert_int_equal(depth, 0);
}

static inline int texts_overlap(const text_line *a, const text_line *b) {
    if (hypot(a->x - b->x, a->y - b->y) > a->length + b->length + a->radius + b->radius)
        return 0;
    double touching = a->radius + b->radius - 0.5;
    for (double s = a->radius; s <= a->length - a->radius + 1e-9; s += a->radius / 2) {
        for (double t = b->radius; t <= b->length - b->radius + 1e-9; t += b->radius / 2) {
            double dx = a->x + s * a->along_x - b->x - t * b->along_x;
            double dy = a->y + s * a->along_y - b->y - t * b->along_y;
            if (dx * dx + dy * dy < touching * touching)
                return 1;
        }
    }
    return 0;
}

static inline void check_texts(const svg_page *page) {
    for (int i = 0; i < page->texts; i++) {
        const text_line *a = &page->text[i];
        double end_x = a->x + a->length * a->along_x, end_y = a->y + a->length * a->along_y;
        if (fmin(a->x, end_x) < 0 || fmax(a->x, end_x) > page->width || fmin(a->y, end_y) < 0 ||
            fmax(a->y, end_y) > page->height)
            fail_msg("\"%s\" leaves the paper", a->words);
        for (int j = 0; j < i; j++)
            if (texts_overlap(a, &page->text[j]))
                fail_msg("\"%s\" lies on \"%s\"", a->words, page->text[j].words);
    }
}

#endif
