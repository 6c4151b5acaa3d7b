/* The study room: every number and sentence of every report. One struct for each study holds what its report shows, and
 * nothing else.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_STUDY_H
#define ROUTH_STUDY_H

#include <routh/study_checks.h>
#include <routh/study_covariates.h>
#include <routh/study_coverage.h>
#include <routh/study_drops.h>
#include <routh/study_fits.h>
#include <routh/study_impacts.h>
#include <routh/study_insertions.h>
#include <routh/study_learning.h>
#include <routh/study_tosses.h>

#endif
