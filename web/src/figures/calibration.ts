// Are the predicted intervals calibrated? Share of held-out measurements within the predicted intervals, one panel for each model.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { svg } from "../html.js";
import { wrapped } from "../keys.js";
import { lawMarker, outputStyle, type LawStyle } from "../laws.js";
import { contestantStyle, detailed, notLearned, quantity, type Detailed } from "../learning.js";
import { isNumber, percent, whole } from "../numbers.js";
import { at, canvas, plotted, type Plotted } from "../plot.js";
import type { View } from "../view.js";

const leastPanel = 168;
const titleLine = 14;

// One window for all models, with all that was observed in it.
function lowest(models: Detailed[], levels: number[]): number {
    const observed = models
        .flatMap(({ detail }) => detail.outputs.flatMap(({ coverage }) => coverage))
        .filter(isNumber);
    return Math.max(0, Math.min(0.4, Math.floor(10 * Math.min(...levels, ...observed)) / 10 - 0.1));
}

function panelOf(model: Detailed, styles: LawStyle[], levels: number[], low: number, size: number): Plotted {
    const panel = plotted({
        width: size,
        height: size,
        marginTop: 8,
        marginRight: 8,
        marginLeft: 48,
        marginBottom: 28,
        x: { domain: [low, 1], ticks: levels.filter((_, i) => i < levels.length - 1), tickFormat: "%", label: null },
        y: { domain: [low, 1], ticks: 4, tickFormat: "%", grid: true, label: null },
        marks: [
            Plot.frame({ stroke: "var(--grid)" }),
            Plot.line(
                [
                    [low, low],
                    [1, 1],
                ],
                { stroke: "var(--ink)", strokeDasharray: "3 3" },
            ),
            model.detail.outputs.map(({ coverage }, i) =>
                Plot.line(coverage, {
                    x: levels,
                    y: coverage,
                    stroke: styles[i]?.colour ?? "none",
                    strokeDasharray: styles[i]?.dash ?? "none",
                    strokeWidth: 1.6,
                }),
            ),
        ],
    });
    model.detail.outputs.forEach(({ coverage }, i) =>
        levels.forEach((level, n) => {
            const [style, observed] = [styles[i], coverage[n]];
            if (style && isNumber(observed)) panel.svg.append(lawMarker(style, panel.x(level), panel.y(observed), 0.8));
        }),
    );
    return panel;
}

// What the lines of a panel are, in its lower right, where no line of a useful model runs.
function outputNames(model: Detailed, styles: LawStyle[], size: number): SVGGElement {
    const group = svg("g");
    const { outputs } = model.detail;
    outputs.forEach(({ covered }, i) => {
        const y = size - 36 - 14 * (outputs.length - 1 - i);
        const style = styles[i];
        if (style) group.append(lawMarker(style, size - 62, y - 4, 0.8));
        group.append(svg("text", { x: size - 54, y, fill: "currentColor" }, quantity(covered)));
    });
    return group;
}

function spots(model: Detailed, levels: number[], panel: Plotted, x: number, y: number): Spot[] {
    return model.detail.outputs.flatMap(({ covered, coverage }) =>
        levels.flatMap((level, i): Spot[] => {
            const observed = coverage[i];
            if (!isNumber(observed)) return [];
            return [
                {
                    x: x + panel.x(level),
                    y: y + panel.y(observed),
                    place: -1,
                    words: {
                        title: `${model.title}, ${quantity(covered)}`,
                        rows: [
                            ["interval of", percent(level, 0)],
                            ["holds", percent(observed)],
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
    const models = detailed(learning);
    if (models.length === 0) return "No model could be trained.";
    const levels = learning.coverage_levels;
    const low = lowest(models, levels);
    const columns = Math.max(1, Math.min(4, models.length, Math.floor(width / leastPanel)));
    const size = Math.min(250, width / columns);
    const titles = models.map(({ title }) => wrapped(title, Math.floor((size - 52) / 7.5)));
    const titleHeight = titleLine * Math.max(...titles.map((lines) => lines.length)) + 4;
    const all: Spot[] = [];
    const parts = models.flatMap((model, i) => {
        const x = (i % columns) * size;
        const y = Math.floor(i / columns) * (size + titleHeight) + titleHeight;
        const { colour } = contestantStyle(view, model);
        const styles = model.detail.outputs.map((_, place) => outputStyle(colour, place));
        const panel = panelOf(model, styles, levels, low, size);
        all.push(...spots(model, levels, panel, x, y));
        const lines = titles[i] ?? [];
        const title = lines.map((line, n) =>
            svg(
                "text",
                { x: x + 48, y: y - 2 - titleLine * (lines.length - 1 - n), fill: "currentColor", "font-weight": 600 },
                line,
            ),
        );
        const names = outputNames(model, styles, size);
        names.setAttribute("transform", `translate(${x},${y})`);
        return [...title, at(panel, x, y), names];
    });
    const widest = levels.length - 1;
    const words = models.map(({ title, detail }) => {
        const shares = detail.outputs.map(
            ({ covered, coverage }) => `${quantity(covered)} ${percent(coverage[widest], 0)}`,
        );
        return `${title}: ${shares.join(", ")}`;
    });
    return {
        svg: canvas(width, Math.ceil(models.length / columns) * (size + titleHeight), ...parts),
        spots: all,
        label: `Share of held-out measurements within the ${percent(levels[widest], 0)} interval. ${words.join("; ")}.`,
    };
}

export const calibration: FigureKind = {
    id: "calibration",
    title: "Are the predicted intervals calibrated?",
    laws: "none",
    caption: (view) => {
        const levels = (view.frame.learning?.coverage_levels ?? []).map((level) => percent(level, 0)).join(", ");
        return (
            `Vertical: the share of held-out measurements within the predicted interval. Horizontal: the nominal share (${levels}). ` +
            `On the dashed line the predicted deviations are right; below it they are too small. Models trained on ${whole(view.frame.learning?.detail)} impacts.`
        );
    },
    draw,
};
