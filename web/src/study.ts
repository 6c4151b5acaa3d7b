// The study's numbers as the program embeds them in the page: one object, and all that the page knows.
// What is a struct of the library, or fields of one, comes from its headers: "fields" is made of them (web/README.md).
// SPDX-License-Identifier: BSD-3-Clause

import type * as Field from "fields";

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
    reach_tolerance: number[]; // of reach_at, relative to the impulse
    range_tolerance?: number; // how near counts as in range, relative to the impulse
    command: string | null; // line that made the study, paths without folders; null: not said
    checksum: string | null; // of what was read, as cksum prints it
    date: string | null;
    systematics: Systematics | null; // null: nothing else to read the recording as
    split?: Split; // not there: not split
    motion: Motion | null; // null: no trajectories were recorded
    frames: FrameStudy[]; // the chosen frame first; a second one with --frame both
}

// Everything for one reading of the recording's frame.
export interface FrameStudy {
    frame: string; // "mirror-t"
    chosen: boolean;
    why: string;
    verdict: string; // of the check on the frame, in a few words
    alarm: { title: string; words: string[] } | null; // what a reader has to know first
    dataset: {
        impacts: number;
        used: number;
        rejected: Record<string, number>; // reason → count
        words: string; // how many are used, and why others are not
        shape: string; // in words, "ellipse 35 × 25 mm"
        mass: number;
        inertia: number;
        rate: number | null;
        gravity: number;
    };
    check: Pick<Field.FrameEvidence, "kn" | "kt" | "kn_error" | "kt_error" | "stated_gyration"> & {
        hypotheses: ({ frame: string } & Field.FrameHypothesis)[];
        findings: { kind: "fine" | "note" | "warning" | "wrong" | "not determined"; what: string; words: string }[];
    };
    laws: LawStudy[];
    best_law: string; // with the lowest mean error
    bounds: Pick<Field.FrameStudy, "irb_mean" | "irb_median" | "irb_mean_velocity" | "best_post_hoc_mean" | "best_post_hoc_median">;
    densities: { error: number[]; series: { name: string; density: number[] }[] }; // laws, "best-post-hoc", "irb"
    impacts: Impacts;
    anomalies: {
        zero_friction: number; // impacts whose best μ is 0, of the reference law
        zero_friction_law: string;
        reversals: number; // measured: slip reversed
        reversals_predicted: Record<string, number>; // law → how many of those it predicts
        reversals_false: Record<string, number>; // law → predicted, not measured
        examples: { record: number; what: string }[]; // impacts worth a look
        words: string[]; // those of the frame's words about them
    };
    regions: Record<string, { law: string; mode: string; polygon: [number, number][] }[]>; // record → pieces
    use: string[]; // of the words: which values to use
    noise: number | null; // standard deviation of velocities, m/s
    noise_from: string | null; // where it comes from, in words
    learning?: Learning; // absent: no models were learned
    covariates?: Covariates; // absent: all parameters are constant
    inputs?: { words: string[] }; // what an advantage of learning comes from; absent: not compared
    exploration?: { words: string[] }; // absent: nobody asked what they depend on
    words: string[]; // the findings in sentences
}

export type Range = Field.ReferenceRange;
export type Reference = Field.Reference;

// A motion over time: s, m, m, and the angle times the radius of gyration, m.
export type MotionCurve = Pick<Field.MotionCurve, "time" | "x" | "y" | "arc">;

// One recorded trajectory with the parabolas fitted before and after each contact.
export interface Motion {
    name: string;
    trajectory: number;
    gyration: number; // m
    recorded: MotionCurve;
    contacts: { time: number; used: boolean; before: MotionCurve | null; after: MotionCurve | null }[];
}

// One law fitted to other readings of the same recording, the one in use first.
// How one number scatters between groups; null: too few determine it.
export interface SplitOrder {
    groups: number; // that determine it
    mean: number | null;
    scatter: number | null; // standard deviation over the groups
    standard_error: number | null; // stated, root mean square
    ratio: number | null;
}

export interface Split {
    groups: number;
    units: string; // what was dealt into groups, "records"
    numbers: { of: string; name: string; unit: string; random: SplitOrder; in_order: SplitOrder }[];
    words: string[];
}

export interface Systematics {
    law: string;
    parameters: { name: string; value: number; standard_error: number; low: number; high: number }[]; // over the readings
    readings: {
        name: string;
        impacts: number;
        slope: number | null; // m/I, 1/m²
        r2: number | null;
        residual: number | null; // rad/s
        parameters: Record<string, number>;
        error: number; // held out, relative
        error_velocity: number; // m/s
        bound: number;
    }[];
    words: string[];
}

// Parameters that depend on recorded quantities.
export interface Covariates {
    covariates: Field.Covariate[];
    laws: ({ name: string; title: string } & Omit<Field.DependenceTest, "fit">)[];
    best_law: string;
    figures: CovariateFigure[];
    words: string[];
}

// Law-free restitution and friction over one quantity, in bins, and the best law's curves.
export type CovariateFigure = Omit<Field.DependenceFigure, "bins">;

type LawNumbers = Pick<
    Field.LawStudy,
    | "error_mean"
    | "error_median"
    | "error_mean_velocity"
    | "error_se"
    | "best_percent"
    | "worst_percent"
    | "reach_at"
    | "slow_error_mean"
    | "gains"
    | "penetrates"
    | "convex"
    | "notes"
    | "best"
>;

export interface LawStudy extends LawNumbers {
    name: string;
    title: string;
    restitution: string;
    parameters: Record<string, { value: number; sd: number; low: number; high: number | null }>; // low, high: 95 %; null: open
    covered: Record<string, boolean> | null; // does the interval hold the truth? of the law that made the data
    range_fraction: number; // momentum metric
    range_fraction_velocity: number;
    range_fraction_unweighted: number;
    reach?: number; // in range within range_tolerance; absent in older studies, where this was 0.1 %
    reference?: Reference; // absent: not simulated
    individual_mean: Record<string, number>; // mean of the per-impact parameters
    n_fit: number;
    n_test: number;
    convergence: { k: number; mean: Record<string, number>; sd: Record<string, number> }[];
    surface: { mu: number[]; eps: number[]; cost: number[][] } | null; // cost[i][j] at mu[i], eps[j]
}

// One entry per used impact in every array.
export interface Impacts {
    record: number[]; // number of the record in the dataset
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

// Learned models beside laws and bounds, trained on the same draws of impacts and tested on all others. Errors in m/s.
export interface Learning extends Pick<Field.Learning, "draws" | "pays_from" | "gain" | "prior_pays_until" | "density_error"> {
    sizes: number[]; // impacts learned from, ascending
    detail: number | null; // the size at which densities and the models' details are given
    best_law: string | null; // names of contestants, best at that size
    best_model: string | null;
    words: string[]; // those of the frame's words about learning
    coverage_levels: number[]; // 0.5, 0.9, 0.95
    contestants: Contestant[]; // models first, then laws, the best per impact, bounds
}

export interface Contestant {
    name: string; // a law's is its name
    title: string; // in words
    kind: "model" | "law" | "prior" | "on-prior" | "best-post-hoc" | "bound";
    model: string | null; // which kind of model
    law: string | null; // itself, or behind the model
    metric?: "momentum" | "velocity"; // of models and bounds
    curve: Field.LearningPoint[]; // one for each size
    density: number[];
    detail: ModelDetail | null; // of models
}

export interface ModelDetail extends Pick<Field.ModelStudy, "outside" | "projected_error" | "bounded"> {
    inputs: string[];
    outputs: {
        name: string;
        unit: string;
        noise: number | null;
        covered: string; // the measured quantity it is compared with: itself, or an impulse for learned parameters
        coverage: (number | null)[]; // by level: share of held-out measurements within the interval
        length: (number | null)[]; // by input: length scale in deviations of the input
    }[];
    coverage_mean: (number | null)[]; // by level, over the outputs
    // five bins of incident speed; error: root mean square in predicted deviations; confidence: significance of the rank correlation
    // of both, in deviations
    speed: { mean: number[]; error: (number | null)[]; correlation: number | null; confidence: number | null };
}

export const modes = ["sliding", "sticking", "c-sticking", "r-sticking", "c-reversed", "r-reversed", "unsolved"];
