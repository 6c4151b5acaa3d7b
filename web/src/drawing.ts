// What a figure hands to the page: a picture, and the spots in it that answer to pointer and keyboard.
// SPDX-License-Identifier: BSD-3-Clause

import type { View } from "./view.js";

export interface Words {
    title: string;
    rows: [string, string][];
}

// In pixels of the drawing. A spot stands for an impact (its place in the frame's arrays) or, with place −1, for
// whatever its words say.
export interface Spot {
    x: number;
    y: number;
    place: number;
    law?: string;
    words?: Words;
    walk?: false; // arrow keys skip it: another spot says the same
}

export interface Drawing {
    svg: SVGSVGElement;
    spots: Spot[];
    marks?: (place: number) => Spot[]; // where an impact shows when it is chosen; default: its spots
    cursor?: (place: number) => SVGElement[]; // what else shows where the chosen place is
    label: string; // the picture in words
}

export interface FigureKind {
    id: string;
    title: string;
    laws: "one" | "all" | "both" | "none"; // which it shows: the chosen one, all that are switched on, or all with the chosen one in front
    ownKeys?: boolean; // the drawing itself says what its lines are, and needs no legend of laws
    ofSelected?: boolean; // shows the chosen impact, so that another choice needs another drawing
    caption: (view: View) => string;
    draw: (view: View, width: number) => Drawing | string; // a string says why there is nothing to draw
}

export const noLaw = "Every law is switched off; switch one on to see this figure.";
