// What other ways to read the recording would change, beside standard errors.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import { fixed, symbol, whole } from "./numbers.js";
import { sentences } from "./page-parts.js";
import { table } from "./table.js";
import { number } from "./tables.js";
import type { View } from "./view.js";

export function hasSystematics(views: View[]): boolean {
    return views.some(({ study }) => study.systematics);
}

export function systematicsTable(view: View): HTMLElement {
    const { systematics } = view.study;
    if (!systematics) return html("p", {}, "The recording can be read in one way only.");
    const title = view.frame.laws.find(({ name }) => name === systematics.law)?.title ?? systematics.law;
    const names = systematics.parameters.map(({ name }) => name);
    const rows = systematics.readings.map((reading, i) => ({
        head: reading.name,
        strong: i === 0,
        cells: [
            whole(reading.impacts),
            fixed(reading.slope, 0),
            fixed(reading.r2, 3),
            fixed(reading.residual, 2),
            ...names.map((name) => fixed(reading.parameters[name], 3)),
            fixed(reading.error, 3),
            fixed(reading.error_velocity, 3),
            fixed(reading.bound, 3),
        ],
    }));
    const columns = [
        "reading of the recording",
        "impacts",
        "m/I, 1/m²",
        "R²",
        "residual, rad/s",
        ...names.map(symbol),
        "held-out error",
        "in m/s",
        "rigid bound",
    ].map((text) => ({ title: text }));
    const caption = html(
        "span",
        {},
        number("Systematics"),
        ` ${title} fitted to other readings of the same recording, with the same split. Standard errors do not contain what changes from row to row. m/I, R² and residual are those of the point-impulse identity, which needs no law.`,
    );
    return html(
        "div",
        { class: "found readings" },
        table(caption, columns, rows, "Other readings of the recording"),
        sentences(systematics.words),
    );
}
