/* A study of tosses, and the same of parts of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "study/split.h"
#include "study/study3.h"

routh_status routh_study3_run(routh_context *context, const routh_dataset3 *dataset,
                              const routh_study3_options *options, routh_study3 *study) {
    const routh_study3_options chosen = options ? *options : routh_study3_options_default();
    routh_status status = routh_study3_run_whole(context, dataset, &chosen, study);
    if (status == ROUTH_OK && chosen.split > 0) {
        status = routh_split3_of(context, dataset, &chosen, &study->split);
        if (status != ROUTH_OK)
            routh_study3_release(context, study);
    }
    return status;
}
