/* Text within XML.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/xml.h"

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
