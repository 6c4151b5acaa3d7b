// The bar that stays in sight: play and pause, the time, how slowly, light or dark.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { playButton, speedChoice, stepButtons, timeSlider } from "../player.js";
import { themeButton } from "../theme.js";
import type { State } from "./state.js";

export function toolbar(state: State): HTMLElement {
    return html(
        "nav",
        { class: "toolbar player", "aria-label": "Time shown" },
        playButton(state),
        stepButtons(state),
        timeSlider(state),
        html("div", { class: "right" }, speedChoice(state), themeButton()),
    );
}
