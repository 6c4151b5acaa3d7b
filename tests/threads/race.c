/* A race on purpose: two threads add to one number. ThreadSanitizer has to see it, or its silence about the library means
 * nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>

int main(void) {
    long sum = 0;
#pragma omp parallel for num_threads(4)
    for (long i = 0; i < 1000; i++)
        sum += i;
    printf("%ld\n", sum);
    return 0;
}
