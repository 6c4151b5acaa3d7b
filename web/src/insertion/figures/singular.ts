// Singular values of the projected, prior-scaled Jacobian: how much of the wrench each direction of displacement moves.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, Spot } from "../../drawing.js";
import { fixed, significant } from "../../numbers.js";
import { canvas, plotted } from "../../plot.js";
import type { FigureKind } from "../figure.js";
import { powersOnly } from "../ticks.js";
import type { View } from "../view.js";

const most = 4; // components of a direction that are named

function direction(view: View, index: number): [string, string][] {
    const parts = (view.recording.observability.direction[index] ?? []).map((share, j) => ({
        share,
        name: view.study.displacements[j]?.name ?? "",
    }));
    parts.sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
    return parts.slice(0, most).map(({ share, name }) => [name, fixed(share, 2)]);
}

function draw(view: View, width: number): Drawing | string {
    const { singular } = view.recording.observability;
    const values = singular.map((value, i) => ({ value, place: i + 1 })).filter(({ value }) => value > 0);
    if (singular.length === 0) return "No displacement was estimated.";
    if (values.length === 0) return "No displacement affects this recording.";
    const low = 0.5 * Math.min(...values.map(({ value }) => value));
    const height = 340;
    const panel = plotted({
        width,
        height,
        marginLeft: 58,
        x: {
            domain: [0.5, singular.length + 0.5],
            label: "direction, strongest first →",
            ticks: singular.length,
            tickFormat: "d",
        },
        y: {
            type: "log",
            domain: [low, 2 * Math.max(...values.map(({ value }) => value))],
            label: "↑ singular value",
            grid: true,
            ticks: 5,
            tickFormat: powersOnly,
        },
        marks: [
            Plot.ruleX(values, {
                x: "place",
                y1: low,
                y2: "value",
                stroke: "var(--law-0)",
                strokeOpacity: 0.4,
                strokeWidth: 3,
            }),
            Plot.dot(values, { x: "place", y: "value", fill: "var(--law-0)", r: 5 }),
        ],
    });
    return {
        svg: canvas(width, height, panel.svg),
        spots: values.map(({ value, place }): Spot => ({
            x: panel.x(place),
            y: panel.y(value),
            place: -1,
            words: { title: `Direction ${place}: ${significant(value)}`, rows: direction(view, place - 1) },
        })),
        label: `Singular values from ${significant(values[0]?.value)} to ${significant(values[values.length - 1]?.value)}.`,
    };
}

export const singular: FigureKind = {
    id: "singular",
    title: "How well each direction is determined",
    lines: [],
    caption: () =>
        "Change of the weighted wrench that K and μ cannot compensate, per prior deviation along each direction, in standard deviations of the noise. Below 1 the recording adds little to the prior. Point at a direction to see its components.",
    draw,
};
