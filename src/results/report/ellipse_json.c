/* The study of one energy ellipse as JSON.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "report/writers.h"

#include "base/flags.h"
#include "file/json_build.h"
#include "file/json_struct.h"
#include "file/json_write.h"

static json_t *point_list(const routh_point *points, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        routh_json_add(&list, routh_json_pair(points[i].pt, points[i].pn));
    return list;
}

static json_t *flag_list(unsigned flags) {
    json_t *list = json_array();
    while (flags) {
        char text[ROUTH_FLAGS_TEXT];
        routh_json_add(&list, json_string(routh_flags_text(routh_take_flag(&flags), text)));
    }
    return list;
}

static json_t *parameter_values(const routh_impact_study_law *entry) {
    json_t *values = json_object();
    for (int i = 0; i < entry->law->parameter_count; i++)
        routh_json_put(&values, entry->law->parameter[i].name, json_real(entry->parameters[i]));
    return values;
}

static json_t *region_pieces(const routh_region *region) {
    json_t *pieces = json_array();
    for (size_t i = 0; i < region->count; i++) {
        const routh_polygon *polygon = &region->polygon[i];
        json_t *piece = json_object();
        routh_json_put(&piece, "mode", json_string(routh_name(&routh_modes, (routh_mode)polygon->mode)));
        routh_json_put(&piece, "polygon", point_list(polygon->point, polygon->count));
        routh_json_add(&pieces, piece);
    }
    return pieces;
}

static json_t *law_entry(const routh_impact_study_law *entry) {
    const routh_outcome *outcome = &entry->outcome;
    json_t *object = ROUTH_JSON_FIELDS(routh_law, entry->law, name, title);
    routh_json_put(&object, "parameters", parameter_values(entry));
    routh_json_put(&object, "impulse", routh_json_pair(outcome->pt, outcome->pn));
    if (outcome->couple != 0)
        ROUTH_PUT(&object, routh_outcome, outcome, couple);
    const double after[] = {entry->after.vx, entry->after.vy, entry->after.omega};
    routh_json_put(&object, "velocity_after", routh_json_numbers(after, 3));
    routh_json_put(&object, "contact_velocity_after", routh_json_pair(outcome->vt, outcome->vn));
    ROUTH_PUT(&object, routh_outcome, outcome, mode);
    ROUTH_PUT(&object, routh_impact_study_law, entry, body_energy_ratio);
    ROUTH_PUT(&object, routh_outcome, outcome, contact_energy_ratio);
    routh_json_put(&object, "flags", flag_list(outcome->flags));
    routh_json_put(&object, "mu_s", entry->stick.sticks ? json_real(entry->stick.mu) : json_null());
    ROUTH_PUT(&object, routh_impact_study_law, entry, never_sticks);
    routh_json_put(&object, "region", region_pieces(&entry->region));
    return object;
}

static json_t *impact_entry(const routh_impact *impact) {
    return ROUTH_JSON_FIELDS(routh_impact, impact, mass, inertia, rx, ry, vx, vy, omega);
}

static json_t *contact_entry(const routh_contact *contact) {
    return ROUTH_JSON_FIELDS(routh_contact, contact, wtt, wtn, wnn, vt, vn);
}

static json_t *ellipse_entry(const routh_ellipse *ellipse) {
    json_t *object = json_object();
    routh_json_put(&object, "centre", routh_json_pair(ellipse->centre.pt, ellipse->centre.pn));
    ROUTH_PUT(&object, routh_ellipse, ellipse, major, minor, angle);
    routh_json_put(&object, "stick_line", point_list(ellipse->stick, 2));
    routh_json_put(&object, "compression_line", point_list(ellipse->compression, 2));
    return object;
}

static json_t *study_object(const routh_impact_study *study) {
    json_t *object = json_object();
    routh_json_put(&object, "impact", impact_entry(&study->impact));
    routh_json_put(&object, "contact", contact_entry(&study->contact));
    ROUTH_PUT_SPAN(&object, routh_impact_study, study, mu, eta2);
    routh_json_put(&object, "mu_cap", json_real(ROUTH_MU_CAP));
    routh_json_put(&object, "ellipse", ellipse_entry(&study->ellipse));
    const routh_region *admissible = &study->admissible;
    routh_json_put(&object, "admissible",
                   admissible->count > 0 ? point_list(admissible->polygon[0].point, admissible->polygon[0].count)
                                         : json_array());
    json_t *laws = json_array();
    for (size_t i = 0; i < study->count; i++)
        routh_json_add(&laws, law_entry(&study->laws[i]));
    routh_json_put(&object, "laws", laws);
    return object;
}

routh_status routh_impact_study_write_json(routh_context *context, const routh_impact_study *study, routh_io to) {
    return routh_json_write(context, study_object(study), JSON_REAL_PRECISION(17), to);
}
