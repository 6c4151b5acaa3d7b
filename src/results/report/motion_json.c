/* One trajectory with its parabolas as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/motion_json.h"
#include "file/json_struct.h"

static json_t *curve_object(const routh_motion_curve *curve) {
    if (curve->count == 0)
        return json_null();
    json_t *object = json_object();
    ROUTH_PUT_SPAN(&object, routh_motion_curve, curve, time, arc);
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
        json_t *contact = ROUTH_JSON_FIELDS(routh_motion_contact, c, time, used);
        routh_json_put(&contact, "before", curve_object(&c->before));
        routh_json_put(&contact, "after", curve_object(&c->after));
        routh_json_add(&contacts, contact);
    }
    routh_json_put(&object, "name", json_string(name ? name : ""));
    ROUTH_PUT(&object, routh_motion_figure, figure, trajectory, gyration);
    routh_json_put(&object, "recorded", curve_object(&figure->recorded));
    routh_json_put(&object, "contacts", contacts);
    return object;
}
