// Tosses in space as the program embeds them in the page: one object, and all that the page knows. SI units and radians.
// src/results/report/tosses_json.h writes it, for runs of `routh simulate --space` and for rollouts. A number that does not exist
// arrives as null, whatever the type says.
// SPDX-License-Identifier: BSD-3-Clause

import type { Quaternion, Triple } from "../space/pose.js";

export interface Tosses {
    kind: "tosses";
    version: string; // of the program
    title: string;
    words: string[]; // what was found, in sentences
    shape: Shape;
    planes: Plane[]; // fixed, solid opposite to their normals
    part: Part | null; // fixed and convex, in the world's axes
    columns: Column[]; // of the numbers that every toss has
    tables: Table[];
    charts: Chart[];
    tosses: Toss[]; // at least one
    total?: number; // tosses that were studied, where these are some of them
}

// Of recorded tosses none may be known.
export function knowsImpacts({ tosses }: Tosses): boolean {
    return tosses.some(({ impacts }) => impacts.count > 0);
}

// Body axes, the tracked point is their origin.
export interface Shape {
    name: string; // "box, 8 corners"
    vertices: Triple[];
    faces: number[][]; // corners, counter-clockwise from outside
    insets: Triple[]; // how far a corner moves where all faces move inwards by 1 m
    rounding: number; // radius of corners and edges; 0: sharp
    centre: Triple; // of mass
}

export interface Plane {
    point: Triple;
    normal: Triple; // of unit length
}

export interface Part {
    vertices: Triple[];
    faces: number[][];
}

export interface Column {
    key: string; // in `numbers` of a toss
    title: string; // with the unit
    digits: number; // after the point
    factor: number; // by which the number is multiplied before it is shown
}

export interface Table {
    title: string;
    columns: string[];
    rows: (string | number | null)[][];
}

// Lines over a common axis; those with intervals are points, not joined.
export interface Chart {
    title: string;
    x: string; // what the axes show, with units
    y: string;
    lines: { name: string; x: number[]; y: number[]; low?: number[]; high?: number[] }[];
}

export interface Toss {
    name: string;
    label: string; // "worst", "median", "best"; "": none of these
    rate: number; // Hz
    fitted: number; // s: until then the start was fitted; 0: it was given
    tracks: Track[]; // the first one is solid, the others are translucent
    impacts: Impacts;
    region: Region | null; // where the body is expected
    numbers: Record<string, number | null>;
}

export type PoseNumbers = [px: number, py: number, pz: number, qw: number, qx: number, qy: number, qz: number];

// One pose an instant: of the tracked point, and body to world.
export interface Track {
    name: string; // "recorded", "predicted"
    first: number; // instant of the first pose: its time is first ÷ rate
    poses: PoseNumbers[];
}

// One entry for each impact in every column: the first few hundred.
export interface Impacts {
    count: number; // of all
    time: number[];
    point: Triple[]; // of the contact that closed fastest
    speed: number[]; // of its approach, m/s
    contacts: number[]; // that took part
}

// One entry an instant: a ball about a place, and an angle about an orientation, each of which holds the tracked point or
// the orientation with that probability.
export interface Region {
    level: number; // 0.9
    first: number;
    centre: Triple[];
    radius: number[]; // m
    angle: number[]; // rad
}

export function quaternionOf([, , , w, x, y, z]: PoseNumbers): Quaternion {
    return [w, x, y, z];
}

export function pointOf([x, y, z]: PoseNumbers): Triple {
    return [x, y, z];
}
