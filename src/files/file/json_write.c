/* A JSON value as a whole output.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_build.h"

#include "base/context.h"
#include "file/output.h"

bool routh_json_print(const json_t *value, size_t flags, FILE *file) {
    return value && (json_dumpf(value, file, flags | JSON_ENCODE_ANY) == 0 || ferror(file));
}

static routh_status no_memory(routh_context *context) {
    return routh_fail(context, ROUTH_OUT_OF_MEMORY, "no memory to write JSON");
}

/* The first pass counts, so that the text is in the context's memory and not in jansson's. */
routh_status routh_json_text(routh_context *context, json_t *value, size_t flags, char **text) {
    const size_t size = value ? json_dumpb(value, NULL, 0, flags) : 0;
    *text = NULL;
    routh_status status = size > 0 ? routh_check_cancelled(context) : no_memory(context);
    if (status == ROUTH_OK && !(*text = routh_allocate(context, size + 1, 1)))
        status = ROUTH_OUT_OF_MEMORY;
    if (status == ROUTH_OK && json_dumpb(value, *text, size, flags) != size)
        status = no_memory(context);
    if (status == ROUTH_OK)
        status = routh_check_cancelled(context);
    if (status != ROUTH_OK) {
        routh_release(context, *text);
        *text = NULL;
    }
    json_decref(value);
    return status;
}

json_t *routh_json_with_layout(json_t *value) {
    if (!json_is_object(value))
        return value;
    json_t *object = json_object();
    routh_json_put(&object, "layout", json_integer(ROUTH_JSON_LAYOUT));
    routh_json_join(&object, value);
    return object;
}

routh_status routh_json_write(routh_context *context, json_t *value, size_t flags, routh_io to) {
    routh_text text;
    routh_status status = routh_text_begin(context, to, &text);
    value = routh_json_with_layout(value);
    if (status == ROUTH_OK) {
        if (!routh_json_print(value, flags, text.file))
            status = no_memory(context);
        fputc('\n', text.file);
        status = routh_text_end(context, &text, status);
    }
    json_decref(value);
    return status;
}
