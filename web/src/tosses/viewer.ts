// A toss in three dimensions: the figure with its canvas, what is shown of it, and what it says to screen readers.
// SPDX-License-Identifier: BSD-3-Clause

import { html } from "../html.js";
import { fixed, significant } from "../numbers.js";
import { drawSoon, type Drawable } from "../schedule.js";
import { colourOf, keepDrawn, offersWebGl, roomOf, savePicture, turnKeys } from "../space/canvas.js";
import { Orbit } from "../space/orbit.js";
import type { Pose } from "../space/pose.js";
import { apartOf, poseAt, type Apart } from "./motion.js";
import { Scene, type Colours, type Sight } from "./scene.js";
import type { Shown, State } from "./state.js";
import { knowsImpacts, type Toss, type Tosses } from "./toss.js";

const noWebGl =
    "This browser has no WebGL, so the toss cannot be shown in three dimensions here. The numbers are in the tables below.";
const moreKeys = "Space plays and pauses; comma and full stop step.";

export const trackColours = ["law-0", "law-3"] as const;

function pageColours(): Colours {
    return {
        ground: colourOf("ground"),
        board: colourOf("faint"),
        grid: colourOf("grid"),
        line: colourOf("ink"),
        part: colourOf("law-7"),
        tracks: [colourOf(trackColours[0]), colourOf(trackColours[1])],
        marks: [colourOf("law-5"), colourOf("law-2"), colourOf("law-1")],
        impact: colourOf("mark"),
        region: colourOf("law-3"),
    };
}

// How many of the impacts have happened.
export function happened({ impacts }: Toss, time: number): number {
    return impacts.time.filter((when) => when <= time).length;
}

export class Viewer implements Drawable {
    readonly element: HTMLElement;
    private readonly canvas = html("canvas", { tabindex: 0, role: "img" });
    private readonly status = html("p", { class: "state" });
    private readonly caption = html("p", { class: "caption" });
    private readonly scene: Scene | null = null;
    private readonly orbit: Orbit | null = null;
    private apart: Apart | null = null;

    constructor(
        private readonly all: Tosses,
        private readonly state: State,
        number: number,
    ) {
        const works = offersWebGl(this.canvas);
        if (works) {
            this.scene = new Scene(this.canvas, all);
            this.orbit = new Orbit(this.canvas, [0, 0, 1], () => drawSoon(this));
            this.canvas.addEventListener("keydown", (event) => this.press(event));
        }
        this.element = this.frame(number, works);
        if (!works) return;
        keepDrawn(this, this.canvas, this.status, () => this.scene?.paint(pageColours()));
        state.on(["toss"], () => this.changed());
        state.on(["time", "shown"], () => drawSoon(this));
        this.changed();
    }

    private changed(): void {
        this.scene?.show(this.state.toss);
        this.apart = apartOf(this.state.toss);
        this.caption.textContent = this.captionWords();
        drawSoon(this);
    }

    private press(event: KeyboardEvent): void {
        const actions: Record<string, () => void> = {
            " ": () => this.state.toggle(),
            ",": () => this.state.step(-1),
            ".": () => this.state.step(1),
        };
        const action = actions[event.key];
        if (!action || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        action();
    }

    private captionWords(): string {
        const { tracks, region } = this.state.toss;
        const [first, second] = tracks;
        const impacts = knowsImpacts(this.all) ? " Dots: impacts, pale until they happen." : "";
        const expected = region
            ? ` Pale ball: where it is expected, the tracked point with a probability of ${fixed(100 * region.level, 0)} %.`
            : "";
        const marks = this.all.shape.faces.length > 40 ? "" : " Patches mark the faces along the body's axes x, y and z.";
        return (
            `${turnKeys} ${moreKeys} Solid: ${first?.name ?? "the body"}${second ? `; translucent: ${second.name}` : ""}. ` +
            `Lines: paths of the centre of mass.${impacts}${expected}${marks}` +
            (this.scene && this.all.planes.length > 0 ? ` Squares on a plane are ${significant(this.scene.gridStep, 1)} m wide.` : "")
        );
    }

    private frame(number: number, works: boolean): HTMLElement {
        const button = (words: string, click: () => void): HTMLElement => html("button", { type: "button", click }, words);
        return html(
            "figure",
            { class: "figure", id: "figure-toss", "data-kind": "toss" },
            html(
                "figcaption",
                {},
                html("h3", {}, html("span", { class: "number" }, `Figure ${number}`), " The toss in three dimensions"),
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
            works ? this.caption : null,
        );
    }

    private controls(): HTMLElement {
        const { tosses } = this.all;
        const swatch = (colour: string, fill: string): HTMLElement =>
            html("span", { class: "swatch", style: `--colour: var(--${colour}); --fill: ${fill}` });
        const choice = (name: Shown, words: string, ...marks: HTMLElement[]): HTMLElement =>
            html(
                "label",
                { class: "switch" },
                html("input", {
                    type: "checkbox",
                    checked: this.state.shows(name),
                    value: name,
                    change: (event) => this.state.show(name, (event.target as HTMLInputElement).checked),
                }),
                html("span", { class: "pair" }, ...marks),
                html("span", {}, words),
            );
        const second = tosses.find(({ tracks }) => tracks.length > 1)?.tracks[1];
        return html(
            "div",
            { class: "controls" },
            html(
                "div",
                { class: "row choices" },
                second ? choice("tracks", second.name, swatch(trackColours[1], "40%")) : null,
                choice("paths", "paths", swatch(trackColours[0], "0%"), ...(second ? [swatch(trackColours[1], "0%")] : [])),
                knowsImpacts(this.all) ? choice("impacts", "impacts", swatch("mark", "100%")) : null,
                tosses.some(({ region }) => region !== null)
                    ? choice("region", "where it is expected", swatch(trackColours[1], "22%"))
                    : null,
            ),
        );
    }

    private sight(): Sight {
        const { toss, time } = this.state;
        const poses = toss.tracks.map((track, i): Pose | null =>
            i === 0 || this.state.shows("tracks") ? poseAt(track, toss.rate, time) : null,
        );
        const { region } = toss;
        const i = region ? Math.round(time * toss.rate) - region.first : -1;
        const centre = region?.centre[i];
        const expected = centre && this.state.shows("region") ? { centre, radius: region?.radius[i] ?? 0 } : null;
        const eye = this.orbit?.eye ?? { direction: [1, 0, 0], distance: 1 };
        return {
            poses,
            paths: this.state.shows("paths"),
            impacts: this.state.shows("impacts") ? happened(toss, time) : -1,
            region: expected,
            aim: eye as Sight["aim"],
        };
    }

    // In words, as the canvas shows it.
    private words(): string {
        const { toss, time } = this.state;
        const count = happened(toss, time);
        const parts = [`${fixed(time, 3)} s`];
        if (knowsImpacts(this.all)) parts.push(`${count} impact${count === 1 ? "" : "s"}`);
        if (this.apart) {
            const i = Math.round((time - (this.apart.time[0] ?? 0)) * toss.rate);
            const [distance, angle] = [this.apart.distance[i], this.apart.angle[i]];
            if (distance !== undefined && angle !== undefined)
                parts.push(`${fixed(1000 * distance, 1)} mm and ${fixed((180 / Math.PI) * angle, 1)}° apart`);
        }
        return parts.join(" · ");
    }

    draw(): void {
        const room = roomOf(this.canvas);
        if (!this.scene || !room) return;
        this.scene.draw(this.sight(), ...room);
        const words = this.words();
        this.status.textContent = words;
        this.canvas.setAttribute("aria-label", `${this.all.shape.name}, ${this.state.toss.name}: ${words}. ${turnKeys} ${moreKeys}`);
    }

    private save(): void {
        this.draw();
        savePicture(this.canvas, `${this.state.toss.name}-${fixed(this.state.time, 3)}-s`);
    }
}
