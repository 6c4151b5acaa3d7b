// Explanations of the page's terms, and links to them.
// SPDX-License-Identifier: BSD-3-Clause

import { glossaryOf } from "../glossary-list.js";
import { html, type Child } from "../html.js";

const entries = {
    contact: [
        "Contact",
        "An impact of the body on a surface, or one time step in which it touches. Two corners that land at once are two contacts.",
    ],
    state: [
        "Sticks, slips",
        "Sticks: friction stops the contact point along the surface. Slips: friction is at its limit, and the contact point keeps sliding.",
    ],
    closing: [
        "Closing speed",
        "Speed of the contact point towards the surface just before the contact. Negative: it was already moving away.",
    ],
    impulse: [
        "Impulse",
        "Force on the body integrated over the contact. Normal: out of the surface. Tangential: along it.",
    ],
} as const;

export type Term = keyof typeof entries;

export function term(name: Term, ...words: Child[]): HTMLElement {
    return html("a", { class: "term", href: `#term-${name}` }, ...words);
}

export function glossary(): HTMLElement {
    return glossaryOf(entries);
}
