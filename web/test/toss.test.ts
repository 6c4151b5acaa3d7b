// Sums behind the page of tosses: rounded bodies are closed, poses lie between instants, angles are those of turns.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { cross, type Triangles } from "../src/space/mesh.js";
import { moved, turn, type Quaternion, type Triple } from "../src/space/pose.js";
import { roundedSolid } from "../src/space/rounded.js";
import { ballAround } from "../src/space/stage.js";
import { Clock } from "../src/clock.js";
import { angleBetween, apartOf, poseAt, timesOf } from "../src/tosses/motion.js";
import { faceMarks, pathLines, planePiece } from "../src/tosses/surfaces.js";
import { boxHull, makeTosses } from "./tosses-fixture.js";

// By Gauss's theorem: the same from any origin where the surface is closed.
function volume({ position }: Triangles, origin: Triple = [0, 0, 0]): number {
    let sum = 0;
    for (let i = 0; i < position.length; i += 9) {
        const corner = (k: number): Triple =>
            [0, 1, 2].map((c) => (position[i + 3 * k + c] ?? 0) - (origin[c] ?? 0)) as Triple;
        const [a, b, c] = [corner(0), corner(1), corner(2)];
        const n = cross(b, c);
        sum += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6;
    }
    return sum;
}

// A box of sides a, b, c whose edges are rounded by R: what is left of it inside, slabs on its faces, quarters of
// cylinders along its edges, a ball at its corners (Steiner).
function steiner(a: number, b: number, c: number, r: number): number {
    const [p, q, s] = [a - 2 * r, b - 2 * r, c - 2 * r];
    return p * q * s + 2 * r * (p * q + q * s + s * p) + Math.PI * r * r * (p + q + s) + (4 / 3) * Math.PI * r ** 3;
}

test("a rounded box is closed, looks outwards, and has the volume of Steiner's formula", () => {
    for (const rounding of [0, 0.001, 0.01, 0.024]) {
        const { surface } = roundedSolid({ ...boxHull([0.12, 0.08, 0.05]), rounding });
        const inside = volume(surface);
        const whole = steiner(0.12, 0.08, 0.05, rounding);
        assert.ok(Math.abs(volume(surface, [1, 2, 3]) - inside) < 1e-4 * whole, `open at ${rounding}`);
        // chords lie inside arcs
        assert.ok(inside <= whole * (1 + 1e-6) && inside > 0.97 * whole, `${inside} of ${whole} at ${rounding}`);
        for (let i = 0; i < surface.normal.length; i += 3) {
            const length = Math.hypot(...surface.normal.slice(i, i + 3));
            assert.ok(Math.abs(length - 1) < 1e-6);
        }
    }
});

test("a rounded body stays within the sharp one, and its faces stay where they are", () => {
    const { surface } = roundedSolid({ ...boxHull([0.12, 0.08, 0.05]), rounding: 0.01 });
    let high = 0;
    for (let i = 0; i < surface.position.length; i += 3) {
        const [x, y, z] = [0, 1, 2].map((k) => Math.abs(surface.position[i + k]!)) as Triple;
        assert.ok(x <= 0.06 + 1e-7 && y <= 0.04 + 1e-7 && z <= 0.025 + 1e-7);
        high = Math.max(high, z);
    }
    assert.ok(Math.abs(high - 0.025) < 1e-7);
});

test("the angle between orientations is that of the turn between them, whatever their signs", () => {
    const about = (axis: Triple, angle: number): Quaternion => {
        const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
        return [c, s * axis[0], s * axis[1], s * axis[2]];
    };
    for (const angle of [0, 1e-9, 0.3, 2, 3.1]) {
        for (const sign of [1, -1]) {
            const b = about([0.6, 0, 0.8], 0.4 + angle).map((value) => sign * value) as Quaternion;
            assert.ok(Math.abs(angleBetween(about([0.6, 0, 0.8], 0.4), b) - angle) < 1e-12, `${angle}`);
        }
    }
    // and about another axis: the trace of the product of the matrices
    const [a, b] = [about([1, 0, 0], 0.7), about([0, 1, 0], -1.2)];
    const point = (x: Triple): Triple => moved(turn([0, 1, 0], [0, 0, 0], -1.2), moved(turn([1, 0, 0], [0, 0, 0], -0.7), x));
    const trace = point([1, 0, 0])[0] + point([0, 1, 0])[1] + point([0, 0, 1])[2];
    assert.ok(Math.abs(angleBetween(a, b) - Math.acos((trace - 1) / 2)) < 1e-12);
});

test("a pose is that of the track at its instants, lies between them, and is missing where the track is", () => {
    const { tosses } = makeTosses();
    const toss = tosses[0]!;
    const [recorded, predicted] = [toss.tracks[0]!, toss.tracks[1]!];
    const times = timesOf(toss);
    assert.equal(times.length, recorded.poses.length);
    for (const i of [0, 7, recorded.poses.length - 1]) {
        const pose = poseAt(recorded, toss.rate, times[i]!)!;
        pose.position.forEach((value, k) => assert.ok(Math.abs(value - recorded.poses[i]![k]!) < 1e-9));
    }
    const half = poseAt(recorded, toss.rate, 10.5 / toss.rate)!;
    assert.ok(Math.abs(half.position[2] - (recorded.poses[10]![2] + recorded.poses[11]![2]) / 2) < 1e-9);
    assert.equal(poseAt(predicted, toss.rate, 0), null);
    assert.ok(poseAt(predicted, toss.rate, predicted.first / toss.rate));
    assert.equal(poseAt(recorded, toss.rate, 99), null);
});

test("tracks are compared at the instants that both have", () => {
    const [toss] = makeTosses().tosses;
    const apart = apartOf(toss!)!;
    const { first, poses } = toss!.tracks[1]!;
    assert.equal(apart.time.length, poses.length);
    assert.ok(Math.abs(apart.time[0]! - first / toss!.rate) < 1e-12);
    apart.time.forEach((time, i) => {
        assert.ok(Math.abs(apart.distance[i]! - 0.3 * 0.05 * time) < 1e-9);
        assert.ok(Math.abs(apart.angle[i]! - 0.3 * time) < 1e-9);
    });
    assert.equal(apartOf(makeTosses({ tracks: 1 }).tosses[0]!), null);
});

test("a piece of a plane lies in it, about the point below the centre", () => {
    const normal: Triple = [0, -Math.SQRT1_2, Math.SQRT1_2];
    const { board, grid, step } = planePiece({ point: [1, 2, 3], normal }, [0.3, 0.4, 0.9], 0.5);
    for (const list of [board.position, grid])
        for (let i = 0; i < list.length; i += 3) {
            const off = [1, 2, 3].map((value, k) => list[i + k]! - value);
            assert.ok(Math.abs(off[0]! * normal[0] + off[1]! * normal[1] + off[2]! * normal[2]) < 1e-6);
        }
    assert.ok(step > 0.05 && step < 0.5);
    const [middle, radius] = ballAround([[0, 0, 0], [2, 0, 0], [1, 1, 0]]);
    assert.deepEqual(middle, [1, 0.5, 0]);
    assert.ok(Math.abs(radius - Math.hypot(1, 0.5)) < 1e-12);
    assert.equal(pathLines([[0, 0, 0], [1, 0, 0], [1, 1, 0]]).length, 12);
});

test("marks lie on the faces that look along the axes", () => {
    const marks = faceMarks(boxHull([0.12, 0.08, 0.05]));
    assert.equal(marks.length, 3);
    marks.forEach(({ position, normal }, axis) => {
        for (let i = 0; i < position.length; i += 3) {
            assert.ok(Math.abs(position[i + axis]! - [0.06, 0.04, 0.025][axis]!) < 1e-7);
            assert.ok(normal[i + axis]! > 0.999);
        }
    });
});

test("a clock steps from instant to instant, also from between two, and stays within them", () => {
    const clock = new Clock([0, 0.1, 0.2, 0.3], 1);
    clock.step(-1);
    assert.equal(clock.time, 0);
    clock.step(2);
    assert.equal(clock.time, 0.2);
    clock.choose(0.25);
    clock.step(-1);
    assert.equal(clock.time, 0.2);
    clock.choose(0.25);
    clock.step(1);
    assert.equal(clock.time, 0.3);
    clock.step(1);
    assert.equal(clock.time, 0.3);
    clock.restart([5, 6], 4);
    assert.deepEqual([clock.time, clock.end, clock.slowness], [5, 6, 4]);
});
