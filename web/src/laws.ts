// How each law looks: the same colour, dash and marker in every figure, and the same as in the program's own drawings
// (src/results/report/svg_style.c). Colours are Okabe and Ito's, safe for colour-blind readers; dash and marker repeat it.
// SPDX-License-Identifier: BSD-3-Clause

import { svg } from "./html.js";

export interface LawStyle {
    colour: string; // a custom property of the page, so that light and dark need no redrawing
    dash: string;
    marker: string; // path about (0, 0), some 10 pixels wide
}

const registry = [
    "drumwright-shell",
    "ap-poisson",
    "ap-newton",
    "mirtich",
    "wang-mason",
    "whittaker",
    "ap-poisson-normal",
    "smith",
    "chatterjee-ruina",
    "frictionless",
    "compliant",
];

const markers = [
    "M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0Z",
    "M-4,-4H4V4H-4Z",
    "M0,-5.2L5,3.8H-5Z",
    "M0,-5.6L5.6,0L0,5.6L-5.6,0Z",
    "M0,5.2L5,-3.8H-5Z",
    "M-1.8,-5.2H1.8V-1.8H5.2V1.8H1.8V5.2H-1.8V1.8H-5.2V-1.8H-1.8Z",
    "M0,-6L1.5,-2L5.7,-1.9L2.4,0.8L3.5,4.9L0,2.5L-3.5,4.9L-2.4,0.8L-5.7,-1.9L-1.5,-2Z",
    "M-4.9,-2.4L-2.4,-4.9L0,-2.5L2.4,-4.9L4.9,-2.4L2.5,0L4.9,2.4L2.4,4.9L0,2.5L-2.4,4.9L-4.9,2.4L-2.5,0Z",
    "M-4.6,-4.8H4.6L-4.6,4.8H4.6Z",
    "M-5.2,0L3.8,-5V5Z",
    "M5.2,0L-3.8,-5V5Z",
    "M0,-5.4L5.1,-1.7L3.2,4.4H-3.2L-5.1,-1.7Z",
];

const dashes = ["8 3", "6 2 2 2", "3 2", "10 3 2 3 2 3", "none", "1.5 2.5", "12 4", "5 5", "2 5", "9 2 1 2"];
const colourCount = 8;

// A law that is not in the registry takes its style from its place in the study.
export function lawStyle(name: string, place: number): LawStyle {
    const known = registry.indexOf(name);
    const index = known >= 0 ? known : registry.length + place;
    return {
        colour: `var(--law-${index % colourCount})`,
        dash: dashes[index % dashes.length] ?? "none",
        marker: markers[index % markers.length] ?? "",
    };
}

// What is learned takes the same colours, without the grey: beside learned models laws are grey, bounds black.
export function learnedStyle(place: number): LawStyle {
    const count = colourCount - 1;
    return {
        colour: `var(--law-${place % count})`,
        dash: ["none", "7 3", "2 2"][Math.floor(place / count) % 3] ?? "none",
        marker: markers[place % markers.length] ?? "",
    };
}

// Markers and dashes that distinguish the outputs of one model, in its colour.
export function outputStyle(colour: string, place: number): LawStyle {
    return {
        colour,
        dash: ["none", "6 2", "2 2"][place % 3] ?? "none",
        marker: markers[place % markers.length] ?? "",
    };
}

export function lawMarker(style: LawStyle, x: number, y: number, scale = 1): SVGPathElement {
    return svg("path", {
        transform: `translate(${x.toFixed(2)},${y.toFixed(2)}) scale(${scale})`,
        d: style.marker,
        fill: style.colour,
        stroke: "var(--paper)",
        "stroke-width": 1 / scale,
    });
}

// A short line with the marker on it: the law as a legend shows it.
export function lawKey(style: LawStyle): SVGSVGElement {
    return svg(
        "svg",
        { class: "key", width: 34, height: 14, viewBox: "-17 -7 34 14", "aria-hidden": "true" },
        svg("path", { d: "M-16,0H16", stroke: style.colour, "stroke-width": 2, "stroke-dasharray": style.dash }),
        lawMarker(style, 0, 0),
    );
}

// A point, for what is drawn without a line.
export function pointKey(colour: string): SVGSVGElement {
    return svg(
        "svg",
        { class: "key", width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" },
        svg("circle", { r: 3, fill: colour }),
    );
}
