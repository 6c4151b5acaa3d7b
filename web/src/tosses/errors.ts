// How far the second track is from the first over time, as a figure: distance and angle, impacts, the time shown.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot, Words } from "../drawing.js";
import type { Exported } from "../export.js";
import { FigureFrame, ring } from "../figure-frame.js";
import { svg } from "../html.js";
import { fixed } from "../numbers.js";
import { drawSoon } from "../schedule.js";
import { chartOf, type ChartDrawing, type ChartLine } from "./chart.js";
import { apartOf, type Apart } from "./motion.js";
import type { State } from "./state.js";
import type { Toss, Tosses } from "./toss.js";

const degrees = 180 / Math.PI;

function describe(apart: Apart, place: number): Words {
    return {
        title: `${fixed(apart.time[place], 3)} s`,
        rows: [
            ["distance, mm", fixed(1000 * (apart.distance[place] ?? NaN), 1)],
            ["angle, °", fixed(degrees * (apart.angle[place] ?? NaN), 1)],
        ],
    };
}

export class ErrorsFigure extends FigureFrame {
    private apart: Apart | null = null;
    private chart: ChartDrawing | null = null;

    constructor(
        private readonly all: Tosses,
        private readonly state: State,
        number: number,
    ) {
        super({
            id: "figure-errors",
            title: "How far apart the tracks are",
            number,
            attributes: {},
            tools: [],
            pointed: {
                words: (spot) => describe(this.apart ?? { time: [], distance: [], angle: [] }, spot.place),
                hover: () => {},
                choose: (place) => {
                    state.pause();
                    state.choose(this.apart?.time[place] ?? state.begin);
                },
                chosen: () => this.apart?.time.indexOf(state.time) ?? -1,
            },
        });
        state.on(["toss"], () => drawSoon(this));
        state.on(["time"], () => this.mark(null));
    }

    private lines(toss: Toss, apart: Apart, what: "distance" | "angle"): ChartLine[] {
        const factor = what === "distance" ? 1000 : degrees;
        const lines: ChartLine[] = [
            { name: what, colour: "var(--law-3)", x: apart.time, y: apart[what].map((value) => factor * value) },
        ];
        const { region } = toss;
        const bounds = what === "distance" ? region?.radius : region?.angle;
        if (region && bounds && bounds.length > 0)
            lines.push({
                name: "region",
                colour: "var(--muted)",
                dash: "5 3",
                x: bounds.map((_, i) => (region.first + i) / toss.rate),
                y: bounds.map((value) => factor * value),
            });
        return lines;
    }

    protected drawingFor(width: number): Drawing | string {
        const { toss } = this.state;
        this.apart = apartOf(toss);
        this.chart = null;
        if (!this.apart) return "This toss has one track only.";
        const { apart } = this;
        const chart = chartOf(
            [
                { label: "distance, mm", lines: this.lines(toss, apart, "distance"), height: 130, fromZero: true },
                { label: "angle, °", lines: this.lines(toss, apart, "angle"), height: 130, fromZero: true },
            ],
            "time, s",
            width,
        );
        this.chart = chart;
        for (const time of toss.impacts.time)
            chart.svg.append(
                svg("path", {
                    class: "impact",
                    d: `M${chart.x(time).toFixed(1)},${chart.bottom}v-7`,
                    stroke: "var(--mark)",
                    "stroke-width": 1.4,
                }),
            );
        const spots: Spot[] = apart.time.map((time, place) => ({
            x: chart.x(time),
            y: chart.y[0]?.(1000 * (apart.distance[place] ?? 0)) ?? 0,
            place,
        }));
        const last = apart.time.length - 1;
        return {
            svg: chart.svg,
            spots,
            label:
                `Distance and angle between ${toss.tracks[0]?.name} and ${toss.tracks[1]?.name} over time. At the end ` +
                `${fixed(1000 * (apart.distance[last] ?? NaN), 1)} mm and ${fixed(degrees * (apart.angle[last] ?? NaN), 1)}°.`,
        };
    }

    protected captionWords(): string {
        const { toss } = this.state;
        const ticks = toss.impacts.time.length > 0 ? " Ticks at the bottom: impacts." : "";
        const level = toss.region ? ` Dashed: the region that holds it with a probability of ${fixed(100 * toss.region.level, 0)} %.` : "";
        return `Of ${toss.tracks[1]?.name ?? "the second track"} from ${toss.tracks[0]?.name ?? "the first"}: tracked point and orientation.${ticks}${level}`;
    }

    protected marksIn(_: Drawing, spot: Spot | null): SVGElement[] {
        const marks = spot ? ring("pointed", 5, spot) : [];
        if (this.chart)
            marks.push(
                svg("path", {
                    class: "selected",
                    d: `M${this.chart.x(this.state.time).toFixed(1)},${this.chart.top}V${this.chart.bottom}`,
                    stroke: "var(--mark)",
                    "stroke-width": 1.5,
                    fill: "none",
                }),
            );
        return marks;
    }

    protected exported(): Omit<Exported, "svg" | "description"> {
        const { title, version } = this.all;
        const { name } = this.state.toss;
        return {
            title: `${name}: how far apart the tracks are`,
            subtitle: `${title} · Routh ${version}`,
            legend: [],
            file: `routh-errors-${name.replace(/[^\w-]+/g, "-")}.svg`,
        };
    }
}
