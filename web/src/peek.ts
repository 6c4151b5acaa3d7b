// A small energy ellipse in the corner while the large one is out of sight, so that a choice made anywhere is seen.
// SPDX-License-Identifier: BSD-3-Clause

import { ellipse } from "./figures/ellipse.js";
import { html } from "./html.js";
import { drawSoon, type Drawable } from "./schedule.js";
import type { View } from "./view.js";

const width = 300;

export class Peek implements Drawable {
    readonly element = html("aside", { class: "peek", hidden: true, "aria-label": "The chosen impact" });
    private readonly stage = html("div", { "aria-hidden": "true" });
    private readonly title = html("a", { href: "#impact" }, "The chosen impact");
    private open = false;
    private away = true;

    constructor(
        private readonly view: View,
        section: HTMLElement,
    ) {
        const close = html("button", { type: "button", "aria-label": "Close", click: () => this.set(false) }, "×");
        this.element.append(html("div", { class: "peek-title" }, this.title, close), this.stage);
        view.state.on(["selected"], () => this.set(view.state.selected !== null));
        view.state.on(["laws", "law"], () => drawSoon(this));
        new IntersectionObserver((entries) => {
            this.away = !entries.some((entry) => entry.isIntersecting);
            this.show();
        }).observe(section);
    }

    private set(open: boolean): void {
        this.open = open;
        this.show();
    }

    private show(): void {
        this.element.hidden = !(this.open && this.away);
        drawSoon(this);
    }

    draw(): void {
        if (this.element.hidden) return;
        const { selected } = this.view.state;
        this.title.textContent = `Impact ${selected}: numbers ↓`;
        const drawing = ellipse.draw(this.view, width);
        this.stage.replaceChildren(typeof drawing === "string" ? html("p", {}, drawing) : drawing.svg);
    }
}
