/* What an insertion's samples hold, as JSON: columns over time, poses and contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/turn.h"
#include "report/insertion_json.h"

static size_t sample_at(const routh_sample_choice *choice, size_t i) {
    return choice->sample ? choice->sample[i] : i;
}

static json_t *wrench_columns(const double *measured, const routh_sample_choice *choice) {
    json_t *columns = json_array();
    for (size_t axis = 0; axis < 6; axis++) {
        json_t *column = json_array();
        for (size_t i = 0; i < choice->count; i++)
            routh_json_add(&column, routh_json_number(measured[6 * sample_at(choice, i) + axis]));
        routh_json_add(&columns, column);
    }
    return columns;
}

static json_t *instants_json(const routh_insertion_estimate *fit, const routh_sample_choice *choice) {
    json_t *object = json_object(), *stiffness = json_array(), *friction = json_array(), *contacts = json_array(),
           *sliding = json_array(), *wrench = json_array();
    for (size_t axis = 0; axis < 6; axis++) {
        json_t *column = json_array();
        for (size_t i = 0; i < choice->count; i++)
            routh_json_add(&column, routh_json_number(fit->instant[sample_at(choice, i)].wrench[axis]));
        routh_json_add(&wrench, column);
    }
    for (size_t i = 0; i < choice->count; i++) {
        const routh_instant_estimate *instant = &fit->instant[sample_at(choice, i)];
        routh_json_add(&stiffness, routh_json_number(instant->stiffness));
        routh_json_add(&friction, routh_json_number(instant->friction));
        routh_json_add(&contacts, routh_json_count(instant->contacts));
        routh_json_add(&sliding, routh_json_count(instant->sliding));
    }
    routh_json_put(&object, "wrench", wrench);
    routh_json_put(&object, "stiffness", stiffness);
    routh_json_put(&object, "friction", friction);
    routh_json_put(&object, "contacts", contacts);
    routh_json_put(&object, "sliding", sliding);
    return object;
}

static json_t *times_json(const routh_insertion_case *item, const routh_sample_choice *choice) {
    json_t *times = json_array();
    for (size_t i = 0; i < choice->count; i++)
        routh_json_add(&times, routh_json_number(item->insertion.sample[sample_at(choice, i)].time));
    return times;
}

json_t *routh_insertion_series_json(const routh_insertion_case *item, const routh_sample_choice *choice) {
    json_t *object = json_object();
    routh_json_put(&object, "time", times_json(item, choice));
    routh_json_put(&object, "measured", wrench_columns(item->measured, choice));
    routh_json_put(&object, "plain", instants_json(&item->plain, choice));
    routh_json_put(&object, "fit", instants_json(&item->fit, choice));
    return object;
}

static json_t *contact_json(const routh_contact_point3 *contact) {
    json_t *list = json_array();
    for (int object = 0; object < 2; object++)
        routh_json_add(&list, routh_json_count(contact->part[object]));
    routh_json_add(&list, routh_json_number(contact->depth));
    for (int k = 0; k < 3; k++)
        routh_json_add(&list, routh_json_number(contact->point[k]));
    for (int k = 0; k < 3; k++)
        routh_json_add(&list, routh_json_number(contact->normal[k]));
    for (int k = 0; k < 3; k++)
        routh_json_add(&list, routh_json_number(contact->tangent[k]));
    routh_json_add(&list, routh_json_number(contact->speed));
    return list;
}

json_t *routh_insertion_motion_json(const routh_insertion_case *item, const routh_sample_choice *choice) {
    json_t *object = json_object(), *positions = json_array(), *orientations = json_array(), *contacts = json_array();
    for (size_t i = 0; i < choice->count; i++) {
        const size_t k = sample_at(choice, i);
        double orientation[4];
        json_t *list = json_array();
        const routh_pose3 *pose = &item->pose[k];
        routh_turn_of_matrix(pose->rotation, orientation);
        routh_json_add(&positions, routh_json_numbers(pose->position, 3));
        routh_json_add(&orientations, routh_json_numbers(orientation, 4));
        for (size_t c = item->first[k]; c < item->first[k + 1]; c++)
            routh_json_add(&list, contact_json(&item->contact[c]));
        routh_json_add(&contacts, list);
    }
    routh_json_put(&object, "time", times_json(item, choice));
    routh_json_put(&object, "position", positions);
    routh_json_put(&object, "orientation", orientations);
    routh_json_put(&object, "contacts", contacts);
    return object;
}
