/* What the readers of a scene's pieces share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DRAWING_ASSEMBLY_READ_H
#define ROUTH_SRC_DRAWING_ASSEMBLY_READ_H

#include "drawing/assembly.h"
#include "file/json_fields.h"

typedef struct routh_scene_reader {
    routh_context *context;
    const char *source;
    const char *folder; /* where files of shapes lie, NULL: there are none; ends in / unless empty */
    double length;      /* m to the scene's unit */
    double angle;       /* rad to the scene's unit */
    routh_assembly *assembly;
} routh_scene_reader;

/* "name", not empty. */
void routh_read_label(routh_fields *fields, char label[ROUTH_LABEL_SIZE]);

/* After the objects, to which they belong; into reader->assembly. NULL: there are none. */
routh_status routh_read_displacements(const routh_scene_reader *reader, const json_t *list);

#endif
