/* Tosses in space as JSON, the object of their page: web/src/tosses/toss.ts describes it. Runs of a world and rollouts of
 * recorded tosses are written with it.
 *
 *     {"kind": "tosses", "version", "title", "words": […],
 *      "shape": {"name", "vertices": [[x, y, z] …], "insets", "faces": [[corner …] …], "rounding", "centre"},
 *      "planes": [{"point", "normal"} …], "part": {"vertices", "faces"} or null,
 *      "columns": [{"key", "title", "digits", "factor"} …],
 *      "tables": [{"title", "columns": […], "rows": [[…] …]} …],
 *      "charts": [{"title", "x", "y", "lines": [{"name", "x": […], "y": […]} …]} …], with "low" and "high" in lines of points,
 *      "tosses": [{"name", "label", "rate", "fitted",
 *                  "tracks": [{"name", "first", "poses": [[px, py, pz, qw, qx, qy, qz] …]} …],
 *                  "impacts": {"count", "time": […], "point": [[x, y, z] …], "speed": […], "contacts": […]},
 *                  "region": {"level", "first", "centre": [[x, y, z] …], "radius": […], "angle": […]} or null,
 *                  "numbers": {key: value …}} …],
 *      "total": tosses that were studied, where these are some of them}
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_REPORT_TOSSES_JSON_H
#define ROUTH_SRC_REPORT_TOSSES_JSON_H

#include <routh/motion3.h>

#include "file/json_build.h"

/* One motion of the body, one pose an instant: position of the tracked point, m, and orientation w x y z. */
typedef struct routh_toss_track {
    const char *name; /* "recorded", "predicted" */
    size_t first;     /* instant of the first pose */
    size_t count;
    const double (*pose)[7];
} routh_toss_track;

/* Where the body is expected, one entry an instant. */
typedef struct routh_toss_region {
    double level; /* the probability, 0.9 */
    size_t first, count;
    const double (*centre)[3]; /* of the ball that holds the tracked point, m */
    const double *radius;      /* of that ball, m */
    const double *angle;       /* from the expected orientation, rad */
} routh_toss_region;

/* A toss to look at. */
typedef struct routh_toss_view {
    const char *name;
    const char *label;         /* "worst", "median", "best"; "": none of these */
    double rate;               /* Hz */
    double fitted;             /* s: until then the start was fitted; 0: it was given */
    routh_toss_track track[2]; /* the first one is drawn solid, the second translucent */
    size_t track_count;
    const routh_run3_record *impact;
    size_t impact_count;
    double start;                    /* time of instant 0 where impacts are timed, s */
    const routh_toss_region *region; /* NULL: none */
    const routh_json_entry *number;  /* by the keys of the page's columns */
    size_t number_count;
} routh_toss_view;

/* The pose of a state as tracks have it. */
void routh_toss_pose(const routh_world3 *world, const routh_state3 *state, double pose[7]);

json_t *routh_toss_json(const routh_toss_view *toss);

/* A column of the table of tosses. */
json_t *routh_toss_column_json(const char *key, const char *title, int digits, double factor);

/* Lists of the page, each taken; empty ones are json_array(). */
typedef struct routh_tosses_lists {
    json_t *words, *columns, *tables, *charts, *tosses;
    size_t total; /* tosses that were studied, where the page shows some of them; 0: all are shown */
} routh_tosses_lists;

/* The whole object: what is in the world, and the lists. */
json_t *routh_tosses_json(const routh_world3 *world, const char *title, routh_tosses_lists lists);

#endif
