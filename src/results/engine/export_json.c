/* An export for programs, and the sentences about its numbers.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/context.h"
#include "base/numbers.h"
#include "engine/engine.h"
#include "file/json_build.h"
#include "file/json_struct.h"

/* The sentences about an export's numbers. */

static const char *const begins[] = {
    [ROUTH_COMMENT_XML] = "<!-- ", [ROUTH_COMMENT_SLASHES] = "// ", [ROUTH_COMMENT_HASH] = "# "};

/* Goes on below: within an XML comment, or with a comment of its own. */
static void begin_next(const routh_export_page *page, int indent) {
    const bool xml = page->style == ROUTH_COMMENT_XML;
    fprintf(page->file, "\n%*s%s", xml ? indent + 5 : indent, "", xml ? "" : begins[page->style]);
}

/* One word, up to a space. XML has no "--" within a comment, C++ goes on where a line ends with a backslash. */
static void print_harmless(const routh_export_page *page, const char *word, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (page->style == ROUTH_COMMENT_XML && i > 0 && word[i] == '-' && word[i - 1] == '-')
            fputc(' ', page->file);
        fputc(page->style == ROUTH_COMMENT_SLASHES && word[i] == '\\' ? '/' : word[i], page->file);
    }
}

/* In lines of a width that editors show. */
static void print_lines(const routh_export_page *page, int indent, const char *text) {
    enum { WIDTH = 112 };
    size_t at = (size_t)indent + 5;
    for (const char *word = text; *word;) {
        const size_t length = strcspn(word, " ");
        size_t places = 0;
        for (size_t i = 0; i < length; i++)
            places += !routh_utf8_continues(word[i]);
        if (word > text && at + 1 + places > WIDTH) {
            begin_next(page, indent);
            at = (size_t)indent + 5;
        } else if (word > text) {
            fputc(' ', page->file);
            at++;
        }
        print_harmless(page, word, length);
        at += places;
        word += length + (word[length] == ' ');
    }
}

void routh_export_comment(const routh_export_page *page, int indent, const char *format, ...) {
    char text[4096], shown[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    routh_show_text(shown, sizeof shown, text, strlen(text));
    fprintf(page->file, "%*s%s", indent, "", begins[page->style]);
    print_lines(page, indent, shown);
    fputs(page->style == ROUTH_COMMENT_XML ? " -->\n" : "\n", page->file);
}

/* "0.25 (95 %: 0.24 … 0.26)", or without an interval; "0.253, drawn from 0.25 (…)" where it is one of several draws. */
static void value_text(const routh_export *what, routh_material_parameter parameter, double target, char *text,
                       size_t size) {
    const routh_material *material = what->material;
    const routh_interval *interval = &material->interval[parameter];
    const double value = material->value[parameter], error = material->error[parameter];
    const int used =
        what->draw ? snprintf(text, size, "%.4g, drawn from %.4g", target, value) : snprintf(text, size, "%.4g", value);
    if (used < 0 || (size_t)used >= size)
        return;
    if (isfinite(interval->low) && isfinite(interval->high))
        snprintf(text + used, size - (size_t)used, " (95 %%: %.4g … %.4g)", interval->low, interval->high);
    else if (isinf(error))
        snprintf(text + used, size - (size_t)used, " (the data do not determine it)");
    else if (isfinite(error))
        snprintf(text + used, size - (size_t)used, " (standard error %.2g)", error);
    else
        snprintf(text + used, size - (size_t)used, " (no interval known)");
}

/* How the setting was found, a sentence. */
static const char *export_how(const routh_export *what, const routh_engine_setting *setting) {
    if (what->reason && what->setting.engine == setting->engine)
        return what->reason;
    return what->textbook ? "By textbooks' formulas, which engines do not keep; the engine was not run."
                          : "By formula; the engine was not run.";
}

/* Of settings that were run the proof says what they do. */
static void say_slip(const routh_export_page *page, int indent) {
    const routh_export *what = page->what;
    const double adds = routh_engine_slip_adds(&what->setting, &what->target, &what->body);
    const double middle = sqrt(what->target.speed[0] * what->target.speed[1]);
    const double eps = what->newton.impacts > 0 ? what->newton.eps : routh_engine_target_eps(&what->target, middle);
    if (adds < 0.005 || what->reason)
        return;
    if (what->textbook)
        routh_export_comment(
            page, indent,
            "Where a contact slips, before or after, e is larger by up to %.2f × slip ÷ speed of approach.", adds);
    else
        routh_export_comment(page, indent,
                             "Right where a contact does not slip, neither before nor after. Slip adds up to %.2f × "
                             "slip ÷ speed of approach: e %.2f becomes up to %.2f at a slip as fast as the approach. A "
                             "proof, with the engine run, searches the best compromise for this body.",
                             adds, eps, eps + adds);
}

void routh_export_head(const routh_export_page *page, int indent) {
    const routh_export *what = page->what;
    const routh_material *material = what->material;
    const routh_engine *engine = what->setting.engine;
    routh_export_comment(page, indent, "Contact parameters for %s, written by routh %s.", engine->title,
                         routh_version());
    if (*material->name)
        routh_export_comment(page, indent, "Material: %s%s%s.", material->name, *material->law ? ", law " : "",
                             material->law);
    if (*material->source)
        routh_export_comment(page, indent, "Source: %s%s%s", material->source, *material->licence ? "; licence " : "",
                             material->licence);
    if (*material->command)
        routh_export_comment(page, indent, "Numbers by: %s%s", material->command,
                             page->style == ROUTH_COMMENT_XML && strstr(material->command, "--")
                                 ? " (two hyphens together: XML has none in comments)"
                                 : "");
    if (what->draw)
        routh_export_comment(page, indent, "%s", what->draw);
    routh_export_comment(
        page, indent,
        "Holds for a time step of %g s, impacts of %.3g … %.3g m/s and a body of %.4g kg. Another step or "
        "body needs other values.",
        what->setting.step, what->target.speed[0], what->target.speed[1], what->body.mass);
    routh_export_comment(page, indent, "%s", export_how(what, &what->setting));
    say_slip(page, indent);
}

static void say_friction(const routh_export_page *page, int indent) {
    char text[160];
    value_text(page->what, ROUTH_MATERIAL_MU, page->what->target.surface.pair.mu, text, sizeof text);
    routh_export_comment(page, indent, "From: mu = %s.", text);
    const double slide = page->what->material->value[ROUTH_MATERIAL_MU_SLIDE];
    if (isfinite(slide))
        routh_export_comment(page, indent,
                             "Friction while sliding was measured as %.4g; the engine has one friction only.", slide);
}

/* Restitution, however the engine has it. */
static void say_restitution(const routh_export_page *page, int indent) {
    const routh_export *what = page->what;
    const double *speed = what->target.speed;
    char text[160];
    value_text(what, ROUTH_MATERIAL_EPS, what->target.surface.pair.eps, text, sizeof text);
    routh_export_comment(page, indent, "From: eps = %s; kind: %s.", text,
                         routh_name(&routh_restitutions, what->target.restitution));
    if (what->target.surface.eps_slope != 0)
        routh_export_comment(page, indent,
                             "It changes with speed: %.3g at %.3g m/s, %.3g at %.3g m/s. The middle was taken.",
                             routh_engine_target_eps(&what->target, speed[0]), speed[0],
                             routh_engine_target_eps(&what->target, speed[1]), speed[1]);
    if (what->newton.impacts > 0)
        routh_export_comment(
            page, indent,
            "%s has Newton's e. Over %zu random impacts of this body that is %.4g, and single impacts differ "
            "from it by %.2g (standard deviation).",
            what->setting.engine->title, what->newton.impacts, what->newton.eps, what->newton.deviation);
}

static void say_spring(const routh_export_page *page, int indent, size_t parameter) {
    const routh_export *what = page->what;
    const double *value = what->setting.value, *speed = what->target.speed;
    const double h = what->setting.step, mass = what->body.mass;
    if (what->setting.engine == &routh_engine_mujoco && parameter == ROUTH_MUJOCO_STIFFNESS)
        routh_export_comment(page, indent,
                             "At a central impact of this body that is %.4g N/m; at rest on one point %.4g N/m.",
                             mass * value[parameter], mass * value[parameter] / (1 - value[ROUTH_MUJOCO_IMPEDANCE]));
    if (what->setting.engine == &routh_engine_mujoco && parameter == ROUTH_MUJOCO_DAMPING)
        routh_export_comment(page, indent, "Times the step it is %.3g: %s.", value[parameter] * h,
                             value[parameter] * h > 1 ? "an impact ends within one step, with e about this minus 1"
                                                      : "an impact takes several steps");
    if (what->setting.engine != &routh_engine_drake || parameter != ROUTH_DRAKE_DISSIPATION || !(value[parameter] > 0))
        return;
    routh_export_comment(page, indent,
                         "One dissipation gives one e at one speed only: e is %.3g at %.3g m/s and %.3g at %.3g m/s; "
                         "no rebound is faster "
                         "than %.3g m/s.",
                         routh_hunt_crossley_restitution(value[parameter] * speed[0]), speed[0],
                         routh_hunt_crossley_restitution(value[parameter] * speed[1]), speed[1], 1 / value[parameter]);
}

void routh_export_about(const routh_export_page *page, int indent, size_t parameter) {
    const routh_engine *engine = page->what->setting.engine;
    const routh_engine_parameter *p = &engine->parameter[parameter];
    const double value = page->what->setting.value[parameter];
    routh_export_comment(page, indent, "%s = %.6g%s%s: %s.", p->name, value, *p->unit ? " " : "", p->unit, p->about);
    if (parameter == ROUTH_AT_FRICTION)
        say_friction(page, indent);
    else if (parameter == (engine->is_spring ? (size_t)ROUTH_DRAKE_DISSIPATION : (size_t)ROUTH_RIGID_RESTITUTION))
        say_restitution(page, indent);
    if (engine->is_spring)
        say_spring(page, indent, parameter);
    if (p->rule == ROUTH_PAIR_CONTACT)
        return;
    if (engine == &routh_engine_mujoco) {
        routh_export_comment(page, indent, "Pair rule: %s (%s), unless one geom has the higher priority.",
                             routh_name(&routh_pair_rules, p->rule), routh_about(&routh_pair_rules, p->rule));
        return;
    }
    routh_export_comment(page, indent, "Pair rule: %s (%s). Body %.6g, ground %.6g.",
                         routh_name(&routh_pair_rules, p->rule), routh_about(&routh_pair_rules, p->rule),
                         routh_export_on_body(page, parameter), routh_export_on_ground(page, parameter));
}

double routh_export_on_body(const routh_export_page *page, size_t parameter) {
    double body, ground;
    const routh_engine_setting *setting = &page->what->setting;
    routh_pair_split(setting->engine->parameter[parameter].rule, setting->value[parameter], &body, &ground);
    return body;
}

double routh_export_on_ground(const routh_export_page *page, size_t parameter) {
    double body, ground;
    const routh_engine_setting *setting = &page->what->setting;
    routh_pair_split(setting->engine->parameter[parameter].rule, setting->value[parameter], &body, &ground);
    return ground;
}

/* An export for programs: the material, what is wanted, the body, and every engine's parameters. */

static json_t *material_json(const routh_material *material) {
    json_t *object = json_object(), *values = json_object();
    ROUTH_PUT_SPAN(&object, routh_material, material, name, law);
    ROUTH_PUT(&object, routh_material, material, source, licence, command);
    for (int i = 0; i < ROUTH_MATERIAL_PARAMETERS; i++) {
        if (!isfinite(material->value[i]))
            continue;
        json_t *value = json_object();
        ROUTH_PUT_AT(&value, routh_material, material, i, value, error);
        ROUTH_PUT(&value, routh_interval, &material->interval[i], low, high);
        routh_json_put(&values, routh_name(&routh_material_parameters, i), value);
    }
    routh_json_put(&object, "parameters", values);
    return object;
}

static json_t *target_json(const routh_export *what) {
    const routh_engine_target *target = &what->target;
    json_t *object = ROUTH_JSON_FIELDS(routh_pair, &target->surface.pair, mu, eps);
    ROUTH_PUT(&object, routh_surface3, &target->surface, eps_slope);
    ROUTH_PUT(&object, routh_engine_target, target, eps_tolerance, friction_tolerance);
    routh_json_put(&object, "depth", routh_json_number(routh_engine_depth(target, &what->body)));
    ROUTH_PUT(&object, routh_engine_target, target, restitution);
    routh_json_put(&object, "approach", routh_json_pair(target->speed[0], target->speed[1]));
    return object;
}

static json_t *body_json(const routh_engine_body *body) {
    json_t *object = ROUTH_JSON_FIELDS(routh_engine_body, body, mass, gravity, inertia, centre), *balls = json_array();
    for (size_t i = 0; i < body->ball_count; i++)
        routh_json_add(&balls, routh_json_numbers(body->ball[i], 4));
    routh_json_put(&object, "balls", balls);
    return object;
}

static json_t *parameters_json(const routh_engine_setting *setting) {
    json_t *list = json_array();
    for (size_t i = 0; i < setting->engine->parameter_count; i++) {
        const routh_engine_parameter *p = &setting->engine->parameter[i];
        double body, ground;
        routh_pair_split(p->rule, setting->value[i], &body, &ground);
        json_t *object = ROUTH_JSON_FIELDS(routh_engine_parameter, p, name);
        ROUTH_PUT_AT(&object, routh_engine_setting, setting, i, value);
        ROUTH_PUT(&object, routh_engine_parameter, p, unit, about, usual, rule);
        routh_json_put(&object, "body", routh_json_number(body));
        routh_json_put(&object, "ground", routh_json_number(ground));
        routh_json_add(&list, object);
    }
    return list;
}

/* An engine that cannot says why. Memory that runs out is no such reason. */
static routh_status engine_json(routh_context *context, const routh_export *what, const routh_engine *engine,
                                json_t **object) {
    routh_context own = context ? *context : routh_context_default();
    routh_engine_setting setting = what->setting;
    routh_status status = ROUTH_OK;
    if (setting.engine != engine)
        status = routh_engine_convert(&own, engine, &what->target, &what->body, what->setting.step, what->textbook,
                                      &setting);
    if (status == ROUTH_OUT_OF_MEMORY || status == ROUTH_CANCELLED)
        return routh_fail(context, status, "%s", own.message);
    *object = json_object();
    ROUTH_PUT(object, routh_engine, engine, name, title, contact);
    if (status == ROUTH_OK) {
        routh_json_put(object, "parameters", parameters_json(&setting));
        routh_json_put(object, "slip_adds",
                       routh_json_number(routh_engine_slip_adds(&setting, &what->target, &what->body)));
        routh_json_put(object, "how", json_string(export_how(what, &setting)));
    } else {
        routh_json_put(object, "cannot", json_string(own.message));
    }
    return ROUTH_OK;
}

routh_status routh_export_json(routh_context *context, const routh_export *what, routh_io to) {
    json_t *root = json_object(), *engines = json_array();
    routh_status status = ROUTH_OK;
    routh_json_put_version(&root);
    routh_json_put(&root, "kind", json_string("export"));
    ROUTH_PUT(&root, routh_engine_setting, &what->setting, step);
    routh_json_put(&root, "material", material_json(what->material));
    routh_json_put(&root, "target", target_json(what));
    routh_json_put(&root, "body", body_json(&what->body));
    if (what->newton.impacts > 0) {
        json_t *newton = ROUTH_JSON_FIELDS(routh_newton, &what->newton, eps, deviation, low, high);
        ROUTH_PUT(&newton, routh_newton, &what->newton, impacts);
        routh_json_put(&root, "newton", newton);
    }
    for (size_t i = 0; routh_engine_at(i) && status == ROUTH_OK; i++) {
        json_t *object = NULL;
        status = engine_json(context, what, routh_engine_at(i), &object);
        routh_json_add(&engines, object);
    }
    if (status != ROUTH_OK) {
        json_decref(engines);
        json_decref(root);
        return status;
    }
    routh_json_put(&root, "engines", engines);
    return routh_json_write(context, root, ROUTH_JSON_RESULTS, to);
}
