// Learned models and what they are compared with, and how each looks in every figure.
// SPDX-License-Identifier: BSD-3-Clause

import { learnedStyle, type LawStyle } from "./laws.js";
import { isNumber, symbol } from "./numbers.js";
import type { Contestant, Learning, ModelDetail } from "./study.js";
import type { View } from "./view.js";

export const notLearned = "No models were learned in this frame.";

export function isLearned({ kind }: Contestant): boolean {
    return kind === "model" || kind === "prior" || kind === "on-prior";
}

// All but the laws that are switched off.
export function shownContestants(view: View, learning: Learning): Contestant[] {
    return learning.contestants.filter(({ kind, name }) => kind !== "law" || view.state.shows(name));
}

export interface Detailed extends Contestant {
    detail: ModelDetail;
}

export function detailed(learning: Learning): Detailed[] {
    return learning.contestants.filter((one): one is Detailed => one.detail !== null);
}

const boundDashes = { "best-post-hoc": "5 3", momentum: "2 3", velocity: "10 4" } as const;

// Models are coloured, laws grey with their own dashes and markers, bounds black and dashed. A model looks the same in
// all frames, even if one has more of them.
export function contestantStyle(view: View, one: Contestant): LawStyle {
    if (one.kind === "law") return { ...view.style(one.name), colour: "var(--muted)" };
    if (one.kind === "best-post-hoc" || one.kind === "bound")
        return { colour: "var(--ink)", dash: boundDashes[one.metric ?? "best-post-hoc"], marker: "" };
    const all = view.study.frames.flatMap((frame) => frame.learning?.contestants.filter(isLearned) ?? []);
    return learnedStyle([...new Set(all.map(({ name }) => name))].indexOf(one.name));
}

// Error at one size; null where it could not be trained.
export function errorAt(one: Contestant, size: number | null): number | null {
    const mean = one.curve.find((point) => point.size === size)?.mean;
    return isNumber(mean) ? mean : null;
}

// The law that stands for all: the best, or the best of those that are on.
export function leadingLaw(contestants: Contestant[], size: number | null): Contestant | null {
    const error = (one: Contestant): number => errorAt(one, size) ?? Infinity;
    return contestants.filter(({ kind }) => kind === "law").sort((a, b) => error(a) - error(b))[0] ?? null;
}

// Inputs and outputs of models, as formulas.
const quantities: Record<string, string> = {
    Pt: "Pₜ",
    Pn: "Pₙ",
    couple: "τ",
    Mtt: "Mₜₜ",
    Mtn: "Mₜₙ",
    Mnn: "Mₙₙ",
    Mvt: "(Mv)ₜ",
    Mvn: "(Mv)ₙ",
    vt: "vₜ",
    vn: "vₙ",
    vx: "vₓ",
    vy: "vᵧ",
    rx: "rₓ",
    ry: "rᵧ",
    theta: "θ",
    omega: "ω",
    "logit mu": "logit μ",
    "logit eps": "logit ε",
};

export function quantity(name: string): string {
    return quantities[name] ?? symbol(name);
}
