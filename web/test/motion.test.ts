// Sums behind the animation: poses between instants, the window on the world, ticks.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { instantAt, usualSlowness } from "../src/clock.js";
import { poseAt, ticksOf, windowOf } from "../src/run/motion.js";
import { makeRun } from "./run-fixture.js";

test("at an instant the body is where the run has it, and between two halfway", () => {
    const { samples } = makeRun();
    for (const i of [0, 17, samples.time.length - 1]) {
        const pose = poseAt(samples, samples.time[i]!);
        assert.equal(instantAt(samples.time, samples.time[i]!), i);
        assert.ok(Math.abs(pose.x - samples.x[i]!) < 1e-12 && Math.abs(pose.theta - samples.theta[i]!) < 1e-12);
    }
    const middle = poseAt(samples, (samples.time[17]! + samples.time[18]!) / 2);
    assert.ok(Math.abs(middle.y - (samples.y[17]! + samples.y[18]!) / 2) < 1e-9);
});

test("before the first and after the last instant it stays there", () => {
    const { samples } = makeRun();
    assert.equal(poseAt(samples, -1).x, samples.x[0]);
    assert.equal(poseAt(samples, 99).x, samples.x[samples.x.length - 1]);
    const one = { ...samples, time: [0], x: [0.3], y: [0.1], theta: [0] };
    assert.deepEqual(poseAt(one, 0.5), { x: 0.3, y: 0.1, theta: 0 });
});

test("the window holds the whole motion, true to scale, within its limits", () => {
    const run = makeRun();
    for (const width of [300, 900]) {
        const window = windowOf(run, width, [200, 500]);
        assert.ok(window.height >= 200 && window.height <= 500);
        for (const [i, x] of run.samples.x.entries()) {
            const [across, up] = [window.x(x), window.y(run.samples.y[i]!)];
            const room = run.body.radius * window.scale;
            assert.ok(across >= room && across <= width - room, `${across} of ${width}`);
            assert.ok(up >= room && up <= window.height - room, `${up} of ${window.height}`);
        }
        const metre = { x: window.x(1) - window.x(0), y: window.y(0) - window.y(1) };
        assert.ok(Math.abs(metre.x - metre.y) < 1e-9 && Math.abs(metre.x - window.scale) < 1e-9);
    }
});

test("ticks are round numbers within the range, with the decimals they need", () => {
    assert.deepEqual(ticksOf(-0.02, 0.41, 5), { values: [0, 0.1, 0.2, 0.30000000000000004, 0.4], decimals: 1 });
    assert.deepEqual(ticksOf(-3, 7, 5), { values: [-2, 0, 2, 4, 6], decimals: 0 });
    assert.deepEqual(ticksOf(0, 0.05, 3).values.length, 3);
    assert.equal(ticksOf(0.001, 0.0043, 4).decimals, 3);
    const below = ticksOf(-5, -1, 4).values;
    assert.ok(below.every((value) => value >= -5 && value <= -1), below.join());
});

test("short motions are slowed down until they take some seconds", () => {
    for (const duration of [0.1, 0.3, 0.5, 1, 2]) {
        const shown = duration * usualSlowness(duration);
        assert.ok(shown >= 2.5 && shown <= 12, `${shown} s`);
    }
});
