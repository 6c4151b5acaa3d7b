// Tables that scroll by themselves on narrow screens, with a caption and proper headings.
// SPDX-License-Identifier: BSD-3-Clause

import { html, type Child } from "./html.js";

export interface Column {
    title: Child;
    words?: boolean; // text, not numbers
}

export interface Row {
    head: Child;
    cells: Child[];
    law?: string;
    strong?: boolean;
    note?: string; // a line of its own below the row
}

export function table(caption: Child, columns: Column[], rows: Row[], name: string): HTMLElement {
    const heads = columns.map(({ title, words }) => html("th", { scope: "col", class: words ? "words" : null }, title));
    const body = rows.flatMap((row) => {
        const line = html(
            "tr",
            { "data-law": row.law ?? null, class: row.strong ? "strong" : null },
            html("th", { scope: "row" }, row.head),
            ...row.cells.map((cell, i) => html("td", { class: columns[i + 1]?.words ? "words" : null }, cell)),
        );
        if (!row.note) return [line];
        return [
            line,
            html(
                "tr",
                { class: "note", "data-law": row.law ?? null },
                html("td", { colspan: columns.length }, html("div", {}, row.note)),
            ),
        ];
    });
    return html(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": name },
        html(
            "table",
            {},
            html("caption", {}, html("div", {}, caption)),
            html("thead", {}, html("tr", {}, ...heads)),
            html("tbody", {}, ...body),
        ),
    );
}

export function small(...children: Child[]): HTMLElement {
    return html("small", {}, ...children);
}

export function stacked(...lines: Child[]): HTMLElement {
    return html("span", { class: "stacked" }, ...lines);
}
