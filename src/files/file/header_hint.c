/* Why a header may lack the columns that were looked for.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/text.h"

#include <string.h>

static int holds_only(const char *text, size_t length, const char *characters) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\0' || !strchr(characters, text[i]))
            return 0;
    return 1;
}

const char *routh_header_hint(const char *header, size_t length) {
    const int comma = memchr(header, ',', length) != NULL;
    if (!comma && memchr(header, ';', length))
        return "; it seems to be separated by semicolons: commas are needed, and a point in numbers";
    if (!comma && memchr(header, '\t', length))
        return "; it seems to be separated by tabs: commas are needed";
    if (length > 0 && header[0] == '#')
        return "; the first line must hold the names of the columns, without a #";
    if (holds_only(header, length, "0123456789+-. ,eE\r"))
        return "; the first line must hold the names of the columns";
    return "; names must match exactly, in lower case and without units";
}
