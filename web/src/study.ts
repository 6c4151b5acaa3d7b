// The study's numbers as the program embeds them in the page: one object, and all that the page knows.
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
        findings: { kind: "fine" | "note" | "warning" | "wrong" | "not determined"; what: string; words: string }[];
    };
    laws: LawStudy[];
    best_law: string; // with the lowest mean error
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
        reversals_false: Record<string, number>; // law → predicted, not measured
        examples: { record: number; what: string }[]; // impacts worth a look
        words: string[]; // those of the frame's words about them
    };
    regions: Record<string, { law: string; mode: string; polygon: [number, number][] }[]>; // record → pieces
    use: string[]; // of the words: which values to use
    noise: number | null; // standard deviation of velocities, m/s
    noise_from: string | null; // where it comes from, in words
    published: Published[]; // empty: not compared
    learning?: Learning; // absent: no models were learned
    covariates?: Covariates; // absent: all parameters are constant
    inputs?: { words: string[] }; // what an advantage of learning comes from; absent: not compared
    exploration?: { words: string[] }; // absent: nobody asked what they depend on
    words: string[]; // the findings in sentences
}

// The mean over simulated recordings, and the range that holds 95 of 100.
export interface Range {
    mean: number;
    low: number;
    high: number;
}

// What the study would show if the law were exactly true, with the recording's noise.
export interface Reference {
    reach: Range;
    error: Range;
    error_velocity: Range;
    bound: Range;
    reversals: Range;
    true_reversals: Range;
    hits: Range;
    false_alarms: Range;
    reach_at: number[];
}

// A printed number, and ours.
export interface Published {
    row: string;
    law: string;
    quantity: "mu" | "eps" | "best" | "worst" | "range";
    printed: number;
    printed_sd: number | null;
    found: number;
    found_sd: number | null;
    later: number | null; // with more gravity in the velocities after, as in the authors' later release
    why: string | null;
}

// A motion over time: s, m, m, and the angle times the radius of gyration, m.
export interface MotionCurve {
    time: number[];
    x: number[];
    y: number[];
    arc: number[];
}

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
    covariates: { parameter: string; quantity: string; degree: number }[];
    laws: {
        name: string;
        title: string;
        constant_mean: number; // held-out error without covariates, relative
        constant_velocity: number; // m/s
        error_mean: number; // and with them
        error_velocity: number;
        gain: number;
        gain_se: number;
    }[];
    best_law: string;
    figures: CovariateFigure[];
    words: string[];
}

// Law-free restitution and friction over one quantity, in bins, and the best law's curves.
export interface CovariateFigure {
    quantity: string;
    unit: string;
    at: number[];
    restitution: (number | null)[];
    restitution_se: (number | null)[];
    friction: (number | null)[];
    friction_se: (number | null)[];
    curve_at: number[];
    eps: (number | null)[];
    mu: (number | null)[];
}

export interface LawStudy {
    name: string;
    title: string;
    restitution: string;
    parameters: Record<string, { value: number; sd: number; low: number; high: number | null }>; // low, high: 95 %; null: open
    best: boolean; // the lowest mean error, or a tie with it
    covered: Record<string, boolean> | null; // does the interval hold the truth? of the law that made the data
    notes: string[]; // "flat in μ", "at its bound", …
    error_mean: number; // relative, on held-out impacts
    error_median: number;
    error_mean_velocity: number; // m/s
    error_se: number; // standard error of error_mean
    best_percent: number;
    worst_percent: number;
    range_fraction: number; // momentum metric
    range_fraction_velocity: number;
    range_fraction_unweighted: number;
    reach?: number; // in range within range_tolerance; absent in older studies, where this was 0.1 %
    reach_at: number[]; // in range, by reach_tolerance
    reference?: Reference; // absent: not simulated
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
export interface Learning {
    sizes: number[]; // impacts learned from, ascending
    detail: number | null; // the size at which densities and the models' details are given
    draws: number;
    best_law: string | null; // names of contestants, best at that size
    best_model: string | null;
    pays_from: number | null; // the smallest size from which on the best model beats the best law significantly; null: none
    gain: number | null; // share of the best law's error that the best model saves
    prior_pays_until: number | null; // the largest size at which another body's model helps; null: none
    seconds: number;
    words: string[]; // those of the frame's words about learning
    coverage_levels: number[]; // 0.5, 0.9, 0.95
    density_error: number[]; // abscissa of the densities
    contestants: Contestant[]; // models first, then laws, best post hoc, bounds
}

export interface Contestant {
    name: string; // a law's is its name
    title: string; // in words
    kind: "model" | "law" | "prior" | "on-prior" | "best-post-hoc" | "bound";
    model: string | null; // which kind of model
    law: string | null; // itself, or behind the model
    metric?: "momentum" | "velocity"; // of models and bounds
    curve: {
        size: number;
        draws: number;
        mean: number | null; // over the draws; null: too few impacts to train
        deviation: number | null;
        least: number | null;
        most: number | null;
        relative: number | null; // mean of the error relative to the velocity after
    }[]; // one for each size
    density: number[];
    detail: ModelDetail | null; // of models
}

export interface ModelDetail {
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
    outside: number | null; // share of predictions that no rigid contact could give
    projected_error: number | null; // when those are projected onto what a rigid contact can give
    bounded: number; // impacts that stick and only bound μ from below, for learned parameters
    // five bins of incident speed; error: root mean square in predicted deviations; confidence: significance of the rank correlation
    // of both, in deviations
    speed: { mean: number[]; error: (number | null)[]; correlation: number | null; confidence: number | null };
}

export const modes = ["sliding", "sticking", "c-sticking", "r-sticking", "c-reversed", "r-reversed", "unsolved"];
