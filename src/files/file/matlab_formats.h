/* What the two formats of MATLAB files do for matlab.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_FILE_MATLAB_FORMATS_H
#define ROUTH_SRC_FILE_MATLAB_FORMATS_H

#include "file/matlab.h"

/* Tables and other objects are kept in a form that The MathWorks do not describe. */
#define ROUTH_MATLAB_TABLE_WORDS "is a table or another object; save table2struct(T,'ToScalar',true) of it instead"

/* Finds the first variable in a file that is held. */
routh_status routh_matlab_5_begin(routh_matlab_file *file);

/* Opens the variable at a place, and says where it ends. */
routh_status routh_matlab_5_variable(routh_matlab_file *file, uint64_t place, uint64_t *after);

/* What a value is, of which only place and name are known; a variable has its name within. */
void routh_matlab_5_look(routh_matlab_value *value);

void routh_matlab_5_text(const routh_matlab_value *value, char *text, size_t size);
routh_status routh_matlab_5_fields(const routh_matlab_value *value, routh_matlab_struct *opened);

#endif
