// The top of the page: what was studied, and the main numbers.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { fixed, isNumber, percent, significant, whole } from "../numbers.js";
import { card, sentences } from "../page-parts.js";
import { term } from "./glossary.js";
import { kept } from "./tables.js";
import type { View } from "./view.js";

function cards(view: View): HTMLElement {
    const { recording } = view;
    const { fit, plain, observability, series } = recording;
    const last = series.time[series.time.length - 1] ?? 0;
    const seen = observability.seen.filter((word) => word === "seen").length;
    const together = observability.seen.filter((word) => word === "together").length;
    const interval = isNumber(fit.stiffness_high)
        ? `95 %: ${significant(fit.stiffness_low)} … ${significant(fit.stiffness_high)}`
        : "";
    const all = view.study.together?.fit;
    const ofAll = all
        ? [
              card(
                  "all recordings together",
                  `${significant(all.stiffness)} N/m`,
                  `95 %: ${significant(all.stiffness_low)} … ${significant(all.stiffness_high)}; μ ${fixed(all.friction, 3)} ± ${fixed(all.friction_error, 3)}`,
              ),
          ]
        : [];
    return html(
        "dl",
        { class: "cards" },
        ...ofAll,
        card(
            "recording",
            recording.name,
            `${whole(fit.used)} of ${whole(recording.samples)} instants with contact, ${fixed(last, 0)} s`,
        ),
        card(term("stiffness", "stiffness K"), `${significant(fit.stiffness)} N/m`, interval),
        card(
            term("friction", "friction μ"),
            fixed(fit.friction, 3),
            isNumber(fit.friction) ? `± ${fixed(fit.friction_error, 3)}` : "not determined",
        ),
        card(
            term("error", "wrench error"),
            percent(fit.wrench_error),
            `${percent(plain.wrench_error)} with the parts as drawn`,
        ),
        card(
            term("seen", "displacements determined"),
            `${seen} of ${observability.seen.length}`,
            together > 0 ? `and ${together} only together with others` : "each on its own",
        ),
    );
}

export function pageHeader(view: View): HTMLElement {
    const { study } = view;
    const [first, second] = study.objects;
    const parts = (count: number | undefined): string => `${count ?? 0} convex part${count === 1 ? "" : "s"}`;
    return html(
        "header",
        { class: "title" },
        html("p", { class: "kicker" }, "Routh · stiffness, friction and geometry from insertions"),
        html("h1", {}, study.title),
        html(
            "p",
            { class: "source" },
            `${first?.name} (${parts(first?.parts.length)}) is held and pushed into ${second?.name} (${parts(second?.parts.length)}).`,
        ),
        kept(view, () => cards(view)),
    );
}

export function found(view: View): HTMLElement {
    return kept(view, () =>
        html("div", { class: "found" }, sentences([...view.study.words, ...view.recording.words])),
    );
}
