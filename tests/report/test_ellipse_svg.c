/* The drawing: well-formed whatever a law is called, no text on other text, everything inside the paper, true to scale.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "cases.h"

#include <math.h>

#include "report/ellipse_groups.h"
#include "report/svg.h"
#include "report/svg_panel.h"

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
static int attribute(const char *tag, const char *end, const char *name, const char *format, double *values) {
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
static void gather_words(const char *from, const char *end, char words[LONGEST]) {
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

static void add_text(svg_page *page, const char *tag, const char *close, double shift_x, double shift_y) {
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
    line->length = svg_text_width(line->words, size);
    line->along_x = cos(turn[2] / 57.29577951308232);
    line->along_y = sin(turn[2] / 57.29577951308232);
    const char *middle = strstr(tag, "\"middle\""), *last = strstr(tag, "\"end\"");
    double before = middle && middle < close ? line->length / 2 : last && last < close ? line->length : 0;
    double up = y - line->radius; /* letters stand on y */
    x -= before;
    line->x = shift_x + turn[0] + x * line->along_x - up * line->along_y;
    line->y = shift_y + turn[1] + x * line->along_y + up * line->along_x;
}

static void check_entities(const char *text) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (const char *found = strchr(text, '&'); found; found = strchr(found + 1, '&')) {
        int is_known = 0;
        for (int i = 0; i < 4; i++)
            is_known |= strncmp(found, known[i], strlen(known[i])) == 0;
        assert_true(is_known);
    }
}

/* Walks all tags: each closes what was opened last, attribute quotes pair up. Gathers texts with their place. */
static void read_page(const char *svg, svg_page *page) {
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

static int texts_overlap(const text_line *a, const text_line *b) {
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

static void check_texts(const svg_page *page) {
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

static void check_drawing(const routh_ellipse_study *study) {
    char *svg = written_by(routh_ellipse_write_svg, study);
    svg_page *page = calloc(1, sizeof *page);
    assert_non_null(page);
    read_page(svg, page);
    check_texts(page);
    for (size_t i = 0; i < study->count; i++) { /* named in the table and above its panel */
        int named = 0, has_energy = 0;
        char energy[SVG_NUMBER_SIZE + 4], number[SVG_NUMBER_SIZE];
        snprintf(energy, sizeof energy, "%s %%", svg_fixed(100 * study->laws[i].energy_ratio, 1, number));
        for (int j = 0; j < page->texts; j++) {
            named += strcmp(page->text[j].words, study->laws[i].law->name) == 0;
            has_energy += strcmp(page->text[j].words, energy) == 0;
        }
        assert_int_equal(named, 2);
        assert_true(has_energy > 0 || study->laws[i].energy_ratio >= 10);
    }
    free(page);
    free(svg);
}

static void test_drops(void **state) {
    (void)state;
    enum { IMPACTS = 40 };
    routh_impact impact[IMPACTS];
    const routh_drops drops = routh_drops_default();
    assert_int_equal(routh_generate_drops(NULL, &drops, IMPACTS, impact), ROUTH_OK);
    for (int i = 0; i < IMPACTS; i++) {
        routh_ellipse_study study = study_of(&impact[i], 0.05 * (i % 20), 0.1 * (i % 11));
        check_drawing(&study);
        routh_ellipse_study_release(NULL, &study);
    }
}

/* Slender bodies, fast slip, no slip, minute and huge bodies. */
static void test_extremes(void **state) {
    (void)state;
    static const routh_impact impacts[] = {
        {1, 0.02, -0.3, -0.5, -1, -1, 0}, {1, 1e-4, 0.5, -0.5, 1, -1, 0},        {1, 0.4, 0, -1, 40, -0.1, 0},
        {1, 0.4, 0, -1, 0, -1, 0},        {1e-9, 1e-18, 3e-5, -4e-5, 1, -1, 20}, {1e6, 1e7, 2, -4, -3, -1, 0.1},
    };
    for (size_t i = 0; i < sizeof impacts / sizeof impacts[0]; i++) {
        for (double mu = 0; mu < 60; mu = 3 * mu + 0.1) {
            routh_ellipse_study study = study_of(&impacts[i], mu, 0.7);
            check_drawing(&study);
            routh_ellipse_study_release(NULL, &study);
        }
    }
}

/* From one law to many, and names that XML would trip over. */
static void test_any_laws(void **state) {
    (void)state;
    const routh_impact impact = {0.0364, 1.347e-5, 0.02, -0.028, 0.3, -1.2, 4};
    for (size_t count = 1; count <= routh_law_count(); count++) {
        const routh_law *laws[32];
        for (size_t i = 0; i < count; i++)
            laws[i] = routh_law_at(routh_law_count() - 1 - i);
        const routh_ellipse_options options = options_with(0.3, 0.5, laws, count);
        routh_ellipse_study study;
        assert_int_equal(routh_study_ellipse(NULL, &impact, &options, &study), ROUTH_OK);
        check_drawing(&study);
        routh_ellipse_study_release(NULL, &study);
    }
    routh_law odd = *routh_law_at(0);
    odd.name = "a<b>&\"c\"\n";
    odd.title = "</title>&";
    const routh_law *laws[] = {&odd};
    const routh_ellipse_options options = options_with(0.3, 0.5, laws, 1);
    routh_ellipse_study study;
    assert_int_equal(routh_study_ellipse(NULL, &impact, &options, &study), ROUTH_OK);
    char *svg = written_by(routh_ellipse_write_svg, &study);
    svg_page page;
    read_page(svg, &page);
    assert_non_null(strstr(svg, ">a&lt;b&gt;&amp;&quot;c&quot;</text>"));
    free(svg);
    routh_ellipse_study_release(NULL, &study);
}

/* One pixel is as many N s along t as along n, and the ellipse and all its impulses are in the window. */
static void test_view(void **state) {
    (void)state;
    const routh_impact impact = {1, 0.02, -0.3, -0.5, -1, -1, 0};
    routh_ellipse_study study = study_of(&impact, 0.4, 0.6);
    svg_view view = svg_view_of(svg_study_extent(&study), 300, 200);
    svg_spot origin = svg_project(&view, (routh_point){0, 0}), right = svg_project(&view, (routh_point){0.1, 0});
    svg_spot above = svg_project(&view, (routh_point){0, 0.1});
    assert_true(right.x > origin.x && above.y < origin.y);
    assert_true(fabs((right.x - origin.x) - (origin.y - above.y)) < 1e-9);
    routh_point point[100];
    routh_ellipse_outline(&study.ellipse, 90, point);
    for (size_t i = 0; i < 10; i++)
        point[90 + i] = (routh_point){study.laws[i % study.count].outcome.pt, study.laws[i % study.count].outcome.pn};
    for (int i = 0; i < 100; i++) {
        svg_spot spot = svg_project(&view, point[i]);
        assert_true(spot.x > 0 && spot.x < 300 && spot.y > 0 && spot.y < 200);
    }
    routh_ellipse_study_release(NULL, &study);
}

static void test_numbers(void **state) {
    (void)state;
    char text[SVG_NUMBER_SIZE];
    assert_string_equal(svg_number(-1.347e-5, 4, text), "−1.347×10⁻⁵");
    assert_string_equal(svg_number(0.0364, 4, text), "0.0364");
    assert_string_equal(svg_number(2.5e12, 4, text), "2.5×10¹²");
    assert_string_equal(svg_fixed(-0.0004, 2, text), "0.00");
    assert_string_equal(svg_fixed(-0.126, 2, text), "−0.13");
    assert_string_equal(svg_impulse_unit(-3, text), "(10⁻³ N s)");
    for (double span = 1e-9; span < 1e9; span *= 1.37) {
        svg_ticks ticks = svg_ticks_for(span, span, 9);
        double digit = ticks.step / pow(10, floor(log10(ticks.step) + 1e-9));
        assert_true(fabs(digit - 1) < 1e-9 || fabs(digit - 2) < 1e-9 || fabs(digit - 5) < 1e-9);
        assert_true(span / ticks.step <= 9 + 1e-9 && span / ticks.step >= 9 / 2.5 - 1e-9);
        double shown = ticks.step / pow(10, ticks.exponent) * pow(10, ticks.decimals); /* a label loses no digit */
        assert_true(fabs(shown - round(shown)) < 1e-6 * shown);
    }
}

/* At rx = 0 five laws agree, and share one letter. */
static void test_groups(void **state) {
    (void)state;
    const routh_impact impact = {0.0364, 1.347e-5, 0, -0.025, 0.6, -1.2, 4};
    routh_ellipse_study study = study_of(&impact, 0.18, 0.53);
    routh_impulse_groups groups;
    assert_int_equal(routh_impulse_groups_create(NULL, &study, &groups), ROUTH_OK);
    static const char *const agree[] = {"wang-mason", "mirtich", "ap-newton", "ap-poisson", "whittaker"};
    size_t shared = groups.count;
    for (size_t i = 0; i < study.count; i++) {
        assert_true(groups.of_law[groups.first[groups.of_law[i]]] == groups.of_law[i]);
        for (int j = 0; j < 5; j++) {
            if (strcmp(study.laws[i].law->name, agree[j]) != 0)
                continue;
            shared = shared == groups.count ? groups.of_law[i] : shared;
            assert_int_equal(groups.of_law[i], shared);
        }
    }
    assert_true(groups.count > 1 && groups.count < study.count);
    char name[ROUTH_GROUP_NAME];
    assert_string_equal(routh_group_name(25, name), "Z");
    assert_string_equal(routh_group_name(26, name), "A2");
    routh_impulse_groups_release(NULL, &groups);
    routh_ellipse_study_release(NULL, &study);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drops), cmocka_unit_test(test_extremes), cmocka_unit_test(test_any_laws),
        cmocka_unit_test(test_view),  cmocka_unit_test(test_numbers),  cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
