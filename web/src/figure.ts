// A figure on the page: its frame with title and buttons, its drawing kept up to date, the chosen impact marked in it.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, FigureKind, Spot } from "./drawing.js";
import { saveDrawing } from "./export.js";
import { html, svg } from "./html.js";
import { frameTitle } from "./numbers.js";
import { Pointing } from "./pointing.js";
import { drawSoon, type Drawable } from "./schedule.js";
import type { View } from "./view.js";

const narrowest = 260;

export class Figure implements Drawable {
    readonly element: HTMLElement;
    private readonly stage: HTMLElement;
    private readonly caption: HTMLElement;
    private readonly select: HTMLSelectElement | null;
    private readonly pointing: Pointing;
    private readonly overlay = svg("g", { class: "overlay" });
    private drawing: Drawing | null = null;
    private drawnLaw: string | null | undefined;
    private width = 0;

    constructor(
        private readonly view: View,
        private readonly kind: FigureKind,
        number: number,
    ) {
        const id = `figure-${kind.id}-${view.frame.frame}`;
        this.stage = html("div", {
            class: "stage",
            tabindex: 0,
            role: "application",
            "aria-describedby": `${id}-caption`,
        });
        this.caption = html("p", { class: "caption", id: `${id}-caption` });
        this.select = this.isOfOneLaw() ? this.lawSelect() : null;
        const save = html(
            "button",
            { type: "button", class: "save", click: () => this.save(), "aria-label": `Save “${kind.title}” as SVG` },
            "Save SVG",
        );
        this.element = html(
            "figure",
            { class: "figure", id, "data-kind": kind.id, "data-frame": view.frame.frame },
            html(
                "figcaption",
                {},
                html("h3", {}, html("span", { class: "number" }, `Figure ${number}`), ` ${kind.title}`),
                html("div", { class: "tools" }, this.select ? html("label", {}, "law ", this.select) : null, save),
            ),
            this.stage,
            this.caption,
        );
        this.pointing = new Pointing(view, this.stage, (spot) => this.mark(spot));
        view.state.on(["laws", "law"], () => this.lawsChanged());
        view.state.on(["selected"], () => (kind.ofSelected ? drawSoon(this) : this.mark(null)));
        view.state.on(["hovered"], () => this.mark(null));
        new ResizeObserver(() => this.resized()).observe(this.stage);
    }

    private isOfOneLaw(): boolean {
        return this.kind.laws === "one" || this.kind.laws === "both";
    }

    private lawSelect(): HTMLSelectElement {
        return html("select", {
            change: (event) => this.view.state.chooseLaw((event.target as HTMLSelectElement).value),
        });
    }

    // A figure of one law need not be drawn again when others come and go.
    private lawsChanged(): void {
        if (this.kind.laws === "none") return;
        if (this.kind.laws === "one" && this.view.state.shownLaw() === this.drawnLaw) this.updateSelect();
        else drawSoon(this);
    }

    private resized(): void {
        const width = Math.floor(this.stage.clientWidth);
        if (width > 0 && Math.abs(width - this.width) > 1) drawSoon(this);
    }

    draw(): void {
        // hidden with its frame: drawn when it is shown again, which is a change of size
        if (this.stage.clientWidth === 0) {
            this.width = 0;
            return;
        }
        this.width = Math.floor(this.stage.clientWidth);
        this.updateSelect();
        this.drawnLaw = this.view.state.shownLaw();
        const result = this.kind.draw(this.view, Math.max(narrowest, this.width));
        this.drawing = typeof result === "string" ? null : result;
        if (typeof result === "string") {
            this.stage.replaceChildren(html("p", { class: "nothing" }, result));
            this.stage.setAttribute("aria-label", result);
        } else {
            result.svg.setAttribute("aria-hidden", "true");
            result.svg.append(this.overlay);
            this.stage.replaceChildren(result.svg);
            this.stage.setAttribute("aria-label", `${result.label} Arrow keys walk through it, Enter chooses.`);
        }
        this.caption.textContent = this.kind.caption(this.view);
        this.pointing.attach(this.drawing);
        this.mark(null);
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

    private spotsOf(record: number | null): Spot[] {
        const place = this.view.place(record);
        if (place < 0 || !this.drawing) return [];
        return this.drawing.marks?.(place) ?? this.drawing.spots.filter((spot) => spot.place === place);
    }

    // Rings about the chosen impact, the one under the pointer anywhere on the page, and the spot pointed at here.
    private mark(spot: Spot | null): void {
        const { selected, hovered } = this.view.state;
        const ring =
            (kind: string, radius: number) =>
            (at: Spot): SVGElement[] => [
                svg("circle", {
                    class: `halo ${kind}`,
                    cx: at.x,
                    cy: at.y,
                    r: radius,
                    fill: "none",
                    stroke: "var(--paper)",
                    "stroke-width": 4.5,
                }),
                svg("circle", {
                    class: kind,
                    cx: at.x,
                    cy: at.y,
                    r: radius,
                    fill: "none",
                    stroke: "var(--mark)",
                    "stroke-width": 2.2,
                }),
            ];
        this.overlay.replaceChildren(
            ...this.spotsOf(selected).flatMap(ring("selected", 6.5)),
            ...(hovered === selected ? [] : this.spotsOf(hovered).flatMap(ring("hovered", 5))),
            ...(spot ? ring("pointed", 5)(spot) : []),
        );
    }

    private save(): void {
        if (!this.drawing) this.draw(); // asked for before its turn came
        if (!this.drawing) return;
        const { study, frame } = this.view;
        const law = this.isOfOneLaw() && !this.kind.ofSelected ? this.view.shownLaw() : null;
        const impact = this.kind.ofSelected ? `, impact ${this.view.state.selected}` : "";
        saveDrawing({
            svg: this.drawing.svg,
            title: `${this.kind.title}${law ? `: ${law.title}` : ""}${impact}`,
            subtitle: `${study.name} · ${frameTitle(frame.frame)} · Routh ${study.version}`,
            description: `${this.drawing.label} ${this.caption.textContent ?? ""}`,
            legend:
                this.kind.laws === "one" || this.kind.laws === "none" || this.kind.ownKeys
                    ? []
                    : this.view.shownLaws().map(({ name, title }) => ({ title, style: this.view.style(name) })),
            file: `routh-${this.kind.id}-${frame.frame}${law ? `-${law.name}` : ""}.svg`,
        });
    }
}
