// Builds the page: TypeScript and styles bundled by esbuild into one HTML file, and that file as a C array.
// usage: node build.mjs [--modules FOLDER] [--out FOLDER]
// FOLDER of modules holds node_modules (default: this folder); the results are page.html and page_template.c.
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

// What other people wrote and the bundle contains, with their licences.
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
const script = buildSync({
    ...common,
    entryPoints: [join(here, "src", "main.ts")],
    format: "iife",
    target: "es2020",
    legalComments: "none",
    metafile: true,
});
const style = buildSync({ ...common, entryPoints: [join(here, "src", "page.css")] });

// Text within a <script> ends at the first "</script" and is confused by "<!--".
const inScript = (text) => text.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
const parts = {
    STYLE: style.outputFiles[0].text,
    LICENCES: licences(script.metafile.inputs)
        .join("\n----\n\n")
        .replace(/<(?=[/!])/g, "‹"),
    SCRIPT: inScript(script.outputFiles[0].text),
};
const page = readFileSync(join(here, "src", "page.html"), "utf8").replace(
    /\/\*(STYLE|LICENCES|SCRIPT)\*\//g,
    (_, name) => parts[name],
);
const marker = "/*STUDY*/";
if (page.split(marker).length !== 2) throw new Error(`the page must hold ${marker} exactly once`);

// The page in two pieces, before and after the study.
function array(name, text) {
    const bytes = [...Buffer.from(text, "utf8")];
    const lines = [];
    for (let i = 0; i < bytes.length; i += 32) lines.push(`    ${bytes.slice(i, i + 32).join(",")},`);
    return `const unsigned char routh_page_${name}[] = {\n${lines.join("\n")}\n};\nconst size_t routh_page_${name}_length = sizeof routh_page_${name};\n`;
}
const [head, tail] = page.split(marker);
const source = `/* Written by web/build.mjs from web/src. */\n#include "report/page_template.h"\n\n${array("head", head)}\n${array("tail", tail)}`;

if (!existsSync(out)) mkdirSync(out, { recursive: true });
writeFileSync(join(out, "page.html"), page);
writeFileSync(join(out, "page_template.c"), source);
