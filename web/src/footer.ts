// The end of the page: how the study was made, so that it can be made again.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import { whole } from "./numbers.js";
import { licences } from "./page-parts.js";
import type { Study } from "./study.js";

export function footer(study: Study): HTMLElement {
    const { version, date, seed, draws, n_fit, seconds, command, checksum } = study;
    const made = [
        `Routh ${version}`,
        ...(date ? [date] : []),
        `seed ${seed}`,
        `${draws} draws`,
        `${whole(n_fit)} impacts to fit`,
        `${seconds.toFixed(1)} s`,
    ];
    return html(
        "footer",
        {},
        html("p", {}, `${made.join(" · ")}.`),
        command ? html("p", {}, "Command line, without the folders of files: ", html("code", {}, command)) : null,
        checksum ? html("p", {}, "Input, as cksum sums it: ", html("code", {}, checksum), ".") : null,
        licences(),
    );
}
