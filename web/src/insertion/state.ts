// What the reader has chosen, shared by all figures and tables.
// SPDX-License-Identifier: BSD-3-Clause

import { Listeners } from "../listeners.js";
import type { LineName } from "./lines.js";

export type Change = "recording" | "lines" | "time";

export class State extends Listeners<Change> {
    readonly hidden = new Set<LineName>();
    recording = 0; // index into the study's
    time: number | null = null; // the chosen instant, s

    chooseRecording(index: number): void {
        if (index === this.recording) return;
        this.recording = index;
        this.time = null;
        this.notify("recording");
    }

    shows(line: LineName): boolean {
        return !this.hidden.has(line);
    }

    switchLine(line: LineName, on: boolean): void {
        if (on) this.hidden.delete(line);
        else this.hidden.add(line);
        this.notify("lines");
    }

    chooseTime(time: number | null): void {
        if (time === this.time) return;
        this.time = time;
        this.notify("time");
    }
}
