// Ticks of scales that span many powers of ten.
// SPDX-License-Identifier: BSD-3-Clause

import { significant } from "../numbers.js";

// Names powers of ten and leaves the ticks between them bare.
export function powersOnly(value: number): string {
    const power = Math.log10(value);
    return Math.abs(power - Math.round(power)) < 1e-9 ? significant(value, 1).replace("1 × ", "") : "";
}
