// Where a body is at any time, how far two tracks are apart, and the instants of a toss.
// SPDX-License-Identifier: BSD-3-Clause

import { fromQuaternion, type Pose, type Quaternion, type Triple } from "../space/pose.js";
import { pointOf, quaternionOf, type PoseNumbers, type Toss, type Track } from "./toss.js";

// All instants that a track of the toss has.
export function timesOf({ tracks, rate }: Toss): number[] {
    const filled = tracks.filter(({ poses }) => poses.length > 0);
    if (filled.length === 0) return [0];
    const first = Math.min(...filled.map((track) => track.first));
    const last = Math.max(...filled.map((track) => track.first + track.poses.length - 1));
    return Array.from({ length: last - first + 1 }, (_, i) => (first + i) / rate);
}

// Straight between two turns that are near each other, by the shorter way.
function between(a: Quaternion, b: Quaternion, share: number): Quaternion {
    const same = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
    return a.map((value, i) => value + share * (same * (b[i] ?? 0) - value)) as Quaternion;
}

// The pose at a time; null before the track begins and after it ends.
export function poseAt({ first, poses }: Track, rate: number, time: number): Pose | null {
    const at = time * rate - first;
    // a time is a quotient, so that the last instant may come out a little late
    if (poses.length === 0 || at < -1e-6 || at > poses.length - 1 + 1e-6) return null;
    const i = Math.max(0, Math.min(poses.length - 1, Math.floor(at + 1e-9)));
    const [from, to] = [poses[i], poses[Math.min(poses.length - 1, i + 1)]];
    if (!from || !to) return null;
    const share = Math.min(1, Math.max(0, at - i));
    const [p, q] = [pointOf(from), pointOf(to)];
    const point = p.map((value, k) => value + share * ((q[k] ?? 0) - value)) as Triple;
    return fromQuaternion(between(quaternionOf(from), quaternionOf(to), share), point);
}

// The angle of the turn from one orientation to another, rad.
export function angleBetween(a: Quaternion, b: Quaternion): number {
    const [w, x, y, z] = a;
    const dot = Math.abs(w * b[0] + x * b[1] + y * b[2] + z * b[3]);
    // the vector of conj(a) b: its length is the sine, exact where the cosine is not
    const across = Math.hypot(
        w * b[1] - x * b[0] - y * b[3] + z * b[2],
        w * b[2] - y * b[0] - z * b[1] + x * b[3],
        w * b[3] - z * b[0] - x * b[2] + y * b[1],
    );
    return 2 * Math.atan2(across, dot);
}

export interface Apart {
    time: number[];
    distance: number[]; // of the tracked points, m
    angle: number[]; // of the orientations, rad
}

// How far the second track is from the first, at every instant that both have; null: there is only one.
export function apartOf({ tracks, rate }: Toss): Apart | null {
    const [a, b] = tracks;
    if (!a || !b) return null;
    const begin = Math.max(a.first, b.first);
    const end = Math.min(a.first + a.poses.length, b.first + b.poses.length);
    const apart: Apart = { time: [], distance: [], angle: [] };
    for (let i = begin; i < end; i++) {
        const [p, q] = [a.poses[i - a.first], b.poses[i - b.first]] as [PoseNumbers, PoseNumbers];
        apart.time.push(i / rate);
        apart.distance.push(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
        apart.angle.push(angleBetween(quaternionOf(p), quaternionOf(q)));
    }
    return apart.time.length > 0 ? apart : null;
}
