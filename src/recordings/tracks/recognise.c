/* What a recording is: looked at once, for every verb.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "data/dataset.h"
#include "file/folder.h"
#include "tracks/recording.h"

static int look_at(routh_source *source) {
    bool poses;
    const int tosses = routh_source_has_tosses(source), motions = routh_source_has_motions(source);
    if (tosses < 0 || motions < 0)
        return -1;
    return ROUTH_RECORDING_SEEN | (tosses ? ROUTH_RECORDING_TOSSES : 0) |
           (routh_source_has_rebounds(source) ? ROUTH_RECORDING_REBOUNDS : 0) |
           (motions ? ROUTH_RECORDING_MOTIONS : 0) |
           (routh_source_has_table(source, &poses) ? ROUTH_RECORDING_TABLE : 0) |
           (motions && poses ? ROUTH_RECORDING_POSES : 0);
}

static int look_at_file(routh_io from) {
    routh_source source;
    int kind = 0;
    if (routh_source_create(NULL, from, &source) != ROUTH_OK)
        return 0;
    if (routh_source_repeats(&source) && routh_source_settle(&source) == ROUTH_OK)
        kind = look_at(&source);
    routh_source_release(&source);
    return kind;
}

/* Of the first file that can be looked at. Only tables are tosses in a folder. A .txt file is the first only where there is no
 * other: it may be notes. */
static int look_at_folder(const char *folder) {
    routh_path_list list;
    const routh_status status = routh_list_recordings(NULL, folder, &list);
    size_t first = 0;
    int kind = status == ROUTH_OUT_OF_MEMORY ? -1 : 0;
    while (status == ROUTH_OK && first + 1 < list.count && routh_name_ends(list.path[first], ".txt"))
        first++;
    for (; status == ROUTH_OK && kind == 0 && first < list.count; first++)
        kind = look_at_file(routh_io_path(list.path[first]));
    const bool table = kind > 0 && routh_name_ends(list.path[first - 1], ".csv");
    routh_path_list_release(NULL, &list);
    return kind > 0 ? kind & ~(ROUTH_RECORDING_REBOUNDS | (table ? 0 : ROUTH_RECORDING_TOSSES)) : kind;
}

int routh_recording_recognise(routh_io from) {
    routh_source source;
    if (routh_source_create(NULL, from, &source) != ROUTH_OK)
        return 0;
    return routh_source_is_folder(&source) ? look_at_folder(source.io.path) : look_at_file(from);
}
