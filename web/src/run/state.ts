// What the reader has chosen: the time shown, how slowly, and whether it runs.
// SPDX-License-Identifier: BSD-3-Clause

import { Clock, usualSlowness } from "../clock.js";
import type { Run } from "./run.js";

export class State extends Clock {
    constructor({ samples: { time }, duration }: Run) {
        super(time, usualSlowness(duration));
    }
}
