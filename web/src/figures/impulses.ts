// Predicted against measured impulse, tangential and normal.
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { noLaw, type Drawing, type FigureKind, type Spot } from "../drawing.js";
import { extent, isNumber, quantile } from "../numbers.js";
import { at, canvas, plotted, type Plotted } from "../plot.js";
import type { LawStudy } from "../study.js";
import type { View } from "../view.js";

interface Dot {
    place: number;
    measured: number;
    predicted: number;
    held: boolean;
}

function dots(view: View, law: string, axis: 0 | 1): Dot[] {
    return view.frame.impacts.record.flatMap((_, place) => {
        const [measured, predicted] = [view.measured(place)[axis], view.predicted(law, place)[axis]];
        const held = view.frame.impacts.held_out[place] === 1;
        return isNumber(measured) && isNumber(predicted) ? [{ place, measured, predicted, held }] : [];
    });
}

// A few wild predictions must not squeeze all others together.
function windowOf(shown: Dot[]): [number, number] {
    const measured = shown.map((dot) => dot.measured);
    const predicted = shown.map((dot) => dot.predicted);
    return extent([...extent(measured), quantile(predicted, 0.005), quantile(predicted, 0.995)]);
}

function panelOf(view: View, law: LawStudy, shown: Dot[], name: string, size: number, height: number): Plotted {
    const domain = windowOf(shown);
    const { colour } = view.style(law.name);
    return plotted({
        width: size,
        height,
        marginLeft: 54,
        x: { domain, nice: true, label: `measured ${name}, N s →`, ticks: 4 },
        y: { domain, nice: true, label: `↑ predicted ${name}, N s`, ticks: 5, grid: true },
        marks: [
            Plot.line(
                [domain, domain].map((_, i) => [domain[i], domain[i]]),
                { stroke: "var(--muted)", strokeDasharray: "4 3" },
            ),
            Plot.dot(shown, {
                x: "measured",
                y: "predicted",
                r: 2.2,
                fill: (dot: Dot) => (dot.held ? colour : "none"),
                fillOpacity: 0.5,
                stroke: colour,
                strokeOpacity: 0.6,
                strokeWidth: 0.6,
                clip: true,
                className: `law-${law.name}`,
            }),
        ],
        color: { type: "identity" },
    });
}

function draw(view: View, width: number): Drawing | string {
    const law = view.shownLaw();
    if (!law) return noLaw;
    const sideBySide = width >= 460;
    const panelWidth = sideBySide ? width / 2 : width;
    const panelHeight = 280;
    const spots: Spot[] = [];
    const panels = ([0, 1] as const).map((axis) => {
        const [x, y] = sideBySide ? [axis * panelWidth, 0] : [0, axis * panelHeight];
        const shown = dots(view, law.name, axis);
        const panel = panelOf(view, law, shown, axis === 0 ? "Pₜ" : "Pₙ", panelWidth, panelHeight);
        for (const dot of shown) {
            const [dx, dy] = [panel.x(dot.measured), panel.y(dot.predicted)];
            if (dx >= 0 && dx <= panelWidth && dy >= 0 && dy <= panelHeight)
                spots.push({ x: x + dx, y: y + dy, place: dot.place, law: law.name });
        }
        return at(panel, x, y);
    });
    return {
        svg: canvas(width, sideBySide ? panelHeight : 2 * panelHeight, ...panels),
        spots,
        label: `Impulse predicted by ${law.title} against the measured one, tangential and normal, for every impact.`,
    };
}

export const impulses: FigureKind = {
    id: "impulses",
    title: "Predicted against measured impulse",
    laws: "one",
    caption: () =>
        "Predictions use the fitted parameters; a perfect law puts every dot on the dashed line. Hollow: impacts used to fit.",
    draw,
};
