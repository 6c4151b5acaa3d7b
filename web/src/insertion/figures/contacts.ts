// The number of contacts over time (figures 12 and 13 of Identification of contact parameters).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, Spot } from "../../drawing.js";
import { extent } from "../../numbers.js";
import { canvas } from "../../plot.js";
import type { FigureKind } from "../figure.js";
import { fits, lines } from "../lines.js";
import { cursorIn, lineMark, timePanel } from "../time-panel.js";
import type { View } from "../view.js";

function draw(view: View, width: number): Drawing | string {
    const { series } = view.recording;
    const shown = fits.filter((name) => view.state.shows(name));
    if (shown.length === 0) return "All lines are switched off; switch one on to see this figure.";
    const [, most] = extent([...series.plain.contacts, ...series.fit.contacts, 1]);
    const height = 420; // as high as its neighbour
    const panel = timePanel({
        time: series.time,
        size: [width, height],
        at: [0, 0],
        label: "contacts",
        domain: [0, most + 0.4],
        last: true,
        y: { ticks: Math.min(most, 10), tickFormat: "d" },
        marks: [
            view.state.shows("fit")
                ? Plot.areaY(
                      { length: series.time.length },
                      {
                          x: series.time,
                          y: series.fit.sliding,
                          curve: "step-after",
                          fill: lines.fit.style.colour,
                          fillOpacity: 0.18,
                          className: "sliding",
                      },
                  )
                : null,
            shown.map((name) =>
                lineMark(series.time, series[name].contacts, lines[name], { curve: "step-after", strokeWidth: 1.6 }),
            ),
        ],
    });
    const front = shown.includes("fit") ? series.fit : series.plain;
    const spots = series.time.map((t, place): Spot => ({
        x: panel.x(t),
        y: panel.y(front.contacts[place] ?? 0),
        place,
    }));
    return {
        svg: canvas(width, height, panel.svg),
        spots,
        cursor: (place) => cursorIn([panel], series.time[place] ?? NaN),
        label: `Number of contacts over time, at most ${most}.`,
    };
}

export const contacts: FigureKind = {
    id: "contacts",
    title: "Contacts over time",
    lines: fits,
    caption: ({ study }) =>
        `Pairs of parts that overlap. Shaded: those that slide faster than ${(1e3 * study.slip_speed).toPrecision(2)} mm/s with the parts displaced; the others stick.`,
    draw,
};
