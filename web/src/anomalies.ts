// What no law explains: zero friction, reversed slip, and the impacts worth a look, as links that choose them.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import type { View } from "./view.js";

export function impactLink(record: number, words: string): HTMLAnchorElement {
    return html("a", { href: `#impact-${record}`, class: "impact-link" }, words);
}

export function anomalyList(view: View): HTMLElement {
    const { anomalies } = view.frame;
    return html(
        "div",
        { class: "anomalies" },
        ...anomalies.words.map((sentence) => html("p", {}, sentence)),
        anomalies.examples.length > 0
            ? html(
                  "ul",
                  {},
                  ...anomalies.examples.map(({ record, what }) =>
                      html("li", {}, impactLink(record, `Impact ${record}`), `: ${what}`),
                  ),
              )
            : null,
    );
}
