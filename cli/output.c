/* Where a verb's output goes: standard output, or a file that appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "output.h"

#include <poll.h>
#include <signal.h>
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
    if (!path)
        return;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (signal(endings[i], remove_unfinished) == SIG_IGN)
            signal(endings[i], SIG_IGN);
}

/* A pipe whose other end is closed says so to poll, whatever became of errno. */
static int reader_is_gone(int descriptor) {
    struct pollfd end = {.fd = descriptor, .events = POLLOUT};
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

int output_open(output_file *output, const char *verb, const char *path) {
    routh_context context = routh_context_default();
    const int standard = !path || strcmp(path, "-") == 0;
    *output = (output_file){.verb = verb, .shown = standard ? "standard output" : path};
    if (routh_output_create(&context, routh_io_path(standard ? "-" : path), &output->output) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    output->file = output->output.file;
    guard_temporary(output->output.temporary);
    return 0;
}

int output_close(output_file *output) {
    routh_context context = routh_context_default();
    const int end = dup(fileno(output->file)); /* the file itself is closed by then */
    const routh_status status = routh_output_write(&context, &output->output);
    const int gone = status != ROUTH_OK && reader_is_gone(end);
    close(end);
    output_discard(output);
    if (gone)
        return EXIT_BAD_USE;
    return status == ROUTH_OK ? 0 : fail(output->verb, "%s", context.message);
}

int output_end(output_file *output, const routh_context *context, routh_status status) {
    if (status == ROUTH_OK)
        return output_close(output);
    if (status == ROUTH_FILE_ERROR)
        return output_fail(output, context->message);
    output_discard(output);
    return fail(output->verb, "%s", context->message);
}

int finish_standard_output(const char *verb) {
    output_file output;
    output_open(&output, verb, NULL);
    return output_close(&output);
}

void output_discard(output_file *output) {
    routh_context context = routh_context_default();
    guard_temporary(NULL);
    routh_output_release(&context, &output->output);
    output->file = NULL;
}

int output_fail(output_file *output, const char *words) {
    int gone = reader_is_gone(fileno(output->file));
    output_discard(output);
    return gone ? EXIT_BAD_USE : fail(output->verb, "%s: %s", output->shown, words);
}

void print_number(FILE *file, double value) {
    char text[ROUTH_SHORTEST_TEXT];
    fputs(routh_shortest_text(value, text), file);
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
