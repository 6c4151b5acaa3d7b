// The study's numbers as the program embeds them in the page: one object, and the page knows nothing else.
// SPDX-License-Identifier: BSD-3-Clause

export interface Study {
    version: string; // of the program
    name: string; // of the data set
    source: string;
    seed: number;
    seconds: number; // what the study took
    metric: string; // "relative velocity error"
    cost: "impulse" | "velocity"; // what was minimised
    n_fit: number; // impacts used to fit in each draw
    draws: number;
    truth: { law: string; parameters: Record<string, number> } | null; // of generated data
    slow_friction: number | null; // μ of a slow test, shown beside the fit
    range_tolerance?: number; // how near counts as in range, relative to the impulse
    frames: FrameStudy[]; // the chosen frame first; a second one with --frame both
}

// Everything for one reading of the recording's frame.
export interface FrameStudy {
    frame: string; // "mirror-t"
    chosen: boolean;
    why: string;
    dataset: {
        impacts: number;
        used: number;
        rejected: Record<string, number>; // reason → count
        shape: string; // in words, "ellipse 35 × 25 mm"
        mass: number;
        inertia: number;
        rate: number | null;
        gravity: number;
    };
    check: {
        kn: number;
        kt: number;
        kn_error: number;
        kt_error: number;
        stated_gyration: number;
        hypotheses: {
            frame: string;
            slope: number;
            gyration: number | null;
            r2: number;
            correlation: number;
            residual: number;
        }[];
        findings: { kind: "fine" | "warning" | "wrong" | "not-told"; what: string; words: string }[];
    };
    laws: LawStudy[];
    bounds: {
        irb_mean: number;
        irb_median: number;
        irb_mean_velocity: number; // m/s
        best_post_hoc_mean: number;
        best_post_hoc_median: number;
    };
    densities: { error: number[]; series: { name: string; density: number[] }[] }; // laws, "best-post-hoc", "irb"
    impacts: Impacts;
    anomalies: {
        zero_friction: number; // impacts whose best μ is 0, of the reference law
        zero_friction_law: string;
        reversals: number; // measured: slip reversed
        reversals_predicted: Record<string, number>; // law → how many of those it predicts
        examples: { record: number; what: string }[]; // impacts worth a look
    };
    regions: Record<string, { law: string; mode: string; polygon: [number, number][] }[]>; // record → pieces
    words: string[]; // the findings in sentences
}

export interface LawStudy {
    name: string;
    title: string;
    restitution: string;
    parameters: Record<string, { value: number; sd: number; low: number; high: number | null }>; // low, high: 95 %; null: open
    notes: string[]; // "flat in μ", "at its bound", …
    error_mean: number; // relative, on held-out impacts
    error_median: number;
    error_mean_velocity: number; // m/s
    error_se: number; // standard error of error_mean
    best_percent: number;
    worst_percent: number;
    range_fraction: number; // momentum metric
    range_fraction_velocity: number;
    slow_error_mean: number | null; // at slow_friction
    gains: number; // impacts in which it gains energy at the fitted parameters
    penetrates: number;
    individual_mean: Record<string, number>; // mean of the per-impact parameters
    n_fit: number;
    n_test: number;
    convex: number | null; // share of the cost surface's cells where it is convex
    convergence: { k: number; mean: Record<string, number>; sd: Record<string, number> }[];
    surface: { mu: number[]; eps: number[]; cost: number[][] } | null; // cost[i][j] at mu[i], eps[j]
}

// One entry per used impact in every array.
export interface Impacts {
    record: number[]; // number of the record in the data set
    held_out: number[]; // 1: not used to fit
    wtt: number[];
    wtn: number[];
    wnn: number[];
    vt: number[];
    vn: number[];
    pt: number[]; // measured impulse, momentum metric
    pn: number[];
    irb: number[]; // relative error of the rigid bound
    laws: Record<
        string,
        {
            pt: number[]; // predicted impulse at the fitted parameters
            pn: number[];
            error: number[]; // relative velocity error
            mode: number[]; // index into modes
            mu: number[]; // this impact's own best parameters
            eps: number[];
            further?: Record<string, number[]>; // and those beyond μ and ε, by name
            distance: number[]; // relative distance of the measured impulse from the law's range
            flags: number[]; // 1 bounded below, 2 never sticks, 4 out of range, 8 at a bound
        }
    >;
}

export const modes = ["sliding", "sticking", "c-sticking", "r-sticking", "c-reversed", "r-reversed", "unsolved"];
