/* `routh export --prove`: the engine itself, run on impacts of the body.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_CLI_EXPORT_PROVE_H
#define ROUTH_CLI_EXPORT_PROVE_H

#include "export.h"

/* Runs the job's engine, puts the setting that does best into job->what.setting and the verdict into job->reason and
 * job->what.reason, and says what was found. 0, or the exit code after a message: 1 where the engine cannot. */
int export_prove(const char *verb, const export_options *options, routh_export_job *job);

#endif
