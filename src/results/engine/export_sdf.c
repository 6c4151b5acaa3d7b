/* SDF: Gazebo's, with ODE below it, and Drake's, whose tags lie in a namespace of their own.
 *
 * Gazebo with ODE takes the smaller friction, restitution and threshold of both collisions, 1/(1/kp₁ + 1/kp₂) and kd₁ + kd₂:
 * both get the same numbers, twice the stiffness and half of the damping.
 *
 * mu2 is mu. Its axes are those that ODE takes where no fdir1 is given, fixed to the world for a level ground; the slip goes
 * anywhere, and less friction along one of them would be too little for it. Less friction across the slip, which other users
 * of ODE can have, is therefore neither searched nor accepted for SDF.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"
#include "file/output.h"

static void print_ode_surface(const routh_export_page *page, int indent) {
    const double *value = page->what->setting.value;
    double kp, kd;
    FILE *file = page->file;
    routh_ode_spring_of(page->what->setting.step, value[ROUTH_RIGID_ERROR_REDUCTION], value[ROUTH_ODE_FORCE_MIXING],
                        &kp, &kd);
    fprintf(file, "%*s<surface>\n%*s  <friction><ode><mu>%s</mu><mu2>%s</mu2></ode></friction>\n", indent, "", indent,
            "", ROUTH_N(value[ROUTH_AT_FRICTION]), ROUTH_N(value[ROUTH_AT_FRICTION]));
    fprintf(file,
            "%*s  <bounce><restitution_coefficient>%s</restitution_coefficient><threshold>%s</threshold></bounce>\n",
            indent, "", ROUTH_N(value[ROUTH_RIGID_RESTITUTION]), ROUTH_N(value[ROUTH_RIGID_SPEED]));
    fprintf(file,
            "%*s  <contact><ode><kp>%s</kp><kd>%s</kd><max_vel>100</max_vel><min_depth>0</min_depth></ode></contact>\n",
            indent, "", ROUTH_N(2 * kp), ROUTH_N(kd / 2));
    fprintf(file, "%*s</surface>\n", indent, "");
}

static void print_ode_notes(const routh_export_page *page, int indent) {
    for (size_t i = 0; i < page->what->setting.engine->parameter_count; i++)
        routh_export_about(page, indent, i);
    routh_export_comment(
        page, indent,
        "Pair rule of Gazebo with ODE: the smaller friction, restitution and threshold of both collisions. Body "
        "and ground get the same surface.");
    routh_export_comment(
        page, indent,
        "kp (N/m) and kd (N s/m) say error_reduction and force_mixing at this step: erp = h kp/(h kp + kd), cfm = "
        "1/(h kp + kd). Gazebo takes kp of both as springs in series and adds kd.");
    routh_export_comment(
        page, indent,
        "Without <threshold> SDF has 100000 m/s and nothing bounces. Without <max_vel> it is 0.01 m/s, and faster "
        "rebounds are cut to it.");
    routh_export_comment(page, indent,
                         "Where Routh runs ODE it uses dWorldStep and lays the pyramid of friction along the slip; "
                         "Gazebo uses QuickStep "
                         "and fixed axes, and was not run.");
    routh_export_comment(
        page, indent,
        "Under DART, the default of newer Gazebo, restitution is the product of both: there give the ground 1.");
}

static void print_drake_properties(const routh_export_page *page, int indent) {
    FILE *file = page->file;
    fprintf(file, "%*s<drake:proximity_properties>\n", indent, "");
    fprintf(file, "%*s  <drake:point_contact_stiffness>%s</drake:point_contact_stiffness>\n", indent, "",
            ROUTH_N(routh_export_on_body(page, ROUTH_DRAKE_STIFFNESS)));
    fprintf(file, "%*s  <drake:hunt_crossley_dissipation>%s</drake:hunt_crossley_dissipation>\n", indent, "",
            ROUTH_N(routh_export_on_body(page, ROUTH_DRAKE_DISSIPATION)));
    fprintf(file, "%*s  <drake:mu_static>%s</drake:mu_static>\n%*s  <drake:mu_dynamic>%s</drake:mu_dynamic>\n", indent,
            "", ROUTH_N(routh_export_on_body(page, ROUTH_AT_FRICTION)), indent, "",
            ROUTH_N(routh_export_on_body(page, ROUTH_AT_FRICTION)));
    fprintf(file, "%*s</drake:proximity_properties>\n", indent, "");
}

static void print_drake_notes(const routh_export_page *page, int indent) {
    for (size_t i = 0; i < page->what->setting.engine->parameter_count; i++)
        routh_export_about(page, indent, i);
    routh_export_comment(page, indent, "Body and ground get the same properties. Discrete plants use mu_dynamic only.");
    routh_export_comment(
        page, indent,
        "MultibodyPlant(time_step=%g) with a discrete contact approximation that has Hunt and Crossley's "
        "dissipation: SIMILAR, LAGGED or TAMSI. SAP takes drake:relaxation_time in its place.",
        page->what->setting.step);
}

static void print_geometry(const routh_export_page *page, int indent, bool drake) {
    const routh_export *what = page->what;
    const double *size = what->size;
    FILE *file = page->file;
    if (what->solid == ROUTH_SOLID_HULL)
        fprintf(file, "%*s<pose>%s %s %s 0 0 0</pose>\n", indent, "", ROUTH_N(what->mesh_at[0]),
                ROUTH_N(what->mesh_at[1]), ROUTH_N(what->mesh_at[2]));
    fprintf(file, "%*s<geometry>", indent, "");
    if (what->solid == ROUTH_SOLID_BOX) {
        fprintf(file, "<box><size>%s %s %s</size></box>", ROUTH_N(size[0]), ROUTH_N(size[1]), ROUTH_N(size[2]));
    } else if (routh_export_is_sphere(what)) {
        fprintf(file, "<sphere><radius>%s</radius></sphere>", ROUTH_N(size[0]));
    } else if (what->solid == ROUTH_SOLID_ELLIPSOID) {
        fprintf(file, "<ellipsoid><radii>%s %s %s</radii></ellipsoid>", ROUTH_N(size[0]), ROUTH_N(size[1]),
                ROUTH_N(size[2]));
    } else {
        fprintf(file, "<mesh>%s<uri>", drake ? "<drake:declare_convex/>" : "");
        routh_xml_escape(file, what->mesh);
        fprintf(file, "</uri><scale>%s %s %s</scale></mesh>", ROUTH_N(what->unit), ROUTH_N(what->unit),
                ROUTH_N(what->unit));
    }
    fprintf(file, "</geometry>\n");
}

static void print_surface(const routh_export_page *page, int indent, bool drake) {
    if (drake)
        print_drake_properties(page, indent);
    else
        print_ode_surface(page, indent);
}

static void print_collisions(const routh_export_page *page, bool drake) {
    const routh_export *what = page->what;
    FILE *file = page->file;
    if (what->body.ball_count <= 1) {
        fprintf(file, "        <collision name=\"collision\">\n");
        print_geometry(page, 10, drake);
        print_surface(page, 10, drake);
        fprintf(file, "        </collision>\n");
        return;
    }
    routh_export_comment(page, 8, "Rounded: what touches is one of these balls.");
    for (size_t i = 0; i < what->body.ball_count; i++) {
        double at[3];
        routh_export_ball(what, i, at);
        fprintf(file, "        <collision name=\"ball_%zu\">\n          <pose>%s %s %s 0 0 0</pose>\n", i,
                ROUTH_N(at[0]), ROUTH_N(at[1]), ROUTH_N(at[2]));
        fprintf(file, "          <geometry><sphere><radius>%s</radius></sphere></geometry>\n",
                ROUTH_N(what->body.ball[i][3]));
        print_surface(page, 10, drake);
        fprintf(file, "        </collision>\n");
    }
}

static void print_ground(const routh_export_page *page, bool drake) {
    FILE *file = page->file;
    fprintf(file, "    <model name=\"ground\">\n      <static>true</static>\n      <link name=\"ground\">\n"
                  "        <collision name=\"collision\">\n"
                  "          <geometry><plane><normal>0 0 1</normal><size>10 10</size></plane></geometry>\n");
    print_surface(page, 10, drake);
    fprintf(file, "        </collision>\n"
                  "        <visual name=\"visual\">\n"
                  "          <geometry><plane><normal>0 0 1</normal><size>10 10</size></plane></geometry>\n"
                  "        </visual>\n      </link>\n    </model>\n");
}

static void print_model(const routh_export_page *page, bool drake) {
    const routh_export *what = page->what;
    const routh_export_start start = routh_export_start_of(what);
    FILE *file = page->file;
    fprintf(file, "<?xml version=\"1.0\"?>\n<sdf version=\"1.9\"%s>\n",
            drake ? " xmlns:drake=\"http://drake.mit.edu\"" : "");
    fprintf(file, "  <world name=\"routh\">\n");
    routh_export_head(page, 4);
    fprintf(file, "    <gravity>0 0 %s</gravity>\n", ROUTH_N(-what->body.gravity));
    fprintf(file,
            "    <physics name=\"step\" type=\"ode\">\n      <max_step_size>%s</max_step_size>\n"
            "      <real_time_factor>1</real_time_factor>\n    </physics>\n",
            ROUTH_N(what->setting.step));
    if (drake)
        print_drake_notes(page, 4);
    else
        print_ode_notes(page, 4);
    print_ground(page, drake);
    routh_export_comment(page, 4, "Falls onto the ground at the geometric mean of the speeds.");
    fprintf(file, "    <model name=\"body\">\n      <pose>0 0 %s %s %s 0</pose>\n      <link name=\"body\">\n",
            ROUTH_N(start.height), ROUTH_N(start.roll), ROUTH_N(start.pitch));
    routh_export_inertial(page, 8, false);
    print_collisions(page, drake);
    fprintf(file, "        <visual name=\"visual\">\n");
    print_geometry(page, 10, false);
    fprintf(file, "        </visual>\n      </link>\n    </model>\n  </world>\n</sdf>\n");
}

void routh_export_sdf(const routh_export_page *page, bool model) {
    if (model) {
        print_model(page, false);
        return;
    }
    routh_export_head(page, 0);
    print_ode_notes(page, 0);
    routh_export_comment(page, 0, "Goes into each <collision> of the body, and into that of the ground.");
    print_ode_surface(page, 0);
}

void routh_export_drake(const routh_export_page *page, bool model) {
    if (model) {
        print_model(page, true);
        return;
    }
    routh_export_head(page, 0);
    print_drake_notes(page, 0);
    routh_export_comment(page, 0,
                         "Goes into each <collision> of the body, and into that of the ground. <sdf> needs "
                         "xmlns:drake=\"http://drake.mit.edu\".");
    print_drake_properties(page, 0);
}
