// The page of insertions in a real browser: the fixture, and a report of the program where ROUTH_INSERTION_REPORT names
// one.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Study } from "../src/insertion/study.js";
import { drawn, openPage, outFolder, pictures, startBrowser } from "./browser.js";
import { makeInsertionStudy } from "./insertion-fixture.js";

const kinds = ["wrench", "instants", "contacts", "displacements", "lcurve", "correlation", "singular"];
const overTime = ["wrench", "instants", "contacts"];

// As the program writes it; see src/results/report/page.c.
function fixtureReport(name: string, study: Study): string {
    const file = join(outFolder, `${name}.html`);
    const data = JSON.stringify(study).replace(/</g, "\\u003c");
    const page = readFileSync(join(outFolder, "insertion.html"), "utf8");
    writeFileSync(file, page.split("/*STUDY*/").join(data));
    return file;
}

const made = fixtureReport("insertions", makeInsertionStudy());
const reports: Record<string, string> = { insertions: made };
const real = process.env["ROUTH_INSERTION_REPORT"];
if (real) reports[basename(real, ".html")] = real;

let browser: Browser;
let plainBrowser: Browser;
before(async () => {
    // WebGL by the processor where there is no graphics card, and none at all
    [browser, plainBrowser] = await Promise.all([
        startBrowser("--enable-unsafe-swiftshader"),
        startBrowser("--disable-3d-apis"),
    ]);
});
after(async () => {
    await Promise.all([browser.close(), plainBrowser.close()]);
});

class OpenStudy {
    private constructor(
        readonly page: Page,
        readonly study: Study,
        private readonly complaints: string[],
    ) {}

    static async open(file: string, options: BrowserContextOptions = {}, by: Browser = browser): Promise<OpenStudy> {
        const { page, complaints, data } = await openPage(by, file, options);
        return new OpenStudy(page, data as Study, complaints);
    }

    figure(kind: string): Locator {
        return this.page.locator(`#figure-${kind}`);
    }

    text(place: string): Promise<string> {
        return this.page
            .locator(place)
            .allTextContents()
            .then((all) => all.join("\n"));
    }

    async choose(index: number): Promise<void> {
        await this.page.locator(".segments label").nth(index).click();
        await drawn(this.page);
    }

    // What the canvas shows, and in how many colours.
    async sight(): Promise<{ picture: string; colours: number }> {
        await drawn(this.page);
        return this.page.locator(".space canvas").evaluate(async (element) => {
            const picture = (element as HTMLCanvasElement).toDataURL();
            const image = new Image();
            image.src = picture;
            await image.decode();
            const flat = document.createElement("canvas");
            [flat.width, flat.height] = [200, 120];
            const pen = flat.getContext("2d")!;
            pen.drawImage(image, 0, 0, 200, 120);
            const dots = new Uint32Array(pen.getImageData(0, 0, 200, 120).data.buffer);
            return { picture, colours: new Set(dots).size };
        });
    }

    async close(): Promise<void> {
        assert.deepEqual(
            this.complaints.filter((words) => !words.includes("GPU stall")),
            [],
        );
        await this.page.context().close();
    }
}

for (const [name, file] of Object.entries(reports))
    describe(name, () => {
        test("every figure is drawn for every recording", async () => {
            const report = await OpenStudy.open(file);
            for (const [index, recording] of report.study.recordings.entries()) {
                await report.choose(index);
                for (const kind of kinds) {
                    if (kind === "lcurve" && !recording.lcurve) continue;
                    const marks = await report.figure(kind).locator(".stage svg :is(path, circle, rect, line)").count();
                    assert.ok(marks > 8, `${kind} of ${recording.name} has ${marks} marks`);
                }
                await report.page.screenshot({
                    path: join(pictures(name), `wide-${index}.png`),
                    fullPage: true,
                });
            }
            await report.close();
        });

        test("another recording is another text, and its numbers stand in the tables", async () => {
            const report = await OpenStudy.open(file);
            for (const [index, { name: title, words, fit }] of report.study.recordings.entries()) {
                await report.choose(index);
                const found = await report.text("#found");
                for (const sentence of words) assert.ok(found.includes(sentence), sentence);
                const tiles = await report.text(".cards");
                assert.ok(tiles.includes(title));
                assert.equal(tiles.includes("all recordings together"), report.study.together !== null, tiles);
                const row = await report.text("#found tr.strong");
                assert.ok(row.includes((1e-5 * fit.stiffness).toFixed(3)), row);
                const table = await report.text("#geometry table");
                for (const [j, { name: displacement, unit }] of report.study.displacements.entries()) {
                    assert.ok(table.includes(displacement));
                    const value = (fit.x[j] ?? NaN) * (unit === "rad" ? 1e3 : 1e6);
                    assert.ok(
                        table.includes(Math.abs(value).toFixed(unit === "rad" ? 3 : 1)),
                        `${displacement}: ${value}`,
                    );
                }
            }
            await report.page.locator("button.choose").first().click();
            await drawn(report.page);
            assert.ok(await report.page.locator('.segments input[value="0"]').isChecked());
            await report.close();
        });

        test("a line switched off is in no figure, and comes back", async () => {
            const report = await OpenStudy.open(file);
            for (const line of ["measured", "plain", "fit"]) {
                const traces = report.page.locator(`.stage svg .line-${line}`);
                const before = await traces.count();
                assert.ok(before > 0, line);
                const box = report.page.locator(`.switches input[value="${line}"]`);
                await box.uncheck();
                await drawn(report.page);
                assert.equal(await traces.count(), 0, line);
                await box.check();
                await drawn(report.page);
                assert.equal(await traces.count(), before);
            }
            await report.close();
        });

        test("an instant that is chosen in a figure is shown in all, and in space", async () => {
            const report = await OpenStudy.open(file);
            const { page } = report;
            const before = await report.sight();
            for (const kind of overTime)
                assert.equal(await report.figure(kind).locator(".overlay .selected").count(), 0);
            const stage = report.figure("wrench").locator(".stage");
            await stage.focus();
            await page.keyboard.press("Home");
            for (let i = 0; i < 8; i++) await page.keyboard.press("PageDown");
            const spoken = await report.text("[aria-live]");
            assert.match(spoken, /F measured/);
            await page.keyboard.press("Enter");
            for (const kind of overTime)
                assert.ok((await report.figure(kind).locator(".overlay .selected").count()) > 0);
            const chosen = Number(/^([\d.]+) s/.exec(spoken)?.[1]);
            const { time } = report.study.recordings[0]!.motion;
            const frame = Number(await page.locator(".controls input[type=range]").first().inputValue());
            assert.ok(Math.abs((time[frame] ?? NaN) - chosen) < (time[1] ?? 1), `${time[frame]} and ${chosen}`);
            assert.notEqual((await report.sight()).picture, before.picture);
            await report.close();
        });

        test("pointing at a line shows the instant's numbers", async () => {
            const report = await OpenStudy.open(file);
            const { page } = report;
            const stage = report.figure("contacts").locator(".stage svg").first();
            await stage.scrollIntoViewIfNeeded();
            const box = (await stage.boundingBox())!;
            const tip = page.locator("#tooltip");
            for (let y = 30; y < box.height && !(await tip.isVisible()); y += 12)
                await page.mouse.move(box.x + 0.6 * box.width, box.y + y);
            assert.match((await tip.textContent()) ?? "", /\d s.*K displaced/s);
            await page.screenshot({ path: join(pictures(name), "hover.png") });
            await report.close();
        });

        test("the parts are seen, and move with mouse, touch, keys and sliders", async () => {
            const report = await OpenStudy.open(file, { hasTouch: true });
            const { page } = report;
            const canvas = page.locator(".space canvas");
            await canvas.scrollIntoViewIfNeeded();
            let { picture, colours } = await report.sight();
            assert.ok(colours > 20, `${colours} colours`);
            const changes = async (what: string): Promise<void> => {
                const now = (await report.sight()).picture;
                assert.notEqual(now, picture, what);
                picture = now;
            };
            const first = picture;
            const box = (await canvas.boundingBox())!;
            await page.mouse.move(box.x + 200, box.y + 150);
            await page.mouse.down();
            await page.mouse.move(box.x + 280, box.y + 190, { steps: 4 });
            await page.mouse.up();
            await changes("mouse");
            await canvas.focus();
            for (const key of ["ArrowLeft", "ArrowUp", "+", "-"]) {
                await page.keyboard.press(key);
                await changes(key);
            }
            await canvas.evaluate((element) => {
                // two fingers that part
                const touch = (kind: string, pointerId: number, clientX: number): void => {
                    const { left, top } = element.getBoundingClientRect();
                    element.dispatchEvent(
                        new PointerEvent(kind, {
                            pointerId,
                            clientX: left + clientX,
                            clientY: top + 90,
                            pointerType: "touch",
                        }),
                    );
                };
                element.setPointerCapture = () => {};
                touch("pointerdown", 11, 100);
                touch("pointerdown", 12, 200);
                touch("pointermove", 12, 320);
                touch("pointerup", 11, 100);
                touch("pointerup", 12, 320);
            });
            await changes("two fingers");
            const [time, factor] = [page.locator(".controls input").nth(0), page.locator(".controls input").nth(1)];
            assert.equal(await factor.inputValue(), "100");
            await factor.fill("1");
            await changes("exaggeration");
            await time.fill("40");
            await changes("time");
            assert.match(await report.text(".space .state"), /contact/);
            for (const shown of ["first", "drawn", "second"]) {
                await page.locator(`.controls input[value="${shown}"]`).uncheck();
                await changes(shown);
            }
            await page.keyboard.press("Home");
            for (const shown of ["first", "drawn", "second"])
                await page.locator(`.controls input[value="${shown}"]`).check();
            await factor.fill("100");
            await time.fill(String(report.study.recordings[0]!.motion.time.length - 1));
            await page.locator("#figure-parts button", { hasText: "Reset view" }).click();
            assert.equal((await report.sight()).picture, first);
            const [download] = await Promise.all([
                page.waitForEvent("download"),
                page.locator("#figure-parts button", { hasText: "Save PNG" }).click(),
            ]);
            assert.match(download.suggestedFilename(), /^routh-parts-.*\.png$/);
            await report.close();
        });

        test("every figure is saved as an SVG that stands by itself", async () => {
            const report = await OpenStudy.open(file, { colorScheme: "dark" });
            for (const kind of kinds) {
                if (kind === "lcurve" && !report.study.recordings[0]!.lcurve) continue;
                // Chromium drops the eleventh of many downloads in one second
                await report.page.waitForTimeout(150);
                const [download] = await Promise.all([
                    report.page.waitForEvent("download"),
                    report.figure(kind).locator("button.save").click(),
                ]);
                const path = join(pictures(name), download.suggestedFilename());
                await download.saveAs(path);
                const text = readFileSync(path, "utf8");
                assert.ok(!text.includes("var("), `${path} needs the page`);
                const broken = await report.page.evaluate(
                    (markup) =>
                        new DOMParser().parseFromString(markup, "image/svg+xml").querySelector("parsererror") !== null,
                    text,
                );
                assert.equal(broken, false, path);
            }
            await report.close();
        });

        test("dark ground and telephones", async () => {
            for (const [kind, options] of Object.entries({
                dark: { colorScheme: "dark" },
                phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
                "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
            } satisfies Record<string, BrowserContextOptions>)) {
                const report = await OpenStudy.open(file, options);
                const wider = await report.page.evaluate(
                    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
                );
                assert.ok(wider <= 0, `${kind}: ${wider} pixels too wide`);
                await report.page.screenshot({ path: join(pictures(name), `${kind}.png`), fullPage: true });
                await report.close();
            }
        });
    });

test("without WebGL the page says so, and the rest works", async () => {
    const report = await OpenStudy.open(made, {}, plainBrowser);
    const offered = await report.page.evaluate(() => document.createElement("canvas").getContext("webgl") !== null);
    assert.equal(offered, false, "this browser was to have no WebGL");
    assert.match(await report.text("#parts .nothing"), /no WebGL/);
    assert.equal(await report.page.locator("#parts canvas, #parts input").count(), 0);
    assert.ok((await report.figure("wrench").locator("svg path").count()) > 10);
    await report.close();
});

test("what is unknown is left out: no truth, no L-curve, no friction, one recording, no displacement", async () => {
    const study = makeInsertionStudy();
    study.recordings = study.recordings.slice(0, 1);
    const recording = study.recordings[0]!;
    recording.truth = null;
    recording.lcurve = null;
    recording.fit.friction = recording.fit.friction_error = NaN;
    recording.fit.stiffness_high = NaN;
    recording.series.fit.friction = recording.series.fit.friction.map(() => NaN);
    const report = await OpenStudy.open(fixtureReport("bare", study));
    assert.match(await report.text("#figure-lcurve"), /γ was given/);
    assert.match(await report.text(".cards"), /not determined/);
    assert.ok(!(await report.text("#geometry table")).includes("truth"));
    assert.equal(await report.page.locator(".line-truth").count(), 0);
    await report.close();

    study.displacements = [];
    recording.observability = {
        ...recording.observability,
        sensitivity: [],
        singular: [],
        seen: [],
        posterior: [],
        direction: [],
    };
    recording.observability.correlation = [[[1]], [[1]]];
    recording.observability.correlation_class = [[[2]], [[2]]];
    recording.fit.x = recording.fit.error = [];
    const none = await OpenStudy.open(fixtureReport("no-displacements", study));
    assert.match(await none.text("#figure-correlation"), /No displacement was estimated/);
    await none.close();
});

test("a study without recordings says that there is nothing to show", async () => {
    const study = { ...makeInsertionStudy(), recordings: [] };
    const file = fixtureReport("nothing", study);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`file://${file}`);
    assert.match((await page.locator("body").textContent()) ?? "", /nothing to show/);
    await context.close();
});

test("a link to the glossary unfolds it, and every link has its entry", async () => {
    const report = await OpenStudy.open(made);
    const links = await report.page
        .locator("a.term")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    for (const target of new Set(links))
        assert.equal(await report.page.locator(`#glossary dt${target}`).count(), 1, String(target));
    await report.page.locator('.cards a[href="#term-error"]').click();
    await report.page.locator("#term-error").waitFor({ state: "visible" });
    await report.close();
});
