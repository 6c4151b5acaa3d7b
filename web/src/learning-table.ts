// What learning adds, in a few numbers, and the table of all models, laws and bounds.
// SPDX-License-Identifier: BSD-3-Clause

import { term } from "./glossary.js";
import { html, type Child } from "./html.js";
import { lawKey } from "./laws.js";
import { contestantStyle, errorAt, notLearned } from "./learning.js";
import { fixed, isNumber, percent, whole } from "./numbers.js";
import { card, sentences } from "./page-parts.js";
import type { Contestant, Learning } from "./study.js";
import { small, stacked, table, type Row } from "./table.js";
import type { View } from "./view.js";

function contestantCard(learning: Learning, name: Child, which: string | null): HTMLElement {
    const one = learning.contestants.find((entry) => entry.name === which);
    if (!one) return card(name, "–", "");
    return card(
        name,
        one.title,
        `${fixed(errorAt(one, learning.detail), 3)} m/s after ${whole(learning.detail)} impacts`,
    );
}

function cards(learning: Learning): HTMLElement {
    const { pays_from, gain, prior_pays_until, contestants } = learning;
    const pays = isNumber(pays_from);
    const hasPrior = contestants.some(({ kind }) => kind === "on-prior");
    return html(
        "dl",
        { class: "cards" },
        contestantCard(learning, term("learned", "best model"), learning.best_model),
        contestantCard(learning, "best law on the same draws", learning.best_law),
        card(
            "learning pays",
            pays ? `from ${whole(pays_from)} impacts on` : "at no size studied",
            "by more than two standard errors",
        ),
        card("the best model saves", percent(gain, 0), "of the best law's error, at the largest size common to all"),
        hasPrior
            ? card(
                  "another body's model helps",
                  isNumber(prior_pays_until) ? `up to ${whole(prior_pays_until)} impacts` : "at no size studied",
                  "as a prior for this body's model",
              )
            : null,
    );
}

export function learningConclusion(view: View): HTMLElement {
    const { learning } = view.frame;
    if (!learning) return html("p", { class: "muted" }, notLearned);
    return html("div", { class: "found" }, sentences(learning.words), cards(learning));
}

function head(view: View, one: Contestant): HTMLElement {
    return html("span", { class: "law" }, lawKey(contestantStyle(view, one)), html("span", {}, one.title));
}

// Mean and range over the outputs of a model.
function coverageCell({ detail }: Contestant, level: number): Child {
    const shares = (detail?.outputs ?? []).map(({ coverage }) => coverage[level]).filter(isNumber);
    if (shares.length === 0) return "–";
    return stacked(
        percent(detail?.coverage_mean[level], 1),
        small(`${fixed(100 * Math.min(...shares), 0)} … ${fixed(100 * Math.max(...shares), 0)}`),
    );
}

function errorCell({ draws, mean, deviation }: Contestant["curve"][number]): Child {
    if (!isNumber(mean)) return "–";
    return stacked(fixed(mean, 3), draws > 1 && isNumber(deviation) ? small(`± ${fixed(deviation, 3)}`) : null);
}

// Table 4: error at every size, and what only models have.
export function contestantTable(view: View): HTMLElement {
    const { learning } = view.frame;
    if (!learning) return html("p", { class: "muted" }, notLearned);
    const { sizes, contestants, best_law, best_model, coverage_levels: levels } = learning;
    const widest = levels.length - 1;
    const rows = contestants.map((one): Row => {
        const { detail } = one;
        return {
            ...(one.kind === "law" ? { law: one.name } : {}),
            strong: one.name === best_law || one.name === best_model,
            note:
                detail && detail.bounded > 0
                    ? `impacts that stick and only bound μ from below: ${whole(detail.bounded)}`
                    : "",
            head: head(view, one),
            cells: [
                ...one.curve.map(errorCell),
                detail ? percent(detail.outside, 1) : "–",
                detail ? fixed(detail.projected_error, 3) : "–",
                coverageCell(one, widest),
            ],
        };
    });
    const columns = [
        { title: term("learned", "model, law or bound") },
        ...sizes.map((size) => ({ title: whole(size) })),
        { title: term("outside", "outside") },
        { title: term("outside", "projected") },
        { title: term("coverage", `within ${percent(levels[widest], 0)}`) },
    ];
    const caption = html(
        "span",
        {},
        html("span", { class: "number" }, "Table 4"),
        ` Velocity error in m/s on all other impacts, by the number of impacts learned from (± standard deviation over ${whole(learning.draws)} draws). ` +
            `At ${whole(learning.detail)}: predictions that no rigid contact could give, the error with those projected onto what it can give, and the share of measurements within the interval, mean and range over the outputs of the model. Bold: the best model and the best law at that size.`,
    );
    return html(
        "div",
        { class: "contestants" },
        table(caption, columns, rows, "Table 4: learned models, laws and bounds"),
    );
}
