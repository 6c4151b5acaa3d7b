/* Names of version 0.3, for one version more.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_RENAMED_H
#define ROUTH_RENAMED_H

#define routh_insertion_generate_both    routh_insertion_generate
#define routh_insertion_study_table_name routh_insertion_study_table
#define routh_model_predict_with         routh_model_predict

#endif
