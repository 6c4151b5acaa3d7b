// Writes a made-up study as JSON: make-fixture [--truth] [--impacts N] > study.json
// SPDX-License-Identifier: BSD-3-Clause

import { makeStudy } from "./fixture.js";

const words = process.argv.slice(2);
const place = words.indexOf("--impacts");
const impacts = place < 0 ? 1718 : Number(words[place + 1]);
process.stdout.write(JSON.stringify(makeStudy({ impacts, truth: words.includes("--truth"), seed: 1 })));
