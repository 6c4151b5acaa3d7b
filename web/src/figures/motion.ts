// One trajectory over time with the parabolas of its flights (figure 6 of Fundamental limitations).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { extent, fixed } from "../numbers.js";
import { at, canvas, plotted, type Plotted } from "../plot.js";
import type { Motion, MotionCurve } from "../study.js";
import type { View } from "../view.js";

type Quantity = "x" | "y" | "arc";

const panels: { quantity: Quantity; label: string }[] = [
    { quantity: "x", label: "↑ x, mm" },
    { quantity: "y", label: "↑ y, mm" },
    { quantity: "arc", label: "↑ θ × radius of gyration, mm" },
];

// From a little before the first contact that is used to a little after the last: rest and the hand's part say nothing.
function stretch(motion: Motion): [number, number] {
    const [start, end] = extent(motion.recorded.time);
    const used = motion.contacts.filter((contact) => contact.used);
    const first = used[0]?.before?.time[0] ?? start;
    const last = used.at(-1)?.after?.time.at(-1) ?? end;
    const margin = 0.15 * (last - first);
    return [Math.max(start, first - margin), Math.min(end, last + margin)];
}

function points(curve: MotionCurve, quantity: Quantity, [from, to]: [number, number]): { t: number; value: number }[] {
    return curve.time.flatMap((t, i) => (t >= from && t <= to ? [{ t, value: 1000 * (curve[quantity][i] ?? NaN) }] : []));
}

function panelOf(motion: Motion, index: number, time: [number, number], width: number, height: number): Plotted {
    const { quantity, label } = panels[index]!;
    const isLast = index === panels.length - 1;
    const parabola = (curve: MotionCurve | null, used: boolean): Plot.Line =>
        Plot.line(curve ? points(curve, quantity, time) : [], {
            x: "t",
            y: "value",
            stroke: used ? "var(--law-3)" : "var(--ink)",
            strokeWidth: used ? 2 : 1,
            strokeDasharray: used ? "none" : "2 2",
        });
    return plotted({
        width,
        height,
        x: { domain: time, label: isLast ? "time, s →" : null, ticks: 6 },
        y: { label, grid: true, ticks: 5 },
        marks: [
            Plot.ruleX(
                motion.contacts.filter((contact) => contact.used && contact.time >= time[0] && contact.time <= time[1]),
                { x: "time", stroke: "var(--muted)", strokeDasharray: "2 3" },
            ),
            Plot.dot(points(motion.recorded, quantity, time), { x: "t", y: "value", fill: "var(--muted)", r: 2 }),
            ...motion.contacts.flatMap(({ before, after, used }) => [parabola(before, used), parabola(after, used)]),
        ],
    });
}

function draw(view: View, width: number): Drawing | string {
    const { motion } = view.study;
    if (!motion) return "No trajectories were recorded.";
    const time = stretch(motion);
    const height = width >= 460 ? 190 : 170;
    const spots: Spot[] = [];
    const parts = panels.map(({ quantity, label }, i) => {
        const panel = panelOf(motion, i, time, width, height);
        for (const { t, value } of points(motion.recorded, quantity, time))
            spots.push({
                x: panel.x(t),
                y: i * height + panel.y(value),
                place: -1,
                words: { title: `${fixed(t, 3)} s`, rows: [[label.replace("↑ ", ""), fixed(value, 2)]] },
            });
        return at(panel, 0, i * height);
    });
    const used = motion.contacts.filter((contact) => contact.used).length;
    return {
        svg: canvas(width, panels.length * height, ...parts),
        spots,
        label: `Trajectory ${motion.name} over time, with parabolas before and after ${used} contacts that are used.`,
    };
}

export const motion: FigureKind = {
    id: "motion",
    title: "One trajectory and its flights",
    laws: "none",
    caption: ({ study }) =>
        `Dots: recorded positions of ${study.motion?.name || "one trajectory"}, that with the most impacts used. Lines: parabolas under gravity, spin constant, fitted to the frames next to each contact; thin and broken where the contact is not used. They meet at the contacts (upright lines), where the velocities before and after are read. Radius of gyration ${fixed(1000 * (study.motion?.gyration ?? NaN), 1)} mm.`,
    draw,
};
