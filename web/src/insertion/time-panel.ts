// A panel over time with several lines in it, and the cursor at the chosen instant.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { svg } from "../html.js";
import { extent } from "../numbers.js";
import { plotted, type Plotted } from "../plot.js";
import type { Line } from "./lines.js";

export interface Panel extends Plotted {
    left: number; // of the panel in the drawing
    top: number;
    bottom: number; // of the frame, in the drawing
}

interface Options {
    time: number[];
    size: [width: number, height: number];
    at: [left: number, top: number];
    label: string;
    domain: [number, number];
    last: boolean; // of its column: names the axis
    marks: Plot.Markish[];
    y?: Plot.ScaleOptions;
}

const [marginTop, marginBottom, marginBetween] = [22, 34, 10];

export function timePanel({ time, size: [width, height], at, label, domain, last, marks, y }: Options): Panel {
    const panel = plotted({
        width,
        height,
        marginTop,
        marginBottom: last ? marginBottom : marginBetween,
        marginLeft: 50,
        marginRight: 10,
        x: {
            domain: extent(time),
            label: last ? "time, s →" : null,
            ticks: Math.max(3, width / 80),
            ...(last ? {} : { tickFormat: () => "" }),
        },
        y: { domain, label: `↑ ${label}`, grid: true, ticks: Math.max(3, height / 45), ...y },
        marks,
    });
    panel.svg.setAttribute("x", String(at[0]));
    panel.svg.setAttribute("y", String(at[1]));
    return {
        ...panel,
        left: at[0],
        top: at[1] + marginTop,
        bottom: at[1] + height - (last ? marginBottom : marginBetween),
    };
}

export function lineMark(time: number[], values: number[], line: Line, more: Plot.LineOptions = {}): Plot.Line {
    return Plot.line(
        { length: time.length },
        {
            x: time,
            y: values,
            stroke: line.style.colour,
            strokeWidth: line.width,
            strokeDasharray: line.style.dash,
            strokeOpacity: line.opacity,
            clip: true,
            className: `line-${line.name}`,
            ...more,
        },
    );
}

// A range that holds all values, with some room.
export function roomy(values: number[]): [number, number] {
    const [low, high] = extent(values);
    const room = 0.06 * (high - low) || Math.max(1e-12, 0.1 * Math.abs(high));
    return [low - room, high + room];
}

export function cursorIn(panels: Panel[], time: number): SVGElement[] {
    return panels.map((panel) => {
        const x = panel.left + panel.x(time);
        return svg("path", {
            class: "selected",
            d: `M${x.toFixed(1)},${panel.top}V${panel.bottom}`,
            stroke: "var(--mark)",
            "stroke-width": 1.5,
            fill: "none",
        });
    });
}
