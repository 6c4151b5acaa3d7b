// Does the error grow with incident speed? Deviations that are right for all speeds leave every bin at 1.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { keyColumn, type Key } from "../keys.js";
import { lawMarker } from "../laws.js";
import { contestantStyle, detailed, notLearned, type Detailed } from "../learning.js";
import { extent, fixed, isNumber } from "../numbers.js";
import { canvas, plotted, type Plotted } from "../plot.js";
import type { View } from "../view.js";

// A model whose deviations are this wrong is left out of the window, where it would flatten all others.
const farthest = 2.5;

interface Bin {
    speed: number;
    error: number;
}

function bins({ detail }: Detailed): Bin[] {
    return detail.speed.mean.flatMap((speed, i) => {
        const error = detail.speed.error[i];
        return isNumber(speed) && isNumber(error) ? [{ speed, error }] : [];
    });
}

function isFarther(model: Detailed): boolean {
    return bins(model).some(({ error }) => error > farthest);
}

function spots(models: Detailed[], panel: Plotted, top: number): Spot[] {
    return models.flatMap((model) =>
        bins(model).map(({ speed, error }): Spot => ({
            x: panel.x(speed),
            y: panel.y(Math.min(error, top)),
            place: -1,
            words: {
                title: model.title,
                rows: [
                    ["mean incident speed, m/s", fixed(speed, 2)],
                    ["error, in predicted deviations", fixed(error, 2)],
                    ["rank correlation of error and speed", fixed(model.detail.speed.correlation, 2)],
                    ["its significance, standard deviations", fixed(model.detail.speed.confidence, 1)],
                ],
            },
        })),
    );
}

function draw(view: View, width: number): Drawing | string {
    const { learning } = view.frame;
    if (!learning) return notLearned;
    const models = detailed(learning).filter((model) => bins(model).length > 0);
    if (models.length === 0) return "No model could be trained.";
    const keys = models.map((model): Key => ({ title: model.title, style: contestantStyle(view, model) }));
    const column = keyColumn(
        keys.map(({ title }) => title),
        width,
    );
    const beside = column.width > 0;
    const plotWidth = width - column.width;
    const height = Math.max(Math.round(Math.min(380, Math.max(250, 0.6 * plotWidth))), beside ? column.height + 64 : 0);
    const all = models.flatMap(bins);
    const fair = models.filter((model) => !isFarther(model)).flatMap(bins);
    const [low, high] = extent([1, 1.2, ...fair.map(({ error }) => error)]);
    const top = 1.06 * high;
    const panel = plotted({
        width: plotWidth,
        height,
        x: {
            domain: extent(all.map(({ speed }) => speed)),
            label: "incident speed of the contact point, m/s →",
            inset: 8,
        },
        y: {
            domain: [0.9 * low, top],
            label: "↑ error ÷ predicted deviation",
            grid: true,
            ticks: 6,
        },
        marks: [
            Plot.ruleY([1], { stroke: "var(--ink)", strokeDasharray: "3 3" }),
            models.map((model) => {
                const { colour, dash } = contestantStyle(view, model);
                return Plot.line(bins(model), {
                    x: "speed",
                    y: "error",
                    stroke: colour,
                    strokeWidth: 1.8,
                    strokeDasharray: dash,
                    clip: true,
                });
            }),
        ],
    });
    for (const model of models)
        for (const { speed, error } of bins(model))
            if (error <= top)
                panel.svg.append(lawMarker(contestantStyle(view, model), panel.x(speed), panel.y(error), 0.8));
    const placed = keys.map((key, i): Key => {
        const own = models[i] ? bins(models[i]!) : [];
        const last = own[own.length - 1];
        return beside && last ? { ...key, end: panel.y(Math.min(last.error, top)) } : key;
    });
    const names = beside
        ? column.draw(placed, plotWidth - 12, 14, height - 34)
        : column.draw(placed, 4, height + 14, height + 14 + column.height);
    const words = models.map(({ title, detail }) => `${title} ${fixed(detail.speed.correlation, 2)}`).join(", ");
    return {
        svg: canvas(width, beside ? height : height + 14 + column.height, panel.svg, names),
        spots: spots(models, panel, top),
        label: `Error of the models in their predicted deviations against incident speed. Rank correlations: ${words}.`,
    };
}

export const errorOverSpeed: FigureKind = {
    id: "error-over-speed",
    title: "Error over incident speed",
    laws: "none",
    caption: (view) => {
        const beyond = (view.frame.learning ? detailed(view.frame.learning) : []).filter(isFarther);
        const names = beyond.map(({ title }) => title).join("; ");
        return (
            "Root mean square of (measured − predicted) ÷ predicted deviation in five bins with equal numbers of held-out impacts. At 1 (dashed) the predicted deviations are right; above it they are too small. A rising line: they are too small for fast impacts, because the model assumes the same noise at all speeds." +
            (names === "" ? "" : ` Beyond the window: ${names}.`)
        );
    },
    draw,
};
