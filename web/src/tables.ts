// The study's tables: estimates and errors, predictive range, unphysical behaviour of laws.
// SPDX-License-Identifier: BSD-3-Clause

import { term } from "./glossary.js";
import { html, type Child } from "./html.js";
import { lawKey } from "./laws.js";
import { fixed, isNumber, percent, significant, symbol, whole } from "./numbers.js";
import type { LawStudy } from "./study.js";
import { small, stacked, table, type Row } from "./table.js";
import type { View } from "./view.js";

export function lawHead(view: View, law: LawStudy): HTMLElement {
    return html("span", { class: "law" }, lawKey(view.style(law.name)), html("span", {}, law.title));
}

export function number(words: string): HTMLElement {
    return html("span", { class: "number" }, words);
}

function parameterNames(view: View): string[] {
    return [...new Set(view.frame.laws.flatMap((law) => Object.keys(law.parameters)))];
}

function parameterCell(view: View, law: LawStudy, name: string): Child {
    const entry = law.parameters[name];
    if (!entry) return "–";
    const truth = view.study.truth?.law === law.name ? view.study.truth.parameters[name] : undefined;
    const covered = law.covered?.[name] ?? false;
    return stacked(
        `${fixed(entry.value, 3)} ± ${fixed(entry.sd, 3)}`,
        small(
            entry.high === null
                ? `at least ${fixed(entry.low, 3)}`
                : `${fixed(entry.low, 3)} … ${fixed(entry.high, 3)}`,
        ),
        isNumber(truth)
            ? html(
                  "small",
                  { class: covered ? "truth" : "truth missed" },
                  `truth ${fixed(truth, 3)}, ${covered ? "covered" : "missed"}`,
              )
            : null,
    );
}

// Table 1: the parameters of each law, and how well it then predicts held-out impacts.
export function estimateTable(view: View): HTMLElement {
    const names = parameterNames(view);
    const { laws, bounds } = view.frame;
    const best = view.bestLaws();
    const rows: Row[] = laws.map((law) => ({
        law: law.name,
        strong: best.includes(law),
        note: law.notes.join("; "),
        head: stacked(
            lawHead(view, law),
            view.study.truth?.law === law.name ? html("small", { class: "truth" }, "made these data") : null,
        ),
        cells: [
            ...names.map((name) => parameterCell(view, law, name)),
            stacked(
                `${fixed(law.error_mean, 3)} ± ${fixed(law.error_se, 3)}`,
                small(`${fixed(law.error_mean_velocity, 3)} m/s`),
            ),
            fixed(law.error_median, 3),
            `${fixed(law.best_percent, 1)} / ${fixed(law.worst_percent, 1)}`,
        ],
    }));
    const nothing = names.map((): Child => "");
    rows.push(
        {
            head: term("post-hoc", "best law per impact, in hindsight"),
            cells: [...nothing, fixed(bounds.best_post_hoc_mean, 3), fixed(bounds.best_post_hoc_median, 3), ""],
        },
        {
            head: term("rigid-bound", "ideal rigid-body bound"),
            cells: [
                ...nothing,
                stacked(fixed(bounds.irb_mean, 3), small(`${fixed(bounds.irb_mean_velocity, 3)} m/s`)),
                fixed(bounds.irb_median, 3),
                "",
            ],
        },
    );
    const first = laws[0];
    const caption = html(
        "span",
        {},
        number("Table 1"),
        ` Estimates ± standard deviation with 95 % intervals, and ${view.study.metric} on ${whole(first?.n_test)} held-out impacts ` +
            `(fitted to ${whole(first?.n_fit)} by ${view.study.cost} cost). Bold: the lowest mean error, and ties within 0.1 % of it.`,
    );
    const columns = [
        { title: "law" },
        ...names.map((name) => ({ title: symbol(name) })),
        { title: "mean error" },
        { title: "median" },
        { title: "best / worst %" },
    ];
    return table(caption, columns, rows, "Table 1: estimates and held-out errors");
}

// Table 2: how often the law can give the measured impulse at all.
export function rangeTable(view: View): HTMLElement {
    const within = view.study.range_tolerance;
    const tolerance = isNumber(within) ? ` (to ${significant(100 * within, 2)} % of the impulse)` : "";
    const rows = view.frame.laws.map((law) => ({
        law: law.name,
        head: lawHead(view, law),
        cells: [
            fixed(law.range_fraction, 3),
            fixed(law.range_fraction_velocity, 3),
            fixed(law.range_fraction_unweighted, 3),
        ],
    }));
    const caption = html(
        "span",
        {},
        number("Table 2"),
        " Fraction of impacts ",
        term("range", "in range"),
        ` of each law, over all its parameters${tolerance}. Metric: the one in which the measured impulse was computed.`,
    );
    const columns = [{ title: "law" }, { title: "momentum metric" }, { title: "velocity metric" }, { title: "unweighted" }];
    return table(caption, columns, rows, "Table 2: fraction of impacts in range");
}

// Table 3: behaviour of the fitted laws.
export function behaviourTable(view: View): HTMLElement {
    const slow = view.study.slow_friction;
    const { reversals, reversals_predicted: predicted, reversals_false: alarms } = view.frame.anomalies;
    const names = parameterNames(view);
    const rows = view.frame.laws.map((law) => ({
        law: law.name,
        head: stacked(lawHead(view, law), small(`${law.restitution} restitution`)),
        cells: [
            ...(slow === null ? [] : [fixed(law.slow_error_mean, 3)]),
            names.map((name) => fixed(law.individual_mean[name], 3)).join(", "),
            whole(law.gains),
            whole(law.penetrates),
            predicted[law.name] === undefined
                ? "–"
                : `${whole(predicted[law.name])} of ${whole(reversals)}, ${whole(alarms[law.name])} false`,
            isNumber(law.convex) ? percent(law.convex, 0) : "–",
        ],
    }));
    const columns = [
        { title: "law" },
        ...(slow === null ? [] : [{ title: `error at μ = ${slow}` }]),
        { title: `mean best ${names.map(symbol).join(", ")}` },
        { title: "gains energy" },
        { title: "penetrates" },
        { title: "reversals" },
        { title: term("convex", "convex in") },
    ];
    const caption = html(
        "span",
        {},
        number("Table 3"),
        " How the fitted laws behave: " +
            (slow === null ? "" : `the mean error at μ = ${slow}, the friction of a slow test; `) +
            "the mean of the best parameters of single impacts; the number of impacts in which the law gains energy or penetrates; the measured slip reversals that it predicts, and those that it predicts but were not measured; the share of the cost surface that is convex.",
    );
    return table(caption, columns, rows, "Table 3: behaviour of the fitted laws");
}
