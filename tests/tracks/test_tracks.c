/* Tracks from text: which column is what, units, orientations in every form, gaps, times, and what looks wrong.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <routh/routh.h>

#include "../effort.h"
#include "../subject.h"

#define PI 3.14159265358979323846

static char text[1 << 20];
static size_t used;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...) {
    va_list values;
    va_start(values, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, values);
    va_end(values);
    assert_true(used < sizeof text);
}

static void begin(const char *head) {
    used = 0;
    add("%s", head);
}

/* Fields and values up to a NULL. */
static routh_tracks_convention meant(const char *const *pair) {
    routh_tracks_convention convention = {.rate = 0};
    routh_context context = routh_context_default();
    for (; pair && *pair; pair += 2)
        if (routh_tracks_convention_set(&context, pair[0], pair[1], &convention) != ROUTH_OK)
            fail_msg("%s", context.message);
    return convention;
}

#define MEANT(...) meant((const char *const[]){__VA_ARGS__, NULL})

static routh_tracks read_all(const routh_tracks_convention *convention) {
    routh_context context = routh_context_default();
    routh_tracks tracks;
    if (routh_tracks_read(&context, routh_io_memory(text, used, "rec.csv"), convention, &tracks) != ROUTH_OK)
        fail_msg("%s", context.message);
    return tracks;
}

static void expect_failure(const routh_tracks_convention *convention, const char *const *holds) {
    routh_context context = routh_context_default();
    routh_tracks tracks;
    assert_int_not_equal(routh_tracks_read(&context, routh_io_memory(text, used, "rec.csv"), convention, &tracks),
                         ROUTH_OK);
    assert_null(tracks.track);
    for (; *holds; holds++) {
        if (!strstr(context.message, *holds))
            print_error("\"%s\" is not in: %s\n", *holds, context.message);
        assert_non_null(strstr(context.message, *holds));
    }
}

#define FAILS(convention, ...) expect_failure(convention, (const char *const[]){__VA_ARGS__, NULL})

/* Conventions ----------------------------------------------------------------------------------------------*/

static void conventions_that_are_wrong_say_so(void **state) {
    (void)state;
    static const struct {
        const char *field, *text, *holds;
    } bad[] = {
        {"units", "mm,furlong", "\"furlong\""},
        {"units", "mm,m", "both mm and m for the length"},
        {"units", "N", "\"N\""},
        {"columns", "x=a,x=b", "two columns for x"},
        {"columns", "x=a,y=a", "one column for both x and y"},
        {"columns", "w=a", "\"w\""},
        {"columns", "x", "x=NAME"},
        {"columns", "x=", "1 to 255 bytes"},
        {"orientation", "euler:XXY", "no two neighbours"},
        {"orientation", "euler:XyZ", "no two neighbours"},
        {"orientation", "euler", "euler:ZYX"},
        {"orientation", "wzyx", "xyzw"},
        {"rate", "-1", "\"-1\""},
        {"rate", "fast", "\"fast\""},
        {"rigid_body", "", "1 to 255"},
        {"colour", "red", "no field colour"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        routh_tracks_convention convention = {.rate = 0};
        routh_context context = routh_context_default();
        assert_int_equal(routh_tracks_convention_set(&context, bad[i].field, bad[i].text, &convention),
                         ROUTH_BAD_ARGUMENT);
        if (!strstr(context.message, bad[i].holds))
            print_error("\"%s\" is not in: %s\n", bad[i].holds, context.message);
        assert_non_null(strstr(context.message, bad[i].holds));
    }
    const routh_tracks_convention right = MEANT("columns", "x=\"Pos, X\",theta=#4", "units", "mm, deg");
    assert_string_equal(right.column[ROUTH_TRACK_X], "Pos, X");
    assert_string_equal(right.column[ROUTH_TRACK_THETA], "#4");
    assert_true(fabs(right.unit[ROUTH_LENGTH] - 1e-3) < 1e-15);
}

/* Columns --------------------------------------------------------------------------------------------------*/

static void fall(double length, double angle, const char *more) {
    for (int k = 0; k < 60; k++) {
        const double t = k / 120.0;
        add("%.6f,%.9f,%.9f,%.9f%s\n", t, length * 0.3 * t, length * (1 - 9.81 * t * t / 2), angle * 2 * t, more);
    }
}

static void names_of_columns(void **state) {
    (void)state;
    static const char *const heads[] = {"time,x,y,theta\n",
                                        "T,X,Z,th\n",
                                        "timestamp,pos_x,pos_y,angle\n",
                                        "Time (s),Position X [m],Position Y [m],Angle (rad)\n",
                                        "elapsed,cube.px,cube.py,cube.theta\n",
                                        "t,Body1 X (m),Body1 Y (m),Body1 Yaw (rad)\n",
                                        "time,tx,tz,heading\n",
                                        "time,x,z,pitch\n",
                                        "time (s),x [m],z (m),roll (rad)\n"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        begin(heads[i]);
        fall(1, 1, "");
        routh_tracks tracks = read_all(NULL);
        const routh_track *track = &tracks.track[0];
        assert_true(track->planar && track->count == 60);
        assert_int_equal(tracks.proposals.count, 0);
        assert_true(fabs(track->position[59][0] - 0.3 * 59 / 120) < 1e-8);
        assert_true(fabs(track->angle[59] - 2 * 59 / 120.0) < 1e-8);
        assert_true(fabs(tracks.rate - 120) < 1e-3);
        assert_string_equal(track->name, i == 4 ? "cube" : i == 5 ? "Body1" : "rec");
        routh_tracks_release(NULL, &tracks);
    }
}

static void maps_that_contradict(void **state) {
    (void)state;
    begin("time,X (mm),Y (mm),Angle [deg],vel_x\n");
    fall(1e3, 180 / PI, ",3");
    routh_tracks_convention c = MEANT("columns", "x=Pos");
    FAILS(&c, "no column \"Pos\" for x", "\"X (mm)\"");
    c = MEANT("columns", "x=X,y=#2");
    FAILS(&c, "given for both x and y");
    c = MEANT("columns", "x=Angle [deg]");
    FAILS(&c, "has the unit of an angle, but x is a length");
    c = MEANT("columns", "x=#9");
    FAILS(&c, "no column \"#9\"");
    c = MEANT("columns", "theta=Angle", "orientation", "xyzw");
    FAILS(&c, "theta", "quaternion");
    c = MEANT("rigid_body", "cube");
    FAILS(&c, "no body is called \"cube\"");
    c = MEANT("rate", "60");
    FAILS(&c, "120 Hz", "60 Hz");
    c = MEANT("orientation", "matrix");
    FAILS(&c, "no column for r11");
    c = MEANT("columns", "x=X,theta=#4", "units", "mm,deg");
    routh_tracks tracks = read_all(&c);
    assert_true(fabs(tracks.track[0].angle[59] - 2 * 59 / 120.0) < 1e-6);
    routh_tracks_release(NULL, &tracks);
    begin("a,b\n1,2\n3,4\n5,6\n");
    FAILS(NULL, "no column for x", "\"a\"");
    assert_int_equal(routh_tracks_read(NULL, routh_io_memory(text, used, "rec.csv"), NULL, &tracks), ROUTH_BAD_FORMAT);
    assert_int_equal(tracks.proposals.count, 0); /* three columns cannot be named where there are two */
    begin("t,A x,A y,A theta,B x,B y,B theta\n");
    fall(1, 1, ",1,2,3");
    FAILS(NULL, "2 bodies: \"A\", \"B\"");
    begin("t,x,y,theta,v_x,v_y,v_theta\n"); /* beside a plain x, a letter is a quantity */
    fall(1, 1, ",1,2,3");
    tracks = read_all(NULL);
    assert_true(fabs(tracks.track[0].position[59][0] - 0.3 * 59 / 120) < 1e-8);
    routh_tracks_release(NULL, &tracks);
    begin("t,x_px,y_px,theta\n");
    fall(1, 1, "");
    FAILS(NULL, "\"x_px\" is in pixels");
    assert_true(routh_recording_recognise(routh_io_memory(text, used, "rec.csv")) & ROUTH_RECORDING_MOTIONS);
    begin("t,\"Pos, x\",y,theta,x\n"); /* the proposal can be pasted */
    fall(1, 1, ",5");
    assert_int_not_equal(routh_tracks_read(NULL, routh_io_memory(text, used, "rec.csv"), NULL, &tracks), ROUTH_OK);
    assert_string_equal(tracks.proposals.proposal[0].value, "x=#2");
    begin("time,x,y\n1,2,3\n3,4,5\n5,6,7\n");
    FAILS(NULL, "no columns for the orientation");
    begin("rx,ry,vx,vy,omega,vx_after,vy_after,omega_after,x,y,theta\n0,1,2,3,4,5,6,7,8,9,10\n");
    FAILS(NULL, "table of impacts");
    assert_false(routh_recording_recognise(routh_io_memory(text, used, "rec.csv")) & ROUTH_RECORDING_MOTIONS);
}

/* Every column that is compared with every other would take minutes. */
static void tens_of_thousands_of_columns(void **state) {
    (void)state;
    enum { COLUMNS = 50000 };
    static const struct {
        const char *name, *says;
        bool numbered;
    } kinds[] = {
        {" x", "columns may be x", true}, {" time", "columns may be time", true}, {"x", "columns may be x", false}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        begin("");
        for (int j = 0; j < COLUMNS; j++) {
            if (kinds[i].numbered)
                add("b%d", j);
            add("%s%s", kinds[i].name, j + 1 < COLUMNS ? "," : "");
        }
        for (int row = 0; row < 3; row++) {
            add("\n0");
            for (int j = 1; j < COLUMNS; j++)
                add(",0");
        }
        FAILS(NULL, kinds[i].says);
    }
}

/* Orientations ---------------------------------------------------------------------------------------------*/

/* Independent of the library: products of elementary matrices. */
static void elementary(int axis, double angle, double r[3][3]) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    memset(r, 0, 9 * sizeof(double));
    r[axis][axis] = 1;
    r[i][i] = r[j][j] = cos(angle);
    r[j][i] = sin(angle);
    r[i][j] = -sin(angle);
}

static void multiply(double a[3][3], double b[3][3], double product[3][3]) {
    double r[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    memcpy(product, r, sizeof r);
}

static void expect_matrix(const double q[4], double r[3][3]) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double own[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                              {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                              {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 9; i++)
        assert_true(fabs(own[i / 3][i % 3] - r[i / 3][i % 3]) < 1e-9);
}

/* All 24 orders of Euler angles, in degrees; in SciPy's convention, upper case turns about moving axes. */
static void every_order_of_angles(void **state) {
    (void)state;
    int orders = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            for (int c = 0; c < 3; c++)
                for (int fixed = 0; fixed < 2; fixed++) {
                    if (a == b || b == c)
                        continue;
                    char order[] = "euler:XYZ";
                    const int axis[3] = {a, b, c};
                    for (int i = 0; i < 3; i++)
                        order[6 + i] = (char)((fixed ? 'x' : 'X') + axis[i]);
                    begin("time,x,y,z,e1 (deg),e2 (deg),e3 (deg)\n");
                    for (int k = 0; k < 6; k++)
                        add("%g,%g,0,0,%.12f,%.12f,%.12f\n", 0.01 * k, 0.01 * k, 10.0 + k, 40.0 - 3 * k, -70.0 + 9 * k);
                    const routh_tracks_convention convention = MEANT("orientation", order);
                    routh_tracks tracks = read_all(&convention);
                    for (int k = 0; k < 6; k++) {
                        const double angle[3] = {(10.0 + k) * PI / 180, (40.0 - 3 * k) * PI / 180,
                                                 (-70.0 + 9 * k) * PI / 180};
                        double r[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, one[3][3];
                        for (int i = 0; i < 3; i++) {
                            elementary(axis[i], angle[i], one);
                            if (fixed)
                                multiply(one, r, r);
                            else
                                multiply(r, one, r);
                        }
                        expect_matrix(tracks.track[0].orientation[k], r);
                    }
                    routh_tracks_release(NULL, &tracks);
                    orders++;
                }
    assert_int_equal(orders, 24);
}

/* Columns that are named by their axis go with the order's axes, wherever they stand. */
static void angles_by_the_names_of_axes(void **state) {
    (void)state;
    begin("time,x,y,z,roll (deg),pitch (deg),yaw (deg)\n");
    for (int k = 0; k < 6; k++)
        add("%g,%g,0,0,10,20,30\n", 0.01 * k, 0.01 * k);
    const routh_tracks_convention convention = MEANT("orientation", "euler:ZYX");
    routh_tracks tracks = read_all(&convention);
    double r[3][3], one[3][3];
    elementary(2, 30 * PI / 180, r);
    elementary(1, 20 * PI / 180, one);
    multiply(r, one, r);
    elementary(0, 10 * PI / 180, one);
    multiply(r, one, r);
    expect_matrix(tracks.track[0].orientation[3], r);
    routh_tracks_release(NULL, &tracks);
}

static void orientations_that_are_none(void **state) {
    (void)state;
    begin("time,x,y,z,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n.1,0,0,0,0.3,0,0,0\n.2,0,0,0,1,0,0,0\n");
    FAILS(NULL, "row 2 (line 3)", "length 0.3, not 1");
    begin("time,x,y,z,qw,qx,qy,qz\n0,0,0,0,1,0,0,0\n.1,0,0,0,1e-200,0,0,0\n.2,0,0,0,1,0,0,0\n");
    FAILS(NULL, "row 2 (line 3)", "the quaternion", "length 0, not 1");
    begin("time,x,y,z,r11,r12,r13,r21,r22,r23,r31,r32,r33\n0,0,0,0,1,0,0,0,1,0,0,0,-1\n.1,0,0,0,1,0,0,0,1,0,0,0,1\n"
          ".2,0,0,0,1,0,0,0,1,0,0,0,1\n");
    FAILS(NULL, "row 1 (line 2)", "determinant is -1");
    begin("time,x,y,z,r11,r12,r13,r21,r22,r23,r31,r32,r33\n0,0,0,0,1,0,0,0,1,.2,0,0,1\n.1,0,0,0,1,0,0,0,1,0,0,0,1\n"
          ".2,0,0,0,1,0,0,0,1,0,0,0,1\n");
    FAILS(NULL, "is no rotation");
    /* zeros are what systems write for a body that they do not see */
    begin("time,x,y,z,qw,qx,qy,qz\n");
    for (int k = 0; k < 9; k++)
        add("%g,%g,0,0,%d,0,0,0\n", 0.1 * k, 0.1 * k, k != 4);
    routh_tracks tracks = read_all(NULL);
    assert_int_equal(tracks.track[0].count, 8);
    assert_int_equal(tracks.track[0].occluded, 1);
    routh_tracks_release(NULL, &tracks);
}

/* Times and gaps -------------------------------------------------------------------------------------------*/

static void clocks_that_fail(void **state) {
    (void)state;
    begin("time,X,Y,theta\n0,0,0,0\n.1,1,0,0\n.05,2,0,0\n.3,3,0,0\n");
    FAILS(NULL, "row 3 (line 4)", "runs backwards");
    begin("time,X,Y,theta\n0,0,0,0\n.1,1,0,0\n.1,2,0,0\n.3,3,0,0\n");
    FAILS(NULL, "row 3 (line 4)", "stands still");
    begin("X,Y,theta\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n");
    FAILS(NULL, "rate must be given");
    begin("time,X,Y,theta\n");
    for (int k = 0; k < 50; k++)
        add("%g,%d,0,0\n", 0.1 * k + 0.06 * (k * 7 % 5 / 4.0), k);
    FAILS(NULL, "uneven sampling", "resample");
    /* the whole row once more is one row */
    begin("time,X,Y,theta\n0,0,0,0\n.1,1,0,0\n.1,1,0,0\n.2,3,0,0\n");
    routh_tracks tracks = read_all(NULL);
    assert_int_equal(tracks.track[0].count, 3);
    assert_int_equal(tracks.track[0].repeated, 1);
    routh_tracks_release(NULL, &tracks);
}

/* Numbers of frames keep their gaps. */
static void frames_that_are_missing(void **state) {
    (void)state;
    begin("Frame,X,Y,theta\n");
    for (int k = 0; k < 30; k++)
        if (k != 11 && k != 12)
            add("%d,%d,0,0\n", 700 + k, k);
    const routh_tracks_convention convention = MEANT("rate", "10");
    routh_tracks tracks = read_all(&convention);
    const double *time = tracks.track[0].time;
    assert_true(fabs(time[11] - time[10] - 0.3) < 1e-9 && fabs(tracks.rate - 10) < 1e-9);
    routh_tracks_release(NULL, &tracks);
}

static void rows_left_out_are_counted(void **state) {
    (void)state;
    begin("time,X,Y,theta\n");
    for (int k = 0; k < 100; k++) {
        const int held = k == 40 || k == 41;
        if (k % 20 == 3)
            add("%g,,,\n", 0.01 * k);
        else if (k == 30)
            add("%g,nan,1,2\n", 0.01 * k);
        else
            add("%g,%.3f,%.3f,0\n", 0.01 * k, k < 70 ? 0.05 * (held ? 39 : k) : 3.5, k < 70 ? 1.0 : 0.0);
    }
    routh_tracks tracks = read_all(NULL);
    const routh_track *track = &tracks.track[0];
    assert_int_equal(track->rows, 100);
    assert_int_equal(track->repeated, 2); /* not the rest at the end */
    assert_int_equal(track->empty, 5);
    assert_int_equal(track->not_a_number, 1);
    assert_int_equal(track->count, 92);
    routh_tracks_release(NULL, &tracks);
    begin("time,X,Y,theta\n0,,,\n1,,,\n2,1,1,1\n3,,,\n");
    FAILS(NULL, "1 of 4 rows hold a pose");
}

/* Who finds it does not know the file. */
static void refusals_of_markers_name_the_file(void **state) {
    (void)state;
    routh_context context = routh_context_default();
    begin("PathFileType\t4\t(X/Y/Z)\tf.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\t"
          "OrigDataStartFrame\tOrigNumFrames\n200\t200\t30\t3\tmm\t200\t1\t30\n"
          "Frame#\tTime\tm1\t\t\tm2\t\t\tm3\t\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\tX3\tY3\tZ3\t\n\n");
    for (int k = 1; k <= 30; k++)
        add("%d\t%.4f\t%d\t0\t0\t0\t%d\t0\t0\t0\t%d\n", k, k / 200.0, 30 + 9 * k % 70, 40 + 17 * k % 90,
            50 + 23 * k % 80);
    routh_tracks tracks;
    assert_int_equal(routh_tracks_read(&context, routh_io_memory(text, used, "loose.trc"), NULL, &tracks),
                     ROUTH_BAD_FORMAT);
    assert_true(strncmp(context.message, "loose.trc: ", 11) == 0);
    assert_non_null(strstr(context.message, "not on one rigid body"));
}

/* Four markers that fall, as TRC; in rows 20 to 24 the first two are swapped, in 30 to 32 the third is somewhere else, in
 * 40 only two were seen. */
static void rows_that_markers_lose_are_counted(void **state) {
    (void)state;
    static const double place[4][3] = {{0, 0, 0}, {60, 0, 5}, {0, 80, 0}, {10, 20, 50}};
    begin("PathFileType\t4\t(X/Y/Z)\trec.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\t"
          "OrigDataStartFrame\tOrigNumFrames\n120\t120\t60\t4\tmm\t120\t1\t60\n"
          "Frame#\tTime\tm1\t\t\tm2\t\t\tm3\t\t\tm4\t\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\tX3\tY3\tZ3\tX4\tY4\tZ4\t\n\n");
    for (int k = 0; k < 60; k++) {
        const double time = k / 120.0, c = cos(2 * time), s = sin(2 * time);
        add("%d\t%.6f", k + 1, time);
        for (int m = 0; m < 4; m++) {
            const double *at = place[k >= 20 && k < 25 && m < 2 ? 1 - m : m], away = k >= 30 && k < 33 && m == 2;
            if (k == 40 && m < 2)
                add("\t\t\t");
            else
                add("\t%.4f\t%.4f\t%.4f", c * at[0] - s * at[1] + 300 * time, 2e3 + s * at[0] + c * at[1] + 70 * away,
                    at[2] - 4905 * time * time + 0.02 * sin(7.0 * k + m));
        }
        add("\n");
    }
    routh_tracks tracks;
    assert_int_equal(routh_tracks_read(NULL, routh_io_memory(text, used, "rec.trc"), NULL, &tracks), ROUTH_OK);
    const routh_track *track = &tracks.track[0];
    assert_int_equal(track->misfit + track->mirrored, 5);
    assert_int_equal(track->repaired, 3);
    assert_int_equal(track->occluded, 1);
    assert_int_equal(track->count, 54);
    bool said = false;
    for (size_t i = 0; i < tracks.understood.count; i++)
        said |= strstr(tracks.understood.finding[i].text, "3 of 60 rows have one marker") != NULL;
    assert_true(said);
    routh_tracks_release(NULL, &tracks);
}

/* Systems that write one number where they do not see the body. */
static void numbers_for_not_seen(void **state) {
    (void)state;
    static const char *const mark[] = {"0,0,0", "-9999,-9999,-9999", "1e6,1e6,1e6"};
    for (size_t m = 0; m < sizeof mark / sizeof mark[0]; m++) {
        begin("time,x,y,theta\n");
        for (int k = 0; k < 60; k++)
            if (k % 9 == 4)
                add("%g,%s\n", k / 120.0, mark[m]);
            else
                add("%g,%g,%g,%g\n", k / 120.0, 0.3 * k / 120, 1 - 9.81 * k * k / 28800.0, 0.1 * k);
        routh_tracks tracks = read_all(NULL);
        assert_int_equal(tracks.track[0].occluded, 7);
        assert_int_equal(tracks.track[0].count, 53);
        assert_int_equal(tracks.proposals.count, 0);
        routh_tracks_release(NULL, &tracks);
    }
    begin("time,x,y,theta\n"); /* begins and ends at the origin */
    for (int k = 0; k < 60; k++)
        add("%g,%g,0,0\n", k / 120.0, 0.001 * k * (59 - k));
    routh_tracks tracks = read_all(NULL);
    assert_int_equal(tracks.track[0].count, 60);
    routh_tracks_release(NULL, &tracks);
}

/* A unit that is stated is never read as another. */
static void units_in_names(void **state) {
    (void)state;
    static const struct {
        const char *head, *word;
    } unknown[] = {{"time,x (furlong),y (m),theta\n", "unknown unit \"furlong\""},
                   {"time,x,y [foo],theta\n", "unknown unit \"foo\""},
                   {"time (fortnight),x,y,theta\n", "\"time (fortnight)\""},
                   {"time,x,y,theta (grad)\n", "unknown unit \"grad\" for an angle"}};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        begin(unknown[i].head);
        fall(1, 1, "");
        FAILS(NULL, unknown[i].word, "give the units");
        assert_true(routh_recording_recognise(routh_io_memory(text, used, "rec.csv")) & ROUTH_RECORDING_MOTIONS);
        const routh_tracks_convention convention = MEANT("units", "m,rad,s");
        routh_tracks tracks = read_all(&convention);
        routh_tracks_release(NULL, &tracks);
    }
    begin("time (min),x (ft),y (dm),theta (rev)\n0,1,1,1\n1,2,2,2\n2,3,3,4\n3,5,6,7\n");
    routh_tracks tracks = read_all(NULL);
    const routh_track *track = &tracks.track[0];
    assert_true(fabs(track->time[1] - 60) < 1e-9 && fabs(track->position[1][0] - 0.6096) < 1e-12);
    assert_true(fabs(track->position[1][1] - 0.2) < 1e-12 && fabs(track->angle[1] - track->angle[0]) < 7);
    routh_tracks_release(NULL, &tracks);
}

/* r00 … r22 is r11 … r33. */
static void matrices_from_zero(void **state) {
    (void)state;
    const double angle = 0.4, c = cos(angle), s = sin(angle);
    begin("t,x,y,z,r00,r01,r02,r10,r11,r12,r20,r21,r22\n");
    for (int k = 0; k < 5; k++)
        add("%d,%d,0,0,1,0,0,0,%.17g,%.17g,0,%.17g,%.17g\n", k, k * k, c, -s, s, c);
    routh_tracks tracks = read_all(NULL);
    const double *q = tracks.track[0].orientation[2];
    assert_true(fabs(fabs(q[0]) - cos(angle / 2)) < 1e-12 && fabs(fabs(q[1]) - sin(angle / 2)) < 1e-12);
    routh_tracks_release(NULL, &tracks);
}

/* What looks wrong -----------------------------------------------------------------------------------------*/

static void expect_proposal(const char *head, double length, double angle, const char *value) {
    begin(head);
    for (int drop = 0; drop < 3; drop++)
        for (int k = 0; k < 60; k++) {
            const double t = k / 120.0;
            add("%.6f,%.9f,%.9f,%.9f\n", t + drop, length * 0.3 * t, length * (1 - 9.81 * t * t / 2), angle * 5 * t);
        }
    routh_tracks tracks = read_all(NULL);
    const routh_proposals *found = &tracks.proposals;
    if (found->count != (size_t)(value != NULL) || (value && strcmp(found->proposal[0].value, value) != 0))
        print_error("%s: %zu proposals, %s\n", value ? value : "none", found->count,
                    found->count ? found->proposal[0].value : "");
    assert_int_equal(found->count, value != NULL);
    if (value) {
        assert_string_equal(found->proposal[0].value, value);
        assert_string_equal(found->proposal[0].field, "units");
        assert_true(found->proposal[0].certain);
    }
    routh_tracks_release(NULL, &tracks);
}

static void units_that_look_wrong(void **state) {
    (void)state;
    expect_proposal("time,X,Y,theta\n", 1, 1, NULL);
    expect_proposal("time,X,Y,theta\n", 1e3, 1, "mm");
    expect_proposal("time,X,Y,theta\n", 1e2, 1, "cm");
    expect_proposal("time,X,Y,theta\n", 1 / 0.0254, 1, "in");
    expect_proposal("time,X,Y,theta\n", 1, 180 / PI, "deg");
    expect_proposal("time,X,Y,theta\n", 1e3, 180 / PI, "mm,deg");
    expect_proposal("time,X (mm),Y (mm),Angle [deg]\n", 1e3, 180 / PI, NULL);
    /* given units are not doubted */
    begin("time,X,Y,theta\n");
    fall(1e3, 1, "");
    routh_tracks_convention convention = MEANT("units", "m");
    routh_tracks tracks = read_all(&convention);
    assert_int_equal(tracks.proposals.count, 0);
    routh_tracks_release(NULL, &tracks);
    /* a rate that is wrong by a factor of two */
    begin("X,Y,theta\n");
    for (int k = 0; k < 60; k++)
        add("%.9f,%.9f,0\n", 0.3 * k / 120.0, 1 - 9.81 * k * k / 28800.0);
    convention = MEANT("rate", "60");
    tracks = read_all(&convention);
    assert_int_equal(tracks.proposals.count, 1);
    assert_string_equal(tracks.proposals.proposal[0].field, "rate");
    assert_string_equal(tracks.proposals.proposal[0].value, "120");
    routh_tracks_release(NULL, &tracks);
}

SUBJECT(tracks) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conventions_that_are_wrong_say_so),
        cmocka_unit_test(names_of_columns),
        cmocka_unit_test(maps_that_contradict),
        cmocka_unit_test(tens_of_thousands_of_columns),
        cmocka_unit_test(every_order_of_angles),
        cmocka_unit_test(angles_by_the_names_of_axes),
        cmocka_unit_test(orientations_that_are_none),
        cmocka_unit_test(clocks_that_fail),
        cmocka_unit_test(frames_that_are_missing),
        cmocka_unit_test(rows_left_out_are_counted),
        cmocka_unit_test(rows_that_markers_lose_are_counted),
        cmocka_unit_test(refusals_of_markers_name_the_file),
        cmocka_unit_test(numbers_for_not_seen),
        cmocka_unit_test(units_in_names),
        cmocka_unit_test(matrices_from_zero),
        cmocka_unit_test(units_that_look_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
