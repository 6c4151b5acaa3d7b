/* The recordings in a folder.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_FOLDER_H
#define ROUTH_SRC_FILE_FOLDER_H

#include <stdbool.h>

#include <routh/base.h>

typedef struct routh_path_list {
    char **path;
    size_t count, capacity;
} routh_path_list;

/* The folder's CSV files in the order in which a person would number them; none at all is ROUTH_BAD_FORMAT. Release
 * the list in any case. */
routh_status routh_list_csv(routh_context *context, const char *folder, routh_path_list *list);

/* The same for files in any of the formats that motion capture and cameras are saved in. */
routh_status routh_list_recordings(routh_context *context, const char *folder, routh_path_list *list);

/* Tells the log which recordings of the folder are none of CSV, where CSV files alone are read. */
routh_status routh_note_others(routh_context *context, const char *folder);

void routh_path_list_release(routh_context *context, routh_path_list *list);

/* What a file or folder is called. */

/* The last part of a path, of a file without its ending: "drops/ellipse_uniform.mat" → "ellipse_uniform". A folder has none:
 * "2024.05.drops/" → "2024.05.drops". A name that is cut ends between characters. */
void routh_name_of_path(const char *path, bool folder, char name[ROUTH_NAME_SIZE]);

#endif
