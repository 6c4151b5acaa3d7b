// An instant in a few words, for tooltips.
// SPDX-License-Identifier: BSD-3-Clause

import type { Words } from "../drawing.js";
import { fixed, significant } from "../numbers.js";
import type { View } from "./view.js";

export const axes = ["Fx", "Fy", "Fz", "Mx", "My", "Mz"];

function triple(columns: number[][], place: number, from: number, digits: number): string {
    return columns
        .slice(from, from + 3)
        .map((column) => fixed(column[place], digits))
        .join(", ");
}

export function describeInstant(view: View, place: number): Words {
    const { time, measured, plain, fit } = view.recording.series;
    const rows: Words["rows"] = [];
    for (const [name, columns] of [
        ["measured", measured],
        ["as drawn", plain.wrench],
        ["displaced", fit.wrench],
    ] as const) {
        rows.push([`F ${name}, N`, triple(columns, place, 0, 1)]);
        rows.push([`M ${name}, N m`, triple(columns, place, 3, 2)]);
    }
    rows.push(
        ["contacts, of which slide", `${fit.contacts[place] ?? 0}, ${fit.sliding[place] ?? 0}`],
        ["K as drawn, N/m", significant(plain.stiffness[place])],
        ["K displaced, N/m", significant(fit.stiffness[place])],
        ["μ as drawn", fixed(plain.friction[place], 3)],
        ["μ displaced", fixed(fit.friction[place], 3)],
    );
    return { title: `${fixed(time[place], 2)} s`, rows };
}
