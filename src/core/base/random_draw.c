/* Drawing some of many without replacement.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/base.h>

/* D. E. Knuth, The art of computer programming 2, section 3.4.2, algorithm S: going through all of them once, each is
 * taken with the probability (still wanted) / (still left). They come in ascending order. */
void routh_random_draw(routh_random *random, size_t count, size_t k, size_t *index) {
    size_t taken = 0;
    for (size_t i = 0; i < count && taken < k; i++)
        if (routh_random_index(random, count - i) < k - taken)
            index[taken++] = i;
}
