/* From the options of `routh export` to what the library takes: the material, what is wanted, and the body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export.h"
#include "program.h"

static int choose_material(const char *verb, const export_options *options, routh_material *material) {
    routh_context context = routh_context_default();
    routh_materials all = {0};
    int answer = read_materials(verb, options->from, &all);
    if (answer == 0 && all.count == 0)
        answer = fail(verb, "%s has no materials", options->from ? options->from : "the table");
    if (answer == 0 && options->material) {
        const routh_material *found = routh_materials_find(&context, &all, options->material);
        if (found)
            *material = *found;
        else
            answer = fail(verb, "--material: %s", context.message);
    } else if (answer == 0) {
        *material = all.material[0];
        if (all.count > 1)
            note(verb, "%s has %zu materials; taken is the first, %s%s%s (--material)", options->from, all.count,
                 material->name, *material->law ? ", law " : "", material->law);
    }
    routh_materials_release(&context, &all);
    return answer;
}

static int check_numbers(const char *verb, const export_options *options, bool read) {
    if (options->mu.given && !(options->mu.value >= 0 && options->mu.value <= ROUTH_MU_HIGH))
        return fail(verb, "--mu %g is outside 0 … %g", options->mu.value, ROUTH_MU_HIGH);
    if (options->eps.given && !(options->eps.value >= 0 && options->eps.value <= 1))
        return fail(verb, "--eps %g is outside 0 … 1", options->eps.value);
    if (!read && options->mu.given != options->eps.given)
        return fail(verb, "--%s is missing; give both, or a result or a table of materials",
                    options->mu.given ? "eps" : "mu");
    if (!read && !options->mu.given)
        return fail(verb, "nothing says what is wanted: give --mu and --eps, a result or a table of materials");
    return 0;
}

/* What needs a body, or its mass. */
static int check_body(const char *verb, const export_options *o, const routh_material *material) {
    const bool models = o->model || o->folder;
    if (!o->shape && !*material->shape) {
        if (models)
            return fail(verb, "a model needs a body: give --shape and --mass");
        if (o->rounding.given || o->centre || o->tensor || o->density.given)
            return fail(verb, "--%s needs --shape",
                        o->rounding.given ? "rounding"
                        : o->centre       ? "centre"
                        : o->tensor       ? "tensor"
                                          : "density");
    }
    const bool has_mass = o->mass.given || o->density.given || !isnan(material->mass);
    const bool drake = (routh_export_format)o->to.index == ROUTH_EXPORT_DRAKE;
    if (!has_mass && (models || drake))
        return fail(verb, "%s needs the body's mass: give --mass or --density",
                    drake ? "Drake's stiffness, in N/m," : "a model");
    return 0;
}

static void take(const option_number *given, double *value) {
    if (given->given)
        *value = given->value;
}

static int take_texts(const char *verb, const export_options *o, routh_export_options *chosen) {
    static const int place[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    double entry[6], *speed = chosen->speed;
    if (o->speeds && (parse_shape_numbers(o->speeds, ':', speed, 2) != 0 || !(speed[0] > 0 && speed[1] >= speed[0])))
        return fail(verb, "--speeds \"%.60s\" should look like 0.3:3: least and greatest speed of approach, m/s",
                    o->speeds);
    if (o->centre && parse_shape_numbers(o->centre, ',', chosen->centre, 3) != 0)
        return fail(verb, "--centre \"%.60s\" should look like 0.001,0,-0.002", o->centre);
    if (o->tensor && parse_shape_numbers(o->tensor, ',', entry, 6) != 0)
        return fail(verb, "--tensor \"%.60s\" should look like 2e-4,4e-4,5e-4,0,0,0: xx,yy,zz,xy,xz,yz, kg m²",
                    o->tensor);
    for (int k = 0; o->tensor && k < 6; k++)
        chosen->inertia[place[k][0]][place[k][1]] = chosen->inertia[place[k][1]][place[k][0]] = entry[k];
    return 0;
}

/* `file` has the name of a shape's file. */
static int library_options(const char *verb, const export_options *o, shape_file *file, routh_export_options *chosen) {
    *chosen = routh_export_options_default();
    const struct {
        const option_number *given;
        double *value;
    } numbers[] = {
        {&o->mu, &chosen->mu},           {&o->eps, &chosen->eps},           {&o->eps_slope, &chosen->eps_slope},
        {&o->step, &chosen->step},       {&o->depth, &chosen->depth},       {&o->mass, &chosen->mass},
        {&o->density, &chosen->density}, {&o->rounding, &chosen->rounding}, {&o->gravity, &chosen->gravity}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        take(numbers[i].given, numbers[i].value);
    chosen->has_restitution = o->restitution.word != NULL;
    chosen->restitution = (routh_restitution)o->restitution.index;
    chosen->textbook = o->textbook;
    chosen->force = o->force;
    int answer = take_texts(verb, o, chosen);
    if (answer != 0 || !o->shape)
        return answer;
    if (strncmp(o->shape, "mesh:", 5) != 0) {
        chosen->shape = o->shape;
        return 0;
    }
    answer = parse_shape_file(verb, "--shape", o->shape + strlen("mesh:"), "tracked", 3, file);
    chosen->mesh = file->path;
    chosen->mesh_options.unit = file->unit;
    chosen->mesh_options.hull = file->hull;
    memcpy(chosen->mesh_options.tracked, file->point, sizeof chosen->mesh_options.tracked);
    return answer;
}

int export_prepare(const char *verb, const export_options *options, routh_export_job *job) {
    static shape_file file; /* a shape's file name is long */
    static routh_material material;
    routh_context context = routh_context_default();
    routh_export_options chosen;
    const bool read = options->from || options->material;
    *job = (routh_export_job){.format = ROUTH_EXPORT_JSON};
    material = routh_material_default();
    if (!options->to.word)
        return fail(verb, "which format? give --to %s", "mjcf, sdf, urdf, drake, bullet, usd or json");
    int answer = read ? choose_material(verb, options, &material) : 0;
    if (answer == 0)
        answer = check_numbers(verb, options, read);
    if (answer == 0)
        answer = library_options(verb, options, &file, &chosen);
    if (answer == 0)
        answer = check_body(verb, options, &material);
    if (answer != 0)
        return answer;
    if (routh_export_prepare(&context, read ? &material : NULL, (routh_export_format)options->to.index, &chosen, job) !=
        ROUTH_OK)
        return chosen.mesh && context.field && strstr("hull unit", context.field)
                   ? fail_shape_file(verb, "--shape", options->shape, &context)
                   : fail_input(verb, &context);
    if (material.standing == ROUTH_STANDING_DOUBTFUL)
        warn(verb, "the study of %.60s doubts these values; its first sentence says why", material.name);
    if (!job->has_body)
        note(verb, "no body is stated: the values are for a ball of %g m radius%s (--shape, --mass)", job->ball[0][3],
             job->has_mass ? "" : " and 1 kg");
    return 0;
}

/* MuJoCo's solver pushes apart what slips. */
static void say_slip(const char *verb, const routh_export_job *job) {
    if (job->slip_adds >= 0.005)
        note(
            verb,
            "%s bounces higher where it slips: e is larger by up to %.2f × slip ÷ speed of approach, and right without "
            "slip; --prove searches the best compromise for a body",
            job->engine->title, job->slip_adds);
}

int export_convert(const char *verb, const export_options *options, routh_export_job *job) {
    routh_context context = routh_context_default();
    if (routh_export_convert(&context, job) != ROUTH_OK)
        return fail_input(verb, &context);
    if (job->engine && !options->prove && !options->textbook)
        say_slip(verb, job);
    return 0;
}

/* `routh export --prove`. */

/* Some of the impacts, over all speeds. */
static void print_impacts(const char *verb, const routh_proof *proof) {
    enum { ROWS = 8 };
    note(verb, "%9s %9s %9s %19s %9s %19s %6s %7s", "speed m/s", "slip m/s", "e wanted", "e achieved", "friction",
         "achieved", "steps", "agree %");
    for (size_t k = 0; k < ROWS && k < proof->impact_count; k++) {
        const size_t last = proof->impact_count - 1, rows = last < ROWS ? last + 1 : ROWS;
        const routh_proof_impact *of = &proof->best.impact[rows > 1 ? k * last / (rows - 1) : 0];
        note(verb, "%9.2f %9.2f %9.3f %8.3f … %8.3f %9.3f %8.3f … %8.3f %6zu %7.0f", of->speed, of->slip,
             of->eps_wanted, of->eps[0], of->eps[2], of->friction_wanted, of->friction[0], of->friction[2], of->steps,
             100 * of->agree);
    }
}

int export_prove(const char *verb, const export_options *options, routh_export_job *job) {
    routh_context context = writing_context();
    OWNED(routh_proof) proof = {0};
    if (!job->engine)
        return fail(verb, "--prove runs one engine; --to %s is for all of them", options->to.word);
    if (!job->engine->package)
        return fail(verb, "--prove: there is no program for %s here; its values are by formula", job->engine->title);
    if (!job->has_body)
        return fail(verb, "--prove needs the body: give --shape and --mass");
    progress_show(&context);
    const routh_status status = routh_export_prove(&context, NULL, NULL, job, &proof);
    progress_end();
    if (status != ROUTH_OK)
        return fail_input(verb, &context);
    print_impacts(verb, &proof);
    for (size_t i = 0; i < proof.findings.count; i++)
        note(verb, "%s", proof.findings.finding[i].text);
    if (options->proof && routh_proof_write(&context, &proof, routh_io_path(options->proof)) != ROUTH_OK)
        return fail_input(verb, &context);
    return proof.verdict == ROUTH_PROOF_CANNOT;
}
