/* What an insertion's samples hold, as JSON: columns over time, poses and contacts.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "insertion/assembly.h"
#include "insertion_json.h"

static json_t *wrench_columns(const double *measured, const routh_sample_choice *choice) {
    json_t *columns = json_array();
    for (size_t axis = 0; axis < 6; axis++) {
        json_t *column = json_array();
        for (size_t i = 0; i < choice->count; i++)
            json_add(&column, json_number(measured[6 * choice->sample[i] + axis]));
        json_add(&columns, column);
    }
    return columns;
}

static json_t *instants_json(const routh_insertion_fit *fit, const routh_sample_choice *choice) {
    json_t *object = json_object(), *stiffness = json_array(), *friction = json_array(), *contacts = json_array(),
           *sliding = json_array(), *wrench = json_array();
    for (size_t axis = 0; axis < 6; axis++) {
        json_t *column = json_array();
        for (size_t i = 0; i < choice->count; i++)
            json_add(&column, json_number(fit->instant[choice->sample[i]].wrench[axis]));
        json_add(&wrench, column);
    }
    for (size_t i = 0; i < choice->count; i++) {
        const routh_insertion_instant *instant = &fit->instant[choice->sample[i]];
        json_add(&stiffness, json_number(instant->stiffness));
        json_add(&friction, json_number(instant->friction));
        json_add(&contacts, json_count(instant->contacts));
        json_add(&sliding, json_count(instant->sliding));
    }
    json_put(&object, "wrench", wrench);
    json_put(&object, "stiffness", stiffness);
    json_put(&object, "friction", friction);
    json_put(&object, "contacts", contacts);
    json_put(&object, "sliding", sliding);
    return object;
}

static json_t *times_json(const routh_insertion_case *item, const routh_sample_choice *choice) {
    json_t *times = json_array();
    for (size_t i = 0; i < choice->count; i++)
        json_add(&times, json_number(item->insertion.sample[choice->sample[i]].time));
    return times;
}

json_t *routh_insertion_series_json(const routh_insertion_case *item, const double *measured,
                                    const routh_sample_choice *choice) {
    json_t *object = json_object();
    json_put(&object, "time", times_json(item, choice));
    json_put(&object, "measured", wrench_columns(measured, choice));
    json_put(&object, "plain", instants_json(&item->plain, choice));
    json_put(&object, "fit", instants_json(&item->fit, choice));
    return object;
}

static json_t *contact_json(const routh_part_contact *contact) {
    json_t *list = json_array();
    for (int object = 0; object < 2; object++)
        json_add(&list, json_count(contact->part[object]));
    json_add(&list, json_number(contact->depth));
    for (int k = 0; k < 3; k++)
        json_add(&list, json_number(contact->point[k]));
    for (int k = 0; k < 3; k++)
        json_add(&list, json_number(contact->normal[k]));
    for (int k = 0; k < 3; k++)
        json_add(&list, json_number(contact->tangent[k]));
    json_add(&list, json_number(contact->speed));
    return list;
}

json_t *routh_insertion_motion_json(const routh_insertion_case *item, const routh_sample_choice *choice) {
    json_t *object = json_object(), *positions = json_array(), *orientations = json_array(), *contacts = json_array();
    for (size_t i = 0; i < choice->count; i++) {
        const size_t k = choice->sample[i];
        double orientation[4];
        json_t *list = json_array();
        const routh_pose3 *pose = &item->pose[k];
        routh_quaternion_of(pose->rotation, orientation);
        json_add(&positions, json_numbers(pose->position, 3));
        json_add(&orientations, json_numbers(orientation, 4));
        for (size_t c = item->first[k]; c < item->first[k + 1]; c++)
            json_add(&list, contact_json(&item->contact[c]));
        json_add(&contacts, list);
    }
    json_put(&object, "time", times_json(item, choice));
    json_put(&object, "position", positions);
    json_put(&object, "orientation", orientations);
    json_put(&object, "contacts", contacts);
    return object;
}
