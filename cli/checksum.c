/* CRC-32 with the polynomial 0x04C11DB7 over the bytes and then their number, lowest byte first. Bit by bit is fast
 * enough for reports and recordings.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "checksum.h"

#include <stdio.h>
#include <sys/stat.h>

static uint32_t add_byte(uint32_t sum, unsigned char byte) {
    sum ^= (uint32_t)byte << 24;
    for (int i = 0; i < 8; i++)
        sum = sum & 0x80000000u ? sum << 1 ^ 0x04C11DB7u : sum << 1;
    return sum;
}

bool checksum_add_file(checksum *sum, const char *path) {
    struct stat is;
    unsigned char block[4096];
    if (stat(path, &is) != 0 || !S_ISREG(is.st_mode))
        return false;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0; sum->size += got)
        for (size_t i = 0; i < got; i++)
            sum->rest = add_byte(sum->rest, block[i]);
    const bool complete = !ferror(file);
    fclose(file);
    return complete;
}

unsigned long checksum_of(const checksum *sum) {
    uint32_t rest = sum->rest;
    for (unsigned long long left = sum->size; left > 0; left >>= 8)
        rest = add_byte(rest, (unsigned char)(left & 0xFF));
    return ~rest & 0xFFFFFFFFu;
}
