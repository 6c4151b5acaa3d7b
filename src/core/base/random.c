/* Seeded random numbers, and drawing some of many.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/base.h>

#include "base/context.h"

/* Seeded random numbers that are the same on every machine: only integer arithmetic and the operations that
 * IEEE 754 rounds exactly (+ − × ÷ √), never a library's log or cos.
 *
 * D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM Trans. Math. Softw. 47 (2021):
 * xoshiro256++. G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014: splitmix64. */

/* One step of splitmix64: a bijection of 64-bit words that scatters neighbours. */
static uint64_t scatter(uint64_t word) {
    word += 0x9E3779B97F4A7C15u;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

/* Four Feistel rounds mix seed and stream into each other. They can be undone, so different pairs never share a state;
 * and the state is never all zero, where xoshiro stands still, because scatter(0) is not 0. */
routh_random routh_random_seed(uint64_t seed, uint64_t stream) {
    uint64_t left = seed, right = stream;
    for (uint64_t round = 0; round < 4; round += 2) {
        right ^= scatter(left + round);
        left ^= scatter(right + round + 1);
    }
    return (routh_random){{left, right, scatter(left), scatter(right)}};
}

static uint64_t rotate_left(uint64_t word, int bits) {
    return (word << bits) | (word >> (64 - bits));
}

uint64_t routh_random_bits(routh_random *random) {
    uint64_t *state = random->state;
    uint64_t bits = rotate_left(state[0] + state[3], 23) + state[0];
    uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate_left(state[3], 45);
    return bits;
}

/* A multiple of 2⁻⁵³ in [0, 1). */
static double unit_uniform(routh_random *random) {
    return (double)(routh_random_bits(random) >> 11) * 0x1p-53;
}

double routh_random_uniform(routh_random *random, double low, double high) {
    double value = low + (high - low) * unit_uniform(random);
    // the sum may round up to `high`
    return low < high && value >= high ? nextafter(high, low) : value;
}

/* ln x for 0 < x < 1, to a few units in the last place. With x = m 2ᵏ, √½ ≤ m < √2, and z = (m − 1)/(m + 1):
 * ln x = k ln 2 + 2 (z + z³/3 + z⁵/5 + …), |z| < 0.172, so that the terms left out are below 2⁻⁶⁰ of the sum. */
static double natural_log(double x) {
    int exponent;
    double mantissa = frexp(x, &exponent); // in [½, 1)
    if (mantissa < 0x1.6a09e667f3bcdp-1) {
        mantissa *= 2;
        exponent--;
    }
    double z = (mantissa - 1) / (mantissa + 1), square = z * z, sum = 0;
    for (int power = 21; power >= 3; power -= 2)
        sum = (sum + 1.0 / power) * square;
    return exponent * 0x1.62e42fefa39efp-1 + 2 * z * (1 + sum);
}

/* A draw fails less than every other time, so that this many in a row fail only for a state that was never seeded. */
#define ATTEMPTS 128

/* G. Marsaglia's polar method: (x, y) uniform in the unit disc, s = x² + y², then x √(−2 ln s / s) is normal. Its twin
 * from y is thrown away: to keep it would be state beyond the generator's. */
double routh_random_normal(routh_random *random) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        double x = 2 * unit_uniform(random) - 1;
        double y = 2 * unit_uniform(random) - 1;
        double square = x * x + y * y;
        if (square > 0 && square < 1)
            return x * sqrt(-2 * natural_log(square) / square);
    }
    return 0;
}

/* Words below 2⁶⁴ mod count are drawn again; those left are a whole number of rounds of `count`. */
size_t routh_random_index(routh_random *random, size_t count) {
    if (count == 0)
        return 0;
    uint64_t range = count, uneven = (UINT64_MAX - range + 1) % range;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint64_t bits = routh_random_bits(random);
        if (bits >= uneven)
            return (size_t)(bits % range);
    }
    return 0;
}

/* Drawing some of many without replacement. */

/* D. E. Knuth, The art of computer programming 2, section 3.4.2, algorithm S: going through all of them once, each is
 * taken with the probability (still wanted) / (still left). They come in ascending order. */
void routh_random_draw(routh_random *random, size_t count, size_t k, size_t *index) {
    size_t taken = 0;
    for (size_t i = 0; i < count && taken < k; i++)
        if (routh_random_index(random, count - i) < k - taken)
            index[taken++] = i;
}
