// What the reader has chosen: the time shown, how slowly, and whether it runs.
// SPDX-License-Identifier: BSD-3-Clause

import { Listeners } from "../listeners.js";
import { usualSlowness } from "./motion.js";
import type { Run } from "./run.js";

type Change = "time" | "playing";

export class State extends Listeners<Change> {
    readonly begin: number;
    readonly end: number;
    time: number;
    slowness: number;
    playing = false;
    private request = 0;

    constructor({ samples: { time }, duration }: Run) {
        super();
        this.begin = time[0] ?? 0;
        this.end = time[time.length - 1] ?? 0;
        this.time = this.begin;
        this.slowness = usualSlowness(duration);
    }

    choose(time: number): void {
        this.time = Math.min(this.end, Math.max(this.begin, time));
        this.notify("time");
    }

    // From the start again where it is at its end.
    play(): void {
        if (this.playing || this.end <= this.begin) return;
        if (this.time >= this.end) this.choose(this.begin);
        this.playing = true;
        this.notify("playing");
        let last: number | null = null;
        const step = (now: number): void => {
            const passed = last === null ? 0 : Math.max(0, now - last) / 1000;
            last = now;
            this.choose(this.time + passed / this.slowness);
            if (this.time < this.end) this.request = requestAnimationFrame(step);
            else this.pause();
        };
        this.request = requestAnimationFrame(step);
    }

    pause(): void {
        if (!this.playing) return;
        cancelAnimationFrame(this.request);
        this.playing = false;
        this.notify("playing");
    }

    toggle(): void {
        if (this.playing) this.pause();
        else this.play();
    }
}
