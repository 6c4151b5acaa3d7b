// A drawing as a separate file: light colours written out, title, legend, and nothing that needs the page.
// SPDX-License-Identifier: BSD-3-Clause

import { html, svg } from "./html.js";
import { lawMarker, type LawStyle } from "./laws.js";
import { lightColours } from "./theme.js";

export interface Exported {
    svg: SVGSVGElement;
    title: string;
    subtitle: string;
    description: string;
    legend: { title: string; style: LawStyle }[];
    file: string;
}

const margin = 12;
const headerHeight = 46;
const legendRow = 20;
const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

function text(content: string, x: number, y: number, size: number, weight = "normal"): SVGTextElement {
    return svg("text", { x, y, "font-size": size, "font-weight": weight, fill: "var(--ink)" }, content);
}

function legend(entries: Exported["legend"], width: number): { group: SVGGElement; height: number } {
    const columns = Math.max(1, Math.floor(width / 200));
    const group = svg("g");
    entries.forEach(({ title, style }, i) => {
        const x = (i % columns) * 200;
        const y = legendRow * Math.floor(i / columns) + 10;
        group.append(
            svg("path", {
                d: `M${x},${y}H${x + 30}`,
                stroke: style.colour,
                "stroke-width": 2,
                "stroke-dasharray": style.dash,
            }),
            lawMarker(style, x + 15, y),
            text(title, x + 38, y + 4, 12),
        );
    });
    return { group, height: legendRow * Math.ceil(entries.length / columns) };
}

// Custom properties of the page are not defined outside it.
function writtenOut(markup: string): string {
    const colours = lightColours();
    return markup.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => colours.get(name) ?? whole);
}

export function standalone(drawing: Exported): string {
    const [, , width, height] = (drawing.svg.getAttribute("viewBox") ?? "0 0 640 400").split(/[ ,]+/).map(Number);
    const picture = drawing.svg.cloneNode(true) as SVGSVGElement;
    for (const passing of picture.querySelectorAll(".hovered, .pointed")) passing.remove();
    picture.removeAttribute("aria-hidden");
    picture.setAttribute("x", String(margin));
    picture.setAttribute("y", String(headerHeight));
    picture.setAttribute("width", String(width));
    picture.setAttribute("height", String(height));
    const { group, height: legendHeight } = legend(drawing.legend, width ?? 640);
    group.setAttribute("transform", `translate(${margin},${headerHeight + (height ?? 400) + margin})`);
    const total = [(width ?? 640) + 2 * margin, headerHeight + (height ?? 400) + legendHeight + 2 * margin] as const;
    const sheet = svg(
        "svg",
        {
            width: total[0],
            height: total[1],
            viewBox: `0 0 ${total[0]} ${total[1]}`,
            role: "img",
            style: `font-family: ${font}; color: var(--ink)`,
        },
        svg("title", {}, drawing.title),
        svg("desc", {}, drawing.description),
        svg("rect", { width: total[0], height: total[1], fill: "var(--paper)" }),
        text(drawing.title, margin, 20, 14, "bold"),
        text(drawing.subtitle, margin, 36, 11),
        picture,
        group,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n${writtenOut(new XMLSerializer().serializeToString(sheet))}\n`;
}

export function saveDrawing(drawing: Exported): void {
    const address = URL.createObjectURL(new Blob([standalone(drawing)], { type: "image/svg+xml" }));
    html("a", { href: address, download: drawing.file }).click();
    // the download has begun, but may not yet have read the address
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
