// The bar that stays in sight: play and pause, the time, how slowly, light or dark.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { fixed } from "../numbers.js";
import { themeButton } from "../theme.js";
import { instantAt } from "./motion.js";
import type { Run } from "./run.js";
import type { State } from "./state.js";

const slownesses = [1, 4, 10, 25, 100];

function playButton(state: State): HTMLElement {
    const button = html("button", { type: "button", class: "play", click: () => state.toggle() });
    const show = (): void => {
        button.textContent = state.playing ? "❚❚ Pause" : "▶ Play";
    };
    state.on(["playing"], show);
    show();
    return button;
}

// One step is one instant: arrow keys go from one to the next.
function timeSlider({ samples }: Run, state: State): HTMLElement {
    const slider = html("input", {
        type: "range",
        min: 0,
        max: samples.time.length - 1,
        step: 1,
        value: 0,
        "aria-label": "Time",
        input: () => {
            state.pause();
            state.choose(samples.time[Number(slider.value)] ?? state.begin);
        },
        keydown: (event) => {
            if ((event as KeyboardEvent).key !== " ") return;
            event.preventDefault();
            state.toggle();
        },
    });
    const shown = html("output", {});
    const show = (): void => {
        slider.value = String(instantAt(samples, state.time));
        shown.textContent = `${fixed(state.time, 4)} s`;
        slider.setAttribute("aria-valuetext", shown.textContent);
    };
    state.on(["time"], show);
    show();
    return html("label", { class: "slider" }, slider, shown);
}

function speedChoice(state: State): HTMLElement {
    const select = html(
        "select",
        { "aria-label": "Speed, as a fraction of real time", change: () => (state.slowness = Number(select.value)) },
        ...slownesses.map((slowness) =>
            html(
                "option",
                { value: slowness, selected: slowness === state.slowness },
                slowness === 1 ? "real time" : `1/${slowness} speed`,
            ),
        ),
    );
    return select;
}

export function toolbar(run: Run, state: State): HTMLElement {
    return html(
        "nav",
        { class: "toolbar player", "aria-label": "Time shown" },
        playButton(state),
        timeSlider(run, state),
        html("div", { class: "right" }, speedChoice(state), themeButton()),
    );
}
