// Draws what is due in small steps, visible figures first, so that the page stays responsive.
// SPDX-License-Identifier: BSD-3-Clause

export interface Drawable {
    readonly element: HTMLElement;
    draw(): void;
}

const budget = 12; // milliseconds in one frame of the screen

const due = new Set<Drawable>();
let waiting = false;

function distanceFromView(item: Drawable): number {
    const box = item.element.getBoundingClientRect();
    return Math.max(0, box.top - window.innerHeight, -box.bottom);
}

function drawSome(): void {
    waiting = false;
    const began = performance.now();
    const order = [...due].map((item) => ({ item, distance: distanceFromView(item) }));
    order.sort((a, b) => a.distance - b.distance);
    for (const { item } of order) {
        if (performance.now() - began > budget) break;
        due.delete(item);
        item.draw();
    }
    document.documentElement.dataset["due"] = String(due.size);
    wake();
}

function wake(): void {
    if (waiting || due.size === 0) return;
    waiting = true;
    // a page in the background gets no frames, yet should be ready when it comes to the front
    if (document.hidden) setTimeout(drawSome, 0);
    else requestAnimationFrame(drawSome);
}

export function drawSoon(item: Drawable): void {
    due.add(item);
    document.documentElement.dataset["due"] = String(due.size);
    wake();
}

export function drawNow(): void {
    for (const item of due) item.draw();
    due.clear();
    document.documentElement.dataset["due"] = "0";
}
