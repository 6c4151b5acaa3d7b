// Pointer and keyboard in a drawing: the nearest spot answers; arrow keys move from spot to spot.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot, Words } from "./drawing.js";
import { hideTooltip, showTooltip, speak } from "./tooltip.js";

const reach = 28; // pixels of the drawing
const leap = 25; // spots that PageUp and PageDown skip

// What spots stand for, and what is called when one is pointed at or chosen. A place of −1 means none.
export interface Pointed {
    words: (spot: Spot) => Words;
    hover: (place: number) => void;
    choose: (place: number) => void;
    chosen: () => number;
}

export class Pointing {
    private drawing: Drawing | null = null;
    private alongX: Spot[] = [];
    private alongY: Spot[] = [];
    private current: Spot | null = null;

    constructor(
        private readonly pointed: Pointed,
        element: HTMLElement,
        private readonly showMark: (spot: Spot | null) => void,
    ) {
        element.addEventListener("pointermove", (event) => this.moveTo(this.nearest(event)));
        element.addEventListener("pointerleave", () => this.moveTo(null));
        element.addEventListener("click", (event) => this.choose(this.nearest(event)));
        element.addEventListener("keydown", (event) => this.press(event));
        element.addEventListener("blur", () => this.moveTo(null));
    }

    attach(drawing: Drawing | null): void {
        this.drawing = drawing;
        const walked = (drawing?.spots ?? []).filter((spot) => spot.walk !== false);
        this.alongX = [...walked].sort((a, b) => a.x - b.x || a.y - b.y);
        this.alongY = [...walked].sort((a, b) => b.y - a.y || a.x - b.x);
        this.current = null;
    }

    private nearest(event: MouseEvent): Spot | null {
        const matrix = this.drawing?.svg.getScreenCTM();
        if (!this.drawing || !matrix) return null;
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        let best: Spot | null = null;
        let least = reach;
        for (const spot of this.drawing.spots) {
            const distance = Math.hypot(spot.x - point.x, spot.y - point.y);
            if (distance < least) {
                least = distance;
                best = spot;
            }
        }
        return best;
    }

    private moveTo(spot: Spot | null): void {
        this.current = spot;
        this.showMark(spot);
        this.pointed.hover(spot?.place ?? -1);
        const matrix = this.drawing?.svg.getScreenCTM();
        if (!spot || !matrix) {
            hideTooltip();
            return;
        }
        const point = new DOMPoint(spot.x, spot.y).matrixTransform(matrix);
        showTooltip(
            this.pointed.words(spot),
            point.x,
            point.y,
            spot.place >= 0 ? "Click or press Enter to choose it." : "",
        );
    }

    private choose(spot: Spot | null): void {
        if (spot && spot.place >= 0) this.pointed.choose(spot.place);
    }

    private step(order: Spot[], by: number): void {
        const chosen = this.pointed.chosen();
        const start = this.current ?? order.find((spot) => spot.place >= 0 && spot.place === chosen) ?? null;
        const from = start ? order.indexOf(start) : by > 0 ? -1 : order.length;
        const next = order[Math.min(order.length - 1, Math.max(0, from + by))] ?? null;
        this.moveTo(next);
        if (next) speak(this.pointed.words(next));
    }

    private press(event: KeyboardEvent): void {
        const steps: Record<string, () => void> = {
            ArrowRight: () => this.step(this.alongX, 1),
            ArrowLeft: () => this.step(this.alongX, -1),
            ArrowUp: () => this.step(this.alongY, 1),
            ArrowDown: () => this.step(this.alongY, -1),
            PageDown: () => this.step(this.alongX, leap),
            PageUp: () => this.step(this.alongX, -leap),
            Home: () => this.step(this.alongX, -this.alongX.length),
            End: () => this.step(this.alongX, this.alongX.length),
            Enter: () => this.choose(this.current),
            " ": () => this.choose(this.current),
            Escape: () => this.moveTo(null),
        };
        const action = steps[event.key];
        if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        action();
    }
}
