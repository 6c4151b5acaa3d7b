// Explanations of the page's terms, and links to them.
// SPDX-License-Identifier: BSD-3-Clause

import { glossaryOf } from "../glossary-list.js";
import { html, type Child } from "../html.js";

const entries = {
    impact: ["Impact", "The body meets what is fixed: its velocity changes at once. Sliding, rolling and rest are not impacts."],
    contacts: ["Contacts", "Places that take part in an impact: one for a corner, two for an edge, more for a face that lands flat."],
    speed: ["Speed of approach", "Speed of the contact point towards the surface just before the impact, of the contact that closes fastest."],
    tracked: ["Tracked point", "The point of the body whose position is recorded. It need not be the centre of mass."],
    track: ["Track", "One motion of the body: as recorded, as simulated, or as predicted from a start."],
} as const;

export type Term = keyof typeof entries;

export function term(name: Term, ...words: Child[]): HTMLElement {
    return html("a", { class: "term", href: `#term-${name}` }, ...words);
}

export function glossary(impacts: boolean): HTMLElement {
    const { tracked, track } = entries;
    return glossaryOf(impacts ? entries : { tracked, track });
}
