// The correlation matrices P1 and P2 in three classes (equations 28 and 29 of Identification of contact parameters).
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot } from "../../drawing.js";
import { svg } from "../../html.js";
import { fixed, isNumber } from "../../numbers.js";
import { canvas, fontSize } from "../../plot.js";
import type { FigureKind } from "../figure.js";
import type { View } from "../view.js";

// How the classes look, by their number; size repeats it for readers who do not see colours.
const classes = [
    { name: "low", words: "below", colour: "var(--grid)", share: 0.22 },
    { name: "middle", words: "|r| ≥ 0.5", colour: "var(--ramp-7)", share: 0.56 },
    { name: "high", words: "|r| ≥ 0.85", colour: "var(--ramp-13)", share: 0.86 },
] as const;

const head = 44; // room above a matrix
const between = 34;
const longestName = 22; // letters

function label(x: number, y: number, anchor: string, words: string): SVGTextElement {
    return svg("text", { x, y, "text-anchor": anchor, fill: "currentColor", "font-size": fontSize }, words);
}

function square(kind: (typeof classes)[number], x: number, y: number, cell: number): SVGRectElement {
    const side = kind.share * cell;
    return svg("rect", {
        class: kind.name,
        x: (x - side / 2).toFixed(1),
        y: (y - side / 2).toFixed(1),
        width: side.toFixed(1),
        height: side.toFixed(1),
        fill: kind.colour,
    });
}

function key(x: number, y: number): SVGGElement {
    const group = svg("g", { class: "keys" });
    let left = x;
    for (const kind of [...classes].reverse()) {
        group.append(square(kind, left + 7, y, 14), label(left + 18, y + 4, "start", kind.words));
        left += 36 + 7 * kind.words.length;
    }
    return group;
}

interface Matrix {
    values: number[][];
    kinds: number[][]; // the class of each
    number: number; // 1, 2
    left: number;
    top: number;
    cell: number;
    names: string[]; // of rows and columns
    named: boolean; // names stand to the left of it
}

function frame({ values, number, left, top, cell, names, named }: Matrix): SVGElement[] {
    const title = number === 1 ? "P₁: column of K" : "P₂: column of μK";
    const labels = [label(left, top - 24, "start", title)];
    names.slice(0, values.length).forEach((name, i) => {
        const middle = (i + 0.5) * cell;
        const place = i === 0 ? name : String(i);
        labels.push(label(left + middle, top - 6, "middle", place));
        if (!named) return;
        const short = name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
        labels.push(label(left - 8, top + middle + 4, "end", place));
        if (i > 0) labels.push(label(left - 30, top + middle + 4, "end", short));
    });
    return labels;
}

function cells({ values, kinds, number, left, top, cell, names }: Matrix): { square: SVGElement; spot: Spot }[] {
    return values.flatMap((row, i) =>
        row.flatMap((value, j) => {
            const kind = classes[kinds[i]?.[j] ?? -1];
            if (!isNumber(value) || !kind) return [];
            const [x, y] = [left + (j + 0.5) * cell, top + (i + 0.5) * cell];
            const title = `${names[i]} and ${names[j]}`;
            const rows: [string, string][] = [[`correlation in P${number}`, fixed(value, 3)]];
            return [{ square: square(kind, x, y, cell), spot: { x, y, place: -1, words: { title, rows } } }];
        }),
    );
}

function draw(view: View, width: number): Drawing | string {
    const { correlation: matrices, correlation_class: kinds } = view.recording.observability;
    const names = ["Φ", ...view.study.displacements.map(({ name }) => name)];
    const size = matrices[0]?.length ?? 0;
    if (size < 2) return "No displacement was estimated.";
    const longest = Math.min(longestName, Math.max(...names.map((name) => name.length)));
    const nameWidth = 0.53 * fontSize * longest + 34;
    const sideBySide = width >= 520;
    const room = sideBySide ? (width - nameWidth - between) / 2 : width - nameWidth - 10;
    const cell = Math.max(9, Math.min(32, room / size));
    const height = (sideBySide ? 1 : 2) * (head + cell * size) + between;
    const placed = matrices.map((values, m): Matrix => ({
        values,
        kinds: kinds[m] ?? [],
        number: m + 1,
        left: nameWidth + (sideBySide ? m * (cell * size + between) : 0),
        top: head + (sideBySide ? 0 : m * (cell * size + head)),
        cell,
        names,
        named: m === 0 || !sideBySide,
    }));
    const made = placed.flatMap(cells);
    const drawing = canvas(
        width,
        height,
        ...placed.flatMap(frame),
        ...made.map((entry) => entry.square),
        key(nameWidth, height - 12),
    );
    const high = (kinds[0] ?? []).flatMap((row, i) => row.slice(0, i).filter((kind) => kind === 2)).length;
    return {
        svg: drawing,
        spots: made.map(({ spot }) => spot),
        label: `Correlation matrices P1 and P2; ${high} pairs of P1 are highly correlated.`,
    };
}

export const correlation: FigureKind = {
    id: "correlation",
    title: "Correlated displacements",
    lines: [],
    caption: () =>
        "Correlation between the regressor Φ and its derivatives with respect to each displacement, column by column. Two displacements that are highly correlated in both matrices can be determined only together. A displacement that is highly correlated with Φ can hardly be separated from the stiffness.",
    draw,
};
