// A figure of the chosen recording, the chosen instant marked in it.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot, Words } from "../drawing.js";
import type { Exported } from "../export.js";
import { FigureFrame, ring } from "../figure-frame.js";
import { drawSoon } from "../schedule.js";
import { describeInstant } from "./describe.js";
import { lines, type LineName } from "./lines.js";
import type { View } from "./view.js";

export interface FigureKind {
    id: string;
    title: string;
    lines: readonly LineName[]; // that it shows, where they are switched on
    caption: (view: View) => string;
    draw: (view: View, width: number) => Drawing | string; // a string says why there is nothing to draw
}

export class Figure extends FigureFrame {
    constructor(
        private readonly view: View,
        private readonly kind: FigureKind,
        number: number,
    ) {
        super({
            id: `figure-${kind.id}`,
            title: kind.title,
            number,
            attributes: { "data-kind": kind.id },
            tools: [],
            pointed: {
                words: (spot): Words => spot.words ?? describeInstant(view, spot.place),
                hover: () => {},
                choose: (place) => view.state.chooseTime(view.recording.series.time[place] ?? null),
                chosen: () => view.place,
            },
        });
        view.state.on(["recording"], () => drawSoon(this));
        view.state.on(["lines"], () => kind.lines.length > 0 && drawSoon(this));
        view.state.on(["time"], () => this.mark(null));
    }

    protected drawingFor(width: number): Drawing | string {
        return this.kind.draw(this.view, width);
    }

    protected captionWords(): string {
        return this.kind.caption(this.view);
    }

    protected marksIn(drawing: Drawing, spot: Spot | null): SVGElement[] {
        const { place } = this.view;
        return [...(place >= 0 ? (drawing.cursor?.(place) ?? []) : []), ...(spot ? ring("pointed", 5, spot) : [])];
    }

    protected exported(): Omit<Exported, "svg" | "description"> {
        const { study, recording, state } = this.view;
        const shown = this.kind.lines.filter(
            (line) => state.shows(line) && (line !== "truth" || recording.truth !== null),
        );
        return {
            title: this.kind.title,
            subtitle: `${study.title} · recording ${recording.name} · Routh ${study.version}`,
            legend: shown.map((line) => lines[line]),
            file: `routh-${this.kind.id}-${recording.name.replace(/[^\w-]+/g, "-")}.svg`,
        };
    }
}
