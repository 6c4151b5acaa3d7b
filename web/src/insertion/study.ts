// A study of insertions as the program embeds it in the page: one object, and all that the page knows. SI units.
// A number that could not be determined arrives as null, whatever the type says.
// SPDX-License-Identifier: BSD-3-Clause

import type * as Field from "fields";
import type { Quaternion, Triple } from "../space/pose.js";

export interface Study {
    version: string; // of the program
    title: string;
    seconds: number; // what the study took
    slip_speed: number; // below it a contact sticks, m/s
    objects: Body[]; // object 1, which is held, and object 2
    displacements: Displacement[]; // x_u
    recordings: Recording[];
    together: { fit: Estimate; stiffness_error_without: number[] } | null; // of all recordings; null: there is one
    words: string[]; // findings about all recordings
}


export interface Body {
    name: string;
    parts: Part[];
}

// A convex part in its own axes, and where these are in the object's.
export interface Part {
    name: string;
    position: Triple;
    orientation: Quaternion;
    vertices: Triple[];
    faces: number[][]; // corners, counter-clockwise from outside
}

export interface Displacement {
    name: string;
    kind: "shift" | "turn" | "offset" | "scale" | "force" | "moment" | "latency" | "stiffness" | "friction" | "speed";
    object: number;
    part: number | null; // null: the whole object
    unit: "m" | "rad" | "N" | "N m" | "s" | "1";
    axis: Triple;
    through: Triple;
    nominal: number;
    deviation: number; // of the prior
}

export interface Recording {
    name: string;
    rate: number; // Hz
    samples: number; // instants of the recording; figures may draw fewer
    offset: number; // of the reference pose, m
    words: string[]; // the findings in sentences
    plain: Fit; // parts as drawn
    fit: Fit; // parts displaced
    answers: Answer[]; // that the recording does not separate, the most probable first: it is the fit
    lcurve: LCurve | null; // null: γ was given, or nothing touches
    observability: Observability;
    truth: { stiffness: number; friction: number; x: number[] | null } | null; // of generated data
    series: Series;
    motion: Motion;
}

type Costs = Pick<Field.InsertionEstimate, "gamma" | "gamma_bayes" | "force_cost" | "geometric_cost" | "objective" | "used" | "evaluations">;

export interface Fit extends Estimate, Costs {
    x: number[];
    error: number[];
    wrench_error: number; // mean, relative: the root of the cost of forces
    stiffness_off: number | null; // relative distance from the truth; null: unknown
    friction_off: number | null;
    flags: string[]; // "all-stick", "no-contact", "one-contact", "not-converged", "offset-unseen", "several-answers", …
}

type AnswerNumbers = Pick<
    Field.InsertionAnswer,
    "stiffness" | "stiffness_low" | "stiffness_high" | "friction" | "friction_error" | "gamma" | "force_cost" | "geometric_cost" | "evidence"
>;

export interface Answer extends AnswerNumbers {
    x: number[];
    error: number[];
    load: Triple[]; // part of object 1, part of object 2, share of the load
}

export type Estimate = Pick<
    Field.InsertionEstimate,
    "stiffness" | "stiffness_error" | "stiffness_low" | "stiffness_high" | "friction" | "friction_error"
>;

export interface LCurve extends Pick<Field.Lcurve, "corner" | "chosen" | "why" | "gamma_bayes" | "evaluations"> {
    points: (Omit<Field.LcurvePoint, "x"> & { wrench_error: number; x: number[] })[]; // γ falling
}

export type Seen = "seen" | "together" | "not";

export interface Observability {
    sensitivity: [number, number][]; // per unit of x_u, of both columns of Φ
    correlation: number[][][]; // P1 and P2; row and column 0 are Φ
    correlation_class: number[][][]; // the same entries: 2 high, 1 middle, 0 low
    singular: number[]; // falling
    direction: number[][]; // of each singular value, in prior deviations
    posterior: number[]; // standard error ÷ prior deviation
    seen: Seen[];
    sentences: string[];
}

// One entry for each drawn instant in every column.
export interface Series {
    time: number[];
    measured: number[][]; // six columns: Fx, Fy, Fz, Mx, My, Mz, object 1's axes at its origin
    plain: Instants;
    fit: Instants;
}

export interface Instants {
    wrench: number[][]; // reconstructed, six columns
    stiffness: number[]; // of this instant alone
    friction: number[];
    contacts: number[];
    sliding: number[];
}

// Object 1 in object 2's axes at the fit.
export interface Motion {
    time: number[];
    position: Triple[];
    orientation: Quaternion[];
    contacts: number[][][]; // part of object 1, of object 2, depth, point, normal, tangent (object 1's axes), speed
}
