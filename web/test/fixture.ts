// A made-up study to build and test the page with: seeded, plausible, with every part of the contract present.
// SPDX-License-Identifier: BSD-3-Clause

import type { FrameStudy, Impacts, LawStudy, Motion, MotionCurve, Range, Reference, Split, Study, Systematics } from "../src/study.js";
import { makeLearning } from "./learning-fixture.js";
import { generator, normal } from "./random.js";
import { routhPath, standIns, type Contact, type StandIn } from "./stand-ins.js";

export interface FixtureOptions {
    impacts: number;
    truth: boolean; // generated data, one frame
    seed: number;
    learning?: boolean; // models were learned too
}

interface Measured extends Contact {
    pt: number;
    pn: number;
}

const mass = 0.0363;
const semiMajor = 0.035;
const semiMinor = 0.025;
const inertia = (mass * (semiMajor ** 2 + semiMinor ** 2)) / 5;
const fit = { mu: 0.184, eps: 0.533 };

// An ellipse at angle θ touches the ground at its lowest point; W and v of that contact, and a measured impulse.
function drop(random: () => number, scatter: number): Measured {
    for (;;) {
        const angle = Math.PI * random();
        const [s, c] = [Math.sin(angle), Math.cos(angle)];
        const height = Math.hypot(semiMajor * s, semiMinor * c);
        const rx = -((semiMajor ** 2 - semiMinor ** 2) * s * c) / height;
        const ry = -height;
        const omega = 18 * normal(random);
        const contact: Contact = {
            wtt: 1 / mass + (ry * ry) / inertia,
            wtn: -(rx * ry) / inertia,
            wnn: 1 / mass + (rx * rx) / inertia,
            vt: 0.45 * normal(random) - ry * omega,
            vn: -1.1 - 0.35 * random() + rx * omega,
        };
        if (contact.vn > -0.2) continue;
        const mu = Math.max(0, fit.mu + 0.06 * scatter * normal(random));
        const eps = Math.min(1, Math.max(0, fit.eps + 0.09 * scatter * normal(random)));
        const exact = routhPath(contact, mu, eps);
        const noise = 0.0012 * scatter;
        return { ...contact, pt: exact.pt + noise * normal(random), pn: exact.pn + noise * normal(random) };
    }
}

function relativeError(c: Contact, from: { pt: number; pn: number }, to: { pt: number; pn: number }): number {
    const [dt, dn] = [from.pt - to.pt, from.pn - to.pn];
    const after = [c.vt + c.wtt * to.pt + c.wtn * to.pn, c.vn + c.wtn * to.pt + c.wnn * to.pn] as const;
    const scale = Math.hypot(after[0], after[1]) + 0.15;
    return Math.hypot(c.wtt * dt + c.wtn * dn, c.wtn * dt + c.wnn * dn) / scale;
}

// The impact's own best parameters on a coarse grid; the fixture needs a shape, not precision.
function ownBest(law: StandIn, impact: Measured, jitter: () => number): { mu: number; eps: number; distance: number } {
    let best = { mu: 0, eps: 0, distance: Infinity };
    for (let i = 0; i <= 20; i++)
        for (let j = 0; j <= 16; j++) {
            const mu = i === 0 ? 0 : Math.max(0, 0.03 * i + 0.03 * (jitter() - 0.5));
            const eps = Math.min(1, Math.max(0, j / 16 + 0.06 * (jitter() - 0.5)));
            const answer = law.solve(impact, mu, eps);
            const distance =
                Math.hypot(answer.pt - impact.pt, answer.pn - impact.pn) / Math.hypot(impact.pt, impact.pn);
            if (distance < best.distance) best = { mu, eps, distance };
        }
    return best;
}

const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

function median(values: number[]): number {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function surface(law: StandIn, impacts: Measured[]): NonNullable<LawStudy["surface"]> {
    const steps = 31;
    const mu = Array.from({ length: steps }, (_, i) => (0.6 * i) / (steps - 1));
    const eps = Array.from({ length: steps }, (_, i) => i / (steps - 1));
    const few = impacts.slice(0, 60);
    const cost = mu.map((m) =>
        eps.map((e) =>
            mean(
                few.map((impact) => {
                    const answer = law.solve(impact, m, e);
                    return 1e6 * ((answer.pt - impact.pt) ** 2 + (answer.pn - impact.pn) ** 2);
                }),
            ),
        ),
    );
    return { mu, eps, cost };
}

function lowest({ mu, eps, cost }: NonNullable<LawStudy["surface"]>): { mu: number; eps: number } {
    let best = { mu: 0, eps: 0, cost: Infinity };
    cost.forEach((row, i) =>
        row.forEach((value, j) => {
            if (value < best.cost) best = { mu: mu[i]!, eps: eps[j]!, cost: value };
        }),
    );
    return best;
}

function convergence(random: () => number, centre: Record<string, number>): LawStudy["convergence"] {
    return [1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 80, 100, 120].map((k) => {
        const names = Object.keys(centre);
        const sd = Object.fromEntries(names.map((name) => [name, (name === "mu" ? 0.09 : 0.13) / Math.sqrt(k)]));
        return {
            k,
            mean: Object.fromEntries(names.map((name) => [name, centre[name]! + 0.4 * sd[name]! * normal(random)])),
            sd,
        };
    });
}

function densities(impacts: Impacts): FrameStudy["densities"] {
    const error = Array.from({ length: 161 }, (_, i) => i / 100);
    const estimate = (values: number[]): number[] => {
        const width = 0.035;
        return error.map((x) => {
            const at = (centre: number): number => Math.exp(-0.5 * ((x - centre) / width) ** 2);
            return mean(values.map((v) => at(v) + at(-v))) / (width * Math.sqrt(2 * Math.PI));
        });
    };
    const series = Object.entries(impacts.laws).map(([name, law]) => ({ name, density: estimate(law.error) }));
    const best = impacts.record.map((_, i) => Math.min(...Object.values(impacts.laws).map((law) => law.error[i] ?? 1)));
    series.push({ name: "best-post-hoc", density: estimate(best) }, { name: "irb", density: estimate(impacts.irb) });
    return { error, series };
}

// The region a law covers in one impact's energy ellipse: between its outermost answers, as one polygon.
function region(law: StandIn, contact: Contact): FrameStudy["regions"][string][number] {
    const polygon: [number, number][] = [];
    const add = (mu: number, eps: number): void => {
        const answer = law.solve(contact, mu, eps);
        polygon.push([answer.pt, answer.pn]);
    };
    for (let i = 0; i <= 20; i++) add(0.05 * i, 0);
    for (let i = 0; i <= 10; i++) add(1, i / 10);
    for (let i = 20; i >= 0; i--) add(0.05 * i, 1);
    return { law: law.name, mode: "sliding", polygon };
}

// For each impact something near the value.
function scattered(values: Record<string, number>, count: number, random: () => number): Record<string, number[]> {
    return Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
            name,
            Array.from({ length: count }, () => value * (0.5 + random())),
        ]),
    );
}

function tabulate(measured: Measured[], seen: Measured[], records: number[], fitted: number, seed: number): Impacts {
    const random = generator(seed);
    const laws: Impacts["laws"] = {};
    for (const law of standIns) {
        const answers = seen.map((c) => law.solve(c, fit.mu, fit.eps));
        const best = seen.map((c) => ownBest(law, c, random));
        laws[law.name] = {
            pt: answers.map((a) => a.pt),
            pn: answers.map((a) => a.pn),
            error: answers.map((a, i) => relativeError(seen[i]!, a, measured[i]!)),
            mode: answers.map((a) => a.mode),
            mu: best.map((b) => b.mu),
            eps: best.map((b) => b.eps),
            ...(law.further && { further: scattered(law.further, best.length, random) }),
            distance: best.map((b) => b.distance),
            flags: best.map(
                (b, i) =>
                    (answers[i]!.mode === 2 ? 1 : 0) +
                    (b.distance > 0.06 ? 4 : 0) +
                    (b.mu === 0 || b.eps === 1 ? 8 : 0),
            ),
        };
    }
    const least = records.map((_, i) => Math.min(...Object.values(laws).map((law) => law.error[i]!)));
    return {
        record: records,
        held_out: records.map((_, i) => (i < fitted ? 0 : 1)),
        wtt: seen.map((c) => c.wtt),
        wtn: seen.map((c) => c.wtn),
        wnn: seen.map((c) => c.wnn),
        vt: seen.map((c) => c.vt),
        vn: seen.map((c) => c.vn),
        pt: measured.map((c) => c.pt),
        pn: measured.map((c) => c.pn),
        irb: least.map((value) => value * (0.2 + 0.4 * random())),
        laws,
    };
}

function lawStudy(
    law: StandIn,
    seen: Measured[],
    impacts: Impacts,
    fitted: number,
    slow: boolean,
    random: () => number,
): LawStudy {
    const own = impacts.laws[law.name]!;
    const held = own.error.slice(fitted);
    const cost = surface(law, seen);
    const centre = lowest(cost);
    const count = held.length;
    const share = (wins: (mine: number, all: number[]) => boolean): number =>
        (100 / count) *
        held.filter((error, i) =>
            wins(
                error,
                Object.values(impacts.laws).map((other) => other.error[fitted + i]!),
            ),
        ).length;
    const spread = Math.sqrt(mean(held.map((e) => (e - mean(held)) ** 2)));
    return {
        name: law.name,
        title: law.title,
        restitution: law.restitution,
        parameters: {
            mu: { value: centre.mu, sd: 0.008, low: centre.mu - 0.016, high: centre.mu + 0.016 },
            eps: { value: centre.eps, sd: 0.011, low: centre.eps - 0.021, high: centre.eps + 0.022 },
            ...Object.fromEntries(
                Object.entries(law.further ?? {}).map(([name, value]) => [
                    name,
                    { value, sd: 0.1 * value, low: 0.8 * value, high: 1.2 * value },
                ]),
            ),
        },
        best: false, // said by markBest, when all laws are known
        covered: null,
        notes: law.name === "whittaker" ? ["nearly flat in μ above 0.25"] : [],
        error_mean: mean(held),
        error_median: median(held),
        error_mean_velocity: 1.9 * mean(held),
        error_se: spread / Math.sqrt(count),
        best_percent: share((mine, all) => mine === Math.min(...all)),
        worst_percent: share((mine, all) => mine === Math.max(...all)),
        range_fraction: own.distance.filter((d) => d < 0.03).length / own.distance.length,
        range_fraction_velocity: own.distance.filter((d) => d < 0.025).length / own.distance.length,
        range_fraction_unweighted: own.distance.filter((d) => d < 0.02).length / own.distance.length,
        reach_at: [0.5, 0.55, 0.6, 0.66, 0.74, 0.85, 0.97, 1],
        reference: makeReference(mean(held)),
        slow_error_mean: slow ? 1.3 * mean(held) : null,
        gains: law.name === "ap-newton" ? 14 : 0,
        penetrates: law.name === "whittaker" ? 31 : 0,
        individual_mean: { mu: mean(own.mu), eps: mean(own.eps), ...law.further },
        n_fit: fitted,
        n_test: count,
        convex: law.name === "wang-mason" ? 0.93 : 0.71,
        convergence: convergence(random, { ...centre, ...law.further }),
        surface: cost,
    };
}

function makeReference(error: number): Reference {
    const about = (mean: number): Range => ({ mean, low: 0.95 * mean, high: 1.05 * mean });
    return {
        reach: about(0.68),
        error: about(0.6 * error),
        error_velocity: about(1.1 * error),
        bound: about(0.05),
        reversals: about(0.28),
        true_reversals: about(0.13),
        hits: about(0.1),
        false_alarms: about(0.03),
        reach_at: [0.6, 0.62, 0.65, 0.7, 0.8, 0.9, 0.99, 1],
    };
}

// What the program decides: the law with the least error, and those within a thousandth of it.
export function markBest(frame: Pick<FrameStudy, "laws" | "best_law">): void {
    const least = Math.min(...frame.laws.map((law) => law.error_mean));
    for (const law of frame.laws) law.best = law.error_mean <= 1.001 * least;
    frame.best_law = frame.laws.find((law) => law.error_mean === least)?.name ?? "";
}

const mirroredHypotheses = [
    { frame: "as-recorded", slope: 607, slope_error: 31, gyration: 0.0406, r2: 0.51, correlation: 0.87, residual: 13.1 },
    { frame: "mirror-t", slope: 2602, slope_error: 31, gyration: 0.0196, r2: 0.92, correlation: 0.96, residual: 5.3 },
    { frame: "mirror-n", slope: -2602, slope_error: 31, gyration: null, r2: -0.92, correlation: -0.96, residual: 18.2 },
    { frame: "mirror-both", slope: -607, slope_error: 31, gyration: null, r2: -0.51, correlation: -0.87, residual: 15.4 },
];

const trueHypotheses = mirroredHypotheses.map((entry, i, all) => ({ ...all[[1, 0, 3, 2][i]!]!, frame: entry.frame }));

function frameStudy(
    frame: string,
    chosen: boolean,
    seen: Measured[],
    measured: Measured[],
    options: FixtureOptions,
): FrameStudy {
    const random = generator(options.seed + 17);
    const fitted = Math.min(500, Math.floor(measured.length / 3));
    const records = measured.map((_, i) => 1 + Math.floor(1.16 * i));
    const impacts = tabulate(measured, seen, records, fitted, options.seed + 5);
    const laws = standIns.map((law) => lawStudy(law, seen, impacts, fitted, !options.truth, random));
    const held = (values: number[]): number[] => values.slice(fitted);
    const bestPostHoc = records.map((_, i) => Math.min(...Object.values(impacts.laws).map((law) => law.error[i]!)));
    const ranked = [...laws].sort((a, b) => a.error_mean - b.error_mean);
    const learning = options.learning && makeLearning(laws, chosen ? 0 : 0.5, generator(options.seed + 29));
    const examples = [3, Math.floor(measured.length / 3), measured.length - 2];
    const study: FrameStudy = {
        frame,
        chosen,
        verdict: options.truth ? "passes the check" : "not as recorded",
        alarm: options.truth
            ? null
            : chosen
              ? {
                    title: "The frame is not as recorded.",
                    words: [`Frame ${frame} is used: the regression of Δω on the lever explains most in this frame.`],
                }
              : {
                    title: "This frame does not fit the data.",
                    words: ["The study uses frame mirror-t; this is what the same data look like as recorded."],
                },
        best_law: "",
        why: chosen
            ? "the regression of Δω on the lever explains most in this frame"
            : "asked for, beside the chosen one",
        dataset: {
            impacts: Math.round(1.16 * measured.length),
            used: measured.length,
            rejected: options.truth ? {} : { "flagged by the recorder": 271, "v_n not closing": 3 },
            words: options.truth
                ? "All impacts are used."
                : "Some impacts are not used. Left out: 271 flagged by the recorder, 3 v_n not closing.",
            shape: "ellipse 35 × 25 mm",
            mass,
            inertia,
            rate: 250,
            gravity: 9.81,
        },
        check: {
            kn: 2523,
            kt: options.truth ? 2551 : -2389,
            kn_error: 21,
            kt_error: 24,
            stated_gyration: 0.0192,
            hypotheses: options.truth ? trueHypotheses : mirroredHypotheses,
            findings: [
                options.truth
                    ? {
                          kind: "fine",
                          what: "frame",
                          words: "The recorded frame agrees with the point-impulse identity.",
                      }
                    : {
                          kind: "wrong",
                          what: "frame",
                          words: "As recorded, the tangential coefficient has the wrong sign: θ turns the other way round. Use mirror-t.",
                      },
                { kind: "fine", what: "gravity", words: "Free-flight gravity is 9.79 m/s², as stated within 0.2 %." },
                {
                    kind: "warning",
                    what: "duplicates",
                    words: "2 records are the same as another record; they are kept.",
                },
                { kind: "not determined", what: "rest pose", words: "No rest pose is recorded, so it could not be checked." },
            ],
        },
        laws,
        bounds: {
            irb_mean: mean(held(impacts.irb)),
            irb_median: median(held(impacts.irb)),
            irb_mean_velocity: 1.9 * mean(held(impacts.irb)),
            best_post_hoc_mean: mean(held(bestPostHoc)),
            best_post_hoc_median: median(held(bestPostHoc)),
        },
        densities: densities(impacts),
        impacts,
        use: chosen ? ["Use these values: Wang–Mason with μ = 0.183."] : [],
        noise: 0.06,
        noise_from: "at which the rigid bound is as measured",
        anomalies: {
            zero_friction: impacts.laws["wang-mason"]!.mu.filter((mu) => mu === 0).length,
            zero_friction_law: "wang-mason",
            reversals: 57,
            reversals_predicted: {
                "wang-mason": 21,
                mirtich: 20,
                "ap-poisson": 18,
                "ap-newton": 0,
                whittaker: 0,
                "drumwright-shell": 3,
            },
            reversals_false: Object.fromEntries(standIns.map(({ name }) => [name, 4])),
            examples: examples.map((i, n) => ({
                record: records[i]!,
                what: [
                    "slip reverses, and no law predicts it",
                    "best friction is zero",
                    "far outside every law's range",
                ][n]!,
            })),
            words: ["In 57 impacts the slip of the contact point reversed; the laws predict between 0 and 21 of those."],
        },
        regions: Object.fromEntries(
            examples.map((i) => [String(records[i]), standIns.map((law) => region(law, seen[i]!))]),
        ),
        ...(learning && { learning }),
        words: [
            `${ranked[0]!.title} predicts best: a held-out impact's velocity is off by ${(100 * ranked[0]!.error_mean).toFixed(1)} % on average.`,
            `No rigid law could come below ${(100 * mean(held(impacts.irb))).toFixed(1)} % (ideal rigid-body bound).`,
            frame === "as-recorded" && !options.truth
                ? "As recorded the laws predict badly; the cause is the frame, not the laws."
                : `Friction ${fit.mu} and restitution ${fit.eps} are well determined.`,
            ...(learning ? learning.words : []),
        ],
    };
    markBest(study);
    for (const law of study.laws)
        if (options.truth && law.name === "wang-mason")
            law.covered = Object.fromEntries(
                Object.entries(law.parameters).map(([name, { low, high }]) => {
                    const truth = fit[name as keyof typeof fit];
                    return [name, truth >= low && (high === null || truth <= high)];
                }),
            );
    return study;
}

// Two bounces without noise: the parabolas are the motion itself.
function makeMotion(): Motion {
    const contacts = [0.1, 0.3];
    const height = (t: number): number => [0.049 - 4.905 * t * t, 9.81 * (t - 0.1) * (0.3 - t) * 0.5, 0][contacts.filter((c) => c <= t).length]!;
    const curve = (from: number, to: number): MotionCurve => {
        const time = Array.from({ length: 26 }, (_, i) => from + ((to - from) * i) / 25);
        return { time, x: time.map((t) => 0.3 * t), y: time.map(height), arc: time.map((t) => 0.05 * t) };
    };
    return {
        name: "drop_001.csv",
        trajectory: 0,
        gyration: 0.0192,
        recorded: curve(0, 0.4),
        contacts: contacts.map((time, i) => ({
            time,
            used: i === 0,
            before: curve(time - 0.04, time - 1e-9),
            after: i === 0 ? curve(time, time + 0.04) : null,
        })),
    };
}

function makeSystematics(): Systematics {
    const names = ["as used", "before calibration", "gap 8 ms", "gravity of 3 frames in vy after", "own flags"];
    return {
        law: "wang-mason",
        parameters: [
            { name: "mu", value: fit.mu, standard_error: 0.003, low: fit.mu - 0.004, high: fit.mu },
            { name: "eps", value: fit.eps, standard_error: 0.004, low: fit.eps, high: fit.eps + 0.04 },
        ],
        readings: names.map((name, i) => ({
            name,
            impacts: 1718,
            slope: 2668 - 20 * i,
            r2: 0.947,
            residual: 7.7,
            parameters: { mu: fit.mu - 0.001 * i, eps: fit.eps + 0.01 * i },
            error: 0.159,
            error_velocity: 0.227,
            bound: 0.037,
        })),
        words: ["Wang–Mason: ε = 0.533 with a standard error of 0.004; other readings of the recording give 0.533 to 0.573."],
    };
}

function makeSplit(): Split {
    const order = (ratio: number) => ({ groups: 12, mean: 0.18, scatter: 0.005 * ratio, standard_error: 0.005, ratio });
    return {
        groups: 12,
        units: "records",
        numbers: [
            { of: "wang-mason", name: "mu", unit: "", random: order(0.8), in_order: order(2.7) },
            { of: "calibration", name: "m/I", unit: "1/m²", random: order(1.1), in_order: order(1.3) },
        ],
        words: ["Your numbers differ between 12 groups of records, drawn at random, by 0.9 of their stated errors."],
    };
}

export function makeStudy(options: FixtureOptions): Study {
    const random = generator(options.seed);
    const measured = Array.from({ length: options.impacts }, () => drop(random, options.truth ? 0.6 : 1));
    const mirrored = measured.map((c) => ({ ...c, wtn: -c.wtn }));
    return {
        version: "0.1.0",
        name: options.truth ? "built-in drops" : "ellipse drops (fixture) <&>",
        source: options.truth ? "the built-in generator" : "fixture, made by web/test/fixture.ts",
        seed: options.seed,
        seconds: 4.2,
        metric: "relative velocity error",
        cost: "impulse",
        n_fit: Math.min(500, Math.floor(options.impacts / 3)),
        draws: 20,
        truth: options.truth ? { law: "wang-mason", parameters: { ...fit } } : null,
        range_tolerance: 0.001,
        reach_tolerance: [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1],
        slow_friction: options.truth ? null : 0.3,
        command: options.truth ? null : "routh study ellipse.mat --frame both -o report",
        checksum: options.truth ? null : "1282831652, 288128 bytes",
        date: options.truth ? null : "2026-01-02 03:04 UTC",
        systematics: options.truth ? null : makeSystematics(),
        ...(options.truth ? {} : { split: makeSplit() }),
        motion: options.truth ? null : makeMotion(),
        frames: options.truth
            ? [frameStudy("as-recorded", true, measured, measured, options)]
            : [
                  frameStudy("mirror-t", true, measured, measured, options),
                  frameStudy("as-recorded", false, mirrored, measured, options),
              ],
    };
}
