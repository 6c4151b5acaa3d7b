// The top of the page: what was studied, and the numbers to take home.
// SPDX-License-Identifier: BSD-3-Clause

import { alarm } from "./check.js";
import { html } from "./html.js";
import { fixed, frameTitle, significant, whole } from "./numbers.js";
import type { Study } from "./study.js";
import type { View } from "./view.js";

function card(name: string, value: string, more: string): HTMLElement {
    return html("div", { class: "card" }, html("dt", {}, name), html("dd", {}, value, html("small", {}, more)));
}

function frameVerdict(view: View): string {
    if (view.frame.frame !== "as-recorded") return "not as recorded";
    return view.frame.check.findings.some(({ kind }) => kind === "wrong")
        ? "the check found it wrong"
        : "passes the check";
}

function cards(view: View): HTMLElement {
    const { dataset, bounds, laws } = view.frame;
    const best = [...laws].sort((a, b) => a.error_mean - b.error_mean)[0];
    const { mu, eps } = best?.parameters ?? {};
    const rejected = Object.values(dataset.rejected).reduce((sum, count) => sum + count, 0);
    return html(
        "dl",
        { class: "cards" },
        card("impacts", whole(dataset.used), rejected > 0 ? `of ${whole(dataset.impacts)}` : "all used"),
        card("frame", frameTitle(view.frame.frame).replace("corrected, ", ""), frameVerdict(view)),
        card("best law", best?.title ?? "–", best ? `error ${fixed(best.error_mean, 3)} on held-out impacts` : ""),
        card(
            "its parameters",
            mu && eps ? `μ ${fixed(mu.value, 3)}, ε ${fixed(eps.value, 3)}` : "–",
            mu && eps ? `± ${fixed(mu.sd, 3)}, ± ${fixed(eps.sd, 3)}` : "",
        ),
        card("rigid bound", fixed(bounds.irb_mean, 3), "least error any rigid law could have"),
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
        html("p", { class: "source" }, study.source),
        html("p", { class: "source" }, body(view)),
        cards(view),
    );
}

export function rejectedList(view: View): HTMLElement | null {
    const reasons = Object.entries(view.frame.dataset.rejected);
    if (reasons.length === 0) return null;
    const words = reasons.map(([reason, count]) => `${whole(count)} ${reason}`).join(", ");
    return html("p", { class: "muted" }, `Left out: ${words}.`);
}

export function found(view: View): HTMLElement {
    return html(
        "div",
        { class: "found" },
        alarm(view),
        html("ul", {}, ...view.frame.words.map((sentence) => html("li", {}, sentence))),
        rejectedList(view),
    );
}
