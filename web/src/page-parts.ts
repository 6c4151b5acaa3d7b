// What all pages have: sections with headings, and the licences of what is in them.
// SPDX-License-Identifier: BSD-3-Clause

import { html, type Child } from "./html.js";

export function section(id: string, title: string, ...children: Child[]): HTMLElement {
    return html(
        "section",
        { id, "aria-labelledby": `${id}-title` },
        html("h2", { id: `${id}-title` }, title),
        ...children,
    );
}

// As they stand in the page.
export function licences(): HTMLElement {
    const text = document.getElementById("licences")?.textContent ?? "";
    return html("details", {}, html("summary", {}, "Licences of the software in this page"), html("pre", {}, text));
}
