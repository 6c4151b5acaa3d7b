// The bar that stays in sight: laws on and off, frames, the chosen impact, light or dark.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "./html.js";
import { lawKey } from "./laws.js";
import { frameTitle } from "./numbers.js";
import type { State } from "./state.js";
import type { Study } from "./study.js";
import { themeButton } from "./theme.js";
import type { View } from "./view.js";

function lawSwitches(view: View): HTMLElement {
    const { state } = view;
    const boxes = view.frame.laws.map(({ name, title }) => {
        const box = html("input", {
            type: "checkbox",
            checked: true,
            value: name,
            change: (event) => state.switchLaw(name, (event.target as HTMLInputElement).checked),
        });
        return {
            name,
            box,
            label: html("label", { class: "switch" }, box, lawKey(view.style(name)), html("span", {}, title)),
        };
    });
    const set = (on: boolean): void => {
        for (const { name, box } of boxes) {
            box.checked = on;
            state.switchLaw(name, on);
        }
    };
    const buttons = html(
        "span",
        { class: "all-none" },
        html("button", { type: "button", click: () => set(true) }, "all"),
        html("button", { type: "button", click: () => set(false) }, "none"),
    );
    return html(
        "fieldset",
        { class: "switches" },
        html("legend", { class: "visually-hidden" }, "Laws shown in all figures"),
        ...boxes.map(({ label }) => label),
        buttons,
    );
}

function frameSwitch(study: Study, state: State): HTMLElement | null {
    if (study.frames.length < 2) return null;
    const choice = (value: string, title: string): HTMLElement =>
        html(
            "label",
            {},
            html("input", {
                type: "radio",
                name: "frame",
                value,
                checked: value === state.frame,
                change: () => state.chooseFrame(value),
            }),
            html("span", {}, title),
        );
    return html(
        "fieldset",
        { class: "segments" },
        html("legend", { class: "visually-hidden" }, "Frames shown"),
        choice("all", "both frames"),
        ...study.frames.map(({ frame }) => choice(frame, frameTitle(frame).replace("corrected, ", ""))),
    );
}

// Number of the chosen impact, to be typed or stepped through.
function impactChooser(view: View): HTMLElement {
    const { state } = view;
    const records = [...view.frame.impacts.record].sort((a, b) => a - b);
    const input = html("input", {
        type: "text",
        inputmode: "numeric",
        size: 5,
        "aria-label": "Number of the chosen impact",
        change: () => {
            const wanted = Number(input.value);
            if (view.place(wanted) >= 0) state.select(wanted);
            show();
        },
    });
    const step = (by: number): void => {
        const from = state.selected === null ? -1 : records.indexOf(state.selected);
        const next = records[(from + by + records.length) % records.length];
        if (next !== undefined) state.select(next);
    };
    const show = (): void => {
        input.value = state.selected === null ? "" : String(state.selected);
    };
    state.on(["selected"], show);
    show();
    const button = (words: string, label: string, by: number): HTMLElement =>
        html("button", { type: "button", "aria-label": label, click: () => step(by) }, words);
    return html(
        "span",
        { class: "chooser" },
        html("a", { href: "#impact" }, "impact"),
        button("‹", "Previous impact", -1),
        input,
        button("›", "Next impact", 1),
    );
}

export function toolbar(study: Study, view: View): HTMLElement {
    const laws = html(
        "details",
        { class: "laws", open: matchMedia("(min-width: 40rem)").matches },
        html("summary", {}, "Laws"),
        lawSwitches(view),
    );
    return html(
        "nav",
        { class: "toolbar", "aria-label": "What the figures show" },
        laws,
        html("div", { class: "right" }, frameSwitch(study, view.state), impactChooser(view), themeButton()),
    );
}
