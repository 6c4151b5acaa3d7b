// What the page is given: a simulator's behaviour as src/results/report/behaviour_write.c writes it.
// SPDX-License-Identifier: BSD-3-Clause

import type { Chart, Table } from "../tosses/toss.js";

export interface Behaviour {
    kind: "behaviour";
    version: string;
    title: string;
    verdict: string;
    words: string[];
    cards: { name: string; value: string; more: string }[];
    tables: Table[];
    charts: Chart[];
}
