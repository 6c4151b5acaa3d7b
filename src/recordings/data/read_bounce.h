/* A bounce_array, the layout of the ellipse drops of Fundamental limitations, in either of MATLAB's two formats: a
 * struct array, one element an impact, with fields
 *
 *     states  x, y, θ, vx, vy, ω before, and the same six after
 *     n       normal row of the contact Jacobian, (0, 1, rx)
 *     d       tangential row, (1, 0, −ry)
 *     flags   second bounce, energy, cone, maximum compression, dropped early, lost frames; 0: no
 *
 * or, as the authors released their recording later (data_ellipse.mat), one struct of tables with a row an impact:
 *
 *     states_i, states_f   the six numbers before, and after
 *     n, d                 as above
 *
 * Further fields are ignored, and the variable may have any name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_DATA_READ_BOUNCE_H
#define ROUTH_SRC_DATA_READ_BOUNCE_H

#include "data/dataset.h"

#define ROUTH_BOUNCE_VARIABLE "bounce_array"

enum { ROUTH_BOUNCE_STATES, ROUTH_BOUNCE_NORMAL, ROUTH_BOUNCE_TANGENT, ROUTH_BOUNCE_FLAGS, ROUTH_BOUNCE_FIELDS };
enum { ROUTH_BOUNCE_NUMBERS = 12 };

typedef struct routh_bounce_field {
    const char *name;
    size_t numbers; /* in each element, at most ROUTH_BOUNCE_NUMBERS */
} routh_bounce_field;

extern const routh_bounce_field routh_bounce_fields[ROUTH_BOUNCE_FIELDS];

/* The same of a struct of tables, which has as many. */
extern const routh_bounce_field routh_bounce_tables[ROUTH_BOUNCE_FIELDS];

/* The numbers of one element, field by field. */
typedef double routh_bounce[ROUTH_BOUNCE_FIELDS][ROUTH_BOUNCE_NUMBERS];

/* Which variable of the file to read: that of the options, else the only one of the form of a bounce_array. */
typedef struct routh_bounce_choice {
    const char *wanted; /* NULL: any */
    size_t count;       /* variables of that form, so far */
    char listed[192];   /* their names, as many as fit */
    bool named;         /* there is one of the name that is wanted, or else one called bounce_array, of whatever form */
} routh_bounce_choice;

routh_bounce_choice routh_bounce_choice_of(const routh_reading *reading);

/* One more variable of the file. Returns whether it is to be read unless a later one is. */
bool routh_bounce_offer(routh_reading *reading, routh_bounce_choice *choice, const char *name, size_t length,
                        bool has_form);

/* After the last one: fails without exactly one to read. */
routh_status routh_bounce_choose(routh_reading *reading, const routh_bounce_choice *choice);

/* Room for a struct array of that shape, of which one side must be 1. */
routh_status routh_bounce_begin(routh_reading *reading, size_t rows, size_t columns);

/* Is this shape right for the field? A row will do as well as a column. */
routh_status routh_bounce_shape(routh_reading *reading, size_t element, int field, size_t rows, size_t columns);

/* One element becomes one record. */
routh_status routh_bounce_store(routh_reading *reading, size_t element, routh_bounce bounce);

/* The tables of a struct of tables, as MATLAB stores them: column after column. */
typedef struct routh_bounce_table {
    size_t count;  /* impacts */
    bool upright;  /* a column an impact, not a row */
    double *value; /* NULL: not yet read */
} routh_bounce_table;

/* Room for a table of that shape. */
routh_status routh_bounce_table_begin(routh_reading *reading, int field, size_t rows, size_t columns,
                                      routh_bounce_table *table);

/* All tables become records; releases them, after any status. */
routh_status routh_bounce_tables_end(routh_reading *reading, routh_status status,
                                     routh_bounce_table table[ROUTH_BOUNCE_FIELDS]);

/* "drops.mat: data.states_i is damaged" */
routh_status routh_bounce_table_fail(routh_reading *reading, int field, const char *what);

/* "drops.mat: bounce_array(3).states is damaged" */
routh_status routh_bounce_fail(routh_reading *reading, size_t element, int field, const char *what);

routh_status routh_read_bounces_5(routh_reading *reading);
routh_status routh_read_bounces_73(routh_reading *reading);

#endif
