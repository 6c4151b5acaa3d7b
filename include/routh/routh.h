/* Routh: which contact model explains these contacts, with what parameters, how well, and what cannot be determined.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_H
#define ROUTH_H

#include <routh/behaviour.h>
#include <routh/core.h>
#include <routh/data.h>
#include <routh/drawing.h>
#include <routh/engine.h>
#include <routh/file.h>
#include <routh/identify.h>
#include <routh/inertia.h>
#include <routh/insertion.h>
#include <routh/learn.h>
#include <routh/material.h>
#include <routh/renamed.h>
#include <routh/report.h>
#include <routh/rollout.h>
#include <routh/segment.h>
#include <routh/simulate.h>
#include <routh/study.h>
#include <routh/tracks.h>

#endif
