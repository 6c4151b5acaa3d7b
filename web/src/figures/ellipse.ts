// The chosen impact in its energy ellipse with the impulse of every law (figures 3 and 4 of Fundamental limitations).
// SPDX-License-Identifier: BSD-3-Clause

import * as Plot from "@observablehq/plot";
import { admissible, compressionLine, outline, stickingLine, type Contact, type Pair } from "../contact.js";
import type { Drawing, FigureKind, Spot } from "../drawing.js";
import { svg } from "../html.js";
import { lawMarker } from "../laws.js";
import { extent, fixed, isNumber } from "../numbers.js";
import { plotted, type Plotted } from "../plot.js";
import type { View } from "../view.js";

const touching = 9; // pixels; nearer markers are fanned out

interface Marked {
    law: string;
    x: number;
    y: number;
}

// The same scale on both axes; the window widens where the shape of the drawing asks for it.
function domains(points: Pair[], width: number, height: number): { x: [number, number]; y: [number, number] } {
    const [t0, t1] = extent(points.map((p) => p[0]));
    const [n0, n1] = extent([0, ...points.map((p) => p[1])]);
    const unit = 1.12 * Math.max((t1 - t0) / width, (n1 - n0) / height);
    const around = (low: number, high: number, size: number): [number, number] => {
        const middle = (low + high) / 2;
        return [middle - (unit * size) / 2, middle + (unit * size) / 2];
    };
    return { x: around(t0, t1, width), y: around(n0, n1, height) };
}

// Markers that fall on one another, in groups.
function clusters(marked: Marked[]): Marked[][] {
    const groups: Marked[][] = [];
    for (const mark of marked) {
        const near = groups.find((group) =>
            group.some((other) => Math.hypot(other.x - mark.x, other.y - mark.y) < touching),
        );
        if (near) near.push(mark);
        else groups.push([mark]);
    }
    return groups;
}

interface Place {
    x: number;
    y: number;
}

// Around the spot where a group belongs, turned so that none hides the measured impulse.
function fan(group: Marked[], measured: Place): Place[] {
    if (group.length === 1) return group;
    const away = 10 + 2.2 * group.length;
    const turns = Array.from({ length: 12 }, (_, turn) =>
        group.map(({ x, y }, i) => {
            const angle = (2 * Math.PI * (i + turn / 12)) / group.length;
            return { x: x + away * Math.cos(angle), y: y - away * Math.sin(angle) };
        }),
    );
    const clearance = (places: Place[]): number =>
        Math.min(...places.map(({ x, y }) => Math.hypot(x - measured.x, y - measured.y)));
    return turns.reduce((best, turn) => (clearance(turn) > clearance(best) ? turn : best));
}

// Each law's marker; those on one spot stand around it, tied to where they belong.
function addMarkers(view: View, panel: Plotted, marked: Marked[], measured: Place): Spot[] {
    const spots: Spot[] = [];
    for (const group of clusters(marked)) {
        const places = fan(group, measured);
        group.forEach((mark, i) => {
            const { x, y } = places[i] ?? mark;
            const { colour } = view.style(mark.law);
            const entry = svg("g", { "data-law": mark.law });
            if (group.length > 1)
                entry.append(
                    svg("path", { d: `M${mark.x},${mark.y}L${x},${y}`, stroke: colour, "stroke-width": 1 }),
                    svg("circle", { cx: mark.x, cy: mark.y, r: 2, fill: colour }),
                );
            entry.append(lawMarker(view.style(mark.law), x, y, 1.15));
            panel.svg.append(entry);
            spots.push({ x, y, place: -1, law: mark.law });
        });
    }
    return spots;
}

function addMeasured(panel: Plotted, x: number, y: number): void {
    panel.svg.append(
        svg("path", {
            class: "measured",
            d: `M${x - 8},${y}H${x + 8}M${x},${y - 8}V${y + 8}`,
            stroke: "var(--ink)",
            "stroke-width": 2.2,
        }),
        svg("circle", { cx: x, cy: y, r: 5.5, fill: "none", stroke: "var(--ink)", "stroke-width": 1.6 }),
    );
}

function regionMarks(view: View, record: number): Plot.Markish[] {
    const law = view.shownLaw();
    const pieces = view.frame.regions[String(record)] ?? [];
    return pieces
        .filter((piece) => piece.law === law?.name)
        .map((piece) =>
            Plot.line([...piece.polygon, ...piece.polygon.slice(0, 1)], {
                fill: view.style(piece.law).colour,
                fillOpacity: 0.16,
                stroke: view.style(piece.law).colour,
                strokeWidth: 1,
                strokeDasharray: "3 2",
                className: `law-${piece.law}`,
            }),
        );
}

const label = { fill: "var(--ink)", stroke: "var(--paper)", strokeWidth: 3 } as const;

function upperEnd([from, to]: [Pair, Pair]): Pair {
    return to[1] >= from[1] ? to : from;
}

// Outside the ellipse at that end of the line which is farther from the window's edge; where neither has room, inside
// and below the lower end, where no impulse lies.
function besideLine(ends: [Pair, Pair], [low, high]: [number, number], room: number, words: string): Plot.Text {
    const [left, right] = ends[0][0] <= ends[1][0] ? ends : [ends[1], ends[0]];
    const space = (room * Math.max(high - right[0], left[0] - low)) / (high - low);
    const outside = space > 68; // "compression" in small letters
    const onRight = outside ? high - right[0] >= left[0] - low : right[1] <= left[1];
    return Plot.text([onRight ? right : left], {
        text: () => words,
        textAnchor: onRight === outside ? "start" : "end",
        lineWidth: 7,
        fontSize: outside && space < 82 ? 10 : 12,
        dx: (onRight === outside ? 6 : -6) * (outside ? 1 : 2),
        dy: outside ? 0 : 26,
        ...label,
    });
}

function ellipsePanel(view: View, contact: Contact, record: number, points: Pair[], width: number): Plotted {
    const shape = outline(contact);
    const height = Math.round(Math.min(470, Math.max(300, 0.72 * width)));
    const margins = { marginLeft: 58, marginRight: 12, marginTop: 26, marginBottom: 38 };
    const frame = domains(
        [...shape, ...points],
        width - margins.marginLeft - margins.marginRight,
        height - margins.marginTop - margins.marginBottom,
    );
    const [stick, compression] = [stickingLine(contact), compressionLine(contact)];
    const law = view.shownLaw();
    const mu = law?.parameters["mu"]?.value;
    const top = frame.y[1];
    return plotted({
        width,
        height,
        ...margins,
        x: { domain: frame.x, label: "tangential impulse Pₜ, N s →", ticks: 6 },
        y: { domain: frame.y, label: "↑ normal impulse Pₙ, N s", ticks: 6 },
        marks: [
            Plot.ruleY([0], { stroke: "var(--muted)" }),
            Plot.ruleX([0], { stroke: "var(--muted)", strokeOpacity: 0.4 }),
            Plot.line(admissible(contact), { fill: "var(--ink)", fillOpacity: 0.07, stroke: "none" }),
            regionMarks(view, record),
            isNumber(mu) && law
                ? Plot.line(
                      [
                          [-mu * top, top],
                          [0, 0],
                          [mu * top, top],
                      ],
                      {
                          stroke: view.style(law.name).colour,
                          strokeDasharray: "1 3",
                          strokeWidth: 1.5,
                          clip: true,
                          className: `law-${law.name}`,
                      },
                  )
                : null,
            Plot.line(shape, { stroke: "var(--ink)", strokeWidth: 1.6 }),
            Plot.line(stick, { stroke: "var(--ink)", strokeDasharray: "6 3" }),
            Plot.line(compression, { stroke: "var(--ink)", strokeDasharray: "2 3" }),
            Plot.text([upperEnd(stick)], { text: () => "sticking", dy: -9, ...label }),
            besideLine(compression, frame.x, width - margins.marginLeft - margins.marginRight, "maximum compression"),
        ],
    });
}

function draw(view: View, width: number): Drawing | string {
    const { selected } = view.state;
    const place = view.place(selected);
    if (selected === null) return "Choose an impact in any figure to see it here.";
    if (place < 0) return `Impact ${selected} is not used in this frame.`;
    const contact = view.contact(place);
    if (!Object.values(contact).every(isNumber)) return `Impact ${selected} has no finite W and v.`;
    const impulses = view.shownLaws().map((law) => ({ law, impulse: view.predicted(law.name, place) }));
    const solved = impulses.filter(({ impulse }) => impulse.every(isNumber));
    const measured = view.measured(place);
    const panel = ellipsePanel(view, contact, selected, [measured, ...solved.map(({ impulse }) => impulse)], width);
    const [x, y] = [panel.x(measured[0]), panel.y(measured[1])];
    const marked = solved.map(({ law, impulse }) => ({
        law: law.name,
        x: panel.x(impulse[0]),
        y: panel.y(impulse[1]),
    }));
    const spots = addMarkers(view, panel, marked, { x, y }).map((spot): Spot => {
        const law = view.frame.laws.find((entry) => entry.name === spot.law);
        const impulse = view.predicted(law?.name ?? "", place);
        const rows: [string, string][] = [
            ["Pₜ, N s", fixed(impulse[0], 5)],
            ["Pₙ, N s", fixed(impulse[1], 5)],
            ["mode", view.mode(law?.name ?? "", place)],
            ["relative error", fixed(view.impactsOf(law?.name ?? "")?.error[place], 3)],
        ];
        return { ...spot, words: { title: law?.title ?? "", rows } };
    });
    addMeasured(panel, x, y);
    spots.push({
        x,
        y,
        place: -1,
        words: {
            title: "measured",
            rows: [
                ["Pₜ, N s", fixed(measured[0], 5)],
                ["Pₙ, N s", fixed(measured[1], 5)],
            ],
        },
    });
    return {
        svg: panel.svg,
        spots,
        marks: () => [],
        label: `Energy ellipse of impact ${selected} with the measured impulse and those of ${solved.length} laws; the table below has the numbers.`,
    };
}

export const ellipse: FigureKind = {
    id: "ellipse",
    title: "The chosen impact in its energy ellipse",
    laws: "both",
    ofSelected: true,
    caption: (view) => {
        const law = view.shownLaw();
        const hasRegions = view.frame.regions[String(view.state.selected)] !== undefined;
        return (
            "Impulses inside the ellipse lose energy; those in the grey region do not penetrate either. Ringed cross: the measured impulse. Markers: the laws with their fitted parameters, fanned out where they coincide." +
            (law ? ` Dotted: friction cone of ${law.title}.` : "") +
            (law && hasRegions ? ` Shaded: all impulses that ${law.title} can give with any μ and ε.` : "")
        );
    },
    draw,
};
