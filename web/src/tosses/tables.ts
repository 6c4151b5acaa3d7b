// Tables of the page: all tosses to choose from, impacts of the chosen one, and those that come with the tosses.
// SPDX-License-Identifier: BSD-3-Clause

import { html, type Child } from "../html.js";
import { fixed, isNumber, significant, whole } from "../numbers.js";
import { table, type Row } from "../table.js";
import { term } from "./glossary.js";
import type { State } from "./state.js";
import { knowsImpacts, type Table, type Toss, type Tosses } from "./toss.js";

const unfolded = 12; // tosses, and impacts; longer tables are folded at first

function choice(words: string, label: string, click: () => void): HTMLElement {
    return html("button", { type: "button", class: "choose", "aria-label": label, click }, words);
}

// A long table is made when it is unfolded: hundreds of rows would hold up the page.
function folded(summary: string, count: number, make: () => HTMLElement): HTMLElement {
    if (count <= unfolded) return make();
    const element = html("details", {}, html("summary", {}, summary));
    element.addEventListener("toggle", () => element.append(make()), { once: true });
    return element;
}

function tossRow(all: Tosses, state: State, toss: Toss): Row {
    const { columns, tosses } = all;
    const index = tosses.indexOf(toss);
    const words = toss.label ? `${toss.name} (${toss.label})` : toss.name;
    return {
        head: choice(words, `Show ${words}`, () => state.chooseToss(index)),
        strong: toss.label !== "",
        cells: [
            ...(knowsImpacts(all) ? [whole(toss.impacts.count)] : []),
            ...columns.map(({ key, digits, factor }) => {
                const value = toss.numbers[key];
                return fixed(isNumber(value) ? factor * value : null, digits);
            }),
        ],
    };
}

// Those with a label first, and all of them below, folded where they are many.
export function tossTable(all: Tosses, state: State): HTMLElement {
    const columns = [
        { title: "toss" },
        ...(knowsImpacts(all) ? [{ title: term("impact", "impacts") }] : []),
        ...all.columns.map(({ title }) => ({ title })),
    ];
    const make = (caption: string, list: Toss[], name: string): HTMLElement =>
        table(caption, columns, list.map((toss) => tossRow(all, state, toss)), name);
    const labelled = all.tosses.filter(({ label }) => label !== "");
    const every = folded(`All ${all.tosses.length} tosses`, all.tosses.length, () =>
        make("Choose a toss to see it.", all.tosses, "Tosses"),
    );
    if (labelled.length === 0 || all.tosses.length <= unfolded) return every;
    return html("div", {}, make("Choose a toss to see it.", labelled, "Tosses named"), every);
}

export function impactTable(state: State): HTMLElement {
    const frame = html("div", { class: "impacts" });
    const show = (): void => {
        const { impacts } = state.toss;
        const more = impacts.count > impacts.time.length ? ` The first ${whole(impacts.time.length)} of ${whole(impacts.count)}.` : "";
        const rows = impacts.time.map(
            (time, i): Row => ({
                head: choice(String(i + 1), `Show impact ${i + 1}`, () => {
                    state.pause();
                    state.choose(time);
                }),
                cells: [
                    fixed(time, 4),
                    ...[0, 1, 2].map((k) => fixed(impacts.point[i]?.[k], 4)),
                    significant(impacts.speed[i]),
                    whole(impacts.contacts[i]),
                ],
            }),
        );
        const columns = [
            { title: "impact" },
            { title: "time, s" },
            { title: "x, m" },
            { title: "y, m" },
            { title: "z, m" },
            { title: term("speed", "speed of approach, m/s") },
            { title: term("contacts", "contacts") },
        ];
        frame.replaceChildren(
            rows.length === 0
                ? html("p", {}, "No impact is known of this toss.")
                : folded(`Table of ${rows.length} impacts`, rows.length, () =>
                      table(`Choose an impact to go to its time.${more}`, columns, rows, "Impacts"),
                  ),
        );
    };
    state.on(["toss"], show);
    show();
    return frame;
}

function cell(value: string | number | null): Child {
    return typeof value === "string" ? value : significant(value);
}

export function givenTable({ title, columns, rows }: Table): HTMLElement {
    const isText = (place: number): boolean => rows.some((row) => typeof row[place] === "string");
    return table(
        title,
        columns.map((name, i) => ({ title: name, words: isText(i) })),
        rows.map(([head, ...cells]) => ({ head: cell(head ?? null), cells: cells.map(cell) })),
        title,
    );
}
