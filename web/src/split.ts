// Do numbers differ between parts of the recording by no more than their stated errors?
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import { fixed } from "./numbers.js";
import { sentences } from "./page-parts.js";
import { table } from "./table.js";
import { number } from "./tables.js";
import type { View } from "./view.js";

export function isSplit(views: View[]): boolean {
    return views.some(({ study }) => study.split);
}

function ratio(value: number | null): string {
    return value === null ? "–" : fixed(value, 2);
}

export function splitTable(view: View): HTMLElement {
    const { split } = view.study;
    if (!split) return html("p", {}, "The recording was not split.");
    const rows = split.numbers.map(({ of, name, random, in_order }) => ({
        head: `${name} of ${of}`,
        strong: (random.ratio ?? 0) > 1.5 || (in_order.ratio ?? 0) > 1.5,
        cells: [ratio(random.ratio), ratio(in_order.ratio)],
    }));
    const columns = ["number", "at random", "in the order of the recording"].map((title) => ({ title }));
    const caption = html(
        "span",
        {},
        number("Split"),
        ` The recording in ${split.groups} disjoint groups of ${split.units}, each estimated by itself: scatter between groups ÷ stated error. About 1 where the stated error is right.`,
    );
    return html(
        "div",
        { class: "found split" },
        table(caption, columns, rows, "Scatter between groups over stated errors"),
        sentences(split.words),
    );
}
