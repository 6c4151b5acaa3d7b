// Explanations of the page's terms, and links to them.
// SPDX-License-Identifier: BSD-3-Clause

import { glossaryOf } from "./glossary-list.js";
import { html, type Child } from "./html.js";

const entries = {
    error: [
        "Error",
        "|v̂⁺ − v⁺| ÷ |v⁺|: the difference between predicted and measured velocity after the impact, relative to the measured one. Spin counts as the speed at the radius of gyration. Means and medians are over held-out impacts, which were not used to fit.",
    ],
    frames: [
        "Frames: as-recorded, mirror-t, mirror-n, mirror-both",
        "How the recorded lever arm from the centre of mass to the contact point is read. As-recorded: as in the file. Mirror-t: with the sign of its height (rᵧ) reversed, so that a tangential impulse spins the body the other way. Mirror-n: with the sign of its horizontal part (rₓ) reversed, so that a normal impulse does. Mirror-both: with both signs reversed.",
    ],
    coefficients: [
        "kₙ, kₜ",
        "Change of spin per unit of normal and tangential velocity change times its lever arm, fitted independently. Both must equal m/I, mass over moment of inertia. A negative value means that this part of the lever arm is mirrored.",
    ],
    "rigid-bound": [
        "Rigid bound",
        "The error that remains if each impact gets the best impulse that does not pull, penetrate or gain energy. No law for rigid bodies can do better.",
    ],
    "post-hoc": [
        "Best law per impact, in hindsight",
        "The error of the law that came closest, chosen for each impact separately once its outcome is known.",
    ],
    range: [
        "In range",
        "With some friction and restitution, chosen for this impact alone, the law gives the measured impulse. Out of range: with no values does it.",
    ],
    inertia: [
        "W: W_tt, W_tn, W_nn",
        "Inverse inertia at the contact, in 1/kg: how much the contact's tangential (t) and normal (n) velocity change for an impulse of 1 N s along t or n. W_tn couples the two.",
    ],
    momentum: [
        "Contact momentum Mc v = W⁻¹v",
        "Before the impact, the momentum of the motion that an impulse at the contact can change. Its negative is the impulse that would stop the contact point.",
    ],
    modes: [
        "Modes",
        "What the contact does during the impact. Sliding: slip continues to the end. C-sticking, r-sticking: slip ends in compression or in restitution, and the contact sticks. C-reversed, r-reversed: slip ends there and starts again in the opposite direction. Sticking: the law does not say when slip ends. Under a law with springs (Compliant), slip that stopped at any time counts as c-sticking or r-sticking; the springs may then move the contact again.",
    ],
    reasons: [
        "Left out",
        "Set by the authors of the data: cone (friction cone) and compression (maximum compression), and in files with such flags also second-bounce, energy, dropped-early and lost-frames. Found in the recording: second-bounce, another contact inside the window; energy, not constant in flight or gained in contact; dropped-early, not released cleanly; lost-frames, video frames missing or repeated; not-ballistic, flight is not a parabola; too-close, two contacts that cannot be separated; two-corners, both touch at once; second-corner, another corner took part of the impulse; short-flight, too few video frames before or after; separates, the contact was not closing; impossible, impossible numbers; duplicate, same as an earlier record; not-ground, touches something else.",
    ],
    convex: [
        "Convex",
        "The share of the cost surface that curves upwards in every direction. At 100 % there is a single minimum, and any search finds it.",
    ],
} as const;

// Only where models were learned.
const learningEntries = {
    learned: [
        "Learned models",
        "Gaussian processes trained on measured impacts. They predict the contact of other impacts, each number with a standard deviation. Rigid: the impulse at the contact. Wrench: an impulse and a couple. Residual: the part of either that a law does not explain. Parameters: friction and restitution of a law for each impact. Baseline: the velocity after the impact from body and pose, without contact mechanics.",
    ],
    outside: [
        "Outside",
        "Predictions that gain energy, penetrate or pull, which no rigid contact can do. Projected: the error when each of them is replaced by the nearest impulse that a rigid contact can give.",
    ],
    coverage: [
        "Coverage",
        "The share of held-out measurements within the intervals that the model predicts. A 95 % interval should hold 95 % of them.",
    ],
    "length-scale": [
        "Length scale",
        "How far an input must change, in its standard deviations, before the prediction changes noticeably. Short: the input matters. Long: it does not.",
    ],
} as const;

export type Term = keyof typeof entries | keyof typeof learningEntries;

export function term(name: Term, ...words: Child[]): HTMLElement {
    return html("a", { class: "term", href: `#term-${name}` }, ...words);
}

export function glossary(learning: boolean): HTMLElement {
    return glossaryOf({ ...entries, ...(learning ? learningEntries : {}) });
}
