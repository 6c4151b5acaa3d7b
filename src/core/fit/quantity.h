/* Quantities of an impact by their place among routh_quantities.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FIT_QUANTITY_H
#define ROUTH_SRC_FIT_QUANTITY_H

#include <routh/fit.h>

/* −1: none has that name. */
int routh_quantity_index(const char *name);

/* `order`: the impact's place in its file. */
double routh_quantity_value(int quantity, const double pose[3], const routh_impact *impact,
                            const routh_contact *contact, double order);

const char *routh_quantity_unit(const char *name); /* "m"; "" where it is not known. Valid pointers only */

#endif
