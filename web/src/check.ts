// Is the frame right? The regression that says so before any law is fitted, and what else the recording told.
// SPDX-License-Identifier: BSD-3-Clause

import { term } from "./glossary.js";
import { html } from "./html.js";
import { fixed, frameTitle, isNumber, significant, whole } from "./numbers.js";
import { table } from "./table.js";
import type { View } from "./view.js";

const marks = { fine: "✓", warning: "!", wrong: "✗", "not-told": "?" } as const;
const kinds = { fine: "fine", warning: "warning", wrong: "wrong", "not-told": "not told" } as const;

function findings(view: View): HTMLElement {
    const items = view.frame.check.findings.map(({ kind, what, words }) =>
        html(
            "li",
            { class: kind },
            html("span", { class: "mark", "aria-hidden": "true" }, marks[kind]),
            html("span", {}, html("strong", {}, `${what}, ${kinds[kind]}: `), words),
        ),
    );
    return html("ul", { class: "findings" }, ...items);
}

function sentence(words: string): string {
    return /[.!?]$/.test(words) ? words : `${words}.`;
}

// Loud where the frame is not the recorded one, not the chosen one, or found wrong.
export function alarm(view: View): HTMLElement | null {
    const { frame, chosen, why, check } = view.frame;
    const other = view.study.frames.find((entry) => entry.chosen);
    const say = (loud: string, words: string): HTMLElement =>
        html("div", { class: "alarm", role: "note" }, html("strong", {}, `${loud} `), words);
    if (!chosen && other)
        return say(
            "Not the frame that fits.",
            `The motion says ${other.frame}; this is what the same data look like ${frame === "as-recorded" ? "as recorded" : `in frame ${frame}`}.`,
        );
    const wrong = check.findings.filter(({ kind }) => kind === "wrong");
    if (frame !== "as-recorded") {
        const others = wrong.filter(({ what }) => what !== "frame").map(({ words }) => sentence(words));
        return say(
            "The frame is not as recorded.",
            [`Frame ${frame} is used: ${sentence(why)}`, ...others].join(" "),
        );
    }
    return wrong.length > 0
        ? say("Something is wrong with the recording.", wrong.map(({ words }) => sentence(words)).join(" "))
        : null;
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
        `Δω regressed on the lever rₓΔvᵧ′ − rᵧΔvₓ. Free coefficients as recorded: `,
        term("coefficients", "kₙ and kₜ"),
        ` = ${signed(kn, kn_error)} and ${signed(kt, kt_error)} per m²; ` +
            `a right frame has both positive and equal. Stated radius of gyration: ${millimetres(stated_gyration)} mm. Bold: the frame used.`,
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
