// Runs a WASI program with its arguments. usage: node --no-warnings run_wasi.mjs PROGRAM [ARGUMENT…]
// SPDX-License-Identifier: BSD-3-Clause
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [path, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [path, ...args], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(path));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
