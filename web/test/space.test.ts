// Parts in space: motions compose as the library's do, meshes are closed and look outwards, instants are found.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { along, arrow, ball, cross, edges, solid, type Triangles } from "../src/space/mesh.js";
import { exaggerated, partPose } from "../src/insertion/space/placement.js";
import { compose, fromQuaternion, inverse, matrix, moved, shift, turn, turned } from "../src/space/pose.js";
import type { Triple } from "../src/space/pose.js";
import type { Displacement } from "../src/insertion/study.js";
import { nearest } from "../src/insertion/view.js";
import { makeInsertionStudy } from "./insertion-fixture.js";

function near(actual: readonly number[], expected: readonly number[], tolerance = 1e-12): void {
    assert.equal(actual.length, expected.length);
    actual.forEach((value, i) =>
        assert.ok(Math.abs(value - (expected[i] ?? NaN)) <= tolerance, `${actual} is not ${expected}`),
    );
}

test("a quarter about an axis leaves its points and turns the rest", () => {
    const quarter = turn([0, 0, 1], [1, 0, 0], Math.PI / 2);
    near(moved(quarter, [1, 0, 5]), [1, 0, 5]);
    near(moved(quarter, [2, 0, 0]), [1, 1, 0]);
    near(moved(fromQuaternion([Math.SQRT1_2, 0, 0, Math.SQRT1_2], [0, 0, 0]), [1, 0, 0]), [0, 1, 0]);
});

test("a motion and its inverse cancel, and composition is one after the other", () => {
    const a = turn([0.6, 0, 0.8], [0.1, 0.2, 0.3], 0.7);
    const b = compose(shift([0, 1, 0], 0.4), turn([0, 1, 0], [0, 0, 1], -1.1));
    const x: Triple = [0.3, -0.2, 0.9];
    near(moved(compose(a, b), x), moved(a, moved(b, x)));
    near(moved(compose(inverse(a), a), x), x);
    near(matrix(a).slice(12, 15), a.position);
    near(turned(a, [1, 0, 0]), matrix(a).slice(0, 3));
});

// As include/routh/insertion.h says: those of the part in the order of the list, the first outermost, then the object's.
test("displacements act in the library's order", () => {
    const study = makeInsertionStudy();
    const common = { object: 0, unit: "m", through: [0, 0, 0], nominal: 0, deviation: 1 } as const;
    const make = (kind: "shift" | "turn", part: number | null, axis: Triple): Displacement => ({
        ...common,
        through: [0, 0, 0],
        name: "",
        kind,
        part,
        axis,
    });
    study.objects[0]!.parts[1]!.position = [1, 0, 0];
    study.objects[0]!.parts[1]!.orientation = [1, 0, 0, 0];
    study.displacements = [
        make("turn", null, [0, 0, 1]), // the object's is outermost of all
        make("shift", 1, [0, 1, 0]), // the part's first is outside its second
        make("turn", 1, [0, 0, 1]),
        make("shift", 2, [0, 0, 1]), // another part's
        { ...make("shift", null, [0, 0, 1]), kind: "offset", object: 1 },
    ];
    const quarter = Math.PI / 2;
    // (1, 0, 0) → turned (0, 1, 0) → shifted (0, 3, 0) → turned (−3, 0, 0)
    near(partPose(study, 0, 1, [quarter, 2, quarter, 7, 9]).position, [-3, 0, 0]);
    near(exaggerated([{ ...make("shift", 1, [0, 1, 0]), nominal: 2 }], [2.5], 10), [7]);
});

// By Gauss's theorem; negative where faces look inwards, and not translation-proof where the surface is open.
function volume({ position }: Triangles, origin: Triple): number {
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

test("meshes are closed and look outwards", () => {
    const shapes = makeInsertionStudy().objects.flatMap(({ parts }) => parts.map(solid));
    for (const shape of [...shapes, ball()]) {
        const inside = volume(shape, [0, 0, 0]);
        assert.ok(inside > 0);
        assert.ok(Math.abs(volume(shape, [1, 2, 3]) - inside) < 1e-5 * Math.max(inside, 1));
    }
    // an arrow's shaft is open at its foot and under its head, where nobody looks
    assert.ok(volume(arrow(), [0, 0, 0]) > 0);
});

test("every edge is there once", () => {
    for (const { parts } of makeInsertionStudy().objects)
        for (const part of parts) {
            const count = edges(part).length / 6;
            assert.equal(part.vertices.length - count + part.faces.length, 2); // Euler
        }
});

test("an arrow points where it should", () => {
    for (const direction of [
        [1, 0, 0],
        [0, -2, 0],
        [0.3, 0.4, -0.5],
    ] as Triple[]) {
        const length = Math.hypot(...direction);
        near(
            turned({ rotation: along(direction), position: [0, 0, 0] }, [0, 0, 1]),
            direction.map((component) => component / length),
        );
    }
});

test("the nearest instant is found", () => {
    assert.equal(nearest([], 3), -1);
    assert.equal(nearest([5], 3), 0);
    const time = [0, 1, 2, 4, 8];
    for (const wanted of [-1, 0, 0.4, 0.6, 2.9, 3.1, 7, 100]) {
        const least = Math.min(...time.map((t) => Math.abs(t - wanted)));
        assert.equal(Math.abs((time[nearest(time, wanted)] ?? NaN) - wanted), least);
    }
});
