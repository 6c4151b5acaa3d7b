/* Angles recorded later than positions: the delay is found, and contacts are those of the truth again.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/segment.h>

#include "../data/simulated_drops.h"
#include "../subject.h"

enum { DROPS = 60, FRAMES = 90, CONTACTS = 12 };

/* Drops of a square whose angle is that of `delay` earlier, and their courses. */
static routh_dataset record_late(double delay, double length, double angle, course *path) {
    routh_random random = routh_random_seed(11, 0);
    routh_dataset dataset = empty_dataset();
    for (int i = 0; i < DROPS; i++) {
        path[i] = drop(&dataset.body, random_start(&random), CONTACTS);
        routh_trajectory *seen = add_trajectory(&dataset, FRAMES);
        for (size_t j = 0; j < FRAMES; j++) {
            const double time = (double)j / RATE;
            const motion now = course_at(&path[i], time), earlier = course_at(&path[i], time - delay);
            seen->time[j] = time;
            seen->x[j] = now.x + length * routh_random_normal(&random);
            seen->y[j] = now.y + length * routh_random_normal(&random);
            seen->theta[j] = earlier.theta + angle * routh_random_normal(&random);
        }
    }
    return dataset;
}

/* Root mean square error of rx over the used records near a single contact, and how many there are. */
static double lever_error(const routh_dataset *dataset, const course *path, size_t *count) {
    double sum = 0;
    *count = 0;
    for (size_t i = 0; i < dataset->count; i++) {
        const routh_record *r = &dataset->record[i];
        const course *c = &path[r->trajectory];
        for (size_t k = 1; r->reasons == 0 && k < c->count; k++)
            if (fabs(c->flight[k].time - r->time) < 0.001) {
                const routh_impact truth = impact_of(&dataset->body, &c->flight[k]);
                sum += (r->rx - truth.rx) * (r->rx - truth.rx);
                ++*count;
                break;
            }
    }
    return sqrt(sum / (double)*count);
}

/* A twentieth of a frame is left alone: contacts last as long. */
static void test_the_delay_is_found(void **state) {
    (void)state;
    static const double delay[] = {0, 2e-4, -1e-3, 2e-3, 4e-3}, length[] = {0, 1e-4}, angle[] = {0, 2e-3};
    static course path[DROPS];
    for (size_t i = 0; i < sizeof delay / sizeof delay[0]; i++)
        for (int noisy = 0; noisy < 2; noisy++) {
            routh_dataset dataset = record_late(delay[i], length[noisy], angle[noisy], path);
            size_t count;
            assert_int_equal(routh_dataset_segment(NULL, NULL, &dataset), ROUTH_OK);
            const double error = lever_error(&dataset, path, &count);
            print_message("delay %6.2f ms, noise %d: found %.3f ms, %zu contacts, error of rx %.2g mm\n",
                          1e3 * delay[i], noisy, 1e3 * dataset.angle_delay, count, 1e3 * error);
            const bool seen = fabs(delay[i]) > 4e-4;
            assert_true(fabs(dataset.angle_delay - (seen ? delay[i] : 0)) < 2e-5);
            assert_true(count > 90);
            assert_true(error < (noisy || !seen ? 2e-4 : 1e-7));
            routh_dataset_release(NULL, &dataset);
        }
}

SUBJECT(segment_delay) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_delay_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
