// The time that an animation shows: how slowly it passes, and whether it runs.
// SPDX-License-Identifier: BSD-3-Clause

import { Listeners } from "./listeners.js";

// "times": there are other instants to choose from.
export class Clock<Change extends string = never> extends Listeners<Change | "time" | "playing" | "times"> {
    time: number;
    playing = false;
    private request = 0;

    // At least one instant, rising.
    constructor(
        public times: readonly number[],
        public slowness: number,
    ) {
        super();
        this.time = this.begin;
    }

    get begin(): number {
        return this.times[0] ?? 0;
    }

    get end(): number {
        return this.times[this.times.length - 1] ?? 0;
    }

    // The last instant at or before the time shown.
    get instant(): number {
        return instantAt(this.times, this.time);
    }

    choose(time: number): void {
        this.time = Math.min(this.end, Math.max(this.begin, time));
        this.notify("time");
    }

    // That number of instants on, or back.
    step(by: number): void {
        this.pause();
        // between two instants, a step back goes to the one before
        const between = by < 0 && this.time > (this.times[this.instant] ?? 0) ? 1 : 0;
        const next = Math.min(this.times.length - 1, Math.max(0, this.instant + between + by));
        this.choose(this.times[next] ?? this.begin);
    }

    // Other instants: from their first on.
    restart(times: readonly number[], slowness: number): void {
        this.pause();
        this.times = times;
        this.slowness = slowness;
        this.time = this.begin;
        this.notify("times");
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

// The last of rising times at or before the wanted one; the first where all are later.
export function instantAt(times: readonly number[], wanted: number): number {
    let [low, high] = [0, times.length - 1];
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((times[middle] ?? 0) <= wanted) low = middle;
        else high = middle - 1;
    }
    return Math.max(0, low);
}

// How many times slower than real a motion is shown at first: it then takes some five seconds.
export function usualSlowness(duration: number): number {
    return duration > 2.5 ? 1 : duration > 1 ? 4 : duration > 0.4 ? 10 : 25;
}
