/* Text within XML: drawings, pages, models.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_XML_H
#define ROUTH_SRC_FILE_XML_H

#include <stdio.h>

/* `text` with the characters that XML keeps for itself escaped, and control characters left out. */
void routh_xml_escape(FILE *file, const char *text);

#endif
