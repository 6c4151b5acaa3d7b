// How errors are distributed: kernel densities of every law with both bounds (figure 8 of Fundamental limitations).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { noLaw, type Drawing, type FigureKind, type Spot } from "../drawing.js";
import { cornerKeys } from "../keys.js";
import { extent, fixed, isNumber, quantile } from "../numbers.js";
import { plotted, type Plotted } from "../plot.js";
import type { View } from "../view.js";

const bounds: Record<string, { title: string; dash: string }> = {
    irb: { title: "rigid bound", dash: "none" },
    "best-post-hoc": { title: "best law per impact, in hindsight", dash: "4 3" },
};

// The same for all frames, so that they can be compared.
function largestError(view: View): number {
    const reached = view.study.frames.map((frame) => {
        const errors = Object.values(frame.impacts.laws).map((law) => quantile(law.error, 0.96));
        return Math.min(extent(frame.densities.error)[1], Math.max(...errors));
    });
    return Math.max(0.05, ...reached);
}

// Density of a series at one error, between its samples.
function interpolate(at: number, error: number[], density: number[]): number {
    let low = 0;
    let high = error.length - 1;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((error[middle] ?? 0) <= at) low = middle;
        else high = middle;
    }
    const [x0, x1, y0, y1] = [error[low] ?? 0, error[high] ?? 0, density[low] ?? 0, density[high] ?? 0];
    return x1 > x0 ? y0 + ((y1 - y0) * (at - x0)) / (x1 - x0) : y0;
}

function lawSpots(view: View, panel: Plotted, most: number, top: number): Spot[] {
    const { error, series } = view.frame.densities;
    return view.shownLaws().flatMap((law) => {
        const density = series.find((entry) => entry.name === law.name)?.density;
        const own = view.impactsOf(law.name);
        if (!density || !own) return [];
        return own.error.flatMap((value, place): Spot[] =>
            isNumber(value) && value <= most
                ? [
                      {
                          x: panel.x(value),
                          y: panel.y(Math.min(top, interpolate(value, error, density))),
                          place,
                          law: law.name,
                      },
                  ]
                : [],
        );
    });
}

function draw(view: View, width: number): Drawing | string {
    const laws = view.shownLaws();
    if (laws.length === 0) return noLaw;
    const { error, series } = view.frame.densities;
    const most = largestError(view);
    const peak = (names: (name: string) => boolean): number =>
        Math.max(0, ...series.filter((entry) => names(entry.name)).map((entry) => extent(entry.density)[1]));
    // a bound may be so sharp that the laws would lie flat beside it
    const lawPeak = peak((name) => !(name in bounds)) || 1;
    const top = Math.max(1.08 * lawPeak, Math.min(1.05 * peak((name) => name in bounds), 2.2 * lawPeak));
    const line = (density: number[], stroke: string, dash: string, strokeWidth: number, name: string): Plot.Line =>
        Plot.line(error, {
            x: error,
            y: density,
            stroke,
            strokeWidth,
            strokeDasharray: dash,
            clip: true,
            className: `law-${name}`,
        });
    const marks: Plot.Markish[] = [Plot.ruleY([0])];
    for (const { name, density } of series) {
        const bound = bounds[name];
        if (bound)
            marks.push(
                Plot.areaY(error, { x: error, y: density, fill: "var(--ink)", fillOpacity: 0.05, clip: true }),
                line(density, "var(--ink)", bound.dash, 1.3, name),
            );
    }
    for (const law of laws) {
        const density = series.find((entry) => entry.name === law.name)?.density;
        const style = view.style(law.name);
        if (density) marks.push(line(density, style.colour, style.dash, 2, law.name));
    }
    const panel = plotted({
        width,
        height: Math.round(Math.min(340, Math.max(240, 0.55 * width))),
        x: { domain: [0, most], label: "relative velocity error →" },
        y: { domain: [0, top], label: "↑ density", grid: true, ticks: 5 },
        marks,
    });
    const keys = Object.values(bounds).map(({ title, dash }) => ({
        title,
        style: { colour: "var(--ink)", dash, marker: "" },
    }));
    panel.svg.append(cornerKeys(keys, width - 14, 36));
    const medians = laws.map((law) => `${law.title} ${fixed(law.error_median, 3)}`).join(", ");
    return {
        svg: panel.svg,
        spots: lawSpots(view, panel, most, top),
        label: `Densities of the relative velocity error. Medians: ${medians}.`,
    };
}

export const densities: FigureKind = {
    id: "densities",
    title: "Density of the error",
    laws: "all",
    caption: () =>
        "Kernel densities over all impacts. The bounds use the known outcome: the best admissible impulse of each impact (solid), the best law of each impact (dashed). The chosen impact is marked on every curve.",
    draw,
};
