/* Numbers: constants, flags, order, random bits, loops side by side; and numbers and characters as text.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_NUMBERS_H
#define ROUTH_SRC_BASE_NUMBERS_H

#include <stddef.h>
#include <string.h>

/* Constants of nature and of geometry. */

#define ROUTH_PI 3.14159265358979323846

/* Flags one by one. */

/* Takes the lowest flag out of the set, which must not be empty, and returns it. */
static inline unsigned routh_take_flag(unsigned *flags) {
    const unsigned lowest = *flags & (~*flags + 1);
    *flags ^= lowest;
    return lowest;
}

/* The order of numbers, their median and quantiles. */

/* Ascending order of doubles; none of them may be NaN. */
static inline int routh_ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of values[0 … count-1], which it reorders; NaN of none. */
double routh_median(double *values, size_t count);

/* The quantile of sorted values, between neighbours where it falls between. The i-th of n lies, on average, at i/(n +
 * 1) of the distribution. */
double routh_quantile(const double *value, size_t count, double share);

/* √(π/2): the standard error of a median over that of a mean. */
#define ROUTH_MEDIAN_ERROR 1.2533141373155

/* Standard deviation of normal numbers with this median of absolute deviations. */
#define ROUTH_FROM_MEDIAN_DEVIATION 1.482602218505602

/* 95 % of normal errors lie within ± this. */
#define ROUTH_NORMAL_INTERVAL 1.9599639845400545

/* Numbers as people write them. */

enum { ROUTH_NUMBER_TEXT = 64 };

/* To `digits` significant digits with a true minus sign and powers as 1.5×10⁻³; returns the buffer. */
const char *routh_number_text(double value, int digits, char buffer[ROUTH_NUMBER_TEXT]);

/* To `decimals` digits after the point with a true minus sign; returns the buffer. */
const char *routh_fixed_text(double value, int decimals, char buffer[ROUTH_NUMBER_TEXT]);

/* "0.203 ± 0.004", with at least `decimals` digits after the point, and enough that the error shows; returns the buffer. */
const char *routh_error_text(double value, double error, int decimals, char buffer[ROUTH_NUMBER_TEXT]);

/* A power of ten, "10⁻³"; returns the buffer. */
const char *routh_power_text(int exponent, char buffer[ROUTH_NUMBER_TEXT]);

/* Where characters begin in UTF-8. */

/* Every byte of a character but its first, of which there are at most three, is 10xxxxxx. */
static inline int routh_utf8_continues(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Characters; in the texts that are counted here each takes one place in a line. */
static inline size_t routh_utf8_count(const char *text) {
    size_t count = 0;
    for (; *text; text++)
        count += !routh_utf8_continues(*text);
    return count;
}

/* Removes the rest of a last character that did not fit, as snprintf leaves it. */
static inline void routh_utf8_drop_cut(char *text) {
    const size_t length = strlen(text);
    size_t lead = length;
    while (lead > 0 && routh_utf8_continues(text[lead - 1]))
        lead--;
    const unsigned char byte = lead > 0 ? (unsigned char)text[lead - 1] : 0;
    const size_t whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0;
    if (length - lead + 1 < whole)
        text[lead - 1] = '\0';
}

/* Is every access to memory checked? GCC and Clang say so in different ways. */
#if defined(__SANITIZE_ADDRESS__)
#define ROUTH_CHECKS_ADDRESSES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROUTH_CHECKS_ADDRESSES 1
#endif
#endif

/* Loops that put several numbers side by side. */

/* Wider vectors where the processor has them; every clone rounds alike, as contraction is off. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) &&                       \
    !defined(ROUTH_CHECKS_ADDRESSES)
#define ROUTH_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define ROUTH_CLONES
#endif

/* Asks for a vectorised loop. Not for Clang, which warns wherever it cannot vectorise, for example under sanitizers. */
#define ROUTH_PRAGMA(text) _Pragma(#text)
#if defined(__GNUC__) && !defined(__clang__) && defined(_OPENMP)
#define ROUTH_SIMD(clauses) ROUTH_PRAGMA(omp simd clauses)
#else
#define ROUTH_SIMD(clauses)
#endif

#endif
