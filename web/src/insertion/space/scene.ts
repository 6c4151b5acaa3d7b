// The parts in WebGL: object 1 as estimated and as drawn, object 2 around it, contacts as arrows. Object 2's axes.
// SPDX-License-Identifier: BSD-3-Clause

import type { Mesh, Program } from "ogl";
import { along, arrow, ball, edges, solid } from "../../space/mesh.js";
import { compose, fromQuaternion, identity, inverse, moved, turned, type Pose, type Triple } from "../../space/pose.js";
import { ballAround, Stage, type Rgb } from "../../space/stage.js";
import type { Part, Study } from "../study.js";
import { exaggerated, partPose } from "./placement.js";

export interface Colours {
    ground: Rgb;
    first: Rgb; // object 1
    second: Rgb;
    line: Rgb;
    drawn: Rgb; // outlines of what is drawn
    slides: Rgb; // contacts
    sticks: Rgb;
}

// What the scene shows.
export interface Sight {
    x: number[]; // displacements
    factor: number; // of their exaggeration
    position: Triple;
    orientation: [number, number, number, number];
    contacts: number[][];
    deepest: number; // depth that an arrow of full length stands for
    direction: Triple; // to the eye
    distance: number;
    up: Triple;
    shows: { first: boolean; second: boolean; drawn: boolean; contacts: boolean };
}

interface PartMeshes {
    solid: Mesh;
    edges: Mesh;
    drawn: Mesh | null; // outline where the drawing has it
}

export class Scene {
    private readonly stage: Stage;
    private readonly parts: PartMeshes[][];
    private readonly arrows: { arrow: Mesh; point: Mesh }[] = [];
    private readonly programs: Record<"first" | "second" | "line" | "faint" | "drawn" | "slides" | "sticks", Program>;
    private readonly centre: Triple;
    private readonly radius: number;

    // The canvas must offer WebGL.
    constructor(
        canvas: HTMLCanvasElement,
        private readonly study: Study,
    ) {
        this.stage = new Stage(canvas);
        const program = (opacity: number, shade: number, nearer: number, depthTest: boolean): Program =>
            this.stage.program({ opacity, shade, nearer, depthTest });
        this.programs = {
            first: program(1, 1, 0, true),
            second: program(0.26, 1, 0, true),
            line: program(0.7, 0, 4e-4, true),
            faint: program(0.35, 0, 4e-4, true),
            drawn: program(1, 0, 0, false),
            slides: program(1, 0.7, 0, false),
            sticks: program(1, 0.7, 0, false),
        };
        this.parts = study.objects.map((object, o) => object.parts.map((part) => this.makePart(part, o)));
        [this.centre, this.radius] = this.bounds();
    }

    private makePart(part: Part, object: number): PartMeshes {
        const first = object === 0;
        return {
            solid: this.stage.mesh(solid(part), first ? this.programs.first : this.programs.second, first ? 0 : 2),
            edges: this.stage.mesh(edges(part), first ? this.programs.line : this.programs.faint, 1),
            drawn: first ? this.stage.mesh(edges(part), this.programs.drawn, 3) : null,
        };
    }

    // A ball about everything, mated, as drawn.
    private bounds(): [Triple, number] {
        const points = this.study.objects.flatMap((object, o) =>
            object.parts.flatMap((part, i) => {
                const pose = partPose(this.study, o, i, []);
                return part.vertices.map((corner) => moved(pose, corner));
            }),
        );
        return ballAround(points);
    }

    paint(colours: Colours): void {
        const { first, second, line, faint, drawn, slides, sticks } = this.programs;
        this.stage.paint(first, colours.first);
        this.stage.paint(second, colours.second);
        this.stage.paint(line, colours.line);
        this.stage.paint(faint, colours.line);
        this.stage.paint(drawn, colours.drawn);
        this.stage.paint(slides, colours.slides);
        this.stage.paint(sticks, colours.sticks);
        this.stage.paintGround(colours.ground);
    }

    private placeParts(sight: Sight, held: Pose): void {
        const nominal = this.study.displacements.map((d) => d.nominal);
        const shown = exaggerated(this.study.displacements, sight.x, sight.factor);
        this.parts.forEach((list, object) => {
            const base = object === 0 ? held : identity;
            const visible = object === 0 ? sight.shows.first : sight.shows.second;
            list.forEach((meshes, i) => {
                const pose = compose(base, partPose(this.study, object, i, shown));
                this.stage.place(meshes.solid, pose, visible);
                this.stage.place(meshes.edges, pose, visible);
                if (meshes.drawn)
                    this.stage.place(
                        meshes.drawn,
                        compose(base, partPose(this.study, object, i, nominal)),
                        sight.shows.drawn,
                    );
            });
        });
    }

    // A contact goes with the part it is on, however far that is exaggerated. The arrow shows how object 2 pushes.
    private placeContacts(sight: Sight, held: Pose): void {
        const shown = exaggerated(this.study.displacements, sight.x, sight.factor);
        const contacts = sight.shows.contacts ? sight.contacts : [];
        while (this.arrows.length < contacts.length)
            this.arrows.push({
                arrow: this.stage.mesh(arrow(), this.programs.slides, 4),
                point: this.stage.mesh(ball(), this.programs.slides, 4),
            });
        this.arrows.forEach(({ arrow: shaft, point: dot }, i) => {
            const contact = contacts[i];
            if (!contact) {
                shaft.visible = dot.visible = false;
                return;
            }
            const [part = 0, , depth = 0, px = 0, py = 0, pz = 0, nx = 0, ny = 0, nz = 0, tx = 0, ty = 0, tz = 0] =
                contact;
            const carried = compose(
                held,
                compose(partPose(this.study, 0, part, shown), inverse(partPose(this.study, 0, part, sight.x))),
            );
            const position = moved(carried, [px, py, pz]);
            const push = turned(carried, [-nx, -ny, -nz]);
            const length = this.radius * (0.12 + 0.3 * Math.min(1, depth / sight.deepest));
            const program = Math.hypot(tx, ty, tz) > 0 ? this.programs.slides : this.programs.sticks;
            shaft.program = dot.program = program;
            this.stage.place(shaft, { rotation: along(push), position }, true, length);
            this.stage.place(dot, { rotation: identity.rotation, position }, true, 0.016 * this.radius);
        });
    }

    draw(sight: Sight, width: number, height: number): void {
        const held = fromQuaternion(sight.orientation, sight.position);
        this.placeParts(sight, held);
        this.placeContacts(sight, held);
        const { direction, distance, up } = sight;
        this.stage.draw({ direction, distance, up, centre: this.centre, radius: this.radius }, width, height);
    }
}
