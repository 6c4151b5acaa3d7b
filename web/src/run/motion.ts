// Where the body is at any time, and how metres become pixels.
// SPDX-License-Identifier: BSD-3-Clause

import { instantAt } from "../clock.js";
import { extent } from "../numbers.js";
import type { Run, Samples } from "./run.js";

export interface Pose {
    x: number;
    y: number;
    theta: number;
}

// Linear between one instant and the next.
export function poseAt(samples: Samples, wanted: number): Pose {
    const i = instantAt(samples.time, wanted);
    const j = Math.min(i + 1, samples.time.length - 1);
    const [begin, end] = [samples.time[i] ?? 0, samples.time[j] ?? 0];
    const share = end > begin ? Math.min(1, Math.max(0, (wanted - begin) / (end - begin))) : 0;
    const between = (values: number[]): number => {
        const from = values[i] ?? 0;
        return from + share * ((values[j] ?? 0) - from);
    };
    return { x: between(samples.x), y: between(samples.y), theta: between(samples.theta) };
}

// A window on the world, in pixels: true to scale, y upwards.
export interface Window {
    width: number;
    height: number;
    scale: number; // pixels a metre
    left: number; // m
    right: number;
    bottom: number;
    top: number;
    x: (metres: number) => number;
    y: (metres: number) => number;
}

// All of the motion with some room around it, as high as it wants to be within the limits.
export function windowOf({ samples, body }: Run, width: number, [lowest, highest]: [number, number]): Window {
    const [left, right] = extent(samples.x);
    const [bottom, top] = extent(samples.y);
    const wide = right - left + 2.6 * body.radius;
    const high = top - bottom + 2.8 * body.radius;
    const height = Math.min(highest, Math.max(lowest, (width * high) / wide));
    const scale = Math.min(width / wide, height / high);
    const from = { x: (left + right) / 2 - width / scale / 2, y: bottom - 1.5 * body.radius };
    return {
        width,
        height,
        scale,
        left: from.x,
        right: from.x + width / scale,
        bottom: from.y,
        top: from.y + height / scale,
        x: (metres) => (metres - from.x) * scale,
        y: (metres) => height - (metres - from.y) * scale,
    };
}

// Multiples of 1, 2 or 5 times a power of ten, at most `most` of them, and the decimals they need.
export function ticksOf(low: number, high: number, most: number): { values: number[]; decimals: number } {
    const least = (high - low) / Math.max(1, most);
    const power = Math.floor(Math.log10(least));
    const factor = [1, 2, 5, 10].find((one) => one * 10 ** power >= least * (1 - 1e-9)) ?? 10;
    const step = factor * 10 ** power;
    const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
    // adding 0 turns −0 into 0
    const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step + 0);
    return { values, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}
