// Where in the plane of incident momentum a law fails (figure 9 of Fundamental limitations).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { momentum } from "../contact.js";
import { noLaw, type Drawing, type FigureKind, type Spot } from "../drawing.js";
import { extent, fixed, isNumber, quantile } from "../numbers.js";
import { colourBar, plotted, ramp } from "../plot.js";
import type { View } from "../view.js";

// Narrower drawings have no room for the scale of colours beside the label of the axis.
const barRoom = 440;

interface Dot {
    place: number;
    t: number;
    n: number;
    error: number;
}

function dots(view: View, errors: number[]): Dot[] {
    const all = errors.map((error, place) => {
        const [t, n] = momentum(view.contact(place));
        return { place, t, n, error };
    });
    // the worst on top
    return all.filter(({ t, n, error }) => [t, n, error].every(isNumber)).sort((a, b) => a.error - b.error);
}

function draw(view: View, width: number): Drawing | string {
    const law = view.shownLaw();
    const own = law ? view.impactsOf(law.name) : null;
    if (!law || !own) return noLaw;
    const shown = dots(view, own.error);
    // one scale of colours for all frames
    const most = Math.max(
        0.05,
        ...view.study.frames.map((frame) => quantile(frame.impacts.laws[law.name]?.error ?? [], 0.95)),
    );
    const sideways = shown.map(({ t }) => t);
    const panel = plotted({
        width,
        height: Math.round(Math.min(380, Math.max(280, 0.66 * width))),
        marginLeft: 54,
        marginTop: width < barRoom ? 42 : 26,
        x: {
            domain: extent([0, quantile(sideways, 0.001), quantile(sideways, 0.999)]),
            label: "tangential momentum (Mc v)ₜ, N s →",
            nice: true,
            ticks: 6,
        },
        y: {
            domain: extent(shown.map(({ n }) => n)),
            label: "↑ normal momentum (Mc v)ₙ, N s",
            nice: true,
            ticks: 6,
        },
        color: ramp([0, most]),
        marks: [
            Plot.ruleX([0], { stroke: "var(--muted)", strokeDasharray: "2 3" }),
            Plot.dot(shown, {
                x: "t",
                y: "n",
                fill: "error",
                r: width < 420 ? 2.2 : 2.8,
                stroke: "var(--ink)",
                strokeOpacity: 0.5,
                strokeWidth: 0.5,
                clip: true,
                className: `law-${law.name}`,
            }),
        ],
    });
    panel.svg.append(colourBar(panel.colour, [0, most], "error", ["0", `≥ ${fixed(most, 2)}`], width));
    const spots = shown.map(({ place, t, n }): Spot => ({ x: panel.x(t), y: panel.y(n), place, law: law.name }));
    return {
        svg: panel.svg,
        spots: spots.filter(({ x }) => x >= 0 && x <= width),
        label: `Error of ${law.title} for ${shown.length} impacts over their incident contact momentum.`,
    };
}

export const momentumPlane: FigureKind = {
    id: "momentum",
    title: "Error over the incident contact momentum",
    laws: "one",
    caption: () =>
        "Each dot is one impact at its incident momentum Mc v, coloured by the law's error with the fitted parameters.",
    draw,
};
