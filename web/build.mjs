// Builds the pages: TypeScript and styles bundled by esbuild into one HTML file each, and these files as C arrays.
// usage: node build.mjs [--modules FOLDER] [--out FOLDER]
// FOLDER of modules holds node_modules (default: this folder); the results are page.html (the study of planar impacts),
// insertion.html, run.html, tosses.html, judge.html and page_template.c.
// SPDX-License-Identifier: BSD-3-Clause

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

function option(name, otherwise) {
    const place = process.argv.indexOf(`--${name}`);
    return place < 0 ? otherwise : resolve(process.argv[place + 1]);
}

const modules = join(option("modules", here), "node_modules");
const out = option("out", join(here, "..", "build", "web"));
const { buildSync } = createRequire(join(modules, "any.js"))("esbuild");

// Third-party packages in the bundle, with their licences.
function licences(inputs) {
    const packages = new Set();
    for (const input of Object.keys(inputs)) {
        const parts = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(input);
        if (parts) packages.add(resolve(parts[1]));
    }
    return [...packages].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
        const file = readdirSync(folder).find((entry) => /^(un)?licen[cs]e/i.test(entry));
        const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
        return `${name} ${version} (${license})\n\n${text}\n`;
    });
}

const common = { bundle: true, minify: true, write: false, nodePaths: [modules], charset: "utf8", logLevel: "warning" };
const marker = "/*STUDY*/";

// Text within a <script> ends at the first "</script" and is confused by "<!--".
const inScript = (text) => text.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");

function buildPage({ title, folder, elsewhere }) {
    const script = buildSync({
        ...common,
        entryPoints: [join(folder, "main.ts")],
        format: "iife",
        target: "es2020",
        legalComments: "none",
        metafile: true,
    });
    const style = buildSync({ ...common, entryPoints: [join(folder, "page.css")] });
    const parts = {
        TITLE: title,
        ELSEWHERE: elsewhere,
        STYLE: style.outputFiles[0].text,
        LICENCES: licences(script.metafile.inputs)
            .join("\n----\n\n")
            .replace(/<(?=[/!])/g, "‹"),
        SCRIPT: inScript(script.outputFiles[0].text),
    };
    const page = readFileSync(join(here, "src", "page.html"), "utf8").replace(
        /\/\*(TITLE|ELSEWHERE|STYLE|LICENCES|SCRIPT)\*\//g,
        (_, name) => parts[name],
    );
    if (page.split(marker).length !== 2) throw new Error(`the page must hold ${marker} exactly once`);
    return page;
}

// A page in two pieces, before and after the data.
function template(name, page) {
    const pieces = page.split(marker).map((text, i) => {
        const bytes = [...Buffer.from(text, "utf8")];
        const lines = [];
        for (let j = 0; j < bytes.length; j += 32) lines.push(`    ${bytes.slice(j, j + 32).join(",")},`);
        return `static const unsigned char ${name}_${i ? "tail" : "head"}[] = {\n${lines.join("\n")}\n};\n`;
    });
    return `${pieces.join("")}const routh_page_template routh_${name}_template = {
    .head = ${name}_head, .head_length = sizeof ${name}_head, .tail = ${name}_tail, .tail_length = sizeof ${name}_tail};\n`;
}

// Where the numbers are for readers whose browser runs no scripts.
const results = "The numbers are also in results.json and the CSV files beside it.";

const pages = {
    study: {
        title: "Routh: study of planar impacts",
        folder: join(here, "src"),
        file: "page.html",
        elsewhere: results,
    },
    insertion: {
        title: "Routh: insertions",
        folder: join(here, "src", "insertion"),
        file: "insertion.html",
        elsewhere: results,
    },
    run: {
        title: "Routh: a body in motion",
        folder: join(here, "src", "run"),
        file: "run.html",
        elsewhere: "An SVG drawing of the same run needs no script.",
    },
    tosses: {
        title: "Routh: tosses in space",
        folder: join(here, "src", "tosses"),
        file: "tosses.html",
        elsewhere: "The numbers can also be written as JSON and CSV.",
    },
    judge: {
        title: "Routh: what a simulator does",
        folder: join(here, "src", "judge"),
        file: "judge.html",
        elsewhere: "The numbers can also be written as JSON and CSV.",
    },
};

if (!existsSync(out)) mkdirSync(out, { recursive: true });
let source = `/* Written by web/build.mjs from web/src. */\n#include "report/write.h"\n`;
for (const [name, kind] of Object.entries(pages)) {
    const page = buildPage(kind);
    writeFileSync(join(out, kind.file), page);
    source += `\n${template(name, page)}`;
}
writeFileSync(join(out, "page_template.c"), source);
