// The page of a run in a real browser: fixtures, and an animation of the program where ROUTH_RUN_REPORT names one.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Run } from "../src/run/run.js";
import { isTriedWhole, openPage, outFolder, pictures, startBrowser } from "./browser.js";
import { makeRun } from "./run-fixture.js";

// As the program writes it; see src/results/report/page.c.
function fixtureReport(name: string, run: Run): string {
    const file = join(outFolder, `${name}.html`);
    const data = JSON.stringify(run).replace(/</g, "\\u003c");
    const page = readFileSync(join(outFolder, "run.html"), "utf8");
    writeFileSync(file, page.split("/*STUDY*/").join(data));
    return file;
}

const reports: Record<string, string> = { "run-disc": fixtureReport("run-disc", makeRun({ shape: "disc" })) };
const real = process.env["ROUTH_RUN_REPORT"];
if (real) reports[`run-${basename(real, ".html")}`] = real;

let browser: Browser;
before(async () => {
    browser = await startBrowser();
});
after(async () => {
    await browser.close();
});

class OpenRun {
    private constructor(
        readonly page: Page,
        readonly run: Run,
        private readonly complaints: string[],
    ) {}

    static async open(file: string, options: BrowserContextOptions = {}): Promise<OpenRun> {
        const { page, complaints, data } = await openPage(browser, file, options);
        return new OpenRun(page, data as Run, complaints);
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

    // Where the body is drawn, in pixels of the drawing, and how far it has turned, in degrees.
    async body(): Promise<number[]> {
        const words = await this.page.locator(".stage .body").getAttribute("transform");
        return (words ?? "").match(/-?[\d.]+/g)!.map(Number);
    }

    async close(): Promise<void> {
        assert.deepEqual(this.complaints, []);
        await this.page.context().close();
    }
}

for (const [name, file] of Object.entries(reports))
    describe(name, () => {
        test("title, findings, body and contacts are on the page, in their units", async () => {
            const report = await OpenRun.open(file);
            const { run } = report;
            assert.equal(await report.page.title(), run.title);
            assert.equal(await report.text("h1"), run.title);
            for (const sentence of run.words) assert.ok((await report.text("#found")).includes(sentence), sentence);
            const head = await report.text("header.title");
            for (const part of [run.body.shape, run.body.mass < 1 ? " g " : " kg ", "kg m²", "m/s²", " s", "contacts"])
                assert.ok(head.includes(part), `${part} in ${head}`);
            const rows = report.page.locator("#contacts tbody tr");
            assert.equal(await rows.count(), run.contacts.time.length);
            for (const unit of ["time, s", "x, m", "m/s", "N s"])
                assert.ok((await report.text("#contacts thead")).includes(unit), unit);
            assert.ok(((await rows.first().textContent()) ?? "").includes(run.contacts.time[0]!.toFixed(4)));
            assert.equal(await report.page.locator(".stage .contact").count(), run.contacts.time.length);
            assert.equal(await report.page.locator(".stage .surface").count(), run.planes.length);
            assert.equal(
                await report.page.locator(".stage .outlines > *").count(),
                run.samples.outlines.length,
            );
            await report.page.screenshot({ path: join(pictures(name), "wide.png"), fullPage: true });
            await report.close();
        });

        test("the body is drawn where the run has it, true to scale", async () => {
            const report = await OpenRun.open(file);
            const { samples } = report.run;
            const slider = report.page.locator(".player input[type=range]");
            const drawnAt = async (i: number): Promise<number[]> => {
                await slider.fill(String(i));
                return report.body();
            };
            const last = samples.time.length - 1;
            const middle = Math.round(last / 2);
            const [a, b, c] = [await drawnAt(0), await drawnAt(middle), await drawnAt(last)];
            assert.ok(Math.abs((await report.time()) - samples.time[last]!) < 1e-4);
            const scale = Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!) /
                Math.hypot(samples.x[middle]! - samples.x[0]!, samples.y[middle]! - samples.y[0]!);
            assert.ok(Math.abs(c[0]! - a[0]! - scale * (samples.x[last]! - samples.x[0]!)) < 1);
            assert.ok(Math.abs(c[1]! - a[1]! + scale * (samples.y[last]! - samples.y[0]!)) < 1);
            assert.ok(Math.abs(c[2]! + (180 / Math.PI) * samples.theta[last]!) < 0.02, `turned by ${c[2]}`);
            await report.close();
        });

        test("a contact is chosen by mouse, by touch and in the table; later ones are pale", async () => {
            const report = await OpenRun.open(file, { hasTouch: true });
            const { page, run } = report;
            const marks = page.locator(".stage .contact");
            assert.equal(await marks.last().getAttribute("opacity"), "0.25");
            const second = run.contacts.time[1]!;
            await page.locator("#contacts button.choose").nth(1).click();
            assert.ok(Math.abs((await report.time()) - second) < 1e-4);
            assert.equal(await marks.nth(1).getAttribute("opacity"), "1");
            assert.equal(await marks.last().getAttribute("opacity"), "0.25");
            await page.evaluate(() => document.querySelector(".stage")?.scrollIntoView({ block: "center" }));
            const place = (await marks.first().locator("circle").boundingBox())!;
            await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
            assert.notEqual(await report.time(), second);
            await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
            assert.match((await page.locator("#tooltip").textContent()) ?? "", /Contact \d+/);
            await page.screenshot({ path: join(pictures(name), "hover.png") });
            await report.close();
        });

        test("the figure is saved as an SVG that stands by itself", async () => {
            const report = await OpenRun.open(file, { colorScheme: "dark" });
            const [download] = await Promise.all([
                report.page.waitForEvent("download"),
                report.page.locator("button.save").click(),
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
            assert.equal(broken, false);
            await report.close();
        });

        test("dark ground and telephones", async () => {
            for (const [kind, options] of Object.entries({
                dark: { colorScheme: "dark" },
                phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
                "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
                narrow: { viewport: { width: 320, height: 640 } },
            } satisfies Record<string, BrowserContextOptions>)) {
                const report = await OpenRun.open(file, options);
                const wider = await report.page.evaluate(
                    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
                );
                assert.ok(wider <= 0, `${kind}: ${wider} pixels too wide`);
                await report.page.screenshot({ path: join(pictures(name), `${kind}.png`), fullPage: true });
                await report.close();
            }
        });

        if (!isTriedWhole(name, reports)) return;

        test("it plays, pauses at the end and starts again, at the chosen speed", async () => {
            const report = await OpenRun.open(file, { reducedMotion: "no-preference" });
            const { page } = report;
            const play = page.locator(".player .play");
            assert.match((await play.textContent()) ?? "", /Pause/, "it starts by itself");
            await play.click();
            assert.match((await play.textContent()) ?? "", /Play/);
            const stopped = await report.time();
            await page.waitForTimeout(150);
            assert.equal(await report.time(), stopped, "paused");
            await page.locator(".player select").selectOption("1");
            await play.click();
            await page.waitForFunction(() => /Play/.test(document.querySelector(".player .play")?.textContent ?? ""));
            const { time } = report.run.samples;
            assert.ok(Math.abs((await report.time()) - time[time.length - 1]!) < 1e-4, "at its end");
            await play.click();
            await play.click();
            assert.ok((await report.time()) < time[time.length - 1]!, "from the start again");
            await report.close();
        });

        test("slow is slower", async () => {
            const report = await OpenRun.open(file);
            const reached = async (speed: string): Promise<number> => {
                await report.page.locator(".player input[type=range]").fill("0");
                await report.page.locator(".player select").selectOption(speed);
                await report.page.locator(".player .play").click();
                await report.page.waitForTimeout(300);
                const time = await report.time();
                if (/Pause/.test(await report.text(".player .play"))) await report.page.locator(".player .play").click();
                return time;
            };
            const [fast, slow] = [await reached("4"), await reached("100")];
            assert.ok(slow > 0 && fast > 4 * slow, `${fast} and ${slow}`);
            await report.close();
        });

        test("where motion is to be reduced it waits", async () => {
            const report = await OpenRun.open(file, { reducedMotion: "reduce" });
            assert.match(await report.text(".player .play"), /Play/);
            assert.equal(await report.time(), report.run.samples.time[0]);
            await report.close();
        });

        test("keys step from instant to instant, play, pause, and walk through the contacts", async () => {
            const report = await OpenRun.open(file);
            const { page, run } = report;
            const slider = page.locator(".player input[type=range]");
            await slider.focus();
            for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
            assert.ok(Math.abs((await report.time()) - run.samples.time[3]!) < 1e-4);
            assert.equal(await slider.getAttribute("aria-valuetext"), await report.text(".player output"));
            await page.keyboard.press(" ");
            assert.match(await report.text(".player .play"), /Pause/);
            await page.keyboard.press(" ");
            assert.match(await report.text(".player .play"), /Play/);
            await page.keyboard.press("End");
            assert.ok(Math.abs((await report.time()) - run.samples.time[run.samples.time.length - 1]!) < 1e-4);
            await page.locator(".stage").focus();
            await page.keyboard.press("Home");
            assert.match(await report.text("[aria-live]"), /Contact \d+.*closing speed, m\/s/);
            const number = Number(/Contact (\d+)/.exec(await report.text("[aria-live]"))![1]);
            await page.keyboard.press("Enter");
            assert.ok(Math.abs((await report.time()) - run.contacts.time[number - 1]!) < 1e-4);
            await report.close();
        });

        test("the slider is moved by touch", async () => {
            const report = await OpenRun.open(file, { hasTouch: true, viewport: { width: 390, height: 844 } });
            const box = (await report.page.locator(".player input[type=range]").boundingBox())!;
            assert.ok(box.height >= 30, `${box.height} pixels are too few for a finger`);
            await report.page.touchscreen.tap(box.x + 0.7 * box.width, box.y + box.height / 2);
            const share = (await report.time()) / report.run.duration;
            assert.ok(share > 0.6 && share < 0.8, `${share}`);
            await report.close();
        });
    });

test("light and dark are switched by the button", async () => {
    const report = await OpenRun.open(reports["run-disc"]!);
    const ground = (): Promise<string> => report.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await report.page.locator("button.theme").click();
    assert.notEqual(await ground(), light);
    await report.close();
});

test("a body that touches nothing has no table, a run of one instant does not play", async () => {
    const run = makeRun({ shape: "square", duration: 0.1 });
    assert.equal(run.contacts.count, 0);
    const free = await OpenRun.open(fixtureReport("run-free", run));
    assert.equal(await free.page.locator("#contacts, .stage .contact").count(), 0);
    await free.close();

    const still = makeRun({ shape: "square", duration: 0 });
    still.samples.strobe = 0;
    const report = await OpenRun.open(fixtureReport("run-still", still), { reducedMotion: "no-preference" });
    assert.equal(await report.page.locator(".stage .body").count(), 1);
    await report.page.locator(".player .play").click();
    assert.match(await report.text(".player .play"), /Play/);
    await report.close();
});

test("many contacts begin folded, and those left out are counted", async () => {
    const run = makeRun();
    const { contacts } = run;
    const repeat = <T>(list: T[]): T[] => Array.from({ length: 400 }, (_, i) => list[i % list.length]!);
    run.contacts = {
        count: 5000,
        time: repeat(contacts.time),
        x: repeat(contacts.x),
        y: repeat(contacts.y),
        plane: repeat(contacts.plane),
        closing: repeat(contacts.closing),
        pn: repeat(contacts.pn),
        pt: repeat(contacts.pt),
        state: repeat(contacts.state),
    };
    const report = await OpenRun.open(fixtureReport("run-many", run));
    assert.match(await report.text(".cards"), /5,000.*first 400/s);
    assert.equal(await report.page.locator("#contacts table").count(), 0);
    await report.page.locator("#contacts summary").click();
    await report.page.locator("#contacts table").waitFor();
    assert.equal(await report.page.locator("#contacts tbody tr").count(), 400);
    await report.close();
});

test("a link to the glossary unfolds it, and every link has its entry", async () => {
    const report = await OpenRun.open(reports["run-disc"]!);
    const links = await report.page
        .locator("a.term")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    for (const target of new Set(links))
        assert.equal(await report.page.locator(`#glossary dt${target}`).count(), 1, String(target));
    await report.page.locator('.cards a[href="#term-contact"]').click();
    await report.page.locator("#term-contact").waitFor({ state: "visible" });
    await report.close();
});

test("the page is small: no library but its own", () => {
    assert.ok(readFileSync(join(outFolder, "run.html")).length < 48_000);
});
