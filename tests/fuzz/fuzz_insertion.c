/* Any text as a recorded insertion: a table, then, from the first line that begins with a brace, the JSON beside it. Or a
 * robot's log in HDF5, whose columns a fixed JSON file names. What is read can be computed with, and comes back from what is written of it. A libFuzzer target; seeds lie in
 * corpus_insertion.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include <routh/data.h>

#include "fuzz_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH = 96 };

/* "FOLDER/name" */
static const char *path_of(const char *name, char path[PATH]) {
    snprintf(path, PATH, "%s/%s", fuzz_folder(), name);
    return path;
}

/* How many bytes the table has. */
static size_t find_split(const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 1 < size; i++)
        if (data[i] == '\n' && data[i + 1] == '{')
            return i + 1;
    return size;
}

static void check_pose(const routh_pose3 *pose) {
    for (int i = 0; i < 3; i++) {
        const double *row = pose->rotation[i];
        demand(fabs(row[0] * row[0] + row[1] * row[1] + row[2] * row[2] - 1) < 1e-13, "rotations are of unit length");
        demand(isfinite(pose->position[i]), "positions are finite");
    }
}

static void check_insertion(const routh_insertion *insertion) {
    demand(insertion->name[0] != '\0' && insertion->count > 0, "it has a name and instants");
    demand(insertion->rate > 0 && isfinite(insertion->rate) && isfinite(insertion->offset), "rate and offset");
    check_pose(&insertion->receptacle);
    check_pose(&insertion->plate);
    check_pose(&insertion->reference);
    for (size_t k = 0; k < insertion->count; k++) {
        const routh_insertion_instant *sample = &insertion->sample[k];
        demand(isfinite(sample->time) && (k == 0 || sample->time > sample[-1].time), "time goes on");
        check_pose(&sample->hand);
        for (int i = 0; i < 6; i++)
            demand(isfinite(sample->twist[i]) && isfinite(sample->wrench[i]), "samples are finite");
    }
    for (size_t i = 0; i < insertion->truth.count; i++)
        demand(isfinite(insertion->truth.displacement[i]), "the truth is finite");
}

static void check_written(const routh_insertion *insertion) {
    char path[PATH];
    routh_insertion again;
    const routh_io written = routh_io_path(path_of("again.csv", path));
    demand(routh_insertion_write(NULL, insertion, written) == ROUTH_OK, "what was read can be written");
    demand(routh_insertion_read(NULL, written, NULL, &again) == ROUTH_OK, "what was written can be read");
    demand(insertion->count == again.count && strcmp(insertion->name, again.name) == 0, "as many instants");
    demand(insertion->rate == again.rate && insertion->offset == again.offset, "the same rate and offset");
    demand(insertion->truth.count == again.truth.count, "as much truth");
    for (size_t k = 0; k < insertion->count; k++) {
        const routh_insertion_instant *one = &insertion->sample[k], *other = &again.sample[k];
        demand(memcmp(one->twist, other->twist, sizeof one->twist + sizeof one->wrench) == 0, "the same samples");
        demand(one->time == other->time, "at the same times");
    }
    routh_insertion_release(NULL, &again);
}

/* Columns of one table, but for time; no velocities. */
static const char log_json[] =
    "{\"offset\":0.001,\"receptacle\":[0,0,0,1,0,0,0],\"reference\":[0,0,0,1,0,0,0],\"wrench_frame\":\"hand\","
    "\"units\":\"mm,Nmm\",\"columns\":{\"time\":\"robot/"
    "t\",\"px\":\"a:1\",\"py\":\"a:2\",\"pz\":\"a:3\",\"qw\":\"a:4\","
    "\"qx\":\"a:5\",\"qy\":\"a:6\",\"qz\":\"a:7\",\"fx\":\"a:8\",\"fy\":\"a:9\",\"fz\":\"a:10\",\"mx\":\"a:11\","
    "\"my\":\"a:12\",\"mz\":\"a:13\"}}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char table[PATH], constants[PATH], either[PATH];
    routh_context context = routh_context_default();
    routh_insertion insertion;
    const bool log = size > 0 && data[0] == 0x89;
    const size_t split = log ? size : find_split(data, size);
    write_fuzz_file(path_of(log ? "fuzz.h5" : "fuzz.csv", table), data, split);
    if (log)
        write_fuzz_file(path_of("fuzz.json", constants), (const uint8_t *)log_json, sizeof log_json - 1);
    else
        write_fuzz_file(path_of("fuzz.json", constants), data + split, size - split);
    const routh_status status = routh_insertion_read(&context, routh_io_path(table), NULL, &insertion);
    check_message(&context, status, path_of("fuzz.", either));
    if (status != ROUTH_OK) {
        const routh_insertion zero = {0};
        demand(memcmp(&insertion, &zero, sizeof zero) == 0, "a failure leaves nothing");
        return 0;
    }
    check_insertion(&insertion);
    if (size % 16 == 1) /* writing takes longer than reading */
        check_written(&insertion);
    routh_insertion_release(&context, &insertion);
    return 0;
}
