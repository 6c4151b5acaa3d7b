// The page of `routh judge`: what a simulator does, in words, figures and tables.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { card, licences, section, sentences } from "../page-parts.js";
import { drawNow } from "../schedule.js";
import { addTooltip } from "../tooltip.js";
import { ChartFigure } from "../tosses/charts.js";
import { givenTable } from "../tosses/tables.js";
import type { Behaviour } from "./behaviour.js";

function row(cell: HTMLElement): HTMLElement {
    return html("div", { class: "frames full" }, html("div", { class: "frame" }, cell));
}

function pageHeader(all: Behaviour): HTMLElement {
    return html(
        "header",
        { class: "title" },
        html("p", { class: "kicker" }, "Routh · what a simulator does"),
        html("h1", {}, all.title),
        html("p", { class: "source" }, all.verdict),
        html("dl", { class: "cards" }, ...all.cards.map(({ name, value, more }) => card(name, value, more))),
    );
}

function show(all: Behaviour): void {
    document.title = all.title;
    document.body.append(
        html("a", { class: "skip", href: "#main" }, "Skip to the figures"),
        pageHeader(all),
        html(
            "main",
            { id: "main", class: "single" },
            section("found", "What was found", row(html("div", { class: "found" }, sentences(all.words)))),
            section(
                "figures",
                "Impacts",
                ...all.charts.map((one, i) => row(new ChartFigure(all, one, i + 1).element)),
            ),
            section("numbers", "Numbers", ...all.tables.map((one) => row(givenTable(one)))),
        ),
        html("footer", {}, html("p", {}, `Routh ${all.version}.`), licences()),
    );
    addTooltip();
    window.addEventListener("beforeprint", drawNow);
}

show(JSON.parse(document.getElementById("study")?.textContent ?? "") as Behaviour);
