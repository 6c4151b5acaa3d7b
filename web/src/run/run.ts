// A run as the program embeds it in the page: one object, and all that the page knows. SI units and radians.
// SPDX-License-Identifier: BSD-3-Clause

export interface Run {
    version: string; // of the program
    title: string;
    words: string[]; // what happened, in sentences
    body: Body;
    gravity: number; // m/s²
    planes: Plane[]; // surfaces that the body can touch: solid below, along the angle
    duration: number; // s
    rests: boolean; // at the end
    samples: Samples;
    contacts: Contacts;
}

export interface Body {
    shape: string; // in words, "ellipse 100 × 60 mm"
    semi_axes: [number, number] | null; // of an ellipse or disc
    corners: [number, number][]; // of a polygon, about the centre of mass
    radius: number; // of the circle around it
    mass: number; // kg
    inertia: number; // kg m²
}

export interface Plane {
    x: number;
    y: number;
    angle: number;
}

// One entry for each instant in every column.
export interface Samples {
    time: number[];
    x: number[];
    y: number[];
    theta: number[];
    moving: number; // instants until it lies still
    strobe: number; // s between outlines
    outlines: number[]; // instants drawn as outlines
}

// One entry for each contact in every column: the first few hundred.
export interface Contacts {
    count: number; // of all
    time: number[];
    x: number[]; // where it touches
    y: number[];
    plane: number[]; // index into planes
    closing: number[]; // normal speed before, m/s
    pn: number[]; // impulse, N s
    pt: number[];
    state: ("slips" | "sticks")[];
}
