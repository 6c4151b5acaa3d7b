/* Where a verb's output goes: standard output, or a file that appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "program.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Outputs that are complete and wait to be put in their places together. No verb has more than three. */
enum { MOST_COMPLETE = 4 };
static output_file complete[MOST_COMPLETE];
static size_t complete_count;

/* A pipe whose other end is closed says so to poll, whatever became of errno. */
static int reader_is_gone(int descriptor) {
    struct pollfd end = {.fd = descriptor, .events = POLLOUT};
    return poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP)) != 0;
}

static int is_standard(const output_file *output) {
    return output->output.to.path && strcmp(output->output.to.path, "-") == 0;
}

/* What is printed may say that files were written: they are, before. */
int output_open(output_file *output, const char *verb, const char *path) {
    const int standard = !path || strcmp(path, "-") == 0;
    if (standard && outputs_place(verb) != 0)
        return EXIT_BAD_USE;
    return output_open_as(output, verb, standard ? "-" : path, standard ? "standard output" : path);
}

int output_open_as(output_file *output, const char *verb, const char *path, const char *shown) {
    routh_context context = writing_context();
    *output = (output_file){.verb = verb, .shown = shown, .context = routh_context_default()};
    if (routh_output_create(&context, (routh_io){.path = path, .name = shown}, &output->output) != ROUTH_OK)
        return fail(verb, "%s", context.message);
    output->file = output->output.file;
    return 0;
}

static int close_standard(output_file *output) {
    routh_context context = writing_context();
    const routh_status status = routh_output_write(&context, &output->output);
    const int gone = status != ROUTH_OK && reader_is_gone(STDOUT_FILENO);
    output_discard(output);
    if (gone)
        return EXIT_BAD_USE;
    return status == ROUTH_OK ? 0 : fail(output->verb, "%s", context.message);
}

int output_close(output_file *output) {
    routh_context context = writing_context();
    if (is_standard(output))
        return close_standard(output);
    const int end = dup(fileno(output->file)); /* the file itself is closed by then */
    const routh_status status = routh_output_complete(&context, &output->output);
    const int gone = status != ROUTH_OK && reader_is_gone(end);
    close(end);
    output->file = NULL;
    if (status == ROUTH_OK && complete_count < MOST_COMPLETE) {
        complete[complete_count++] = *output;
        return 0;
    }
    output_discard(output);
    if (gone)
        return EXIT_BAD_USE;
    return fail(output->verb, "%s", status == ROUTH_OK ? "too many outputs at once" : context.message);
}

int outputs_place(const char *verb) {
    routh_context context = writing_context();
    routh_status status = ROUTH_OK;
    unfinished_hold();
    for (size_t i = 0; i < complete_count && status == ROUTH_OK; i++)
        status = routh_output_write(&context, &complete[i].output);
    outputs_forget();
    unfinished_let_go();
    return status == ROUTH_OK ? 0 : fail(verb, "%s", context.message);
}

void outputs_forget(void) {
    for (size_t i = 0; i < complete_count; i++)
        output_discard(&complete[i]);
    complete_count = 0;
}

/* Some messages name the file already. */
int output_end(output_file *output, routh_status status) {
    const routh_context *context = &output->context;
    if (status == ROUTH_OK)
        return output_close(output);
    const int gone = status == ROUTH_FILE_ERROR && reader_is_gone(fileno(output->file));
    const int named = strncmp(context->message, output->shown, strlen(output->shown)) == 0;
    output_discard(output);
    if (gone)
        return EXIT_BAD_USE;
    if (status == ROUTH_FILE_ERROR && !named)
        return fail(output->verb, "%s: %s", output->shown, context->message);
    return fail_input(output->verb, context);
}

int finish_standard_output(const char *verb) {
    output_file output;
    const int answer = output_open(&output, verb, NULL);
    return answer == 0 ? output_close(&output) : answer;
}

void output_discard(output_file *output) {
    routh_context context = writing_context();
    routh_output_release(&context, &output->output);
    output->file = NULL;
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
