// The page: reads the study of insertions embedded in it as JSON, and shows it.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { licences, section } from "../page-parts.js";
import { drawNow } from "../schedule.js";
import { addTooltip } from "../tooltip.js";
import { Figure, type FigureKind } from "./figure.js";
import { contacts } from "./figures/contacts.js";
import { correlation } from "./figures/correlation.js";
import { displacementsFigure } from "./figures/displacements.js";
import { instants } from "./figures/instants.js";
import { lcurve } from "./figures/lcurve.js";
import { singular } from "./figures/singular.js";
import { wrench } from "./figures/wrench.js";
import { glossary } from "./glossary.js";
import { found, pageHeader } from "./header.js";
import { Viewer } from "./space/viewer.js";
import { State } from "./state.js";
import type { Recording, Study } from "./study.js";
import { answerTable, displacementTable, kept, overviewTable, sensitivityTable } from "./tables.js";
import { toolbar } from "./toolbar.js";
import { View } from "./view.js";

let figures = 0;

type Width = "half" | "full";

function row(cell: HTMLElement, width: Width = "full"): HTMLElement {
    return html("div", { class: `frames ${width}` }, html("div", { class: "frame" }, cell));
}

function figureRow(view: View, kind: FigureKind, width: Width = "full"): HTMLElement {
    return row(new Figure(view, kind, ++figures).element, width);
}

function sections(view: View): HTMLElement[] {
    return [
        section(
            "found",
            "What was found",
            row(found(view)),
            row(kept(view, () => overviewTable(view))),
            row(kept(view, () => answerTable(view))),
        ),
        section("parts", "Where the parts are", row(new Viewer(view, ++figures).element)),
        section(
            "wrench",
            "Does the model explain the wrench?",
            figureRow(view, wrench),
            figureRow(view, instants, "half"),
            figureRow(view, contacts, "half"),
        ),
        section(
            "geometry",
            "How far are the parts from the drawing?",
            row(kept(view, () => displacementTable(view))),
            figureRow(view, displacementsFigure, "half"),
            figureRow(view, lcurve, "half"),
        ),
        section(
            "observability",
            "What does this recording determine?",
            figureRow(view, correlation, "half"),
            figureRow(view, singular, "half"),
            row(kept(view, () => sensitivityTable(view))),
        ),
    ];
}

function show(study: Study, first: Recording): void {
    const view = new View(study, new State(), first);
    document.title = study.title;
    document.body.append(
        html("a", { class: "skip", href: "#main" }, "Skip to the findings"),
        pageHeader(view),
        toolbar(view),
        html("main", { id: "main", class: "single" }, ...sections(view), glossary()),
        html(
            "footer",
            {},
            html(
                "p",
                {},
                `Routh ${study.version} · ${study.recordings.length} recording${study.recordings.length === 1 ? "" : "s"} · ${study.seconds.toFixed(1)} s.`,
            ),
            licences(),
        ),
    );
    addTooltip();
    window.addEventListener("beforeprint", drawNow);
}

function start(): void {
    const study = JSON.parse(document.getElementById("study")?.textContent ?? "") as Study;
    const first = study.recordings[0];
    if (first) show(study, first);
    else document.body.append(html("p", {}, "This study has no recording, so there is nothing to show."));
}

start();
