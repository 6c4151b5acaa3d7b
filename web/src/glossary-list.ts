// Words explained, folded away near a page's end; links at a word's first use (a.term) unfold and show it.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";

export function glossaryOf(entries: Record<string, readonly [title: string, words: string]>): HTMLElement {
    const items = Object.entries(entries).flatMap(([name, [title, words]]) => [
        html("dt", { id: `term-${name}`, tabindex: -1 }, title),
        html("dd", {}, words),
    ]);
    const element = html(
        "details",
        { id: "glossary", class: "frame" },
        html("summary", {}, "Glossary"),
        html("dl", {}, ...items),
    );
    // also when the address stays the same: it may have been folded since
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a.term") : null;
        if (link) element.open = true;
    });
    const follow = (): void => {
        if (!location.hash.startsWith("#term-")) return;
        element.open = true;
        document.getElementById(location.hash.slice(1))?.scrollIntoView();
    };
    window.addEventListener("hashchange", follow);
    window.addEventListener("load", follow);
    window.addEventListener("beforeprint", () => (element.open = true));
    return element;
}
