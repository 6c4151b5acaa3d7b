// The page's words explained, and links to them.
// SPDX-License-Identifier: BSD-3-Clause

import { glossaryOf } from "./glossary-list.js";
import { html, type Child } from "./html.js";

const entries = {
    error: [
        "Error",
        "|v̂⁺ − v⁺| ÷ |v⁺|: the predicted velocity after the impact against the measured one, relative to it. Spin counts as the speed it has at the radius of gyration. Means and medians are over held-out impacts, which no fit has seen.",
    ],
    frames: [
        "Frames: as-recorded, mirror-t, mirror-n, mirror-both",
        "How the recorded lever from the centre of mass to the contact is read. As-recorded: as the file has it. Mirror-t: the sign of its height (rᵧ) is turned, so that a tangential push spins the body the other way. Mirror-n: the sign of its sideways part (rₓ) is turned, so that a normal push does. Mirror-both: both are.",
    ],
    coefficients: [
        "kₙ, kₜ",
        "How much spin the normal and the tangential change of velocity bring, each times its lever, fitted freely. Both must be m/I, mass over moment of inertia; a negative one says that this part of the lever is mirrored.",
    ],
    "rigid-bound": [
        "Rigid bound",
        "The error that remains with the best impulse of each impact that neither pulls, penetrates nor gains energy: no law for rigid bodies can do better.",
    ],
    "post-hoc": [
        "Best post hoc",
        "The error of whichever law came closest, chosen anew for each impact after the fact.",
    ],
    range: [
        "In range",
        "Some friction and restitution, chosen for this impact alone, let the law give the measured impulse. Out of range, none does.",
    ],
    inertia: [
        "W: W_tt, W_tn, W_nn",
        "Inverse inertia at the contact, in 1/kg: how much the contact's tangential (t) and normal (n) velocity change for an impulse of 1 N s along t or n. W_tn couples the two.",
    ],
    momentum: [
        "Contact momentum Mc v = W⁻¹v",
        "The momentum of the motion that an impulse at the contact can change, before the impact; its negative is the impulse that would stop the contact point.",
    ],
    modes: [
        "Modes",
        "What the contact does during the impact. Sliding: slip goes on to the end. C-sticking, r-sticking: slip ends in compression or in restitution and the contact sticks. C-reversed, r-reversed: it ends there and starts again the other way. Sticking: the law does not say when. Under a law with springs (Compliant) slip that ended, if only for a moment, is c-sticking or r-sticking; the contact then moves on as its springs let it.",
    ],
    reasons: [
        "Left out",
        "Flags that the data's authors set: cone (friction cone) and compression (maximum compression); in files that carry such flags also second-bounce, energy, dropped-early and lost-frames. The rest is found in the recording: second-bounce, another contact inside the window; energy, not constant in flight or gained in contact; dropped-early, not released cleanly; lost-frames, missing or repeated; not-ballistic, no parabola in flight; too-close, two contacts that cannot be separated; two-corners, both touch at once; short-flight, too few frames before or after; separates, the contact was not closing; impossible, impossible numbers; duplicate, occurs before; not-ground, touches something else.",
    ],
    convex: [
        "Convex",
        "The share of the cost surface that curves upwards in every direction. Where all of it does, there is one minimum, and any search finds it.",
    ],
} as const;

// Only where models were learned.
const learningEntries = {
    learned: [
        "Learned models",
        "Gaussian processes: from impacts that were measured they predict what the contact does in others, each number with a deviation. Rigid: the impulse at the contact. Wrench: an impulse and a couple. Residual: what a law leaves over of either. Parameters: that law's friction and restitution, impact by impact. Baseline: the velocity after, from body and pose, with no structure.",
    ],
    outside: [
        "Outside",
        "Predictions that gain energy, penetrate or pull: no rigid contact could do it. Projected: the error when each of those is replaced by the nearest impulse that a contact can give.",
    ],
    coverage: [
        "Coverage",
        "The share of held-out measurements that lie within the interval which the model gives them. A 95 % interval should hold 95 % of them.",
    ],
    "length-scale": [
        "Length scale",
        "How far an input must change, in its own deviations, for the prediction to become another. Short: the input matters; long: it does not.",
    ],
} as const;

export type Term = keyof typeof entries | keyof typeof learningEntries;

export function term(name: Term, ...words: Child[]): HTMLElement {
    return html("a", { class: "term", href: `#term-${name}` }, ...words);
}

export function glossary(learning: boolean): HTMLElement {
    return glossaryOf({ ...entries, ...(learning ? learningEntries : {}) });
}
