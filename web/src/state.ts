// What the reader has chosen, shared by all figures and tables.
// SPDX-License-Identifier: BSD-3-Clause

import { Listeners } from "./listeners.js";
import type { Study } from "./study.js";

type Change = "laws" | "law" | "selected" | "hovered" | "frame";

export class State extends Listeners<Change> {
    readonly hidden = new Set<string>();
    readonly names: string[]; // of all laws, in the study's order
    law: string; // the one that figures of a single law show
    selected: number | null; // record number
    hovered: number | null;
    frame = "all";

    constructor(study: Study) {
        super();
        const first = study.frames[0];
        this.names = first ? first.laws.map((law) => law.name) : [];
        this.law = first?.best_law ?? "";
        this.selected = first?.anomalies.examples[0]?.record ?? first?.impacts.record[0] ?? null;
        this.hovered = null;
    }

    shows(law: string): boolean {
        return !this.hidden.has(law);
    }

    // The law of single-law figures, or null when every law is switched off.
    shownLaw(): string | null {
        return this.shows(this.law) ? this.law : (this.names.find((name) => this.shows(name)) ?? null);
    }

    switchLaw(law: string, on: boolean): void {
        if (on === this.shows(law)) return;
        if (on) this.hidden.delete(law);
        else this.hidden.add(law);
        this.notify("laws");
    }

    chooseLaw(law: string): void {
        this.law = law;
        this.notify("law");
    }

    select(record: number | null): void {
        if (record === this.selected) return;
        this.selected = record;
        this.notify("selected");
    }

    hover(record: number | null): void {
        if (record === this.hovered) return;
        this.hovered = record;
        this.notify("hovered");
    }

    chooseFrame(frame: string): void {
        this.frame = frame;
        this.notify("frame");
    }
}
