// Measured figures beside those of a true law.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import { fixed, isNumber, percent } from "./numbers.js";
import type { Range } from "./study.js";
import { small, stacked, table } from "./table.js";
import { lawHead, number } from "./tables.js";
import type { View } from "./view.js";

function pair(measured: string, range: Range | undefined, show: (value: number) => string): HTMLElement | string {
    if (!range) return measured;
    return stacked(measured, small(`if true ${show(range.low)} … ${show(range.high)}`));
}

// What is attainable: the same figures if the law were exactly true.
export function attainableTable(view: View): HTMLElement {
    const { anomalies, impacts, noise, noise_from } = view.frame;
    const share = anomalies.reversals / impacts.record.length;
    const rows = view.frame.laws.map((law) => ({
        law: law.name,
        head: lawHead(view, law),
        cells: [
            pair(fixed(law.error_mean, 3), law.reference?.error, (value) => fixed(value, 3)),
            pair(`${fixed(law.error_mean_velocity, 3)} m/s`, law.reference?.error_velocity, (value) => fixed(value, 3)),
            pair(percent(law.reach ?? law.reach_at[1], 0), law.reference?.reach, (value) => percent(value, 0)),
            pair(percent(share, 0), law.reference?.reversals, (value) => percent(value, 0)),
            law.reference ? percent(law.reference.true_reversals.mean, 0) : "–",
        ],
    }));
    const caption = html(
        "span",
        {},
        number("Attainable"),
        isNumber(noise)
            ? ` Measured, and what each law would show if it were exactly true, with noise of ${fixed(noise, noise < 0.01 ? 4 : 3)} m/s: the standard deviation of velocities ${noise_from ?? ""}. In brackets: the range that holds 95 of 100 recordings, in whichever velocities the noise may be.`
            : " Not simulated in this study.",
    );
    const columns = [
        { title: "law" },
        { title: "held-out error" },
        { title: "in m/s" },
        { title: "in range" },
        { title: "slip seems reversed" },
        { title: "is reversed, if true" },
    ];
    return table(caption, columns, rows, "Measured figures and what is attainable");
}
