// The plotting library behind one small interface: our defaults, scales as functions, panels put together into one drawing.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { svg } from "./html.js";

export type ToPixel = (value: number) => number;

export interface Plotted {
    svg: SVGSVGElement;
    width: number;
    height: number;
    x: ToPixel;
    y: ToPixel;
    colour: (value: number) => string;
}

export const fontSize = 12;

const rampSteps = 16;

// Colours from low to high that stand out more against the background the higher they are: viridis, reversed on a dark
// background. Values beyond the domain take the outermost colour.
export function ramp(domain: [number, number]): Plot.ScaleOptions {
    return { type: "quantize", domain, range: Array.from({ length: rampSteps }, (_, i) => `var(--ramp-${i})`) };
}

export function plotted(options: Plot.PlotOptions & { width: number; height: number }): Plotted {
    const drawing = Plot.plot({
        marginTop: 26,
        marginBottom: 38,
        marginLeft: 46,
        marginRight: 14,
        ...options,
        style: { fontSize: `${fontSize}px`, overflow: "visible" },
    });
    const scale = (name: "x" | "y"): ToPixel => {
        const found = drawing.scale(name);
        return (value) => (found ? Number(found.apply(value)) : NaN);
    };
    const colours = drawing.scale("color");
    return {
        svg: drawing as SVGSVGElement,
        width: options.width,
        height: options.height,
        x: scale("x"),
        y: scale("y"),
        colour: (value) => (colours ? String(colours.apply(value)) : "none"),
    };
}

export function canvas(width: number, height: number, ...children: SVGElement[]): SVGSVGElement {
    return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": fontSize }, ...children);
}

export function at(panel: Plotted, x: number, y: number): SVGSVGElement {
    panel.svg.setAttribute("x", String(x));
    panel.svg.setAttribute("y", String(y));
    return panel.svg;
}

// The scale of colours along the top of a drawing, from `low` to `high`. Words for `high` say whether more is possible.
export function colourBar(
    colour: (value: number) => string,
    [low, high]: [number, number],
    words: string,
    ends: [string, string],
    right: number,
): SVGGElement {
    const steps = 32;
    const width = 96;

    const left = right - width - 5 - 0.62 * fontSize * ends[1].length;
    const text = (x: number, anchor: string, content: string): SVGTextElement =>
        svg("text", { x, y: 10, "text-anchor": anchor, fill: "currentColor" }, content);
    const bar = svg("g", { class: "colour-bar" });
    for (let i = 0; i < steps; i++)
        bar.append(
            svg("rect", {
                x: left + (width * i) / steps,
                y: 1,
                width: width / steps + 0.4,
                height: 9,
                fill: colour(low + ((high - low) * (i + 0.5)) / steps),
            }),
        );
    bar.append(text(left - 5, "end", `${words}  ${ends[0]}`), text(left + width + 5, "start", ends[1]));
    return bar;
}
