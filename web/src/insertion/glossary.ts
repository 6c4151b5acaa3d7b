// Explanations of the page's terms, and links to them.
// SPDX-License-Identifier: BSD-3-Clause

import { glossaryOf } from "../glossary-list.js";
import { html, type Child } from "../html.js";

const entries = {
    stiffness: [
        "K, stiffness",
        "Contact force per metre of overlap between two parts, the same at every contact. Its 95 % interval accounts for the noise of the recording, the prior and the uncertain geometry; it need not be symmetric.",
    ],
    friction: [
        "μ, friction",
        "Coulomb's coefficient of sliding friction. Contacts slower than the speed threshold stick and do not determine it.",
    ],
    plain: [
        "Parts as drawn, parts displaced",
        "As drawn: K and μ are estimated with every part where the drawing puts it. Displaced: small shifts and turns of parts are estimated together with K and μ.",
    ],
    displacement: [
        "x_u, displacement",
        "How a part or an object differs from the drawing: a shift along an axis, a turn about it, or the offset of the reference pose. The prior deviation is the standard deviation expected before anything is measured.",
    ],
    error: [
        "Wrench error",
        "Square root of the force cost: mean distance between measured and reconstructed wrench over all instants with contact. Forces are relative to 50 N and moments to 6 N m unless set otherwise.",
    ],
    gamma: [
        "γ, L-curve",
        "Weight of the geometric cost (how far displacements are from the drawing, in prior deviations) against the force cost. Large: parts stay as drawn. Small: displacements absorb every error of the model. The L-curve shows one cost against the other; at its corner a smaller γ no longer explains more.",
    ],
    seen: [
        "Determined: on its own, only together, not determined",
        "Whether the recording determines a displacement. On its own: it does. Only together: it determines a combination with others. Not determined: the estimate is the prior's.",
    ],
    posterior: [
        "Error ÷ prior",
        "Standard error of the estimate relative to the prior deviation. Near 1: the recording adds nothing.",
    ],
    sensitivity: [
        "Sensitivity",
        "Spread of the derivative of the regressor Φ with respect to a displacement, relative to the spread of Φ itself, for the columns of K and of μK.",
    ],
    correlation: [
        "P₁, P₂",
        "Correlation coefficients between the regressor and its derivatives with respect to each displacement, for the first column (K) and the second (μK).",
    ],
} as const;

export type Term = keyof typeof entries;

export function term(name: Term, ...words: Child[]): HTMLElement {
    return html("a", { class: "term", href: `#term-${name}` }, ...words);
}

export function glossary(): HTMLElement {
    return glossaryOf(entries);
}
