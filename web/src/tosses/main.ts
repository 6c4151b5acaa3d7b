// The page: reads the tosses embedded in it as JSON, and plays them.
// SPDX-License-Identifier: BSD-3-Clause

import { html, type Child } from "../html.js";
import { significant, whole } from "../numbers.js";
import { card, licences, section, sentences } from "../page-parts.js";
import { drawNow } from "../schedule.js";
import { addTooltip } from "../tooltip.js";
import { ChartFigure } from "./charts.js";
import { ErrorsFigure } from "./errors.js";
import { glossary, term } from "./glossary.js";
import { State } from "./state.js";
import { givenTable, impactTable, tossTable } from "./tables.js";
import { toolbar } from "./toolbar.js";
import { knowsImpacts, type Tosses } from "./toss.js";
import { Viewer } from "./viewer.js";

let figures = 0;

function row(cell: HTMLElement): HTMLElement {
    return html("div", { class: "frames full" }, html("div", { class: "frame" }, cell));
}

function pageHeader(all: Tosses, state: State): HTMLElement {
    const { shape, tosses } = all;
    const [duration, instants, impacts] = [html("span"), html("small"), html("span")];
    const show = (): void => {
        duration.textContent = `${significant(state.end - state.begin)} s`;
        instants.textContent = `${whole(state.times.length)} instants`;
        impacts.textContent = whole(state.toss.impacts.count);
    };
    state.on(["toss"], show);
    show();
    const changing = (name: Child, ...value: Child[]): HTMLElement =>
        html("div", { class: "card" }, html("dt", {}, name), html("dd", {}, ...value));
    const { total = tosses.length } = all;
    const cards = [
        card("tosses", whole(total), total > tosses.length ? `${whole(tosses.length)} shown` : ""),
        changing("duration", duration, instants),
        ...(knowsImpacts(all) ? [changing(term("impact", "impacts"), impacts)] : []),
    ];
    return html(
        "header",
        { class: "title" },
        html("p", { class: "kicker" }, "Routh · a body in space"),
        html("h1", {}, all.title),
        html(
            "p",
            { class: "source" },
            `${shape.name}${shape.rounding > 0 ? ` · corners rounded by ${significant(1000 * shape.rounding)} mm` : ""}`,
        ),
        html("dl", { class: "cards" }, ...cards),
    );
}

function sections(all: Tosses, state: State): HTMLElement[] {
    const two = all.tosses.some(({ tracks }) => tracks.length > 1);
    const list = [
        section(
            "motion",
            "How it moves",
            row(new Viewer(all, state, ++figures).element),
            two ? row(new ErrorsFigure(all, state, ++figures).element) : null,
            all.tosses.length > 1 ? row(tossTable(all, state)) : null,
        ),
        section("found", "What was found", row(html("div", { class: "found" }, sentences(all.words)))),
    ];
    if (all.tables.length + all.charts.length > 0)
        list.push(
            section(
                "numbers",
                "Numbers",
                ...all.tables.map((one) => row(givenTable(one))),
                ...all.charts.map((one) => row(new ChartFigure(all, one, ++figures).element)),
            ),
        );
    if (knowsImpacts(all)) list.push(section("impacts", "Impacts of this toss", row(impactTable(state))));
    return list;
}

function show(all: Tosses): void {
    const state = new State(all);
    document.title = all.title;
    document.body.append(
        html("a", { class: "skip", href: "#main" }, "Skip to the motion"),
        pageHeader(all, state),
        toolbar(all, state),
        html("main", { id: "main", class: "single" }, ...sections(all, state), glossary(knowsImpacts(all))),
        html("footer", {}, html("p", {}, `Routh ${all.version}.`), licences()),
    );
    addTooltip();
    window.addEventListener("beforeprint", drawNow);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) state.play();
}

const all = JSON.parse(document.getElementById("study")?.textContent ?? "") as Tosses;
if (all.tosses.length > 0) show(all);
else document.body.append(html("p", {}, "There is no toss here, so there is nothing to show."));
