/* One recording with known truth as laboratories would write it: names, units, separators, orientations, gaps.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_RECORDING_VARIANTS_H
#define ROUTH_TESTS_CLI_RECORDING_VARIANTS_H

#include <math.h>
#include <stdio.h>

#define DEGREE (3.14159265358979323846 / 180)
#define TURN   (2 * 3.14159265358979323846)

/* One row of one drop. */
typedef struct instant {
    size_t row;
    double t, x, y, th;
} instant;

typedef struct variant {
    const char *name;
    const char *head;    /* before the rows */
    const char *end;     /* of the files' names; NULL: .csv */
    const char *options; /* of `routh import` */
    void (*row)(FILE *file, const instant *at);
    const char *pasted; /* what the message must offer; NULL: nothing is wrong or ambiguous */
    int space;          /* in three dimensions */
    int gaps;           /* rows are missing: fewer impacts remain */
} variant;

/* A number between 0 and 1 that depends on the row alone. */
static inline double chance(const instant *at, unsigned salt) {
    unsigned long long mix = (unsigned long long)at->row * 2654435761u + salt * 40503u + 12345u;
    mix ^= (unsigned long long)(at->x * 1e7) * 2246822519u;
    mix = (mix ^ (mix >> 15)) * 2654435761u % 4294967296u;
    return (double)((mix ^ (mix >> 13)) % 1000003u) / 1000003.0;
}

static inline double wrapped(double angle, double low) {
    return angle - TURN * floor((angle - low) / TURN);
}

#define ROW(name) static inline void row_##name(FILE *file, const instant *at)

ROW(plain) {
    fprintf(file, "%.6f,%.6f,%.6f,%.6f\n", at->t, at->x, at->y, at->th);
}
ROW(units) {
    fprintf(file, "%.4f,%.3f,%.3f,%.4f\n", 1e3 * at->t, 1e3 * at->x, 1e3 * at->y, at->th / DEGREE);
}
ROW(upright) {
    fprintf(file, "%.6f,%.6f,%.6f\n", at->x, at->y, at->th);
}
static inline void comma(FILE *file, double value, const char *end) {
    char text[64];
    snprintf(text, sizeof text, "%.6f", value);
    for (char *c = text; *c; c++)
        *c = *c == '.' ? ',' : *c;
    fprintf(file, "%s%s", text, end);
}
ROW(comma) {
    comma(file, at->t, ";");
    comma(file, at->x, ";");
    comma(file, at->y, ";");
    comma(file, at->th, "\n");
}
ROW(tabs) {
    fprintf(file, "%zu\t%.6f\t%.6f\t%.6f\t%.6f\n", at->row, at->t, at->x, at->y, at->th);
}
ROW(blanks) {
    fprintf(file, "  %9.6f %12.6f   %12.6f %12.6f\n", at->t, at->x, at->y, at->th);
}
ROW(crlf) {
    fprintf(file, "%.6f,%.6f,%.6f,%.6f\r\n", at->t, at->x, at->y, at->th);
}
ROW(numbered) {
    fprintf(file, "%zu,%.6f,7,%.6f,%.6f\n", at->row, at->th, at->x, at->y);
}
ROW(mm) {
    fprintf(file, "%.6f,%.3f,%.3f,%.6f\n", at->t, 1e3 * at->x, 1e3 * at->y, at->th);
}
ROW(cm) {
    fprintf(file, "%.6f,%.4f,%.4f,%.6f\n", at->t, 1e2 * at->x, 1e2 * at->y, at->th);
}
ROW(inches) {
    fprintf(file, "%.6f,%.5f,%.5f,%.6f\n", at->t, at->x / 0.0254, at->y / 0.0254, at->th);
}
ROW(degrees) {
    fprintf(file, "%.6f,%.6f,%.6f,%.4f\n", at->t, at->x, at->y, at->th / DEGREE);
}
ROW(mm_degrees) {
    fprintf(file, "%.6f,%.3f,%.3f,%.4f\n", at->t, 1e3 * at->x, 1e3 * at->y, at->th / DEGREE);
}
ROW(milliseconds) {
    fprintf(file, "%.3f,%.6f,%.6f,%.6f\n", 1e3 * at->t, at->x, at->y, at->th);
}
ROW(wrapped) {
    fprintf(file, "%.6f,%.6f,%.6f,%.6f\n", at->t, at->x, at->y, wrapped(at->th, -TURN / 2));
}
ROW(turn) {
    fprintf(file, "%.6f,%.6f,%.6f,%.3f\n", at->t, at->x, at->y, wrapped(at->th, 0) / DEGREE);
}
ROW(two) {
    fprintf(file, "%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f\n", at->t, at->x, at->y, at->th, 1.0, 0.03, 0.0);
}
ROW(twice) {
    fprintf(file, "%.6f,%.6f,%.6f,%.6f,%.6f\n", at->t, at->x, 0.5 + at->x, at->y, at->th);
}
ROW(height) {
    fprintf(file, "%.6f,%.6f,%.6f,%.6f,%.6f\n", at->t, at->x, at->y, 0.2, at->th);
}
ROW(frame) {
    fprintf(file, "%zu;%.6f;%.6f;%.6f\n", 1000 + at->row, at->x, at->y, at->th);
}
ROW(epoch) {
    fprintf(file, "17000000%010.0f,%.6f,%.6f,%.6f\n", 1e9 * at->t, at->x, at->y, at->th);
}
ROW(empty) {
    if (chance(at, 1) < 0.05)
        fprintf(file, "%.6f,,,\n", at->t);
    else
        row_plain(file, at);
}
ROW(not_numbers) {
    const double dice = chance(at, 2);
    if (dice < 0.01)
        fprintf(file, "%.6f,NaN,NaN,NaN\n", at->t);
    else if (dice < 0.02)
        fprintf(file, "%.6f,%.6f,NA,%.6f\n", at->t, at->x, at->th);
    else if (dice < 0.03)
        fprintf(file, "%.6f,-,-,-\n", at->t);
    else
        row_plain(file, at);
}
ROW(jitter) {
    fprintf(file, "%.6f,%.6f,%.6f,%.6f\n", at->t, at->x, at->y, at->th);
}
ROW(quoted) {
    fprintf(file, "\"%.6e\",\"%.7e\",\"%.7e\",\"%.7e\"\n", at->t, at->x, at->y, at->th);
}
ROW(coarse) { /* whole milliseconds */
    fprintf(file, "%.0f,%.6f,%.6f,%.6f\n", 1e3 * at->t, at->x, at->y, at->th);
}
ROW(short) {
    if (chance(at, 3) < 0.02)
        fprintf(file, "%.6f,%.6f\n", at->t, at->x);
    else
        row_plain(file, at);
}
/* The recorder lost a frame and wrote the last one again. */
ROW(held) {
    static instant last;
    const instant *now = at->row > 0 && chance(at, 4) < 0.03 ? &last : at;
    fprintf(file, "%.6f,%.6f,%.6f,%.6f\n", at->t, now->x, now->y, now->th);
    last = *now;
}

/* In space: the plane stands at 0.7 m, turned in the laboratory. Its x is (c, s, 0), up is z or y. */
#define C 0.8
#define S 0.6

/* Body to laboratory with z up: first the angle about the body's axis out of the plane, then the plane's own turn, which
 * takes body x, y, z to (c, s, 0), (0, 0, 1), (s, −c, 0). */
static inline void matrix_of(const instant *at, double r[9]) {
    const double c = cos(at->th), s = sin(at->th);
    const double plane[9] = {C, 0, S, S, 0, -C, 0, 1, 0}, turn[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r[3 * i + j] = plane[3 * i] * turn[j] + plane[3 * i + 1] * turn[3 + j] + plane[3 * i + 2] * turn[6 + j];
}
static inline void place_of(const instant *at, double p[3]) {
    p[0] = C * at->x + 0.7 * S, p[1] = S * at->x - 0.7 * C, p[2] = at->y;
}
/* The same in a laboratory whose y points up: x, z, −y. */
static inline void with_y_up(double r[9], double p[3]) {
    for (int j = 0; j < 4; j++) {
        double *y = j < 3 ? &r[3 + j] : &p[1], *z = j < 3 ? &r[6 + j] : &p[2];
        const double keep = *y;
        *y = *z;
        *z = -keep;
    }
}
static inline void quaternion_of(const double r[9], double q[4]) {
    double most = -1;
    const double size[4] = {1 + r[0] + r[4] + r[8], 1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8],
                            1 - r[0] - r[4] + r[8]};
    const double pair[4][4] = {{0, r[7] - r[5], r[2] - r[6], r[3] - r[1]},
                               {r[7] - r[5], 0, r[3] + r[1], r[2] + r[6]},
                               {r[2] - r[6], r[3] + r[1], 0, r[7] + r[5]},
                               {r[3] - r[1], r[2] + r[6], r[7] + r[5], 0}};
    int best = 0;
    for (int i = 0; i < 4; i++)
        if (size[i] > most) {
            most = size[i];
            best = i;
        }
    for (int i = 0; i < 4; i++)
        q[i] = i == best ? sqrt(most) / 2 : pair[best][i] / (2 * sqrt(most));
}

ROW(quaternion) {
    double r[9], p[3], q[4];
    matrix_of(at, r);
    place_of(at, p);
    quaternion_of(r, q);
    fprintf(file, "%.6f,%.6f,%.6f,%.6f,%.7f,%.7f,%.7f,%.7f\n", at->t, p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
}
ROW(xyzw) {
    double r[9], p[3], q[4];
    matrix_of(at, r);
    place_of(at, p);
    with_y_up(r, p);
    quaternion_of(r, q);
    fprintf(file, "%.6f,%.3f,%.3f,%.3f,%.7f,%.7f,%.7f,%.7f\n", at->t, 1e3 * p[0], 1e3 * p[1], 1e3 * p[2], q[1], q[2],
            q[3], q[0]);
}
ROW(motive) {
    double r[9], p[3], q[4];
    matrix_of(at, r);
    place_of(at, p);
    with_y_up(r, p);
    quaternion_of(r, q);
    fprintf(file, "%zu,%.6f,%.7f,%.7f,%.7f,%.7f,%.3f,%.3f,%.3f,0.000100\n", at->row, at->t, q[1], q[2], q[3], q[0],
            1e3 * p[0], 1e3 * p[1], 1e3 * p[2]);
}
ROW(matrix) {
    double r[9], p[3];
    matrix_of(at, r);
    place_of(at, p);
    fprintf(file, "%.6f\t%.6f\t%.6f\t%.6f", at->t, p[0], p[1], p[2]);
    for (int i = 0; i < 9; i++)
        fprintf(file, "\t%.6f", r[i]);
    fputs("\n", file);
}
ROW(vector) {
    double r[9], p[3], q[4];
    matrix_of(at, r);
    place_of(at, p);
    quaternion_of(r, q);
    const double sine = sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double share = sine > 0 ? 2 * atan2(sine, q[0]) / sine : 2;
    fprintf(file, "%.6f,%.6f,%.6f,%.6f,%.7f,%.7f,%.7f\n", at->t, p[0], p[1], p[2], share * q[1], share * q[2],
            share * q[3]);
}
/* r = Z(a) Y(b) X(c) */
ROW(euler) {
    double r[9], p[3];
    matrix_of(at, r);
    place_of(at, p);
    fprintf(file, "%.6f,%.6f,%.6f,%.6f,%.5f,%.5f,%.5f\n", at->t, p[0], p[1], p[2], atan2(r[7], r[8]) / DEGREE,
            -asin(fmax(-1, fmin(1, r[6]))) / DEGREE, atan2(r[3], r[0]) / DEGREE);
}

/* Columns of the matrix, one after the other, millimetres; the residual before them. */
ROW(qualisys) {
    double r[9], p[3];
    matrix_of(at, r);
    place_of(at, p);
    fprintf(file, "%zu\t%.5f\t%.3f\t%.3f\t%.3f\t0\t0\t0\t0.1", at->row + 1, at->t, 1e3 * p[0], 1e3 * p[1], 1e3 * p[2]);
    for (int j = 0; j < 9; j++)
        fprintf(file, "\t%.6f", r[3 * (j % 3) + j / 3]);
    fputs("\n", file);
}
ROW(vicon) {
    double r[9], p[3], q[4];
    matrix_of(at, r);
    place_of(at, p);
    quaternion_of(r, q);
    const double sine = sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double share = sine > 0 ? 2 * atan2(sine, q[0]) / sine / DEGREE : 2 / DEGREE;
    fprintf(file, "%zu,0,%.5f,%.5f,%.5f,%.3f,%.3f,%.3f\n", at->row + 1, share * q[1], share * q[2], share * q[3],
            1e3 * p[0], 1e3 * p[1], 1e3 * p[2]);
}

/* Four markers around the centre of the face, off its plane: where one is, mm. */
enum { MARKERS = 4 };
static inline void marker_of(const instant *at, int m, int y_up, double place[3]) {
    static const double marker[MARKERS][3] = {{30, 20, 30}, {-30, 20, 10}, {-30, -20, 30}, {30, -20, -10}};
    double r[9], p[3];
    matrix_of(at, r);
    place_of(at, p);
    if (y_up)
        with_y_up(r, p);
    for (int c = 0; c < 3; c++)
        place[c] = 1e3 * p[c] + r[3 * c] * marker[m][0] + r[3 * c + 1] * marker[m][1] + r[3 * c + 2] * marker[m][2];
}
static inline void put_markers(FILE *file, const instant *at, int y_up, const char *between) {
    for (int m = 0; m < MARKERS; m++) {
        double place[3];
        marker_of(at, m, y_up, place);
        fprintf(file, "%s%.4f%s%.4f%s%.4f", between, place[0], between, place[1], between, place[2]);
    }
    fputs("\n", file);
}
ROW(markers) {
    fprintf(file, "%zu\t%.5f", at->row + 1, at->t);
    put_markers(file, at, 1, "\t");
}
ROW(vicon_markers) {
    fprintf(file, "%zu,0", at->row + 1);
    put_markers(file, at, 0, ",");
}

#define TRC                                                                                                            \
    "PathFileType\t4\t(X/Y/Z)\tcube.trc\n"                                                                             \
    "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames\n"            \
    "120\t120\t181\t4\tmm\t120\t1\t181\nFrame#\tTime\tcube1\t\t\tcube2\t\t\tcube3\t\t\tcube4\n"                        \
    "\t\tX1\tY1\tZ1\tX2\tY2\tZ2\tX3\tY3\tZ3\tX4\tY4\tZ4\n\n"
#define QUALISYS                                                                                                       \
    "NO_OF_FRAMES\t181\nNO_OF_CAMERAS\t8\nNO_OF_BODIES\t1\nFREQUENCY\t120\nDATA_INCLUDED\t6D\nBODY_NAMES\tcube\n"      \
    "Frame\tTime\tcube X\tY\tZ\tRoll\tPitch\tYaw\tResidual\tRot[0]\tRot[1]\tRot[2]\tRot[3]\tRot[4]\tRot[5]\tRot[6]\t"  \
    "Rot[7]\tRot[8]\n"
#define VICON "Segments\n120\n,,Cube:Cube,,,,,\nFrame,Sub Frame,RX,RY,RZ,TX,TY,TZ\n,,deg,deg,deg,mm,mm,mm\n"
#define VICON_MARKERS                                                                                                  \
    "Trajectories\n120\n,,cube:1,,,cube:2,,,cube:3,,,cube:4\nFrame,Sub Frame,X,Y,Z,X,Y,Z,X,Y,Z,X,Y,Z\n"                \
    ",,mm,mm,mm,mm,mm,mm,mm,mm,mm,mm,mm,mm\n"
#define QUALISYS_3D                                                                                                    \
    "NO_OF_FRAMES\t181\nNO_OF_CAMERAS\t8\nNO_OF_MARKERS\t4\nFREQUENCY\t120\nDATA_INCLUDED\t3D\n"                       \
    "MARKER_NAMES\tcube_1\tcube_2\tcube_3\tcube_4\n"                                                                   \
    "Frame\tTime\tcube_1 X\tcube_1 Y\tcube_1 Z\tcube_2 X\tcube_2 Y\tcube_2 Z\tcube_3 X\tcube_3 Y\tcube_3 Z\t"          \
    "cube_4 X\tcube_4 Y\tcube_4 Z\n"
#define T_X_Y "time,x,y,theta\n"
#define MOTIVE                                                                                                         \
    "Format Version,1.23,Take Name,drop,Take Notes,,Capture Frame Rate,120.000000,Export Frame Rate,120.000000,"       \
    "Capture Start Time,2024-05-01 10.00.00.000 AM,Total Frames in Take,180,Total Exported Frames,180,Rotation Type,"  \
    "Quaternion,Length Units,Millimeters,Coordinate Space,Global\n\n"                                                  \
    ",,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body\n"                      \
    ",,cube,cube,cube,cube,cube,cube,cube,cube\n,,\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\"\n"                   \
    ",,Rotation,Rotation,Rotation,Rotation,Position,Position,Position,Mean Marker Error\n"                             \
    "Frame,Time (Seconds),X,Y,Z,W,X,Y,Z,\n"

static const variant variants[] = {
    {"plain", T_X_Y, .row = row_plain},
    {"units in names", "Time (ms),X (mm),Y (mm),Angle [deg]\n", .row = row_units},
    {"no time", "x,z,th\n", .row = row_upright, .options = "--rate 120"},
    {"decimal comma", "Zeit (s);X;Y;Theta\n", .row = row_comma, .options = "--columns time=#1"},
    {"tabs", "frame\ttime\tpos_x\tpos_y\tangle\n", .row = row_tabs, .end = ".tsv"},
    {"blanks and comments", "# recorded on a Monday\n% by hand\n# t x y theta\n", .row = row_blanks, .end = ".txt"},
    {"BOM and CRLF", "\xEF\xBB\xBFTIME,X,Y,THETA\r\n", .row = row_crlf},
    {"header block", "Recording,drop\nOperator,me\n\nTime,X,Y,Angle\nms,mm,mm,deg\n", .row = row_units},
    {"no names", "", .row = row_numbered, .options = "--columns x=#4,y=#5,theta=#2 --rate 120", .end = ".dat"},
    {"mm", T_X_Y, .row = row_mm, .pasted = "--units mm"},
    {"cm", T_X_Y, .row = row_cm, .pasted = "--units cm"},
    {"inches", T_X_Y, .row = row_inches, .pasted = "--units in"},
    {"degrees", T_X_Y, .row = row_degrees, .pasted = "--units deg"},
    {"mm and degrees", T_X_Y, .row = row_mm_degrees, .pasted = "--units mm,deg"},
    {"milliseconds", "timestamp,X,Y,theta\n", .row = row_milliseconds, .pasted = "--units ms"},
    {"wrapped", T_X_Y, .row = row_wrapped},
    {"wrapped degrees", "time,x,y,angle_deg\n", .row = row_turn},
    {"two bodies", "time,cube x,cube y,cube theta,foot x,foot y,foot theta\n", .row = row_two,
     .pasted = "--rigid-body cube"},
    {"two columns for x", "time,px,tx,y,theta\n", .row = row_twice, .pasted = "--columns x=px"},
    {"y or z", "time,x,y,z,theta\n", .row = row_height, .pasted = "--columns y=y"},
    {"numbers of frames", "Frame;Position X;Position Y;Yaw\n", .row = row_frame, .options = "--rate 120"},
    {"since 1970", "timestamp_ns,x,y,theta\n", .row = row_epoch},
    {"quotes", "\"time\",\"x\",\"y\",\"theta\"\n", .row = row_quoted},
    {"whole ms", "t [ms],x,y,th\n", .row = row_coarse},
    {"empty rows", T_X_Y, .row = row_empty, .gaps = 1},
    {"not a number", T_X_Y, .row = row_not_numbers, .gaps = 1},
    {"short rows", T_X_Y, .row = row_short, .gaps = 1},
    {"held frames", T_X_Y, .row = row_held, .gaps = 1, .options = "--units m"},
    {"quaternion", "time,x,y,z,qw,qx,qy,qz\n", .row = row_quaternion, .space = 1},
    {"xyzw, y up, mm", "t,X (mm),Y (mm),Z (mm),q1,q2,q3,q4\n", .row = row_xyzw, .space = 1,
     .pasted = "--orientation xyzw"},
    {"Motive", MOTIVE, .row = row_motive, .space = 1},
    {"matrix", "time\tx\ty\tz\tr11\tr12\tr13\tr21\tr22\tr23\tr31\tr32\tr33\n", .row = row_matrix, .space = 1,
     .end = ".txt"},
    {"rotation vector", "time,x,y,z,rx,ry,rz\n", .row = row_vector, .space = 1,
     .options = "--orientation rotation-vector"},
    {"Euler", "time,x,y,z,roll [deg],pitch [deg],yaw [deg]\n", .row = row_euler, .space = 1,
     .pasted = "--orientation euler:ZYX"},
    {"Qualisys", QUALISYS, .row = row_qualisys, .space = 1, .end = ".tsv"},
    {"Vicon", VICON, .row = row_vicon, .space = 1},
    {"Vicon markers", VICON_MARKERS, .row = row_vicon_markers, .space = 1},
    {"Qualisys markers", QUALISYS_3D, .row = row_markers, .space = 1, .end = ".tsv", .options = "--up y"},
    {"TRC", TRC, .row = row_markers, .space = 1, .end = ".trc"},
};

#endif
