/* Names of version 0.3, for one version more.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_RENAMED_H
#define ROUTH_RENAMED_H

#define ROUTH_MOST_REMEDIES              ROUTH_MOST_ALTERNATIVES
#define routh_aid                        routh_diagnosis
#define routh_aid_release                routh_diagnosis_release
#define routh_dataset_aid                routh_diagnosis_of
#define routh_insertion_generate_both    routh_insertion_generate
#define routh_insertion_study_table_name routh_insertion_study_table
#define routh_model_predict_with         routh_model_predict
#define routh_pulse                      routh_heartbeat
#define routh_remedy                     routh_alternative
#define routh_suspect                    routh_sensor_error

#endif
