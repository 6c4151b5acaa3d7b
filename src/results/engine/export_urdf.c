/* URDF. The format itself has no contact parameters: <contact> is Bullet's (PyBullet reads it), <gazebo> Gazebo's.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"
#include "file/output.h"

void routh_export_inertial(const routh_export_page *page, int indent, bool urdf) {
    const routh_engine_body *body = &page->what->body;
    const double *centre = body->centre;
    FILE *file = page->file;
    routh_export_comment(page, indent,
                         "Mass in kg; inertia about the centre of mass, kg m²; the centre from the shape's origin, m.");
    fprintf(file,
            urdf ? "%*s<inertial>\n%*s  <origin xyz=\"%s %s %s\"/>\n"
                 : "%*s<inertial>\n%*s  <pose>%s %s %s 0 0 0</pose>\n",
            indent, "", indent, "", ROUTH_N(centre[0]), ROUTH_N(centre[1]), ROUTH_N(centre[2]));
    fprintf(file, urdf ? "%*s  <mass value=\"%s\"/>\n" : "%*s  <mass>%s</mass>\n", indent, "", ROUTH_N(body->mass));
    fprintf(file,
            urdf
                ? "%*s  <inertia ixx=\"%s\" iyy=\"%s\" izz=\"%s\" ixy=\"%s\" ixz=\"%s\" iyz=\"%s\"/>\n"
                : "%*s  "
                  "<inertia><ixx>%s</ixx><iyy>%s</iyy><izz>%s</izz><ixy>%s</ixy><ixz>%s</ixz><iyz>%s</iyz></inertia>\n",
            indent, "", ROUTH_N(body->inertia[0][0]), ROUTH_N(body->inertia[1][1]), ROUTH_N(body->inertia[2][2]),
            ROUTH_N(body->inertia[0][1]), ROUTH_N(body->inertia[0][2]), ROUTH_N(body->inertia[1][2]));
    fprintf(file, "%*s</inertial>\n", indent, "");
}

static void print_contact(const routh_export_page *page, int indent) {
    fprintf(page->file,
            "%*s<contact>\n%*s  <lateral_friction value=\"%s\"/>\n%*s  <restitution value=\"%s\"/>\n"
            "%*s  <rolling_friction value=\"0\"/>\n%*s  <spinning_friction value=\"0\"/>\n%*s</contact>\n",
            indent, "", indent, "", ROUTH_N(routh_export_on_body(page, ROUTH_AT_FRICTION)), indent, "",
            ROUTH_N(routh_export_on_body(page, ROUTH_RIGID_RESTITUTION)), indent, "", indent, "", indent, "");
}

static void print_bullet_notes(const routh_export_page *page, int indent) {
    const routh_engine_setting *setting = &page->what->setting;
    for (size_t i = 0; i < setting->engine->parameter_count; i++)
        routh_export_about(page, indent, i);
    routh_export_comment(
        page, indent,
        "The ground needs friction 1 and restitution 1, which are not its defaults. In PyBullet: "
        "changeDynamics(plane, -1, lateralFriction=1, restitution=1), "
        "setPhysicsEngineParameter(fixedTimeStep=%g, restitutionVelocityThreshold=%g, contactERP=%g, "
        "useSplitImpulse=1, splitImpulsePenetrationThreshold=0); contactERP is 0.08 there unless given.",
        setting->step, setting->value[ROUTH_RIGID_SPEED], setting->value[ROUTH_RIGID_ERROR_REDUCTION]);
    routh_export_comment(
        page, indent,
        "Bodies also need contactProcessingThreshold=0 (changeDynamics): a contact ahead of the surface takes speed "
        "away before restitution sees it; and linearDamping=0, angularDamping=0, which are 0.04 there.");
    routh_export_comment(
        page, indent,
        "Not checked: PyBullet itself. Routh runs Bullet's btRigidBody, while loadURDF makes a btMultiBody, with a "
        "solver of its own, unless useMaximalCoordinates=True, which Bullet's author asks for where bodies bounce "
        "(bullet3, "
        "issue 3094).");
}

static void print_gazebo(const routh_export_page *page, int indent) {
    const double mu = page->what->setting.value[ROUTH_AT_FRICTION];
    routh_export_comment(
        page, indent,
        "Gazebo: friction only, the smaller of both bodies'. Its URDF has no restitution; the format sdf has.");
    fprintf(page->file, "%*s<gazebo reference=\"body\">\n%*s  <mu1>%s</mu1>\n%*s  <mu2>%s</mu2>\n%*s</gazebo>\n",
            indent, "", indent, "", ROUTH_N(mu), indent, "", ROUTH_N(mu), indent, "");
}

static void print_geometry(const routh_export_page *page, int indent) {
    const routh_export *what = page->what;
    const double *size = what->size;
    FILE *file = page->file;
    if (what->solid == ROUTH_SOLID_HULL)
        fprintf(file, "%*s<origin xyz=\"%s %s %s\"/>\n", indent, "", ROUTH_N(what->mesh_at[0]),
                ROUTH_N(what->mesh_at[1]), ROUTH_N(what->mesh_at[2]));
    fprintf(file, "%*s<geometry>", indent, "");
    if (what->solid == ROUTH_SOLID_BOX) {
        fprintf(file, "<box size=\"%s %s %s\"/>", ROUTH_N(size[0]), ROUTH_N(size[1]), ROUTH_N(size[2]));
    } else if (routh_export_is_sphere(what)) {
        fprintf(file, "<sphere radius=\"%s\"/>", ROUTH_N(size[0]));
    } else {
        fprintf(file, "<mesh filename=\"");
        routh_xml_escape(file, what->mesh);
        fprintf(file, "\" scale=\"%s %s %s\"/>", ROUTH_N(what->unit), ROUTH_N(what->unit), ROUTH_N(what->unit));
    }
    fprintf(file, "</geometry>\n");
}

static void print_collisions(const routh_export_page *page) {
    const routh_export *what = page->what;
    FILE *file = page->file;
    if (what->body.ball_count <= 1) {
        fprintf(file, "    <visual>\n");
        print_geometry(page, 6);
        fprintf(file, "    </visual>\n    <collision>\n");
        print_geometry(page, 6);
        fprintf(file, "    </collision>\n");
        return;
    }
    routh_export_comment(page, 4, "Rounded: what touches is one of these balls.");
    for (size_t i = 0; i < what->body.ball_count; i++) {
        double at[3];
        routh_export_ball(what, i, at);
        fprintf(file, "    <collision>\n      <origin xyz=\"%s %s %s\"/>\n", ROUTH_N(at[0]), ROUTH_N(at[1]),
                ROUTH_N(at[2]));
        fprintf(file, "      <geometry><sphere radius=\"%s\"/></geometry>\n    </collision>\n",
                ROUTH_N(what->body.ball[i][3]));
    }
}

void routh_export_urdf(const routh_export_page *page, bool model) {
    FILE *file = page->file;
    if (!model) {
        routh_export_head(page, 0);
        print_bullet_notes(page, 0);
        routh_export_comment(page, 0, "Bullet: goes into the body's <link>.");
        print_contact(page, 0);
        print_gazebo(page, 0);
        return;
    }
    fprintf(file, "<?xml version=\"1.0\"?>\n<robot name=\"routh\">\n");
    routh_export_head(page, 2);
    print_bullet_notes(page, 2);
    const routh_export_start start = routh_export_start_of(page->what);
    routh_export_comment(
        page, 2,
        "URDF has neither a ground nor a time step. Load this above a plane, at [0, 0, %.4g] m and turned by "
        "roll %g and pitch %g rad: it then falls onto it at the geometric mean of the speeds.",
        start.height, start.roll, start.pitch);
    fprintf(file, "  <link name=\"body\">\n");
    print_contact(page, 4);
    routh_export_inertial(page, 4, true);
    print_collisions(page);
    fprintf(file, "  </link>\n");
    print_gazebo(page, 2);
    fprintf(file, "</robot>\n");
}
