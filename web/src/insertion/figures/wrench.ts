// Measured and reconstructed wrench over time, six panels (figures 10, 11, 17 and 18 of Identification of contact
// parameters).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, Spot } from "../../drawing.js";
import { percent } from "../../numbers.js";
import { canvas } from "../../plot.js";
import { axes } from "../describe.js";
import type { FigureKind } from "../figure.js";
import { lines } from "../lines.js";
import { cursorIn, lineMark, roomy, timePanel, type Panel } from "../time-panel.js";
import type { View } from "../view.js";

function panelOf(view: View, axis: number, size: [number, number], at: [number, number], last: boolean): Panel {
    const { time, measured, plain, fit } = view.recording.series;
    const columns = { measured: measured[axis] ?? [], plain: plain.wrench[axis] ?? [], fit: fit.wrench[axis] ?? [] };
    const shown = (["measured", "plain", "fit"] as const).filter((name) => view.state.shows(name));
    return timePanel({
        time,
        size,
        at,
        label: `${axes[axis]}, ${axis < 3 ? "N" : "N m"}`,
        domain: roomy(shown.flatMap((name) => columns[name])),
        last,
        marks: [
            Plot.ruleY([0], { stroke: "var(--grid)" }),
            shown.map((name) => lineMark(time, columns[name], lines[name])),
        ],
    });
}

function draw(view: View, width: number): Drawing | string {
    const { time, measured } = view.recording.series;
    const columns = width >= 620 ? 2 : 1;
    const height = columns === 2 ? 172 : 150;
    const rows = 6 / columns;
    const spots: Spot[] = [];
    const panels = axes.map((_, axis) => {
        const [row, column] = columns === 2 ? [axis % 3, Math.floor(axis / 3)] : [axis, 0];
        const at: [number, number] = [(column * width) / columns, row * height];
        const panel = panelOf(view, axis, [width / columns, height], at, row === rows - 1);
        time.forEach((t, place) => {
            const y = at[1] + panel.y(measured[axis]?.[place] ?? NaN);
            if (Number.isFinite(y))
                spots.push({ x: at[0] + panel.x(t), y, place, ...(axis > 0 ? { walk: false } : {}) });
        });
        return panel;
    });
    const { plain, fit } = view.recording;
    return {
        svg: canvas(width, rows * height, ...panels.map((panel) => panel.svg)),
        spots,
        cursor: (place) => cursorIn(panels, time[place] ?? NaN),
        label:
            `Force and moment on object 1 over time, measured and reconstructed; mean relative wrench error ` +
            `${percent(plain.wrench_error)} with the parts as drawn, ${percent(fit.wrench_error)} with them displaced.`,
    };
}

export const wrench: FigureKind = {
    id: "wrench",
    title: "Wrench, measured and reconstructed",
    lines: ["measured", "plain", "fit"],
    caption: ({ recording: { samples, series } }) =>
        "Wrench of object 2 on object 1, in the axes of object 1 at its origin; reconstructed with the global K and μ." +
        (series.time.length < samples
            ? ` ${series.time.length} of ${samples} instants are drawn, including the worst fitted one in every stretch of time.`
            : ""),
    draw,
};
