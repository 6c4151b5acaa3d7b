// What no law explains: zero friction, reversed slip, and the impacts worth a look, as links that choose them.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import { percent, whole } from "./numbers.js";
import type { View } from "./view.js";

export function impactLink(record: number, words: string): HTMLAnchorElement {
    return html("a", { href: `#impact-${record}`, class: "impact-link" }, words);
}

export function anomalyList(view: View): HTMLElement {
    const { anomalies, impacts, laws } = view.frame;
    const count = impacts.record.length;
    const title = (name: string): string => laws.find((law) => law.name === name)?.title ?? name;
    const predicted = Object.entries(anomalies.reversals_predicted).sort((a, b) => b[1] - a[1]);
    const most = predicted[0];
    return html(
        "div",
        { class: "anomalies" },
        html(
            "p",
            {},
            `In ${whole(anomalies.zero_friction)} of ${whole(count)} impacts (${percent(anomalies.zero_friction / count)}) ` +
                `${title(anomalies.zero_friction_law)} does best with no friction at all. In ${whole(anomalies.reversals)} the slip was measured to reverse` +
                (most ? `; ${title(most[0])} predicts ${whole(most[1])} of these.` : "."),
        ),
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
