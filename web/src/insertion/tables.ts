// Tables: all recordings side by side, the displacements of the chosen one, and their sensitivities.
// SPDX-License-Identifier: BSD-3-Clause

import { html, type Child } from "../html.js";
import { fixed, isNumber, percent, significant } from "../numbers.js";
import { drawSoon, type Drawable } from "../schedule.js";
import { small, stacked, table, type Row } from "../table.js";
import { term } from "./glossary.js";
import type { Displacement, Estimate, Fit, Seen } from "./study.js";
import { displayUnit, type View } from "./view.js";

export const seenWords: Record<Seen, string> = {
    seen: "on its own",
    together: "only together",
    not: "not determined",
};

// Rewritten whenever another recording is chosen.
class RecordingTable implements Drawable {
    readonly element = html("div", { class: "recording-table" });

    constructor(private readonly make: () => HTMLElement) {}

    draw(): void {
        this.element.replaceChildren(this.make());
    }
}

export function kept(view: View, make: () => HTMLElement): HTMLElement {
    const made = new RecordingTable(make);
    view.state.on(["recording"], () => drawSoon(made));
    made.draw();
    return made.element;
}

// In 10⁵ N/m, as in the paper.
const stiffness = (value: number): string => fixed(1e-5 * value, 3);

function interval({ stiffness_low, stiffness_high }: Pick<Fit, "stiffness_low" | "stiffness_high">): string {
    if (!isNumber(stiffness_low)) return "";
    return isNumber(stiffness_high)
        ? `${stiffness(stiffness_low)} … ${stiffness(stiffness_high)}`
        : `at least ${stiffness(stiffness_low)}`;
}

// How far an estimate is from the truth.
function off(difference: number | null): Child {
    return isNumber(difference) ? small(`${difference > 0 ? "+" : ""}${percent(difference)}`) : null;
}

function estimates(fit: Fit): Child[] {
    return [
        stacked(stiffness(fit.stiffness), small(interval(fit)), off(fit.stiffness_off)),
        stacked(
            fixed(fit.friction, 3),
            isNumber(fit.friction_error) ? small(`± ${fixed(fit.friction_error, 3)}`) : null,
            off(fit.friction_off),
        ),
        percent(fit.wrench_error),
    ];
}

// One K and one μ from all recordings.
function common(fit: Estimate): Child[] {
    return [
        stacked(stiffness(fit.stiffness), small(interval(fit))),
        stacked(fixed(fit.friction, 3), small(`± ${fixed(fit.friction_error, 3)}`)),
    ];
}

export function overviewTable(view: View): HTMLElement {
    const known = view.study.recordings.some(({ truth }) => truth !== null);
    const rows = view.study.recordings.map((recording, index): Row => {
        const { truth } = recording;
        return {
            head: html(
                "button",
                { type: "button", class: "choose", click: () => view.state.chooseRecording(index) },
                recording.name,
            ),
            strong: index === view.state.recording,
            cells: [
                ...estimates(recording.plain),
                ...estimates(recording.fit),
                significant(recording.fit.gamma, 2),
                ...(known
                    ? [truth ? stacked(stiffness(truth.stiffness), small(`μ ${fixed(truth.friction, 3)}`)) : "–"]
                    : []),
            ],
        };
    });
    const { together } = view.study;
    if (together)
        rows.push({
            head: "together",
            cells: ["", "", "", ...common(together.fit), "", "", ...(known ? [""] : [])],
        });
    const columns = [
        { title: "recording" },
        { title: stacked("K", small("as drawn")) },
        { title: stacked("μ", small("as drawn")) },
        { title: stacked("error", small("as drawn")) },
        { title: stacked("K", small("displaced")) },
        { title: stacked("μ", small("displaced")) },
        { title: stacked("error", small("displaced")) },
        { title: term("gamma", "γ") },
        ...(known ? [{ title: stacked("truth", small("K, μ")) }] : []),
    ];
    const caption = html(
        "span",
        {},
        "All recordings. ",
        term("stiffness", "K"),
        " in 10⁵ N/m with its 95 % interval, ",
        term("friction", "μ"),
        " with its standard error, and the ",
        term("error", "wrench error"),
        known ? "; below each estimate, its deviation from the truth." : ".",
    );
    return table(caption, columns, rows, "Estimates of all recordings");
}

// Of what a displacement is that has no object.
const wholeKinds: Partial<Record<Displacement["kind"], string>> = {
    offset: "reference pose",
    force: "plate",
    moment: "plate",
    latency: "wrench",
    speed: "friction",
};

export function displacementTable(view: View): HTMLElement {
    const { fit, observability, truth } = view.recording;
    const known = truth?.x ?? null;
    const rows = view.study.displacements.map((d, j): Row => {
        const { name, scale, digits } = displayUnit(d);
        const show = (value: number | undefined): string => fixed(isNumber(value) ? scale * value : null, digits);
        const object = view.study.objects[d.object];
        const what = wholeKinds[d.kind] ?? (d.part === null ? object?.name : object?.parts[d.part]?.name);
        const moves = `${d.kind === "offset" ? "shift" : d.kind} of ${what ?? ""}`;
        const seen = observability.seen[j];
        return {
            head: stacked(d.name, moves === d.name ? null : small(moves)),
            cells: [
                name,
                show(fit.x[j]),
                show(fit.error[j]),
                `${show(d.nominal)} ± ${show(d.deviation)}`,
                fixed(observability.posterior[j], 2),
                seen ? html("span", { class: `seen ${seen}` }, seenWords[seen]) : "–",
                ...(known ? [show(known[j])] : []),
            ],
        };
    });
    const columns = [
        { title: term("displacement", "displacement") },
        { title: "unit", words: true },
        { title: "estimate" },
        { title: "standard error" },
        { title: "prior" },
        { title: term("posterior", "error ÷ prior") },
        { title: term("seen", "determined"), words: true },
        ...(known ? [{ title: "truth" }] : []),
    ];
    const caption =
        `Displacements of recording ${view.recording.name} at γ = ${significant(fit.gamma)}.` +
        " What all parts are displaced by together cannot be separated from an error of the reference pose; the errors include it.";
    return table(caption, columns, rows, "Displacements");
}

// All answers that the recording does not separate, each with the pairs that carry its load.
export function answerTable(view: View): HTMLElement {
    const [first, second] = view.study.objects;
    const rows = view.recording.answers.map((answer, index): Row => {
        const pairs = answer.load
            .filter(([, , share]) => share >= 0.01)
            .map(([a, b, share]) => `${first?.parts[a]?.name ?? a} on ${second?.parts[b]?.name ?? b} ${percent(share)}`);
        return {
            head: `${index + 1}`,
            strong: index === 0,
            cells: [
                stacked(stiffness(answer.stiffness), small(interval(answer))),
                stacked(fixed(answer.friction, 3), small(`± ${fixed(answer.friction_error, 3)}`)),
                percent(Math.sqrt(answer.force_cost)),
                significant(Math.exp(answer.evidence), 2),
                pairs.join(", "),
            ],
        };
    });
    const columns = [
        { title: "answer" },
        { title: "K" },
        { title: "μ" },
        { title: "wrench error" },
        { title: stacked("evidence", small("÷ the first")) },
        { title: "load", words: true },
    ];
    const caption =
        rows.length > 1
            ? `Recording ${view.recording.name} does not separate these answers. K in 10⁵ N/m.`
            : `Recording ${view.recording.name} has one answer. K in 10⁵ N/m.`;
    return table(caption, columns, rows, "Answers");
}

export function sensitivityTable(view: View): HTMLElement {
    const { sensitivity } = view.recording.observability;
    const rows = view.study.displacements.map((d, j): Row => {
        const [first, second] = sensitivity[j] ?? [NaN, NaN];
        return {
            head: d.name,
            cells: [
                `1/${d.unit}`,
                significant(first),
                significant(second),
                significant(first * d.deviation, 2),
                significant(second * d.deviation, 2),
            ],
        };
    });
    const columns = [
        { title: "displacement" },
        { title: "unit", words: true },
        { title: "column of K" },
        { title: "column of μK" },
        { title: stacked("of K", small("per prior deviation")) },
        { title: stacked("of μK", small("per prior deviation")) },
    ];
    const caption = html("span", {}, term("sensitivity", "Sensitivities"), " of the regressor, table 2 of the paper.");
    return table(caption, columns, rows, "Sensitivities");
}
