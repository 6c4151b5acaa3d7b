// Play and pause, the time, single instants, how slowly: what the bar of an animation has.
// SPDX-License-Identifier: BSD-3-Clause

import type { Clock } from "./clock.js";
import { html } from "./html.js";
import { fixed } from "./numbers.js";

const slownesses = [1, 4, 10, 25, 100];

// All that the bar needs, whatever else changes.
type AnyClock = Pick<
    Clock,
    "times" | "time" | "slowness" | "playing" | "instant" | "begin" | "choose" | "pause" | "toggle" | "step"
> & { on: (changes: ("time" | "playing" | "times")[], listener: () => void) => void };

export function playButton(clock: AnyClock): HTMLElement {
    const button = html("button", { type: "button", class: "play", click: () => clock.toggle() });
    const show = (): void => {
        button.textContent = clock.playing ? "❚❚ Pause" : "▶ Play";
    };
    clock.on(["playing"], show);
    show();
    return button;
}

export function stepButtons(clock: AnyClock): HTMLElement {
    const button = (words: string, label: string, by: number): HTMLElement =>
        html("button", { type: "button", "aria-label": label, title: label, click: () => clock.step(by) }, words);
    return html("span", { class: "steps" }, button("◂", "One instant back", -1), button("▸", "One instant on", 1));
}

// One step is one instant: arrow keys go from one to the next.
export function timeSlider(clock: AnyClock): HTMLElement {
    const slider = html("input", {
        type: "range",
        min: 0,
        step: 1,
        value: 0,
        "aria-label": "Time",
        input: () => {
            clock.pause();
            clock.choose(clock.times[Number(slider.value)] ?? clock.begin);
        },
        keydown: (event) => {
            if ((event as KeyboardEvent).key !== " ") return;
            event.preventDefault();
            clock.toggle();
        },
    });
    const shown = html("output", {});
    const show = (): void => {
        slider.max = String(clock.times.length - 1);
        slider.value = String(clock.instant);
        shown.textContent = `${fixed(clock.time, 4)} s`;
        slider.setAttribute("aria-valuetext", shown.textContent);
    };
    clock.on(["time", "times"], show);
    show();
    return html("label", { class: "slider" }, slider, shown);
}

export function speedChoice(clock: AnyClock): HTMLElement {
    const select = html(
        "select",
        { "aria-label": "Speed, as a fraction of real time", change: () => (clock.slowness = Number(select.value)) },
        ...slownesses.map((slowness) =>
            html("option", { value: slowness }, slowness === 1 ? "real time" : `1/${slowness} speed`),
        ),
    );
    const show = (): void => {
        select.value = String(clock.slowness);
    };
    clock.on(["times"], show);
    show();
    return select;
}
