/* Exports of motion capture systems, written by the test as their public descriptions say: every column is what the
 * system says it is, and every number comes back.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "channel_texts.h"
#include "mocap_texts.h"

#include "../subject.h"

#define DEGREE (3.14159265358979323846 / 180)

static void check_channel(const routh_channels *channels, const char *body, const char *name, routh_channel_role role,
                          int axis, double unit) {
    const routh_channel *channel = find_channel(channels, body, name);
    if (channel->role != role || channel->axis != axis || fabs(channel->unit - unit) > 1e-15)
        fail_msg("%s %s: role %d, axis %d, unit %g", body, name, channel->role, channel->axis, channel->unit);
}

/* Motive -------------------------------------------------------------------------------------------------*/

static void check_motive(const motive_export *e, double length) {
    mocap_text t = {.length = 0};
    write_motive(&t, e);
    routh_channels channels = read_channels(t.text, "Frame");
    routh_channels_release(NULL, &channels);
    const bool quaternion = e->rotation[0] == 'Q';
    const int turns = quaternion ? 4 : 3;
    channels = read_channels(t.text, "Position X");
    assert_string_equal(channels.reader->name, "motive");
    assert_int_equal(channels.count, 2 + e->timecode + turns + 21);
    assert_int_equal(channels.up, 'y');
    assert_true(channels.rate == 60);
    assert_string_equal(channels.euler, quaternion ? "" : e->rotation);
    assert_int_equal(channels.rows, 4);
    check_channel(&channels, "", "Frame", ROUTH_CHANNEL_COUNTER, 0, 1);
    check_channel(&channels, "", "Time (Seconds)", ROUTH_CHANNEL_TIME, 0, 1);
    for (int k = 0; k < turns; k++) {
        const char letter[] = {"XYZW"[k], '\0'};
        char name[16];
        snprintf(name, sizeof name, "Rotation %s", letter);
        check_channel(&channels, "Cube", name, quaternion ? ROUTH_CHANNEL_QUATERNION : ROUTH_CHANNEL_EULER,
                      quaternion ? (k + 1) % 4 : (int)(strchr(e->rotation, letter[0]) - e->rotation),
                      quaternion ? 1 : DEGREE);
    }
    check_channel(&channels, "Cube", "Position X", ROUTH_CHANNEL_POSITION, 0, length);
    check_channel(&channels, "Cube", "Position Z", ROUTH_CHANNEL_POSITION, 2, length);
    check_channel(&channels, "Cube", "Mean Marker Error", ROUTH_CHANNEL_ERROR, 0, length);
    check_channel(&channels, "Cube:Marker2", "Marker Quality", ROUTH_CHANNEL_ERROR, 0, 1);
    const size_t first = 2 + e->timecode, body = first + (size_t)turns;       /* of Position X */
    assert_int_equal(channels.channel[body + 4].role, ROUTH_CHANNEL_OTHER);   /* of the model */
    assert_int_equal(channels.channel[body + 13].role, ROUTH_CHANNEL_MARKER); /* measured */
    assert_string_equal(channels.channel[body + 13].body, "Cube:Marker1");
    assert_int_equal(channels.channel[body + 18].role, ROUTH_CHANNEL_OTHER); /* belongs to nothing */
    ASSERT_NUMBERS(channels.channel[body].value, mocap_value(0, turns), mocap_value(1, turns), NAN,
                   mocap_value(3, turns));
    ASSERT_NUMBERS(channels.channel[body + 12].value, mocap_value(0, turns + 12), mocap_value(1, turns + 12),
                   mocap_value(2, turns + 12), NAN);
    assert_int_equal(channels.gap[ROUTH_GAP_EMPTY], 1);
    assert_int_equal(channels.gap[ROUTH_GAP_SHORT], 5);
    routh_channels_release(NULL, &channels);
}

static void test_motive(void **state) {
    (void)state;
    check_motive(&(motive_export){.version = "1.2", .rotation = "Quaternion", .units = "Meters"}, 1);
    check_motive(&(motive_export){.version = "1.20", .rotation = "Quaternion", .units = "Millimeters"}, 1e-3);
    check_motive(&(motive_export){.version = "1.21", .rotation = "XYZ", .units = "Centimeters"}, 1e-2);
    check_motive(&(motive_export){.version = "1.22", .rotation = "ZYX", .units = "Meters", .labels = true}, 1);
    check_motive(&(motive_export){.version = "1.23", .rotation = "Quaternion", .units = "Millimeters", .labels = true},
                 1e-3);
    check_motive(&(motive_export){.version = "1.24",
                                  .rotation = "Quaternion",
                                  .units = "Meters",
                                  .labels = true,
                                  .parents = true,
                                  .timecode = true},
                 1);
}

static void test_motive_refusals(void **state) {
    (void)state;
    expect_refusal("Format Version,1.23,Rotation Type,Quaternion\n\n,Type,Rigid Body\n", "\"Frame\"");
    expect_refusal("Format Version,1.23,Rotation Type,Matrix\n", "Rotation Type is \"Matrix\"");
    expect_refusal("Format Version,1.23,Length Units,Furlongs\n", "Length Units are \"Furlongs\"");
    expect_refusal("Format Version,1.23\n\n,,Rigid Body\n,,Cube\n,,1\n,,Position\nFrame,Time,X\n", "no rows");
    expect_refusal("Format Version,1.23\n\n,,Rigid Body\n,,Cube\n,,1\n,,Position\nFrame,Time,X\n0,0,lost\n",
                   "line 8, column 3 (Cube Position X): \"lost\"");
    expect_refusal("Format Version,1.23\n\n,,Rigid Body\n,,Cube\n,,1\n,,Position\nFrame,Time,\"X\n0,0,1\n",
                   "a quote in its header is not closed");
    expect_refusal("Format Version,", "\"Frame\"");
}

/* Vicon --------------------------------------------------------------------------------------------------*/

static void write_segments(mocap_text *t, char separator, const char *angle) {
    put(t, "Segments\n120\n%c%cCube:Cube%c%c%c%c%c%cBoard:Board%c%c%c%c%c\nFrame%cSub Frame", separator, separator,
        separator, separator, separator, separator, separator, separator, separator, separator, separator, separator,
        separator, separator);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 6; k++)
            put(t, "%c%c%c", separator, k < 3 ? 'R' : 'T', 'X' + k % 3);
    put(t, "\n%c", separator);
    for (int k = 0; k < 12; k++)
        put(t, "%c%s", separator, k % 6 < 3 ? angle : "mm");
    for (int i = 0; i < 3; i++) {
        put(t, "\n%d%c0", i + 1, separator);
        put_numbers(t, i, 0, i == 1 ? 6 : 12, separator); /* the board is not seen in row 1 */
        if (i == 1)
            for (int k = 0; k < 6; k++)
                put(t, "%c", separator);
    }
    put(t, "\n");
}

static void write_trajectories(mocap_text *t) {
    put(t, "Trajectories\n240\n,,Cube:m1,,,Cube:m2,,,*12,,\nFrame,Sub Frame,X,Y,Z,X,Y,Z,X,Y,Z\n"
           ",,mm,mm,mm,mm,mm,mm,mm,mm,mm\n");
    for (int i = 0; i < 4; i++) {
        put(t, "%d,0", i + 1);
        put_numbers(t, i, 20, 9, ',');
        put(t, "\n");
    }
}

static void test_vicon_segments(void **state) {
    (void)state;
    static const struct {
        char separator;
        const char *angle;
        double unit;
    } way[] = {{',', "deg", DEGREE}, {',', "rad", 1}, {'\t', "deg", DEGREE}};
    for (size_t w = 0; w < sizeof way / sizeof way[0]; w++) {
        mocap_text t = {.length = 0};
        put(&t, "Devices\n1000\n,,Plate\nFrame,Sub Frame,Fx\n,,N\n1,0,5\n1,1,6\n\n");
        write_segments(&t, way[w].separator, way[w].angle);
        put(&t, "\n");
        write_trajectories(&t);
        routh_channels channels = read_channels(t.text, NULL);
        assert_string_equal(channels.reader->name, "vicon");
        assert_string_equal(channels.format, "Vicon Nexus text, section Segments");
        assert_int_equal(channels.count, 14);
        assert_int_equal(channels.rows, 3);
        assert_true(channels.rate == 120);
        check_channel(&channels, "", "Frame", ROUTH_CHANNEL_COUNTER, 0, 0);
        check_channel(&channels, "Cube:Cube", "RY", ROUTH_CHANNEL_ROTATION_VECTOR, 1, way[w].unit);
        check_channel(&channels, "Board:Board", "TZ", ROUTH_CHANNEL_POSITION, 2, 1e-3);
        ASSERT_NUMBERS(find_channel(&channels, "Cube:Cube", "TX")->value, mocap_value(0, 3), mocap_value(1, 3),
                       mocap_value(2, 3));
        ASSERT_NUMBERS(find_channel(&channels, "Board:Board", "RZ")->value, mocap_value(0, 8), NAN, mocap_value(2, 8));
        assert_int_equal(channels.gap[ROUTH_GAP_EMPTY], 6);
        routh_channels_release(NULL, &channels);
    }
}

static void test_vicon_trajectories(void **state) {
    (void)state;
    mocap_text t = {.length = 0};
    write_trajectories(&t);
    routh_channels channels = read_channels(t.text, NULL);
    assert_int_equal(channels.count, 11);
    assert_int_equal(channels.rows, 4);
    assert_true(channels.rate == 240);
    check_channel(&channels, "Cube:m2", "Z", ROUTH_CHANNEL_MARKER, 2, 1e-3);
    ASSERT_NUMBERS(find_channel(&channels, "*12", "X")->value, mocap_value(0, 26), mocap_value(1, 26),
                   mocap_value(2, 26), mocap_value(3, 26));
    routh_channels_release(NULL, &channels);

    /* another section, by its name */
    put(&t, "\n");
    write_segments(&t, ',', "deg");
    routh_context context = routh_context_default();
    assert_int_equal(try_channels(&context, t.text, t.length, NULL, "trajectories", &channels), ROUTH_OK);
    assert_int_equal(channels.count, 11);
    routh_channels_release(NULL, &channels);
    assert_int_equal(try_channels(&context, t.text, t.length, NULL, "Joints", &channels), ROUTH_BAD_ARGUMENT);
    assert_non_null(strstr(context.message, "has no section \"Joints\" but Segments, Trajectories"));

    /* the older export */
    channels = read_channels("TRAJECTORIES\n100,Hz\n,Cube:m1,,\nField #,X,Y,Z\n,mm,mm,mm\n1,2,3,4\n", NULL);
    assert_true(channels.rate == 100);
    check_channel(&channels, "Cube:m1", "Y", ROUTH_CHANNEL_MARKER, 1, 1e-3);
    routh_channels_release(NULL, &channels);
}

static void test_vicon_refusals(void **state) {
    (void)state;
    expect_refusal("Devices\n1000\n,,Plate\nFrame,Sub Frame,Fx\n,,N\n1,0,5\n", "has Devices; Segments, Trajectories");
    expect_refusal("Trajectories\n120\n,,Cube:m1\n1,0,5\n", "section Trajectories lacks");
    expect_refusal("Trajectories\n120\n", "section Trajectories lacks");
    expect_refusal("Trajectories\n120\n,,a\nFrame,Sub Frame,X\n,,mm\n", "no rows");
    expect_refusal("Trajectories\n120\n,,a\nFrame,Sub Frame,X\n,,mm\n1,0,x1\n", "line 6, column 3 (a X): \"x1\"");
}

/* Qualisys -----------------------------------------------------------------------------------------------*/

static void write_qualisys(mocap_text *t, bool bodies, bool heading, bool frames) {
    put(t,
        "NO_OF_FRAMES\t4\nNO_OF_CAMERAS\t8\n%s\t2\nFREQUENCY\t300\nNO_OF_ANALOG\t0\nDESCRIPTION\t--\nTIME_STAMP\t"
        "2026-05-12, 10:00:00\t912.5\nDATA_INCLUDED\t%s\nEVENT\tstart\t1\t0.0\n%s\tcube\tboard\n",
        bodies ? "NO_OF_BODIES" : "NO_OF_MARKERS", bodies ? "6D" : "3D", bodies ? "BODY_NAMES" : "MARKER_NAMES");
    static const char *const labels[] = {"Y", "Z", "Roll", "Pitch", "Yaw", "Residual"};
    if (heading) {
        put(t, "%s", frames ? "Frame\tTime\t" : "");
        for (int b = 0; b < 2; b++) {
            put(t, "%s%s X", b ? "\t" : "", b ? "board" : "cube");
            for (int k = 0; k < (bodies ? 6 : 2); k++)
                put(t, "\t%s", labels[k]);
            for (int k = 0; bodies && k < 9; k++)
                put(t, "\tRot[%d]", k);
        }
        put(t, "\n");
    }
    for (int i = 0; i < 4; i++) {
        if (frames)
            put(t, "%d\t%.5f\t", i + 1, i * 0.25);
        for (int b = 0; b < 2; b++)
            for (int k = 0; k < (bodies ? 16 : 3); k++) {
                const bool lost = b == 1 && i == 2; /* the board */
                put(t, "%.3f\t", lost ? 0 : mocap_value(i, 16 * b + k));
            }
        put(t, "\r\n");
    }
}

static void check_qualisys(bool bodies, bool heading, bool frames) {
    mocap_text t = {.length = 0};
    write_qualisys(&t, bodies, heading, frames);
    routh_channels channels = read_channels(t.text, NULL);
    assert_string_equal(channels.reader->name, "qualisys");
    assert_int_equal(channels.count, (frames ? 2 : 0) + (bodies ? 32 : 6));
    assert_int_equal(channels.rows, 4);
    assert_true(channels.rate == 300);
    assert_int_equal(channels.header_line, heading ? 11 : 0);
    if (frames) {
        check_channel(&channels, "", "Time", ROUTH_CHANNEL_TIME, 0, 1);
        ASSERT_NUMBERS(find_channel(&channels, "", "Frame")->value, 1, 2, 3, 4);
    }
    check_channel(&channels, "board", "Z", bodies ? ROUTH_CHANNEL_POSITION : ROUTH_CHANNEL_MARKER, 2, 1e-3);
    ASSERT_NUMBERS(find_channel(&channels, "cube", "Y")->value, mocap_value(0, 1), mocap_value(1, 1), mocap_value(2, 1),
                   mocap_value(3, 1));
    ASSERT_NUMBERS(find_channel(&channels, "board", "Y")->value, mocap_value(0, 17), mocap_value(1, 17), NAN,
                   mocap_value(3, 17));
    if (bodies) { /* Rot[1] is in the second row of the first column, Rot[3] in the first row of the second */
        check_channel(&channels, "cube", "Rot[1]", ROUTH_CHANNEL_MATRIX, 3, 1);
        check_channel(&channels, "cube", "Rot[3]", ROUTH_CHANNEL_MATRIX, 1, 1);
        check_channel(&channels, "cube", "Rot[8]", ROUTH_CHANNEL_MATRIX, 8, 1);
        check_channel(&channels, "cube", "Roll", ROUTH_CHANNEL_OTHER, 0, DEGREE);
        check_channel(&channels, "cube", "Residual", ROUTH_CHANNEL_ERROR, 0, 1e-3);
        assert_true(find_channel(&channels, "board", "Rot[8]")->value[3] == mocap_value(3, 31));
    }
    assert_int_equal(channels.gap[ROUTH_GAP_OCCLUDED], bodies ? 16 : 3);
    routh_channels_release(NULL, &channels);
}

static void test_qualisys(void **state) {
    (void)state;
    for (int way = 0; way < 8; way++)
        check_qualisys(way & 1, way & 2, way & 4);
}

static void test_qualisys_variants(void **state) {
    (void)state;
    /* version 2 leaves cells empty; no matrix: the angles are what there is */
    routh_channels channels = read_channels("FILE_VERSION\t2.0.0\nNO_OF_FRAMES\t2\nFREQUENCY\t100\nDATA_INCLUDED\t6D\n"
                                            "BODY_NAMES\tcube\n"
                                            "Frame\tTime\tcube X\tY\tZ\tRoll\tPitch\tYaw\tResidual\n"
                                            "1\t0\t1\t2\t3\t4\t5\t6\t.1\n2\t.01\t\t\t\t\t\t\t\n",
                                            NULL);
    assert_string_equal(channels.euler, "XYZ");
    check_channel(&channels, "cube", "Pitch", ROUTH_CHANNEL_EULER, 1, DEGREE);
    assert_int_equal(channels.gap[ROUTH_GAP_EMPTY], 7);
    routh_channels_release(NULL, &channels);

    /* two markers of one name, of which one is lost; a height of 0 alone is no loss */
    channels = read_channels(
        "NO_OF_FRAMES\t2\nDATA_INCLUDED\t3D\nMARKER_NAMES\ta\ta\n1\t2\t0\t0\t0\t0\n1\t2\t3\t4\t5\t6\n", NULL);
    ASSERT_NUMBERS(channels.channel[2].value, 0, 3);
    ASSERT_NUMBERS(channels.channel[3].value, NAN, 4);
    routh_channels_release(NULL, &channels);

    /* the height alone is wanted: whether it is a loss shows in what is not */
    channels = read_channels("NO_OF_FRAMES\t3\nDATA_INCLUDED\t3D\nMARKER_NAMES\ta\n1\t2\t0\n0\t0\t0\n\t1\t2\n", "Z");
    ASSERT_NUMBERS(channels.channel[2].value, 0, NAN, 2);
    assert_null(channels.channel[0].value);
    assert_int_equal(channels.gap[ROUTH_GAP_OCCLUDED], 1);
    assert_int_equal(channels.gap[ROUTH_GAP_EMPTY], 0);
    routh_channels_release(NULL, &channels);
}

static void test_qualisys_refusals(void **state) {
    (void)state;
    expect_refusal("NO_OF_FRAMES\t1\nDATA_INCLUDED\t2D\n1\n", "line 2: DATA_INCLUDED is \"2D\"; 3D and 6D can be read");
    expect_refusal("NO_OF_FRAMES\t1\nMARKER_NAMES\ta\n1\t2\t3\n", "DATA_INCLUDED is missing");
    expect_refusal("NO_OF_FRAMES\t1\nDATA_INCLUDED\t3D\n1\t2\t3\n", "MARKER_NAMES is missing");
    expect_refusal("NO_OF_FRAMES\t1\nDATA_INCLUDED\t3D\nMARKER_NAMES\ta\n", "no rows");
    expect_refusal("NO_OF_FRAMES\t1\nDATA_INCLUDED\t3D\nMARKER_NAMES\ta\nFrame\tTime\ta X\tY\n1\t0\t1\t2\n",
                   "line 4 has 4 columns, but MARKER_NAMES names 1: each has 3 columns");
    expect_refusal("NO_OF_FRAMES\t1\nDATA_INCLUDED\t3D\nMARKER_NAMES\ta\tb\n1\t2\t3\n",
                   "line 4 has 3 columns, but MARKER_NAMES names 2: each has 3 columns");
    expect_refusal("NO_OF_FRAMES\t1\nDATA_INCLUDED\t3D\nMARKER_NAMES\ta\n1\tx\t3\n", "line 4, column 2 (a Y): \"x\"");
}

/* TRC ----------------------------------------------------------------------------------------------------*/

static void test_trc(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double unit;
    } units[] = {{"mm", 1e-3}, {"m", 1}, {"cm", 1e-2}};
    for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
        mocap_text t = {.length = 0};
        put(&t,
            "PathFileType\t4\t(X/Y/Z)\tcube.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\t"
            "OrigDataStartFrame\tOrigNumFrames\n120.00\t120.00\t3\t2\t%s\t120.00\t1\t3\n"
            "Frame#\tTime\tcube1\t\t\tcube 2\t\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\t\n%s\n",
            units[u].name, u == 0 ? "" : "\t\t\t");
        for (int i = 0; i < 3; i++) {
            put(&t, "%d\t%.6f", i + 1, i * 0.25);
            put_numbers(&t, i, 0, 3, '\t');
            if (i == 1)
                put(&t, "\t\t\t");
            else
                put_numbers(&t, i, 3, 3, '\t');
            put(&t, "\t\n");
        }
        routh_channels channels = read_channels(t.text, NULL);
        assert_string_equal(channels.reader->name, "trc");
        assert_int_equal(channels.count, 8);
        assert_int_equal(channels.rows, 3);
        assert_true(channels.rate == 120);
        check_channel(&channels, "", "Frame#", ROUTH_CHANNEL_COUNTER, 0, 1);
        check_channel(&channels, "", "Time", ROUTH_CHANNEL_TIME, 0, 1);
        check_channel(&channels, "cube1", "Z1", ROUTH_CHANNEL_MARKER, 2, units[u].unit);
        check_channel(&channels, "cube 2", "X2", ROUTH_CHANNEL_MARKER, 0, units[u].unit);
        ASSERT_NUMBERS(channels.channel[1].value, 0, 0.25, 0.5);
        ASSERT_NUMBERS(find_channel(&channels, "cube 2", "Y2")->value, mocap_value(0, 4), NAN, mocap_value(2, 4));
        routh_channels_release(NULL, &channels);
    }
}

static void test_trc_refusals(void **state) {
    (void)state;
    static const char head[] = "PathFileType\t4\t(X/Y/Z)\tf\nDataRate\tUnits\n120\t";
    static const struct {
        const char *rest, *words;
    } cases[] = {
        {"", "line 4 does not begin with \"Frame#\""},
        {"mm\nFrame#\tTime\ta\n", "ends after line 4"},
        {"furlong\nFrame#\tTime\ta\n\t\tX1\tY1\tZ1\n1\t0\t1\t2\t3\n", "Units are \"furlong\""},
        {"mm\nFrame#\tTime\ta\tb\n\t\tX1\tY1\tZ1\n1\t0\t1\t2\t3\n", "line 5 has 3 coordinates: not three for each"},
        {"mm\nFrame#\tTime\ta\n\t\tX1\tY1\n1\t0\t1\t2\n", "line 5 has 2 coordinates: not three for each"},
        {"mm\nFrame#\tTime\ta\n\t\tX1\tY1\tZ1\n", "no rows"},
        {"mm\nFrame#\tTime\ta\n\t\tX1\tY1\tZ1\n1\t0\t1\t2\t3\t4\n", "line 6 has 6 fields, but there are 5 columns"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        mocap_text t = {.length = 0};
        put(&t, "%s%s", head, cases[i].rest);
        expect_refusal(t.text, cases[i].words);
    }
}

/* Cut anywhere, no export crashes a reader, and what is refused has a message. */
static void test_cut_exports(void **state) {
    (void)state;
    for (int which = 0; which < 4; which++) {
        mocap_text t = {.length = 0};
        if (which == 0)
            write_motive(&t, &(motive_export){.version = "1.23", .rotation = "Quaternion", .units = "Meters"});
        else if (which == 1)
            write_segments(&t, ',', "deg");
        else
            write_qualisys(&t, which == 2, true, true);
        for (size_t length = 1; length < t.length; length++) {
            routh_context context = routh_context_default();
            routh_channels channels;
            char *copy = malloc(length); /* its end is where sanitizers look */
            assert_non_null(copy);
            memcpy(copy, t.text, length);
            if (try_channels(&context, copy, length, NULL, NULL, &channels) != ROUTH_OK)
                assert_true(strlen(context.message) > 8);
            routh_channels_release(&context, &channels);
            free(copy);
        }
    }
}

SUBJECT(channels_mocap) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_motive),
        cmocka_unit_test(test_motive_refusals),
        cmocka_unit_test(test_vicon_segments),
        cmocka_unit_test(test_vicon_trajectories),
        cmocka_unit_test(test_vicon_refusals),
        cmocka_unit_test(test_qualisys),
        cmocka_unit_test(test_qualisys_variants),
        cmocka_unit_test(test_qualisys_refusals),
        cmocka_unit_test(test_trc),
        cmocka_unit_test(test_trc_refusals),
        cmocka_unit_test(test_cut_exports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
