/* Hostile HDF5 files: bytes of a good file are replaced and all checksums made right again, so that the changes get past
 * them. The input has the file in its first byte, as HDF5's library or as Routh writes it, then edits: an offset of two bytes,
 * a length and as many bytes. A libFuzzer target; seeds lie in corpus_hdf5_edits.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../hdf5_files.h"
#include "file/hdf5_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BLOCKS = 256, LARGEST_BLOCK = 4096, SUPERBLOCK = 48 };

/* A block with a checksum, at its end or, in the blocks of heaps, within. */
typedef struct summed_block {
    size_t at, size, sum;
} summed_block;

typedef struct good_file {
    hdf5_file file;
    size_t blocks;
    summed_block block[MOST_BLOCKS];
} good_file;

static void put_sum(unsigned char *byte, const summed_block *block) {
    const size_t length = block->sum + 4 == block->size ? block->sum : block->size;
    memset(byte + block->at + block->sum, 0, 4);
    const uint32_t sum = routh_hdf5_checksum(byte + block->at, length);
    for (int i = 0; i < 4; i++)
        byte[block->at + block->sum + (size_t)i] = (unsigned char)(sum >> 8 * i);
}

static int has_right_sum(unsigned char *byte, const summed_block *block) {
    unsigned char before[4];
    memcpy(before, byte + block->at + block->sum, sizeof before);
    put_sum(byte, block);
    const int right = memcmp(before, byte + block->at + block->sum, sizeof before) == 0;
    memcpy(byte + block->at + block->sum, before, sizeof before);
    return right;
}

/* How long a block is shows only in other blocks: every length is tried until the checksum is right. */
static void find_block(good_file *good, size_t at) {
    enum { HEAP_SUMS = 3 };
    static const size_t heap_sum[HEAP_SUMS] = {13 + 4, 13 + 5, 13 + 8};
    const size_t left = good->file.size - at, most = left < LARGEST_BLOCK ? left : LARGEST_BLOCK;
    for (size_t size = 8; size <= most; size++) {
        const summed_block block = {at, size, size - 4};
        if (has_right_sum(good->file.byte, &block)) {
            good->block[good->blocks++] = block;
            return;
        }
    }
    for (size_t size = 64; size <= most; size *= 2)
        for (int i = 0; i < HEAP_SUMS; i++) {
            const summed_block block = {at, size, heap_sum[i]};
            if (has_right_sum(good->file.byte, &block)) {
                good->block[good->blocks++] = block;
                return;
            }
        }
}

static void find_blocks(good_file *good) {
    static const char *const signatures[] = {"OHDR", "OCHK", "FRHP", "FHDB", "FHIB",
                                             "BTHD", "BTLF", "BTIN", "FAHD", "FADB"};
    const summed_block first = {0, SUPERBLOCK, SUPERBLOCK - 4};
    if (has_right_sum(good->file.byte, &first))
        good->block[good->blocks++] = first;
    for (size_t at = 0; at + 8 < good->file.size && good->blocks < MOST_BLOCKS; at++)
        for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++)
            if (memcmp(good->file.byte + at, signatures[i], 4) == 0)
                find_block(good, at);
}

static const good_file *good_file_of(hdf5_content content, hdf5_writer writer) {
    static good_file files[HDF5_CONTENTS][HDF5_WRITERS];
    good_file *good = &files[content][writer];
    if (!good->file.byte) {
        good->file = small_file(content, writer);
        find_blocks(good);
        hdf5_must(writer == HDF5_EARLIEST || good->blocks > 10, "blocks with checksums are found");
    }
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char name[] = "fuzz.h5: ";
    if (size < 4)
        return 0;
    const unsigned which = data[0] % (2 * HDF5_CONTENTS);
    const hdf5_content content = (hdf5_content)(which / 2);
    const good_file *good = good_file_of(content, which % 2 == 1  ? HDF5_EARLIEST
                                                  : data[0] < 128 ? HDF5_LATER
                                                                  : HDF5_OURS);
    unsigned char *byte = malloc(good->file.size);
    hdf5_must(byte != NULL, "there is memory");
    memcpy(byte, good->file.byte, good->file.size);
    for (size_t i = 1; i + 3 < size;) {
        const size_t at = (data[i] | (size_t)data[i + 1] << 8) % good->file.size, count = data[i + 2] % 9;
        i += 3;
        for (size_t k = 0; k < count && i < size && at + k < good->file.size; k++)
            byte[at + k] = data[i++];
    }
    for (size_t i = 0; i < good->blocks; i++)
        put_sum(byte, &good->block[i]);
    routh_context context = {.threads = 1};
    if (read_small(content, &context, routh_io_memory(byte, good->file.size, "fuzz.h5")) != ROUTH_OK)
        hdf5_must(strncmp(context.message, name, sizeof name - 1) == 0, "a failure names the file");
    free(byte);
    return 0;
}
