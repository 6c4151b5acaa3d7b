// The bar that stays in sight: which toss, play and pause, the time, how slowly, light or dark.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { playButton, speedChoice, stepButtons, timeSlider } from "../player.js";
import { themeButton } from "../theme.js";
import type { State } from "./state.js";
import type { Tosses } from "./toss.js";

// Those with a label first.
function tossChoice({ tosses }: Tosses, state: State): HTMLElement | null {
    if (tosses.length < 2) return null;
    const option = (index: number): HTMLElement => {
        const { name, label } = tosses[index] ?? { name: "", label: "" };
        return html("option", { value: index }, label ? `${label}: ${name}` : name);
    };
    const order = tosses.map((_, i) => i).sort((a, b) => Number(!tosses[a]?.label) - Number(!tosses[b]?.label) || a - b);
    const select = html(
        "select",
        { class: "toss", "aria-label": "Toss", change: () => state.chooseToss(Number(select.value)) },
        ...order.map(option),
    );
    const show = (): void => {
        select.value = String(state.index);
    };
    state.on(["toss"], show);
    show();
    return select;
}

export function toolbar(all: Tosses, state: State): HTMLElement {
    return html(
        "nav",
        { class: "toolbar player", "aria-label": "Toss and time shown" },
        tossChoice(all, state),
        playButton(state),
        stepButtons(state),
        timeSlider(state),
        html("div", { class: "right" }, speedChoice(state), themeButton()),
    );
}
