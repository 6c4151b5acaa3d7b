// How estimates settle with the number of impacts used (figure 7b of Fundamental limitations): one panel for each parameter.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { noLaw, type Drawing, type FigureKind, type Spot } from "../drawing.js";
import { extent, fixed, isNumber, quantile, symbol } from "../numbers.js";
import { at, canvas, plotted, type Plotted } from "../plot.js";
import type { LawStudy } from "../study.js";
import type { View } from "../view.js";

interface Sample {
    k: number;
    mean: number;
    low: number;
    high: number;
    sd: number;
}

function samples(law: LawStudy, parameter: string): Sample[] {
    return law.convergence.flatMap(({ k, mean, sd }) => {
        const [m, s] = [mean[parameter], sd[parameter]];
        return isNumber(m) && isNumber(s) ? [{ k, mean: m, low: m - s, high: m + s, sd: s }] : [];
    });
}

// The same window in all frames; draws of a few impacts may scatter far beyond it.
function range(view: View, law: LawStudy, parameter: string): [number, number] {
    const values = view.study.frames.flatMap((frame) => {
        const own = frame.laws.find((entry) => entry.name === law.name);
        const band = own ? samples(own, parameter).flatMap(({ low, high }) => [low, high]) : [];
        return [...band, ...frame.laws.flatMap((entry) => samples(entry, parameter).map(({ mean }) => mean))];
    });
    const [low, high] = [quantile(values, 0.02), quantile(values, 0.98)];
    const margin = Math.max(0.15 * (high - low), 0.005);
    return [Math.max(0, low - margin), high + margin];
}

function panelOf(view: View, law: LawStudy, parameter: string, width: number, height: number): Plotted {
    const style = view.style(law.name);
    const own = samples(law, parameter);
    const others = view.shownLaws().filter((other) => other.name !== law.name);
    const truth = view.study.truth?.law === law.name ? view.study.truth.parameters[parameter] : undefined;
    const window = range(view, law, parameter);
    const individual = law.individual_mean[parameter];
    const inWindow = isNumber(individual) && individual >= window[0] && individual <= window[1];
    return plotted({
        width,
        height,
        x: {
            type: "log",
            domain: extent(own.map(({ k }) => k)),
            label: "impacts used, k →",
            ticks: 5,
            tickFormat: "d",
        },
        y: { domain: window, label: `↑ ${symbol(parameter)}`, grid: true, ticks: 5 },
        marks: [
            Plot.areaY(own, {
                x: "k",
                y1: "low",
                y2: "high",
                fill: style.colour,
                fillOpacity: 0.2,
                clip: true,
                className: `law-${law.name}`,
            }),
            others.map((other) =>
                Plot.line(samples(other, parameter), {
                    x: "k",
                    y: "mean",
                    stroke: view.style(other.name).colour,
                    strokeDasharray: view.style(other.name).dash,
                    strokeWidth: 1,
                    strokeOpacity: 0.75,
                    clip: true,
                    className: `law-${other.name}`,
                }),
            ),
            inWindow
                ? Plot.ruleY([individual], { stroke: "var(--muted)", strokeDasharray: "1 3", strokeWidth: 1.5 })
                : null,
            isNumber(truth) ? Plot.ruleY([truth], { stroke: "var(--wrong)", strokeWidth: 1.5 }) : null,
            Plot.line(own, {
                x: "k",
                y: "mean",
                stroke: style.colour,
                strokeWidth: 2.5,
                clip: true,
                className: `law-${law.name}`,
            }),
            Plot.dot(own.length > 40 ? [] : own, { x: "k", y: "mean", fill: style.colour, r: 2.5, clip: true }),
        ],
    });
}

function draw(view: View, width: number): Drawing | string {
    const law = view.shownLaw();
    if (!law) return noLaw;
    const parameters = Object.keys(law.parameters).filter((parameter) => samples(law, parameter).length > 1);
    if (parameters.length === 0) return `Convergence of ${law.title} was not studied.`;
    const sideBySide = width >= 460;
    const panelWidth = sideBySide ? width / parameters.length : width;
    const panelHeight = sideBySide ? 260 : 210;
    const spots: Spot[] = [];
    const panels = parameters.map((parameter, i) => {
        const [x, y] = sideBySide ? [i * panelWidth, 0] : [0, i * panelHeight];
        const panel = panelOf(view, law, parameter, panelWidth, panelHeight);
        for (const { k, mean, sd } of samples(law, parameter).filter((sample) => panel.y(sample.mean) >= 0))
            spots.push({
                x: x + panel.x(k),
                y: y + panel.y(mean),
                place: -1,
                words: {
                    title: `${law.title}, k = ${k}`,
                    rows: [[symbol(parameter), `${fixed(mean, 3)} ± ${fixed(sd, 3)}`]],
                },
            });
        return at(panel, x, y);
    });
    const last = law.convergence[law.convergence.length - 1];
    const ends = parameters
        .map((p) => `${symbol(p)} = ${fixed(last?.mean[p], 3)} ± ${fixed(last?.sd[p], 3)}`)
        .join(", ");
    return {
        svg: canvas(width, sideBySide ? panelHeight : panelHeight * parameters.length, ...panels),
        spots,
        label: `Estimates of ${law.title} against the number of impacts used; at k = ${last?.k ?? 0}: ${ends}.`,
    };
}

export const convergence: FigureKind = {
    id: "convergence",
    title: "Convergence with the number of impacts",
    laws: "both",
    caption: (view) =>
        `Bold: mean of ${view.study.draws} draws of k impacts; band: ± one standard deviation; thin: the other laws. ` +
        `Dotted: mean of the best values of single impacts, if inside the window.${view.study.truth ? " Red: the truth." : ""}`,
    draw,
};
