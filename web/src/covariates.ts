// The section on parameters that depend on something, shown only where it was asked for: sentences, before and after.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import { fixed } from "./numbers.js";
import { sentences } from "./page-parts.js";
import { table } from "./table.js";
import type { View } from "./view.js";

export function hasCovariates(views: View[]): boolean {
    return views.some(({ frame }) => frame.covariates ?? frame.exploration);
}

export function covariateWords(view: View): HTMLElement {
    const words = [...(view.frame.covariates?.words ?? []), ...(view.frame.inputs?.words ?? []), ...(view.frame.exploration?.words ?? [])];
    return html("div", { class: "found" }, sentences(words));
}

// Held-out errors of every law without and with covariates.
export function covariateTable(view: View): HTMLElement {
    const laws = view.frame.covariates?.laws ?? [];
    const rows = laws.map((law) => ({
        law: law.name,
        head: law.title,
        cells: [
            fixed(law.constant_mean, 3),
            fixed(law.constant_velocity, 3),
            fixed(law.error_mean, 3),
            fixed(law.error_velocity, 3),
            `${fixed(law.gain, 4)} ± ${fixed(law.gain_se, 4)}`,
        ],
    }));
    const columns = ["law", "constant", "m/s", "with covariates", "m/s", "gain"].map((title) => ({ title }));
    const caption = "Error on held-out impacts, relative and in m/s, before and after";
    return table(caption, columns, rows, "Errors without and with covariates");
}
