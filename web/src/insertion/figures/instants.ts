// Stiffness and friction of each instant alone, with the values from all instants (figures 8, 9, 15 and 16 of Identification
// of contact parameters).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, Spot } from "../../drawing.js";
import { svg } from "../../html.js";
import { finite, fixed, isNumber, quantile, significant } from "../../numbers.js";
import { canvas } from "../../plot.js";
import type { FigureKind } from "../figure.js";
import { fits, lines } from "../lines.js";
import { cursorIn, timePanel, type Panel } from "../time-panel.js";
import type { View } from "../view.js";

type Quantity = "stiffness" | "friction";

const labels = { stiffness: "K, 10⁵ N/m", friction: "μ" };
const scales = { stiffness: 1e-5, friction: 1 };

// Most instants and every global value; single instants may scatter far beyond.
function range(view: View, quantity: Quantity): [number, number] {
    const { series, plain, fit, truth } = view.recording;
    const shown = fits.filter((name) => view.state.shows(name));
    const each = shown.flatMap((name) => {
        const values = finite(series[name][quantity]);
        return values.length > 0 ? [quantile(values, 0.03), quantile(values, 0.97)] : [];
    });
    const all = finite([...each, plain[quantity], fit[quantity], ...(truth ? [truth[quantity]] : [])]);
    const high = Math.max(...all, 0);
    const low = Math.min(...all, 0);
    const room = 0.12 * (high - low) || 1;
    return [scales[quantity] * (low < 0 ? low - room : 0), scales[quantity] * (high + room)];
}

// All dots of a line in one path: pieces of no length with round ends.
function dots(panel: Panel, time: number[], values: number[], name: "plain" | "fit", scale: number): SVGPathElement {
    const d = values.flatMap((value, i) => {
        if (!isNumber(value)) return [];
        const y = panel.y(scale * value);
        if (y < panel.top - 1 || y > panel.bottom + 1) return [];
        return [`M${(panel.left + panel.x(time[i] ?? NaN)).toFixed(1)},${y.toFixed(1)}h0`];
    });
    return svg("path", {
        class: `line-${name}`,
        d: d.join(""),
        stroke: lines[name].style.colour,
        "stroke-width": 2.6,
        "stroke-linecap": "round",
        "stroke-opacity": name === "fit" ? 0.75 : 0.5,
        fill: "none",
    });
}

function draw(view: View, width: number): Drawing | string {
    const { recording, state } = view;
    const { series, truth } = recording;
    const shown = fits.filter((name) => state.shows(name));
    const [height, spots] = [210, [] as Spot[]];
    const panels: Panel[] = [];
    const clouds: SVGElement[] = [];
    (["stiffness", "friction"] as const).forEach((quantity, row) => {
        const scale = scales[quantity];
        const rules = shown.map((name) =>
            isNumber(recording[name][quantity])
                ? Plot.ruleY([scale * recording[name][quantity]], {
                      stroke: lines[name].style.colour,
                      strokeWidth: 1.8,
                      strokeDasharray: lines[name].style.dash,
                      className: `global-${name}`,
                  })
                : null,
        );
        // with its own place in the drawing, so that dots and panel share coordinates
        const panel = timePanel({
            time: series.time,
            size: [width, height],
            at: [0, row * height],
            label: labels[quantity],
            domain: range(view, quantity),
            last: row === 1,
            marks: [
                rules,
                truth
                    ? Plot.ruleY([scale * truth[quantity]], { stroke: "var(--wrong)", strokeDasharray: "1 3" })
                    : null,
            ],
        });
        const shifted: Panel = { ...panel, y: (value) => row * height + panel.y(value) };
        panels.push(panel);
        for (const name of shown) clouds.push(dots(shifted, series.time, series[name][quantity], name, scale));
        const front = shown.includes("fit") ? series.fit : series.plain;
        series.time.forEach((t, place) => {
            const y = shifted.y(scale * (front[quantity][place] ?? NaN));
            if (y >= panel.top && y <= panel.bottom)
                spots.push({ x: panel.x(t), y, place, ...(row > 0 ? { walk: false } : {}) });
        });
    });
    const { plain, fit } = recording;
    return {
        svg: canvas(width, 2 * height, ...panels.map((panel) => panel.svg), ...clouds),
        spots,
        cursor: (place) => cursorIn(panels, series.time[place] ?? NaN),
        label:
            `Stiffness and friction of each instant; from all instants K = ${significant(plain.stiffness)} N/m, μ = ${fixed(plain.friction, 3)} with the parts as drawn, ` +
            `K = ${significant(fit.stiffness)} N/m, μ = ${fixed(fit.friction, 3)} with them displaced.`,
    };
}

export const instants: FigureKind = {
    id: "instants",
    title: "Stiffness and friction, instant by instant",
    lines: ["plain", "fit", "truth"],
    caption: ({ recording }) =>
        "Dots: from one instant alone; μ only where a contact slides. Lines: from all instants together." +
        (recording.truth ? " Dotted red: the truth." : ""),
    draw,
};
