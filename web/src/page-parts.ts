// What all pages have: cards with the main numbers, sections with headings, and licences of third-party software.
// SPDX-License-Identifier: BSD-3-Clause

import { html, type Child } from "./html.js";

export function card(name: Child, value: string, more: string): HTMLElement {
    return html("div", { class: "card" }, html("dt", {}, name), html("dd", {}, value, html("small", {}, more)));
}

export function sentences(words: readonly string[]): HTMLElement {
    return html("ul", {}, ...words.map((sentence) => html("li", {}, sentence)));
}

export function section(id: string, title: string, ...children: Child[]): HTMLElement {
    return html(
        "section",
        { id, "aria-labelledby": `${id}-title` },
        html("h2", { id: `${id}-title` }, title),
        ...children,
    );
}

// As embedded in the page; null if it contains no third-party software.
export function licences(): HTMLElement | null {
    const text = document.getElementById("licences")?.textContent ?? "";
    if (text.trim() === "") return null;
    return html("details", {}, html("summary", {}, "Licences of the software in this page"), html("pre", {}, text));
}
