/* Memory that runs out, for a program that knows nothing of it: loaded before it (LD_PRELOAD), this counts the
 * allocations from main on and fails the n-th, or all from the n-th on. fail_memory_sweep.c says which.
 *
 * libgomp, OpenBLAS, the C++ library and the dynamic linker end the program by themselves when they get no memory. What
 * they ask for is neither counted nor failed.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE

#include "fail_memory.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static memory_plan *plan; /* NULL: not begun */

/* Where the code of libraries lies that cannot do without memory. */
static struct { uintptr_t begin, end; } spared[32];
static int spared_count;

static int spare(struct dl_phdr_info *info, size_t size, void *user) {
    static const char *const names[] = {"libgomp",   "libomp",      "libopenblas", "libblas",
                                        "liblapack", "libgfortran", "libstdc++",   "ld-linux"};
    (void)size;
    (void)user;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!strstr(info->dlpi_name, names[i]))
            continue;
        for (int k = 0; k < info->dlpi_phnum; k++) {
            const ElfW(Phdr) *part = &info->dlpi_phdr[k];
            if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || spared_count == 32)
                continue;
            spared[spared_count].begin = info->dlpi_addr + part->p_vaddr;
            spared[spared_count++].end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
        }
        break;
    }
    return 0;
}

void fail_memory_begin(memory_plan *begun) {
    dl_iterate_phdr(spare, NULL);
    plan = begun;
}

static int fails(const void *caller) {
    if (!plan)
        return 0;
    for (int i = 0; i < spared_count; i++)
        if ((uintptr_t)caller >= spared[i].begin && (uintptr_t)caller < spared[i].end)
            return 0;
    const long number = atomic_fetch_add(&plan->count, 1) + 1;
    const int failing = plan->at > 0 && (plan->all ? number >= plan->at : number == plan->at);
    if (failing)
        errno = ENOMEM;
    return failing;
}

/* What the program calls ------------------------------------------------------------------------------------------
 * getline, fopen, open_memstream and the like ask these in turn. */

void *malloc(size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
    if (made)
        *block = made;
    return made ? 0 : ENOMEM;
}

/* The copies of texts are here for their callers' sake. */

char *strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *copy = fails(__builtin_return_address(0)) ? NULL : __libc_malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *strdup(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* Time stands still, so that outputs that say how long something took can be compared. */

int clock_gettime(clockid_t id, struct timespec *now) {
    (void)id;
    *now = (struct timespec){.tv_sec = 1000000000};
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    *now = (struct timeval){.tv_sec = 1000000000};
    return 0;
}

int timespec_get(struct timespec *now, int base) {
    *now = (struct timespec){.tv_sec = 1000000000};
    return base;
}

time_t time(time_t *now) {
    if (now)
        *now = 1000000000;
    return 1000000000;
}
