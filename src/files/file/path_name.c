/* What a file or folder is called.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/folder.h"

#include <string.h>

void routh_name_of_path(const char *path, bool folder, char name[ROUTH_NAME_SIZE]) {
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    for (size_t dot = end; !folder && dot > begin + 1; dot--)
        if (path[dot - 1] == '.') {
            end = dot - 1;
            break;
        }
    routh_show_text(name, ROUTH_NAME_SIZE, path + begin, end - begin);
}
