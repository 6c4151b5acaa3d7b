// A chart that comes with the tosses, as a figure.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot } from "../drawing.js";
import type { Exported } from "../export.js";
import { FigureFrame, ring } from "../figure-frame.js";
import type { LawStyle } from "../laws.js";
import { lawKey, pointKey } from "../laws.js";
import { html } from "../html.js";
import { isNumber, significant } from "../numbers.js";
import { chartOf } from "./chart.js";
import type { Chart, Tosses } from "./toss.js";

const dashes = ["none", "6 3", "2 2", "9 3 2 3"];

const styleOf = (i: number): LawStyle => ({ colour: `var(--law-${i % 8})`, dash: dashes[i % 4] ?? "none", marker: "" });

function interval(low: number | undefined, high: number | undefined): [string, string][] {
    return isNumber(low) && isNumber(high) ? [["interval", `${significant(low)} … ${significant(high)}`]] : [];
}

export class ChartFigure extends FigureFrame {
    constructor(
        private readonly all: Pick<Tosses, "title" | "version">,
        private readonly chart: Chart,
        number: number,
    ) {
        super({
            id: `figure-chart-${number}`,
            title: chart.title,
            number,
            attributes: { "data-kind": "chart" },
            tools: chart.lines.map(({ name, low }, i) =>
                html("span", { class: "key" }, low ? pointKey(styleOf(i).colour) : lawKey(styleOf(i)), ` ${name}`),
            ),
            pointed: {
                words: (spot) => spot.words ?? { title: "", rows: [] },
                hover: () => {},
                choose: () => {},
                chosen: () => -1,
            },
        });
    }

    protected drawingFor(width: number): Drawing | string {
        const { lines, x, y } = this.chart;
        if (lines.every((line) => line.x.length === 0)) return "There is nothing to draw.";
        const drawn = chartOf(
            [
                {
                    label: y,
                    lines: lines.map((line, i) => ({ ...line, ...styleOf(i) })),
                    height: 200,
                    fromZero: true,
                },
            ],
            x,
            width,
        );
        const spots: Spot[] = lines.flatMap((line) =>
            line.x.flatMap((at, i): Spot[] => {
                const value = line.y[i];
                if (!isNumber(value)) return [];
                return [
                    {
                        x: drawn.x(at),
                        y: drawn.y[0]?.(value) ?? 0,
                        place: -1,
                        words: {
                            title: line.name,
                            rows: [[x, significant(at)], [y, significant(value)], ...interval(line.low?.[i], line.high?.[i])],
                        },
                    },
                ];
            }),
        );
        const names = lines.map(({ name }) => name).join(", ");
        return { svg: drawn.svg, spots, label: `${this.chart.title}: ${y} over ${x}, lines ${names}.` };
    }

    protected captionWords(): string {
        const wide = this.chart.lines.some(({ low, high }) => low?.some((value, i) => value !== high?.[i]));
        return wide ? "Points with their intervals." : "";
    }

    protected marksIn(_: Drawing, spot: Spot | null): SVGElement[] {
        return spot ? ring("pointed", 5, spot) : [];
    }

    protected exported(): Omit<Exported, "svg" | "description"> {
        return {
            title: this.chart.title,
            subtitle: `${this.all.title} · Routh ${this.all.version}`,
            legend: this.chart.lines.map(({ name }, i) => ({ title: name, style: styleOf(i) })),
            file: `routh-${this.chart.title.replace(/[^\w-]+/g, "-").toLowerCase()}.svg`,
        };
    }
}
