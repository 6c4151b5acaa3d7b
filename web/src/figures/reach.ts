// How many measured impulses a law can give, by how near counts as given; dashed: what it would reach if it were true.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { noLaw, type Drawing, type FigureKind } from "../drawing.js";
import { percent } from "../numbers.js";
import { plotted } from "../plot.js";
import type { View } from "../view.js";

function draw(view: View, width: number): Drawing | string {
    const laws = view.shownLaws();
    if (laws.length === 0) return noLaw;
    const tolerance = view.study.reach_tolerance.map((share) => 100 * share);
    // tolerance 0 has no place on a logarithmic axis
    const from = tolerance.findIndex((value) => value > 0);
    const line = (reach: number[], stroke: string, dash: string, name: string): Plot.Line =>
        Plot.line(tolerance.slice(from), {
            x: tolerance.slice(from),
            y: reach.slice(from).map((share) => 100 * share),
            stroke,
            strokeWidth: 2,
            strokeDasharray: dash,
            className: `law-${name}`,
        });
    const marks: Plot.Markish[] = [Plot.ruleY([100])];
    for (const law of laws) {
        const style = view.style(law.name);
        marks.push(line(law.reach_at, style.colour, "none", law.name));
        if (law.reference) marks.push(line(law.reference.reach_at, style.colour, "2 3", law.name));
    }
    const panel = plotted({
        width,
        height: Math.round(Math.min(320, Math.max(230, 0.5 * width))),
        x: { type: "log", domain: [tolerance[from] ?? 0.1, tolerance.at(-1) ?? 10], label: "tolerance, % of the impulse →", tickFormat: (value: number) => String(value), ticks: 4 },
        y: { domain: [0, 100], label: "↑ impacts in range, %", grid: true, ticks: 5 },
        marks,
    });
    const words = laws.map((law) => `${law.title} ${percent(law.reach_at[from], 0)}`).join(", ");
    return { svg: panel.svg, spots: [], label: `Share of impacts in range over tolerance. At the smallest: ${words}.` };
}

export const reachOverTolerance: FigureKind = {
    id: "reach",
    title: "Reach over tolerance",
    laws: "all",
    caption: () =>
        "Share of the measured impulses that a law can give, over how near it must come. Dotted: what it would reach if it were exactly true, with the noise of this recording.",
    draw,
};
