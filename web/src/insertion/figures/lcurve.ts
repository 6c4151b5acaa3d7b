// The L-curve: the effect of the weight of the prior (figure 14 of Identification of contact parameters).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, Spot } from "../../drawing.js";
import { svg } from "../../html.js";
import { fixed, percent, significant } from "../../numbers.js";
import { canvas, plotted, type Plotted } from "../../plot.js";
import type { FigureKind } from "../figure.js";
import type { LCurve } from "../study.js";
import { powersOnly } from "../ticks.js";
import type { View } from "../view.js";

type Point = LCurve["points"][number] & { index: number };

// Costs of zero have no place on a logarithmic scale.
function drawable({ points }: LCurve): Point[] {
    return points
        .map((point, index) => ({ ...point, index }))
        .filter(({ force_cost, geometric_cost }) => force_cost > 0 && geometric_cost > 0);
}

function words(point: Point, curve: LCurve): Spot["words"] & object {
    const role = [point.index === curve.chosen ? "not below the Bayesian γ" : "", point.index === curve.corner ? "corner" : ""];
    const kind = role.filter((word) => word !== "").join(", ");
    return {
        title: `γ = ${significant(point.gamma)}${kind ? ` (${kind})` : ""}`,
        rows: [
            ["force cost", significant(point.force_cost)],
            ["mean relative wrench error", percent(point.wrench_error)],
            ["geometric cost", significant(point.geometric_cost)],
            ["K, N/m", significant(point.stiffness, 4)],
            ["μ", fixed(point.friction, 3)],
        ],
    };
}

// γ beside its point, the important ones first, others where there is room.
function labels(panel: Plotted, points: Point[], curve: LCurve): SVGGElement {
    const rank = ({ index }: Point): number =>
        index === curve.chosen
            ? 0
            : index === curve.corner
              ? 1
              : index === 0 || index === curve.points.length - 1
                ? 2
                : 3;
    const group = svg("g", { class: "labels", fill: "var(--muted)" });
    const taken: [number, number][] = [];
    for (const point of [...points].sort((a, b) => rank(a) - rank(b))) {
        const [x, y] = [panel.x(point.geometric_cost), panel.y(point.force_cost)];
        if (taken.some(([tx, ty]) => Math.abs(tx - x) < 52 && Math.abs(ty - y) < 18)) continue;
        taken.push([x, y]);
        const words = significant(point.gamma, 2);
        group.append(
            svg(
                "text",
                { x: x + 9, y: y - 9, stroke: "var(--paper)", "stroke-width": 4, "paint-order": "stroke" },
                words,
            ),
        );
    }
    return group;
}

function draw(view: View, width: number): Drawing | string {
    const curve = view.recording.lcurve;
    if (!curve) return "γ was given, so no L-curve was drawn.";
    const points = drawable(curve);
    if (points.length < 2) return "There are too few values of γ for a curve.";
    const height = Math.round(Math.min(380, Math.max(280, 0.62 * width)));
    const [chosen, corner] = [curve.chosen, curve.corner].map((index) => points.filter((p) => p.index === index));
    const panel = plotted({
        width,
        height,
        marginLeft: 58,
        marginTop: 34,
        marginRight: 64,
        x: { type: "log", label: "geometric cost →", tickFormat: powersOnly },
        y: {
            type: "log",
            label: "↑ force cost",
            grid: true,
            ticks: 5,
            tickFormat: (value: number) => significant(value, 2),
        },
        marks: [
            Plot.line(points, { x: "geometric_cost", y: "force_cost", stroke: "var(--law-0)", strokeWidth: 2 }),
            Plot.dot(points, { x: "geometric_cost", y: "force_cost", fill: "var(--law-0)", r: 3 }),
            Plot.dot(corner ?? [], {
                x: "geometric_cost",
                y: "force_cost",
                stroke: "var(--law-3)",
                strokeWidth: 2,
                r: 9,
                className: "corner",
            }),
            Plot.dot(chosen ?? [], {
                x: "geometric_cost",
                y: "force_cost",
                fill: "var(--mark)",
                symbol: "diamond",
                r: 6,
                className: "chosen",
            }),
        ],
    });
    const at = points.find((point) => point.index === curve.chosen);
    return {
        svg: canvas(width, height, panel.svg, labels(panel, points, curve)),
        spots: points.map((point): Spot => ({
            x: panel.x(point.geometric_cost),
            y: panel.y(point.force_cost),
            place: -1,
            words: words(point, curve),
        })),
        label: `Force cost against geometric cost for ${points.length} values of γ; γ = ${significant(at?.gamma)} is the smallest that is not below the Bayesian one.`,
    };
}

export const lcurve: FigureKind = {
    id: "lcurve",
    title: "L-curve",
    lines: [],
    caption: ({ recording: { lcurve: curve } }) =>
        curve
            ? `Numbers beside points: γ. Ring: the corner, where curvature is greatest. Diamond: ${curve.why}. A single search takes it; answers that are compared have their own γ.`
            : "",
    draw,
};
