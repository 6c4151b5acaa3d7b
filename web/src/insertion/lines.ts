// The lines that figures over time share: the same colour and dash in each.
// SPDX-License-Identifier: BSD-3-Clause

import type { LawStyle } from "../laws.js";

export type LineName = "measured" | "plain" | "fit" | "truth";

export interface Line {
    name: LineName;
    title: string;
    style: LawStyle;
    width: number;
    opacity: number;
}

const line = (name: LineName, title: string, colour: string, dash: string, width: number, opacity = 1): Line => ({
    name,
    title,
    style: { colour: `var(--${colour})`, dash, marker: "" },
    width,
    opacity,
});

export const lines: Record<LineName, Line> = {
    measured: line("measured", "measured", "muted", "none", 2.4, 0.7),
    plain: line("plain", "parts as drawn", "law-3", "4 2", 1.3),
    fit: line("fit", "parts displaced", "law-0", "none", 1.3),
    truth: line("truth", "truth", "wrong", "1 3", 1.6),
};

export const fits = ["plain", "fit"] as const;
