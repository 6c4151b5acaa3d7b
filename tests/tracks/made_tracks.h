/* Tracks with known truth: bodies that fly, bounce in some way and come to rest, seen in a laboratory's axes. The bounces obey
 * no law: each gives the body another velocity, upwards, and another spin.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_TRACKS_MADE_TRACKS_H
#define ROUTH_TESTS_TRACKS_MADE_TRACKS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <routh/tracks.h>

#include "algebra/space.h"

/* What is recorded, and how. */
typedef struct laboratory {
    double turn[4];    /* from axes with z up to the laboratory's */
    double place[3];   /* m */
    double unit, rate; /* of lengths: 1 for m, 1e3 for mm; Hz */
    double noise;      /* m, and over 0.05 m rad */
    double tracked[3]; /* from the centre of mass, body axes, m */
    bool in_plane;     /* motion in a plane whose normal is (−sin, cos, 0) of `heading` */
    double heading;
    bool flipped_x;      /* positions have the other sign of x, orientations not */
    bool inverse;        /* orientations are laboratory to body */
    double lost;         /* share of instants */
    size_t tracks, rest; /* instants at rest at the end of each */
    double drag;         /* 1/s */
} laboratory;

static inline laboratory plain_laboratory(void) {
    return (laboratory){.turn = {1, 0, 0, 0}, .unit = 1, .rate = 120, .noise = 2e-4, .tracks = 12, .rest = 40};
}

static inline void random_turn(routh_random *random, double turn[4]) {
    double length = 0;
    for (int c = 0; c < 4; c++)
        turn[c] = routh_random_normal(random), length += turn[c] * turn[c];
    for (int c = 0; c < 4; c++)
        turn[c] /= sqrt(length);
}

/* A state of the centre of mass. */
typedef struct flying {
    double position[3], velocity[3], orientation[4], spin[3];
} flying;

static inline void kick(const laboratory *lab, routh_random *random, flying *body) {
    const double ahead[3] = {cos(lab->heading), sin(lab->heading), 0},
                 across[3] = {-sin(lab->heading), cos(lab->heading), 0};
    const double speed = routh_random_uniform(random, -1, 1), side = routh_random_uniform(random, -1, 1);
    const double turning = routh_random_uniform(random, -12, 12);
    for (int c = 0; c < 3; c++) {
        body->velocity[c] = speed * ahead[c] + (lab->in_plane ? 0 : side * across[c]);
        body->spin[c] = turning * across[c] + (lab->in_plane ? 0 : routh_random_uniform(random, -6, 6));
    }
    body->velocity[2] = routh_random_uniform(random, 1.2, 2.5);
}

static inline void step(flying *body, double drag, double time) {
    for (int c = 0; c < 3; c++) {
        const double fall = (c == 2 ? -9.81 : 0) - drag * body->velocity[c];
        body->position[c] += body->velocity[c] * time + fall * time * time / 2;
        body->velocity[c] += fall * time;
    }
    routh_turn_on(body->orientation, body->spin, time, body->orientation);
}

/* One instant as the laboratory has it. */
static inline void see(const laboratory *lab, routh_random *random, const flying *body, double position[3],
                       double orientation[4]) {
    double arm[3], here[3], there[3], tremble[3], shaken[4];
    routh_turn_apply(body->orientation, lab->tracked, arm);
    for (int c = 0; c < 3; c++) {
        here[c] = body->position[c] + arm[c];
        tremble[c] = lab->noise / 0.05 * routh_random_normal(random);
    }
    routh_turn_apply(lab->turn, here, there);
    for (int c = 0; c < 3; c++)
        position[c] = lab->unit * (there[c] + lab->place[c] + lab->noise * routh_random_normal(random));
    routh_turn_of(tremble, shaken);
    routh_turn_product(lab->turn, body->orientation, orientation);
    routh_turn_product(shaken, orientation, orientation);
    if (lab->flipped_x)
        position[0] = -position[0];
    if (lab->inverse)
        routh_turn_inverse(orientation, orientation);
}

static inline void *made(size_t count, size_t size) {
    void *block = calloc(count, size);
    assert_non_null(block);
    return block;
}

static inline void make_track(const laboratory *lab, routh_random *random, routh_track *track) {
    enum { BOUNCES = 3 };
    const size_t room = (size_t)(3 * lab->rate) + lab->rest;
    *track = (routh_track){.name = made(8, 1),
                           .time = made(room, sizeof(double)),
                           .position = made(room, sizeof *track->position),
                           .orientation = made(room, sizeof *track->orientation)};
    snprintf(track->name, 8, "body");
    flying body = {.position = {routh_random_uniform(random, -0.3, 0.3), routh_random_uniform(random, -0.3, 0.3), 0.1}};
    if (lab->in_plane) {
        const double across[3] = {-sin(lab->heading), cos(lab->heading), 0};
        const double off = routh_dot3(body.position, across);
        for (int c = 0; c < 3; c++)
            body.position[c] -= off * across[c];
        body.orientation[0] = 1;
    } else {
        random_turn(random, body.orientation);
    }
    kick(lab, random, &body);
    int bounces = 0;
    size_t still = 0;
    const int parts = 8;
    for (size_t i = 0; i < room && still < lab->rest + 1; i++) {
        if (routh_random_uniform(random, 0, 1) >= lab->lost) {
            see(lab, random, &body, track->position[track->count], track->orientation[track->count]);
            track->time[track->count++] = (double)i / lab->rate;
        }
        for (int p = 0; p < parts && bounces <= BOUNCES; p++) {
            step(&body, lab->drag, 1 / (lab->rate * parts));
            if (body.position[2] < 0.05 && body.velocity[2] < 0 && ++bounces <= BOUNCES)
                kick(lab, random, &body);
        }
        still += bounces > BOUNCES;
        if (bounces > BOUNCES)
            body.position[2] = 0.05;
    }
    track->rows = track->count;
    for (size_t i = 1; i < track->count; i++) {
        double along = 0;
        for (int c = 0; c < 4; c++)
            along += track->orientation[i][c] * track->orientation[i - 1][c];
        for (int c = 0; along < 0 && c < 4; c++)
            track->orientation[i][c] = -track->orientation[i][c];
    }
}

static inline routh_tracks make_tracks(const laboratory *lab, uint64_t seed) {
    routh_random random = routh_random_seed(seed, 17);
    routh_tracks tracks = {.name = "made", .source = "made", .rate = lab->rate, .count = lab->tracks};
    tracks.track = made(lab->tracks, sizeof *tracks.track);
    for (size_t t = 0; t < lab->tracks; t++)
        make_track(lab, &random, &tracks.track[t]);
    return tracks;
}

static inline void release_tracks(routh_tracks *tracks) {
    for (size_t t = 0; t < tracks->count; t++) {
        free(tracks->track[t].name);
        free(tracks->track[t].time);
        free(tracks->track[t].position);
        free(tracks->track[t].orientation);
        free(tracks->track[t].angle);
    }
    free(tracks->track);
    *tracks = (routh_tracks){.count = 0};
}

/* The laboratory's direction of a vector of axes with z up; with the sign of x flipped where positions are. */
static inline void in_laboratory(const laboratory *lab, const double vector[3], double out[3]) {
    routh_turn_apply(lab->turn, vector, out);
    if (lab->flipped_x)
        out[0] = -out[0];
}

static inline double angle_between(const double a[3], const double b[3]) {
    double cross[3];
    routh_cross3(a, b, cross);
    return atan2(routh_length3(cross), routh_dot3(a, b));
}

#endif
