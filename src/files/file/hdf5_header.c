/* Object headers of an HDF5 file, both versions: a list of messages, which may continue elsewhere.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

#include <string.h>

/* Pieces of a header that are still to be read. */
enum { MOST_PIECES = 256 };

typedef struct header_piece {
    uint64_t address, size;
} header_piece;

typedef struct header_reader {
    routh_hdf5_bytes *bytes;
    routh_hdf5_visit *visit;
    void *user;
    unsigned version;
    bool ordered; /* messages of version 2 have the order of their creation */
    int pieces;
    header_piece piece[MOST_PIECES];
} header_reader;

static const char damaged[] = "has a damaged object header";

static const char *take_continuation(header_reader *r, routh_hdf5_span body) {
    if (r->pieces >= MOST_PIECES)
        return "has an object header in too many pieces: the file is damaged";
    header_piece *piece = &r->piece[r->pieces++];
    piece->address = routh_hdf5_take(&body, 8);
    piece->size = routh_hdf5_take(&body, 8);
    return body.ended ? damaged : NULL;
}

static const char *take_message(header_reader *r, routh_hdf5_span *piece) {
    enum { SHARED = 1 << 1, REFUSE_IF_UNKNOWN = 1 << 7, LAST_KNOWN = 0x18 };
    const bool old = r->version == 1;
    routh_hdf5_message message = {.kind = (unsigned)routh_hdf5_take(piece, old ? 2 : 1)};
    const uint64_t size = routh_hdf5_take(piece, 2), flags = routh_hdf5_take(piece, 1);
    routh_hdf5_take(piece, old ? 3 : r->ordered ? 2 : 0);
    message.shared = flags & SHARED;
    message.body = routh_hdf5_take_span(piece, size);
    if (piece->ended)
        return damaged;
    if (message.kind > LAST_KNOWN && flags & REFUSE_IF_UNKNOWN)
        return "has an object header with an unknown message" ROUTH_HDF5_REWRITE;
    return message.kind == ROUTH_HDF5_CONTINUATION ? take_continuation(r, message.body) : r->visit(r->user, &message);
}

static const char *take_piece(header_reader *r, routh_hdf5_span piece) {
    const size_t least = r->version == 1 ? 8 : r->ordered ? 6 : 4;
    const char *fault = NULL;
    while (!fault && piece.left >= least)
        fault = take_message(r, &piece);
    return fault;
}

/* Version 1 has a prefix of 12 bytes, filled up to 16, and no checksum. */
static const char *take_first_old(header_reader *r, uint64_t address) {
    routh_hdf5_span head;
    const char *fault = routh_hdf5_span_at(r->bytes, address, 16, &head);
    if (fault)
        return fault;
    r->version = (unsigned)routh_hdf5_take(&head, 1);
    routh_hdf5_take(&head, 1);
    routh_hdf5_take(&head, 2 + 4); /* messages, references */
    const uint64_t size = routh_hdf5_take(&head, 4);
    if (r->version != 1)
        return damaged;
    fault = routh_hdf5_span_at(r->bytes, address + 16, size, &head);
    return fault ? fault : take_piece(r, head);
}

static const char *take_first_new(header_reader *r, uint64_t address) {
    enum { ORDERED = 1 << 2, PHASES = 1 << 4, TIMES = 1 << 5 };
    routh_hdf5_span head;
    const char *fault = routh_hdf5_span_at(r->bytes, address, 6, &head);
    if (fault)
        return fault;
    routh_hdf5_take(&head, 4);
    r->version = (unsigned)routh_hdf5_take(&head, 1);
    const unsigned flags = (unsigned)routh_hdf5_take(&head, 1);
    if (r->version != 2)
        return "has an object header of an unknown version" ROUTH_HDF5_REWRITE;
    r->ordered = flags & ORDERED;
    const size_t before = 6u + (flags & TIMES ? 16u : 0u) + (flags & PHASES ? 4u : 0u), wide = (size_t)1 << (flags & 3);
    fault = routh_hdf5_span_at(r->bytes, address, before + wide, &head);
    if (fault)
        return fault;
    routh_hdf5_take_span(&head, before);
    const uint64_t size = routh_hdf5_take(&head, wide);
    if (size > r->bytes->size)
        return damaged;
    fault = routh_hdf5_block_at(r->bytes, address, before + wide + size + 4, "OHDR", &head);
    routh_hdf5_take_span(&head, before + wide - 4);
    return fault ? fault : take_piece(r, head);
}

const char *routh_hdf5_messages(routh_hdf5_bytes *bytes, uint64_t address, routh_hdf5_visit *visit, void *user) {
    header_reader r = {.bytes = bytes, .visit = visit, .user = user};
    routh_hdf5_span head;
    const char *fault = routh_hdf5_span_at(bytes, address, 4, &head);
    if (!fault)
        fault = routh_hdf5_take_letters(&head, "OHDR") ? take_first_new(&r, address) : take_first_old(&r, address);
    for (int i = 0; !fault && i < r.pieces; i++) {
        fault = r.version == 1 ? routh_hdf5_span_at(bytes, r.piece[i].address, r.piece[i].size, &head)
                               : routh_hdf5_block_at(bytes, r.piece[i].address, r.piece[i].size, "OCHK", &head);
        if (!fault)
            fault = take_piece(&r, head);
    }
    return fault;
}
