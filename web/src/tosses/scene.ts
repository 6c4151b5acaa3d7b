// A toss in WebGL: planes and a fixed part, the body on each of its tracks, paths of its centre of mass, impacts.
// SPDX-License-Identifier: BSD-3-Clause

import type { Mesh, Program } from "ogl";
import { ball, edges, solid } from "../space/mesh.js";
import { fromQuaternion, identity, moved, type Pose, type Triple } from "../space/pose.js";
import { roundedSolid } from "../space/rounded.js";
import { ballAround, Stage, type Aim, type Rgb } from "../space/stage.js";
import { faceMarks, pathLines, planePiece } from "./surfaces.js";
import { pointOf, quaternionOf, type Toss, type Tosses, type Track } from "./toss.js";

export interface Colours {
    ground: Rgb;
    board: Rgb;
    grid: Rgb;
    line: Rgb;
    part: Rgb;
    tracks: [Rgb, Rgb];
    marks: [Rgb, Rgb, Rgb];
    impact: Rgb;
    region: Rgb;
}

// What the scene shows at one time.
export interface Sight {
    poses: (Pose | null)[]; // of each track; null: not shown
    paths: boolean;
    impacts: number; // number of those that have happened; −1: none is shown
    region: { centre: Triple; radius: number } | null;
    aim: Pick<Aim, "direction" | "distance">;
}

interface BodyMeshes {
    surface: Mesh;
    lines: Mesh;
    marks: Mesh[];
}

const up: Triple = [0, 0, 1];

export function centrePath({ shape }: Tosses, { poses }: Track): Triple[] {
    return poses.map((pose) => moved(fromQuaternion(quaternionOf(pose), pointOf(pose)), shape.centre));
}

export class Scene {
    private readonly stage: Stage;
    private readonly programs: Record<
        "board" | "grid" | "part" | "solid" | "ghost" | "line" | "faint" | "pathA" | "pathB" | "impact" | "later" | "region",
        Program
    >;
    private readonly markPrograms: Program[];
    private readonly bodies: BodyMeshes[];
    private readonly region: Mesh;
    private changing: Mesh[] = []; // those of the toss that is shown
    private paths: Mesh[] = [];
    private impacts: { mesh: Mesh; point: Triple }[] = [];
    private centre: Triple = [0, 0, 0];
    private radius = 1;
    private readonly size: number; // of the body
    gridStep = 1; // m

    constructor(
        canvas: HTMLCanvasElement,
        private readonly all: Tosses,
    ) {
        this.stage = new Stage(canvas);
        const program = (opacity: number, shade: number, nearer = 0): Program =>
            this.stage.program({ opacity, shade, nearer, depthTest: true });
        this.programs = {
            board: program(0.55, 0.4, -2e-4),
            grid: program(0.8, 0, 0),
            part: program(0.6, 1),
            solid: program(1, 1),
            ghost: program(0.4, 1),
            line: program(0.7, 0, 4e-4),
            faint: program(0.6, 0, 4e-4),
            pathA: program(0.9, 0),
            pathB: program(0.9, 0),
            impact: program(1, 0.5),
            later: program(0.3, 0.5),
            region: program(0.22, 0.6),
        };
        this.markPrograms = [0, 1, 2].map(() => program(1, 0.7, 3e-4));
        const { surface, lines } = roundedSolid(all.shape);
        const marks = faceMarks(all.shape);
        this.size = ballAround(all.shape.vertices)[1];
        this.bodies = [0, 1].map((i) => ({
            surface: this.stage.mesh(surface, i === 0 ? this.programs.solid : this.programs.ghost, i === 0 ? 0 : 3),
            lines: this.stage.mesh(lines, i === 0 ? this.programs.line : this.programs.faint, i === 0 ? 1 : 4),
            marks: i === 0 ? marks.map((mark, k) => this.stage.mesh(mark, this.markPrograms[k] ?? this.programs.solid, 1)) : [],
        }));
        this.region = this.stage.mesh(ball(12, 20), this.programs.region, 5);
    }

    paint(colours: Colours): void {
        const { board, grid, part, solid: first, ghost, line, faint, pathA, pathB, impact, later, region } = this.programs;
        this.stage.paintGround(colours.ground);
        for (const [program, colour] of [
            [board, colours.board],
            [grid, colours.grid],
            [part, colours.part],
            [first, colours.tracks[0]],
            [ghost, colours.tracks[1]],
            [line, colours.line],
            [faint, colours.tracks[1]],
            [pathA, colours.tracks[0]],
            [pathB, colours.tracks[1]],
            [impact, colours.impact],
            [later, colours.impact],
            [region, colours.region],
        ] as [Program, Rgb][])
            this.stage.paint(program, colour);
        this.markPrograms.forEach((program, k) => this.stage.paint(program, colours.marks[k] ?? colours.line));
    }

    private keep(mesh: Mesh): Mesh {
        this.changing.push(mesh);
        this.stage.place(mesh, identity, true);
        return mesh;
    }

    // Everything that belongs to this toss and does not move.
    show(toss: Toss): void {
        for (const mesh of this.changing) this.stage.remove(mesh);
        this.changing = [];
        const ways = toss.tracks.map((track) => centrePath(this.all, track));
        const [centre, radius] = ballAround(ways.flat());
        this.centre = centre;
        this.radius = radius + 1.6 * this.size;
        const half = 1.1 * this.radius;
        for (const plane of [...this.all.planes].reverse()) {
            const { board, grid, step } = planePiece(plane, centre, half);
            this.keep(this.stage.mesh(board, this.programs.board, 2));
            this.keep(this.stage.mesh(grid, this.programs.grid, 2));
            this.gridStep = step; // in the end that of the first one
        }
        if (this.all.part) {
            this.keep(this.stage.mesh(solid(this.all.part), this.programs.part, 2));
            this.keep(this.stage.mesh(edges(this.all.part), this.programs.line, 2));
        }
        this.paths = ways
            .slice(0, 2)
            .map((way, i) => this.keep(this.stage.mesh(pathLines(way), i === 0 ? this.programs.pathA : this.programs.pathB, 3)));
        const dot = ball();
        this.impacts = toss.impacts.point.map((point) => ({
            mesh: this.keep(this.stage.mesh(dot, this.programs.later, 3)),
            point,
        }));
    }

    draw(sight: Sight, width: number, height: number): void {
        this.bodies.forEach(({ surface, lines, marks }, i) => {
            const pose = sight.poses[i] ?? null;
            for (const mesh of [surface, lines, ...marks]) this.stage.place(mesh, pose ?? identity, pose !== null);
        });
        for (const path of this.paths) path.visible = sight.paths;
        this.impacts.forEach(({ mesh, point }, i) => {
            mesh.program = i < sight.impacts ? this.programs.impact : this.programs.later;
            this.stage.place(mesh, { ...identity, position: point }, sight.impacts >= 0, 0.06 * this.size);
        });
        const { region } = sight;
        this.stage.place(this.region, { ...identity, position: region?.centre ?? [0, 0, 0] }, region !== null, region?.radius ?? 1);
        this.stage.draw({ ...sight.aim, up, centre: this.centre, radius: this.radius }, width, height);
    }
}
