/* How time stepping converges to the event-driven solution as its step shrinks: the error of the pose 20 ms after the
 * first impact, over 40 drops of an ellipse and 40 of a square with the same law (ap-newton, μ = 0.3, ε = 0.5). Prints a
 * table; with a file's name, draws it: docs/time-step-convergence.svg.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <routh/routh.h>

enum { DROPS = 40, STEPS = 8, SHAPES = 2 };

static const double longest_step = 4e-3; /* s; then halved again and again */
static const char *const names[SHAPES] = {"ellipse", "square"};
static const char *const colours[SHAPES] = {"#0072b2", "#d55e00"};

static double error[SHAPES][STEPS][DROPS]; /* m */

static routh_state draw_start(size_t drop) {
    routh_random random = routh_random_seed(5, drop);
    return (routh_state){.pose = {0, 0.12, routh_random_uniform(&random, -3.14, 3.14)},
                         .velocity = {routh_random_uniform(&random, -1, 1), routh_random_uniform(&random, -1, 0),
                                      routh_random_uniform(&random, -15, 15)}};
}

static routh_run run_or_stop(const routh_world *world, const routh_state *start, const routh_run_options *options) {
    routh_context context = routh_context_default();
    routh_run run;
    if (routh_world_run(&context, world, start, options, &run) != ROUTH_OK) {
        fprintf(stderr, "%s\n", context.message);
        exit(1);
    }
    return run;
}

/* Distance of two poses, m; turning counts at the radius of gyration. */
static double distance(const routh_body *body, routh_pose a, routh_pose b) {
    const double gyration = sqrt(body->inertia / body->mass);
    return sqrt(pow(a.x - b.x, 2) + pow(a.y - b.y, 2) + pow(gyration * (a.theta - b.theta), 2));
}

static void measure(const routh_world *world, size_t shape, size_t drop) {
    const routh_state start = draw_start(drop);
    routh_run_options options = routh_run_options_default();
    options.law = routh_law_find(NULL, "ap-newton");
    routh_law_parameters(options.law, world->plane->mu, world->plane->eps, options.parameters);
    options.duration = 0.3;
    options.rate = 1000;
    routh_run exact = run_or_stop(world, &start, &options);
    const size_t sample = (size_t)(options.rate * (exact.record[0].time + 0.02));
    options.integrator = ROUTH_TIME_STEPS;
    options.step = longest_step;
    for (int i = 0; i < STEPS; i++, options.step /= 2) {
        routh_run stepped = run_or_stop(world, &start, &options);
        error[shape][i][drop] = distance(&world->body, exact.sample[sample].pose, stepped.sample[sample].pose);
        routh_run_release(NULL, &stepped);
    }
    routh_run_release(NULL, &exact);
}

static void measure_all(void) {
    const routh_shape shapes[SHAPES] = {routh_shape_ellipse(0.035, 0.025), routh_shape_square(0.06)};
    const routh_half_plane ground = {.mu = 0.3, .eps = 0.5};
    for (size_t s = 0; s < SHAPES; s++) {
        const double inertia = 0.05 * routh_shape_gyration_squared(&shapes[s]);
        const routh_world world = {.body = {.shape = shapes[s], .mass = 0.05, .inertia = inertia},
                                   .plane = &ground,
                                   .plane_count = 1,
                                   .gravity = 9.81,
                                   .wrench = routh_wrench_default()};
        for (size_t drop = 0; drop < DROPS; drop++)
            measure(&world, s, drop);
    }
}

static double mean(const double *value) {
    double sum = 0;
    for (int i = 0; i < DROPS; i++)
        sum += value[i] / DROPS;
    return sum;
}

static void print_table(void) {
    printf("%12s %14s %14s\n", "step, ms", "ellipse, m", "square, m");
    for (int i = 0; i < STEPS; i++)
        printf("%12.5f %14.3e %14.3e\n", 1e3 * ldexp(longest_step, -i), mean(error[0][i]), mean(error[1][i]));
    for (int s = 0; s < SHAPES; s++)
        printf("order of the mean, %s: %.2f\n", names[s],
               log2(mean(error[s][0]) / mean(error[s][STEPS - 1])) / (STEPS - 1));
}

/* The drawing: logarithms of step and error, in pixels. */
enum { LEFT = 70, TOP = 20, WIDTH = 520, HEIGHT = 380 };

static double x_of(double step) {
    return LEFT + WIDTH * (log10(step) + 4.7) / 2.5; /* 20 µs … 6 ms */
}

static double y_of(double value) {
    return TOP + HEIGHT * (-1 - log10(fmax(value, 1e-7))) / 6; /* 100 mm … 100 nm */
}

static void draw_axes(FILE *file) {
    fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#9a9a9a\"/>\n", LEFT, TOP,
            WIDTH, HEIGHT);
    static const char *const powers[] = {"10⁻¹", "10⁻²", "10⁻³", "10⁻⁴", "10⁻⁵", "10⁻⁶", "10⁻⁷"};
    for (int i = 0; i < 7; i++)
        fprintf(file,
                "<path d=\"M%d,%gh%d\" stroke=\"#dddddd\"/><text x=\"%d\" y=\"%g\" text-anchor=\"end\">%s</text>\n",
                LEFT, TOP + HEIGHT * i / 6.0, WIDTH, LEFT - 8, TOP + HEIGHT * i / 6.0 + 4, powers[i]);
    for (int i = 0; i < STEPS; i++)
        fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g</text>\n", x_of(ldexp(longest_step, -i)),
                TOP + HEIGHT + 18, 1e3 * ldexp(longest_step, -i));
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">step (ms)</text>\n", LEFT + WIDTH / 2,
            TOP + HEIGHT + 40);
    fprintf(file,
            "<text transform=\"translate(20,%d) rotate(-90)\" text-anchor=\"middle\">error of the pose (m)</text>\n",
            TOP + HEIGHT / 2);
}

static void draw_shape(FILE *file, int s) {
    for (int i = 0; i < STEPS; i++)
        for (int drop = 0; drop < DROPS; drop++)
            fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.6\" fill=\"%s\" fill-opacity=\"0.3\"/>\n",
                    x_of(ldexp(longest_step, -i)) + (s ? 4 : -4), y_of(error[s][i][drop]), colours[s]);
    fputs("<path d=\"", file);
    for (int i = 0; i < STEPS; i++)
        fprintf(file, "%c%.1f,%.1f", i ? 'L' : 'M', x_of(ldexp(longest_step, -i)), y_of(mean(error[s][i])));
    fprintf(file, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.4\"%s/>\n", colours[s],
            s ? " stroke-dasharray=\"7 4\"" : "");
    fprintf(file, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s, %d drops and their mean%s</text>\n", LEFT + 14,
            TOP + 24 + 20 * s, colours[s], names[s], DROPS, s ? " (dashed)" : "");
}

static int draw(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return 1;
    }
    fprintf(
        file,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 620 460\" "
        "width=\"620\" height=\"460\" role=\"img\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" "
        "font-size=\"12\" fill=\"#222222\">\n<title>Time stepping converges to the event-driven solution "
        "at first order in the step</title>\n<rect width=\"620\" height=\"460\" fill=\"#ffffff\"/>\n");
    draw_axes(file);
    const double low = ldexp(longest_step, 1 - STEPS), at = 0.2 * mean(error[0][0]) / longest_step;
    fprintf(file,
            "<path d=\"M%.1f,%.1fL%.1f,%.1f\" stroke=\"#444444\" stroke-dasharray=\"2 3\"/><text x=\"%.1f\" y=\"%.1f\" "
            "text-anchor=\"start\">first order</text>\n",
            x_of(low), y_of(at * low), x_of(longest_step), y_of(at * longest_step), x_of(8 * low) - 8,
            y_of(at * 8 * low));
    for (int s = 0; s < SHAPES; s++)
        draw_shape(file, s);
    fputs("</svg>\n", file);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
    measure_all();
    print_table();
    return argc > 1 ? draw(argv[1]) : 0;
}
