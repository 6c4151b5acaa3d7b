/* A model as an HDF5 file: docs/learning.md has the layout.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_MODEL_FILE_H
#define ROUTH_SRC_MODEL_FILE_H

#define ROUTH_MODEL_FORMAT "routh-contact-model"

enum {
    ROUTH_MODEL_FIRST_LAYOUT = 1, /* without covariates, which layout 2 has; neither has intervals of its own */
    ROUTH_MODEL_LAYOUT = 3,
    ROUTH_MODEL_MOST_PRIORS = 8, /* one upon the other */
    ROUTH_MODEL_LIST = 128       /* bytes of a list of inputs or outputs */
};

#define ROUTH_MODEL_UNEXPLAINED                                                                                        \
    { "unexplained Pt", "unexplained Pn" } /* of learned parameters */

#endif
