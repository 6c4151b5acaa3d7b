/* What a Cortex-M reads first: its stack, and where to begin. Newlib's _start calls main. QEMU loads the data where it belongs.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
extern char __stack;
void _start(void);

static void stop(void) {
    for (;;) {
    }
}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    &__stack, (void *)_start, (void *)stop, (void *)stop, (void *)stop, (void *)stop, (void *)stop,
};
