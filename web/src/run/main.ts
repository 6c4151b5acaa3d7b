// The page: reads the run embedded in it as JSON, and plays it.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { fixed, significant, whole } from "../numbers.js";
import { card, licences, section, sentences } from "../page-parts.js";
import { drawNow } from "../schedule.js";
import { table, type Row } from "../table.js";
import { addTooltip } from "../tooltip.js";
import { MotionFigure } from "./figure.js";
import { glossary, term } from "./glossary.js";
import type { Run } from "./run.js";
import { State } from "./state.js";
import { toolbar } from "./toolbar.js";

const unfolded = 40; // contacts; a longer table is folded at first

const massOf = (mass: number): string =>
    mass < 1 ? `${significant(1000 * mass)} g` : `${significant(mass)} kg`;

function pageHeader(run: Run): HTMLElement {
    const { body, contacts, samples } = run;
    const last = samples.time.length - 1;
    const more = contacts.count > contacts.time.length ? `the first ${whole(contacts.time.length)} are shown` : "";
    return html(
        "header",
        { class: "title" },
        html("p", { class: "kicker" }, "Routh · a body in planar motion"),
        html("h1", {}, run.title),
        html(
            "p",
            { class: "source" },
            `${body.shape} · mass ${massOf(body.mass)} · inertia ${significant(body.inertia)} kg m² · gravity ${fixed(run.gravity, 2)} m/s²`,
        ),
        html(
            "dl",
            { class: "cards" },
            card("duration", `${significant(run.duration)} s`, `${whole(samples.time.length)} instants`),
            card(term("contact", "contacts"), whole(contacts.count), more),
            card(
                "at the end",
                run.rests ? "at rest" : "moving",
                `at (${significant(samples.x[last])}, ${significant(samples.y[last])}) m`,
            ),
        ),
    );
}

function row(cell: HTMLElement): HTMLElement {
    return html("div", { class: "frames full" }, html("div", { class: "frame" }, cell));
}

function contactTable({ contacts }: Run, state: State): HTMLElement {
    const rows = contacts.time.map(
        (time, i): Row => ({
            head: html(
                "button",
                {
                    type: "button",
                    class: "choose",
                    "aria-label": `Show contact ${i + 1}`,
                    click: () => {
                        state.pause();
                        state.choose(time);
                    },
                },
                String(i + 1),
            ),
            cells: [
                fixed(time, 4),
                fixed(contacts.x[i], 4),
                significant(contacts.closing[i]),
                significant(contacts.pn[i]),
                significant(contacts.pt[i]),
                contacts.state[i] ?? "–",
            ],
        }),
    );
    const columns = [
        { title: term("contact", "contact") },
        { title: "time, s" },
        { title: "x, m" },
        { title: term("closing", "closing speed, m/s") },
        { title: term("impulse", "normal impulse, N s") },
        { title: "tangential impulse, N s" },
        { title: term("state", "state"), words: true },
    ];
    return table("Choose a contact to go to its time.", columns, rows, "Contacts");
}

// A long table is made when it is unfolded: hundreds of rows would hold up the page.
function foldedTable(run: Run, state: State): HTMLElement {
    if (run.contacts.time.length <= unfolded) return contactTable(run, state);
    const element = html("details", {}, html("summary", {}, "Table of contacts"));
    element.addEventListener("toggle", () => element.append(contactTable(run, state)), { once: true });
    return element;
}

function show(run: Run): void {
    const state = new State(run);
    document.title = run.title;
    document.body.append(
        html("a", { class: "skip", href: "#main" }, "Skip to the motion"),
        pageHeader(run),
        toolbar(state),
        html(
            "main",
            { id: "main", class: "single" },
            section("motion", "How it moves", row(new MotionFigure(run, state).element)),
            section("found", "What happened", row(html("div", { class: "found" }, sentences(run.words)))),
            ...(run.contacts.time.length > 0
                ? [section("contacts", "Contacts", row(foldedTable(run, state)))]
                : []),
            glossary(),
        ),
        html("footer", {}, html("p", {}, `Routh ${run.version}.`), licences()),
    );
    addTooltip();
    window.addEventListener("beforeprint", drawNow);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) state.play();
}

show(JSON.parse(document.getElementById("study")?.textContent ?? "") as Run);
