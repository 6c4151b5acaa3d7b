/* What is left out of a rollout, by name.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include <routh/study.h>

static const routh_name_entry entries[] = {
#define ENTRY(code, name, about) {name, about},
    ROUTH_ABLATION_TABLE(ENTRY)
#undef ENTRY
};
const routh_names routh_ablations = {"ablation", ROUTH_ABLATIONS, entries};
