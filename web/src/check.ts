// Is the frame right? The regression that decides it before any law is fitted, and the other findings about the recording.
// SPDX-License-Identifier: BSD-3-Clause

import { term } from "./glossary.js";
import { html } from "./html.js";
import { fixed, frameTitle, isNumber, significant, whole } from "./numbers.js";
import { table } from "./table.js";
import type { View } from "./view.js";

const marks = { fine: "✓", note: "i", warning: "!", wrong: "✗", "not determined": "?" } as const;

function findings(view: View): HTMLElement {
    const items = view.frame.check.findings.map(({ kind, what, words }) =>
        html(
            "li",
            { class: kind.replace(" ", "-") },
            html("span", { class: "mark", "aria-hidden": "true" }, marks[kind]),
            html("span", {}, html("strong", {}, `${what}, ${kind}: `), words),
        ),
    );
    return html("ul", { class: "findings" }, ...items);
}

// What a reader has to know first.
export function alarm(view: View): HTMLElement | null {
    const { alarm } = view.frame;
    if (!alarm) return null;
    return html("div", { class: "alarm", role: "note" }, html("strong", {}, `${alarm.title} `), alarm.words.join(" "));
}

function millimetres(metres: number | null): string {
    return fixed(isNumber(metres) ? 1000 * metres : null, 1);
}

function hypothesisTable(view: View): HTMLElement {
    const rows = view.frame.check.hypotheses.map((entry) => ({
        head: frameTitle(entry.frame).replace("corrected, ", ""),
        strong: entry.frame === view.frame.frame,
        cells: [
            whole(entry.slope),
            millimetres(entry.gyration),
            fixed(entry.r2, 3),
            fixed(entry.correlation, 3),
            significant(entry.residual),
        ],
    }));
    const { kn, kn_error, kt, kt_error, stated_gyration } = view.frame.check;
    const signed = (value: number, error: number): string => `${value > 0 ? "+" : ""}${whole(value)} ± ${whole(error)}`;
    const caption = html(
        "span",
        {},
        `Δω regressed on rₓΔvᵧ′ − rᵧΔvₓ. Coefficients fitted independently, as recorded: `,
        term("coefficients", "kₙ and kₜ"),
        ` = ${signed(kn, kn_error)} and ${signed(kt, kt_error)} per m²; ` +
            `in the right frame both are positive and equal. Stated radius of gyration: ${millimetres(stated_gyration)} mm. Bold: the frame used.`,
    );
    const columns = [
        { title: term("frames", "frame") },
        { title: "slope, 1/m²" },
        { title: "gyration, mm" },
        { title: "R²" },
        { title: "correlation" },
        { title: "residual, rad/s" },
    ];
    return table(caption, columns, rows, "Frame check: the four hypotheses");
}

export function frameCheck(view: View): HTMLElement {
    return html("div", { class: "check" }, hypothesisTable(view), findings(view));
}
