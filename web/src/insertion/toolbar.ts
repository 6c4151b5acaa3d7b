// The bar that stays in sight: which recording, which lines, light or dark.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { lawKey } from "../laws.js";
import { themeButton } from "../theme.js";
import { lines, type LineName } from "./lines.js";
import type { View } from "./view.js";

const segmentsAtMost = 6;

function recordingSegments(view: View): HTMLElement {
    const inputs = view.study.recordings.map((_, index) =>
        html("input", {
            type: "radio",
            name: "recording",
            value: String(index),
            checked: index === view.state.recording,
            change: () => view.state.chooseRecording(index),
        }),
    );
    view.state.on(["recording"], () =>
        inputs.forEach((input, index) => (input.checked = index === view.state.recording)),
    );
    return html(
        "fieldset",
        { class: "segments" },
        html("legend", { class: "visually-hidden" }, "Recording"),
        ...inputs.map((input, index) =>
            html("label", {}, input, html("span", {}, view.study.recordings[index]?.name ?? "")),
        ),
    );
}

function recordingSelect(view: View): HTMLElement {
    const select = html(
        "select",
        { "aria-label": "Recording", change: () => view.state.chooseRecording(Number(select.value)) },
        ...view.study.recordings.map(({ name }, index) => html("option", { value: String(index) }, name)),
    );
    view.state.on(["recording"], () => (select.value = String(view.state.recording)));
    return select;
}

function lineSwitches(view: View): HTMLElement {
    const names: LineName[] = ["measured", "plain", "fit"];
    return html(
        "fieldset",
        { class: "switches" },
        html("legend", { class: "visually-hidden" }, "Lines shown in figures over time"),
        ...names.map((name) =>
            html(
                "label",
                { class: "switch" },
                html("input", {
                    type: "checkbox",
                    checked: true,
                    value: name,
                    change: (event) => view.state.switchLine(name, (event.target as HTMLInputElement).checked),
                }),
                lawKey(lines[name].style),
                html("span", {}, lines[name].title),
            ),
        ),
    );
}

export function toolbar(view: View): HTMLElement {
    const { recordings } = view.study;
    const choice = recordings.length > segmentsAtMost ? recordingSelect(view) : recordingSegments(view);
    return html(
        "nav",
        { class: "toolbar", "aria-label": "What the figures show" },
        html("div", { class: "recordings" }, html("span", { class: "muted" }, "recording"), choice),
        html(
            "details",
            { class: "laws", open: matchMedia("(min-width: 40rem)").matches },
            html("summary", {}, "Lines"),
            lineSwitches(view),
        ),
        html("div", { class: "right" }, themeButton()),
    );
}
