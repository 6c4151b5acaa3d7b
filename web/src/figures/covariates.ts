// Law-free restitution and friction over the quantities that parameters depend on, with the best law's curves.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { fixed, isNumber } from "../numbers.js";
import { at, canvas, plotted, type Plotted } from "../plot.js";
import type { CovariateFigure, Covariates } from "../study.js";
import type { View } from "../view.js";

interface Panel {
    figure: CovariateFigure;
    title: string;
    bins: { at: number; mean: number; low: number; high: number; se: number }[];
    curve: { at: number; value: number }[];
}

function panels(covariates: Covariates): Panel[] {
    return covariates.figures.flatMap((figure) =>
        [
            { title: "restitution", mean: figure.restitution, se: figure.restitution_se, value: figure.eps },
            { title: "friction, sliding", mean: figure.friction, se: figure.friction_se, value: figure.mu },
        ].map(({ title, mean, se, value }) => ({
            figure,
            title,
            bins: figure.at.flatMap((x, i) => {
                const [m, e] = [mean[i], se[i]];
                return isNumber(m) && isNumber(e) ? [{ at: x, mean: m, low: m - e, high: m + e, se: e }] : [];
            }),
            curve: figure.curve_at.flatMap((x, i) => {
                const v = value[i];
                return isNumber(v) ? [{ at: x, value: v }] : [];
            }),
        })),
    );
}

function panelOf(panel: Panel, colour: string, width: number, height: number): Plotted {
    const { quantity, unit } = panel.figure;
    return plotted({
        width,
        height,
        x: { label: `${quantity}${unit ? ` (${unit})` : ""} →`, ticks: 5 },
        y: { label: `↑ ${panel.title}`, grid: true, ticks: 5 },
        marks: [
            Plot.line(panel.curve, { x: "at", y: "value", stroke: colour, strokeWidth: 2 }),
            Plot.ruleX(panel.bins, { x: "at", y1: "low", y2: "high", stroke: "var(--ink)" }),
            Plot.dot(panel.bins, { x: "at", y: "mean", fill: "var(--ink)", r: 3 }),
        ],
    });
}

function draw(view: View, width: number): Drawing | string {
    const { covariates } = view.frame;
    if (!covariates) return "All parameters are constant.";
    const columns = width >= 460 ? 2 : 1;
    const [panelWidth, panelHeight] = [width / columns, columns === 2 ? 250 : 210];
    const { colour } = view.style(covariates.best_law);
    const spots: Spot[] = [];
    const all = panels(covariates);
    const parts = all.map((panel, i) => {
        const [x, y] = [(i % columns) * panelWidth, Math.floor(i / columns) * panelHeight];
        const drawn = panelOf(panel, colour, panelWidth, panelHeight);
        for (const bin of panel.bins)
            spots.push({
                x: x + drawn.x(bin.at),
                y: y + drawn.y(bin.mean),
                place: -1,
                words: {
                    title: `${panel.figure.quantity} = ${fixed(bin.at, 3)} ${panel.figure.unit}`,
                    rows: [[panel.title, `${fixed(bin.mean, 3)} ± ${fixed(bin.se, 3)}`]],
                },
            });
        return at(drawn, x, y);
    });
    return {
        svg: canvas(width, Math.ceil(all.length / columns) * panelHeight, ...parts),
        spots,
        label: `Restitution and friction over ${covariates.figures.map(({ quantity }) => quantity).join(", ")}. ${covariates.words.join(" ")}`,
    };
}

export const covariates: FigureKind = {
    id: "covariates",
    title: "What restitution and friction depend on",
    laws: "none",
    caption: (view) => {
        const best = view.frame.covariates?.laws.find(({ name }) => name === view.frame.covariates?.best_law);
        return (
            "Dots: means of bins of equal count, without a law, ± standard error; friction of the impacts that slide. " +
            `Line: ${best?.title ?? "the best law"}, other covariates at their means.`
        );
    },
    draw,
};
