// Rigid motions: x in a thing's own axes is rotation · x + position outside.
// SPDX-License-Identifier: BSD-3-Clause

export type Triple = [number, number, number];
export type Quaternion = [w: number, x: number, y: number, z: number];

export interface Pose {
    rotation: [Triple, Triple, Triple]; // row by row
    position: Triple;
}

export const identity: Pose = {
    rotation: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ],
    position: [0, 0, 0],
};

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export function turned({ rotation: [a, b, c] }: Pose, x: Triple): Triple {
    return [dot(a, x), dot(b, x), dot(c, x)];
}

export function moved(pose: Pose, x: Triple): Triple {
    const [a, b, c] = turned(pose, x);
    const [p, q, r] = pose.position;
    return [a + p, b + q, c + r];
}

export function compose(outer: Pose, inner: Pose): Pose {
    const column = (j: 0 | 1 | 2): Triple => [inner.rotation[0][j], inner.rotation[1][j], inner.rotation[2][j]];
    const [x, y, z] = [column(0), column(1), column(2)];
    const row = (r: Triple): Triple => [dot(r, x), dot(r, y), dot(r, z)];
    const [a, b, c] = outer.rotation;
    return { rotation: [row(a), row(b), row(c)], position: moved(outer, inner.position) };
}

export function inverse({ rotation: [a, b, c], position }: Pose): Pose {
    const rotation: Pose["rotation"] = [
        [a[0], b[0], c[0]],
        [a[1], b[1], c[1]],
        [a[2], b[2], c[2]],
    ];
    const [x, y, z] = turned({ rotation, position: [0, 0, 0] }, position);
    return { rotation, position: [-x, -y, -z] };
}

export function fromQuaternion([w, x, y, z]: Quaternion, position: Triple): Pose {
    const s = 2 / (w * w + x * x + y * y + z * z);
    return {
        rotation: [
            [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
        ],
        position,
    };
}

export function shift(axis: Triple, distance: number): Pose {
    return { ...identity, position: [axis[0] * distance, axis[1] * distance, axis[2] * distance] };
}

// By an angle about an axis of unit length through a point.
export function turn(axis: Triple, through: Triple, angle: number): Pose {
    const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
    const about = fromQuaternion([c, s * axis[0], s * axis[1], s * axis[2]], [0, 0, 0]);
    const [x, y, z] = turned(about, through);
    return { ...about, position: [through[0] - x, through[1] - y, through[2] - z] };
}

// Column by column, as WebGL wants it.
export function matrix({ rotation: [a, b, c], position: [x, y, z] }: Pose): number[] {
    return [a[0], b[0], c[0], 0, a[1], b[1], c[1], 0, a[2], b[2], c[2], 0, x, y, z, 1];
}
