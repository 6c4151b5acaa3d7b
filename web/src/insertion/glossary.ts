// The page's words explained, and links to them.
// SPDX-License-Identifier: BSD-3-Clause

import { glossaryOf } from "../glossary-list.js";
import { html, type Child } from "../html.js";

const entries = {
    stiffness: [
        "K, stiffness",
        "The force that one metre of overlap between two parts would give, the same at every contact. Its 95 % interval holds what the recording and the prior leave open, geometry included; it need not be symmetric.",
    ],
    friction: [
        "μ, friction",
        "Coulomb's coefficient of sliding friction. Contacts slower than the threshold of speed stick; of their friction nothing is known.",
    ],
    plain: [
        "Parts as drawn, parts displaced",
        "As drawn: K and μ are estimated while every part stays where the drawing has it. Displaced: small shifts and turns of parts are estimated with them.",
    ],
    displacement: [
        "x_u, displacement",
        "How a part or an object differs from the drawing: a shift along an axis, a turn about it, or the offset of the reference pose. The prior deviation says how much is expected before anything is measured.",
    ],
    error: [
        "Wrench error",
        "The root of the force cost: mean distance between measured and reconstructed wrench, forces relative to 50 N and moments to 6 N m unless set otherwise, over all samples with contact.",
    ],
    gamma: [
        "γ, L-curve",
        "Weight of the geometric cost (how far displacements are from the drawing, in prior deviations) against the force cost. Large: parts stay as drawn. Small: they bend to every error of the model. The L-curve draws one cost against the other; its corner is where less γ no longer explains more.",
    ],
    seen: [
        "Seen, together, not",
        "Whether the recording says where a displacement is. Together: only a combination with others is determined. Not: the estimate is the prior's.",
    ],
    posterior: [
        "Error ÷ prior",
        "Standard error of the estimate relative to the prior deviation. Near 1: the recording adds nothing.",
    ],
    sensitivity: [
        "Sensitivity",
        "Spread of the derivative of the regressor Φ by a displacement, relative to the spread of Φ itself, for the columns of K and of μK.",
    ],
    correlation: [
        "P₁, P₂",
        "Correlation coefficients between the regressor and its derivatives by each displacement, for the first column (K) and the second (μK).",
    ],
} as const;

export type Term = keyof typeof entries;

export function term(name: Term, ...words: Child[]): HTMLElement {
    return html("a", { class: "term", href: `#term-${name}` }, ...words);
}

export function glossary(): HTMLElement {
    return glossaryOf(entries);
}
