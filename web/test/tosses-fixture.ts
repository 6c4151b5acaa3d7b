// Made-up tosses, to develop and test with: a rounded box that spins about one axis and bounces on its middle, beside a
// prediction that drifts away from it.
// SPDX-License-Identifier: BSD-3-Clause

import type { Hull } from "../src/space/mesh.js";
import type { Triple } from "../src/space/pose.js";
import type { PoseNumbers, Toss, Tosses } from "../src/tosses/toss.js";

const gravity = 9.81;
const rate = 100;

export function boxHull([a, b, c]: Triple): Hull & { insets: Triple[] } {
    const vertices: Triple[] = [];
    const insets: Triple[] = [];
    for (let k = 0; k < 8; k++) {
        const sign = [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1] as Triple;
        insets.push(sign);
        vertices.push([(sign[0] * a) / 2, (sign[1] * b) / 2, (sign[2] * c) / 2]);
    }
    const faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    return { vertices, insets, faces };
}

// Heights of a ball's middle, bouncing; and when it does.
function bounce(count: number, half: number): { height: number[]; hits: { time: number; speed: number }[] } {
    const height: number[] = [];
    const hits: { time: number; speed: number }[] = [];
    let [z, v] = [0.25, 0];
    for (let i = 0; i < count; i++) {
        height.push(z);
        z += v / rate;
        v -= gravity / rate;
        if (z < half && v < 0) {
            hits.push({ time: i / rate, speed: -v });
            [z, v] = [half, -0.4 * v];
        }
    }
    return { height, hits };
}

function poseOf(time: number, z: number, drift: number): PoseNumbers {
    const angle = (3 + drift) * time;
    return [0.4 * time, drift * 0.05 * time, z, Math.cos(angle / 2), 0, Math.sin(angle / 2), 0];
}

export interface TossesFixtureOptions {
    tracks?: 1 | 2;
    count?: number;
    region?: boolean;
    title?: string;
    corners?: boolean; // a table, a chart and a fixed part, too
    studied?: number; // number of tosses: those of the page are some of them, no impact is known, and a chart has intervals
}

function makeToss(index: number, { tracks = 2, region = false, studied }: TossesFixtureOptions): Toss {
    const instants = 80 + 10 * (index % 3);
    const { height, hits: all } = bounce(instants, 0.04);
    const hits = studied ? [] : all;
    const drift = tracks === 2 ? 0.3 * (index + 1) : 0;
    const first = 4;
    const times = height.map((_, i) => i / rate);
    const toss: Toss = {
        name: `toss ${index + 1}`,
        label: tracks === 2 ? (["worst", "median", "best"][index] ?? "") : "",
        rate,
        fitted: tracks === 2 ? 0.1 : 0,
        tracks: [{ name: tracks === 2 ? "recorded" : "simulated", first: 0, poses: times.map((t, i) => poseOf(t, height[i]!, 0)) }],
        impacts: {
            count: hits.length,
            time: hits.map(({ time }) => time),
            point: hits.map(({ time }) => [0.4 * time, 0, 0]),
            speed: hits.map(({ speed }) => speed),
            contacts: hits.map((_, i) => 1 + (i % 4)),
        },
        region: null,
        numbers: tracks === 2 ? { position: 0.01 * (index + 1), rotation: index === 1 ? null : 0.1 * (index + 1) } : {},
    };
    if (tracks === 2)
        toss.tracks.push({
            name: "predicted",
            first,
            poses: times.slice(first).map((t, i) => poseOf(t, height[i + first]!, drift)),
        });
    if (region)
        toss.region = {
            level: 0.9,
            first,
            centre: times.slice(first).map((t, i) => [0.4 * t, 0, height[i + first]!]),
            radius: times.slice(first).map((t) => 0.005 + 0.05 * t),
            angle: times.slice(first).map((t) => 0.02 + 0.5 * t),
        };
    return toss;
}

export function makeTosses(options: TossesFixtureOptions = {}): Tosses {
    const { count = 3, title = "fixture, <tosses>", corners = false, studied } = options;
    return {
        ...(studied ? { total: studied } : {}),
        kind: "tosses",
        version: "0.1.0",
        title,
        words: ["The box bounces.", "It is <made up>."],
        shape: { name: "box, 8 corners", ...boxHull([0.12, 0.08, 0.05]), rounding: 0.006, centre: [0.002, 0, -0.001] },
        planes: [
            { point: [0, 0, 0], normal: [0, 0, 1] },
            { point: [0.6, 0, 0], normal: [-Math.SQRT1_2, 0, Math.SQRT1_2] },
        ],
        part: corners
            ? { ...boxHull([0.1, 0.1, 0.04]), vertices: boxHull([0.1, 0.1, 0.04]).vertices.map(([x, y, z]) => [x + 0.2, y + 0.2, z + 0.02]) }
            : null,
        columns: options.tracks === 1 ? [] : [
            { key: "position", title: "position error, mm", digits: 1, factor: 1000 },
            { key: "rotation", title: "rotation error, °", digits: 1, factor: 180 / Math.PI },
        ],
        tables: corners ? [{ title: "Errors by fold", columns: ["fold", "error, %", "rotation, °"], rows: [["0", 6.4, 7.1], ["1 & 2", null, 8]] }] : [],
        charts: corners
            ? [
                  ...(studied ? [{ title: "Reliability", x: "predicted", y: "observed", lines: [{ name: "faces", x: [0.1, 0.5], y: [0.2, 0.4], low: [0, 0.3], high: [0.3, 0.6] }] }] : []),
                  { title: "Error over time", x: "time, s", y: "error, %", lines: [{ name: "mean", x: [0, 0.5, 1], y: [0, 3, 7] }, { name: "90 %", x: [0, 0.5, 1], y: [0, 8, 15] }] },
              ]
            : [],
        tosses: Array.from({ length: count }, (_, i) => makeToss(i, options)),
    };
}
