/* The bytes of an HDF5 file, read with every step inside their bounds.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

#include <string.h>

#include "file/deflate.h"

/* More than the largest file holds uncompressed, 4 GiB, and more than most machines have. */
#define MOST_DATA ((uint64_t)1 << 36)

const char routh_hdf5_no_memory[] = "needs more memory than there is";

uint64_t routh_hdf5_take(routh_hdf5_span *span, size_t size) {
    uint64_t value = 0;
    if (span->left < size) {
        span->ended = true;
        span->left = 0;
        return 0;
    }
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)span->at[i] << 8 * i;
    span->at += size;
    span->left -= size;
    return value;
}

routh_hdf5_span routh_hdf5_take_span(routh_hdf5_span *span, uint64_t size) {
    routh_hdf5_span part = {.at = span->at, .ended = span->left < size};
    if (part.ended) {
        span->ended = true;
        span->left = 0;
        return part;
    }
    part.left = (size_t)size;
    span->at += part.left;
    span->left -= part.left;
    return part;
}

bool routh_hdf5_take_letters(routh_hdf5_span *span, const char *letters) {
    const size_t length = strlen(letters);
    const routh_hdf5_span part = routh_hdf5_take_span(span, length);
    return !part.ended && memcmp(part.at, letters, length) == 0;
}

const char *routh_hdf5_span_at(routh_hdf5_bytes *bytes, uint64_t address, uint64_t size, routh_hdf5_span *span) {
    *span = (routh_hdf5_span){.at = bytes->byte};
    if (address > bytes->size || size > bytes->size - address)
        return "points past the end of the file: the file is damaged or truncated";
    if (size > bytes->structure)
        return "has structure of more than 100 times the file's size: the file goes in circles";
    bytes->structure -= size;
    span->at += address;
    span->left = (size_t)size;
    return NULL;
}

const char *routh_hdf5_block_at(routh_hdf5_bytes *bytes, uint64_t address, uint64_t size, const char *signature,
                                routh_hdf5_span *span) {
    const char *fault = routh_hdf5_span_at(bytes, address, size, span);
    if (fault)
        return fault;
    if (size < 8 || (signature && memcmp(span->at, signature, 4) != 0))
        return "has a block without its signature: the file is damaged";
    const uint32_t sum = routh_hdf5_checksum(span->at, span->left - 4);
    routh_hdf5_span tail = {.at = span->at + span->left - 4, .left = 4};
    if (sum != routh_hdf5_take(&tail, 4))
        return "has a block with a wrong checksum: the file is damaged";
    span->left -= 4;
    if (signature)
        routh_hdf5_take(span, 4);
    return NULL;
}

bool routh_hdf5_is_power_of_two(uint64_t x) {
    return x > 0 && (x & (x - 1)) == 0;
}

unsigned routh_hdf5_log_of_two(uint64_t x) {
    unsigned bits = 0;
    while (x >>= 1)
        bits++;
    return bits;
}

/* The superblock ----------------------------------------------------------------------------------------*/

bool routh_hdf5_begins(const unsigned char *byte, size_t size, size_t *at) {
    static const unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
    for (*at = 0; *at < size && size - *at >= sizeof signature; *at = *at ? 2 * *at : 512)
        if (memcmp(byte + *at, signature, sizeof signature) == 0)
            return true;
    return false;
}

/* What versions 0 and 1 have between their own version and the addresses. */
static const char *take_old_versions(routh_hdf5_span *span, unsigned version, uint64_t *sizes) {
    const bool known = routh_hdf5_take(span, 1) == 0 && routh_hdf5_take(span, 1) == 0; /* free space, root entry */
    routh_hdf5_take(span, 1);
    routh_hdf5_take(span, 1); /* shared messages */
    *sizes = routh_hdf5_take(span, 2);
    routh_hdf5_take_span(span, version == 1 ? 13 : 9); /* sizes of B-trees, flags */
    return known ? NULL : "has a superblock of unknown parts: the file is damaged";
}

/* Version 3 says whether a program still has the file open for writing. */
static const char *take_new_flags(routh_hdf5_bytes *bytes, routh_hdf5_span *span, unsigned version, uint64_t *sizes) {
    enum { SIZE = 48, OPEN_TO_WRITE = 1 };
    *sizes = routh_hdf5_take(span, 2);
    const uint64_t flags = routh_hdf5_take(span, 1);
    if (bytes->size < SIZE)
        return "ends within its superblock: the file is truncated";
    routh_hdf5_span sum = {.at = bytes->byte + SIZE - 4, .left = 4};
    if (routh_hdf5_take(&sum, 4) != routh_hdf5_checksum(bytes->byte, SIZE - 4))
        return "has a superblock with a wrong checksum: the file is damaged";
    return version == 3 && flags & OPEN_TO_WRITE ? "was not closed by the program that wrote it; `h5clear -s` may help"
                                                 : NULL;
}

static const char *take_superblock(routh_hdf5_bytes *bytes, size_t base) {
    routh_hdf5_span span = {.at = bytes->byte + 8, .left = bytes->size - 8};
    uint64_t sizes = 0;
    const unsigned version = (unsigned)routh_hdf5_take(&span, 1);
    if (version > 3)
        return "has a superblock of an unknown version" ROUTH_HDF5_REWRITE;
    const char *fault =
        version < 2 ? take_old_versions(&span, version, &sizes) : take_new_flags(bytes, &span, version, &sizes);
    if (fault)
        return fault;
    if (sizes != 0x0808)
        return "has addresses or lengths that are not of 8 bytes" ROUTH_HDF5_REWRITE;
    const uint64_t found_base = routh_hdf5_take(&span, 8);
    routh_hdf5_take(&span, 8); /* free space or extension */
    const uint64_t end = routh_hdf5_take(&span, 8);
    if (version < 2) {
        routh_hdf5_take(&span, 8); /* driver */
        routh_hdf5_take(&span, 8); /* name of the root */
    }
    bytes->root = routh_hdf5_take(&span, 8);
    if (span.ended || found_base != base || end < base || end - base > bytes->size)
        return "ends before its superblock says: the file is damaged or truncated";
    return NULL;
}

const char *routh_hdf5_begin(routh_context *context, const void *byte, size_t size, routh_hdf5_bytes *bytes,
                             bool *is_hdf5) {
    *bytes = (routh_hdf5_bytes){.context = context, .listed = ROUTH_HDF5_NOWHERE};
    size_t base = 0;
    *is_hdf5 = routh_hdf5_begins(byte, size, &base);
    if (!*is_hdf5)
        return "is not an HDF5 file";
    bytes->byte = (const unsigned char *)byte + base;
    bytes->size = size - base;
    /* Small files have some more. Sound ones are read with a tenth of the structure, and have each array once. */
    const uint64_t counted = bytes->size + 65536;
    bytes->structure = 100 * counted;
    bytes->data = routh_unpacked_room(counted) < MOST_DATA ? routh_unpacked_room(counted) : MOST_DATA;
    return take_superblock(bytes, base);
}

void routh_hdf5_end_reading(routh_hdf5_bytes *bytes) {
    routh_release(bytes->context, bytes->link);
    bytes->link = NULL;
    bytes->links = bytes->room = 0;
    bytes->listed = ROUTH_HDF5_NOWHERE;
}

/* Checksum ----------------------------------------------------------------------------------------------*/

static uint32_t turn(uint32_t x, int bits) {
    return x << bits | x >> (32 - bits);
}

/* Four bytes, least first. */
static uint32_t word(const unsigned char *byte) {
    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static uint32_t finish(uint32_t a, uint32_t b, uint32_t c) {
    c = (c ^ b) - turn(b, 14);
    a = (a ^ c) - turn(c, 11);
    b = (b ^ a) - turn(a, 25);
    c = (c ^ b) - turn(b, 16);
    a = (a ^ c) - turn(c, 4);
    b = (b ^ a) - turn(a, 14);
    return (c ^ b) - turn(b, 24);
}

uint32_t routh_hdf5_checksum(const unsigned char *byte, size_t size) {
    uint32_t a = 0xdeadbeef + (uint32_t)size, b = a, c = a;
    for (; size > 12; byte += 12, size -= 12) {
        a += word(byte);
        b += word(byte + 4);
        c += word(byte + 8);
        a = (a - c) ^ turn(c, 4), c += b;
        b = (b - a) ^ turn(a, 6), a += c;
        c = (c - b) ^ turn(b, 8), b += a;
        a = (a - c) ^ turn(c, 16), c += b;
        b = (b - a) ^ turn(a, 19), a += c;
        c = (c - b) ^ turn(b, 4), b += a;
    }
    if (size == 0)
        return c;
    unsigned char rest[12] = {0};
    memcpy(rest, byte, size);
    return finish(a + word(rest), b + word(rest + 4), c + word(rest + 8));
}
