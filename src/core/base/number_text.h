/* Numbers as people write them.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_NUMBER_TEXT_H
#define ROUTH_SRC_BASE_NUMBER_TEXT_H

enum { ROUTH_NUMBER_TEXT = 64 };

/* To `digits` significant digits with a true minus sign and powers as 1.5×10⁻³; returns the buffer. */
const char *routh_number_text(double value, int digits, char buffer[ROUTH_NUMBER_TEXT]);

/* To `decimals` digits after the point with a true minus sign; returns the buffer. */
const char *routh_fixed_text(double value, int decimals, char buffer[ROUTH_NUMBER_TEXT]);

/* "0.203 ± 0.004", with at least `decimals` digits after the point, and so many that the error shows; returns the buffer. */
const char *routh_error_text(double value, double error, int decimals, char buffer[ROUTH_NUMBER_TEXT]);

/* A power of ten, "10⁻³"; returns the buffer. */
const char *routh_power_text(int exponent, char buffer[ROUTH_NUMBER_TEXT]);

#endif
