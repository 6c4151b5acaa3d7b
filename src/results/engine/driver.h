/* An engine's program: its process, and how requests and answers go to and fro.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_ENGINE_DRIVER_H
#define ROUTH_SRC_ENGINE_DRIVER_H

#include <sys/types.h>

#include "engine/engine.h"

enum {
    ROUTH_DRIVER_PROTOCOL = 1,
    ROUTH_DRIVER_LINE = 8192, /* no line of a request or an answer is longer */
    ROUTH_DRIVER_BUFFER = 1 << 16,
    ROUTH_DRIVER_SAID = 200 /* of what the program complains about, the last bytes */
};

/* Bytes on their way. */
typedef struct routh_driver_bytes {
    size_t begin, end;
    char byte[ROUTH_DRIVER_BUFFER];
} routh_driver_bytes;

struct routh_driver {
    const routh_engine *engine;
    char version[ROUTH_LABEL_SIZE];
    double patience; /* s without an answer after which the program counts as lost; 30 */
    bool has_world;
    pid_t child;                                         /* 0: it has ended */
    void (*group)(long group, int is_there, void *user); /* the hook of the context that opened it, and */
    void *user;                                          /* what that is called with */
    int answers;                                         /* socket of requests and answers; −1: closed */
    int complaints;                                      /* pipe of what it prints as errors; −1: closed */
    char said[ROUTH_DRIVER_SAID + 1];
    routh_driver_bytes out, in;
};

/* One request and its answers. */

/* The program's path, or a message with what is missing. */
routh_status routh_driver_find(routh_context *context, const routh_engine *engine, const char *folder, char *path,
                               size_t size);
routh_status routh_driver_start(routh_context *context, routh_driver *driver, const char *path);

/* Takes in what the program complains about. */
void routh_driver_listen(routh_driver *driver);

/* Has it ended by itself? It is not waited for yet. */
bool routh_driver_has_ended(const routh_driver *driver);

/* Ends the program: by the end of its input, and after `patience` s by force; what it started and left running, by force. How
 * it ended, in words: "signal 9". */
void routh_driver_end(routh_driver *driver, double patience, char how[ROUTH_LABEL_SIZE]);

#endif
