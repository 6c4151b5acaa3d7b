// A made-up study of insertions to build and test the page with: V-guides in V-grooves, seeded, with every part of the
// contract present. Nothing here is mechanics: numbers are only as plausible as pictures need.
// SPDX-License-Identifier: BSD-3-Clause

import type {
    Displacement,
    Fit,
    Instants,
    Motion,
    Part,
    Recording,
    Series,
    Study,
} from "../src/insertion/study.js";
import type { Quaternion, Triple } from "../src/space/pose.js";
import { generator, normal } from "./random.js";

const [height, halfLength, flank, thickness] = [0.036, 0.016, (40 * Math.PI) / 180, 0.008];
const stiffness = 1.8e5;
const friction = 0.2;
const seconds = 42;

interface Corner {
    centre: Triple;
    orientation: Quaternion;
    across: Triple;
}

// Guides at the corners of a square, ridges towards its middle; x is the insertion axis.
const corners: Corner[] = [45, 135, 225, 315].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [y, z] = [0.17 * Math.cos(angle), 0.17 * Math.sin(angle)];
    return {
        centre: [0, y, z],
        orientation: [Math.cos(angle / 2), Math.sin(angle / 2), 0, 0],
        across: [0, -Math.sin(angle), Math.cos(angle)],
    };
});

// A prism along y over a convex section (x, z), counter-clockwise seen along −y.
function prism(name: string, { centre, orientation }: Corner, section: [number, number][], half: number): Part {
    const n = section.length;
    const vertices = [half, -half].flatMap((y) => section.map(([x, z]): Triple => [x, y, z]));
    const sides = section.map((_, i) => [i, n + i, n + ((i + 1) % n), (i + 1) % n]);
    const caps = [section.map((_, i) => i), section.map((_, i) => 2 * n - 1 - i)];
    return { name, position: centre, orientation, vertices, faces: [...caps, ...sides] };
}

function guide(corner: Corner, i: number): Part {
    const half = height * Math.tan(flank);
    const section: [number, number][] = [
        [0, -half],
        [0, half],
        [height, 0],
    ];
    return prism(`guide ${i + 1}`, corner, section, halfLength);
}

function walls(corner: Corner, i: number): Part[] {
    const top = height * Math.tan(flank);
    const section: [number, number][] = [
        [height, 0],
        [0.002, top],
        [0.002, top + thickness],
        [height + thickness, top + thickness],
        [height + thickness, 0],
    ];
    const mirrored = section.map(([x, z]): [number, number] => [x, -z]).reverse();
    return [
        prism(`groove ${i + 1} left`, corner, section, halfLength + 0.02),
        prism(`groove ${i + 1} right`, corner, mirrored, halfLength + 0.02),
    ];
}

function displacements(): Displacement[] {
    const common = { object: 0, nominal: 0 };
    const offset: Displacement = {
        name: "offset",
        kind: "offset",
        object: 1,
        part: null,
        unit: "m",
        axis: [1, 0, 0],
        through: [0, 0, 0],
        nominal: 0,
        deviation: 3e-5,
    };
    const shifts = corners.map(({ across }, part): Displacement => ({
        ...common,
        name: `shift of guide ${part + 1}`,
        kind: "shift",
        part,
        unit: "m",
        axis: across,
        through: [0, 0, 0],
        deviation: 1e-4,
    }));
    const turns = corners.map(({ centre }, part): Displacement => ({
        ...common,
        name: `turn of guide ${part + 1}`,
        kind: "turn",
        part,
        unit: "rad",
        axis: [1, 0, 0],
        through: centre,
        deviation: 1e-4 / halfLength,
    }));
    return [offset, ...shifts, ...turns];
}

interface Phase {
    touching: number;
    sliding: number;
}

// Free, then two guides slide down their grooves, then all are home and stick.
function phaseAt(time: number): Phase {
    if (time < 4) return { touching: 0, sliding: 0 };
    if (time < 31) return { touching: 2 + (Math.sin(3 * time) > 0.9 ? 1 : 0), sliding: 2 };
    return { touching: 8, sliding: time < 33 ? 4 : 0 };
}

interface Errors {
    bias: number; // of the reconstruction
    spread: number; // of single samples
    twoContacts: number; // factor on K while only two touch
}

function instantsOf(time: number[], measured: number[][], errors: Errors, random: () => number): Instants {
    const wave = (t: number, axis: number): number => errors.bias * (axis < 3 ? 40 : 5) * Math.sin(0.3 * t + axis);
    const phases = time.map(phaseAt);
    return {
        wrench: measured.map((column, axis) =>
            column.map((value, i) => (phases[i]?.touching ? value * (1 - errors.bias) + wave(time[i] ?? 0, axis) : 0)),
        ),
        stiffness: phases.map(({ touching }) =>
            touching === 0
                ? NaN
                : stiffness * (touching < 4 ? errors.twoContacts : 1) * (1 + errors.spread * normal(random)),
        ),
        friction: phases.map(({ sliding }) =>
            sliding === 0 ? NaN : friction + 2 * errors.spread * friction * normal(random),
        ),
        contacts: phases.map(({ touching }) => touching),
        sliding: phases.map(({ sliding }) => sliding),
    };
}

function seriesOf(count: number, random: () => number): Series {
    const time = Array.from({ length: count }, (_, i) => (seconds * i) / (count - 1));
    const measured = Array.from({ length: 6 }, (_, axis) =>
        time.map((t) => {
            const { touching } = phaseAt(t);
            const scale = axis < 3 ? 1 : 0.1;
            if (touching === 0) return 1.5 * scale * normal(random);
            const level = axis === 0 ? -50 : 14 * Math.sin(axis + 0.12 * t) * (touching > 4 ? 0.2 : 1);
            return scale * (level + 1.5 * normal(random));
        }),
    );
    return {
        time,
        measured,
        plain: instantsOf(time, measured, { bias: 0.22, spread: 0.06, twoContacts: 2.1 }, random),
        fit: instantsOf(time, measured, { bias: 0.06, spread: 0.04, twoContacts: 1.02 }, random),
    };
}

function contactsAt(time: number, shifted: boolean): number[][] {
    const { touching, sliding } = phaseAt(time);
    return Array.from({ length: touching }, (_, i) => {
        const part = touching <= 3 ? (shifted ? i : 2 * i) % 4 : i % 4;
        const corner = corners[part] ?? corners[0]!;
        const side = i < 4 ? 1 : -1;
        const z = corner.across.map((component) => side * 0.012 * component);
        const normalTo = [
            Math.sin(flank),
            ...corner.across.slice(1).map((component) => side * Math.cos(flank) * component),
        ];
        return [
            part,
            2 * part + (side > 0 ? 0 : 1),
            touching > 4 ? 2e-5 : 8e-5,
            0.021,
            corner.centre[1] + (z[1] ?? 0),
            corner.centre[2] + (z[2] ?? 0),
            ...normalTo,
            ...(i < sliding ? [1, 0, 0] : [0, 0, 0]),
            i < sliding ? 2e-3 : 1e-5,
        ];
    });
}

// Lowered while it comes in from the side (2) or turned (1).
function motionOf(frames: number, shifted: boolean): Motion {
    const time = Array.from({ length: frames }, (_, i) => (seconds * i) / (frames - 1));
    const left = (t: number): number => Math.max(0, Math.min(1, (32 - t) / 28));
    return {
        time,
        position: time.map((t): Triple => [
            -0.022 * left(t) - 0.006 * Math.max(0, 4 - t),
            0,
            shifted ? 0.018 * left(t) : 0,
        ]),
        orientation: time.map((t): Quaternion => {
            const half = shifted ? 0 : (Math.PI / 180) * left(t);
            return [Math.cos(half), Math.sin(half), 0, 0];
        }),
        contacts: time.map((t) => contactsAt(t, shifted)),
    };
}

function fitOf(x: number[], error: number[], gamma: number, cost: number, k: number, mu: number): Fit {
    const geometric = 0.4 * Number(gamma < 1e3);
    return {
        stiffness: k,
        stiffness_error: 0.02 * k,
        stiffness_low: 0.95 * k,
        stiffness_high: 1.06 * k,
        friction: mu,
        friction_error: 0.006,
        x,
        error,
        gamma,
        gamma_bayes: 2.4e-4,
        force_cost: cost,
        wrench_error: Math.sqrt(cost),
        stiffness_off: k / stiffness - 1,
        friction_off: mu / friction - 1,
        geometric_cost: geometric,
        objective: cost + gamma * geometric,
        used: 1900,
        evaluations: 412,
        flags: [],
    };
}

const classesOf = (matrix: number[][]): number[][] =>
    matrix.map((row) => row.map((r) => Number(Math.abs(r) >= 0.5) + Number(Math.abs(r) >= 0.85)));

function recordingOf(name: string, known: Displacement[], random: () => number): Recording {
    const shifted = name.startsWith("2");
    const truth = known.map(({ deviation, unit }) => (unit === "rad" ? 1e-3 : 0.9 * deviation) * normal(random));
    const posterior = known.map((_, j) => (j === 0 ? 0.35 : shifted ? 0.15 : j > 4 ? 0.95 : 0.4));
    const x = known.map(({ deviation }, j) => (truth[j] ?? 0) + (posterior[j] ?? 1) * 0.6 * deviation * normal(random));
    const error = known.map(({ deviation }, j) => (posterior[j] ?? 1) * deviation);
    const size = known.length + 1;
    const matrix = (strength: number): number[][] =>
        Array.from({ length: size }, (_, i) =>
            Array.from({ length: size }, (__, j) => {
                if (i === j) return 1;
                if (i + j === 1) return 0.98;
                const same = i > 0 && j > 0 && Math.abs(i - j) === 4;
                return (same ? 0.92 : strength * Math.cos(i * j)) * (shifted ? 0.9 : 1);
            }),
        );
    const seen = posterior.map(
        (share) => (share > 0.9 ? "not" : share > 0.3 ? "together" : "seen") as "not" | "together" | "seen",
    );
    const forceCost = (gamma: number): number => 0.0132 + 0.045 / (1 + 0.4 / gamma) ** 1.4;
    const gammas = Array.from({ length: 15 }, (_, i) => 10 ** (3 - i / 2));
    return {
        name,
        rate: 50,
        samples: 2100,
        offset: 8.5e-5,
        words: [
            `K = ${(1.02 * stiffness).toExponential(2)} N/m and μ = 0.203 ± 0.006, from the 1900 of 2100 instants with contact.`,
            `${known[5]?.name ?? ""} is not determined: <b>all contacts slide along under this turn</b>.`,
        ],
        plain: fitOf(
            known.map(() => 0),
            known.map(() => NaN),
            0,
            0.0576,
            1.3 * stiffness,
            0.24,
        ),
        fit: fitOf(x, error, 0.0203, 0.0144, 1.02 * stiffness, 0.203),
        answers: [1.02, 0.51].map((share, i) => ({
            stiffness: share * stiffness,
            stiffness_low: 0.98 * share * stiffness,
            stiffness_high: 1.03 * share * stiffness,
            friction: 0.203,
            friction_error: 0.006,
            x: x.map((value) => (i ? -value : value)),
            error,
            gamma: 0.0203,
            force_cost: 0.0144,
            geometric_cost: 0.9,
            evidence: -1.5 * i,
            load: [
                [0, 0, 0.6],
                [1, 3, 0.4],
            ],
        })),
        lcurve: {
            points: gammas.map((gamma) => ({
                gamma,
                force_cost: forceCost(gamma),
                wrench_error: Math.sqrt(forceCost(gamma)),
                geometric_cost: 0.9 / (1 + 3 * gamma) ** 2 + 0.02 / (gamma + 1e-4) ** 0.35,
                stiffness: stiffness * (1 + 0.03 * Math.log10(gamma)),
                friction,
                curvature: 0,
                x,
            })),
            corner: 9,
            chosen: 10,
            why: "beyond it the force cost falls by less than a hundredth for each tenth of γ",
            gamma_bayes: 2.4e-4,
            evaluations: 5200,
        },
        observability: {
            sensitivity: known.map(({ unit }): [number, number] => (unit === "rad" ? [95.3, 88.1] : [4.2e3, 3.6e3])),
            correlation: [matrix(0.7), matrix(0.45)],
            correlation_class: [matrix(0.7), matrix(0.45)].map(classesOf),
            singular: known.map((_, i) => 3 * 10 ** (-i / 2.4)),
            direction: known.map((_, i) => known.map((__, j) => (i === j ? 0.9 : 0.15 * Math.sin(i + 2 * j)))),
            posterior,
            seen,
            sentences: [],
        },
        truth: { stiffness, friction, x: truth },
        series: seriesOf(1200, random),
        motion: motionOf(240, shifted),
    };
}

export function makeInsertionStudy(seed = 1): Study {
    const random = generator(seed);
    const known = displacements();
    return {
        version: "0.1.0",
        title: "Insertion: guides into grooves",
        seconds: 21.4,
        slip_speed: 2e-4,
        objects: [
            { name: "guides", parts: corners.map(guide) },
            { name: "grooves", parts: corners.flatMap(walls) },
        ],
        displacements: known,
        recordings: ["1a", "1b", "2a", "2b"].map((name) => recordingOf(name, known, random)),
        together: {
            fit: {
                stiffness: 1.8e5,
                stiffness_error: 700,
                stiffness_low: 1.786e5,
                stiffness_high: 1.814e5,
                friction: 0.2,
                friction_error: 0.001,
            },
            stiffness_error_without: [900, 850, 1000, 950],
        },
        words: ["All 4 recordings together: K = 1.8×10⁵ N/m."],
    };
}
