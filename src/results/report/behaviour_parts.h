/* What the writers of a behaviour share.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_BEHAVIOUR_PARTS_H
#define ROUTH_SRC_REPORT_BEHAVIOUR_PARTS_H

#include <jansson.h>

#include <routh/behaviour.h>
#include <routh/report.h>

json_t *routh_behaviour_object(const routh_behaviour *behaviour);

#endif
