// The top of the page: what was studied, and the main numbers.
// SPDX-License-Identifier: BSD-3-Clause

import { alarm } from "./check.js";
import { term } from "./glossary.js";
import { html } from "./html.js";
import { fixed, frameTitle, significant, symbol, whole } from "./numbers.js";
import { card, sentences } from "./page-parts.js";
import type { LawStudy, Study } from "./study.js";
import type { View } from "./view.js";

// Names of laws may hold commas themselves.
function listed(laws: LawStudy[]): string {
    const titles = laws.map(({ title }) => title);
    return titles.join(titles.some((title) => title.includes(",")) ? "; " : ", ");
}

function bestCard(best: LawStudy[]): HTMLElement {
    const [first] = best;
    if (!first) return card("best law", "–", "");
    const error = `error ${fixed(first.error_mean, 3)} on held-out impacts`;
    if (best.length === 1) return card("best law", first.title, error);
    return best.length <= 3
        ? card("best laws, tied", listed(best), error)
        : card("best laws, tied", `${best.length} laws`, `${listed(best)}: ${error}`);
}

function cards(view: View): HTMLElement {
    const { dataset, bounds } = view.frame;
    const best = view.bestLaws();
    const parameters = Object.entries(best[0]?.parameters ?? {});
    return html(
        "dl",
        { class: "cards" },
        card("impacts", whole(dataset.used), dataset.used < dataset.impacts ? `of ${whole(dataset.impacts)}` : "all used"),
        card(term("frames", "frame"), frameTitle(view.frame.frame).replace("corrected, ", ""), view.frame.verdict),
        bestCard(best),
        card(
            best[0] && best.length > 1 ? `parameters of ${best[0].title}` : "its parameters",
            parameters.map(([name, { value }]) => `${symbol(name)}\u00a0${fixed(value, 3)}`).join(", ") || "–",
            parameters.map(([, { sd }]) => `±\u00a0${fixed(sd, 3)}`).join(", "),
        ),
        card(term("rigid-bound", "rigid bound"), fixed(bounds.irb_mean, 3), "lowest error of any rigid law"),
    );
}

function body(view: View): string {
    const { shape, mass, inertia, rate, gravity } = view.frame.dataset;
    return [
        shape,
        `mass ${significant(1000 * mass)} g`,
        `inertia ${significant(inertia)} kg m²`,
        rate === null ? "" : `recorded at ${significant(rate)} Hz`,
        `gravity ${fixed(gravity, 2)} m/s²`,
    ]
        .filter((part) => part !== "")
        .join(" · ");
}

export function pageHeader(study: Study, view: View): HTMLElement {
    return html(
        "header",
        { class: "title" },
        html("p", { class: "kicker" }, "Routh · study of planar impacts"),
        html("h1", {}, study.name),
        study.source === study.name ? null : html("p", { class: "source" }, study.source),
        html("p", { class: "source" }, body(view)),
        ...view.frame.use.map((sentence) => html("p", { class: "use" }, sentence)),
        cards(view),
        html(
            "p",
            { class: "definition" },
            term("error", "Error"),
            ": |v̂⁺ − v⁺| ÷ |v⁺|, predicted against measured velocity after the impact, with spin counted as speed at the radius of gyration, over held-out impacts, which were not used to fit.",
        ),
    );
}

// Of the sentences about learning only the first, whether it pays; the others are in their own section.
function mainWords({ words, learning, use }: View["frame"]): string[] {
    const further = new Set([...use, ...(learning?.words.slice(1) ?? [])]);
    return words.filter((sentence) => !further.has(sentence));
}

export function found(view: View): HTMLElement {
    return html(
        "div",
        { class: "found" },
        alarm(view),
        sentences(mainWords(view.frame)),
        html("p", { class: "muted" }, `${view.frame.dataset.words} `, term("reasons", "Why impacts are left out")),
    );
}
