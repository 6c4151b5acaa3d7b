// The one tooltip of the page, and the line that says the same to screen readers.
// SPDX-License-Identifier: BSD-3-Clause

import type { Words } from "./drawing.js";
import { html } from "./html.js";

const gap = 14;

const tip = html("div", { id: "tooltip", hidden: true, "aria-hidden": "true" });
const spoken = html("div", { class: "visually-hidden", "aria-live": "polite" });

export function addTooltip(): void {
    document.body.append(tip, spoken);
}

// At a place on the screen, on whichever side of it has room.
export function showTooltip(words: Words, x: number, y: number, hint: string): void {
    tip.replaceChildren(
        html("strong", {}, words.title),
        html("dl", {}, ...words.rows.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)])),
    );
    if (hint) tip.append(html("p", {}, hint));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const left = x + gap + box.width > document.documentElement.clientWidth ? x - gap - box.width : x + gap;
    const top = y + gap + box.height > window.innerHeight ? y - gap - box.height : y + gap;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${Math.max(4, top)}px`;
}

export function hideTooltip(): void {
    tip.hidden = true;
}

export function speak(words: Words): void {
    spoken.textContent = [words.title, ...words.rows.map(([name, value]) => `${name}: ${value}`)].join("; ");
}
