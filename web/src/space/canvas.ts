// The canvas of a scene in three dimensions: drawn anew when its size or the theme changes, and saved as a picture.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { drawSoon, type Drawable } from "../schedule.js";
import type { Rgb } from "./stage.js";

export const turnKeys = "Drag or use the arrow keys to rotate; + and − to zoom; Home to reset the view.";

// A colour of the page as it is now, light or dark.
export function colourOf(name: string): Rgb {
    const text = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    const value = parseInt(text.slice(1), 16);
    return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function offersWebGl(canvas: HTMLCanvasElement): boolean {
    const wanted = { antialias: true, preserveDrawingBuffer: true, alpha: false };
    try {
        return (canvas.getContext("webgl2", wanted) ?? canvas.getContext("webgl", wanted)) !== null;
    } catch {
        return false;
    }
}

// Paints now and whenever the theme changes; draws whenever something changes.
export function keepDrawn(item: Drawable, canvas: HTMLCanvasElement, status: HTMLElement, paint: () => void): void {
    paint();
    new MutationObserver(() => {
        paint();
        drawSoon(item);
    }).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    new ResizeObserver(() => drawSoon(item)).observe(canvas);
    canvas.addEventListener("webglcontextlost", () => {
        status.textContent = "The graphics card has discarded this picture; reload the page to see it.";
    });
}

// Width and height of the room for it; null: it is hidden.
export function roomOf(canvas: HTMLCanvasElement): [number, number] | null {
    const [width, height] = [canvas.parentElement?.clientWidth ?? 0, canvas.parentElement?.clientHeight ?? 0];
    return width === 0 || height === 0 ? null : [width, height];
}

export function savePicture(canvas: HTMLCanvasElement, name: string): void {
    canvas.toBlob((picture) => {
        if (!picture) return;
        const address = URL.createObjectURL(picture);
        html("a", { href: address, download: `routh-${name.replace(/[^\w-]+/g, "-")}.png` }).click();
        // the download has begun, but may not yet have read the address
        setTimeout(() => URL.revokeObjectURL(address), 10_000);
    });
}
