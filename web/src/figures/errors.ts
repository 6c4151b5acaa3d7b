// Which law predicts best: mean and median error of each on held-out impacts, with the bounds.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { noLaw, type Drawing, type FigureKind, type Spot } from "../drawing.js";
import { svg } from "../html.js";
import { lawMarker } from "../laws.js";
import { fixed, isNumber } from "../numbers.js";
import { plotted, type Plotted } from "../plot.js";
import type { LawStudy } from "../study.js";
import type { View } from "../view.js";

const rowHeight = 38;
const confidence = 1.96; // standard errors to a 95 % interval

function largest(view: View): number {
    const values = view.study.frames.flatMap((frame) =>
        frame.laws.flatMap((law) => [law.error_mean + confidence * law.error_se, law.slow_error_mean ?? 0]),
    );
    return 1.04 * Math.max(0.05, ...values.filter(isNumber));
}

// With an edge of paper, since lines run behind it; wide enough to fill the space between words.
const nameStyle = {
    "text-anchor": "start",
    fill: "currentColor",
    stroke: "var(--paper)",
    "stroke-width": 6,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
};

// One law's row: interval and marker at the mean, ring at the median, cross at the slow test's friction.
function row(view: View, law: LawStudy, panel: Plotted, y: number): SVGGElement {
    const style = view.style(law.name);
    const half = confidence * law.error_se;
    const group = svg("g", { "data-law": law.name });
    const line = (from: number, to: number): string => `M${panel.x(from).toFixed(2)},${y}H${panel.x(to).toFixed(2)}`;
    group.append(
        svg("text", { ...nameStyle, x: panel.x(0) + 6, y: y - 11 }, law.title),
        svg("path", { d: line(0, law.error_mean), stroke: style.colour, "stroke-opacity": 0.35, "stroke-width": 2 }),
        svg("path", {
            d: line(Math.max(0, law.error_mean - half), law.error_mean + half),
            stroke: style.colour,
            "stroke-width": 5,
            "stroke-opacity": 0.55,
        }),
    );
    if (isNumber(law.slow_error_mean)) {
        const x = panel.x(law.slow_error_mean);
        const d = `M${x - 4},${y - 4}L${x + 4},${y + 4}M${x - 4},${y + 4}L${x + 4},${y - 4}`;
        group.append(svg("path", { d, stroke: style.colour, "stroke-width": 1.6 }));
    }
    group.append(
        svg("circle", {
            cx: panel.x(law.error_median),
            cy: y,
            r: 4,
            fill: "var(--paper)",
            stroke: style.colour,
            "stroke-width": 1.6,
        }),
        lawMarker(style, panel.x(law.error_mean), y, 1.25),
    );
    return group;
}

// Above its line, on the side of it that has room.
function boundLabel(words: string, x: number, y: number, width: number): SVGTextElement {
    const left = x > width - 90;
    return svg(
        "text",
        { x: left ? x + 3 : x - 3, y, "text-anchor": left ? "end" : "start", fill: "currentColor" },
        words,
    );
}

function spot(view: View, law: LawStudy, panel: Plotted, y: number): Spot {
    const rows: [string, string][] = [
        ["mean error", `${fixed(law.error_mean, 3)} ± ${fixed(law.error_se, 3)}`],
        ["median error", fixed(law.error_median, 3)],
        ["mean error, m/s", fixed(law.error_mean_velocity, 3)],
    ];
    if (isNumber(law.slow_error_mean))
        rows.push([`mean at μ = ${view.study.slow_friction}`, fixed(law.slow_error_mean, 3)]);
    return { x: panel.x(law.error_mean), y, place: -1, words: { title: law.title, rows } };
}

function draw(view: View, width: number): Drawing | string {
    const laws = view.shownLaws().sort((a, b) => a.error_mean - b.error_mean);
    if (laws.length === 0) return noLaw;
    const { irb_mean: rigid, best_post_hoc_mean: postHoc } = view.frame.bounds;
    const height = 64 + rowHeight * laws.length + 6;
    const panel = plotted({
        width,
        height,
        marginLeft: 10,
        marginTop: 34,
        x: { domain: [0, largest(view)], label: "relative velocity error on held-out impacts →", grid: true },
        y: { axis: null, domain: [0, laws.length] },
        marks: [
            Plot.ruleX([rigid], { stroke: "var(--ink)", strokeWidth: 1.5 }),
            Plot.ruleX([postHoc], { stroke: "var(--ink)", strokeWidth: 1.5, strokeDasharray: "4 3" }),
            Plot.ruleX([0]),
        ],
    });
    const close = Math.abs(panel.x(postHoc) - panel.x(rigid)) < 90;
    panel.svg.append(
        boundLabel("rigid bound", panel.x(rigid), close ? 12 : 28, width),
        boundLabel("best law per impact, in hindsight", panel.x(postHoc), 28, width),
    );
    const spots = laws.map((law, i) => {
        const y = 34 + rowHeight * (i + 0.72);
        panel.svg.append(row(view, law, panel, y));
        return spot(view, law, panel, y);
    });
    const words = laws.map((law) => `${law.title} ${fixed(law.error_mean, 3)}`).join(", ");
    return {
        svg: panel.svg,
        spots,
        label: `Mean held-out error of each law: ${words}. Rigid bound ${fixed(rigid, 3)}, best law per impact, in hindsight ${fixed(postHoc, 3)}.`,
    };
}

export const errors: FigureKind = {
    id: "errors",
    title: "Held-out error of every law",
    laws: "all",
    caption: (view) =>
        "Markers: mean, with its 95 % interval; rings: median." +
        (view.study.slow_friction === null
            ? ""
            : ` Crosses: mean at μ = ${view.study.slow_friction}, the friction of a slow test.`) +
        " Lines: mean error of the best rigid-body impulse of each impact (solid) and of the best law of each impact (dashed).",
    draw,
};
