/* An output: a file that appears whole or not at all, a stream, or memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _XOPEN_SOURCE 700 /* realpath */

#include "file/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "file/source.h"

/* More concurrent writers or leftover files than this do not occur. */
enum { MOST_ATTEMPTS = 1000 };

const char *routh_output_name(const routh_io *to) {
    return to->name ? to->name : to->path;
}

static routh_status fail_to_write(routh_context *context, const routh_io *to, const char *why) {
    const bool ending_alone = to->name && to->name[0] == '.' && !strchr(to->name + 1, '.');
    const char *name = ending_alone ? to->path : routh_output_name(to);
    char shown[ROUTH_SHOWN_SOURCE] = "";
    if (name)
        routh_show_source(shown, sizeof shown, strcmp(name, "-") == 0 ? "standard output" : name);
    return routh_fail_in(context, ROUTH_FILE_ERROR, name ? shown : NULL, "cannot write: %s", why);
}

/* For a file that is not there yet: is there a folder for it? */
static routh_status check_folder(routh_context *context, const routh_io *to) {
    const char *end = strrchr(to->path, '/');
    if (!end || end == to->path)
        return ROUTH_OK;
    const size_t length = (size_t)(end - to->path);
    ROUTH_ARENA(room, context);
    char *folder = routh_take(&room, length + 1, 1), why[ROUTH_MESSAGE_SIZE];
    ROUTH_TRY(room.status);
    memcpy(folder, to->path, length);
    struct stat there;
    const int missing = stat(folder, &there) != 0 && errno == ENOENT;
    if (missing) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, folder);
        snprintf(why, sizeof why, "folder %s does not exist", shown);
    }
    return missing ? fail_to_write(context, to, why) : ROUTH_OK;
}

static void announce(routh_context *context, const char *temporary, int is_there) {
    if (context && context->temporary)
        context->temporary(temporary, is_there, context->user);
}

/* A new file beside the target under the first free name; −1 with errno when there is none. It is announced before it is
 * made, so that a signal finds it however early it comes; hence the look whether somebody else has one of that name. */
static int open_beside(routh_context *context, routh_output *output, size_t name_size) {
    int descriptor = -1;
    errno = EEXIST;
    for (int i = 0; i < MOST_ATTEMPTS && descriptor < 0 && errno == EEXIST; i++) {
        struct stat there;
        snprintf(output->temporary, name_size, "%s.part%d", output->target, i);
        if (lstat(output->temporary, &there) == 0) {
            errno = EEXIST;
            continue;
        }
        announce(context, output->temporary, 1);
        descriptor = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
        const int reason = errno;
        if (descriptor < 0)
            announce(context, output->temporary, 0);
        errno = reason;
    }
    return descriptor;
}

static void remove_temporary(routh_context *context, const char *temporary) {
    unlink(temporary);
    announce(context, temporary, 0);
}

/* `target` is what a link points to: that is replaced, not the link. `existing` NULL: there is nothing yet. */
static routh_status open_temporary(routh_context *context, routh_output *output, const char *target,
                                   const struct stat *existing) {
    const size_t size = strlen(target) + 1, name_size = size + sizeof ".part" + 12;
    output->target = routh_allocate(context, size, 1);
    output->temporary = output->target ? routh_allocate(context, name_size, 1) : NULL;
    if (!output->temporary)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(output->target, target, size);
    const int descriptor = open_beside(context, output, name_size);
    int reason = descriptor < 0 ? errno : 0;
    if (descriptor >= 0 && existing && fchmod(descriptor, existing->st_mode & 0777) != 0)
        reason = errno;
    output->file = reason == 0 ? fdopen(descriptor, "wb") : NULL;
    if (output->file)
        return ROUTH_OK;
    reason = reason ? reason : errno;
    if (descriptor >= 0) {
        close(descriptor);
        remove_temporary(context, output->temporary);
    }
    routh_release(context, output->temporary);
    output->temporary = NULL;
    return fail_to_write(context, &output->to, strerror(reason));
}

static routh_status open_path(routh_context *context, routh_output *output) {
    const routh_io *to = &output->to;
    struct stat existing;
    if (stat(to->path, &existing) != 0 && lstat(to->path, &existing) == 0)
        return fail_to_write(context, to, "it is a link that leads nowhere; remove it, or name another file");
    if (stat(to->path, &existing) != 0) {
        const routh_status status = check_folder(context, to);
        return status == ROUTH_OK ? open_temporary(context, output, to->path, NULL) : status;
    }
    if (S_ISDIR(existing.st_mode)) {
        char shown[ROUTH_SHOWN_SOURCE];
        routh_show_source(shown, sizeof shown, routh_output_name(to));
        return routh_fail_in(context, ROUTH_FILE_ERROR, shown, "is a directory");
    }
    if (access(to->path, W_OK) != 0)
        return fail_to_write(context, to, strerror(errno));
    if (!S_ISREG(existing.st_mode)) { /* a device or pipe cannot be replaced by a file */
        output->file = fopen(to->path, "wb");
        return output->file ? ROUTH_OK : fail_to_write(context, to, strerror(errno));
    }
    char *target = realpath(to->path, NULL);
    if (!target)
        return fail_to_write(context, to, strerror(errno));
    const routh_status status = open_temporary(context, output, target, &existing);
    free(target);
    return status;
}

routh_status routh_output_create(routh_context *context, routh_io to, routh_output *output) {
    *output = (routh_output){.to = to};
    if ((to.path != NULL) + (to.file != NULL) + (to.buffer != NULL) != 1 || to.bytes)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "writing needs exactly one of a path, a file and a buffer");
    routh_status status = ROUTH_OK;
    if (to.file || (to.path && strcmp(to.path, "-") == 0)) {
        output->file = to.file ? to.file : stdout;
    } else if (to.path) {
        status = open_path(context, output);
    } else {
        output->file = open_memstream(&output->memory, &output->memory_count);
        if (!output->file)
            status = routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write into");
    }
    if (status != ROUTH_OK)
        routh_output_release(context, output);
    return status;
}

/* The caller's streams stay open. */
static bool is_ours(const routh_output *output) {
    return output->file && output->file != output->to.file && output->file != stdout;
}

/* The bytes in the context's memory, in place of what the buffer had. */
static routh_status fill_buffer(routh_context *context, const routh_output *output) {
    char *byte = routh_allocate(context, output->memory_count + 1, 1);
    if (!byte)
        return ROUTH_OUT_OF_MEMORY;
    memcpy(byte, output->memory, output->memory_count);
    routh_buffer_release(context, output->to.buffer);
    *output->to.buffer = (routh_buffer){.byte_count = output->memory_count, .byte = byte};
    return ROUTH_OK;
}

/* Some file systems, and everything that is no file, have nothing to wait for. */
static int sync_to_disk(int descriptor) {
    if (fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS || errno == ENOSYS)
        return 0;
    return errno;
}

/* A folder that may be written but not read cannot be waited for. */
static int sync_folder(const char *folder) {
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return 0;
    const int reason = sync_to_disk(descriptor);
    close(descriptor);
    return reason;
}

/* A new name is safe once the folder that holds it is. */
static int sync_folder_of(char *path) {
    char *end = strrchr(path, '/');
    if (end)
        *end = '\0'; /* put back below */
    const int reason = sync_folder(!end ? "." : end == path ? "/" : path);
    if (end)
        *end = '/';
    return reason;
}

routh_status routh_folder_sync(routh_context *context, const char *folder) {
    if (!folder)
        return routh_fail(context, ROUTH_BAD_ARGUMENT, "folder is missing");
    const int reason = sync_folder(folder);
    const routh_io named = {.path = folder};
    return reason == 0 ? ROUTH_OK : fail_to_write(context, &named, strerror(reason));
}

static routh_status fail_for(routh_context *context, const routh_output *output, int reason) {
    return output->to.buffer ? routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write into")
                             : fail_to_write(context, &output->to, strerror(reason));
}

routh_status routh_output_complete(routh_context *context, routh_output *output) {
    const int lost = ferror(output->file);
    int reason = 0;
    errno = 0;
    if (fflush(output->file) != 0 || lost)
        reason = errno ? errno : EIO;
    if (reason == 0 && output->temporary)
        reason = sync_to_disk(fileno(output->file));
    if (is_ours(output) && fclose(output->file) != 0 && reason == 0)
        reason = errno ? errno : EIO;
    output->file = NULL;
    return reason == 0 ? ROUTH_OK : fail_for(context, output, reason);
}

/* A name that may be lost with the power is reported, though the file is in its place. */
static int put_in_place(routh_context *context, routh_output *output) {
    if (rename(output->temporary, output->target) != 0)
        return errno;
    announce(context, output->temporary, 0);
    output->temporary[0] = '\0';
    return sync_folder_of(output->target);
}

routh_status routh_output_write(routh_context *context, routh_output *output) {
    ROUTH_TRY(output->file ? routh_output_complete(context, output) : ROUTH_OK);
    const int reason = output->temporary && output->temporary[0] ? put_in_place(context, output) : 0;
    if (reason != 0)
        return fail_for(context, output, reason);
    return output->to.buffer ? fill_buffer(context, output) : ROUTH_OK;
}

void routh_output_release(routh_context *context, routh_output *output) {
    if (is_ours(output))
        fclose(output->file);
    if (output->temporary && output->temporary[0])
        remove_temporary(context, output->temporary);
    routh_release(context, output->temporary);
    routh_release(context, output->target);
    free(output->memory);
    *output = (routh_output){0};
}

routh_status routh_output_end(routh_context *context, routh_output *output, routh_status status) {
    if (status == ROUTH_OK)
        status = routh_output_write(context, output);
    routh_output_release(context, output);
    return status;
}

routh_status routh_text_begin(routh_context *context, routh_io to, routh_text *text) {
    ROUTH_TRY(routh_output_create(context, to, &text->output));
    text->file = text->output.file;
    const routh_status status = routh_c_locale_begin(context, &text->numbers);
    if (status != ROUTH_OK)
        routh_output_release(context, &text->output);
    return status;
}

routh_status routh_text_end(routh_context *context, routh_text *text, routh_status status) {
    routh_c_locale_end(&text->numbers);
    return routh_output_end(context, &text->output, status);
}

routh_status routh_text_print(routh_context *context, routh_io to, void (*print)(FILE *file, const void *what),
                              const void *what) {
    routh_text text;
    const routh_status status = routh_text_begin(context, to, &text);
    if (status != ROUTH_OK)
        return status;
    print(text.file, what);
    return routh_text_end(context, &text, status);
}

routh_status routh_write_bytes(routh_context *context, const void *bytes, size_t size, routh_io to) {
    routh_output output;
    routh_status status = routh_output_create(context, to, &output);
    if (status != ROUTH_OK)
        return status;
    errno = 0; /* the reason is gone when the stream is flushed */
    if (fwrite(bytes, 1, size, output.file) < size)
        status = fail_for(context, &output, errno ? errno : EIO);
    return routh_output_end(context, &output, status);
}

/* Which format an output gets: the ending of its name decides. */

static const char *ending_at(size_t index, const void *user) {
    const char *const *endings = user;
    return endings[index];
}

int routh_ending_of(routh_context *context, const char *thing, const char *const *endings, routh_io to) {
    enum { LIST = 64 };
    const char *name = routh_output_name(&to);
    int count = 0;
    for (; endings[count]; count++)
        if (routh_name_ends(name, endings[count]))
            return count;
    char list[LIST], shown[ROUTH_SHOWN_SOURCE] = "an output without a name";
    routh_list_names(list, sizeof list, " and ", (size_t)count, ending_at, endings);
    if (name)
        routh_show_source(shown, sizeof shown, name);
    routh_fail_in(context, ROUTH_BAD_ARGUMENT, shown, "%s writes %s, chosen by the ending of the name", thing, list);
    return -1;
}

bool routh_output_is_table(const routh_io *to, const char *table, bool last) {
    const char *name = routh_output_name(to);
    const char *folder = name ? strrchr(name, '/') : NULL;
    const char *stem = folder ? folder + 1 : name ? name : "";
    const char *dot = strrchr(stem, '.');
    const size_t length = dot ? (size_t)(dot - stem) : strlen(stem), part = strlen(table);
    if (length < part)
        return false;
    const char *place = last ? stem + length - part : stem;
    const bool apart = length == part || (last ? place[-1] : stem[part]) == '-';
    return apart && strncmp(place, table, part) == 0;
}

/* Text within XML. */

void routh_xml_escape(FILE *file, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            if ((unsigned char)*text >= ' ')
                fputc(*text, file);
        }
    }
}
