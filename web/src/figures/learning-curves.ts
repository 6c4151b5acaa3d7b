// Error against the number of impacts learned from (figure 8 of Learning data-efficient rigid-body contact models).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { svg } from "../html.js";
import { keyColumn, type Key } from "../keys.js";
import { lawMarker, type LawStyle } from "../laws.js";
import { contestantStyle, errorAt, isLearned, leadingLaw, notLearned, shownContestants } from "../learning.js";
import { fixed, isNumber, percent, whole } from "../numbers.js";
import { canvas, plotted, type Plotted } from "../plot.js";
import type { Contestant, Learning } from "../study.js";
import type { View } from "../view.js";

// Models of a few impacts may be far off; the window ends well above the leading law.
function window(contestants: Contestant[], learning: Learning): [number, number] {
    const errors = (some: Contestant[]): number[] =>
        some.flatMap(({ curve }) => curve.map(({ mean }) => mean)).filter(isNumber);
    const rest = contestants.filter((one) => !isLearned(one));
    const law = leadingLaw(contestants, learning.detail);
    const steady = Math.max(...errors(law ? [law] : rest), ...errors(rest.filter(({ kind }) => kind !== "law")));
    const highest = Math.max(0.01, ...errors(contestants));
    return [0, 1.04 * Math.min(highest, steady > 0 ? 1.5 * steady : highest)];
}

// Marks of sizes along the axis, as many as there is room for; the largest always.
function ticks(sizes: number[], place: (size: number) => number): number[] {
    const kept: number[] = [];
    for (const size of [...sizes].reverse()) {
        const last = kept[kept.length - 1];
        if (last === undefined || place(last) - place(size) >= 34) kept.push(size);
    }
    return kept;
}

function lines(one: Contestant, style: LawStyle, name: string, width: number): Plot.Markish[] {
    const common = { x: "size", clip: true, className: name } as const;
    const opacity = one.kind === "law" && width < 2 ? 0.7 : 1;
    const band = one.curve.flatMap(({ size, mean, deviation }) =>
        isNumber(mean) && isNumber(deviation) ? [{ size, low: mean - deviation, high: mean + deviation }] : [],
    );
    return [
        isLearned(one)
            ? Plot.areaY(band, { ...common, y1: "low", y2: "high", fill: style.colour, fillOpacity: 0.13 })
            : null,
        Plot.line(one.curve, {
            ...common,
            y: "mean",
            stroke: style.colour,
            strokeWidth: width,
            strokeOpacity: opacity,
            strokeDasharray: style.dash,
        }),
    ];
}

// On the models' lines, which cross.
function markers(view: View, contestants: Contestant[], panel: Plotted, top: number): SVGGElement {
    const group = svg("g");
    for (const one of [...contestants].reverse().filter(isLearned))
        for (const { size, mean } of one.curve)
            if (isNumber(mean) && mean <= top)
                group.append(lawMarker(contestantStyle(view, one), panel.x(size), panel.y(mean), 0.8));
    return group;
}

function spots(contestants: Contestant[], panel: Plotted, top: number): Spot[] {
    return contestants.flatMap((one) =>
        one.curve.flatMap(({ size, draws, mean, deviation, least, most, relative }): Spot[] => {
            if (!isNumber(mean) || mean > top) return [];
            const rows: [string, string][] = [["error, m/s", fixed(mean, 3)]];
            if (isNumber(deviation) && draws > 1)
                rows.push(
                    [`standard deviation over ${whole(draws)} draws`, fixed(deviation, 3)],
                    ["lowest … highest", `${fixed(least, 3)} … ${fixed(most, 3)}`],
                );
            if (isNumber(relative)) rows.push(["relative error", percent(relative)]);
            return [
                {
                    x: panel.x(size),
                    y: panel.y(mean),
                    place: -1,
                    words: { title: `${one.title}, ${whole(size)} impacts`, rows },
                },
            ];
        }),
    );
}

function keysOf(
    view: View,
    contestants: Contestant[],
    leading: Contestant | null,
): (Key & { of: Contestant | null })[] {
    const named = contestants.filter((one) => one.kind !== "law" || one === leading);
    const keys = named.map((of) => ({
        of,
        title: of.title,
        style: contestantStyle(view, of),
        strong: of === leading,
    }));
    if (contestants.filter(({ kind }) => kind === "law").length < 2) return keys;
    const others = { colour: "var(--muted)", dash: "3 2", marker: "" };
    return [...keys, { of: null, title: "other laws", style: others, strong: false }];
}

function draw(view: View, width: number): Drawing | string {
    const { learning } = view.frame;
    if (!learning) return notLearned;
    const { sizes, detail } = learning;
    const contestants = shownContestants(view, learning);
    const leading = leadingLaw(contestants, detail);
    const keys = keysOf(view, contestants, leading);
    const column = keyColumn(
        keys.map(({ title }) => title),
        width,
    );
    const beside = column.width > 0;
    const plotWidth = width - column.width;
    const height = Math.max(Math.round(Math.min(420, Math.max(270, 0.6 * plotWidth))), beside ? column.height + 64 : 0);
    const [low, top] = window(contestants, learning);
    const [first, last] = [sizes[0] ?? 1, sizes[sizes.length - 1] ?? 2];
    const along = (size: number): number => (Math.log(size / first) / Math.log(last / first)) * (plotWidth - 66);
    const panel = plotted({
        width: plotWidth,
        height,
        marginRight: 20,
        x: {
            type: "log",
            domain: [first, Math.max(last, 1.01 * first)],
            label: "impacts learned from →",
            ticks: ticks(sizes, along),
            tickFormat: whole,
        },
        y: { domain: [low, top], label: "↑ velocity error on all other impacts, m/s", grid: true, ticks: 6 },
        marks: [
            detail === null ? null : Plot.ruleX([detail], { stroke: "var(--grid)", strokeDasharray: "2 3" }),
            // models on top of laws and bounds
            [...contestants]
                .reverse()
                .flatMap((one) =>
                    lines(
                        one,
                        contestantStyle(view, one),
                        one.kind === "law" ? `law-${one.name}` : `contestant-${learning.contestants.indexOf(one)}`,
                        isLearned(one) || one === leading ? 2 : one.kind === "law" ? 1 : 1.4,
                    ),
                ),
        ],
    });
    panel.svg.append(markers(view, contestants, panel, top));
    const end = (one: Contestant): number | null => {
        const known = one.curve.filter(({ mean }) => isNumber(mean));
        const mean = known[known.length - 1]?.mean;
        return isNumber(mean) ? Math.max(26, panel.y(mean)) : null;
    };
    const placed = keys.map(({ of, ...key }): Key => {
        const at = of ? end(of) : null;
        return at === null || !beside ? key : { ...key, end: at };
    });
    const names = beside
        ? column.draw(placed, plotWidth - 18, 14, height - 34)
        : column.draw(placed, 4, height + 14, height + 14 + column.height);
    const words = contestants
        .filter((one) => isLearned(one) || one === leading)
        .map((one) => `${one.title} ${fixed(errorAt(one, detail), 3)}`);
    return {
        svg: canvas(width, beside ? height : height + 14 + column.height, panel.svg, names),
        spots: spots(contestants, panel, top),
        label: `Velocity error against the number of impacts learned from; at ${whole(detail)}, in m/s: ${words.join(", ")}.`,
    };
}

export const learningCurves: FigureKind = {
    id: "learning-curves",
    title: "Error against impacts learned from",
    laws: "all",
    ownKeys: true,
    caption: (view) => {
        const all = view.frame.learning?.draws;
        const last = view.frame.learning?.contestants[0]?.curve.slice(-1)[0]?.draws;
        const fewer = last === all ? "" : ` (${whole(last)} at the largest size)`;
        return (
            `Mean over ${whole(all)} draws${fewer} of the mean error on the impacts not drawn; bands: one standard deviation over the draws. ` +
            "Coloured: learned models. Grey: laws fitted to the same draws, the best one bold. Black: bounds that use the known outcome. Errors above the window are in the table. Each frame has its own scale."
        );
    },
    draw,
};
