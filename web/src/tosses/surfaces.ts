// What the scene is built of besides the body: pieces of planes with a grid on them, marks on the body's faces, paths.
// SPDX-License-Identifier: BSD-3-Clause

import { ticksOf } from "../run/motion.js";
import { along, fans, type Hull, type Triangles } from "../space/mesh.js";
import type { Triple } from "../space/pose.js";
import { faceNormal } from "../space/rounded.js";
import type { Plane } from "./toss.js";

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// A square of a plane about the point nearest to a centre, seen from its free side, and lines on it at round distances, seen from both.
export function planePiece(plane: Plane, centre: Triple, half: number): { board: Triangles; grid: Float32Array; step: number } {
    const [rx, ry, rz] = along(plane.normal);
    const [u, v]: [Triple, Triple] = [
        [rx[0], ry[0], rz[0]],
        [rx[1], ry[1], rz[1]],
    ];
    const away = dot(plane.normal, [
        centre[0] - plane.point[0],
        centre[1] - plane.point[1],
        centre[2] - plane.point[2],
    ]);
    const middle = centre.map((value, k) => value - away * (plane.normal[k] ?? 0)) as Triple;
    const [mu, mv] = [dot(middle, u), dot(middle, v)];
    const at = (a: number, b: number): Triple =>
        middle.map((value, k) => value + (a - mu) * (u[k] ?? 0) + (b - mv) * (v[k] ?? 0)) as Triple;
    const { values: across } = ticksOf(mu - half, mu + half, 10);
    const { values: up } = ticksOf(mv - half, mv + half, 10);
    const lines: number[] = [];
    for (const a of across) lines.push(...at(a, mv - half), ...at(a, mv + half));
    for (const b of up) lines.push(...at(mu - half, b), ...at(mu + half, b));
    const corners = [
        at(mu - half, mv - half),
        at(mu + half, mv - half),
        at(mu + half, mv + half),
        at(mu - half, mv + half),
    ];
    const step = Math.abs((across[1] ?? 1) - (across[0] ?? 0));
    return { board: fans([corners]), grid: new Float32Array(lines), step };
}

// Patches on the faces that look along body axes x, y and z, so that a cube shows how it lies. Empty where faces are many.
export function faceMarks(hull: Hull): Triangles[] {
    if (hull.faces.length > 40) return [];
    const normals = hull.faces.map((face) => faceNormal(hull, face));
    const taken = new Set<number>();
    return [0, 1, 2].map((axis) => {
        let best = -1;
        normals.forEach((normal, f) => {
            if (!taken.has(f) && (best < 0 || (normal[axis] ?? 0) > (normals[best]?.[axis] ?? 0))) best = f;
        });
        taken.add(best);
        const corners = (hull.faces[best] ?? []).map((i) => hull.vertices[i] ?? ([0, 0, 0] as Triple));
        const middle = [0, 1, 2].map((k) => corners.reduce((sum, c) => sum + (c[k] ?? 0), 0) / corners.length) as Triple;
        return fans([corners.map((c) => c.map((value, k) => (middle[k] ?? 0) + 0.35 * (value - (middle[k] ?? 0))) as Triple)]);
    });
}

// From point to point, as ends of lines.
export function pathLines(points: readonly Triple[]): Float32Array {
    const lines: number[] = [];
    for (let i = 0; i + 1 < points.length; i++) lines.push(...(points[i] ?? []), ...(points[i + 1] ?? []));
    return new Float32Array(lines);
}
