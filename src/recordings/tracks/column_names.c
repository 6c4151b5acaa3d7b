/* What columns are called: by conventions, and in files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/columns.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/context.h"
#include "file/text.h"

/* The words in which command lines say how the numbers of a recording are meant. */

#define ORIENTATION_NAME(code, name, about) {name, about},
static const routh_name_entry orientation_names[] = {ROUTH_ORIENTATION_TABLE(ORIENTATION_NAME)};
const routh_names routh_orientations = {"form of orientation", ROUTH_ORIENTATION_COUNT, orientation_names};

#define COLUMN_KEY(code, name, quantity) name,
const char *const routh_track_keys[ROUTH_TRACK_COLUMNS] = {ROUTH_TRACK_COLUMN_TABLE(COLUMN_KEY)};

#define COLUMN_QUANTITY(code, name, quantity) quantity,
const int routh_track_quantities[ROUTH_TRACK_COLUMNS] = {ROUTH_TRACK_COLUMN_TABLE(COLUMN_QUANTITY)};

/* Units ----------------------------------------------------------------------------------------------------*/

const char *routh_track_unit_name(routh_quantity quantity, double size) {
    for (size_t i = 0; routh_unit_name(quantity, i); i++)
        if (routh_unit_size(quantity, i) >= size * (1 - 1e-12) && routh_unit_size(quantity, i) <= size * (1 + 1e-12))
            return routh_unit_name(quantity, i);
    return "units of its own";
}

/* Orientations ---------------------------------------------------------------------------------------------*/

bool routh_euler_axes(const char *order, int axis[3], bool *fixed) {
    if (strlen(order) != 3)
        return false;
    *fixed = order[0] >= 'x' && order[0] <= 'z';
    for (int i = 0; i < 3; i++) {
        axis[i] = order[i] - (*fixed ? 'x' : 'X');
        if (axis[i] < 0 || axis[i] > 2 || (i > 0 && axis[i] == axis[i - 1]))
            return false;
    }
    return true;
}

static routh_status set_orientation(routh_context *context, const char *text, routh_tracks_convention *convention) {
    static const char allowed[] = "not one of wxyz, xyzw, quaternion, matrix, rotation-vector, angle, euler:ZYX (about "
                                  "moving axes), euler:zyx (about fixed ones)";
    int axis[3];
    bool fixed;
    convention->quaternion = 0;
    convention->euler[0] = '\0';
    if (strcmp(text, "wxyz") == 0 || strcmp(text, "xyzw") == 0) {
        convention->orientation = ROUTH_ORIENTATION_QUATERNION;
        convention->quaternion = text[0] == 'w' ? ROUTH_WXYZ : ROUTH_XYZW;
        return ROUTH_OK;
    }
    if (strncmp(text, "euler:", 6) == 0) {
        if (!routh_euler_axes(text + 6, axis, &fixed))
            return routh_convention_refuse(
                context, "orientation", text, strlen(text),
                "the order has three of X Y Z (moving axes) or of x y z (fixed ones), no two neighbours "
                "alike: euler:ZYX");
        convention->orientation = ROUTH_ORIENTATION_EULER;
        memcpy(convention->euler, text + 6, 4);
        return ROUTH_OK;
    }
    const int form = routh_find(NULL, &routh_orientations, text);
    if (form < 0 || form == ROUTH_ORIENTATION_EULER)
        return routh_convention_refuse(context, "orientation", text, strlen(text), allowed);
    convention->orientation = (routh_orientation)form;
    return ROUTH_OK;
}

/* The rest -------------------------------------------------------------------------------------------------*/

static routh_status set_name(routh_context *context, const char *field, const char *text, char name[ROUTH_NAME_SIZE]) {
    if (!text[0] || strlen(text) >= ROUTH_NAME_SIZE)
        return routh_convention_refuse(context, field, text, strlen(text), "a name has 1 to 255 bytes");
    snprintf(name, ROUTH_NAME_SIZE, "%s", text);
    return ROUTH_OK;
}

static routh_status set_rate(routh_context *context, const char *text, double *rate) {
    static const double range[] = {ROUTH_RANGE_RATE};
    double value = 0;
    if (routh_parse_number(text, strlen(text), &value) != ROUTH_NUMBER_FINITE ||
        !(value >= range[0] && value <= range[1]))
        return routh_convention_refuse(context, "rate", text, strlen(text), "not a number of Hz from 1e-6 to 1e9");
    *rate = value;
    return ROUTH_OK;
}

routh_status routh_tracks_convention_set(routh_context *context, const char *field, const char *text,
                                         routh_tracks_convention *convention) {
    const routh_column_words words = {.key = routh_track_keys,
                                      .count = ROUTH_TRACK_COLUMNS,
                                      .column = convention->column[0],
                                      .size = ROUTH_NAME_SIZE,
                                      .keys =
                                          "not one of time, x y z, theta, qw qx qy qz, r11 … r33, ax ay az, e1 e2 e3",
                                      .form = "not of the form x=NAME or x=#3"};
    if (strcmp(field, "columns") == 0)
        return routh_convention_set_columns(context, &words, text);
    if (strcmp(field, "units") == 0) /* of poses */
        return routh_convention_set_units(context, text, ROUTH_TIME + 1, convention->unit);
    if (strcmp(field, "orientation") == 0)
        return set_orientation(context, text, convention);
    if (strcmp(field, "rigid_body") == 0)
        return set_name(context, "rigid_body", text, convention->rigid_body);
    if (strcmp(field, "variable") == 0)
        return set_name(context, "variable", text, convention->variable);
    if (strcmp(field, "rate") == 0)
        return set_rate(context, text, &convention->rate);
    return routh_fail(context, ROUTH_BAD_ARGUMENT, "a convention has no field %.40s", field);
}

enum { MOST_WORDS = 12, LONGEST = 64 };

typedef struct words {
    size_t count;
    char text[MOST_WORDS][LONGEST];
    size_t begin[MOST_WORDS]; /* where each begins in the name */
} words;

typedef struct entry {
    int meaning;
    bool weak;
    const char *names; /* joined words, with spaces between and at both ends */
} entry;

static const entry table[] = {
    {ROUTH_TRACK_TIME, false, " time t timestamp timestamps timesec elapsed elapsedtime seconds sec secs stamp "},
    {ROUTH_TRACK_X, false,
     " x px posx xpos positionx xposition tx transx translationx locx centerx centrex cx xcoord "},
    {ROUTH_TRACK_Y, false,
     " y py posy ypos positiony yposition ty transy translationy locy centery centrey cy ycoord "},
    {ROUTH_TRACK_Z, false,
     " z pz posz zpos positionz zposition tz transz translationz locz centerz centrez cz zcoord "},
    {ROUTH_TRACK_THETA, false, " theta th angle ang thetaz anglez "},
    {ROUTH_TRACK_THETA, true, " phi heading orientation rotation rot "},
    {ROUTH_TRACK_QW, false, " qw quatw quaternionw orientationw rotw rotationw oriw ow q0 "},
    {ROUTH_TRACK_QX, false, " qx quatx quaternionx orientationx orix ox "},
    {ROUTH_TRACK_QY, false, " qy quaty quaterniony orientationy oriy oy "},
    {ROUTH_TRACK_QZ, false, " qz quatz quaternionz orientationz oriz oz "},
    {ROUTH_TRACK_R11, false, " r11 m11 r00 m00 rot0 rotmat1 matrix1 "},
    {ROUTH_TRACK_R12, false, " r12 m12 r01 m01 rot1 rotmat2 matrix2 "},
    {ROUTH_TRACK_R13, false, " r13 m13 r02 m02 rot2 rotmat3 matrix3 "},
    {ROUTH_TRACK_R21, false, " r21 m21 r10 m10 rot3 rotmat4 matrix4 "},
    {ROUTH_TRACK_R22, false, " r22 m22 rot4 rotmat5 matrix5 "},
    {ROUTH_TRACK_R23, false, " r23 m23 rot5 rotmat6 matrix6 "},
    {ROUTH_TRACK_R31, false, " r31 m31 r20 m20 rot6 rotmat7 matrix7 "},
    {ROUTH_TRACK_R32, false, " r32 m32 rot7 rotmat8 matrix8 "},
    {ROUTH_TRACK_R33, false, " r33 m33 rot8 rotmat9 matrix9 "},
    {ROUTH_TRACK_AX, false, " rotvecx rvecx rotationvectorx axisanglex "},
    {ROUTH_TRACK_AY, false, " rotvecy rvecy rotationvectory axisangley "},
    {ROUTH_TRACK_AZ, false, " rotvecz rvecz rotationvectorz axisanglez "},
    {ROUTH_TRACK_AX, true, " ax "},
    {ROUTH_TRACK_AY, true, " ay "},
    {ROUTH_TRACK_AZ, true, " az "},
    {ROUTH_TRACK_E1, false, " e1 euler1 "},
    {ROUTH_TRACK_E2, false, " e2 euler2 "},
    {ROUTH_TRACK_E3, false, " e3 euler3 "},
    {ROUTH_NAME_COUNTER, false, " frame frames framenumber frameno frameid framenum index sample samples row "},
    {ROUTH_NAME_ROT_X, false, " rotx rotationx rx roll eulerx anglex "},
    {ROUTH_NAME_ROT_Y, false, " roty rotationy ry pitch eulery angley "},
    {ROUTH_NAME_ROT_Z, false, " rotz rotationz rz yaw eulerz "},
    {ROUTH_NAME_Q1, false, " q1 quat1 quaternion1 orientation1 "},
    {ROUTH_NAME_Q2, false, " q2 quat2 quaternion2 orientation2 "},
    {ROUTH_NAME_Q3, false, " q3 quat3 quaternion3 orientation3 "},
    {ROUTH_NAME_Q4, false, " q4 quat4 quaternion4 orientation4 "},
    {ROUTH_TRACK_X, false, " pos1 position1 xyz1 translation1 p1 "},
    {ROUTH_TRACK_Y, false, " pos2 position2 xyz2 translation2 p2 "},
    {ROUTH_TRACK_Z, false, " pos3 position3 xyz3 translation3 p3 "},
    {ROUTH_NAME_IMPACT, false, " vxafter vyafter omegaafter "},
};

/* What stands before a coordinate and makes it something else than a position: "vel x", "force z". */
static const char not_bodies[] =
    " vel velocity speed lin linear acc accel acceleration force torque moment gyro mag ang angular omega "
    "sub error err residual std sigma cov var mean delta ref reference target desired ";

/* Letters that do so too, unless they are all of the body's name: "cube v x"; "A x" may be that of a body A. */
static const char quantity_letters[] = " v a f t m w d ";

static bool is_listed(const char *list, const char *text) {
    const size_t length = strlen(text);
    for (const char *at = list; (at = strstr(at, text)); at++)
        if (at > list && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

static const entry *find(const char *joined) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (is_listed(table[i].names, joined))
            return &table[i];
    return NULL;
}

/* The end of what stands in brackets from `at` on, if it holds letters: a unit or a remark; `at` otherwise. */
static size_t skip_brackets(const char *name, size_t at) {
    const char *close = name[at] == '(' ? strchr(name + at, ')') : name[at] == '[' ? strchr(name + at, ']') : NULL;
    bool letters = false;
    for (const char *c = name + at; close && c < close; c++)
        letters |= isalpha((unsigned char)*c) != 0 || (unsigned char)*c >= 128;
    return letters ? (size_t)(close - name) + 1 : at;
}

size_t routh_pixels_stripped(const char *name) {
    static const char *const ends[] = {"_px",    "(px)",    "[px]",    "/px",     "_pix",     "(pix)",   "[pix]",
                                       "_pixel", "(pixel)", "[pixel]", "_pixels", "(pixels)", "[pixels]"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t own = strlen(ends[i]);
        if (length > own && strcasecmp(name + length - own, ends[i]) == 0)
            return length - own;
    }
    return 0;
}

static void split(const char *name, words *all) {
    const size_t pixels = routh_pixels_stripped(name), end = pixels ? pixels : routh_unit_stripped(name);
    all->count = 0;
    for (size_t at = 0; at < end && all->count < MOST_WORDS;) {
        const size_t beyond = skip_brackets(name, at);
        if (beyond > at) {
            at = beyond;
        } else if (!isalnum((unsigned char)name[at])) {
            at++;
        } else {
            char *word = all->text[all->count];
            size_t length = 0;
            all->begin[all->count++] = at;
            for (; at < end && isalnum((unsigned char)name[at]); at++)
                if (length + 1 < LONGEST)
                    word[length++] = (char)tolower((unsigned char)name[at]);
            word[length] = '\0';
        }
    }
}

static void join(const words *all, size_t from, char joined[MOST_WORDS * LONGEST]) {
    joined[0] = '\0';
    for (size_t i = from; i < all->count; i++)
        strcat(joined, all->text[i]);
}

routh_name_meaning routh_meaning_of_name(const char *name) {
    words all;
    char joined[MOST_WORDS * LONGEST];
    split(name, &all);
    for (size_t i = 0; i < all.count; i++) {
        join(&all, i, joined);
        const entry *found = find(joined);
        if (!found || (found->weak && i + 1 < all.count)) /* "A x" is no "ax" */
            continue;
        const bool letter = i > 0 && is_listed(quantity_letters, all.text[i - 1]);
        if (i > 0 && (is_listed(not_bodies, all.text[i - 1]) || (letter && i > 1)))
            break;
        size_t body = i > 0 ? all.begin[i] : 0;
        while (body > 0 && !isalnum((unsigned char)name[body - 1]) && (unsigned char)name[body - 1] < 128)
            body--;
        return (routh_name_meaning){.meaning = found->meaning, .weak = found->weak, .body = body, .letter = letter};
    }
    return (routh_name_meaning){.meaning = ROUTH_NAME_NOTHING};
}

bool routh_is_same_column(const char *name, const char *other) {
    words first, second;
    char one[MOST_WORDS * LONGEST], two[MOST_WORDS * LONGEST];
    split(name, &first);
    split(other, &second);
    join(&first, 0, one);
    join(&second, 0, two);
    return one[0] && strcmp(one, two) == 0;
}
