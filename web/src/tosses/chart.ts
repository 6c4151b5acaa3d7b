// Lines over a common axis, one panel or several below each other, each with its own unit.
// SPDX-License-Identifier: BSD-3-Clause

import { svg } from "../html.js";
import { extent, finite, fixed, isNumber } from "../numbers.js";
import { ticksOf } from "../run/motion.js";

export interface ChartLine {
    name: string;
    colour: string; // a custom property of the page
    dash?: string;
    x: readonly number[];
    y: readonly number[];
    low?: readonly number[]; // with `high`: points with intervals, not joined
    high?: readonly number[];
}

export interface Panel {
    label: string; // with the unit
    lines: ChartLine[];
    height: number;
    fromZero: boolean;
}

export interface ChartDrawing {
    svg: SVGSVGElement;
    x: (value: number) => number; // pixels of the drawing
    y: ((value: number) => number)[]; // of each panel
    top: number;
    bottom: number;
}

const margin = { left: 52, right: 12, top: 20, bottom: 36, between: 26 };
const fontSize = 12;
const dots = (value: number): string => value.toFixed(1);

const text = (x: number, y: number, anchor: string, words: string): SVGElement =>
    svg("text", { x: dots(x), y: dots(y), "text-anchor": anchor, fill: "var(--muted)", "font-size": fontSize }, words);

// A gap in the numbers is a gap in the line.
function pathOf({ x, y }: ChartLine, toX: (v: number) => number, toY: (v: number) => number): string {
    let [d, pen] = ["", "M"];
    y.forEach((value, i) => {
        const at = x[i];
        if (at === undefined || !Number.isFinite(value ?? NaN)) {
            pen = "M";
            return;
        }
        d += `${pen}${dots(toX(at))},${dots(toY(value))}`;
        pen = "L";
    });
    return d;
}

function drawPoints(line: ChartLine, toX: (v: number) => number, toY: (v: number) => number, group: SVGElement): void {
    const { x, y, low, high, colour } = line;
    y.forEach((value, i) => {
        const [at, from, to] = [x[i], low?.[i], high?.[i]];
        if (at === undefined || !isNumber(value)) return;
        if (isNumber(from) && isNumber(to)) {
            const d = `M${dots(toX(at))},${dots(toY(from))}V${dots(toY(to))}`;
            group.append(svg("path", { class: "interval", d, stroke: colour, "stroke-width": 1.4 }));
        }
        group.append(svg("circle", { class: "point", cx: dots(toX(at)), cy: dots(toY(value)), r: 3, fill: colour }));
    });
}

function drawPanel(panel: Panel, toX: (v: number) => number, width: number, top: number, group: SVGElement): (value: number) => number {
    const all = finite(panel.lines.flatMap(({ y, low: from = [], high: to = [] }) => [...y, ...from, ...to]));
    let [low, high] = extent(all);
    if (panel.fromZero) [low, high] = [Math.min(0, low), Math.max(high, low + 1e-9)];
    const room = 0.06 * (high - low) || 1e-9;
    [low, high] = [panel.fromZero ? low : low - room, high + room];
    const toY = (value: number): number => top + panel.height * (1 - (value - low) / (high - low));
    const { values, decimals } = ticksOf(low, high, panel.height / 34);
    for (const value of values)
        group.append(
            svg("path", { d: `M${margin.left},${dots(toY(value))}H${width - margin.right}`, stroke: "var(--grid)" }),
            text(margin.left - 6, toY(value) + 4, "end", fixed(value, decimals)),
        );
    group.append(text(4, top - 7, "start", `↑ ${panel.label}`));
    for (const line of panel.lines)
        if (line.low && line.high) drawPoints(line, toX, toY, group);
        else
            group.append(
                svg("path", {
                    class: "line",
                    d: pathOf(line, toX, toY),
                    fill: "none",
                    stroke: line.colour,
                    "stroke-width": 1.7,
                    "stroke-dasharray": line.dash ?? "none",
                }),
            );
    return toY;
}

export function chartOf(panels: Panel[], xLabel: string, width: number): ChartDrawing {
    const [low, high] = extent(panels.flatMap(({ lines }) => lines.flatMap(({ x }) => [...x])));
    const span = high - low || 1;
    const toX = (value: number): number =>
        margin.left + ((width - margin.left - margin.right) * (value - low)) / span;
    const group = svg("g");
    let top = margin.top;
    const y: ChartDrawing["y"] = [];
    for (const panel of panels) {
        y.push(drawPanel(panel, toX, width, top, group));
        top += panel.height + margin.between;
    }
    const bottom = top - margin.between;
    const { values, decimals } = ticksOf(low, low + span, (width - margin.left) / 80);
    for (const value of values)
        group.append(
            svg("path", { d: `M${dots(toX(value))},${dots(bottom)}v4`, stroke: "var(--muted)" }),
            text(toX(value), bottom + 17, "middle", fixed(value, decimals)),
        );
    group.append(text(width - margin.right, bottom + 32, "end", `${xLabel} →`));
    const height = bottom + margin.bottom;
    const drawing = svg("svg", { width, height: dots(height), viewBox: `0 0 ${width} ${dots(height)}`, "font-size": fontSize }, group);
    return { svg: drawing, x: toX, y, top: margin.top, bottom };
}
