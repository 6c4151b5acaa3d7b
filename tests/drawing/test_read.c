/* Parts from STL and OBJ files: what is written comes back, and what is wrong is named with its place.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../comma_locale.h"
#include "../geometry/parts.h"
#include "../ledger.h"
#include "../subject.h"
#include "drawing/drawing.h"
#include "geometry/geometry.h"

#define assert_near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static char path[64];

/* Writes bytes to a file with this ending, for the next reading. */
static void write_file(const char *ending, const void *bytes, size_t size) {
    snprintf(path, sizeof path, "/tmp/routh-part-%ld%s", (long)getpid(), ending);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static routh_status read_file(routh_context *context, double unit, routh_polyhedron **part) {
    const routh_status status = routh_polyhedron_read(context, routh_io_path(path), unit, part);
    remove(path);
    return status;
}

/* The triangles of a part's faces. */
static size_t triangles_of(const routh_polyhedron *part, double (*corner)[3][3]) {
    size_t count = 0;
    for (size_t f = 0; f < routh_polyhedron_faces(part); f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        for (size_t k = 1; k + 1 < face.count; k++, count++) {
            memcpy(corner[count][0], routh_polyhedron_vertex(part, face.corner[0]), 3 * sizeof(double));
            memcpy(corner[count][1], routh_polyhedron_vertex(part, face.corner[k]), 3 * sizeof(double));
            memcpy(corner[count][2], routh_polyhedron_vertex(part, face.corner[k + 1]), 3 * sizeof(double));
        }
    }
    return count;
}

static void write_stl_text(const routh_polyhedron *part) {
    double corner[256][3][3];
    char text[65536];
    size_t length = (size_t)sprintf(text, "solid a part\n");
    for (size_t t = 0, count = triangles_of(part, corner); t < count; t++) {
        length += (size_t)sprintf(text + length, "  facet normal 0 0 0\n    outer loop\r\n");
        for (int k = 0; k < 3; k++)
            length += (size_t)sprintf(text + length, "      vertex %.17g %.17e %.17G\n", corner[t][k][0],
                                      corner[t][k][1], corner[t][k][2]);
        length += (size_t)sprintf(text + length, "    endloop\n\n  endfacet\n");
    }
    length += (size_t)sprintf(text + length, "endsolid a part\n");
    write_file(".stl", text, length);
}

/* Binary STL; many programs begin it with "solid". */
static size_t stl_binary(const routh_polyhedron *part, unsigned char *bytes) {
    double corner[256][3][3];
    const uint32_t count = (uint32_t)triangles_of(part, corner);
    memset(bytes, 0, 84 + 50 * (size_t)count);
    memcpy(bytes, "solid binary", 12);
    for (int i = 0; i < 4; i++)
        bytes[80 + i] = (unsigned char)(count >> (8 * i));
    for (uint32_t t = 0; t < count; t++)
        for (int k = 0; k < 9; k++) {
            const float value = (float)corner[t][k / 3][k % 3];
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            for (int i = 0; i < 4; i++)
                bytes[84 + 50 * (size_t)t + 12 + 4 * (size_t)k + (size_t)i] = (unsigned char)(bits >> (8 * i));
        }
    return 84 + 50 * (size_t)count;
}

static void write_obj(const routh_polyhedron *part) {
    char text[65536];
    size_t length = (size_t)sprintf(text, "# a part\nmtllib none.mtl\no part\n"), n = routh_polyhedron_vertices(part);
    for (size_t i = 0; i < n; i++) {
        const double *v = routh_polyhedron_vertex(part, i);
        length += (size_t)sprintf(text + length, "v %.17g %.17g %.17g 1\n", v[0], v[1], v[2]);
    }
    length += (size_t)sprintf(text + length, "vn 0 0 1\nvt 0 0\n");
    for (size_t f = 0; f < routh_polyhedron_faces(part); f++) {
        const routh_face face = routh_polyhedron_face(part, f);
        length += (size_t)sprintf(text + length, "f");
        for (size_t k = 0; k < face.count; k++)
            length += (size_t)(f % 3 == 0   ? sprintf(text + length, " %zu", face.corner[k] + 1)
                               : f % 3 == 1 ? sprintf(text + length, " %zu/1/1", face.corner[k] + 1)
                                            : sprintf(text + length, " -%zu//1", n - face.corner[k]));
        length += (size_t)sprintf(text + length, "\n");
    }
    write_file(".OBJ", text, length);
}

static void check_same(const routh_polyhedron *part, const routh_polyhedron *read, double unit, double slack) {
    const size_t count = routh_polyhedron_vertices(part);
    assert_int_equal(routh_polyhedron_vertices(read), count);
    assert_near(routh_polyhedron_volume(read), routh_polyhedron_volume(part) * pow(unit, 3),
                10 * slack * routh_polyhedron_volume(part) * pow(unit, 3));
    for (size_t i = 0; i < count; i++) {
        double nearest = INFINITY;
        for (size_t j = 0; j < count; j++) {
            const double *v = routh_polyhedron_vertex(part, j);
            const double scaled[3] = {unit * v[0], unit * v[1], unit * v[2]};
            nearest = fmin(nearest, distance(routh_polyhedron_vertex(read, i), scaled));
        }
        assert_true(nearest <= slack * unit * routh_polyhedron_radius(part));
    }
}

static void what_is_written_comes_back(void **state) {
    (void)state;
    routh_random random = routh_random_seed(31, 0);
    for (int i = 0; i < 60; i++) {
        routh_polyhedron *part = i == 0   ? box(16, 10, 5)
                                 : i == 1 ? icosahedron(3)
                                 : i == 2 ? dodecahedron(3)
                                          : random_part(&random, 20);
        unsigned char bytes[84 + 50 * 256];
        const double unit = i % 2 ? 1 : 0.001;
        for (int kind = 0; kind < 3; kind++) {
            routh_context context = routh_context_default();
            routh_polyhedron *read;
            if (kind == 0)
                write_stl_text(part);
            else if (kind == 1)
                write_file(".stl", bytes, stl_binary(part, bytes));
            else
                write_obj(part);
            if (read_file(&context, unit, &read) != ROUTH_OK)
                fail_msg("%s", context.message);
            check_same(part, read, unit, kind == 1 ? 1e-7 : 1e-15);
            if (kind != 1)
                assert_int_equal(routh_polyhedron_faces(read), routh_polyhedron_faces(part));
            routh_polyhedron_release(NULL, read);
        }
        routh_polyhedron_release(NULL, part);
    }
}

static void numbers_have_points_in_any_locale(void **state) {
    (void)state;
    routh_polyhedron *part, *read;
    enter_comma_locale();
    setlocale(LC_ALL, "C");
    part = box(0.5, 0.25, 0.125);
    write_stl_text(part);
    enter_comma_locale();
    const routh_status status = read_file(NULL, 1, &read);
    setlocale(LC_ALL, "C");
    assert_int_equal(status, ROUTH_OK);
    check_same(part, read, 1, 0);
    routh_polyhedron_release(NULL, read);
    routh_polyhedron_release(NULL, part);
}

/* A tetrahedron in OBJ, faces outwards, and files that differ from it. */
#define POINTS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define FACES  "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"

/* An L of six boxes' corners: a prism over a polygon that is not convex. */
#define ELL                                                                                                            \
    "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"     \
    "f 4 3 2 1 6 5\nf 10 11 12 7 8 9\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n"

static void what_is_wrong_is_named(void **state) {
    (void)state;
    static const struct {
        const char *ending, *text;
        routh_status status;
        const char *words;
    } cases[] = {
        {".obj", POINTS FACES, ROUTH_OK, ""},
        {".obj", "", ROUTH_BAD_FORMAT, "no faces"},
        {".obj", POINTS, ROUTH_BAD_FORMAT, "no faces"},
        {".obj", POINTS "f 1 3 2\nf 1 2 4\nf 2 3 4\n", ROUTH_BAD_FORMAT, "open: nothing borders on line 5"},
        {".obj", POINTS "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 1 3 4\n", ROUTH_BAD_FORMAT, "points inwards"},
        {".obj", POINTS "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", ROUTH_BAD_FORMAT, "run the same way"},
        {".obj", POINTS FACES "f 1 1 2\n", ROUTH_BAD_FORMAT, "degenerate: two corners in one place at line 9"},
        {".obj", POINTS FACES FACES, ROUTH_BAD_FORMAT, "run the same way"},
        {".obj", POINTS "f 1 2\n", ROUTH_BAD_FORMAT, "line 5: a face with 2 corners"},
        {".obj", POINTS "f 1 2 5\n", ROUTH_BAD_FORMAT, "line 5: there is no vertex 5: 4 are defined so far"},
        {".obj", POINTS "f 1 2 -5\n", ROUTH_BAD_FORMAT, "there is no vertex -5"},
        {".obj", POINTS "f 0 2 3\n", ROUTH_BAD_FORMAT, "there is no vertex 0"},
        {".obj", POINTS "f 1 2 three\n", ROUTH_BAD_FORMAT, "'three' is not a vertex number"},
        {".obj", "v 0 0\n", ROUTH_BAD_FORMAT, "line 1: 2 numbers where 3 are needed"},
        {".obj", "v 0 0 zero\n", ROUTH_BAD_FORMAT, "line 1: 'zero' is not a number"},
        {".obj", "v 0 nan 0\n", ROUTH_NOT_FINITE, "line 1: 'nan' is not a finite number"},
        {".obj", "v 0 1e999 0\n", ROUTH_NOT_FINITE, "'1e999' is not a finite number"},
        {".obj", ELL, ROUTH_BAD_FORMAT, "not convex: lines 17 and 18 rise over each other by 1 m"},
        {".obj", POINTS FACES "v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n",
         ROUTH_BAD_FORMAT, "several pieces: it encloses 0.333333 m³"},
        {".obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 4 3 2 1\n", ROUTH_BAD_FORMAT, "one plane"},
        {".stl", "", ROUTH_BAD_FORMAT, "not an STL file: it has 0 bytes"},
        {".stl", "v 0 0 0\n", ROUTH_BAD_FORMAT, "not an STL file"},
        {".stl", "solid x\nendsolid x\n", ROUTH_BAD_FORMAT, "no faces"},
        {".stl", "solid x\n", ROUTH_BAD_FORMAT, "ends after line 1 without 'endsolid'"},
        {".stl", "solid x\nvertex 0 0 0\n", ROUTH_BAD_FORMAT, "line 2: 'vertex' is out of place"},
        {".stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n", ROUTH_BAD_FORMAT,
         "ends after line 5, where 'vertex' should come"},
        {".stl", "solid x\nfacet normal 0 0 1\nouter circle\n", ROUTH_BAD_FORMAT, "line 3: 'circle' where 'loop'"},
        {".stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 inf\n", ROUTH_NOT_FINITE, "line 4: 'inf'"},
        {".stl",
         "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
         "endsolid\n",
         ROUTH_BAD_FORMAT, "open: nothing borders on triangle 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        routh_context context = routh_context_default();
        routh_polyhedron *part;
        write_file(cases[i].ending, cases[i].text, strlen(cases[i].text));
        const routh_status status = read_file(&context, 1, &part);
        if (status != cases[i].status || !strstr(context.message, cases[i].words) ||
            (status != ROUTH_OK && strncmp(context.message, path, strlen(path)) != 0))
            fail_msg("case %zu: %d '%s'", i, status, context.message);
        assert_true((part != NULL) == (status == ROUTH_OK));
        routh_polyhedron_release(NULL, part);
    }
}

static void binary_files_are_counted_and_checked(void **state) {
    (void)state;
    routh_polyhedron *part = icosahedron(1), *read;
    unsigned char bytes[84 + 50 * 256];
    const size_t size = stl_binary(part, bytes);
    routh_context context = routh_context_default();
    const size_t lengths[] = {size - 1, size - 50, 84, 83, size + 1};
    for (int i = 0; i < 5; i++) {
        write_file(".stl", bytes, lengths[i]);
        assert_int_equal(read_file(&context, 1, &read), ROUTH_BAD_FORMAT);
        assert_null(read);
    }
    assert_non_null(strstr(context.message, "20 triangles take 1084 bytes, but it has 1085"));
    const unsigned char not_a_number[4] = {0, 0, 0xC0, 0x7F};
    memcpy(bytes + 84 + 50 * 7 + 12 + 8, not_a_number, 4);
    write_file(".stl", bytes, size);
    assert_int_equal(read_file(&context, 1, &read), ROUTH_NOT_FINITE);
    assert_non_null(strstr(context.message, "triangle 8 "));
    routh_polyhedron_release(NULL, part);
}

static void files_and_units_must_make_sense(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    routh_polyhedron *part;
    assert_int_equal(routh_polyhedron_read(&context, routh_io_path("/nowhere/part.stl"), 1, &part), ROUTH_FILE_ERROR);
    assert_string_equal(context.message, "/nowhere/part.stl: cannot read: No such file or directory");
    assert_int_equal(routh_polyhedron_read(&context, routh_io_path("/tmp"), 1, &part), ROUTH_FILE_ERROR);
    const double units[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        write_file(".obj", POINTS FACES, strlen(POINTS FACES));
        assert_int_equal(read_file(&context, units[i], &part), ROUTH_BAD_ARGUMENT);
        assert_null(part);
    }
    write_file(".obj", POINTS FACES, strlen(POINTS FACES));
    assert_int_equal(read_file(&context, 1e-12, &part), ROUTH_OUT_OF_RANGE);
}

static void reading_leaks_nothing_when_memory_runs_out(void **state) {
    (void)state;
    for (int budget = 0;; budget++) {
        ledger book = {.budget = budget};
        routh_context context = context_with(&book);
        routh_polyhedron *part;
        write_file(".obj", POINTS FACES, strlen(POINTS FACES));
        const routh_status status = read_file(&context, 1, &part);
        routh_polyhedron_release(&context, part);
        assert_int_equal(book.blocks, 0);
        if (status == ROUTH_OK) {
            assert_true(budget > 10);
            break;
        }
        assert_int_equal(status, ROUTH_OUT_OF_MEMORY);
    }
}

SUBJECT(read) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_comes_back),      cmocka_unit_test(numbers_have_points_in_any_locale),
        cmocka_unit_test(what_is_wrong_is_named),          cmocka_unit_test(binary_files_are_counted_and_checked),
        cmocka_unit_test(files_and_units_must_make_sense), cmocka_unit_test(reading_leaks_nothing_when_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
