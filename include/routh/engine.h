/* The engine room: simulators made by others. What their contact parameters mean, which of them give a wanted friction and
 * restitution, and the simulators themselves, run on impacts of the user's own body.
 *
 * The library links no simulator. Each is a small program of its own (engines/), built where its package is installed, and
 * spoken to over a pipe; docs/simulators.md has the protocol, so that a program of your own can be one, too.
 *
 * World axes z up, the ground at z = 0. SI units.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_ENGINE_H
#define ROUTH_ENGINE_H

#include <routh/engine_exports.h>
#include <routh/engine_proofs.h>
#include <routh/engine_settings.h>

#endif
