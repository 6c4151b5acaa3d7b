// The page of `routh judge` in a real browser, with an object as src/results/report/behaviour_page.c writes it.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import type { Behaviour } from "../src/judge/behaviour.js";
import { openPage, outFolder, startBrowser } from "./browser.js";

const speeds = Array.from({ length: 40 }, (_, i) => 0.3 + 0.06 * i);
const restitution = speeds.map((v) => 0.6 - 0.05 * Math.log(v));

const behaviour: Behaviour = {
    kind: "behaviour",
    version: "0",
    title: "Simulator <1>",
    verdict: "It behaves like stepped.",
    words: ["It behaves like stepped.", "No impact gains energy."],
    cards: [{ name: "impacts", value: "40", more: " of 50" }],
    tables: [{ title: "Over speed", columns: ["speed", "restitution"], rows: [["0.3 … 0.9", "0.62"]] }],
    charts: [
        {
            title: "Restitution over speed",
            x: "speed of approach, m/s",
            y: "restitution",
            lines: [
                { name: "impacts", x: speeds, y: restitution, low: restitution, high: restitution },
                { name: "fitted", x: [0.3, 2.6], y: [0.66, 0.55] },
            ],
        },
    ],
};

const file = join(outFolder, "judge-fixture.html");
const template = readFileSync(join(outFolder, "judge.html"), "utf8");
writeFileSync(file, template.split("/*STUDY*/").join(JSON.stringify(behaviour).replace(/</g, "\\u003c")));

let browser: Browser;
before(async () => {
    browser = await startBrowser();
});
after(async () => {
    await browser.close();
});

describe("judge", () => {
    test("shows verdict, figures and tables, and complains of nothing", async () => {
        const { page, complaints } = await openPage(browser, file, {});
        assert.equal(await page.locator("h1").textContent(), behaviour.title);
        assert.match((await page.locator(".source").textContent()) ?? "", /stepped/);
        const figure = page.locator("[data-kind=chart]").first();
        await figure.scrollIntoViewIfNeeded();
        await figure.locator("circle.point").first().waitFor();
        assert.equal(await figure.locator("circle.point").count(), speeds.length);
        assert.equal(await figure.locator("path.line").count(), 1);
        assert.equal(await figure.locator(".tools .key circle").count(), 1); // points have no line in the legend
        assert.equal(await page.locator("table").count(), 1);
        assert.deepEqual(complaints, []);
    });
});
