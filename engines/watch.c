/* SPDX-License-Identifier: BSD-3-Clause */
#include "watch.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/* Who asked may be killed while the engine is at work, or hangs: then there is nobody left to answer. A socket says so at once;
 * the end of the requests alone, or of a pipe, ends the program when it next reads. */
static void *watch(void *user) {
    (void)user;
    struct pollfd end = {.fd = STDIN_FILENO};
    while (!(end.revents & (POLLHUP | POLLERR | POLLNVAL)))
        poll(&end, 1, -1);
    _exit(1);
}

void engine_watch_other_end(void) {
    struct stat in, out;
    sigset_t all, usual;
    pthread_t thread;
    if (fstat(STDIN_FILENO, &in) != 0 || fstat(STDOUT_FILENO, &out) != 0 || !S_ISSOCK(in.st_mode) ||
        in.st_ino != out.st_ino)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &usual);
    if (pthread_create(&thread, NULL, watch, NULL) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &usual, NULL);
}
