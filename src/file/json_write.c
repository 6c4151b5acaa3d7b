/* A JSON value as a whole output.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_write.h"

#include "base/context.h"
#include "file/output.h"

bool routh_json_print(const json_t *value, size_t flags, FILE *file) {
    return value && (json_dumpf(value, file, flags | JSON_ENCODE_ANY) == 0 || ferror(file));
}

static routh_status no_memory(routh_context *context) {
    return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write JSON");
}

/* The first pass counts, so that the text is in the context's memory and not in jansson's. */
char *routh_json_text(routh_context *context, json_t *value, size_t flags) {
    const size_t size = value ? json_dumpb(value, NULL, 0, flags) : 0;
    char *text = NULL;
    if (size == 0)
        no_memory(context);
    else
        text = routh_allocate(context, size + 1, 1);
    if (text && json_dumpb(value, text, size, flags) != size) {
        no_memory(context);
        routh_release(context, text);
        text = NULL;
    }
    json_decref(value);
    return text;
}

routh_status routh_json_write(routh_context *context, json_t *value, size_t flags, routh_io to) {
    routh_text text;
    routh_status status = routh_text_begin(context, to, &text);
    if (status == ROUTH_OK) {
        if (!routh_json_print(value, flags, text.file))
            status = no_memory(context);
        fputc('\n', text.file);
        status = routh_text_end(context, &text, status);
    }
    json_decref(value);
    return status;
}
