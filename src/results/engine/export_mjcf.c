/* MJCF. The body's geoms have priority 1, so that all contact parameters are theirs, whatever the ground has: the pair rules
 * do not apply then.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

static void print_options(const routh_export_page *page, int indent) {
    const routh_engine_setting *setting = &page->what->setting;
    routh_export_comment(page, indent, "The values hold at this step, with Euler steps and an elliptic cone only.");
    fprintf(page->file,
            "%*s<option timestep=\"%s\" gravity=\"0 0 %s\" integrator=\"Euler\" cone=\"elliptic\" solver=\"Newton\"\n",
            indent, "", ROUTH_N(setting->step), ROUTH_N(-page->what->body.gravity));
    fprintf(page->file, "%*s        iterations=\"100\" tolerance=\"1e-12\"/>\n", indent, "");
}

static void print_default(const routh_export_page *page, int indent) {
    const double *value = page->what->setting.value;
    for (size_t i = 0; i < page->what->setting.engine->parameter_count; i++)
        routh_export_about(page, indent, i);
    routh_export_comment(
        page, indent,
        "priority=\"1\": the contact takes all parameters of this geom and none of the other's, so that the "
        "ground needs none.");
    fprintf(page->file, "%*s<default>\n%*s  <default class=\"routh_contact\">\n", indent, "", indent, "");
    fprintf(page->file, "%*s    <geom condim=\"3\" priority=\"1\" friction=\"%s 0.005 0.0001\"\n", indent, "",
            ROUTH_N(value[ROUTH_AT_FRICTION]));
    fprintf(page->file, "%*s          solref=\"%s %s\" solimp=\"%s %s 0.001 0.5 2\"/>\n", indent, "",
            ROUTH_N(-value[ROUTH_MUJOCO_STIFFNESS]), ROUTH_N(-value[ROUTH_MUJOCO_DAMPING]),
            ROUTH_N(value[ROUTH_MUJOCO_IMPEDANCE]), ROUTH_N(value[ROUTH_MUJOCO_IMPEDANCE]));
    fprintf(page->file, "%*s  </default>\n%*s</default>\n", indent, "", indent, "");
}

/* `more`: attributes of the geom. */
static void print_solid(const routh_export_page *page, const char *more) {
    const routh_export *what = page->what;
    const double *size = what->size;
    FILE *file = page->file;
    if (what->solid == ROUTH_SOLID_BOX)
        fprintf(file, "      <geom type=\"box\" size=\"%s %s %s\" %s/>\n", ROUTH_N(size[0] / 2), ROUTH_N(size[1] / 2),
                ROUTH_N(size[2] / 2), more);
    else if (routh_export_is_sphere(what))
        fprintf(file, "      <geom type=\"sphere\" size=\"%s\" %s/>\n", ROUTH_N(size[0]), more);
    else if (what->solid == ROUTH_SOLID_ELLIPSOID)
        fprintf(file, "      <geom type=\"ellipsoid\" size=\"%s %s %s\" %s/>\n", ROUTH_N(size[0]), ROUTH_N(size[1]),
                ROUTH_N(size[2]), more);
    else
        fprintf(file, "      <geom type=\"mesh\" mesh=\"body\" %s/>\n", more);
}

static void print_balls(const routh_export_page *page) {
    const routh_export *what = page->what;
    routh_export_comment(page, 6, "Rounded: what touches is one of these balls. The solid is drawn only.");
    for (size_t i = 0; i < what->body.ball_count; i++) {
        double at[3];
        routh_export_ball(what, i, at);
        fprintf(page->file, "      <geom class=\"routh_contact\" type=\"sphere\" size=\"%s\" pos=\"%s %s %s\"/>\n",
                ROUTH_N(what->body.ball[i][3]), ROUTH_N(at[0]), ROUTH_N(at[1]), ROUTH_N(at[2]));
    }
}

/* Corners without faces become their hull. MuJoCo moves a mesh to its own centre of mass, and its geoms back. */
static void print_mesh(const routh_export_page *page) {
    const routh_shape3 *shape = page->what->body.shape;
    fprintf(page->file, "  <asset>\n    <mesh name=\"body\" vertex=\"");
    for (size_t i = 0; i < shape->count; i++) {
        double at[3];
        routh_export_corner(page->what, i, at);
        fprintf(page->file, "%s%s %s %s", i == 0 ? "" : "  ", ROUTH_N(at[0]), ROUTH_N(at[1]), ROUTH_N(at[2]));
    }
    fprintf(page->file, "\"/>\n  </asset>\n");
}

static void print_body(const routh_export_page *page) {
    const routh_export *what = page->what;
    const double(*inertia)[3] = what->body.inertia, *centre = what->body.centre;
    const routh_export_start start = routh_export_start_of(what);
    FILE *file = page->file;
    routh_export_comment(page, 4, "Falls onto the ground at the geometric mean of the speeds.");
    fprintf(file, "    <body name=\"body\" pos=\"0 0 %s\" quat=\"%s %s %s %s\">\n      <freejoint/>\n",
            ROUTH_N(start.height), ROUTH_N(start.turn[0]), ROUTH_N(start.turn[1]), ROUTH_N(start.turn[2]),
            ROUTH_N(start.turn[3]));
    routh_export_comment(page, 6, "Mass in kg; inertia about the centre of mass, kg m²: xx yy zz xy xz yz.");
    fprintf(file, "      <inertial pos=\"%s %s %s\" mass=\"%s\"\n", ROUTH_N(centre[0]), ROUTH_N(centre[1]),
            ROUTH_N(centre[2]), ROUTH_N(what->body.mass));
    fprintf(file, "                fullinertia=\"%s %s %s %s %s %s\"/>\n", ROUTH_N(inertia[0][0]),
            ROUTH_N(inertia[1][1]), ROUTH_N(inertia[2][2]), ROUTH_N(inertia[0][1]), ROUTH_N(inertia[0][2]),
            ROUTH_N(inertia[1][2]));
    if (what->body.ball_count > 1) {
        print_balls(page);
        print_solid(page, "contype=\"0\" conaffinity=\"0\" rgba=\"0.8 0.6 0.4 0.4\" mass=\"0\"");
    } else {
        print_solid(page, "class=\"routh_contact\"");
    }
    fprintf(file, "    </body>\n");
}

void routh_export_mjcf(const routh_export_page *page, bool model) {
    FILE *file = page->file;
    if (!model) {
        routh_export_head(page, 0);
        routh_export_comment(page, 0, "Goes into <mujoco>. Give each geom of the body class=\"routh_contact\".");
        print_options(page, 0);
        print_default(page, 0);
        return;
    }
    fprintf(file, "<mujoco model=\"routh\">\n");
    routh_export_head(page, 2);
    fprintf(file, "  <compiler angle=\"radian\"/>\n");
    print_options(page, 2);
    print_default(page, 2);
    if (page->what->solid == ROUTH_SOLID_HULL)
        print_mesh(page);
    fprintf(file,
            "  <worldbody>\n    <light pos=\"0 0 3\"/>\n    <geom name=\"ground\" type=\"plane\" size=\"5 5 0.1\"/>\n");
    print_body(page);
    fprintf(file, "  </worldbody>\n</mujoco>\n");
}
