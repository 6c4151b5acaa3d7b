// Names of lines within a drawing: to the right of a plot at the height where each line ends, or in columns below it
// where there is no room. They are saved with the drawing.
// SPDX-License-Identifier: BSD-3-Clause

import { svg } from "./html.js";
import { lawMarker, type LawStyle } from "./laws.js";
import { fontSize } from "./plot.js";

export interface Key {
    title: string;
    style: LawStyle;
    strong?: boolean;
    end?: number; // where its line ends, in pixels; keys without an end follow below the others, in their order
}

const letter = 0.55 * fontSize; // mean width of a letter
const lineHeight = 14;
const gap = 4;
const sample = 26; // width of the piece of line before a name
const leader = 16;

// Into lines of at most `most` letters, at spaces.
export function wrapped(words: string, most: number): string[] {
    const lines: string[] = [];
    for (const word of words.split(" ")) {
        const last = lines[lines.length - 1];
        if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
        else lines.push(word);
    }
    return lines;
}

function drawKey(key: Key, lines: string[], x: number, y: number): SVGGElement {
    const { style } = key;
    const group = svg(
        "g",
        { class: "key" },
        svg("path", {
            d: `M${x},${y}H${x + sample}`,
            stroke: style.colour,
            "stroke-width": 2,
            "stroke-dasharray": style.dash,
        }),
    );
    if (style.marker !== "") group.append(lawMarker(style, x + sample / 2, y, 0.8));
    lines.forEach((line, i) =>
        group.append(
            svg(
                "text",
                {
                    x: x + sample + 6,
                    y: y + 4 + i * lineHeight,
                    fill: "currentColor",
                    "text-anchor": "start",
                    "font-size": fontSize,
                    "font-weight": key.strong ? "bold" : "normal",
                },
                line,
            ),
        ),
    );
    return group;
}

export interface KeyColumn {
    width: number; // to be kept free right of the plot; 0: the keys stand below it
    height: number; // that the column takes at least, or that the rows below the plot take
    draw: (keys: Key[], left: number, top: number, bottom: number) => SVGGElement;
}

const longestLine = 30;
const leastPlot = 340;

function column(titles: string[]): KeyColumn {
    const heightOf = (title: string): number => wrapped(title, longestLine).length * lineHeight + gap;
    const letters = Math.max(0, ...titles.flatMap((title) => wrapped(title, longestLine).map((line) => line.length)));
    const draw = (keys: Key[], left: number, top: number, bottom: number): SVGGElement => {
        const order = keys.map((key, i) => ({ key, i, wish: key.end ?? Infinity }));
        order.sort((a, b) => a.wish - b.wish || a.i - b.i);
        // as near to its line's end as the keys above allow, then up again where that ran over the bottom
        let reached = top;
        const places = order.map(({ key, wish }) => {
            const place = Math.max(reached, Number.isFinite(wish) ? wish : reached);
            reached = place + heightOf(key.title);
            return place;
        });
        let limit = bottom;
        for (let i = places.length - 1; i >= 0; i--) {
            const height = heightOf(order[i]!.key.title);
            places[i] = Math.min(places[i]!, limit - height + gap);
            limit = places[i]! - gap;
        }
        const group = svg("g", { class: "keys" });
        order.forEach(({ key }, i) => {
            const y = places[i]!;
            if (key.end !== undefined)
                group.append(
                    svg("path", {
                        d: `M${left},${key.end.toFixed(1)}L${left + leader - 4},${y.toFixed(1)}`,
                        stroke: key.style.colour,
                        "stroke-width": 0.8,
                        fill: "none",
                    }),
                );
            group.append(drawKey(key, wrapped(key.title, longestLine), left + leader, y));
        });
        return group;
    };
    return {
        width: leader + sample + 10 + letters * letter,
        height: titles.reduce((sum, title) => sum + heightOf(title), 0),
        draw,
    };
}

function rows(titles: string[], width: number): KeyColumn {
    const room = (columns: number): number => Math.floor((width / columns - sample - 14) / letter);
    const longest = Math.max(1, ...titles.map((title) => title.length));
    const columns = [3, 2].find((count) => room(count) >= longest) ?? 1;
    const most = room(columns);
    const heights: number[] = [];
    titles.forEach((title, i) => {
        const height = wrapped(title, most).length * lineHeight + gap;
        const row = Math.floor(i / columns);
        heights[row] = Math.max(heights[row] ?? 0, height);
    });
    const draw = (keys: Key[], left: number, top: number): SVGGElement => {
        const group = svg("g", { class: "keys" });
        keys.forEach((key, i) => {
            const row = Math.floor(i / columns);
            const y = top + heights.slice(0, row).reduce((sum, height) => sum + height, 0);
            const x = left + ((i % columns) * width) / columns;
            group.append(drawKey(key, wrapped(key.title, most), x, y));
        });
        return group;
    };
    return { width: 0, height: heights.reduce((sum, height) => sum + height, 0), draw };
}

// Below each other in the upper right corner of a plot, where its lines do not come.
export function cornerKeys(keys: Key[], right: number, top: number): SVGGElement {
    const letters = Math.max(0, ...keys.map(({ title }) => title.length));
    const left = right - sample - 8 - 1.1 * letters * letter;
    const group = svg("g", { class: "keys" });
    keys.forEach((key, i) => group.append(drawKey(key, [key.title], left, top + i * (lineHeight + gap))));
    return group;
}

// Where keys with these titles will stand beside or below a plot in a drawing of that width.
export function keyColumn(titles: string[], width: number): KeyColumn {
    const beside = column(titles);
    return width - beside.width >= leastPlot ? beside : rows(titles, width);
}
