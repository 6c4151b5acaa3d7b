// How errors are distributed at one size (figure 7 of Learning data-efficient rigid-body contact models).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { keyColumn, type Key } from "../keys.js";
import { contestantStyle, errorAt, isLearned, leadingLaw, notLearned, shownContestants } from "../learning.js";
import { extent, fixed, isNumber, whole } from "../numbers.js";
import { canvas, plotted, type Plotted } from "../plot.js";
import type { Contestant } from "../study.js";
import type { View } from "../view.js";

// The error below which that share of the density lies.
function below(error: number[], density: number[], share: number): number {
    const total = density.reduce((sum, value) => sum + (isNumber(value) ? value : 0), 0);
    let sum = 0;
    for (const [i, value] of density.entries()) {
        sum += isNumber(value) ? value : 0;
        if (sum >= share * total) return error[i] ?? 0;
    }
    return extent(error)[1];
}

const isDrawn = ({ density }: Contestant): boolean => density.some((value) => isNumber(value) && value > 0);

function spots(contestants: Contestant[], error: number[], panel: Plotted, most: number, top: number): Spot[] {
    return contestants.flatMap((one) =>
        error.flatMap((at, i): Spot[] => {
            const density = one.density[i];
            if (i % 3 > 0 || at > most || !isNumber(density) || density < 0.01 * top) return [];
            const median = below(error, one.density, 0.5);
            return [
                {
                    x: panel.x(at),
                    y: panel.y(Math.min(density, top)),
                    place: -1,
                    words: {
                        title: one.title,
                        rows: [
                            ["median error, m/s", fixed(median, 3)],
                            [`density at ${fixed(at, 2)} m/s`, fixed(density, 2)],
                        ],
                    },
                },
            ];
        }),
    );
}

function draw(view: View, width: number): Drawing | string {
    const { learning } = view.frame;
    if (!learning) return notLearned;
    const error = learning.density_error;
    const contestants = shownContestants(view, learning).filter(isDrawn);
    if (contestants.length === 0) return "No errors are known at this size.";
    const leading = leadingLaw(contestants, learning.detail);
    const shown = contestants.filter((one) => one.kind !== "law" || one === leading);
    const keys = shown.map((one): Key => ({
        title: one.title,
        style: contestantStyle(view, one),
        strong: one === leading,
    }));
    const column = keyColumn(
        keys.map(({ title }) => title),
        width,
    );
    const beside = column.width > 0;
    const plotWidth = width - column.width;
    const height = Math.max(Math.round(Math.min(420, Math.max(260, 0.6 * plotWidth))), beside ? column.height + 64 : 0);
    const fair = shown.filter((one) => isLearned(one) || one === leading);
    const most = Math.max(0.01, ...(fair.length > 0 ? fair : shown).map(({ density }) => below(error, density, 0.95)));
    const within = error.slice(0, 1 + error.filter((at) => at < most).length);
    const peak = (some: Contestant[]): number => Math.max(0, ...some.map(({ density }) => extent(density)[1]));
    // a bound may be so sharp that the others would lie flat beside it
    const fairPeak = peak(fair) || peak(shown);
    const top = Math.max(1.08 * fairPeak, Math.min(1.05 * peak(shown), 1.8 * fairPeak));
    const panel = plotted({
        width: plotWidth,
        height,
        x: { domain: [0, most], label: "velocity error, m/s →", ticks: 6 },
        y: { domain: [0, top], label: "↑ density, s/m", grid: true, ticks: 5 },
        marks: [
            Plot.ruleY([0]),
            [...shown].reverse().map((one) => {
                const style = contestantStyle(view, one);
                return Plot.line(within, {
                    x: within,
                    y: one.density.slice(0, within.length),
                    stroke: style.colour,
                    strokeWidth: isLearned(one) || one === leading ? 2 : 1.4,
                    strokeDasharray: style.dash,
                    clip: true,
                    className:
                        one.kind === "law" ? `law-${one.name}` : `contestant-${learning.contestants.indexOf(one)}`,
                });
            }),
        ],
    });
    const plain = keys.map(({ style, ...key }): Key => ({ ...key, style: { ...style, marker: "" } }));
    const names = beside
        ? column.draw(plain, plotWidth - 12, 26, height)
        : column.draw(plain, 4, height + 14, height + 14 + column.height);
    const words = fair.map((one) => `${one.title} ${fixed(errorAt(one, learning.detail), 3)}`);
    return {
        svg: canvas(width, beside ? height : height + 14 + column.height, panel.svg, names),
        spots: spots(shown, error, panel, most, top),
        label: `Densities of the velocity error after learning from ${whole(learning.detail)} impacts. Means in m/s: ${words.join(", ")}.`,
    };
}

export const learningDensities: FigureKind = {
    id: "learning-densities",
    title: "Density of the error of models and bounds",
    laws: "all",
    ownKeys: true,
    caption: (view) =>
        `Kernel densities over the held-out impacts of all draws of ${whole(view.frame.learning?.detail)} impacts. Only the best law is drawn.`,
    draw,
};
