// What the reader has chosen: which toss, its time, what is shown of it.
// SPDX-License-Identifier: BSD-3-Clause

import { Clock, usualSlowness } from "../clock.js";
import { timesOf } from "./motion.js";
import type { Toss, Tosses } from "./toss.js";

export type Shown = "tracks" | "paths" | "impacts" | "region";

function slownessOf(times: number[]): number {
    return usualSlowness((times[times.length - 1] ?? 0) - (times[0] ?? 0));
}

export class State extends Clock<"toss" | "shown"> {
    readonly hidden = new Set<Shown>();
    index: number;

    // The first with a label, or the first.
    constructor(private readonly all: Tosses) {
        const index = Math.max(
            0,
            all.tosses.findIndex(({ label }) => label !== ""),
        );
        const toss = all.tosses[index];
        const times = toss ? timesOf(toss) : [0];
        super(times, slownessOf(times));
        this.index = index;
    }

    get toss(): Toss {
        const toss = this.all.tosses[this.index];
        if (!toss) throw new Error("the page has no toss");
        return toss;
    }

    chooseToss(index: number): void {
        if (index === this.index || !this.all.tosses[index]) return;
        this.index = index;
        const times = timesOf(this.toss);
        this.restart(times, slownessOf(times));
        this.notify("toss");
    }

    shows(what: Shown): boolean {
        return !this.hidden.has(what);
    }

    show(what: Shown, on: boolean): void {
        if (on) this.hidden.delete(what);
        else this.hidden.add(what);
        this.notify("shown");
    }
}
