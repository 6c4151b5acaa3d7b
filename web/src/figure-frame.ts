// What every figure on a page has: a frame with title and buttons, a drawing kept as wide as there is room, pointer and
// keyboard in it, marks over it, and a file to save it as.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot } from "./drawing.js";
import { saveDrawing, type Exported } from "./export.js";
import { html, svg } from "./html.js";
import { Pointing, type Pointed } from "./pointing.js";
import { drawSoon, type Drawable } from "./schedule.js";

const narrowest = 260;

export interface FigureFrameOptions {
    id: string; // of the element
    title: string;
    number: number;
    attributes: Record<string, string>;
    tools: HTMLElement[]; // before the button that saves
    pointed: Pointed;
}

// Two circles, so that the mark shows on any background.
export function ring(kind: string, radius: number, at: Spot): SVGElement[] {
    const common = { cx: at.x, cy: at.y, r: radius, fill: "none" };
    return [
        svg("circle", { ...common, class: `halo ${kind}`, stroke: "var(--paper)", "stroke-width": 4.5 }),
        svg("circle", { ...common, class: kind, stroke: "var(--mark)", "stroke-width": 2.2 }),
    ];
}

export abstract class FigureFrame implements Drawable {
    readonly element: HTMLElement;
    private readonly stage: HTMLElement;
    private readonly caption: HTMLElement;
    private readonly pointing: Pointing;
    private readonly overlay = svg("g", { class: "overlay" });
    private drawing: Drawing | null = null;
    private width = 0;

    constructor({ id, title, number, attributes, tools, pointed }: FigureFrameOptions) {
        this.stage = html("div", {
            class: "stage",
            tabindex: 0,
            role: "application",
            "aria-describedby": `${id}-caption`,
        });
        this.caption = html("p", { class: "caption", id: `${id}-caption` });
        const save = html(
            "button",
            { type: "button", class: "save", click: () => this.save(), "aria-label": `Save “${title}” as SVG` },
            "Save SVG",
        );
        this.element = html(
            "figure",
            { class: "figure", id, ...attributes },
            html(
                "figcaption",
                {},
                html("h3", {}, html("span", { class: "number" }, `Figure ${number}`), ` ${title}`),
                html("div", { class: "tools" }, ...tools, save),
            ),
            this.stage,
            this.caption,
        );
        this.pointing = new Pointing(pointed, this.stage, (spot) => this.mark(spot));
        new ResizeObserver(() => this.resized()).observe(this.stage);
    }

    // A string says why there is nothing to draw.
    protected abstract drawingFor(width: number): Drawing | string;
    protected abstract captionWords(): string;
    // Over the drawing: what is chosen, what is pointed at anywhere on the page, and the spot pointed at here.
    protected abstract marksIn(drawing: Drawing, spot: Spot | null): SVGElement[];
    protected abstract exported(): Omit<Exported, "svg" | "description">;

    private resized(): void {
        const width = Math.floor(this.stage.clientWidth);
        if (width > 0 && Math.abs(width - this.width) > 1) drawSoon(this);
    }

    draw(): void {
        // hidden: drawn when it is shown again, which is a change of size
        if (this.stage.clientWidth === 0) {
            this.width = 0;
            return;
        }
        this.width = Math.floor(this.stage.clientWidth);
        const result = this.drawingFor(Math.max(narrowest, this.width));
        this.drawing = typeof result === "string" ? null : result;
        if (typeof result === "string") {
            this.stage.replaceChildren(html("p", { class: "nothing" }, result));
            this.stage.setAttribute("aria-label", result);
        } else {
            result.svg.setAttribute("aria-hidden", "true");
            result.svg.append(this.overlay);
            this.stage.replaceChildren(result.svg);
            this.stage.setAttribute("aria-label", `${result.label} Arrow keys move through it, Enter selects.`);
        }
        this.caption.textContent = this.captionWords();
        this.pointing.attach(this.drawing);
        this.mark(null);
    }

    protected mark(spot: Spot | null): void {
        this.overlay.replaceChildren(...(this.drawing ? this.marksIn(this.drawing, spot) : []));
    }

    private save(): void {
        if (!this.drawing) this.draw(); // asked for before its turn came
        if (!this.drawing) return;
        saveDrawing({
            svg: this.drawing.svg,
            description: `${this.drawing.label} ${this.caption.textContent ?? ""}`,
            ...this.exported(),
        });
    }
}
