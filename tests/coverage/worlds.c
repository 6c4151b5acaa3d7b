/* The worlds. Shapes, masses, laws and kinds of noise vary together, so that each value of each meets several of the others.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "coverage.h"

const coverage_world coverage_worlds[] = {
    {"plain", "ellipse, Gaussian noise, Wang–Mason", IMPACTS | DROPS, GAUSSIAN, 1, "ellipse", 0.036, "wang-mason", 0.18,
     0.53, 0, 100, FLAW_NONE, false},
    {"square", "square of 1 kg, Gaussian noise, Mirtich", IMPACTS | DROPS, GAUSSIAN, 1, "square", 1, "mirtich", 0.3,
     0.6, 0, 100, FLAW_NONE, false},
    {"noisy", "rectangle, Gaussian noise three times as large, Drumwright–Shell", IMPACTS, GAUSSIAN, 3, "rectangle",
     0.2, "drumwright-shell", 0.4, 0.3, 0, 100, FLAW_NONE, false},
    {"few", "dodecagon, 25 impacts, Gaussian noise, Wang–Mason", IMPACTS, GAUSSIAN, 1, "dodecagon", 0.5, "wang-mason",
     0.12, 0.7, 0, 25, FLAW_NONE, false},
    {"quantised", "ellipse, rounded numbers, AP Newton", IMPACTS | DROPS, QUANTISED, 1, "ellipse", 2, "ap-newton", 0.25,
     0.4, 0, 100, FLAW_NONE, false},
    {"heavy-tailed", "rectangle, noise of Student's t with 3 degrees of freedom, Wang–Mason", IMPACTS | DROPS,
     HEAVY_TAILED, 1, "rectangle", 0.1, "wang-mason", 0.2, 0.5, 0, 100, FLAW_NONE, false},
    {"correlated", "square, noise correlated in time, AP Poisson", IMPACTS | DROPS, CORRELATED, 1, "square", 0.06,
     "ap-poisson", 0.15, 0.5, 0, 100, FLAW_NONE, false},
    {"springs", "ellipse, Gaussian noise, compliant contact", IMPACTS, GAUSSIAN, 1, "ellipse", 0.036, "compliant", 0.2,
     0.6, 1.2, 100, FLAW_NONE, false},
    {"dropped", "ellipse, frames missing, Smith", DROPS, DROPPED, 1, "ellipse", 0.3, "smith", 0.15, 0.6, 0, 100,
     FLAW_NONE, false},
    {"latent", "ellipse, pose half a frame late, Wang–Mason", IMPACTS | DROPS, LATENT, 1, "ellipse", 0.036,
     "wang-mason", 0.18, 0.53, 0, 100, FLAW_NONE, false},
    {"biased", "rectangle, angle 0.02 rad and height 0.5 mm off, Mirtich", IMPACTS | DROPS, BIASED, 1, "rectangle", 0.1,
     "mirtich", 0.25, 0.5, 0, 100, FLAW_NONE, false},
    {"wrong", "ellipse, one record in thirty wrong, Wang–Mason", IMPACTS | DROPS, WRONG, 1, "ellipse", 0.036,
     "wang-mason", 0.18, 0.53, 0, 100, FLAW_NONE, false},

    {"cube", "rigid law, Gaussian noise", TOSSES, GAUSSIAN, 1, NULL, 0.37, "rigid", 0.2, 0.4, 0, 40, FLAW_NONE, false},
    {"cube-springs", "compliant law, Gaussian noise", TOSSES, GAUSSIAN, 1, NULL, 0.37, "compliant", 0.15, 0.35, 1.2, 40,
     FLAW_NONE, false},
    {"cube-heavy", "rigid law, Student's t", TOSSES, HEAVY_TAILED, 1, NULL, 0.2, "rigid", 0.25, 0.3, 0, 40, FLAW_NONE,
     false},
    {"cube-rounded", "rigid law, rounded numbers", TOSSES, QUANTISED, 1, NULL, 0.37, "rigid", 0.2, 0.5, 0, 40,
     FLAW_NONE, false},
    {"cube-correlated", "rigid law, noise correlated in time", TOSSES, CORRELATED, 1, NULL, 0.37, "rigid", 0.2, 0.4, 0,
     40, FLAW_NONE, false},
    {"cube-held", "rigid law, in every thirtieth toss a hand is on the cube at first", TOSSES, WRONG, 1, NULL, 0.37,
     "rigid", 0.2, 0.4, 0, 60, FLAW_NONE, false},

    {"spheres", "compliant contact, Gaussian noise", REBOUNDS, GAUSSIAN, 1, NULL, 0, "compliant", 0.1, 0.98, 1.2, 60,
     FLAW_NONE, false},
    {"spheres-heavy", "compliant contact, Student's t", REBOUNDS, HEAVY_TAILED, 1, NULL, 0, "compliant", 0.18, 0.9, 1.4,
     60, FLAW_NONE, false},
    {"spheres-rigid", "Wang–Mason, rounded numbers", REBOUNDS, QUANTISED, 1, NULL, 0, "wang-mason", 0.15, 0.9, 0, 45,
     FLAW_NONE, false},

    {"guides-1a", "turned by 2°", INSERTIONS, GAUSSIAN, 1, NULL, 0, "1a", 0.2, 0, 1.8e5, 0, FLAW_NONE, false},
    {"guides-1b", "turned by −2°, softer and smoother", INSERTIONS, GAUSSIAN, 1, NULL, 0, "1b", 0.12, 0, 1.1e5, 0,
     FLAW_NONE, false},

    {"square-40", "square of 1 kg, 40 dB, Mirtich", RATIOS, GAUSSIAN, 40, "square", 1, "mirtich", 0.3, 0.6, 0, 100,
     FLAW_NONE, false},
    {"square-30", "the same at 30 dB", RATIOS, GAUSSIAN, 30, "square", 1, "mirtich", 0.3, 0.6, 0, 100, FLAW_NONE,
     false},
    {"square-20", "the same at 20 dB", RATIOS, GAUSSIAN, 20, "square", 1, "mirtich", 0.3, 0.6, 0, 100, FLAW_NONE,
     false},
    {"ellipse-40", "ellipse, 40 dB, Wang–Mason", RATIOS, GAUSSIAN, 40, "ellipse", 0.036, "wang-mason", 0.3, 0.6, 0, 100,
     FLAW_NONE, false},
    {"ellipse-30", "the same at 30 dB", RATIOS, GAUSSIAN, 30, "ellipse", 0.036, "wang-mason", 0.3, 0.6, 0, 100,
     FLAW_NONE, false},
    {"ellipse-20", "the same at 20 dB", RATIOS, GAUSSIAN, 20, "ellipse", 0.036, "wang-mason", 0.3, 0.6, 0, 100,
     FLAW_NONE, false},

    {"skittle", "triangle, Gaussian noise", FLAWED, GAUSSIAN, 1, "triangle", 0, NULL, 0, 0, 0, 120, FLAW_NONE, false},
    {"skittle-few", "triangle, 40 impacts", FLAWED, GAUSSIAN, 1, "triangle", 0, NULL, 0, 0, 0, 40, FLAW_NONE, false},
    {"tile", "pentagon, noise of Student's t", FLAWED, HEAVY_TAILED, 1, "pentagon", 0, NULL, 0, 0, 0, 150, FLAW_NONE,
     false},
    {"brick", "rectangle, noise grows with speed", FLAWED, GAUSSIAN, 1, "rectangle", 0, NULL, 0, 0, 0, 150, FLAW_UNEVEN,
     false},
    {"egg", "ellipse, rounded numbers", FLAWED, QUANTISED, 1, "ellipse", 0, NULL, 0, 0, 0, 150, FLAW_NONE, false},
    {"egg-spoiled", "ellipse, 3 % of the impacts wrong", FLAWED, GAUSSIAN, 1, "ellipse", 0, NULL, 0, 0, 0, 150,
     FLAW_OUTLIERS, false},
    {"skittle-25", "triangle, 25 impacts", FLAWED, GAUSSIAN, 1, "triangle", 0, NULL, 0, 0, 0, 25, FLAW_NONE, false},
    {"cog", "heptagon, 300 impacts", FLAWED, GAUSSIAN, 1, "heptagon", 0, NULL, 0, 0, 0, 300, FLAW_NONE, false},
    {"cog-newton", "heptagon, Newton's restitution, friction on the final slip", FLAWED, GAUSSIAN, 1, "heptagon", 0,
     "ap-newton", 0, 0, 0, 150, FLAW_NONE, false},
    {"slab-poisson", "thin rectangle, Poisson's restitution, noise of Student's t", FLAWED, HEAVY_TAILED, 1, "slab", 0,
     "wang-mason", 0, 0, 0, 150, FLAW_NONE, false},
    {"kite-springs", "kite, springs, with a law that has them", FLAWED, GAUSSIAN, 1, "kite", 0, "compliant", 0, 0, 0,
     60, FLAW_NONE, false},
    {"kite-poisson", "kite, Poisson's restitution, errors before and after alike", FLAWED, CORRELATED, 1, "kite", 0,
     "wang-mason", 0, 0, 0, 150, FLAW_NONE, false},
    {"kite-rigid", "kite, springs, among laws that have none", FLAWED, GAUSSIAN, 1, "kite", 0, "compliant", 0, 0, 0,
     150, FLAW_NONE, true},
    {"couple", "triangle, a couple at the contact against the spin", FLAWED, GAUSSIAN, 1, "triangle", 0, NULL, 0, 0, 0,
     150, FLAW_COUPLE, true},
    {"couple-egg", "ellipse, the same, noise of Student's t", FLAWED, HEAVY_TAILED, 1, "ellipse", 0, NULL, 0, 0, 0, 150,
     FLAW_COUPLE, true},
    {"hertz", "triangle, restitution falls as the fourth root of the speed", FLAWED, GAUSSIAN, 1, "triangle", 0, NULL,
     0, 0, 0, 150, FLAW_RESTITUTION_SPEED, true},
    {"putty", "pentagon, restitution falls exponentially with speed", FLAWED, GAUSSIAN, 1, "pentagon", 0, NULL, 0, 0, 0,
     150, FLAW_RESTITUTION_SOFT, true},
    {"stribeck", "ellipse, friction falls with the speed of slip", FLAWED, GAUSSIAN, 1, "ellipse", 0, NULL, 0, 0, 0,
     150, FLAW_FRICTION_SPEED, true},
    {"surfaces", "rectangle, two surfaces beside each other", FLAWED, GAUSSIAN, 1, "rectangle", 0, NULL, 0, 0, 0, 150,
     FLAW_SURFACES, true},
    {"bodies", "triangle, two bodies mixed", FLAWED, GAUSSIAN, 1, "triangle", 0, NULL, 0, 0, 0, 150, FLAW_BODIES, true},
    {"worn", "ellipse, half of the rim worn", FLAWED, GAUSSIAN, 1, "ellipse", 0, NULL, 0, 0, 0, 150, FLAW_WORN, true},
    {"drift", "pentagon, drift over the day", FLAWED, HEAVY_TAILED, 1, "pentagon", 0, NULL, 0, 0, 0, 150, FLAW_DRIFT,
     true},
    {"place", "rectangle, restitution depends on the place", FLAWED, GAUSSIAN, 1, "rectangle", 0, NULL, 0, 0, 0, 150,
     FLAW_PLACE, true},
    {"mirrored", "ellipse, every second record mirrored", FLAWED, GAUSSIAN, 1, "ellipse", 0, NULL, 0, 0, 0, 150,
     FLAW_MIRRORED, true},
    {"shuffled", "triangle, velocities after of other impacts", FLAWED, GAUSSIAN, 1, "triangle", 0, NULL, 0, 0, 0, 150,
     FLAW_SHUFFLED, true},
    {"random", "ellipse, velocities after of no impact", FLAWED, GAUSSIAN, 1, "ellipse", 0, NULL, 0, 0, 0, 150,
     FLAW_RANDOM, true},
    {"copies", "pentagon, copies of three impacts", FLAWED, GAUSSIAN, 1, "pentagon", 0, NULL, 0, 0, 0, 90, FLAW_COPIES,
     true},
    {"heavy", "rectangle, stated inertia 35 % too large", FLAWED, GAUSSIAN, 1, "rectangle", 0, NULL, 0, 0, 0, 150,
     FLAW_INERTIA, true},
    {"turned", "ellipse, velocities turned by 0.06 rad", FLAWED, GAUSSIAN, 1, "ellipse", 0, NULL, 0, 0, 0, 150,
     FLAW_TURNED, true},
};
const size_t coverage_world_count = sizeof coverage_worlds / sizeof coverage_worlds[0];

const routh_law *world_law(const coverage_world *world, double parameters[ROUTH_MAX_PARAMETERS]) {
    const routh_law *law = routh_law_find(NULL, world->law);
    for (int j = 0; law && j < law->parameter_count; j++) {
        const char *name = law->parameter[j].name;
        parameters[j] = strcmp(name, "mu") == 0 ? world->mu : strcmp(name, "eps") == 0 ? world->eps : world->further;
    }
    return law;
}

static routh_shape rectangle(double length, double height) {
    const double x = length / 2, y = height / 2;
    return (routh_shape){.kind = ROUTH_POLYGON, .count = 4, .vertex = {{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
}

/* Nearly a disc. */
static routh_shape dodecagon(double radius) {
    routh_shape shape = {.kind = ROUTH_POLYGON, .count = 12};
    for (size_t k = 0; k < shape.count; k++) {
        const double angle = 2 * acos(-1) * (double)k / 12;
        shape.vertex[k][0] = radius * cos(angle);
        shape.vertex[k][1] = radius * sin(angle);
    }
    return shape;
}

routh_body world_body(const coverage_world *world) {
    routh_body body = {.mass = world->mass};
    const char *shape = world->shape;
    body.shape = strcmp(shape, "ellipse") == 0     ? routh_shape_ellipse(0.035, 0.025)
                 : strcmp(shape, "square") == 0    ? routh_shape_square(0.06)
                 : strcmp(shape, "rectangle") == 0 ? rectangle(0.08, 0.05)
                                                   : dodecagon(0.03);
    body.inertia = world->mass * routh_shape_gyration_squared(&body.shape);
    return body;
}

/* About those of the recorded drops. */
routh_noise world_noise(const coverage_world *world) {
    const double s = world->size;
    return (routh_noise){.y = 2e-4 * s, .theta = 5e-3 * s, .vx = 0.01 * s, .vy = 0.01 * s, .omega = 0.3 * s};
}

uint64_t world_seed(const coverage_world *world, uint64_t seed) {
    uint64_t place = 0;
    while (place < coverage_world_count && strcmp(coverage_worlds[place].name, world->name) != 0)
        place++;
    return seed + 100000 * (place + 1);
}

double world_frame(const coverage_world *world) {
    (void)world;
    return 1.0 / 250;
}
