// Which inputs matter: length scales of every model's outputs, one panel for models with the same inputs.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { svg } from "../html.js";
import { wrapped } from "../keys.js";
import { detailed, notLearned, quantity, type Detailed } from "../learning.js";
import { isNumber, significant, whole } from "../numbers.js";
import { canvas, colourBar } from "../plot.js";
import type { View } from "../view.js";

const rowHeight = 20;
const panelGap = 26;
const barHeight = 24;
const rampSteps = 16;

// In deviations of the input: below the first the output changes several times, beyond the last it hardly changes.
const shortest = 0.5;
const longest = 20;

// From 0, the input does not matter, to 1.
function weight(length: number): number {
    const share = Math.log(longest / length) / Math.log(longest / shortest);
    return Math.min(1, Math.max(0, share));
}

function step(share: number): number {
    return Math.min(rampSteps - 1, Math.floor(share * rampSteps));
}

function colour(share: number): string {
    return `var(--ramp-${step(share)})`;
}

function text(
    content: string,
    x: number,
    y: number,
    anchor: string,
    more: Record<string, string> = {},
): SVGTextElement {
    return svg("text", { x, y, "text-anchor": anchor, fill: "currentColor", ...more }, content);
}

interface Row {
    model: Detailed;
    output: Detailed["detail"]["outputs"][number];
    first: boolean; // of its model
}

// Models with the same inputs share a panel.
function panels(models: Detailed[]): { inputs: string[]; rows: Row[] }[] {
    const found = new Map<string, { inputs: string[]; rows: Row[] }>();
    for (const model of models) {
        const { inputs, outputs } = model.detail;
        const panel = found.get(inputs.join()) ?? { inputs, rows: [] };
        panel.rows.push(...outputs.map((output, i) => ({ model, output, first: i === 0 })));
        found.set(inputs.join(), panel);
    }
    return [...found.values()].sort((a, b) => b.rows.length - a.rows.length);
}

function cell(length: number, x: number, y: number, width: number): SVGElement[] {
    const share = weight(length);
    const narrow = width < 34;
    const words = length > 99 ? "99+" : significant(length, narrow ? 1 : 2);
    return [
        svg("rect", { x: x + 1, y: y + 1, width: width - 2, height: rowHeight - 2, rx: 2, fill: colour(share) }),
        text(words, x + width / 2, y + 14, "middle", {
            fill: step(share) < rampSteps / 2 ? "var(--ink)" : "var(--paper)",
            "font-size": narrow ? "10" : "12",
        }),
    ];
}

function spot({ model, output }: Row, input: string, length: number, x: number, y: number): Spot {
    return {
        x,
        y,
        place: -1,
        words: {
            title: `${model.title}: ${quantity(output.name)} from ${quantity(input)}`,
            rows: [
                ["length scale, deviations of the input", significant(length, 2)],
                [`noise of ${quantity(output.name)}, ${output.unit}`, significant(output.noise, 2)],
            ],
        },
    };
}

// The input on which each output of the model depends most.
function summary(models: Detailed[]): string {
    return models
        .map(({ title, detail }) => {
            const most = detail.outputs.map(({ name, length }) => {
                const known = length.map((value) => (isNumber(value) ? value : Infinity));
                const place = known.indexOf(Math.min(...known));
                return `${quantity(name)} most on ${quantity(detail.inputs[place] ?? "–")}`;
            });
            return `${title}: ${most.join(", ")}`;
        })
        .join("; ");
}

function draw(view: View, width: number): Drawing | string {
    const { learning } = view.frame;
    if (!learning) return notLearned;
    const models = detailed(learning).filter(({ detail }) => detail.inputs.length > 0);
    if (models.length === 0) return "No model could be trained.";
    const titleWidth = Math.min(190, Math.round(0.34 * width));
    const left = titleWidth + 52;
    const letters = Math.floor((titleWidth - 4) / 6.4);
    const parts: SVGElement[] = [];
    const spots: Spot[] = [];
    let y = barHeight;
    for (const { inputs, rows } of panels(models)) {
        const cellWidth = Math.min(90, (width - left) / inputs.length);
        y += panelGap;
        inputs.forEach((input, i) =>
            parts.push(text(quantity(input), left + (i + 0.5) * cellWidth, y - 5, "middle", { "font-size": "11" })),
        );
        for (const row of rows) {
            const { length, name } = row.output;
            if (row.first) {
                const most = rows.filter(({ model }) => model === row.model).length;
                // as many lines as the model has rows
                wrapped(row.model.title, letters)
                    .slice(0, most)
                    .forEach((line, n, all) =>
                        parts.push(
                            text(
                                n === most - 1 && all.join(" ").length < row.model.title.length ? `${line} …` : line,
                                0,
                                y + 14 + n * 15,
                                "start",
                            ),
                        ),
                    );
                parts.push(svg("path", { d: `M0,${y}H${left + inputs.length * cellWidth}`, stroke: "var(--grid)" }));
            }
            parts.push(text(quantity(name), left - 6, y + 14, "end"));
            length.forEach((value, i) => {
                if (!isNumber(value)) return;
                const x = left + i * cellWidth;
                parts.push(...cell(value, x, y, cellWidth));
                spots.push(spot(row, inputs[i] ?? "", value, x + cellWidth / 2, y + rowHeight / 2));
            });
            y += rowHeight;
        }
    }
    return {
        svg: canvas(
            width,
            y + 4,
            colourBar(colour, [0, 1], "length scale", [`≥ ${longest}`, `≤ ${shortest}`], width),
            ...parts,
        ),
        spots,
        label: `Length scales of the models. ${summary(models)}.`,
    };
}

export const lengthScales: FigureKind = {
    id: "length-scales",
    title: "Which inputs matter",
    laws: "none",
    caption: (view) =>
        `Length scale of each output along each input, in deviations of that input, median over the draws of ${whole(view.frame.learning?.detail)} impacts. ` +
        "Short (strong colour): the output changes within that distance, so the input matters. Long: the input hardly matters.",
    draw,
};
