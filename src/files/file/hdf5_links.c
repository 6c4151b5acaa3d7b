/* The links of a group of an HDF5 file: in its object header, in a fractal heap, or in the symbol table of older files.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/hdf5_bytes.h"

#include <stdlib.h>
#include <string.h>

/* Object headers of an HDF5 file, both versions: a list of messages, which may continue elsewhere. */

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

enum { MOST_LEVELS = 16 };

typedef struct group_reader {
    routh_hdf5_bytes *bytes;
    bool is_group;
    uint64_t heap, tree;     /* of many links; ROUTH_HDF5_NOWHERE: none */
    uint64_t symbols, names; /* of an older group */
    routh_hdf5_heap many;
    routh_hdf5_span name; /* texts of an older group */
} group_reader;

static const char damaged_group[] = "has a damaged group";

static const char *keep(routh_hdf5_bytes *bytes, routh_hdf5_span name, uint64_t address) {
    if (routh_grow(bytes->context, &bytes->link, bytes->links, &bytes->room, sizeof *bytes->link) != ROUTH_OK)
        return routh_hdf5_no_memory;
    bytes->link[bytes->links++] = (routh_hdf5_link){name.at, name.left, address};
    return NULL;
}

static const char *take_link(routh_hdf5_bytes *bytes, routh_hdf5_span body) {
    enum { WIDE = 3, ORDER = 1 << 2, KIND = 1 << 3, ALPHABET = 1 << 4 };
    const uint64_t version = routh_hdf5_take(&body, 1), flags = routh_hdf5_take(&body, 1);
    const uint64_t kind = flags & KIND ? routh_hdf5_take(&body, 1) : 0;
    if (flags & ORDER)
        routh_hdf5_take(&body, 8);
    if (flags & ALPHABET)
        routh_hdf5_take(&body, 1);
    const routh_hdf5_span name = routh_hdf5_take_span(&body, routh_hdf5_take(&body, (size_t)1 << (flags & WIDE)));
    const uint64_t address = kind == 0 ? routh_hdf5_take(&body, 8) : ROUTH_HDF5_NOWHERE;
    return body.ended || version != 1 ? damaged_group : keep(bytes, name, address);
}

static const char *take_group_message(void *user, const routh_hdf5_message *message) {
    group_reader *r = user;
    routh_hdf5_span body = message->body;
    const bool counts = message->kind == ROUTH_HDF5_LINK || message->kind == ROUTH_HDF5_LINK_INFO ||
                        message->kind == ROUTH_HDF5_SYMBOLS;
    if (!counts)
        return NULL;
    r->is_group = true;
    if (message->shared)
        return damaged_group;
    if (message->kind == ROUTH_HDF5_LINK)
        return take_link(r->bytes, body);
    if (message->kind == ROUTH_HDF5_SYMBOLS) {
        r->symbols = routh_hdf5_take(&body, 8);
        r->names = routh_hdf5_take(&body, 8);
        return body.ended ? damaged_group : NULL;
    }
    const uint64_t version = routh_hdf5_take(&body, 1), flags = routh_hdf5_take(&body, 1);
    if (flags & 1)
        routh_hdf5_take(&body, 8);
    r->heap = routh_hdf5_take(&body, 8);
    r->tree = routh_hdf5_take(&body, 8);
    return body.ended || version != 0 ? damaged_group : NULL;
}

/* Many links ----------------------------------------------------------------------------------------------*/

static const char *take_record(void *user, routh_hdf5_span record) {
    group_reader *r = user;
    routh_hdf5_span link;
    routh_hdf5_take(&record, 4); /* hash of the name */
    const char *fault = routh_hdf5_heap_object(&r->many, record, &link);
    return fault ? fault : take_link(r->bytes, link);
}

static const char *take_many(group_reader *r) {
    enum { LINKS_BY_NAME = 5 };
    const char *fault = routh_hdf5_heap_open(r->bytes, r->heap, &r->many);
    if (!fault)
        fault = routh_hdf5_records(r->bytes, r->tree, LINKS_BY_NAME, take_record, r);
    routh_hdf5_heap_close(&r->many);
    return fault;
}

/* Older groups --------------------------------------------------------------------------------------------*/

static const char *open_names(group_reader *r) {
    routh_hdf5_span head;
    const char *fault = routh_hdf5_span_at(r->bytes, r->names, 32, &head);
    if (fault)
        return fault;
    const bool right = routh_hdf5_take_letters(&head, "HEAP") && routh_hdf5_take(&head, 1) == 0;
    routh_hdf5_take(&head, 3);
    const uint64_t size = routh_hdf5_take(&head, 8);
    routh_hdf5_take(&head, 8); /* free space */
    return right ? routh_hdf5_span_at(r->bytes, routh_hdf5_take(&head, 8), size, &r->name) : damaged_group;
}

static const char *take_symbol(group_reader *r, routh_hdf5_span *node) {
    enum { SOFT = 2 };
    const uint64_t offset = routh_hdf5_take(node, 8), address = routh_hdf5_take(node, 8);
    const uint64_t kind = routh_hdf5_take(node, 4);
    routh_hdf5_take_span(node, 4 + 16);
    routh_hdf5_span name = r->name;
    routh_hdf5_take_span(&name, offset);
    const unsigned char *end = name.left ? memchr(name.at, 0, name.left) : NULL;
    if (!end)
        return damaged_group;
    name.left = (size_t)(end - name.at);
    return keep(r->bytes, name, kind == SOFT ? ROUTH_HDF5_NOWHERE : address);
}

static const char *take_symbols(group_reader *r, uint64_t address) {
    routh_hdf5_span node;
    const char *fault = routh_hdf5_span_at(r->bytes, address, 8, &node);
    if (fault)
        return fault;
    const bool right = routh_hdf5_take_letters(&node, "SNOD") && routh_hdf5_take(&node, 1) == 1;
    routh_hdf5_take(&node, 1);
    const uint64_t count = routh_hdf5_take(&node, 2);
    fault = right ? routh_hdf5_span_at(r->bytes, address + 8, count * 40, &node) : damaged_group;
    for (uint64_t i = 0; !fault && i < count; i++)
        fault = take_symbol(r, &node);
    return fault;
}

/* Keys and children take turns; level 0 has nodes with symbols for children. */
static const char *take_tree(group_reader *r, uint64_t address, int level) {
    routh_hdf5_span node;
    const char *fault = routh_hdf5_span_at(r->bytes, address, 24, &node);
    if (fault)
        return fault;
    const bool right = routh_hdf5_take_letters(&node, "TREE") && routh_hdf5_take(&node, 1) == 0;
    const int found = (int)routh_hdf5_take(&node, 1);
    const uint64_t count = routh_hdf5_take(&node, 2);
    if (!right || (level >= 0 ? found != level : found > MOST_LEVELS))
        return damaged_group;
    fault = routh_hdf5_span_at(r->bytes, address + 24, count * 16, &node);
    for (uint64_t i = 0; !fault && i < count; i++) {
        routh_hdf5_take(&node, 8); /* the first name */
        const uint64_t child = routh_hdf5_take(&node, 8);
        fault = found > 0 ? take_tree(r, child, found - 1) : take_symbols(r, child);
    }
    return fault;
}

static const char *take_older(group_reader *r) {
    const char *fault = open_names(r);
    return fault ? fault : take_tree(r, r->symbols, -1);
}

/* All -------------------------------------------------------------------------------------------------------*/

static int compare_links(const void *a, const void *b) {
    const routh_hdf5_link *p = a, *q = b;
    const size_t both = p->length < q->length ? p->length : q->length;
    const int order = both ? memcmp(p->name, q->name, both) : 0;
    return order ? order : (p->length > q->length) - (p->length < q->length);
}

const char *routh_hdf5_list(routh_hdf5_bytes *bytes, uint64_t group, bool *is_group) {
    if (bytes->listed == group) {
        *is_group = true;
        return NULL;
    }
    group_reader r = {.bytes = bytes, .heap = ROUTH_HDF5_NOWHERE, .symbols = ROUTH_HDF5_NOWHERE};
    bytes->links = 0;
    bytes->listed = ROUTH_HDF5_NOWHERE;
    const char *fault = routh_hdf5_messages(bytes, group, take_group_message, &r);
    if (!fault && r.heap != ROUTH_HDF5_NOWHERE)
        fault = take_many(&r);
    if (!fault && r.symbols != ROUTH_HDF5_NOWHERE)
        fault = take_older(&r);
    *is_group = r.is_group;
    if (fault || !r.is_group)
        return fault;
    if (bytes->links > 0)
        qsort(bytes->link, bytes->links, sizeof *bytes->link, compare_links);
    for (size_t i = 1; i < bytes->links; i++)
        if (compare_links(&bytes->link[i - 1], &bytes->link[i]) == 0)
            return "has a group with two objects of one name: the file is damaged";
    bytes->listed = group;
    return NULL;
}
