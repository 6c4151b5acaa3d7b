/* Runs a test and adds the processor time it took, with that of all processes it started, to a file, whose name is the
 * first argument: "SECONDS NAME" a line. The other arguments are the test's name and its command. Its exit code is the
 * command's.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds_of(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: timed FILE NAME COMMAND [ARGUMENT…]\n", stderr);
        return 2;
    }
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[3], argv + 3);
        perror(argv[3]);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("timed");
        return 1;
    }
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    FILE *file = fopen(argv[1], "a"); /* one write a line: tests run side by side */
    if (file) {
        fprintf(file, "%.2f %s\n", seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), argv[2]);
        fclose(file);
    }
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "%s was ended by signal %d\n", argv[2], WTERMSIG(status));
        return 128 + WTERMSIG(status);
    }
    return WEXITSTATUS(status);
}
