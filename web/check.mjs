// Checks the pages: types and computations, and in a real browser everything they do.
// usage: node check.mjs types|browser [--modules FOLDER] [--out FOLDER]
// ROUTH_REPORT=FILE adds a report that the program wrote, ROUTH_INSERTION_REPORT=FILE one of insertions and
// ROUTH_RUN_REPORT=FILE an animation, ROUTH_TOSSES_REPORT=FILE one of tosses in space; ROUTH_BROWSER names the browser.
// Screenshots are kept under FOLDER/screenshots. Exit code 77: no browser was found.
// SPDX-License-Identifier: BSD-3-Clause

import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

function option(name, otherwise) {
    const place = process.argv.indexOf(`--${name}`);
    return place < 0 ? otherwise : resolve(process.argv[place + 1]);
}

const modules = join(option("modules", here), "node_modules");
const out = option("out", join(here, "..", "build", "web"));
const require = createRequire(join(modules, "any.js"));

function run(program, words, environment = {}) {
    const { status } = spawnSync(program, words, { stdio: "inherit", env: { ...process.env, ...environment } });
    if (status !== 0) process.exit(status ?? 1);
}

// Runs tests side by side, since a browser waits much of its time; prints what each said when it has ended.
async function testTogether(files, environment) {
    const ends = files.map(
        (file) =>
            new Promise((done) => {
                const child = spawn(process.execPath, ["--test", "--test-reporter=spec", file], {
                    stdio: ["ignore", "pipe", "inherit"],
                    env: { ...process.env, ...environment },
                });
                let said = "";
                child.stdout.on("data", (text) => (said += text));
                child.on("close", (status) => {
                    process.stdout.write(said);
                    done(status ?? 1);
                });
            }),
    );
    const failed = (await Promise.all(ends)).find((status) => status !== 0);
    if (failed !== undefined) process.exitCode = failed;
}

// The modules need not lie beside the sources.
function checkTypes() {
    const configuration = {
        extends: join(here, "tsconfig.json"),
        include: [join(here, "src"), join(here, "test")],
        compilerOptions: {
            paths: {
                fields: [join(out, "fields", "fields.ts")], // made by scripts/check-web
                "*": [join(modules, "*"), join(modules, "@types", "*")],
            },
            typeRoots: [join(modules, "@types")],
        },
    };
    const file = join(out, "tsconfig.json");
    writeFileSync(file, JSON.stringify(configuration));
    run(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", file]);
}

function bundleTests(names) {
    require("esbuild").buildSync({
        entryPoints: names.map((name) => join(here, "test", `${name}.ts`)),
        outdir: join(out, "test"),
        outExtension: { ".js": ".mjs" },
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node18",
        external: ["playwright-core"],
        nodePaths: [modules],
        logLevel: "warning",
    });
    return names.map((name) => join(out, "test", `${name}.mjs`));
}

// null also where ROUTH_WITHOUT=browser asks for what a machine without one does.
function findBrowser() {
    if (process.env["ROUTH_WITHOUT"] === "browser") return null;
    const named = process.env["ROUTH_BROWSER"];
    if (named) return named;
    for (const folder of (process.env["PATH"] ?? "").split(delimiter))
        for (const name of ["chromium", "chromium-browser", "google-chrome"])
            try {
                accessSync(join(folder, name), constants.X_OK);
                return join(folder, name);
            } catch {
                // look on
            }
    return null;
}

mkdirSync(out, { recursive: true });
const what = process.argv[2];
if (what === "types") {
    checkTypes();
    run(process.execPath, ["--test", "--test-reporter=spec", ...bundleTests(["contact.test", "motion.test", "numbers.test", "space.test", "toss.test"])]);
} else if (what === "browser") {
    const browser = findBrowser();
    if (!browser) {
        console.log("no browser is installed; make check-web installs one");
        process.exit(77);
    }
    run(process.execPath, [join(here, "build.mjs"), "--modules", dirname(modules), "--out", out]);
    rmSync(join(out, "screenshots"), { recursive: true, force: true });
    await testTogether(bundleTests(["page.test", "insertion.test", "run.test", "tosses.test", "judge.test"]), { ROUTH_BROWSER: browser, ROUTH_WEB_OUT: out });
} else {
    console.error("usage: node check.mjs types|browser [--modules FOLDER] [--out FOLDER]");
    process.exit(2);
}
