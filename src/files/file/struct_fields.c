/* What the table of fields says of one field.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "file/struct_fields.h"

#include <string.h>

const routh_struct_field *routh_struct_field_at(const routh_struct *of, size_t offset) {
    size_t i = 0;
    while (i + 1 < of->count && of->field[i].offset != offset)
        i++;
    return &of->field[i];
}

const char *routh_struct_key(const routh_struct *of, size_t offset) {
    const routh_struct_field *f = routh_struct_field_at(of, offset);
    return f->key ? f->key : f->name;
}

long long routh_struct_integer(const routh_struct_field *field, const void *at) {
    if (field->size == sizeof(int) && field->kind == ROUTH_KIND_COUNT)
        return *(const unsigned *)at;
    if (field->size == sizeof(int))
        return *(const int *)at;
    long long whole;
    memcpy(&whole, at, sizeof whole);
    return whole;
}
