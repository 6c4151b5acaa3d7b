/* Reading a large recording: ten minutes at 360 Hz of six rigid bodies with their markers, as Motive exports them, about
 * 210 MB of text. Time of one core and memory, with everything wanted and with one body of it; beside them numpy.loadtxt and
 * awk on the same file, and the same sum from each.
 *
 * usage: bench_recording [MINUTES]
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../tests/cases/motive_recording.h"
#include "bench.h"
#include "file/channels.h"

static void demand(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_recording: %s\n", what);
        exit(1);
    }
}

/* Readers -------------------------------------------------------------------------------------------------*/

typedef struct figures {
    double seconds, peak; /* of one core; bytes */
    double sum;           /* of the positions x of the first body */
} figures;

/* What a child measured of itself comes back through a pipe. */
static figures in_child(figures (*run)(const char *), const char *path) {
    int end[2];
    figures f = {.sum = NAN};
    demand(pipe(end) == 0, "no pipe");
    fflush(stdout);
    const pid_t child = fork();
    demand(child >= 0, "no process");
    if (child == 0) {
        f = run(path);
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        f.peak = 1024 * (double)usage.ru_maxrss;
        demand(write(end[1], &f, sizeof f) == sizeof f, "no way back");
        _exit(0);
    }
    close(end[1]);
    demand(read(end[0], &f, sizeof f) == sizeof f, "the child failed");
    close(end[0]);
    waitpid(child, NULL, 0);
    return f;
}

static int every_channel(const routh_channel *channel) {
    (void)channel;
    return 1;
}

static int every_pose(const routh_channel *channel) {
    return channel->role == ROUTH_CHANNEL_TIME || channel->role == ROUTH_CHANNEL_POSITION ||
           channel->role == ROUTH_CHANNEL_QUATERNION;
}

static int one_pose(const routh_channel *channel) {
    return every_pose(channel) && (!*channel->body || strcmp(channel->body, "Body 1") == 0);
}

static figures read_wanted(const char *path, int (*is_wanted)(const routh_channel *)) {
    routh_context context = routh_context_default();
    routh_source source;
    routh_channels channels;
    figures f = {.sum = 0};
    const double start = bench_clock(CLOCK_THREAD_CPUTIME_ID);
    demand(routh_source_create(&context, routh_io_path(path), &source) == ROUTH_OK, context.message);
    demand(routh_channels_describe(&source, NULL, &channels) == ROUTH_OK, context.message);
    for (size_t j = 0; j < channels.count; j++)
        channels.channel[j].wanted = is_wanted(&channels.channel[j]);
    demand(routh_channels_read(&source, &channels) == ROUTH_OK, context.message);
    f.seconds = bench_clock(CLOCK_THREAD_CPUTIME_ID) - start;
    for (size_t i = 0; i < channels.rows; i++)
        f.sum += channels.channel[6].value[i];
    routh_channels_release(&context, &channels);
    return f;
}

static figures read_everything(const char *path) {
    return read_wanted(path, every_channel);
}

static figures read_poses(const char *path) {
    return read_wanted(path, every_pose);
}

static figures read_one(const char *path) {
    return read_wanted(path, one_pose);
}

/* A peer prints the sum; its time and memory are those of the process. */
static figures run_peer(const char *command) {
    figures f = {.sum = NAN};
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    FILE *output = popen(command, "r");
    if (output && fscanf(output, "%lf %lf", &f.sum, &f.peak) != 2)
        f = (figures){.sum = NAN};
    if (output)
        pclose(output);
    getrusage(RUSAGE_CHILDREN, &after);
    f.seconds =
        (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec - before.ru_stime.tv_sec) +
        1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec + after.ru_stime.tv_usec -
                        before.ru_stime.tv_usec);
    return f;
}

static void print_figures(const char *name, const figures *f, double size) {
    static double ours; /* the first line's: everything */
    if (isnan(f->sum)) {
        printf("%-34s not installed\n", name);
        return;
    }
    if (strstr(name, "numpy"))
        bench_ratio("every column", "numpy.loadtxt", f->seconds / ours);
    ours = ours > 0 ? ours : f->seconds;
    printf("%-34s %8.2f s %9.0f MB/s %9.2f x  sum %.6f\n", name, f->seconds, 1e-6 * size / f->seconds,
           f->peak > 0 ? f->peak / size : NAN, f->sum);
}

int main(int count, char **arguments) {
    const double minutes = count > 1 ? atof(arguments[1]) : 10;
    char path[256], command[1024];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/routh_recording_%ld.csv", folder ? folder : "/tmp", (long)getpid());
    const double size = write_motive_recording(path, (long)(minutes * 60 * MOTIVE_RATE));
    demand(size > 0, "cannot write the recording");
    printf("%.0f MB of text: time of one core, speed, peak of memory over the size of the file\n", 1e-6 * size);
    figures f = in_child(read_everything, path);
    print_figures("routh, every column", &f, size);
    f = in_child(read_poses, path);
    print_figures("routh, poses of six bodies", &f, size);
    f = in_child(read_one, path);
    print_figures("routh, pose of one body", &f, size);
    /* python3-numpy belongs to the system's Python, whatever others there are */
    snprintf(command, sizeof command,
             "PATH=/usr/bin:$PATH OPENBLAS_NUM_THREADS=1 python3 -c 'import numpy,resource\n"
             "t = numpy.loadtxt(\"%s\", delimiter=\",\", skiprows=%d)\n"
             "print(repr(t[:, 6].sum()), 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)' 2>/dev/null",
             path, MOTIVE_HEADER_LINES);
    f = run_peer(command);
    print_figures("numpy.loadtxt, every column", &f, size);
    snprintf(command, sizeof command, "awk -F, 'NR > %d { s += $7 } END { printf \"%%.6f 0\\n\", s }' '%s' 2>/dev/null",
             MOTIVE_HEADER_LINES, path);
    f = run_peer(command);
    print_figures("awk, one column", &f, size);
    remove(path);
    return 0;
}
