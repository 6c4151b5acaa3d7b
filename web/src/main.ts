// The page: reads the study embedded in it as JSON, and shows it.
// SPDX-License-Identifier: BSD-3-Clause

import { anomalyList } from "./anomalies.js";
import { frameCheck } from "./check.js";
import { covariateTable, covariateWords, hasCovariates } from "./covariates.js";
import type { FigureKind } from "./drawing.js";
import { Figure } from "./figure.js";
import { calibration } from "./figures/calibration.js";
import { convergence } from "./figures/convergence.js";
import { covariates } from "./figures/covariates.js";
import { densities } from "./figures/densities.js";
import { ellipse } from "./figures/ellipse.js";
import { errors } from "./figures/errors.js";
import { impulses } from "./figures/impulses.js";
import { learningCurves } from "./figures/learning-curves.js";
import { learningDensities } from "./figures/learning-densities.js";
import { lengthScales } from "./figures/length-scales.js";
import { momentumPlane } from "./figures/momentum.js";
import { motion } from "./figures/motion.js";
import { parameters } from "./figures/parameters.js";
import { errorOverSpeed } from "./figures/speed.js";
import { reachOverTolerance } from "./figures/reach.js";
import { surface } from "./figures/surface.js";
import { footer } from "./footer.js";
import { glossary } from "./glossary.js";
import { found, pageHeader } from "./header.js";
import { html } from "./html.js";
import { ImpactTable } from "./impact-table.js";
import { contestantTable, learningConclusion } from "./learning-table.js";
import { frameTitle } from "./numbers.js";
import { section } from "./page-parts.js";
import { Peek } from "./peek.js";
import { drawNow } from "./schedule.js";
import { State } from "./state.js";
import type { Study } from "./study.js";
import { attainableTable } from "./reference-tables.js";
import { isSplit, splitTable } from "./split.js";
import { hasSystematics, systematicsTable } from "./systematics.js";
import { behaviourTable, estimateTable, rangeTable } from "./tables.js";
import { toolbar } from "./toolbar.js";
import { addTooltip } from "./tooltip.js";
import { View } from "./view.js";

let figures = 0;

// With a single frame two rows of half width stand side by side on wide screens.
type Width = "half" | "full";

// One row of the page with a cell for each frame.
function row(views: View[], cell: (view: View) => HTMLElement, width: Width = "half"): HTMLElement {
    const cells = views.map((view) => {
        const head =
            views.length > 1
                ? html(
                      "p",
                      { class: view.frame.chosen ? "frame-name chosen" : "frame-name" },
                      frameTitle(view.frame.frame),
                  )
                : null;
        return html("div", { class: "frame", "data-frame": view.frame.frame }, head, cell(view));
    });
    return html("div", { class: `frames ${width}` }, ...cells);
}

function figureRow(views: View[], kind: FigureKind, width: Width = "half"): HTMLElement {
    const number = ++figures;
    return row(views, (view) => new Figure(view, kind, number).element, width);
}

// The check is of the recording, and so the same for all frames.
function sections(views: View[]): HTMLElement[] {
    return [
        section("found", "What was found", row(views, found, "full")),
        section(
            "check",
            "Is the frame right?",
            row(views.slice(0, 1), frameCheck, "full"),
            ...(views.some(({ study }) => study.motion) ? [figureRow(views.slice(0, 1), motion, "full")] : []),
        ),
        section(
            "laws",
            "Which law predicts best?",
            figureRow(views, errors),
            figureRow(views, densities),
            row(views, estimateTable, "full"),
        ),
        section(
            "impact",
            "One impact",
            figureRow(views, ellipse),
            row(views, (view) => new ImpactTable(view).element),
            row(views, anomalyList, "full"),
        ),
        section(
            "parameters",
            "How well are the parameters known?",
            figureRow(views, surface),
            figureRow(views, parameters),
            figureRow(views, convergence, "full"),
            ...(hasSystematics(views) ? [row(views.slice(0, 1), systematicsTable, "full")] : []),
            ...(isSplit(views) ? [row(views.slice(0, 1), splitTable, "full")] : []),
        ),
        section(
            "where",
            "Where do the laws fail?",
            figureRow(views, momentumPlane),
            figureRow(views, impulses),
            figureRow(views, reachOverTolerance),
            row(views, rangeTable),
            row(views, attainableTable, "full"),
            row(views, behaviourTable, "full"),
        ),
        ...(hasCovariates(views) ? [covariateSection(views)] : []),
        ...(isLearning(views) ? [learningSection(views)] : []),
    ];
}

function covariateSection(views: View[]): HTMLElement {
    const isDrawn = views.some(({ frame }) => frame.covariates);
    return section(
        "covariates",
        "What do the parameters depend on?",
        row(views, covariateWords, "full"),
        ...(isDrawn ? [figureRow(views, covariates, "full"), row(views, covariateTable, "full")] : []),
    );
}

function isLearning(views: View[]): boolean {
    return views.some((view) => view.frame.learning);
}

function learningSection(views: View[]): HTMLElement {
    return section(
        "learning",
        "What learning adds",
        row(views, learningConclusion, "full"),
        figureRow(views, learningCurves, "full"),
        row(views, contestantTable, "full"),
        figureRow(views, learningDensities),
        figureRow(views, errorOverSpeed),
        figureRow(views, calibration),
        figureRow(views, lengthScales),
    );
}

// An address that ends in #impact-12 chooses that impact.
function followAddress(state: State, view: View): void {
    const choose = (): void => {
        const record = Number(/^#impact-(\d+)$/.exec(location.hash)?.[1] ?? NaN);
        if (view.place(record) < 0) return;
        state.select(record);
        document.getElementById("impact")?.scrollIntoView();
    };
    window.addEventListener("hashchange", choose);
    choose();
}

function show(study: Study, first: Study["frames"][number]): void {
    const state = new State(study);
    const views = study.frames.map((frame) => new View(study, frame, state));
    const view = views.find((candidate) => candidate.frame === first) ?? new View(study, first, state);
    document.title = `${study.name}: study of planar impacts`;
    const parts = sections(views);
    const main = html(
        "main",
        { id: "main", class: views.length === 1 ? "single" : null },
        ...parts,
        glossary(isLearning(views)),
    );
    document.body.append(
        html("a", { class: "skip", href: "#main" }, "Skip to the findings"),
        pageHeader(study, view),
        toolbar(study, view),
        main,
        footer(study),
    );
    addTooltip();
    const impact = parts.find((part) => part.id === "impact");
    if (impact) document.body.append(new Peek(view, impact).element);

    const showFrames = (): void => {
        for (const cell of main.querySelectorAll<HTMLElement>(".frame"))
            cell.hidden =
                state.frame !== "all" &&
                cell.dataset["frame"] !== state.frame &&
                cell.parentElement?.childElementCount !== 1;
    };
    const showLaws = (): void => {
        for (const line of main.querySelectorAll<HTMLElement>("tr[data-law]"))
            line.classList.toggle("off", !state.shows(line.dataset["law"] ?? ""));
    };
    state.on(["frame"], showFrames);
    state.on(["laws"], showLaws);
    followAddress(state, view);
    window.addEventListener("beforeprint", drawNow);
}

function start(): void {
    const text = document.getElementById("study")?.textContent ?? "";
    const study = JSON.parse(text) as Study;
    const first = study.frames.find((frame) => frame.chosen) ?? study.frames[0];
    if (first) show(study, first);
    else document.body.append(html("p", {}, "This study has no frame, so there is nothing to show."));
}

start();
