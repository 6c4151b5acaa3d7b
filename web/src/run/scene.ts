// The drawing of a run: what is solid, the body's outlines, path and contacts, and the body itself, which moves.
// SPDX-License-Identifier: BSD-3-Clause

import type { Drawing, Spot } from "../drawing.js";
import { svg } from "../html.js";
import { fixed } from "../numbers.js";
import { ticksOf, windowOf, type Pose, type Window } from "./motion.js";
import type { Body, Plane, Run } from "./run.js";

const fontSize = 12;
const margin = { left: 46, right: 8, top: 8, bottom: 40 };
const labelRoom = 16; // pixels between the numbers of contacts

export interface Scene extends Drawing {
    show: (pose: Pose, time: number) => void;
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const dots = (value: number): string => value.toFixed(2);

function transform(window: Window, { x, y, theta }: Pose): string {
    return `translate(${dots(window.x(x))},${dots(window.y(y))}) rotate(${dots(-degrees(theta))})`;
}

function outline({ semi_axes, corners }: Body, scale: number): SVGElement {
    if (semi_axes) return svg("ellipse", { rx: dots(scale * semi_axes[0]), ry: dots(scale * semi_axes[1]) });
    return svg("polygon", { points: corners.map(([x, y]) => `${dots(scale * x)},${dots(-scale * y)}`).join(" ") });
}

// From the centre towards the first corner or the end of the first axis: shows how far it has turned.
function pointer({ semi_axes, corners }: Body, scale: number): SVGElement {
    const [x, y] = semi_axes ? [semi_axes[0], 0] : (corners[0] ?? [0, 0]);
    return svg("path", { d: `M0,0L${dots(0.8 * scale * x)},${dots(-0.8 * scale * y)}` });
}

// A rectangle below the surface, larger than the window wherever it lies.
function solid(window: Window, plane: Plane): SVGElement {
    const reach =
        Math.hypot(window.right - window.left, window.top - window.bottom) +
        Math.hypot(plane.x - window.left, plane.y - window.bottom);
    const [c, s] = [Math.cos(plane.angle), Math.sin(plane.angle)];
    const corner = (along: number, up: number): string =>
        `${dots(window.x(plane.x + along * c - up * s))},${dots(window.y(plane.y + along * s + up * c))}`;
    const corners = [corner(-reach, 0), corner(reach, 0), corner(reach, -2 * reach), corner(-reach, -2 * reach)];
    return svg("polygon", {
        class: "surface",
        points: corners.join(" "),
        fill: "var(--grid)",
        stroke: "var(--muted)",
        "stroke-width": 1,
    });
}

function axes(window: Window): SVGElement {
    const group = svg("g", { class: "axes", fill: "var(--muted)", "font-size": fontSize });
    const text = (x: number, y: number, anchor: string, words: string): SVGElement =>
        svg("text", { x: dots(x), y: dots(y), "text-anchor": anchor }, words);
    const line = (d: string): SVGElement => svg("path", { d, stroke: "var(--grid)", "stroke-width": 1 });
    const across = ticksOf(window.left, window.right, window.width / 70);
    const up = ticksOf(window.bottom, window.top, window.height / 45);
    for (const value of across.values) {
        const x = window.x(value);
        group.append(
            line(`M${dots(x)},0V${dots(window.height)}`),
            text(x, window.height + 16, "middle", fixed(value, across.decimals)),
        );
    }
    for (const value of up.values) {
        const y = window.y(value);
        group.append(line(`M0,${dots(y)}H${dots(window.width)}`), text(-6, y + 4, "end", fixed(value, up.decimals)));
    }
    group.append(
        text(window.width, window.height + 32, "end", "x, m →"),
        text(4, 12, "start", "↑ y, m"),
    );
    return group;
}

// First faint, then strong.
function outlines({ samples, body }: Run, window: Window): SVGElement {
    const group = svg("g", { class: "outlines", "stroke-width": 1.1 });
    for (const i of samples.outlines) {
        const age = samples.moving > 1 ? i / (samples.moving - 1) : 1;
        const one = outline(body, window.scale);
        const pose = { x: samples.x[i] ?? 0, y: samples.y[i] ?? 0, theta: samples.theta[i] ?? 0 };
        one.setAttribute("transform", transform(window, pose));
        one.setAttribute("fill", "var(--law-0)");
        one.setAttribute("fill-opacity", "0.05");
        one.setAttribute("stroke", "var(--law-0)");
        one.setAttribute("stroke-opacity", (0.15 + 0.4 * age).toFixed(2));
        group.append(one);
    }
    return group;
}

function path({ samples }: Run, window: Window): SVGElement {
    const points = samples.x
        .slice(0, samples.moving)
        .map((x, i) => `${dots(window.x(x))},${dots(window.y(samples.y[i] ?? 0))}`);
    return svg("polyline", {
        class: "path",
        points: points.join(" "),
        fill: "none",
        stroke: "var(--law-3)",
        "stroke-width": 1.6,
        "stroke-linejoin": "round",
    });
}

// Filled where they stick; with their number, where there is room for it.
function contactMarks({ contacts, planes }: Run, window: Window): { marks: SVGGElement[]; spots: Spot[] } {
    const labelled: { x: number; y: number }[] = [];
    const spots: Spot[] = [];
    const marks = contacts.time.map((_, i) => {
        const [x, y] = [window.x(contacts.x[i] ?? 0), window.y(contacts.y[i] ?? 0)];
        spots.push({ x: x + margin.left, y: y + margin.top, place: i });
        const mark = svg(
            "g",
            { class: "contact" },
            svg("circle", {
                cx: dots(x),
                cy: dots(y),
                r: 3.6,
                fill: contacts.state[i] === "slips" ? "var(--paper)" : "var(--mark)",
                stroke: "var(--mark)",
                "stroke-width": 1.4,
            }),
        );
        if (labelled.some((other) => Math.hypot(other.x - x, other.y - y) <= labelRoom)) return mark;
        labelled.push({ x, y });
        const angle = planes[contacts.plane[i] ?? 0]?.angle ?? 0;
        const place = { x: dots(x + 13 * Math.sin(angle)), y: dots(y + 13 * Math.cos(angle) + 4) };
        mark.append(
            svg("text", { ...place, "text-anchor": "middle", fill: "var(--mark)", "font-size": 11 }, String(i + 1)),
        );
        return mark;
    });
    return { marks, spots };
}

function movingBody(body: Body, window: Window): SVGGElement {
    const shape = outline(body, window.scale);
    shape.setAttribute("fill", "var(--law-0)");
    shape.setAttribute("fill-opacity", "0.4");
    return svg(
        "g",
        { class: "body", stroke: "var(--ink)", "stroke-width": 1.6 },
        shape,
        pointer(body, window.scale),
        svg("circle", { r: 2.6, fill: "var(--ink)", stroke: "none" }),
    );
}

export function sceneOf(run: Run, width: number, limits: [number, number]): Scene {
    const window = windowOf(run, width - margin.left - margin.right, limits);
    const { marks, spots } = contactMarks(run, window);
    const body = movingBody(run.body, window);
    const frame = { width: dots(window.width), height: dots(window.height) };
    const clip = "run-window";
    const height = window.height + margin.top + margin.bottom;
    const drawing = svg(
        "svg",
        { width, height: dots(height), viewBox: `0 0 ${width} ${dots(height)}`, "font-size": fontSize },
        svg("clipPath", { id: clip }, svg("rect", frame)),
        svg(
            "g",
            { transform: `translate(${margin.left},${margin.top})` },
            svg("g", { "clip-path": `url(#${clip})` }, ...run.planes.map((plane) => solid(window, plane))),
            axes(window),
            svg(
                "g",
                { "clip-path": `url(#${clip})` },
                outlines(run, window),
                path(run, window),
                body,
                ...marks,
            ),
            svg("rect", { ...frame, fill: "none", stroke: "var(--muted)" }),
        ),
    );
    return {
        svg: drawing,
        spots,
        label: `${run.body.shape}, seen from the side, in metres. ${run.words.join(" ")}`,
        show: (pose, time) => {
            body.setAttribute("transform", transform(window, pose));
            marks.forEach((mark, i) =>
                mark.setAttribute("opacity", (run.contacts.time[i] ?? 0) <= time ? "1" : "0.25"),
            );
        },
    };
}
