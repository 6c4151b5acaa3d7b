// Numbers as people read them.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { extent, fixed, percent, quantile, significant, whole } from "../src/numbers.js";

test("digits, signs and powers", () => {
    assert.equal(fixed(-0.0004, 3), "0.000");
    assert.equal(fixed(-1.25, 1), "−1.3");
    assert.equal(significant(0.0123456), "0.0123");
    assert.equal(significant(-12345.6), "−12346");
    assert.equal(significant(1.3428e-5), "1.34 × 10⁻⁵");
    assert.equal(significant(6.02e23, 2), "6.0 × 10²³");
    assert.equal(percent(0.1234), "12.3 %");
    assert.equal(whole(-2389), "−2,389");
});

test("a number that is not there is a dash", () => {
    for (const write of [significant, percent, whole, (value: number | null) => fixed(value, 2)]) {
        assert.equal(write(null), "–");
        assert.equal(write(NaN), "–");
        assert.equal(write(Infinity), "–");
    }
});

test("quantiles and extents pass over what is missing", () => {
    const values = [3, NaN, 1, 2, Infinity, 5, 4];
    assert.equal(quantile(values, 0), 1);
    assert.equal(quantile(values, 0.5), 3);
    assert.equal(quantile(values, 1), 5);
    assert.deepEqual(extent(values), [1, 5]);
    assert.deepEqual(extent([]), [0, 1]);
    assert.deepEqual(extent(Array.from({ length: 300_000 }, (_, i) => i)), [0, 299_999]);
});
