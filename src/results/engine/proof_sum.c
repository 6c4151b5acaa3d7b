/* What the samples of one setting amount to, for each impact and in all.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/order.h"
#include "engine/proof.h"

/* Least, median and greatest of what is finite. Reorders it. */
static void three_of(double *value, size_t count, double three[3]) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(value[i]))
            value[kept++] = value[i];
    qsort(value, kept, sizeof *value, routh_ascending);
    three[0] = kept > 0 ? value[0] : NAN;
    three[1] = routh_median(value, kept);
    three[2] = kept > 0 ? value[kept - 1] : NAN;
}

/* One number of each sample, by its place in the struct. */
static void gather(const routh_proof_sample *sample, size_t count, size_t offset, double *room, double three[3]) {
    for (size_t i = 0; i < count; i++)
        room[i] = *(const double *)(const void *)((const char *)&sample[i] + offset);
    three_of(room, count, three);
}

static void sum_up_one(const routh_proof_sample *sample, size_t count, double *room, routh_proof_impact *impact) {
    double three[3], sticking = 0;
    *impact = (routh_proof_impact){.energy_gain = -INFINITY};
    gather(sample, count, offsetof(routh_proof_sample, speed), room, three), impact->speed = three[1];
    gather(sample, count, offsetof(routh_proof_sample, slip), room, three), impact->slip = three[1];
    gather(sample, count, offsetof(routh_proof_sample, eps_wanted), room, three), impact->eps_wanted = three[1];
    gather(sample, count, offsetof(routh_proof_sample, friction_wanted), room, three);
    impact->friction_wanted = three[1];
    gather(sample, count, offsetof(routh_proof_sample, eps), room, impact->eps);
    gather(sample, count, offsetof(routh_proof_sample, friction), room, impact->friction);
    gather(sample, count, offsetof(routh_proof_sample, friction_error), room, impact->friction_error);
    for (size_t i = 0; i < count; i++) {
        const routh_proof_sample *one = &sample[i];
        room[i] = one->eps - one->eps_wanted;
        impact->steps = one->steps > impact->steps ? one->steps : impact->steps;
        impact->contacts = one->contacts > impact->contacts ? one->contacts : impact->contacts;
        impact->depth = fmax(impact->depth, one->depth);
        impact->energy_gain = fmax(impact->energy_gain, one->energy_gain);
        impact->agree += (one->score <= 1) / (double)count;
        sticking += one->sticks;
    }
    three_of(room, count, impact->eps_error);
    impact->sticks = 2 * sticking > (double)count;
}

void routh_proof_sum_up(routh_proof_set *set, routh_proof_trial *trial) {
    const size_t count = set->impacts * set->phases;
    trial->depth = trial->agree = 0;
    trial->energy_gain = -INFINITY;
    for (size_t i = 0; i < set->impacts; i++) {
        routh_proof_impact *impact = &trial->impact[i];
        sum_up_one(&set->sample[i * set->phases], set->phases, set->room, impact);
        trial->depth = fmax(trial->depth, impact->depth);
        trial->energy_gain = fmax(trial->energy_gain, impact->energy_gain);
        trial->agree += impact->agree / (double)set->impacts;
    }
    for (size_t i = 0; i < count; i++)
        set->room[i] = set->sample[i].eps - set->sample[i].eps_wanted;
    three_of(set->room, count, trial->eps_error);
    gather(set->sample, count, offsetof(routh_proof_sample, friction_error), set->room, trial->friction_error);
}
