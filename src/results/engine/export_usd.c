/* USD as text: UsdPhysics, and what PhysX adds to it. Written, never run here.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "engine/engine.h"

#include <math.h>

static void print_material(const routh_export_page *page, int indent) {
    FILE *file = page->file;
    routh_export_about(page, indent, ROUTH_AT_FRICTION);
    routh_export_about(page, indent, ROUTH_RIGID_RESTITUTION);
    routh_export_comment(
        page, indent,
        "Bind it to body and ground: both then have these values, which every combine mode but multiply "
        "leaves as they are.");
    fprintf(file,
            "%*sdef Material \"contact\" (\n%*s    prepend apiSchemas = [\"PhysicsMaterialAPI\", "
            "\"PhysxMaterialAPI\"]\n%*s)\n%*s{\n",
            indent, "", indent, "", indent, "", indent, "");
    fprintf(file, "%*s    float physics:staticFriction = %s\n%*s    float physics:dynamicFriction = %s\n", indent, "",
            ROUTH_N(routh_export_on_body(page, ROUTH_AT_FRICTION)), indent, "",
            ROUTH_N(routh_export_on_body(page, ROUTH_AT_FRICTION)));
    fprintf(file, "%*s    float physics:restitution = %s\n", indent, "",
            ROUTH_N(routh_export_on_body(page, ROUTH_RIGID_RESTITUTION)));
    fprintf(file,
            "%*s    uniform token physxMaterial:frictionCombineMode = \"average\"\n"
            "%*s    uniform token physxMaterial:restitutionCombineMode = \"average\"\n%*s}\n",
            indent, "", indent, "", indent, "");
}

static void print_scene(const routh_export_page *page, int indent) {
    const routh_engine_setting *setting = &page->what->setting;
    FILE *file = page->file;
    routh_export_about(page, indent, ROUTH_RIGID_SPEED);
    fprintf(file,
            "%*sdef PhysicsScene \"physicsScene\" (\n%*s    prepend apiSchemas = [\"PhysxSceneAPI\"]\n%*s)\n%*s{\n",
            indent, "", indent, "", indent, "", indent, "");
    fprintf(file, "%*s    vector3f physics:gravityDirection = (0, 0, -1)\n%*s    float physics:gravityMagnitude = %s\n",
            indent, "", indent, "", ROUTH_N(page->what->body.gravity));
    fprintf(file,
            "%*s    float physxScene:bounceThreshold = %s\n%*s    uint physxScene:timeStepsPerSecond = %.0f\n%*s}\n",
            indent, "", ROUTH_N(setting->value[ROUTH_RIGID_SPEED]), indent, "", fmax(1, round(1 / setting->step)),
            indent, "");
}

static void open_collider(const routh_export_page *page, const char *type, const char *name, size_t number) {
    FILE *file = page->file;
    fprintf(file,
            "        def %s \"%s_%zu\" (\n            prepend apiSchemas = [\"PhysicsCollisionAPI\", "
            "\"MaterialBindingAPI\"%s]\n        )\n        {\n",
            type, name, number, type[0] == 'M' ? ", \"PhysicsMeshCollisionAPI\"" : "");
    fprintf(file, "            rel material:binding:physics = </World/contact>\n");
}

/* The approximation by the hull needs corners only. A strip of triangles over all of them stands for the faces, since readers
 * want some that use every corner. */
static void print_hull(const routh_export_page *page) {
    const routh_shape3 *shape = page->what->body.shape;
    FILE *file = page->file;
    open_collider(page, "Mesh", "hull", 0);
    fprintf(file, "            uniform token physics:approximation = \"convexHull\"\n            point3f[] points = [");
    for (size_t i = 0; i < shape->count; i++) {
        double at[3];
        routh_export_corner(page->what, i, at);
        fprintf(file, "%s(%s, %s, %s)", i == 0 ? "" : ", ", ROUTH_N(at[0]), ROUTH_N(at[1]), ROUTH_N(at[2]));
    }
    fprintf(file, "]\n            int[] faceVertexCounts = [");
    for (size_t i = 0; i + 2 < shape->count; i++)
        fprintf(file, "%s3", i == 0 ? "" : ", ");
    fprintf(file, "]\n            int[] faceVertexIndices = [");
    for (size_t i = 0; i + 2 < shape->count; i++)
        fprintf(file, "%s%zu, %zu, %zu", i == 0 ? "" : ", ", i, i + 1, i + 2);
    fprintf(file, "]\n        }\n");
}

static void print_colliders(const routh_export_page *page) {
    const routh_export *what = page->what;
    const double *size = what->size;
    FILE *file = page->file;
    if (what->body.ball_count > 1) {
        routh_export_comment(page, 8, "Rounded: what touches is one of these balls.");
        for (size_t i = 0; i < what->body.ball_count; i++) {
            double at[3];
            routh_export_ball(what, i, at);
            open_collider(page, "Sphere", "ball", i);
            fprintf(file, "            double radius = %s\n            double3 xformOp:translate = (%s, %s, %s)\n",
                    ROUTH_N(what->body.ball[i][3]), ROUTH_N(at[0]), ROUTH_N(at[1]), ROUTH_N(at[2]));
            fprintf(file, "            uniform token[] xformOpOrder = [\"xformOp:translate\"]\n        }\n");
        }
    } else if (what->solid == ROUTH_SOLID_BOX) {
        open_collider(page, "Cube", "box", 0);
        fprintf(file,
                "            double size = 1\n            float3 xformOp:scale = (%s, %s, %s)\n"
                "            uniform token[] xformOpOrder = [\"xformOp:scale\"]\n        }\n",
                ROUTH_N(size[0]), ROUTH_N(size[1]), ROUTH_N(size[2]));
    } else if (routh_export_is_sphere(what)) {
        open_collider(page, "Sphere", "ball", 0);
        fprintf(file, "            double radius = %s\n        }\n", ROUTH_N(size[0]));
    } else {
        print_hull(page);
    }
}

static void print_body(const routh_export_page *page) {
    const routh_export *what = page->what;
    const routh_export_start start = routh_export_start_of(what);
    const double *centre = what->body.centre;
    double moment[3], turn[4];
    FILE *file = page->file;
    routh_export_principal(what, moment, turn);
    routh_export_comment(page, 4, "Falls onto the ground at the geometric mean of the speeds.");
    fprintf(file, "    def Xform \"body\" (\n        prepend apiSchemas = [\"PhysicsRigidBodyAPI\", "
                  "\"PhysicsMassAPI\"]\n    )\n    {\n");
    fprintf(file, "        double3 xformOp:translate = (0, 0, %s)\n        quatd xformOp:orient = (%s, %s, %s, %s)\n",
            ROUTH_N(start.height), ROUTH_N(start.turn[0]), ROUTH_N(start.turn[1]), ROUTH_N(start.turn[2]),
            ROUTH_N(start.turn[3]));
    fprintf(file, "        uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n");
    routh_export_comment(page, 8, "Mass in kg, principal moments about the centre of mass in kg m², and their axes.");
    fprintf(file, "        float physics:mass = %s\n        point3f physics:centerOfMass = (%s, %s, %s)\n",
            ROUTH_N(what->body.mass), ROUTH_N(centre[0]), ROUTH_N(centre[1]), ROUTH_N(centre[2]));
    fprintf(file,
            "        float3 physics:diagonalInertia = (%s, %s, %s)\n        quatf physics:principalAxes = (%s, %s, %s, "
            "%s)\n",
            ROUTH_N(moment[0]), ROUTH_N(moment[1]), ROUTH_N(moment[2]), ROUTH_N(turn[0]), ROUTH_N(turn[1]),
            ROUTH_N(turn[2]), ROUTH_N(turn[3]));
    print_colliders(page);
    fprintf(file, "    }\n");
}

void routh_export_usd(const routh_export_page *page, bool model) {
    FILE *file = page->file;
    if (!model) {
        routh_export_head(page, 0);
        routh_export_comment(page, 0, "Goes below the default prim of a stage in metres, with z up.");
        print_scene(page, 0);
        print_material(page, 0);
        return;
    }
    fprintf(file, "#usda 1.0\n(\n    defaultPrim = \"World\"\n    metersPerUnit = 1\n    kilogramsPerUnit = 1\n    "
                  "upAxis = \"Z\"\n)\n\n");
    routh_export_head(page, 0);
    fprintf(file, "def Xform \"World\"\n{\n");
    print_scene(page, 4);
    print_material(page, 4);
    fprintf(file,
            "    def Plane \"ground\" (\n        prepend apiSchemas = [\"PhysicsCollisionAPI\", "
            "\"MaterialBindingAPI\"]\n    )\n    {\n"
            "        uniform token axis = \"Z\"\n        rel material:binding:physics = </World/contact>\n    }\n");
    print_body(page);
    fprintf(file, "}\n");
}
