/* SPDX-License-Identifier: BSD-3-Clause */
#include "mujoco_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 24 };

static char *whole_text(const char *path, char error[ENGINE_ERROR]) {
    FILE *from = fopen(path, "rb");
    char *text = from ? malloc(LONGEST) : NULL;
    const size_t length = text ? fread(text, 1, LONGEST - 1, from) : 0;
    if (!text || ferror(from) || length == LONGEST - 1) {
        snprintf(error, ENGINE_ERROR, "%s cannot be read: %s", path,
                 length == LONGEST - 1 ? "it is longer than 16 MiB" : strerror(errno));
        free(text);
        text = NULL;
    } else
        text[length] = 0;
    if (from)
        fclose(from);
    return text;
}

/* What is between the quotation marks of that attribute, in the element that begins at `at`; 0: it has none. */
static size_t attribute(const char *at, const char *name, const char **value) {
    const char *end = strchr(at, '>');
    const size_t length = strlen(name);
    for (const char *found = at; end && (found = strstr(found, name)) && found < end; found += length) {
        const char quote = found[length] == '=' ? found[length + 1] : 0;
        if ((quote == '"' || quote == '\'') && strchr(" \t\r\n", found[-1])) {
            *value = found + length + 2;
            const char *last = strchr(*value, quote);
            return last ? (size_t)(last - *value) : 0;
        }
    }
    return 0;
}

/* Is the link some joint's child? */
static bool is_child(const char *text, const char *name, size_t length) {
    for (const char *at = text; (at = strstr(at, "<child")); at++) {
        const char *value;
        if (attribute(at, "link", &value) == length && memcmp(value, name, length) == 0)
            return true;
    }
    return false;
}

/* The link that is no joint's child; 0: there is none. */
static size_t root_of(const char *inside, const char **root) {
    for (const char *at = inside; (at = strstr(at, "<link")); at++) {
        const size_t length = attribute(at, "name", root);
        if (length > 0 && !is_child(inside, *root, length))
            return length;
    }
    return 0;
}

/* Text between quotation marks. */
static void put_escaped(FILE *to, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '&':
            fputs("&amp;", to);
            break;
        case '<':
            fputs("&lt;", to);
            break;
        case '\'':
            fputs("&apos;", to);
            break;
        case '"':
            fputs("&quot;", to);
            break;
        default:
            fputc(text[i], to);
        }
}

/* The root's name stands as it does in the file: `&` begins an entity there already, and only the other quotation mark may be
 * in it. */
static void put_name(FILE *to, const char *name, size_t length) {
    const char quote = memchr(name, '\'', length) ? '"' : '\'';
    fprintf(to, "%c%.*s%c", quote, (int)length, name, quote);
}

/* MuJoCo takes a link called world as the world itself, and hangs a free body on nothing else. */
static void put_ground(FILE *to, const char *path, const char *text, const char *root, size_t root_length) {
    const char *slash = strrchr(path, '/');
    if (!strstr(text, "<mujoco")) { /* meshes lie beside the file, as everywhere else */
        fputs("<mujoco><compiler strippath='false' meshdir='", to);
        put_escaped(to, slash ? path : ".", slash > path ? (size_t)(slash - path) : 1);
        fputs("'/></mujoco>", to);
    }
    fputs("<link name='world'><collision><origin xyz='0 0 -1'/><geometry><box size='100 100 2'/></geometry></collision>"
          "</link><joint name='free of the engine' type='floating'><parent link='world'/><child link=",
          to);
    put_name(to, root, root_length);
    fputs("/></joint>", to);
}

char *mujoco_urdf_text(const char *path, size_t *length, char error[ENGINE_ERROR]) {
    char *text = whole_text(path, error), *whole = NULL;
    const char *robot = text ? strstr(text, "<robot") : NULL, *inside = robot ? strchr(robot, '>') : NULL, *root = NULL;
    const size_t root_length = inside ? root_of(inside, &root) : 0;
    const bool has_world = root_length == 5 && memcmp(root, "world", 5) == 0;
    FILE *to = root_length > 0 && !has_world ? open_memstream(&whole, length) : NULL;
    if (to) {
        fprintf(to, "%.*s", (int)(inside + 1 - text), text);
        put_ground(to, path, text, root, root_length);
        fputs(inside + 1, to);
        if (fclose(to) != 0)
            snprintf(error, ENGINE_ERROR, "out of memory");
    }
    free(text);
    if (error[0]) {
        free(whole);
        whole = NULL;
    }
    return whole;
}
