// The plane of impulses against its definitions.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    admissible,
    centre,
    compressionLine,
    energyRatio,
    momentum,
    outline,
    stickingLine,
    velocityAfter,
    type Contact,
    type Pair,
} from "../src/contact.js";

const contacts: Contact[] = [
    { wtt: 83.5, wtn: -18.2, wnn: 33.5, vt: -0.73, vn: -0.89 },
    { wtt: 2, wtn: 1.3, wnn: 1, vt: 3, vn: -1 },
    { wtt: 1, wtn: 0, wnn: 1, vt: 0, vn: -2 },
];

const near = (value: number, wanted: number, scale = 1): void =>
    assert.ok(Math.abs(value - wanted) <= 1e-10 * scale, `${value} is not ${wanted}`);

// vᵀP + ½ PᵀWP, the change of kinetic energy
function gain(c: Contact, [pt, pn]: Pair): number {
    return c.vt * pt + c.vn * pn + 0.5 * (c.wtt * pt * pt + 2 * c.wtn * pt * pn + c.wnn * pn * pn);
}

const before = (c: Contact): number => 0.5 * (c.vt * momentum(c)[0] + c.vn * momentum(c)[1]);

test("W (Mc v) = v", () => {
    for (const c of contacts) {
        const [t, n] = momentum(c);
        near(c.wtt * t + c.wtn * n, c.vt);
        near(c.wtn * t + c.wnn * n, c.vn);
    }
});

test("the outline neither gains nor loses energy, and closes", () => {
    for (const c of contacts) {
        const points = outline(c);
        for (const point of points) near(gain(c, point), 0, before(c));
        near(points[0]![0], points[points.length - 1]![0]);
    }
});

test("the lines end on the outline, hold what they say, and meet in the centre", () => {
    for (const c of contacts) {
        for (const end of stickingLine(c)) {
            near(gain(c, end), 0, before(c));
            near(velocityAfter(c, end)[0], 0);
        }
        for (const end of compressionLine(c)) {
            near(gain(c, end), 0, before(c));
            near(velocityAfter(c, end)[1], 0);
        }
        near(velocityAfter(c, centre(c))[0], 0);
        near(velocityAfter(c, centre(c))[1], 0);
    }
});

test("the admissible region loses energy, pushes and does not penetrate", () => {
    for (const c of contacts) {
        const region = admissible(c);
        assert.ok(region.length > 20);
        for (const point of region) {
            assert.ok(gain(c, point) <= 1e-10 * before(c));
            assert.ok(velocityAfter(c, point)[1] >= -1e-10);
            assert.ok(point[1] >= -1e-12);
        }
    }
});

test("the ratio of energies is 1 without an impulse, 0 in the centre", () => {
    for (const c of contacts) {
        near(energyRatio(c, [0, 0]), 1);
        near(energyRatio(c, centre(c)), 0);
        const point: Pair = [0.01, 0.02];
        near(energyRatio(c, point), 1 + gain(c, point) / before(c));
    }
});
