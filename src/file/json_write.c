/* A JSON value as a whole output.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/json_write.h"

#include "base/context.h"
#include "file/output.h"

routh_status routh_json_write(routh_context *context, json_t *value, size_t flags, routh_io to) {
    routh_text text;
    routh_status status = routh_text_begin(context, to, &text);
    if (status == ROUTH_OK) {
        if (!value || (json_dumpf(value, text.file, flags) != 0 && !ferror(text.file)))
            status = routh_fail(context, ROUTH_OUT_OF_MEMORY, "out of memory");
        fputc('\n', text.file);
        status = routh_text_end(context, &text, status);
    }
    json_decref(value);
    return status;
}
