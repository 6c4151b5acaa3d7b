// The numbers of the chosen impact, law by law.
// SPDX-License-Identifier: BSD-3-Clause

import { energyRatio, momentum, velocityAfter, type Pair } from "./contact.js";
import { term } from "./glossary.js";
import { html, type Child } from "./html.js";
import { lawKey } from "./laws.js";
import { fixed, isNumber, percent, significant } from "./numbers.js";
import { ownNames, ownValues } from "./own.js";
import { drawSoon, type Drawable } from "./schedule.js";
import { small, stacked, table, type Row } from "./table.js";
import { flagsInWords, type View } from "./view.js";

// Impulses in units in which they are neither 0.000… nor 12345.
function impulseUnit(size: number): [scale: number, name: string] {
    if (size >= 0.5) return [1, "N s"];
    return size >= 5e-4 ? [1e3, "mN s"] : [1e6, "µN s"];
}

function facts(view: View, place: number): HTMLElement {
    const contact = view.contact(place);
    const p = momentum(contact);
    const entries: [Child, string][] = [
        [
            term("inertia", "W, 1/kg"),
            `tt ${significant(contact.wtt, 4)}, tn ${significant(contact.wtn, 4)}, nn ${significant(contact.wnn, 4)}`,
        ],
        ["v, m/s", `(${significant(contact.vt, 4)}, ${significant(contact.vn, 4)})`],
        [term("momentum", "Mc v, N s"), `(${significant(p[0], 4)}, ${significant(p[1], 4)})`],
        ["rigid bound", fixed(view.frame.impacts.irb[place], 3)],
        ["use", view.frame.impacts.held_out[place] ? "held out" : "used to fit"],
    ];
    return html(
        "dl",
        { class: "facts" },
        ...entries.flatMap(([name, value]) => [html("div", {}, html("dt", {}, name), html("dd", {}, value))]),
    );
}

function impulseCells(view: View, place: number, impulse: Pair, scale: number): Child[] {
    const contact = view.contact(place);
    const after = velocityAfter(contact, impulse);
    return [
        stacked(
            `${fixed(scale * impulse[0], 2)}, ${fixed(scale * impulse[1], 2)}`,
            small(`${fixed(after[0], 2)}, ${fixed(after[1], 2)}`),
        ),
        percent(energyRatio(contact, impulse), 0),
    ];
}

function numbers(view: View, place: number): HTMLElement {
    const measured = view.measured(place);
    const [scale, unit] = impulseUnit(Math.hypot(...measured));
    const rows: Row[] = [
        { head: "measured", cells: [...impulseCells(view, place, measured, scale), "", "", "", ""], strong: true },
        ...view.shownLaws().map((law): Row => {
            const own = view.impactsOf(law.name);
            const flags = flagsInWords(own?.flags[place] ?? 0);
            return {
                law: law.name,
                head: html("span", { class: "law" }, lawKey(view.style(law.name)), html("span", {}, law.title)),
                cells: [
                    ...impulseCells(view, place, view.predicted(law.name, place), scale),
                    fixed(own?.error[place], 3),
                    view.mode(law.name, place),
                    stacked(
                        own ? ownValues(own, place) : "–",
                        own?.further ? small(ownNames(own)) : null,
                        flags ? small(flags) : null,
                    ),
                    isNumber(own?.distance[place]) ? percent(own?.distance[place], 2) : "–",
                ],
            };
        }),
    ];
    const columns = [
        { title: "" },
        { title: stacked(`Pₜ, Pₙ, ${unit}`, small("v⁺ₜ, v⁺ₙ, m/s")) },
        { title: "energy" },
        { title: "error" },
        { title: term("modes", "mode"), words: true },
        { title: "best μ, ε of this impact", words: true },
        { title: "distance" },
    ];
    const caption = `Impact ${view.record(place)}: impulses, velocity and energy after the impact, and the parameters that fit this impact alone. Energy: kinetic energy after ÷ before, of the motion that an impulse can change.`;
    return table(caption, columns, rows, `Numbers of impact ${view.record(place)}`);
}

export class ImpactTable implements Drawable {
    readonly element = html("div", { class: "impact-table" });

    constructor(private readonly view: View) {
        view.state.on(["laws", "selected"], () => drawSoon(this));
        drawSoon(this);
    }

    draw(): void {
        const place = this.view.place(this.view.state.selected);
        if (place < 0) this.element.replaceChildren();
        else this.element.replaceChildren(numbers(this.view, place), facts(this.view, place));
    }
}
