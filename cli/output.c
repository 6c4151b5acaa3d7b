/* Where a verb's output goes: standard output, or a file that appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* realpath */

#include "output.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"

/* The temporary file to remove when a signal ends the program: a handler can know it no other way. */
static const char *volatile unfinished;

static void remove_unfinished(int number) {
    if (unfinished)
        unlink(unfinished);
    signal(number, SIG_DFL);
    raise(number);
}

/* What is ignored, as under nohup, stays ignored. */
static void guard_temporary(const char *path) {
    static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
    unfinished = path;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (signal(endings[i], remove_unfinished) == SIG_IGN)
            signal(endings[i], SIG_IGN);
}

static void forget(output_file *output) {
    unfinished = NULL;
    free(output->temporary);
    free(output->target);
    output->temporary = NULL;
    output->target = NULL;
    output->file = NULL;
}

/* A pipe whose other end is closed says so to poll, whatever became of errno. */
static int reader_is_gone(FILE *file) {
    struct pollfd end = {.fd = fileno(file), .events = POLLOUT};
    return poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP)) != 0;
}

int refuse_same_file(const char *verb, const char *input, const char *output) {
    struct stat from, to;
    int standard = !input || strcmp(input, "-") == 0;
    if (!output || strcmp(output, "-") == 0 || stat(output, &to) != 0 || !S_ISREG(to.st_mode))
        return 0;
    if ((standard ? fstat(STDIN_FILENO, &from) : stat(input, &from)) != 0)
        return 0;
    if (from.st_dev != to.st_dev || from.st_ino != to.st_ino)
        return 0;
    return fail(verb, "%s: output and input are the same file; give the output another name", output);
}

/* A device or pipe is written in place: it cannot be replaced by a file. */
static int open_in_place(output_file *output, const char *path) {
    output->file = fopen(path, "w");
    return output->file ? 0 : fail(output->verb, "%s: cannot write: %s", path, strerror(errno));
}

/* The mode that a file created in the ordinary way has. */
static mode_t ordinary_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int open_temporary(output_file *output, const char *path, const struct stat *existing) {
    output->target = existing ? realpath(path, NULL) : strdup(path);
    size_t size = output->target ? strlen(output->target) + sizeof ".XXXXXX" : 0;
    output->temporary = size ? malloc(size) : NULL;
    if (!output->temporary) {
        forget(output);
        return fail(output->verb, "%s: cannot write: %s", path, strerror(errno));
    }
    snprintf(output->temporary, size, "%s.XXXXXX", output->target);
    int descriptor = mkstemp(output->temporary);
    if (descriptor >= 0) {
        guard_temporary(output->temporary);
        if (fchmod(descriptor, existing ? existing->st_mode & 0777 : ordinary_mode()) == 0)
            output->file = fdopen(descriptor, "w");
    }
    if (output->file)
        return 0;
    int reason = errno;
    if (descriptor >= 0) {
        close(descriptor);
        unlink(output->temporary);
    }
    forget(output);
    return fail(output->verb, "%s: cannot write: %s", path, strerror(reason));
}

/* For a file that is not there yet: is there a folder for it? */
static int check_folder(const char *verb, const char *path) {
    const char *end = strrchr(path, '/');
    char *folder = end && end > path ? strndup(path, (size_t)(end - path)) : NULL;
    struct stat there;
    int missing = folder && stat(folder, &there) != 0 && errno == ENOENT;
    if (missing)
        fail(verb, "%s: folder %s does not exist", path, folder);
    free(folder);
    return missing ? EXIT_BAD_USE : 0;
}

int output_open(output_file *output, const char *verb, const char *path) {
    int standard = !path || strcmp(path, "-") == 0;
    *output = (output_file){.verb = verb, .shown = standard ? "standard output" : path};
    if (standard) {
        output->file = stdout;
        return 0;
    }
    struct stat existing;
    if (stat(path, &existing) != 0) {
        int answer = check_folder(verb, path);
        return answer == 0 ? open_temporary(output, path, NULL) : answer;
    }
    if (S_ISDIR(existing.st_mode))
        return fail(verb, "%s: is a directory", path);
    if (!S_ISREG(existing.st_mode))
        return open_in_place(output, path);
    if (access(path, W_OK) != 0)
        return fail(verb, "%s: cannot write: %s", path, strerror(errno));
    return open_temporary(output, path, &existing);
}

/* 0 when all that was written has reached the system, otherwise the reason; and whether nobody reads it any more. */
static int finish_writing(output_file *output, int *gone) {
    int lost = ferror(output->file), reason = 0;
    errno = 0;
    if (fflush(output->file) != 0 || lost)
        reason = errno ? errno : EIO;
    *gone = reason != 0 && reader_is_gone(output->file);
    if (output->file != stdout && fclose(output->file) != 0 && reason == 0)
        reason = errno ? errno : EIO;
    return reason;
}

int output_close(output_file *output) {
    int gone, reason = finish_writing(output, &gone);
    if (reason == 0 && output->temporary && rename(output->temporary, output->target) != 0)
        reason = errno;
    if (reason != 0 && output->temporary)
        unlink(output->temporary);
    forget(output);
    if (gone)
        return EXIT_BAD_USE;
    return reason == 0 ? 0 : fail(output->verb, "%s: cannot write: %s", output->shown, strerror(reason));
}

int finish_standard_output(const char *verb) {
    output_file output;
    output_open(&output, verb, NULL);
    return output_close(&output);
}

void output_discard(output_file *output) {
    if (output->file && output->file != stdout)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    forget(output);
}

int output_fail(output_file *output, const char *words) {
    int gone = reader_is_gone(output->file);
    output_discard(output);
    return gone ? EXIT_BAD_USE : fail(output->verb, "%s: %s", output->shown, words);
}

/* %g drops trailing zeros, but 16 digits of a number that has only 15 may end in …01 or …99: so 15 has its try. */
void print_number(FILE *file, double value) {
    char text[32], shorter[32];
    snprintf(text, sizeof text, "%.16g", value);
    if (strtod(text, NULL) != value) {
        fprintf(file, "%.17g", value);
        return;
    }
    snprintf(shorter, sizeof shorter, "%.15g", value);
    fputs(strtod(shorter, NULL) == value ? shorter : text, file);
}

/* Every byte of a character in UTF-8 but its first is 10xxxxxx. */
int count_characters(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

void print_spaces(FILE *file, int count) {
    fprintf(file, "%*s", count > 0 ? count : 0, "");
}

void print_padded(FILE *file, const char *text, int width) {
    fputs(text, file);
    print_spaces(file, width - count_characters(text, strlen(text)));
}
