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

/* Tags -------------------------------------------------------------------------------------------------------*/

static const char spaces[] = " \t\r\n";

typedef struct tag {
    const char *name, *end; /* of the name, and just past the tag */
    size_t length;          /* of the name */
    bool closes, is_empty;  /* </a>, <a/> */
} tag;

static bool is_named(const tag *of, const char *name) {
    return of->length == strlen(name) && memcmp(of->name, name, of->length) == 0;
}

/* The tag that begins there; 0: it does not end. A > between quotation marks is none. */
static bool read_tag(const char *at, tag *found) {
    char quote = 0;
    *found = (tag){.closes = at[1] == '/'};
    found->name = at + 1 + found->closes;
    found->length = strcspn(found->name, " \t\r\n/>");
    for (at = found->name + found->length; *at && (quote || *at != '>'); at++)
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? 0 : *at;
    found->is_empty = at[-1] == '/';
    found->end = at + 1;
    return *at;
}

static const char *past(const char *at, const char *mark) {
    const char *found = strstr(at, mark);
    return found ? found + strlen(mark) : NULL;
}

/* The next tag, after comments and what else is none. */
static bool next_tag(const char *at, tag *found) {
    while (at && (at = strchr(at, '<')))
        if (strncmp(at, "<!--", 4) == 0)
            at = past(at + 4, "-->");
        else if (strncmp(at, "<![CDATA[", 9) == 0)
            at = past(at + 9, "]]>");
        else if (at[1] == '?')
            at = past(at + 2, "?>");
        else if (at[1] == '!')
            at = past(at + 2, ">");
        else
            return read_tag(at, found);
    return false;
}

/* A piece of the text, entities as they stand there. */
typedef struct piece {
    const char *text;
    size_t length; /* 0: it is not there */
} piece;

static piece attribute(const tag *of, const char *name) {
    const char *at = of->name + of->length;
    for (;;) {
        at += strspn(at, spaces);
        const char *key = at;
        const size_t length = strcspn(at, " \t\r\n=/>\"'");
        at += length;
        at += strspn(at, spaces);
        if (length == 0 || *at != '=')
            return (piece){0};
        at += 1 + strspn(at + 1, spaces);
        const char *last = *at == '"' || *at == '\'' ? strchr(at + 1, *at) : NULL;
        if (!last)
            return (piece){0};
        if (length == strlen(name) && memcmp(key, name, length) == 0)
            return (piece){at + 1, (size_t)(last - at - 1)};
        at = last + 1;
    }
}

/* A byte, or what an entity stands for. */
static unsigned long next_character(const char **at, const char *end) {
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&apos;", "&quot;"};
    const size_t left = (size_t)(end - *at);
    for (int i = 0; i < 5; i++)
        if (strlen(entity[i]) <= left && memcmp(*at, entity[i], strlen(entity[i])) == 0) {
            *at += strlen(entity[i]);
            return (unsigned char)"&<>'\""[i];
        }
    if (left > 3 && (*at)[0] == '&' && (*at)[1] == '#') {
        const bool is_hexadecimal = (*at)[2] == 'x';
        char *last;
        const unsigned long code = strtoul(*at + 2 + is_hexadecimal, &last, is_hexadecimal ? 16 : 10);
        if (*last == ';' && last < end) {
            *at = last + 1;
            return code;
        }
    }
    return (unsigned char)*(*at)++;
}

static bool is_same(piece a, piece b) {
    const char *const a_end = a.text + a.length, *const b_end = b.text + b.length;
    while (a.text < a_end && b.text < b_end)
        if (next_character(&a.text, a_end) != next_character(&b.text, b_end))
            return false;
    return a.text == a_end && b.text == b_end;
}

/* Links ------------------------------------------------------------------------------------------------------*/

/* Through what is in <robot>. */
typedef struct walk {
    const char *at;
    size_t depth;  /* of the last tag: 0 in <robot> itself */
    size_t open;   /* elements */
    bool is_joint; /* it is in a joint */
} walk;

/* The next element; 0: <robot> has ended. */
static bool next_element(walk *of, tag *found) {
    while (next_tag(of->at, found)) {
        of->at = found->end;
        if (found->closes && of->open == 0)
            return false;
        of->depth = of->open;
        of->open = found->closes ? of->open - 1 : of->open + !found->is_empty;
        if (found->closes)
            continue;
        if (of->depth == 0)
            of->is_joint = is_named(found, "joint");
        return true;
    }
    return false;
}

/* Names of all joints' children; their number, also where there is no room. */
static size_t children_of(const char *inside, piece *child) {
    walk of = {.at = inside};
    size_t count = 0;
    for (tag found; next_element(&of, &found);) {
        const piece link =
            of.depth == 1 && of.is_joint && is_named(&found, "child") ? attribute(&found, "link") : (piece){0};
        if (link.length > 0 && child)
            child[count] = link;
        count += link.length > 0;
    }
    return count;
}

/* The link that is no joint's child; none where there is none, or an error. */
static piece root_of(const char *inside, char error[ENGINE_ERROR]) {
    const size_t count = children_of(inside, NULL);
    piece *child = calloc(count + 1, sizeof *child), root = {0};
    walk of = {.at = inside};
    if (!child) {
        snprintf(error, ENGINE_ERROR, "out of memory");
        return root;
    }
    children_of(inside, child);
    for (tag found; !error[0] && next_element(&of, &found);) {
        if (of.depth > 0 || !is_named(&found, "link"))
            continue;
        const piece name = attribute(&found, "name");
        size_t i = 0;
        while (i < count && !is_same(name, child[i]))
            i++;
        if (name.length == 0 || i < count)
            continue;
        if (root.length > 0)
            snprintf(error, ENGINE_ERROR,
                     "the links \"%.*s\" and \"%.*s\" are no joint's child; one link must be the root of all others",
                     (int)(root.length < 100 ? root.length : 100), root.text,
                     (int)(name.length < 100 ? name.length : 100), name.text);
        root = name;
    }
    free(child);
    return root;
}

static bool has_mujoco(const char *inside) {
    walk of = {.at = inside};
    for (tag found; next_element(&of, &found);)
        if (of.depth == 0 && is_named(&found, "mujoco"))
            return true;
    return false;
}

/* What is added ----------------------------------------------------------------------------------------------*/

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
static void put_name(FILE *to, piece name) {
    const char quote = memchr(name.text, '\'', name.length) ? '"' : '\'';
    fprintf(to, "%c%.*s%c", quote, (int)name.length, name.text, quote);
}

/* MuJoCo takes a link called world as the world itself, and hangs a free body on nothing else. */
static void put_ground(FILE *to, const char *path, const char *inside, piece root) {
    const char *slash = strrchr(path, '/');
    if (!has_mujoco(inside)) { /* meshes lie beside the file, as everywhere else */
        fputs("<mujoco><compiler strippath='false' meshdir='", to);
        put_escaped(to, slash ? path : ".", slash > path ? (size_t)(slash - path) : 1);
        fputs("'/></mujoco>", to);
    }
    fputs("<link name='world'><collision><origin xyz='0 0 -1'/><geometry><box size='100 100 2'/></geometry></collision>"
          "</link><joint name='free of the engine' type='floating'><parent link='world'/><child link=",
          to);
    put_name(to, root);
    fputs("/></joint>", to);
}

char *mujoco_urdf_text(const char *path, size_t *length, char error[ENGINE_ERROR]) {
    char *text = whole_text(path, error), *whole = NULL;
    tag robot;
    const bool is_urdf = text && next_tag(text, &robot) && is_named(&robot, "robot") && !robot.is_empty;
    const piece root = is_urdf ? root_of(robot.end, error) : (piece){0};
    const bool has_world = root.length == 5 && memcmp(root.text, "world", 5) == 0;
    FILE *to = root.length > 0 && !has_world && !error[0] ? open_memstream(&whole, length) : NULL;
    if (to) {
        fprintf(to, "%.*s", (int)(robot.end - text), text);
        put_ground(to, path, robot.end, root);
        fputs(robot.end, to);
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
