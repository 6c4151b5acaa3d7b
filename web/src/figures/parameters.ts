// Each impact's own best friction and restitution, with marginal histograms (figure 10 of Fundamental limitations).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { noLaw, type Drawing, type FigureKind, type Spot } from "../drawing.js";
import { svg } from "../html.js";
import { fixed, isNumber, percent, quantile } from "../numbers.js";
import { at, canvas, colourBar, plotted, ramp, type Plotted } from "../plot.js";
import type { LawStudy } from "../study.js";
import type { LawImpacts, View } from "../view.js";

const boundedBelow = 1;

interface Dot {
    place: number;
    mu: number; // as drawn: at the window's edge when beyond it
    eps: number;
    distance: number;
    open: boolean; // only bounded below
}

// Most impacts lie far below the cap on μ; a few beyond the window are drawn at its edge. One window for all frames.
function window(view: View, law: LawStudy): number {
    const each = view.study.frames.map((frame) => {
        const own = frame.impacts.laws[law.name];
        const determined = own ? own.mu.filter((_, i) => !((own.flags[i] ?? 0) & boundedBelow)) : [];
        return 1.25 * quantile(determined, 0.97);
    });
    return Math.min(2, Math.max(0.3, ...each));
}

// Where the scale of colours ends, in all frames.
function farthest(view: View, law: LawStudy): number {
    const distances = view.study.frames.flatMap((frame) => frame.impacts.laws[law.name]?.distance ?? []);
    return Math.max(0.01, quantile(distances, 0.95));
}

function dots(own: LawImpacts, most: number): Dot[] {
    const all = own.mu.map((mu, place) => ({
        place,
        mu: Math.min(mu, most),
        eps: own.eps[place] ?? NaN,
        distance: own.distance[place] ?? NaN,
        open: ((own.flags[place] ?? 0) & boundedBelow) !== 0,
    }));
    return all
        .filter(({ mu, eps, distance }) => [mu, eps, distance].every(isNumber))
        .sort((a, b) => a.distance - b.distance);
}

function scatter(
    view: View,
    law: LawStudy,
    shown: Dot[],
    most: number,
    far: number,
    width: number,
    height: number,
): Plotted {
    const { mu, eps } = law.parameters;
    const common = {
        x: "mu",
        y: "eps",
        fill: "distance",
        stroke: "var(--ink)",
        strokeOpacity: 0.5,
        strokeWidth: 0.5,
        r: width < 420 ? 2.2 : 2.8,
        className: `law-${law.name}`,
    } as const;
    return plotted({
        width,
        height,
        marginTop: 8,
        marginRight: 8,
        x: { domain: [0, most], label: "friction μ →", inset: 6 },
        y: { domain: [0, 1], label: "restitution ε", labelAnchor: "center", labelArrow: "none", inset: 6 },
        color: ramp([0, far]),
        marks: [
            Plot.frame({ stroke: "var(--grid)" }),
            Plot.dot(
                shown.filter(({ open }) => !open),
                common,
            ),
            Plot.dot(
                shown.filter(({ open }) => open),
                { ...common, symbol: "triangle", rotate: 90 },
            ),
            mu ? Plot.ruleX([mu.value], { stroke: view.style(law.name).colour, strokeWidth: 1.5 }) : null,
            eps ? Plot.ruleY([eps.value], { stroke: view.style(law.name).colour, strokeWidth: 1.5 }) : null,
        ],
    });
}

// A histogram along one side of the scatter, sharing its axis.
function marginal(
    view: View,
    law: LawStudy,
    values: number[],
    domain: [number, number],
    side: "top" | "right",
    size: [number, number],
): Plotted {
    const style = { fill: view.style(law.name).colour, fillOpacity: 0.7, inset: 0.5, className: `law-${law.name}` };
    const bins = {
        thresholds: Array.from({ length: 31 }, (_, i) => domain[0] + ((domain[1] - domain[0]) * i) / 30),
        domain,
    };
    const along = { domain, axis: null, inset: 6 } as const;
    const [width, height] = size;
    return side === "top"
        ? plotted({
              width,
              height,
              marginTop: 2,
              marginBottom: 0,
              marginRight: 8,
              x: along,
              y: { axis: null },
              marks: [
                  Plot.rectY(values, Plot.binX({ y: "count" }, { x: { value: Plot.identity, ...bins }, ...style })),
                  Plot.ruleY([0]),
              ],
          })
        : plotted({
              width,
              height,
              marginTop: 8,
              marginLeft: 0,
              marginRight: 2,
              x: { axis: null },
              y: along,
              marks: [
                  Plot.rectX(values, Plot.binY({ x: "count" }, { y: { value: Plot.identity, ...bins }, ...style })),
                  Plot.ruleX([0]),
              ],
          });
}

function draw(view: View, width: number): Drawing | string {
    const law = view.shownLaw();
    const own = law ? view.impactsOf(law.name) : null;
    if (!law || !own) return noLaw;
    const most = window(view, law);
    const shown = dots(own, most);
    const [barHeight, topHeight, rightWidth] = [18, 54, width < 420 ? 46 : 64];
    const mainWidth = width - rightWidth;
    const mainHeight = Math.round(Math.min(330, Math.max(240, 0.58 * width)));
    const far = farthest(view, law);
    const main = scatter(view, law, shown, most, far, mainWidth, mainHeight);
    const mainTop = barHeight + topHeight;
    const top = marginal(
        view,
        law,
        shown.map(({ mu }) => mu),
        [0, most],
        "top",
        [mainWidth, topHeight],
    );
    const right = marginal(
        view,
        law,
        shown.map(({ eps }) => eps),
        [0, 1],
        "right",
        [rightWidth, mainHeight],
    );
    const bar = colourBar(main.colour, [0, far], "distance", ["0", `≥ ${percent(far, far < 0.1 ? 1 : 0)}`], width);
    const beyond = own.mu.filter((mu) => mu > most).length;
    const picture = canvas(
        width,
        mainTop + mainHeight,
        bar,
        at(top, 0, barHeight),
        at(main, 0, mainTop),
        at(right, mainWidth, mainTop),
    );
    if (beyond > 0)
        picture.append(
            svg(
                "text",
                { x: mainWidth - 10, y: mainTop - topHeight + 12, "text-anchor": "end", fill: "var(--muted)" },
                `${beyond} beyond μ = ${fixed(most, 2)}, at the edge`,
            ),
        );
    return {
        svg: picture,
        spots: shown.map(
            ({ place, mu, eps }): Spot => ({ x: main.x(mu), y: mainTop + main.y(eps), place, law: law.name }),
        ),
        label:
            `Best μ and ε of each of ${shown.length} impacts for ${law.title}; means μ = ${fixed(law.individual_mean["mu"], 3)}, ` +
            `ε = ${fixed(law.individual_mean["eps"], 3)}.`,
    };
}

export const parameters: FigureKind = {
    id: "parameters",
    title: "Best parameters of each impact",
    laws: "one",
    caption: () =>
        "Colour: distance of the measured impulse from the nearest one that the law can give, relative to the impulse. Triangles: the impact sticks and only bounds μ from below. Lines: the estimate from all impacts.",
    draw,
};
