// A report in a real browser, and what the tests ask of it.
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright-core";
import type { FrameStudy, Study } from "../src/study.js";

const flags = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

export const outFolder = process.env["ROUTH_WEB_OUT"] ?? ".";

// What does not depend on the data is tried with the first report alone, unless the effort is soak.
export function isTriedWhole(name: string, reports: Record<string, string>): boolean {
    return process.env["ROUTH_EFFORT"] === "soak" || name === Object.keys(reports)[0];
}

export function startBrowser(...more: string[]): Promise<Browser> {
    return chromium.launch({
        executablePath: process.env["ROUTH_BROWSER"] ?? "/usr/bin/chromium",
        args: [...flags, ...more],
    });
}

export function pictures(report: string): string {
    const folder = join(outFolder, "screenshots", report);
    mkdirSync(folder, { recursive: true });
    return folder;
}

// Opened from disk; whatever the page complains of or asks of the network is noted.
export async function openPage(
    browser: Browser,
    file: string,
    options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[]; data: unknown }> {
    const context = await browser.newContext({
        viewport: { width: 1400, height: 950 },
        reducedMotion: "reduce",
        ...options,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
        if (message.type() !== "log") complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(String(error.stack)));
    page.on("request", (request) => {
        if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asks for ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    const data: unknown = JSON.parse((await page.locator("#study").textContent()) ?? "");
    await drawn(page);
    return { page, complaints, data };
}

// Waits until nothing is left to draw.
export async function drawn(page: Page): Promise<void> {
    await page.waitForFunction(() => document.documentElement.dataset["due"] === "0");
}

export class OpenReport {
    private constructor(
        readonly page: Page,
        readonly study: Study,
        readonly complaints: string[],
    ) {}

    static async open(browser: Browser, file: string, options: BrowserContextOptions = {}): Promise<OpenReport> {
        const { page, complaints, data } = await openPage(browser, file, options);
        return new OpenReport(page, data as Study, complaints);
    }

    drawn(): Promise<void> {
        return drawn(this.page);
    }

    async close(): Promise<void> {
        assert.deepEqual(this.complaints, []);
        await this.page.context().close();
    }

    get chosen(): FrameStudy {
        return this.study.frames[0]!;
    }

    figure(kind: string, frame: string = this.chosen.frame): Locator {
        return this.page.locator(`#figure-${kind}-${frame}`);
    }

    selected(): Promise<number> {
        return this.page.locator(".chooser input").inputValue().then(Number);
    }

    // Where the nth dot of a figure stands on the screen.
    async dot(figure: Locator, n: number): Promise<{ x: number; y: number }> {
        const dot = figure.locator(".stage svg circle").nth(n);
        await dot.scrollIntoViewIfNeeded();
        const box = await dot.boundingBox();
        assert.ok(box);
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
}
