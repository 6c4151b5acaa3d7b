// The cost that identification minimises, over friction and restitution (figure 7a of Fundamental limitations).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { noLaw, type Drawing, type FigureKind, type Spot } from "../drawing.js";
import { svg } from "../html.js";
import { extent, fixed, isNumber, percent, significant } from "../numbers.js";
import { colourBar, plotted, type Plotted } from "../plot.js";
import type { LawStudy } from "../study.js";
import type { View } from "../view.js";

type Surface = NonNullable<LawStudy["surface"]>;

const levels = 14;
const leastArm = 9; // pixels; shorter arms of the cross would hide behind its centre

// Between the samples of an axis that need not be evenly spaced.
function position(axis: number[], value: number): [index: number, fraction: number] {
    let i = 0;
    while (i < axis.length - 2 && (axis[i + 1] ?? 0) <= value) i++;
    const [from, to] = [axis[i] ?? 0, axis[i + 1] ?? 0];
    return [i, to > from ? (value - from) / (to - from) : 0];
}

function costAt({ mu, eps, cost }: Surface, m: number, e: number): number {
    const [i, a] = position(mu, m);
    const [j, b] = position(eps, e);
    const corner = (di: number, dj: number): number => cost[i + di]?.[j + dj] ?? cost[i]?.[j] ?? 0;
    return (1 - a) * ((1 - b) * corner(0, 0) + b * corner(0, 1)) + a * ((1 - b) * corner(1, 0) + b * corner(1, 1));
}

// Contours need an even grid, row by row along μ.
function evenGrid(surface: Surface, columns: number, rows: number): number[] {
    const [m0, m1] = extent(surface.mu);
    const [e0, e1] = extent(surface.eps);
    const values: number[] = [];
    for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
            values.push(
                costAt(surface, m0 + ((m1 - m0) * (column + 0.5)) / columns, e0 + ((e1 - e0) * (row + 0.5)) / rows),
            );
    return values;
}

function nodes(surface: Surface, panel: Plotted): Spot[] {
    return surface.mu.flatMap((mu, i) =>
        surface.eps.map((eps, j) => ({
            x: panel.x(mu),
            y: panel.y(eps),
            place: -1,
            words: {
                title: `μ = ${fixed(mu, 3)}, ε = ${fixed(eps, 3)}`,
                rows: [["cost", significant(surface.cost[i]?.[j])]] as [string, string][],
            },
        })),
    );
}

// One window for all frames, whose surfaces may cover different ranges.
function window(view: View, law: LawStudy, axis: "mu" | "eps"): [number, number] {
    const surfaces = view.study.frames.map((frame) => frame.laws.find(({ name }) => name === law.name)?.surface);
    return extent(surfaces.flatMap((surface) => surface?.[axis] ?? []));
}

function addFit(view: View, law: LawStudy, panel: Plotted): void {
    const { mu, eps } = law.parameters;
    const marks = svg("g", { "data-law": law.name });
    if (mu && eps) {
        const [x, y] = [panel.x(mu.value), panel.y(eps.value)];
        // an interval that is open above runs to the edge
        const right = panel.x(mu.high ?? law.surface?.mu.at(-1) ?? mu.value);
        const top = panel.y(eps.high ?? law.surface?.eps.at(-1) ?? eps.value);
        const [m0, m1] = window(view, law, "mu").map(panel.x) as [number, number];
        const [e0, e1] = window(view, law, "eps").map(panel.y) as [number, number];
        const from = [
            Math.max(m0, Math.min(panel.x(mu.low), x - leastArm)),
            Math.min(e0, Math.max(panel.y(eps.low), y + leastArm)),
        ];
        const to = [Math.min(m1, Math.max(right, x + leastArm)), Math.max(e1, Math.min(top, y - leastArm))];
        const d = `M${from[0]},${y}H${to[0]}M${x},${from[1]}V${to[1]}`;
        marks.append(
            svg("path", { d, stroke: "#000", "stroke-width": 4, "stroke-opacity": 0.6 }),
            svg("path", { d, stroke: "#fff", "stroke-width": 1.8 }),
            svg("circle", { cx: x, cy: y, r: 3.5, fill: "#fff", stroke: "#000" }),
        );
    }
    const truth = view.study.truth;
    if (truth && isNumber(truth.parameters["mu"]) && isNumber(truth.parameters["eps"])) {
        const [x, y] = [panel.x(truth.parameters["mu"]), panel.y(truth.parameters["eps"])];
        const d = `M${x - 6},${y - 6}L${x + 6},${y + 6}M${x - 6},${y + 6}L${x + 6},${y - 6}`;
        marks.append(
            svg("path", { d, stroke: "#fff", "stroke-width": 4 }),
            svg("path", { d, stroke: "#d00000", "stroke-width": 2 }),
        );
    }
    panel.svg.append(marks);
}

// The friction of a slow test as a line; its name on the side that has room.
function slowTest(slow: number, [m0, m1]: [number, number], top: number, onBlank: boolean): Plot.Markish[] {
    const [colour, edge] = onBlank ? ["var(--ink)", "var(--paper)"] : ["#fff", "#000"];
    const onLeft = slow > m0 + 0.7 * (m1 - m0);
    return [
        Plot.ruleX([slow], { stroke: colour, strokeWidth: 1.5, strokeDasharray: "4 3" }),
        Plot.text([`μ = ${slow}, slow test`], {
            x: slow,
            y: top,
            dy: 10,
            dx: onLeft ? -5 : 5,
            textAnchor: onLeft ? "end" : "start",
            fill: colour,
            stroke: edge,
            strokeOpacity: 0.6,
            strokeWidth: 2.5,
        }),
    ];
}

function draw(view: View, width: number): Drawing | string {
    const law = view.shownLaw();
    if (!law) return noLaw;
    const surface = law.surface;
    if (!surface || surface.mu.length < 2 || surface.eps.length < 2) return `No cost surface was computed for ${law.title}.`;
    const [low, high] = extent(surface.cost.flat());
    const [columns, rows] = [96, 96];
    const [m0, m1] = window(view, law, "mu");
    const [e0, e1] = window(view, law, "eps");
    const own = { mu: extent(surface.mu), eps: extent(surface.eps) };
    // levels crowd about the minimum, where the shape matters
    const thresholds = Array.from({ length: levels }, (_, i) => low + (high - low) * (i / levels) ** 2);
    const slow = view.study.slow_friction;
    const panel = plotted({
        width,
        height: Math.round(Math.min(380, Math.max(280, 0.66 * width))),
        x: { domain: [m0, m1], label: "friction μ →" },
        y: { domain: [e0, e1], label: "↑ restitution ε" },
        color: { type: "sqrt", scheme: "viridis", domain: [low, high], reverse: true },
        marks: [
            Plot.frame({ fill: "var(--faint)" }),
            Plot.contour(evenGrid(surface, columns, rows), {
                width: columns,
                height: rows,
                x1: own.mu[0],
                x2: own.mu[1],
                y1: own.eps[0],
                y2: own.eps[1],
                thresholds,
                fill: Plot.identity,
                stroke: "#fff",
                strokeOpacity: 0.35,
                strokeWidth: 0.6,
            }),
            slow !== null && slow >= m0 && slow <= m1 ? slowTest(slow, [m0, m1], e1, slow > 0.98 * own.mu[1]) : null,
        ],
    });
    addFit(view, law, panel);
    panel.svg.append(colourBar(panel.colour, [low, high], "cost", [significant(low, 2), significant(high, 2)], width));
    const impacts = view.impactsOf(law.name);
    return {
        svg: panel.svg,
        spots: nodes(surface, panel),
        marks: (place) => {
            const [mu, eps] = [impacts?.mu[place], impacts?.eps[place]];
            if (!isNumber(mu) || !isNumber(eps) || mu > m1) return [];
            return [{ x: panel.x(mu), y: panel.y(eps), place }];
        },
        label:
            `Cost of ${law.title} over μ from ${fixed(m0, 2)} to ${fixed(m1, 2)} and ε from ${fixed(e0, 2)} to ${fixed(e1, 2)}; ` +
            `minimum at μ = ${fixed(law.parameters["mu"]?.value, 3)}, ε = ${fixed(law.parameters["eps"]?.value, 3)}.`,
    };
}

export const surface: FigureKind = {
    id: "surface",
    title: "Cost over friction and restitution",
    laws: "one",
    caption: (view) => {
        const law = view.shownLaw();
        const convex = law && isNumber(law.convex) ? ` It is convex in ${percent(law.convex, 0)} of its cells.` : "";
        const short =
            law?.surface && extent(law.surface.mu)[1] < window(view, law, "mu")[1] ? " Blank: not computed." : "";
        return (
            "Cost of the fit; bright is low. The cross spans the 95 % intervals of the estimate, enlarged where it would be too small to see" +
            (view.study.truth ? "; the red cross is the truth" : "") +
            `. The ring is the best pair of the chosen impact.${short}${convex}`
        );
    },
    draw,
};
