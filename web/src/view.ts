// One frame of the study with the look-ups that figures and tables share.
// SPDX-License-Identifier: BSD-3-Clause

import type { Contact, Pair } from "./contact.js";
import { lawStyle, type LawStyle } from "./laws.js";
import type { State } from "./state.js";
import { modes, type FrameStudy, type Impacts, type LawStudy, type Study } from "./study.js";

export type LawImpacts = Impacts["laws"][string];

export class View {
    private readonly places: Map<number, number>;

    constructor(
        readonly study: Study,
        readonly frame: FrameStudy,
        readonly state: State,
    ) {
        this.places = new Map(frame.impacts.record.map((record, i) => [record, i]));
    }

    // Where a record stands in the arrays of impacts; −1 when this frame does not use it.
    place(record: number | null): number {
        return record === null ? -1 : (this.places.get(record) ?? -1);
    }

    record(place: number): number {
        return this.frame.impacts.record[place] ?? -1;
    }

    shownLaws(): LawStudy[] {
        return this.frame.laws.filter((law) => this.state.shows(law.name));
    }

    shownLaw(): LawStudy | null {
        const name = this.state.shownLaw();
        return this.frame.laws.find((law) => law.name === name) ?? null;
    }

    // The law with the lowest held-out error and its ties; the lowest first.
    bestLaws(): LawStudy[] {
        const { laws, best_law: first } = this.frame;
        return laws.filter(({ best }) => best).sort((a, b) => Number(b.name === first) - Number(a.name === first));
    }

    style(law: string): LawStyle {
        return lawStyle(
            law,
            this.frame.laws.findIndex((entry) => entry.name === law),
        );
    }

    impactsOf(law: string): LawImpacts | null {
        return this.frame.impacts.laws[law] ?? null;
    }

    contact(place: number): Contact {
        const { wtt, wtn, wnn, vt, vn } = this.frame.impacts;
        const at = (values: number[]): number => values[place] ?? NaN;
        return { wtt: at(wtt), wtn: at(wtn), wnn: at(wnn), vt: at(vt), vn: at(vn) };
    }

    measured(place: number): Pair {
        return [this.frame.impacts.pt[place] ?? NaN, this.frame.impacts.pn[place] ?? NaN];
    }

    predicted(law: string, place: number): Pair {
        const own = this.impactsOf(law);
        return [own?.pt[place] ?? NaN, own?.pn[place] ?? NaN];
    }

    mode(law: string, place: number): string {
        return modes[this.impactsOf(law)?.mode[place] ?? -1] ?? "–";
    }
}

const flagWords = ["μ bounded below only", "never sticks", "out of range", "at a bound"];

export function flagsInWords(flags: number): string {
    return flagWords.filter((_, bit) => flags & (1 << bit)).join(", ");
}
