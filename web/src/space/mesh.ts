// Convex parts as triangles with flat shading and as edges, and the arrow that stands for a contact.
// SPDX-License-Identifier: BSD-3-Clause

import type { Triple } from "./pose.js";

export interface Triangles {
    position: Float32Array;
    normal: Float32Array;
}

// A convex body by its corners, and its faces by theirs, counter-clockwise from outside.
export interface Hull {
    vertices: Triple[];
    faces: number[][];
}

const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export function cross(a: Triple, b: Triple): Triple {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit(a: Triple): Triple {
    const length = Math.hypot(...a) || 1;
    return [a[0] / length, a[1] / length, a[2] / length];
}

// Fans of triangles over flat faces, corners counter-clockwise from outside.
export function fans(faces: Triple[][]): Triangles {
    const position: number[] = [];
    const normal: number[] = [];
    for (const corners of faces) {
        const [first] = corners;
        for (let i = 1; first && i + 1 < corners.length; i++) {
            const [b, c] = [corners[i] ?? first, corners[i + 1] ?? first];
            const out = unit(cross(minus(b, first), minus(c, first)));
            position.push(...first, ...b, ...c);
            normal.push(...out, ...out, ...out);
        }
    }
    return { position: new Float32Array(position), normal: new Float32Array(normal) };
}

function cornersOf(part: Hull): Triple[][] {
    return part.faces.map((face) => face.map((index) => part.vertices[index] ?? [0, 0, 0]));
}

export function solid(part: Hull): Triangles {
    return fans(cornersOf(part));
}

// Each edge once: two faces share it, in opposite directions.
export function edges(part: Hull): Float32Array {
    const ends: number[] = [];
    for (const face of part.faces)
        face.forEach((from, i) => {
            const to = face[(i + 1) % face.length] ?? from;
            if (from < to) ends.push(...(part.vertices[from] ?? []), ...(part.vertices[to] ?? []));
        });
    return new Float32Array(ends);
}

// Along z from 0 to 1: shaft and head.
export function arrow(sides = 10, shaft = 0.035, head = 0.1, neck = 0.7): Triangles {
    const circle = (radius: number, z: number, i: number): Triple => {
        const angle = (2 * Math.PI * i) / sides;
        return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    };
    const faces: Triple[][] = [];
    for (let i = 0; i < sides; i++) {
        faces.push([circle(shaft, 0, i), circle(shaft, 0, i + 1), circle(shaft, neck, i + 1), circle(shaft, neck, i)]);
        faces.push([circle(head, neck, i), circle(head, neck, i + 1), [0, 0, 1]]);
    }
    faces.push(Array.from({ length: sides }, (_, i) => circle(head, neck, sides - i)));
    return fans(faces);
}

// A ball of radius 1, coarse.
export function ball(rings = 6, sides = 10): Triangles {
    const point = (ring: number, side: number): Triple => {
        const [polar, around] = [(Math.PI * ring) / rings, (2 * Math.PI * side) / sides];
        return [Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar)];
    };
    const faces: Triple[][] = [];
    for (let r = 0; r < rings; r++)
        for (let s = 0; s < sides; s++) {
            const [a, b, c, d] = [point(r, s), point(r + 1, s), point(r + 1, s + 1), point(r, s + 1)];
            faces.push(r === 0 ? [a, b, c] : r === rings - 1 ? [a, b, d] : [a, b, c, d]);
        }
    return fans(faces);
}

// The pose that takes z to a direction, for arrows.
export function along(direction: Triple): [Triple, Triple, Triple] {
    const z = unit(direction);
    const x = unit(cross(Math.abs(z[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0], z));
    const y = cross(z, x);
    return [
        [x[0], y[0], z[0]],
        [x[1], y[1], z[1]],
        [x[2], y[2], z[2]],
    ];
}
