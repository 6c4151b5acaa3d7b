/* Generated tosses as files, for the program to read.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_TESTS_CLI_TOSS_FILES_H
#define ROUTH_TESTS_CLI_TOSS_FILES_H

#include "run_program.h"

#include "../effort.h"
#include "../segment/generated_tosses.h"

/* Tosses as files of one folder, lengths in half-widths; returns the truth. */
static inline toss_truth write_tosses(size_t count) {
    toss_truth t = usual_truth();
    t.pair.mu = 0.4;
    t.scale = 0.98;
    t.centre[2] = 0.005;
    routh_dataset3 tosses = generate_tosses(&t, count, NULL);
    assert_int_equal(mkdir("tosses", 0777), 0);
    for (size_t i = 0; i < count; i++) {
        char path[64];
        snprintf(path, sizeof path, "tosses/%s", tosses.trajectory[i].name);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs("px,py,pz,qw,qx,qy,qz\n", file);
        for (size_t k = 0; k < tosses.trajectory[i].count; k++) {
            const double *p = tosses.trajectory[i].position[k], *q = tosses.trajectory[i].orientation[k];
            fprintf(file, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", p[0] * 2 / t.width, p[1] * 2 / t.width,
                    p[2] * 2 / t.width, q[0], q[1], q[2], q[3]);
        }
        assert_int_equal(fclose(file), 0);
    }
    routh_dataset3_release(NULL, &tosses);
    return t;
}

/* What is predicted whole: tosses that end after a fifth of a second, and in soak those above. The name of what was written. */
static inline const char *write_whole_tosses(int count) {
    char line[160];
    if (effort(0, 0, 1)) {
        write_tosses((size_t)count);
        return "tosses";
    }
    snprintf(line, sizeof line,
             "simulate --space --count %d --duration 0.2 --rate 148 --velocity=-1:1,-1:1,-0.5:0 -o tosses.h5", count);
    run_result made = succeed(line);
    forget_result(&made);
    return "tosses.h5";
}

static inline void remove_tosses(void) {
    DIR *folder = opendir("tosses");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        snprintf(path, sizeof path, "tosses/%.255s", entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(unlink(path), 0);
    }
    closedir(folder);
    assert_int_equal(rmdir("tosses"), 0);
}

#endif
