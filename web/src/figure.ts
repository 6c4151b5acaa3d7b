// A figure of the study: kept up to date with the laws that are shown, the chosen impact marked in it.
// SPDX-License-Identifier: BSD-3-Clause

import { describeImpact } from "./describe.js";
import type { Drawing, FigureKind, Spot } from "./drawing.js";
import type { Exported } from "./export.js";
import { FigureFrame, ring } from "./figure-frame.js";
import { html } from "./html.js";
import { frameTitle } from "./numbers.js";
import type { Pointed } from "./pointing.js";
import { drawSoon } from "./schedule.js";
import type { View } from "./view.js";

function isOfOneLaw(kind: FigureKind): boolean {
    return kind.laws === "one" || kind.laws === "both";
}

function lawSelect(view: View): HTMLSelectElement {
    return html("select", {
        change: (event) => view.state.chooseLaw((event.target as HTMLSelectElement).value),
    });
}

function impactsPointedAt(view: View): Pointed {
    return {
        words: (spot) => spot.words ?? describeImpact(view, spot.place, spot.law ?? null),
        hover: (place) => view.state.hover(place >= 0 ? view.record(place) : null),
        choose: (place) => view.state.select(view.record(place)),
        chosen: () => view.place(view.state.selected),
    };
}

export class Figure extends FigureFrame {
    private readonly select: HTMLSelectElement | null;
    private drawnLaw: string | null | undefined;

    constructor(
        private readonly view: View,
        private readonly kind: FigureKind,
        number: number,
    ) {
        const select = isOfOneLaw(kind) ? lawSelect(view) : null;
        super({
            id: `figure-${kind.id}-${view.frame.frame}`,
            title: kind.title,
            number,
            attributes: { "data-kind": kind.id, "data-frame": view.frame.frame },
            tools: select ? [html("label", {}, "law ", select)] : [],
            pointed: impactsPointedAt(view),
        });
        this.select = select;
        view.state.on(["laws", "law"], () => this.lawsChanged());
        view.state.on(["selected"], () => (kind.ofSelected ? drawSoon(this) : this.mark(null)));
        view.state.on(["hovered"], () => this.mark(null));
    }

    // A figure of one law need not be drawn again when others come and go.
    private lawsChanged(): void {
        if (this.kind.laws === "none") return;
        if (this.kind.laws === "one" && this.view.state.shownLaw() === this.drawnLaw) this.updateSelect();
        else drawSoon(this);
    }

    protected drawingFor(width: number): Drawing | string {
        this.updateSelect();
        this.drawnLaw = this.view.state.shownLaw();
        return this.kind.draw(this.view, width);
    }

    protected captionWords(): string {
        return this.kind.caption(this.view);
    }

    private updateSelect(): void {
        if (!this.select) return;
        const shown = this.view.state.shownLaw();
        this.select.replaceChildren(
            ...this.view
                .shownLaws()
                .map((law) => html("option", { value: law.name, selected: law.name === shown }, law.title)),
        );
        this.select.disabled = shown === null;
    }

    private spotsOf(drawing: Drawing, record: number | null): Spot[] {
        const place = this.view.place(record);
        if (place < 0) return [];
        return drawing.marks?.(place) ?? drawing.spots.filter((spot) => spot.place === place);
    }

    protected marksIn(drawing: Drawing, spot: Spot | null): SVGElement[] {
        const { selected, hovered } = this.view.state;
        return [
            ...this.spotsOf(drawing, selected).flatMap((at) => ring("selected", 6.5, at)),
            ...(hovered === selected ? [] : this.spotsOf(drawing, hovered).flatMap((at) => ring("hovered", 5, at))),
            ...(spot ? ring("pointed", 5, spot) : []),
        ];
    }

    protected exported(): Omit<Exported, "svg" | "description"> {
        const { study, frame } = this.view;
        const law = isOfOneLaw(this.kind) && !this.kind.ofSelected ? this.view.shownLaw() : null;
        const impact = this.kind.ofSelected ? `, impact ${this.view.state.selected}` : "";
        return {
            title: `${this.kind.title}${law ? `: ${law.title}` : ""}${impact}`,
            subtitle: `${study.name} · ${frameTitle(frame.frame)} · Routh ${study.version}`,
            legend:
                this.kind.laws === "one" || this.kind.laws === "none" || this.kind.ownKeys
                    ? []
                    : this.view.shownLaws().map(({ name, title }) => ({ title, style: this.view.style(name) })),
            file: `routh-${this.kind.id}-${frame.frame}${law ? `-${law.name}` : ""}.svg`,
        };
    }
}
