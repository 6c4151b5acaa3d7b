/* What the name of a column says it is: one table of the names that laboratories use.
 *
 * A name is taken apart into words of letters and digits, in lower case, without its unit: "Body1 Pos_X (mm)" is body1 pos
 * x. The last words, joined, are looked up: "posx"; those before them name the body, "Body1".
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "tracks/columns.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "file/units.h"

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
        return (routh_name_meaning){found->meaning, found->weak, body, letter};
    }
    return (routh_name_meaning){ROUTH_NAME_NOTHING, false, 0, false};
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
