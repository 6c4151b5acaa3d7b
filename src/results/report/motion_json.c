/* One trajectory with its parabolas as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/motion_json.h"

static json_t *curve_object(const routh_motion_curve *curve) {
    if (curve->count == 0)
        return json_null();
    json_t *object = json_object();
    routh_json_put(&object, "time", routh_json_numbers(curve->time, curve->count));
    routh_json_put(&object, "x", routh_json_numbers(curve->x, curve->count));
    routh_json_put(&object, "y", routh_json_numbers(curve->y, curve->count));
    routh_json_put(&object, "arc", routh_json_numbers(curve->arc, curve->count));
    return object;
}

json_t *routh_motion_json(const routh_study *study) {
    const routh_motion_figure *figure = study->motion;
    if (!figure)
        return json_null();
    const char *name = study->dataset->trajectory[figure->trajectory].name;
    json_t *object = json_object(), *contacts = json_array();
    for (size_t i = 0; i < figure->contact_count; i++) {
        const routh_motion_contact *c = &figure->contact[i];
        json_t *contact = json_object();
        routh_json_put(&contact, "time", routh_json_number(c->time));
        routh_json_put(&contact, "used", json_boolean(c->used));
        routh_json_put(&contact, "before", curve_object(&c->before));
        routh_json_put(&contact, "after", curve_object(&c->after));
        routh_json_add(&contacts, contact);
    }
    routh_json_put(&object, "name", json_string(name ? name : ""));
    routh_json_put(&object, "trajectory", routh_json_count(figure->trajectory));
    routh_json_put(&object, "gyration", routh_json_number(figure->gyration));
    routh_json_put(&object, "recorded", curve_object(&figure->recorded));
    routh_json_put(&object, "contacts", contacts);
    return object;
}
