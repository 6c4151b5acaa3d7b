/* The parts of the animation's page that are the same for every run.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_MOTION_PAGE_PARTS_H
#define ROUTH_SRC_REPORT_MOTION_PAGE_PARTS_H

extern const char routh_motion_page_head[];   /* up to the title */
extern const char routh_motion_page_script[]; /* what goes into the script element */

#endif
