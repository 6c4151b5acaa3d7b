// A made-up run, to develop and test with: a body that bounces off the floor against a wall, without air or friction.
// SPDX-License-Identifier: BSD-3-Clause

import type { Body, Run } from "../src/run/run.js";

const gravity = 9.81;
const rate = 250;
const restitution = 0.7;
const wall = 0.4;

export interface RunFixtureOptions {
    shape?: "disc" | "square";
    duration?: number;
    title?: string;
}

function bodyOf(shape: "disc" | "square", radius: number): Body {
    const half = radius / Math.SQRT2;
    const round = shape === "disc";
    return {
        shape: round ? `disc of ${2000 * radius} mm` : "polygon with 4 corners",
        semi_axes: round ? [radius, radius] : null,
        corners: round
            ? []
            : [
                  [half, -half],
                  [half, half],
                  [-half, half],
                  [-half, -half],
              ],
        radius,
        mass: 0.2,
        inertia: 0.5 * 0.2 * radius * radius,
    };
}

export function makeRun({ shape = "disc", duration = 1.2, title = "fixture, drop <1>" }: RunFixtureOptions = {}): Run {
    const radius = 0.04;
    const count = Math.round(duration * rate) + 1;
    const samples: Run["samples"] = { time: [], x: [], y: [], theta: [], moving: count, strobe: 0.05, outlines: [] };
    const contacts: Run["contacts"] = {
        count: 0,
        time: [],
        x: [],
        y: [],
        plane: [],
        closing: [],
        pn: [],
        pt: [],
        state: [],
    };
    let [x, y, vx, vy] = [0, 0.4, 0.5, 0];
    const hit = (time: number, plane: number, speed: number): void => {
        contacts.time.push(time);
        contacts.x.push(plane === 0 ? x : wall);
        contacts.y.push(plane === 0 ? 0 : y);
        contacts.plane.push(plane);
        contacts.closing.push(speed);
        contacts.pn.push(0.2 * (1 + restitution) * speed);
        contacts.pt.push(0);
        contacts.state.push(contacts.time.length % 2 ? "slips" : "sticks");
    };
    for (let i = 0; i < count; i++) {
        const time = i / rate;
        samples.time.push(time);
        samples.x.push(x);
        samples.y.push(y);
        samples.theta.push(4 * time);
        if (i % 12 === 0 || i === count - 1) samples.outlines.push(i);
        x += vx / rate;
        y += vy / rate;
        vy -= gravity / rate;
        if (y < radius && vy < 0) {
            hit(time, 0, -vy);
            vy *= -restitution;
        }
        if (x > wall - radius && vx > 0) {
            hit(time, 1, vx);
            vx *= -restitution;
        }
    }
    contacts.count = contacts.time.length;
    return {
        version: "0.1.0",
        title,
        words: [`The body bounces ${contacts.count} times.`, "It is <made up>."],
        body: bodyOf(shape, radius),
        gravity,
        planes: [
            { x: 0, y: 0, angle: 0 },
            { x: wall, y: 0, angle: Math.PI / 2 },
        ],
        duration,
        rests: false,
        samples,
        contacts,
    };
}
