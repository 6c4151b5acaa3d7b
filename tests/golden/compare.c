/* Compares texts number by number, for golden.sh.
 *   golden_compare FROZEN FOUND RELATIVE [ABSOLUTE]   what differs, old → new; exit code 1 where something does
 *   golden_compare digest                             standard input in a few lines, for pictures and pages
 *
 * Text between the numbers must be the same. Numbers agree within RELATIVE of the larger one plus ABSOLUTE, or within one unit of
 * the last digit that is printed, where that is the third or a later one: what was rounded for people may round the other way
 * elsewhere. Whole numbers have no such digit.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 20, SHOWN_WIDTH = 60, BLOCK = 500 };

typedef struct number {
    double value, unit; /* unit of the last digit; 0: a whole number, or of less than three digits */
    size_t length;      /* bytes; 0: there is no number here */
} number;

/* A sign belongs to a number unless another one ends before it, as in 1-2 and in dates. */
static number number_at(const char *text, const char *begin) {
    const char *at = text;
    int digits = 0, decimals = 0;
    bool has_point = false;
    if ((*at == '-' || *at == '+') && (at == begin || !isdigit((unsigned char)at[-1])))
        at++;
    if (!isdigit((unsigned char)*at) && !(*at == '.' && isdigit((unsigned char)at[1])))
        return (number){0};
    for (; isdigit((unsigned char)*at) || (*at == '.' && !has_point && isdigit((unsigned char)at[1])); at++) {
        if (*at == '.')
            has_point = true;
        else
            digits += digits > 0 || *at != '0';
        decimals += has_point && *at != '.';
    }
    long exponent = 0;
    const char *power = at + 1 + (*at && (at[1] == '-' || at[1] == '+'));
    const bool has_power = (*at == 'e' || *at == 'E') && isdigit((unsigned char)*power);
    if (has_power) {
        char *end;
        exponent = strtol(at + 1, &end, 10);
        at = end;
    }
    return (number){.value = strtod(text, NULL),
                    .unit = digits >= 3 && (has_point || has_power) ? pow(10, (double)(exponent - decimals)) : 0,
                    .length = (size_t)(at - text)};
}

static char *read_all(FILE *file) {
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got; text && (got = fread(text + size, 1, room - size - 1, file)) > 0;) {
        size += got;
        if (room - size < 2)
            text = realloc(text, room *= 2);
    }
    if (!text || ferror(file)) {
        perror("golden_compare");
        exit(2);
    }
    text[size] = '\0';
    return text;
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "golden_compare: %s: %s\n", path, strerror(errno));
        exit(2);
    }
    char *text = read_all(file);
    fclose(file);
    return text;
}

/* Comparing -------------------------------------------------------------------------------------------------*/

typedef struct comparison {
    double relative, absolute;
    size_t numbers, wrong, lines, line; /* how many; how many differ; lines that do; the line of the frozen text */
} comparison;

/* A number with what stands before it on its line. */
static void show_change(comparison *c, const char *line, const char *at, number was, number is, const char *new_text) {
    if (c->wrong++ >= MOST_SHOWN)
        return;
    const char *from = at - line > SHOWN_WIDTH ? at - SHOWN_WIDTH : line;
    while (from > line && ((unsigned char)*from & 0xc0) == 0x80)
        from--;
    const double change = (is.value - was.value) / fmax(fabs(was.value), fabs(is.value));
    printf("  line %zu: %.*s%.*s → %.*s (%+.2g)\n", c->line, (int)(at - from), from, (int)was.length, at,
           (int)is.length, new_text, change);
}

static bool agree(const comparison *c, number was, number is) {
    const double apart = fabs(was.value - is.value), larger = fmax(fabs(was.value), fabs(is.value));
    return apart <= c->relative * larger + c->absolute || apart <= 1.001 * fmin(was.unit, is.unit);
}

/* One line of each; false: text between the numbers differs. Without `c` numbers do not matter. */
static bool compare_line(comparison *c, const char *was, const char *is) {
    const char *was_begin = was, *is_begin = is;
    while (*was && *was != '\n') {
        const number before = number_at(was, was_begin), now = number_at(is, is_begin);
        if (!before.length || !now.length) {
            if (before.length || now.length || *was != *is)
                return false;
            was++;
            is++;
            continue;
        }
        const bool same = before.length == now.length && memcmp(was, is, now.length) == 0;
        if (c && !same && !agree(c, before, now))
            show_change(c, was_begin, was, before, now, is);
        if (c)
            c->numbers++;
        was += before.length;
        is += now.length;
    }
    return *was == *is;
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* Lines that are not in the other text. */
static const char *show_lines(comparison *c, char sign, const char *line, size_t count) {
    for (; count > 0 && *line; count--, line = next_line(line)) {
        if (c->lines++ < MOST_SHOWN)
            printf("  %c %.*s\n", sign, (int)fmin((double)strcspn(line, "\n"), 2 * SHOWN_WIDTH), line);
        c->line += sign == '-';
    }
    return line;
}

/* Where both go on together: after so many lines of the one, of the other or of both. */
static void find_again(const char *was, const char *is, size_t *gone, size_t *come) {
    const char *w = was, *i = is;
    for (size_t k = 1; k <= MOST_SHOWN; k++) {
        w = next_line(w);
        i = next_line(i);
        *gone = *i && compare_line(NULL, was, i) ? 0 : k;
        *come = *gone && *w && compare_line(NULL, w, is) ? 0 : k;
        if (!*gone || !*come || (*w && *i && compare_line(NULL, w, i)))
            return;
    }
    *gone = *come = 1;
}

static int compare(const char *frozen, const char *found, double relative, double absolute) {
    comparison c = {.relative = relative, .absolute = absolute};
    char *was = read_file(frozen), *is = read_file(found);
    const char *w = was, *i = is;
    while (*w && *i) {
        size_t gone = 0, come = 0;
        if (compare_line(NULL, w, i)) {
            c.line++;
            compare_line(&c, w, i);
            w = next_line(w);
            i = next_line(i);
            continue;
        }
        find_again(w, i, &gone, &come);
        w = show_lines(&c, '-', w, gone);
        i = show_lines(&c, '+', i, come);
    }
    show_lines(&c, '-', w, SIZE_MAX);
    show_lines(&c, '+', i, SIZE_MAX);
    if (c.wrong || c.lines)
        printf("  %zu of %zu numbers changed, %zu lines of other text\n", c.wrong, c.numbers, c.lines);
    free(was);
    free(is);
    return c.wrong || c.lines;
}

/* Digests ---------------------------------------------------------------------------------------------------*/

typedef struct block {
    size_t count;
    double above, below; /* sums of what is above and below 0, which do not cancel; by place, so that order counts */
    uint64_t text;       /* FNV-1a */
} block;

static void print_block(block *b) {
    if (b->count > 0 || b->text != UINT64_C(14695981039346656037))
        printf("%zu numbers, sums %.9g %.9g, text %016llx\n", b->count, b->above, b->below,
               (unsigned long long)b->text);
    *b = (block){.text = UINT64_C(14695981039346656037)};
}

static int digest(void) {
    char *text = read_all(stdin);
    block b = {.text = UINT64_C(14695981039346656037)};
    for (const char *at = text; *at;) {
        const number found = number_at(at, text);
        if (found.length) {
            *(found.value > 0 ? &b.above : &b.below) += (double)(1 + b.count) * fabs(found.value);
            b.count++;
            at += found.length;
        } else {
            b.text = (b.text ^ (unsigned char)*at++) * UINT64_C(1099511628211);
        }
        if (b.count == BLOCK)
            print_block(&b);
    }
    print_block(&b);
    free(text);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "digest") == 0)
        return digest();
    if (argc == 4 || argc == 5)
        return compare(argv[1], argv[2], strtod(argv[3], NULL), argc == 5 ? strtod(argv[4], NULL) : 0);
    fputs("usage: golden_compare FROZEN FOUND RELATIVE [ABSOLUTE], or golden_compare digest\n", stderr);
    return 2;
}
