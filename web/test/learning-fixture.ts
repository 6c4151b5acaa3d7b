// Made-up learned models beside the fixture's laws: plausible, with every part of the contract present.
// SPDX-License-Identifier: BSD-3-Clause

import type { Contestant, LawStudy, Learning, ModelDetail } from "../src/study.js";

const sizes = [25, 50, 100, 150, 200, 300, 450, 1546];
const detailSize = 450;
const draws = 10;
const levels = [0.5, 0.9, 0.95];
const densityError = Array.from({ length: 128 }, (_, i) => 0.012 * i);

interface Made {
    name: string;
    title: string;
    kind: Contestant["kind"];
    model: string;
    law?: string;
    metric?: "momentum" | "velocity";
    floor: number; // error after infinitely many impacts, m/s
    excess: number; // and what one impact alone would add to it
    least: number; // impacts that it needs
    inputs: string[];
    outputs: [name: string, unit: string][];
}

const contactInputs = ["Mtt", "Mtn", "Mnn", "vt", "vn"];
const impulse: Made["outputs"] = [
    ["Pt", "N s"],
    ["Pn", "N s"],
];
const wrench: Made["outputs"] = [...impulse, ["couple", "N m s"]];

const models: Made[] = [
    {
        name: "baseline",
        title: "baseline without structure",
        kind: "model",
        model: "baseline",
        floor: 0.25,
        excess: 3.4,
        least: 50,
        inputs: ["rx", "ry", "x", "y", "theta", "vx", "vy", "omega"],
        outputs: [
            ["vx", "m/s"],
            ["vy", "m/s"],
            ["omega", "rad/s"],
        ],
    },
    {
        name: "rigid",
        title: "rigid, momentum metric",
        kind: "model",
        model: "rigid",
        floor: 0.185,
        excess: 0.62,
        least: 25,
        inputs: contactInputs,
        outputs: impulse,
    },
    {
        name: "rigid-velocity",
        title: "rigid, velocity metric",
        kind: "model",
        model: "rigid",
        metric: "velocity",
        floor: 0.175,
        excess: 0.6,
        least: 25,
        inputs: contactInputs,
        outputs: impulse,
    },
    {
        name: "rigid-2d",
        title: "rigid, two inputs",
        kind: "model",
        model: "rigid-2d",
        floor: 0.213,
        excess: 0.31,
        least: 25,
        inputs: ["Mvt", "Mvn"],
        outputs: impulse,
    },
    {
        name: "wrench",
        title: "wrench",
        kind: "model",
        model: "wrench",
        floor: 0.168,
        excess: 0.72,
        least: 25,
        inputs: contactInputs,
        outputs: wrench,
    },
    {
        name: "residual",
        title: "residual on Wang–Mason",
        kind: "model",
        model: "residual",
        law: "wang-mason",
        floor: 0.183,
        excess: 0.38,
        least: 25,
        inputs: contactInputs,
        outputs: impulse,
    },
    {
        name: "residual-wrench",
        title: "residual wrench on Wang–Mason",
        kind: "model",
        model: "residual-wrench",
        law: "wang-mason",
        floor: 0.164,
        excess: 0.46,
        least: 25,
        inputs: contactInputs,
        outputs: wrench,
    },
    {
        name: "parameters",
        title: "learned parameters of Wang–Mason",
        kind: "model",
        model: "parameters",
        law: "wang-mason",
        floor: 0.199,
        excess: 0.24,
        least: 25,
        inputs: contactInputs,
        outputs: [
            ["logit mu", "1"],
            ["logit eps", "1"],
        ],
    },
    {
        name: "wrench-on-prior",
        title: "wrench on the square's model",
        kind: "on-prior",
        model: "wrench",
        floor: 0.17,
        excess: 0.4,
        least: 25,
        inputs: contactInputs,
        outputs: wrench,
    },
];

// Half of a bell about 0, stretched to that mean.
function density(mean: number): number[] {
    const shape = (x: number): number => (x / mean ** 2) * 1.57 * Math.exp(-0.785 * (x / mean) ** 2);
    return densityError.map(shape);
}

function detailOf({ inputs, outputs }: Made, random: () => number, error: number): ModelDetail {
    const isSure = outputs[0]?.[0] === "logit mu"; // of itself, and far too much
    const predicted = outputs.map(([name, unit], o) => ({
        name,
        unit,
        noise: 0.001 * (1 + random()),
        covered: { "logit mu": "Pt", "logit eps": "Pn" }[name] ?? name,
        coverage: levels.map((level) =>
            Math.min(1, level + 0.05 * (1 - level) * (o - 1) + 0.06 * (random() - 0.5)),
        ),
        length: inputs.map((_, i) => (i === 1 && o === 2 ? 240 : 0.35 * 18 ** random())),
    }));
    return {
        inputs,
        outputs: predicted,
        coverage_mean: levels.map(
            (_, level) => predicted.reduce((sum, { coverage }) => sum + coverage[level]!, 0) / predicted.length,
        ),
        outside: 0.2 * random(),
        projected_error: error + 0.004 * (random() - 0.3),
        bounded: isSure ? 41 : 0,
        speed: {
            mean: [0.61, 0.9, 1.16, 1.5, 2.2],
            error: [0.72, 0.85, 0.94, 1.07, 1.31].map((value) => value * (isSure ? 8 : 1) * (0.9 + 0.2 * random())),
            correlation: 0.24 + 0.05 * random(),
            confidence: 7 + 2 * random(),
        },
    };
}

// `ruin` is what a wrong frame adds to everything that believes in rigid bodies.
export function makeLearning(laws: LawStudy[], ruin: number, random: () => number): Learning {
    const curve = (error: (size: number) => number | null): Contestant["curve"] =>
        sizes.map((size, i) => {
            const mean = error(size);
            const count = i === sizes.length - 1 ? 1 : draws;
            const deviation = mean === null || count === 1 ? null : (0.35 * mean) / Math.sqrt(size);
            return {
                size,
                draws: count,
                mean,
                deviation,
                least: mean === null ? null : mean - 1.6 * (deviation ?? 0),
                most: mean === null ? null : mean + 1.8 * (deviation ?? 0),
                relative: mean === null ? null : mean / 1.9,
            };
        });
    const believes = (made: Made): boolean => made.outputs.length === 2;
    const learned = models.map((made): Contestant => {
        const extra = believes(made) ? ruin : 0.12 * ruin;
        const error = (size: number): number => extra + made.floor + made.excess / Math.sqrt(size);
        const { name, title, kind, model } = made;
        return {
            name,
            title,
            kind,
            model,
            law: made.law ?? null,
            metric: made.metric ?? "momentum",
            curve: curve((size) => (size < made.least ? null : error(size))),
            density: density(error(detailSize)),
            detail: detailOf(made, random, error(detailSize)),
        };
    });
    const constant = (
        name: string,
        title: string,
        kind: Contestant["kind"],
        error: number,
        more: Partial<Contestant> = {},
    ): Contestant => ({
        name,
        title,
        kind,
        model: null,
        law: null,
        curve: curve((size) => error * (1 + 0.6 / size)),
        density: density(error),
        detail: null,
        ...more,
    });
    const others = laws.map((law, i) =>
        constant(law.name, law.title, "law", ruin + 0.237 + 0.011 * ((i + 2) % laws.length), { law: law.name }),
    );
    return {
        sizes,
        detail: detailSize,
        draws,
        best_law: laws[laws.length - 2]?.name ?? null,
        best_model: "residual-wrench",
        pays_from: 100,
        gain: 0.236,
        prior_pays_until: 50,
        words: [
            "Learning pays from 100 impacts on: the best model (residual wrench on Wang–Mason) then predicts held-out impacts better than the best law (Whittaker).",
            "Of held-out measurements, 92 to 96 % lie within the 95 % interval of that model: its intervals are calibrated.",
        ],
        coverage_levels: levels,
        density_error: densityError,
        contestants: [
            ...learned,
            ...others,
            constant("best-post-hoc", "best law of each impact", "best-post-hoc", 0.205 + ruin),
            constant("irb-momentum", "rigid bound, momentum metric", "bound", 0.13 + ruin, { metric: "momentum" }),
            constant("irb-velocity", "rigid bound, velocity metric", "bound", 0.07 + ruin, { metric: "velocity" }),
        ],
    };
}
