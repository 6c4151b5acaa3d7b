// The parts in three dimensions with their controls: time, exaggeration, what is shown.
// SPDX-License-Identifier: BSD-3-Clause

import { html, type Child } from "../../html.js";
import { fixed } from "../../numbers.js";
import { drawSoon, type Drawable } from "../../schedule.js";
import { colourOf, keepDrawn, offersWebGl, roomOf, savePicture, turnKeys as keys } from "../../space/canvas.js";
import { Orbit } from "../../space/orbit.js";
import type { Triple } from "../../space/pose.js";
import type { View } from "../view.js";
import { Scene, type Colours, type Sight } from "./scene.js";

const noWebGl =
    "This browser has no WebGL, so the parts cannot be shown in three dimensions here. The displacements are in the table below.";

function pageColours(): Colours {
    return {
        ground: colourOf("ground"),
        first: colourOf("law-0"),
        second: colourOf("law-7"),
        line: colourOf("ink"),
        drawn: colourOf("law-3"),
        slides: colourOf("mark"),
        sticks: colourOf("law-2"),
    };
}

export class Viewer implements Drawable {
    readonly element: HTMLElement;
    private readonly canvas = html("canvas", { tabindex: 0, role: "img" });
    private readonly status = html("p", { class: "state" });
    private readonly time: HTMLInputElement;
    private readonly timeShown = html("output");
    private readonly factor: HTMLInputElement;
    private readonly factorShown = html("output");
    private readonly play = html("button", { type: "button", click: () => this.toggle() }, "▶ Play");
    private readonly shows: Sight["shows"] = { first: true, second: true, drawn: true, contacts: true };
    private readonly up: Triple;
    private readonly scene: Scene | null = null;
    private readonly orbit: Orbit | null = null;
    private playing = 0; // request of an animation frame

    constructor(
        private readonly view: View,
        number: number,
    ) {
        // what is inserted comes from above
        const offset = view.study.displacements.find(({ kind }) => kind === "offset");
        this.up = offset ? (offset.axis.map((component) => -component) as Triple) : [0, 0, 1];
        this.time = html("input", { type: "range", min: 0, step: 1, input: () => this.chooseInstant() });
        this.factor = html("input", {
            type: "range",
            min: 1,
            max: 200,
            step: 1,
            value: 100,
            input: () => drawSoon(this),
        });
        const works = offersWebGl(this.canvas);
        if (works) {
            this.scene = new Scene(this.canvas, view.study);
            this.orbit = new Orbit(this.canvas, this.up, () => drawSoon(this));
        }
        this.element = this.frame(number, works);
        view.state.on(["recording"], () => this.recordingChanged());
        view.state.on(["time"], () => this.showInstant());
        if (!works) return;
        keepDrawn(this, this.canvas, this.status, () => this.scene?.paint(pageColours()));
        this.recordingChanged();
    }

    private frame(number: number, works: boolean): HTMLElement {
        const { objects } = this.view.study;
        const button = (words: string, click: () => void): HTMLElement =>
            html("button", { type: "button", click }, words);
        return html(
            "figure",
            { class: "figure", id: "figure-parts", "data-kind": "parts" },
            html(
                "figcaption",
                {},
                html(
                    "h3",
                    {},
                    html("span", { class: "number" }, `Figure ${number}`),
                    " The parts, displacements exaggerated",
                ),
                works
                    ? html(
                          "div",
                          { class: "tools" },
                          button("Reset view", () => this.orbit?.reset()),
                          button("Save PNG", () => this.save()),
                      )
                    : null,
            ),
            works
                ? html("div", { class: "space" }, this.canvas, this.status)
                : html("p", { class: "nothing", role: "status" }, noWebGl),
            works ? this.controls() : null,
            works
                ? html(
                      "p",
                      { class: "caption" },
                      `${keys} Solid: ${objects[0]?.name} with its estimated displacements, exaggerated; orange lines: as drawn. ` +
                          "Arrows: directions in which contacts push it, longer for deeper overlap. Motion and offset of the reference pose are not exaggerated.",
                  )
                : null,
        );
    }

    private controls(): HTMLElement {
        const { objects } = this.view.study;
        const slider = (name: string, input: HTMLElement, output: HTMLElement): HTMLElement =>
            html("label", { class: "slider" }, name, input, output);
        const swatch = (colour: string, fill: string): HTMLElement =>
            html("span", { class: "swatch", style: `--colour: var(--${colour}); --fill: ${fill}` });
        const choice = (name: keyof Sight["shows"], words: Child, mark: HTMLElement): HTMLElement =>
            html(
                "label",
                { class: "switch" },
                html("input", {
                    type: "checkbox",
                    checked: true,
                    value: name,
                    change: (event) => {
                        this.shows[name] = (event.target as HTMLInputElement).checked;
                        drawSoon(this);
                    },
                }),
                mark,
                html("span", {}, words),
            );
        return html(
            "div",
            { class: "controls" },
            html("div", { class: "row" }, this.play, slider("time", this.time, this.timeShown)),
            slider("exaggeration", this.factor, this.factorShown),
            html(
                "div",
                { class: "row choices" },
                choice("first", objects[0]?.name ?? "object 1", swatch("law-0", "100%")),
                choice("drawn", "as drawn", swatch("law-3", "0%")),
                choice("second", objects[1]?.name ?? "object 2", swatch("law-7", "26%")),
                choice(
                    "contacts",
                    "contacts: sliding, sticking",
                    html("span", { class: "pair" }, swatch("mark", "100%"), swatch("law-2", "100%")),
                ),
            ),
        );
    }

    private recordingChanged(): void {
        const last = this.view.recording.motion.time.length - 1;
        this.time.max = String(Math.max(0, last));
        this.showInstant();
    }

    private chooseInstant(): void {
        const { time } = this.view.recording.motion;
        this.view.state.chooseTime(time[Number(this.time.value)] ?? null);
    }

    private showInstant(): void {
        this.time.value = String(this.view.posePlace);
        drawSoon(this);
    }

    // Plays the recording once, in at most about ten seconds.
    private toggle(): void {
        if (this.playing !== 0) return this.pause();
        const { time } = this.view.recording.motion;
        const [begin, end] = [time[0] ?? 0, time[time.length - 1] ?? 0];
        const speed = Math.max(1, (end - begin) / 10);
        const from = this.view.posePlace >= time.length - 1 ? begin : (time[this.view.posePlace] ?? begin);
        let start: number | null = null;
        const step = (now: number): void => {
            start ??= now;
            const at = from + (speed * (now - start)) / 1000;
            this.view.state.chooseTime(Math.min(at, end));
            if (at < end) this.playing = requestAnimationFrame(step);
            else this.pause();
        };
        this.play.textContent = "❚❚ Pause";
        this.playing = requestAnimationFrame(step);
    }

    private pause(): void {
        cancelAnimationFrame(this.playing);
        this.playing = 0;
        this.play.textContent = "▶ Play";
    }

    draw(): void {
        if (!this.scene || !this.orbit) return;
        const room = roomOf(this.canvas);
        if (!room) return;
        const { recording, posePlace } = this.view;
        const { motion } = recording;
        const contacts = motion.contacts[posePlace] ?? [];
        const deepest = Math.max(1e-12, ...motion.contacts.flatMap((list) => list.map((contact) => contact[2] ?? 0)));
        this.scene.draw(
            {
                x: recording.fit.x,
                factor: Number(this.factor.value),
                position: motion.position[posePlace] ?? [0, 0, 0],
                orientation: motion.orientation[posePlace] ?? [1, 0, 0, 0],
                contacts,
                deepest,
                ...this.orbit.eye,
                up: this.up,
                shows: this.shows,
            },
            ...room,
        );
        const at = `${fixed(motion.time[posePlace], 2)} s`;
        this.timeShown.textContent = at;
        this.factorShown.textContent = `× ${this.factor.value}`;
        this.status.textContent = `${at} · ${contacts.length} contact${contacts.length === 1 ? "" : "s"}`;
        this.canvas.setAttribute(
            "aria-label",
            `The parts at ${at} with ${contacts.length} contacts, displacements ${this.factor.value} times their size. ${keys}`,
        );
    }

    private save(): void {
        this.draw();
        savePicture(this.canvas, `parts-${this.view.recording.name}`);
    }
}
