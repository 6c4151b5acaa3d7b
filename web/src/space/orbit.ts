// Looking at a scene from all sides: mouse, touch and keyboard rotate and zoom.
// SPDX-License-Identifier: BSD-3-Clause

import type { Triple } from "./pose.js";
import { cross, unit } from "./mesh.js";

const [step, zoomStep] = [Math.PI / 36, 1.12];
const steepest = 0.49 * Math.PI;

export class Orbit {
    private readonly start = { turn: 0.62, lift: 0.5, distance: 1 };
    private turn = this.start.turn;
    private lift = this.start.lift;
    private distance = this.start.distance; // of what shows everything
    private readonly pointers = new Map<number, [number, number]>();
    private readonly axes: [Triple, Triple]; // two that span the ground

    constructor(
        canvas: HTMLCanvasElement,
        private readonly up: Triple,
        private readonly changed: () => void,
    ) {
        const first = unit(cross(Math.abs(up[1]) < 0.8 ? [0, 1, 0] : [0, 0, 1], up));
        this.axes = [first, cross(up, first)];
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
        });
        canvas.addEventListener("pointermove", (event) => this.drag(event, canvas.clientHeight));
        for (const kind of ["pointerup", "pointercancel"] as const)
            canvas.addEventListener(kind, (event) => this.pointers.delete(event.pointerId));
        // only while this has the focus: otherwise the wheel scrolls the page
        canvas.addEventListener(
            "wheel",
            (event) => {
                if (document.activeElement !== canvas && !event.ctrlKey) return;
                event.preventDefault();
                this.zoom(Math.exp(0.001 * event.deltaY));
            },
            { passive: false },
        );
        canvas.addEventListener("keydown", (event) => this.press(event));
    }

    // The direction from what is looked at to the eye, and how far away, in units of what shows everything.
    get eye(): { direction: Triple; distance: number } {
        const [a, b] = this.axes;
        const flat = Math.cos(this.lift);
        const [s, c, h] = [flat * Math.sin(this.turn), flat * Math.cos(this.turn), Math.sin(this.lift)];
        const direction: Triple = [0, 1, 2].map(
            (i) => c * (a[i] ?? 0) + s * (b[i] ?? 0) + h * (this.up[i] ?? 0),
        ) as Triple;
        return { direction, distance: this.distance };
    }

    private rotate(turn: number, lift: number): void {
        this.turn += turn;
        this.lift = Math.max(-steepest, Math.min(steepest, this.lift + lift));
        this.changed();
    }

    private zoom(factor: number): void {
        this.distance = Math.max(0.08, Math.min(4, this.distance * factor));
        this.changed();
    }

    reset(): void {
        Object.assign(this, this.start);
        this.changed();
    }

    private drag(event: PointerEvent, height: number): void {
        const before = this.pointers.get(event.pointerId);
        if (!before) return;
        const span = (): number => {
            const [a, b] = [...this.pointers.values()];
            return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
        };
        const apart = span();
        this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
        if (this.pointers.size === 2 && apart > 0) this.zoom(apart / Math.max(1, span()));
        else if (this.pointers.size === 1) {
            const scale = Math.PI / Math.max(1, height);
            this.rotate(-scale * (event.clientX - before[0]), scale * (event.clientY - before[1]));
        }
    }

    private press(event: KeyboardEvent): void {
        const actions: Record<string, () => void> = {
            ArrowLeft: () => this.rotate(-step, 0),
            ArrowRight: () => this.rotate(step, 0),
            ArrowUp: () => this.rotate(0, step),
            ArrowDown: () => this.rotate(0, -step),
            "+": () => this.zoom(1 / zoomStep),
            "=": () => this.zoom(1 / zoomStep),
            "-": () => this.zoom(zoomStep),
            Home: () => this.reset(),
        };
        const action = actions[event.key];
        if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        action();
    }
}
