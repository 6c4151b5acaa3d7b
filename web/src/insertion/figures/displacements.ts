// Each displacement against its prior: estimate with two standard errors, and the truth where it is known.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot, Words } from "../../drawing.js";
import { svg } from "../../html.js";
import { fixed, isNumber } from "../../numbers.js";
import { canvas, plotted } from "../../plot.js";
import type { FigureKind } from "../figure.js";
import type { Displacement, Seen } from "../study.js";
import { seenWords } from "../tables.js";
import { displayUnit, type View } from "../view.js";

const rowHeight = 34;
const farthest = 4; // prior deviations; values beyond are drawn at the edge
const colours = { seen: "var(--law-0)", together: "var(--law-1)", not: "var(--muted)" };

// Values in prior deviations from the drawing.
interface Row {
    displacement: Displacement;
    seen: Seen;
    value: number;
    error: number;
    truth: number;
}

function rowsOf(view: View): Row[] {
    const { fit, truth, observability } = view.recording;
    const relative = ({ nominal, deviation }: Displacement, value: number | undefined): number =>
        isNumber(value) ? (value - nominal) / deviation : NaN;
    return view.study.displacements.map((displacement, j) => ({
        displacement,
        seen: observability.seen[j] ?? "not",
        value: relative(displacement, fit.x[j]),
        error: (fit.error[j] ?? NaN) / displacement.deviation,
        truth: relative(displacement, truth?.x?.[j]),
    }));
}

function wordsOf({ displacement, seen, value, error, truth }: Row): Words {
    const { name, scale, digits } = displayUnit(displacement);
    const { nominal, deviation } = displacement;
    const show = (relative: number): string => fixed(scale * (nominal + relative * deviation), digits);
    const rows: Words["rows"] = [
        [`estimate, ${name}`, `${show(value)} ± ${fixed(scale * error * deviation, digits)}`],
        [`prior deviation, ${name}`, fixed(scale * deviation, digits)],
        ["determined", seenWords[seen]],
    ];
    if (isNumber(truth)) rows.push([`truth, ${name}`, show(truth)]);
    return { title: displacement.name, rows };
}

function drawRow(row: Row, x: (value: number) => number, y: number): SVGGElement {
    const { value, error, truth, seen } = row;
    const behind = { stroke: "var(--paper)", "stroke-width": 4, "paint-order": "stroke" };
    const group = svg(
        "g",
        {},
        svg("text", { x: 14, y: y - 8, fill: "currentColor", ...behind }, row.displacement.name),
    );
    if (isNumber(error))
        group.append(
            svg("path", {
                d: `M${x(value - 2 * error).toFixed(1)},${y}H${x(value + 2 * error).toFixed(1)}`,
                stroke: colours[seen],
                "stroke-width": 2.4,
                "stroke-opacity": 0.6,
            }),
        );
    if (isNumber(truth))
        group.append(
            svg("path", {
                class: "line-truth",
                d: `M${(x(truth) - 4).toFixed(1)},${y - 4}l8,8m0,-8l-8,8`,
                stroke: "var(--wrong)",
                "stroke-width": 2,
            }),
        );
    if (isNumber(value))
        group.append(svg("circle", { cx: x(value), cy: y, r: 4.5, fill: colours[seen], stroke: "var(--paper)" }));
    return group;
}

function draw(view: View, width: number): Drawing | string {
    const rows = rowsOf(view);
    if (rows.length === 0) return "No displacement was estimated.";
    const reach = rows.flatMap(({ value, error, truth }) => [Math.abs(value) + 2 * error, Math.abs(truth)]);
    const most = Math.max(1.5, ...reach.filter(isNumber).map((value) => Math.min(farthest, 1.05 * value)));
    const height = rows.length * rowHeight + 60;
    const panel = plotted({
        width,
        height,
        marginLeft: 12,
        marginRight: 12,
        marginTop: 8,
        x: { domain: [-most, most], label: "(estimate − drawing) ÷ prior deviation →", grid: true, ticks: 7 },
        y: { domain: [0, 1], axis: null },
        marks: [],
    });
    const prior = { x: panel.x(-1), y: 8, width: panel.x(1) - panel.x(-1), height: height - 46 };
    const x = (value: number): number => panel.x(Math.max(-most, Math.min(most, value)));
    const y = (place: number): number => 34 + place * rowHeight;
    return {
        svg: canvas(
            width,
            height,
            svg("rect", { ...prior, fill: "var(--faint)" }),
            panel.svg,
            ...rows.map((row, j) => drawRow(row, x, y(j))),
        ),
        spots: rows.flatMap((row, j): Spot[] =>
            isNumber(row.value) ? [{ x: x(row.value), y: y(j), place: -1, words: wordsOf(row) }] : [],
        ),
        label: `Estimates of ${rows.length} displacements in prior deviations.`,
    };
}

export const displacementsFigure: FigureKind = {
    id: "displacements",
    title: "Displacements relative to the prior",
    lines: [],
    caption: ({ recording }) =>
        "Bars: two standard errors. Shaded: one prior deviation about the drawing. Blue: determined on its own; yellow: only together with others; grey: not determined, so the estimate stays near the prior." +
        (recording.truth?.x ? " Red crosses: the truth, including the small motion of the whole object that the reference pose does not determine." : ""),
    draw,
};
