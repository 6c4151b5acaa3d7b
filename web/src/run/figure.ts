// The run as a figure: the body where it is at the chosen time, contacts to point at and to choose.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot, Words } from "../drawing.js";
import type { Exported } from "../export.js";
import { FigureFrame, ring } from "../figure-frame.js";
import { html } from "../html.js";
import { fixed, significant } from "../numbers.js";
import { poseAt } from "./motion.js";
import type { Run } from "./run.js";
import { sceneOf, type Scene } from "./scene.js";
import type { State } from "./state.js";

// The whole drawing is to be in sight together with the bar above it.
const heights = (): [number, number] => [240, Math.max(280, Math.min(640, 0.68 * window.innerHeight))];

export function describeContact({ contacts }: Run, i: number): Words {
    return {
        title: `Contact ${i + 1}, ${contacts.state[i] ?? ""}`,
        rows: [
            ["time, s", fixed(contacts.time[i], 4)],
            ["where, m", `(${fixed(contacts.x[i], 4)}, ${fixed(contacts.y[i], 4)})`],
            ["closing speed, m/s", significant(contacts.closing[i])],
            ["normal impulse, N s", significant(contacts.pn[i])],
            ["tangential impulse, N s", significant(contacts.pt[i])],
        ],
    };
}

export class MotionFigure extends FigureFrame {
    private readonly now = html("span", { class: "now" });
    private scene: Scene | null = null;

    constructor(
        private readonly run: Run,
        private readonly state: State,
    ) {
        const now = html("span", { class: "now" });
        super({
            id: "figure-motion",
            title: "The motion, true to scale",
            number: 1,
            attributes: {},
            tools: [now],
            pointed: {
                words: (spot) => describeContact(run, spot.place),
                hover: () => {},
                choose: (place) => {
                    state.pause();
                    state.choose(run.contacts.time[place] ?? state.begin);
                },
                chosen: () => run.contacts.time.lastIndexOf(state.time),
            },
        });
        this.now = now;
        state.on(["time"], () => this.show());
        this.show();
    }

    private show(): void {
        const { time } = this.state;
        const pose = poseAt(this.run.samples, time);
        this.scene?.show(pose, time);
        this.now.textContent = `x ${fixed(pose.x, 3)} m · y ${fixed(pose.y, 3)} m · θ ${fixed((180 / Math.PI) * pose.theta, 0)}°`;
    }

    protected drawingFor(width: number): Drawing {
        this.scene = sceneOf(this.run, width, heights());
        this.show();
        return this.scene;
    }

    protected captionWords(): string {
        const { strobe } = this.run.samples;
        return (
            `Thin outlines: every ${significant(strobe)} s, stronger as time goes on. Orange: path of the centre of mass. ` +
            "Circles: contacts, filled if they stick, pale until they happen; choose one to go to its time."
        );
    }

    protected marksIn(_: Drawing, spot: Spot | null): SVGElement[] {
        return spot ? ring("pointed", 6, spot) : [];
    }

    protected exported(): Omit<Exported, "svg" | "description"> {
        const { title, version, body } = this.run;
        return {
            title,
            subtitle: `${body.shape} at ${fixed(this.state.time, 4)} s · Routh ${version}`,
            legend: [],
            file: `routh-${title.replace(/[^\w-]+/g, "-")}.svg`,
        };
    }
}
