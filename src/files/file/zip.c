/* The entries of a zip archive that is held in memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/deflate.h"

#include <string.h>

#include <zlib.h>

enum { END = 22, LONGEST_COMMENT = 65535, DIRECTORY = 46, LOCAL = 30 };
enum { STORED = 0, DEFLATED = 8, ENCRYPTED = 1 };

static uint32_t number_at(const unsigned char *byte, int size) {
    uint32_t number = 0;
    for (int i = 0; i < size; i++)
        number |= (uint32_t)byte[i] << 8 * i;
    return number;
}

/* The end of the directory is the last thing in the file, but for a comment. */
bool routh_zip_open(const unsigned char *byte, size_t size, routh_zip *zip) {
    if (size < END)
        return false;
    const size_t lowest = size > END + LONGEST_COMMENT ? size - END - LONGEST_COMMENT : 0;
    for (size_t at = size - END + 1; at-- > lowest;) {
        if (memcmp(byte + at, "PK\5\6", 4) != 0)
            continue;
        *zip = (routh_zip){.byte = byte, .size = size, .next = number_at(byte + at + 16, 4)};
        zip->left = number_at(byte + at + 10, 2);
        return zip->next < size;
    }
    return false;
}

/* The local header repeats the name; the bytes follow it. */
static const char *find_bytes(const routh_zip *zip, uint32_t local, routh_zip_entry *entry) {
    if (local > zip->size || zip->size - local < LOCAL || memcmp(zip->byte + local, "PK\3\4", 4) != 0)
        return "is damaged";
    const unsigned char *head = zip->byte + local;
    const size_t skipped = LOCAL + (size_t)number_at(head + 26, 2) + number_at(head + 28, 2);
    if (zip->size - local < skipped || zip->size - local - skipped < entry->packed_size)
        return "is damaged or truncated";
    entry->packed = head + skipped;
    return NULL;
}

bool routh_zip_next(routh_zip *zip, routh_zip_entry *entry) {
    if (zip->left == 0 || zip->next > zip->size || zip->size - zip->next < DIRECTORY ||
        memcmp(zip->byte + zip->next, "PK\1\2", 4) != 0)
        return false;
    const unsigned char *head = zip->byte + zip->next;
    const uint32_t flags = number_at(head + 8, 2), method = number_at(head + 10, 2);
    const size_t rest = zip->size - zip->next - DIRECTORY, name = number_at(head + 28, 2);
    const size_t other = (size_t)number_at(head + 30, 2) + number_at(head + 32, 2);
    if (name > rest || other > rest - name)
        return false;
    zip->next += DIRECTORY + name + other;
    zip->left--;
    *entry = (routh_zip_entry){.name = (const char *)head + DIRECTORY,
                               .name_length = name,
                               .packed_size = number_at(head + 20, 4),
                               .size = number_at(head + 24, 4),
                               .checksum = number_at(head + 16, 4),
                               .is_deflated = method == DEFLATED};
    const uint64_t growth = entry->is_deflated ? ROUTH_MOST_SHRUNK : 1;
    if (flags & ENCRYPTED)
        entry->fault = "needs a password";
    else if (method != STORED && method != DEFLATED)
        entry->fault = "is packed by another method than deflate";
    else if (entry->size == UINT32_MAX || entry->packed_size == UINT32_MAX)
        entry->fault = "has 4 GiB or more";
    else
        entry->fault = find_bytes(zip, number_at(head + 42, 4), entry);
    if (!entry->fault && entry->size > entry->packed_size * growth)
        entry->fault = "claims more bytes than it can hold";
    return true;
}

static routh_status inflate_some(const routh_zip_entry *entry, unsigned char *byte, size_t size) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)entry->packed, .avail_in = (uInt)entry->packed_size};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return ROUTH_OUT_OF_MEMORY;
    stream.next_out = byte;
    stream.avail_out = (uInt)size;
    const int answer = inflate(&stream, Z_SYNC_FLUSH);
    const bool complete = stream.avail_out == 0 && (answer >= Z_OK || answer == Z_BUF_ERROR);
    inflateEnd(&stream);
    return complete ? ROUTH_OK : answer == Z_MEM_ERROR ? ROUTH_OUT_OF_MEMORY : ROUTH_BAD_FORMAT;
}

routh_status routh_zip_unpack(const routh_zip_entry *entry, unsigned char *byte, size_t size) {
    if (size > entry->size)
        return ROUTH_BAD_FORMAT;
    if (entry->is_deflated) {
        const routh_status status = inflate_some(entry, byte, size);
        if (status != ROUTH_OK)
            return status;
    } else {
        memcpy(byte, entry->packed, size);
    }
    return size < entry->size || crc32(0, byte, (uInt)size) == entry->checksum ? ROUTH_OK : ROUTH_BAD_FORMAT;
}
