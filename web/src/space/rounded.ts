// A convex body with rounded corners and edges: faces as they are but smaller, pieces of cylinders along the edges,
// pieces of balls at the corners. Corner v is a ball about v − R w, w its inset.
// SPDX-License-Identifier: BSD-3-Clause

import { cross, edges, solid, unit, type Hull, type Triangles } from "./mesh.js";
import type { Triple } from "./pose.js";

const arcSteps = 4; // of an edge's quarter or less

export interface RoundedHull extends Hull {
    insets: Triple[];
    rounding: number;
}

const add = (a: Triple, b: Triple, factor = 1): Triple => [
    a[0] + factor * b[0],
    a[1] + factor * b[1],
    a[2] + factor * b[2],
];

// Newell's normal, which forgives corners that are not quite in one plane.
export function faceNormal({ vertices }: Hull, face: readonly number[]): Triple {
    let sum: Triple = [0, 0, 0];
    face.forEach((corner, i) => {
        const next = face[(i + 1) % face.length] ?? corner;
        sum = add(sum, cross(vertices[corner] ?? [0, 0, 0], vertices[next] ?? [0, 0, 0]));
    });
    return unit(sum);
}

class Builder {
    readonly position: number[] = [];
    readonly normal: number[] = [];

    triangle(points: [Triple, Triple, Triple], normals: [Triple, Triple, Triple]): void {
        this.position.push(...points[0], ...points[1], ...points[2]);
        this.normal.push(...normals[0], ...normals[1], ...normals[2]);
    }
}

// Directions from one normal to the next one along the arc.
function arc(from: Triple, to: Triple): Triple[] {
    return Array.from({ length: arcSteps + 1 }, (_, k) => {
        const share = k / arcSteps;
        return unit([
            from[0] + share * (to[0] - from[0]),
            from[1] + share * (to[1] - from[1]),
            from[2] + share * (to[2] - from[2]),
        ]);
    });
}

// The body's surface, and the lines where its flat faces end.
export function roundedSolid(hull: RoundedHull): { surface: Triangles; lines: Float32Array } {
    if (!(hull.rounding > 0)) return { surface: solid(hull), lines: edges(hull) };
    const { rounding } = hull;
    const normals = hull.faces.map((face) => faceNormal(hull, face));
    const centres = hull.vertices.map((corner, i) => add(corner, hull.insets[i] ?? [0, 0, 0], -rounding));
    const at = (corner: number, normal: Triple): Triple => add(centres[corner] ?? [0, 0, 0], normal, rounding);
    const built = new Builder();
    const lines: number[] = [];
    const owner = new Map<string, number>(); // face on the left of an edge from one corner to another
    hull.faces.forEach((face, f) =>
        face.forEach((corner, i) => owner.set(`${corner} ${face[(i + 1) % face.length]}`, f)),
    );
    hull.faces.forEach((face, f) => {
        const normal = normals[f] ?? [0, 0, 1];
        const corners = face.map((corner) => at(corner, normal));
        const [first] = corners;
        for (let i = 1; first && i + 1 < corners.length; i++)
            built.triangle([first, corners[i] ?? first, corners[i + 1] ?? first], [normal, normal, normal]);
        face.forEach((corner, i) => {
            const next = face[(i + 1) % face.length] ?? corner;
            lines.push(...at(corner, normal), ...at(next, normal));
            const other = owner.get(`${next} ${corner}`);
            if (other === undefined) return;
            const steps = arc(normal, normals[other] ?? normal);
            // the edge, from the face with the smaller number; and this face's share of the ball at either end
            for (let k = 0; k < arcSteps; k++) {
                const [m, n] = [steps[k] ?? normal, steps[k + 1] ?? normal];
                if (f < other) {
                    const [a, b, c, d] = [at(corner, m), at(corner, n), at(next, n), at(next, m)];
                    built.triangle([a, b, c], [m, n, n]);
                    built.triangle([a, c, d], [m, n, m]);
                }
                const middle = unit(hull.insets[next] ?? normal);
                const [o, p] = [unit(add(middle, m)), unit(add(middle, n))]; // halfway
                for (const [a, b, c] of [
                    [middle, o, p],
                    [o, m, n],
                    [o, n, p],
                ] as [Triple, Triple, Triple][])
                    built.triangle([at(next, a), at(next, b), at(next, c)], [a, b, c]);
            }
        });
    });
    return {
        surface: { position: new Float32Array(built.position), normal: new Float32Array(built.normal) },
        lines: new Float32Array(lines),
    };
}
