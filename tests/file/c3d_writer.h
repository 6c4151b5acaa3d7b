/* Writes C3D files after the public description ("The C3D File Format: A User Guide"), for tests: any processor, whole and
 * floating numbers. Include after cmocka.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_FILE_C3D_WRITER_H
#define ROUTH_TESTS_FILE_C3D_WRITER_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { C3D_INTEL = 84, C3D_DEC = 85, C3D_MIPS = 86 };

typedef struct c3d_file {
    unsigned char *byte;
    size_t size, room;
    int processor;
} c3d_file;

static inline void c3d_byte(c3d_file *file, int value) {
    if (file->size == file->room)
        file->byte = realloc(file->byte, file->room = 2 * file->room + 4096);
    assert_non_null(file->byte);
    file->byte[file->size++] = (unsigned char)value;
}

static inline void c3d_word(c3d_file *file, long value) {
    const int big = file->processor == C3D_MIPS;
    c3d_byte(file, (int)(value >> (big ? 8 : 0) & 0xFF));
    c3d_byte(file, (int)(value >> (big ? 0 : 8) & 0xFF));
}

/* Bits of a VAX number: sign, exponent + 128 of a mantissa from ½ to 1, and the mantissa without its first bit. */
static inline uint32_t vax_bits(double value) {
    int exponent;
    if (value == 0)
        return 0;
    const double mantissa = frexp(fabs(value), &exponent);
    return (value < 0 ? 1u << 31 : 0) | (uint32_t)(exponent + 128) << 23 |
           ((uint32_t)lrint(mantissa * 16777216) & 0x7FFFFF);
}

static inline void c3d_float(c3d_file *file, double value) {
    const float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    if (file->processor == C3D_DEC)
        bits = vax_bits((double)narrow);
    const int low_first = file->processor == C3D_INTEL;
    c3d_word(file, (long)(low_first ? bits & 0xFFFF : bits >> 16));
    c3d_word(file, (long)(low_first ? bits >> 16 : bits & 0xFFFF));
}

static inline void c3d_pad(c3d_file *file) {
    while (file->size % 512)
        c3d_byte(file, 0);
}

static inline void c3d_letters(c3d_file *file, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        c3d_byte(file, i < strlen(text) ? text[i] : ' ');
}

static inline void c3d_group(c3d_file *file, int number, const char *name) {
    c3d_byte(file, (int)strlen(name));
    c3d_byte(file, -number);
    c3d_letters(file, name, strlen(name));
    c3d_word(file, 3 + 4); /* to the next: itself, and a description of four letters */
    c3d_byte(file, 4);
    c3d_letters(file, "what", 4);
}

/* The head of a parameter with `bytes` bytes of values, which follow; c3d_end_parameter ends it. */
static inline void c3d_parameter(c3d_file *file, int group, const char *name, int kind, int rank, const int *size,
                                 int bytes) {
    c3d_byte(file, -(int)strlen(name)); /* locked */
    c3d_byte(file, group);
    c3d_letters(file, name, strlen(name));
    c3d_word(file, 2 + 2 + rank + bytes + 1);
    c3d_byte(file, kind);
    c3d_byte(file, rank);
    for (int k = 0; k < rank; k++)
        c3d_byte(file, size[k]);
}

static inline void c3d_end_parameter(c3d_file *file) {
    c3d_byte(file, 0); /* no description */
}

static inline void c3d_put_word(c3d_file *file, int group, const char *name, long value) {
    c3d_parameter(file, group, name, 2, 0, NULL, 2);
    c3d_word(file, value);
    c3d_end_parameter(file);
}

static inline void c3d_put_float(c3d_file *file, int group, const char *name, double value) {
    c3d_parameter(file, group, name, 4, 0, NULL, 4);
    c3d_float(file, value);
    c3d_end_parameter(file);
}

/* A number of 32 bits as two words. */
static inline void c3d_put_long(c3d_file *file, int group, const char *name, long value) {
    c3d_parameter(file, group, name, 2, 1, (int[]){2}, 4);
    c3d_word(file, value & 0xFFFF);
    c3d_word(file, value >> 16);
    c3d_end_parameter(file);
}

static inline void c3d_put_text(c3d_file *file, int group, const char *name, const char *text) {
    c3d_parameter(file, group, name, -1, 1, (int[]){(int)strlen(text)}, (int)strlen(text));
    c3d_letters(file, text, strlen(text));
    c3d_end_parameter(file);
}

/* Texts of `wide` letters each, filled up with blanks. */
static inline void c3d_put_texts(c3d_file *file, int group, const char *name, int wide, int count,
                                 const char *text(int index)) {
    c3d_parameter(file, group, name, -1, 2, (int[]){wide, count}, wide * count);
    for (int i = 0; i < count; i++)
        c3d_letters(file, text(i), (size_t)wide);
    c3d_end_parameter(file);
}

typedef struct c3d_header {
    int points, analogue; /* of a frame; analogue counts all samples */
    long first, last;
    double scale, rate;
} c3d_header;

/* Parameters follow in block 2; c3d_begin_frames ends them. */
static inline void c3d_begin(c3d_file *file, int processor, const c3d_header *header) {
    *file = (c3d_file){.processor = processor};
    c3d_byte(file, 2);
    c3d_byte(file, 0x50);
    c3d_word(file, header->points);
    c3d_word(file, header->analogue);
    c3d_word(file, header->first);
    c3d_word(file, header->last);
    c3d_word(file, 10); /* longest interpolated gap */
    c3d_float(file, header->scale);
    c3d_word(file, 0); /* block of the frames: later */
    c3d_word(file, header->analogue ? 1 : 0);
    c3d_float(file, header->rate);
    c3d_pad(file);
    c3d_byte(file, 1);
    c3d_byte(file, 0x50);
    c3d_byte(file, 0); /* blocks of parameters: later */
    c3d_byte(file, processor);
}

static inline void c3d_begin_frames(c3d_file *file) {
    c3d_byte(file, 0);
    c3d_byte(file, 0);
    c3d_pad(file);
    const size_t end = file->size;
    file->byte[512 + 2] = (unsigned char)(end / 512 - 1);
    file->size = 16;
    c3d_word(file, (long)(end / 512 + 1));
    file->size = end;
}

#endif
