// The page of tosses in a real browser: fixtures, and a page of the program where ROUTH_TOSSES_REPORT names one.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { apartOf, timesOf } from "../src/tosses/motion.js";
import type { Tosses } from "../src/tosses/toss.js";
import { drawn, isTriedWhole, openPage, outFolder, pictures, startBrowser } from "./browser.js";
import { makeTosses } from "./tosses-fixture.js";

// As the program writes it; see src/results/report/page.c.
function fixtureReport(name: string, tosses: Tosses): string {
    const file = join(outFolder, `${name}.html`);
    const data = JSON.stringify(tosses).replace(/</g, "\\u003c");
    const page = readFileSync(join(outFolder, "tosses.html"), "utf8");
    writeFileSync(file, page.split("/*STUDY*/").join(data));
    return file;
}

const reports: Record<string, string> = {
    tosses: fixtureReport("tosses-two", makeTosses({ region: true, corners: true, count: 20 })),
    "tosses-one": fixtureReport("tosses-one", makeTosses({ tracks: 1, count: 1 })),
};
const real = process.env["ROUTH_TOSSES_REPORT"];
if (real) reports[`tosses-${basename(real, ".html")}`] = real;

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

class OpenTosses {
    private constructor(
        readonly page: Page,
        readonly all: Tosses,
        private readonly complaints: string[],
    ) {}

    static async open(file: string, options: BrowserContextOptions = {}, by: Browser = browser): Promise<OpenTosses> {
        const { page, complaints, data } = await openPage(by, file, options);
        return new OpenTosses(page, data as Tosses, complaints);
    }

    text(place: string): Promise<string> {
        return this.page
            .locator(place)
            .allTextContents()
            .then((all) => all.join("\n"));
    }

    // The time shown, s.
    time(): Promise<number> {
        return this.text(".player output").then((words) => Number.parseFloat(words));
    }

    // What the canvas shows.
    async picture(): Promise<string> {
        await drawn(this.page);
        return this.page.locator(".space canvas").evaluate((element) => (element as HTMLCanvasElement).toDataURL());
    }

    async colours(): Promise<number> {
        await drawn(this.page);
        return this.page.locator(".space canvas").evaluate(async (element) => {
            const image = new Image();
            image.src = (element as HTMLCanvasElement).toDataURL();
            await image.decode();
            const flat = document.createElement("canvas");
            [flat.width, flat.height] = [image.width, image.height];
            const brush = flat.getContext("2d")!;
            brush.drawImage(image, 0, 0);
            const { data } = brush.getImageData(0, 0, flat.width, flat.height);
            const seen = new Set<number>();
            for (let i = 0; i < data.length; i += 4) seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
            return seen.size;
        });
    }

    async close(): Promise<void> {
        // reading the picture back stalls a graphics card, which is no fault of the page
        assert.deepEqual(this.complaints.filter((words) => !words.includes("ReadPixels")), []);
        await this.page.context().close();
    }
}

for (const [name, file] of Object.entries(reports))
    describe(name, () => {
        test("title, findings, body, tables and impacts are on the page", async () => {
            const report = await OpenTosses.open(file);
            const { all, page } = report;
            assert.equal(await page.title(), all.title);
            assert.equal(await report.text("h1"), all.title);
            assert.ok((await report.text("header.title")).includes(all.shape.name));
            for (const sentence of all.words) assert.ok((await report.text("#found")).includes(sentence), sentence);
            for (const table of all.tables) assert.ok((await report.text("#numbers")).includes(table.title));
            assert.equal(await page.locator('#numbers [data-kind="chart"]').count(), all.charts.length);
            const first = all.tosses.find(({ label }) => label !== "") ?? all.tosses[0]!;
            if (first.impacts.time.length > 12) await page.locator("#impacts summary").click();
            assert.ok((await report.text("#impacts")).includes(first.impacts.time[0]!.toFixed(4)));
            assert.ok((await report.colours()) > 20, "something is drawn");
            await page.screenshot({ path: join(pictures(name), "wide.png"), fullPage: true });
            await report.close();
        });

        test("the scene changes with the time, and turns by mouse, touch and keys", async () => {
            const report = await OpenTosses.open(file, { hasTouch: true });
            const { page } = report;
            const start = await report.picture();
            await page.locator(".player input[type=range]").fill("20");
            const later = await report.picture();
            assert.notEqual(start, later);
            const canvas = page.locator(".space canvas");
            await canvas.focus();
            await page.keyboard.press("ArrowLeft");
            const turned = await report.picture();
            assert.notEqual(later, turned);
            await page.keyboard.press("Home");
            assert.equal(await report.picture(), later);
            const box = (await canvas.boundingBox())!;
            await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
            await page.mouse.down();
            await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 10, { steps: 4 });
            await page.mouse.up();
            assert.notEqual(await report.picture(), later);
            await page.locator("#figure-toss button", { hasText: "Reset view" }).click();
            assert.equal(await report.picture(), later);
            await page.locator(".controls input[value=paths]").uncheck();
            assert.notEqual(await report.picture(), later);
            assert.match((await canvas.getAttribute("aria-label")) ?? "", / s · \d+ impacts?.*arrow keys/);
            await report.close();
        });

        test("dark ground and telephones", async () => {
            for (const [kind, options] of Object.entries({
                dark: { colorScheme: "dark" },
                phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
                narrow: { viewport: { width: 320, height: 640 } },
            } satisfies Record<string, BrowserContextOptions>)) {
                const report = await OpenTosses.open(file, options);
                const wider = await report.page.evaluate(
                    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
                );
                assert.ok(wider <= 0, `${kind}: ${wider} pixels too wide`);
                await report.page.locator(".player input[type=range]").fill("15");
                await drawn(report.page);
                await report.page.screenshot({ path: join(pictures(name), `${kind}.png`), fullPage: true });
                await report.close();
            }
        });

        if (!isTriedWhole(name, reports)) return;

        test("tosses are chosen in the bar and in the table; errors follow", async () => {
            const report = await OpenTosses.open(file);
            const { page, all } = report;
            const select = page.locator(".player select.toss");
            assert.match((await select.locator("option").first().textContent()) ?? "", /^worst: /);
            await page.locator(".player input[type=range]").fill("30");
            await select.selectOption("1");
            await drawn(page);
            assert.equal(await report.time(), 0, "from its start");
            assert.equal(await page.locator(".player input[type=range]").getAttribute("max"), String(timesOf(all.tosses[1]!).length - 1));
            const apart = apartOf(all.tosses[1]!)!;
            const last = apart.time.length - 1;
            const label = (await page.locator("#figure-errors .stage").getAttribute("aria-label")) ?? "";
            assert.ok(label.includes(`${(1000 * apart.distance[last]!).toFixed(1)} mm`), label);
            assert.equal(await page.locator("#figure-errors .impact").count(), all.tosses[1]!.impacts.time.length);
            await page.locator("#motion button.choose", { hasText: "best" }).first().click();
            assert.equal(await select.inputValue(), "2");
            await page.locator("#motion summary").click();
            await page.locator("#motion button.choose", { hasText: "toss 20" }).click();
            assert.equal(await select.inputValue(), "19");
            await report.close();
        });

        test("an instant is chosen in the errors by mouse and keys, an impact in its table", async () => {
            const report = await OpenTosses.open(file);
            const { page, all } = report;
            const stage = page.locator("#figure-errors .stage");
            await stage.focus();
            await page.keyboard.press("End");
            assert.match(await report.text("[aria-live]"), /distance, mm.*angle, °/);
            await page.keyboard.press("Enter");
            const apart = apartOf(all.tosses[0]!)!;
            assert.ok(Math.abs((await report.time()) - apart.time[apart.time.length - 1]!) < 1e-4);
            await page.locator("#impacts button.choose").first().click();
            assert.ok(Math.abs((await report.time()) - all.tosses[0]!.impacts.time[0]!) < 1e-4);
            await page.screenshot({ path: join(pictures(name), "impact.png") });
            await report.close();
        });

        test("it plays, pauses and steps, by buttons and by keys in the scene", async () => {
            const report = await OpenTosses.open(file, { reducedMotion: "no-preference" });
            const { page, all } = report;
            const play = page.locator(".player .play");
            // opening waits until nothing is left to draw: it has started by itself and reached its end
            const times = timesOf(all.tosses[0]!);
            assert.ok(Math.abs((await report.time()) - times[times.length - 1]!) < 1e-4);
            await page.locator(".player select").last().selectOption("100");
            await page.locator(".space canvas").focus();
            await page.keyboard.press(" ");
            assert.match((await play.textContent()) ?? "", /Pause/, "from the start again");
            await page.keyboard.press(" ");
            assert.match((await play.textContent()) ?? "", /Play/);
            await page.locator(".player input[type=range]").fill("10");
            await page.keyboard.press("Tab");
            await page.locator(".player .steps button").nth(1).click();
            assert.ok(Math.abs((await report.time()) - 11 / all.tosses[0]!.rate) < 1e-4);
            await page.locator(".space canvas").focus();
            await page.keyboard.press(",");
            await page.keyboard.press(",");
            assert.ok(Math.abs((await report.time()) - 9 / all.tosses[0]!.rate) < 1e-4);
            await page.keyboard.press(".");
            assert.ok(Math.abs((await report.time()) - 10 / all.tosses[0]!.rate) < 1e-4);
            await report.close();
        });

        test("figures are saved: PNG of the scene, SVG of the errors that stands by itself", async () => {
            const report = await OpenTosses.open(file, { colorScheme: "dark" });
            for (const place of ['#figure-toss button:has-text("Save PNG")', "#figure-errors button.save"]) {
                const [download] = await Promise.all([
                    report.page.waitForEvent("download"),
                    report.page.locator(place).click(),
                ]);
                const path = join(pictures(name), download.suggestedFilename());
                await download.saveAs(path);
                const bytes = readFileSync(path);
                assert.ok(bytes.length > 1000);
                if (path.endsWith(".svg")) assert.ok(!bytes.toString("utf8").includes("var("), `${path} needs the page`);
            }
            await report.close();
        });

        test("without WebGL the page says so, and the rest works", async () => {
            const report = await OpenTosses.open(file, {}, plainBrowser);
            assert.match(await report.text("#figure-toss"), /no WebGL/);
            assert.ok((await report.page.locator("#figure-errors .line").count()) >= 2);
            await report.page.locator(".player input[type=range]").fill("5");
            assert.ok((await report.time()) > 0);
            await report.page.context().close();
        });
    });

test("some of many tosses without known impacts: what is not there is not named", async () => {
    const tosses = makeTosses({ region: true, corners: true, count: 3, studied: 20 });
    const report = await OpenTosses.open(fixtureReport("tosses-studied", tosses));
    const { page } = report;
    assert.match(await report.text("dl.cards"), /tosses203 shown/);
    assert.equal(await page.locator("#impacts").count(), 0);
    assert.ok(!/impact/i.test(await report.text("body > :not(script)")));
    assert.match(await report.text("#figure-toss .caption"), /where it is expected, the tracked point with a probability of 90 %/);
    const reliability = page.locator('[data-kind="chart"]').first();
    assert.equal(await reliability.locator(".point").count(), 2);
    assert.equal(await reliability.locator(".interval").count(), 2);
    assert.equal(await reliability.locator(".line").count(), 0);
    await page.screenshot({ path: join(pictures("tosses"), "studied.png"), fullPage: true });
    await report.close();
});
