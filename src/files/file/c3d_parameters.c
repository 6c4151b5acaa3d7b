/* Header and parameters of a C3D file.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/channel_arrays.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Numbers -----------------------------------------------------------------------------------------------*/

static unsigned word_at(const routh_c3d *c3d, const unsigned char *byte) {
    const int big = c3d->processor == ROUTH_C3D_MIPS;
    return (unsigned)byte[!big] << 8 | byte[big];
}

/* DEC's F_floating: the word with sign and exponent comes first, and (½ + m/2^24) 2^(e − 128) is the number. */
static double dec_float(uint32_t bits) {
    const int exponent = (int)(bits >> 23 & 0xFF);
    const double fraction = (bits & 0x7FFFFF) / 8388608.0;
    if (exponent == 0)
        return bits >> 31 ? NAN : 0.0;
    return ldexp(bits >> 31 ? -1 - fraction : 1 + fraction, exponent - 129);
}

static double float_at(const routh_c3d *c3d, const unsigned char *byte) {
    const uint32_t low = word_at(c3d, byte), high = word_at(c3d, byte + 2);
    const uint32_t bits = c3d->processor == ROUTH_C3D_INTEL ? high << 16 | low : low << 16 | high;
    float value;
    if (c3d->processor == ROUTH_C3D_DEC)
        return dec_float(bits);
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

unsigned routh_c3d_word(const routh_c3d *c3d, size_t at) {
    return word_at(c3d, c3d->byte + at);
}

double routh_c3d_float(const routh_c3d *c3d, size_t at) {
    return float_at(c3d, c3d->byte + at);
}

/* File --------------------------------------------------------------------------------------------------*/

/* The second byte is always this; text has no zeros, and every header some. */
bool routh_c3d_begins(const unsigned char *byte, size_t count) {
    enum { KEY = 0x50 };
    return count >= ROUTH_C3D_BLOCK && byte[0] > 0 && byte[1] == KEY && memchr(byte, 0, ROUTH_C3D_BLOCK) != NULL;
}

const char *routh_c3d_open(const unsigned char *byte, size_t size, routh_c3d *c3d) {
    enum { HEAD = 4, BLOCKS = 2, PROCESSOR = 3, DATA_BLOCK = 16 };
    *c3d = (routh_c3d){.byte = byte, .size = size};
    if (!routh_c3d_begins(byte, size))
        return "is no C3D file";
    const size_t begin = (size_t)(byte[0] - 1) * ROUTH_C3D_BLOCK;
    if (begin == 0 || begin + HEAD > size)
        return "is a damaged or truncated C3D file: it has no parameters";
    const unsigned processor = byte[begin + PROCESSOR];
    if (processor < ROUTH_C3D_INTEL || processor > ROUTH_C3D_MIPS)
        return "is a damaged C3D file, or one of a processor other than Intel, DEC and MIPS";
    c3d->processor = (routh_c3d_processor)processor;
    c3d->first_parameter = begin + HEAD;
    /* the number of blocks is wrong in some files, and where the frames begin in others */
    const size_t claimed = begin + (size_t)byte[begin + BLOCKS] * ROUTH_C3D_BLOCK;
    const size_t before_data = (size_t)routh_c3d_word(c3d, DATA_BLOCK) * ROUTH_C3D_BLOCK;
    const size_t end = claimed > before_data ? claimed : before_data;
    c3d->end_of_parameters = end < size ? end : size;
    return NULL;
}

/* Parameters --------------------------------------------------------------------------------------------*/

/* A group has a negative number, and its parameters the same without the sign. */
typedef struct record {
    int group;
    const char *name;
    size_t name_length;
    const unsigned char *content, *end;
} record;

/* The record there, and the place of the next one; 0: there is none. */
static bool take_record(const routh_c3d *c3d, size_t *at, record *found) {
    const size_t left = *at < c3d->end_of_parameters ? c3d->end_of_parameters - *at : 0;
    if (*at == 0 || left < 2)
        return false;
    const unsigned char *byte = c3d->byte + *at;
    const size_t length = byte[0] < 128 ? byte[0] : 256u - byte[0]; /* negative: locked */
    if (length == 0 || byte[1] == 0 || left < 2 + length + 2)
        return false;
    const unsigned skip = word_at(c3d, byte + 2 + length);
    *found = (record){.group = byte[1] < 128 ? byte[1] : (int)byte[1] - 256,
                      .name = (const char *)byte + 2,
                      .name_length = length,
                      .content = byte + 2 + length + 2,
                      .end = c3d->byte + c3d->end_of_parameters};
    *at = skip > 0 ? *at + 2 + length + skip : 0;
    return true;
}

static bool is_named(const record *found, const char *name) {
    return found->name_length == strlen(name) && strncasecmp(found->name, name, found->name_length) == 0;
}

static int find_group(const routh_c3d *c3d, const char *name) {
    record found;
    for (size_t at = c3d->first_parameter; take_record(c3d, &at, &found);)
        if (found.group < 0 && is_named(&found, name))
            return -found.group;
    return 0;
}

static bool take_parameter(const record *found, routh_c3d_parameter *parameter) {
    const unsigned char *at = found->content;
    size_t left = (size_t)(found->end - at);
    if (left < 2 || at[1] > ROUTH_C3D_MOST_RANK || left < 2u + at[1])
        return false;
    *parameter = (routh_c3d_parameter){.kind = at[0] < 128 ? at[0] : (int)at[0] - 256, .rank = at[1], .count = 1};
    at += 2;
    for (unsigned k = 0; k < ROUTH_C3D_MOST_RANK; k++) {
        parameter->size[k] = k < parameter->rank ? *at++ : 1;
        if (parameter->size[k] > 0 && parameter->count > UINT32_MAX / parameter->size[k])
            return false;
        parameter->count *= parameter->size[k];
    }
    parameter->value = at;
    const int kind = parameter->kind;
    const bool is_known =
        kind == ROUTH_C3D_TEXT || kind == ROUTH_C3D_BYTE || kind == ROUTH_C3D_WORD || kind == ROUTH_C3D_FLOAT;
    return is_known && parameter->count <= (size_t)(found->end - at) / (size_t)(kind < 0 ? 1 : kind);
}

bool routh_c3d_find(const routh_c3d *c3d, const char *group, const char *name, routh_c3d_parameter *parameter) {
    const int number = find_group(c3d, group);
    record found;
    for (size_t at = c3d->first_parameter; number > 0 && take_record(c3d, &at, &found);)
        if (found.group == number && is_named(&found, name))
            return take_parameter(&found, parameter);
    return false;
}

double routh_c3d_number(const routh_c3d *c3d, const routh_c3d_parameter *parameter, size_t index, double otherwise) {
    if (index >= parameter->count)
        return otherwise;
    switch (parameter->kind) {
    case ROUTH_C3D_BYTE:
        return parameter->value[index];
    case ROUTH_C3D_WORD:
        return word_at(c3d, parameter->value + 2 * index);
    case ROUTH_C3D_FLOAT:
        return float_at(c3d, parameter->value + 4 * index);
    default:
        return otherwise;
    }
}

double routh_c3d_number_of(const routh_c3d *c3d, const char *group, const char *name, double otherwise) {
    routh_c3d_parameter parameter;
    return routh_c3d_find(c3d, group, name, &parameter) ? routh_c3d_number(c3d, &parameter, 0, otherwise) : otherwise;
}

static bool is_blank(char letter) {
    return letter == ' ' || letter == '\0' || letter == '\t';
}

const char *routh_c3d_text(const routh_c3d_parameter *parameter, size_t index, size_t *length) {
    const size_t wide = parameter->rank > 0 ? parameter->size[0] : 1;
    *length = 0;
    if (parameter->kind != ROUTH_C3D_TEXT || wide == 0 || index >= parameter->count / wide)
        return "";
    const char *text = (const char *)parameter->value + index * wide;
    *length = wide;
    while (*length > 0 && is_blank(text[*length - 1]))
        --*length;
    while (*length > 0 && is_blank(*text)) {
        text++;
        --*length;
    }
    return text;
}
