// The chosen recording with the look-ups that figures and tables share.
// SPDX-License-Identifier: BSD-3-Clause

import type { State } from "./state.js";
import type { Displacement, Recording, Study } from "./study.js";

// Place of the value nearest to the wanted one in a rising list; −1 in an empty list.
export function nearest(sorted: readonly number[], wanted: number): number {
    let [low, high] = [0, sorted.length - 1];
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((sorted[middle] ?? 0) <= wanted) low = middle;
        else high = middle;
    }
    if (high < 0) return -1;
    const [below, above] = [sorted[low] ?? 0, sorted[high] ?? 0];
    return wanted - below <= above - wanted ? low : high;
}

// Displacements as people read them.
export function displayUnit({ kind, unit }: Displacement): { name: string; scale: number; digits: number } {
    if (kind === "scale") return { name: "%", scale: 100, digits: 3 };
    switch (unit) {
        case "rad":
            return { name: "mrad", scale: 1e3, digits: 3 };
        case "m":
            return { name: "µm", scale: 1e6, digits: 1 };
        case "s":
            return { name: "ms", scale: 1e3, digits: 1 };
        case "1":
            return { name: "", scale: 1, digits: 3 };
        default:
            return { name: unit, scale: 1, digits: 2 };
    }
}

export class View {
    private readonly first: Recording;

    constructor(
        readonly study: Study,
        readonly state: State,
        first: Recording,
    ) {
        this.first = first;
    }

    get recording(): Recording {
        return this.study.recordings[this.state.recording] ?? this.first;
    }

    // Place of the chosen instant among the drawn ones; −1 where none is chosen.
    get place(): number {
        return this.state.time === null ? -1 : nearest(this.recording.series.time, this.state.time);
    }

    // Its place among the recorded poses; the last one where none is chosen: fully inserted.
    get posePlace(): number {
        const { time } = this.recording.motion;
        return this.state.time === null ? time.length - 1 : nearest(time, this.state.time);
    }
}
