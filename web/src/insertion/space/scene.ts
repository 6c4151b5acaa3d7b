// The parts in WebGL: object 1 as estimated and as drawn, object 2 around it, contacts as arrows. Object 2's axes.
// SPDX-License-Identifier: BSD-3-Clause

import { Camera, Geometry, Mesh, Program, Renderer, Transform, type OGLRenderingContext } from "ogl";
import type { Part, Study, Triple } from "../study.js";
import { along, arrow, ball, edges, solid, type Triangles } from "./mesh.js";
import { exaggerated, partPose } from "./placement.js";
import { compose, fromQuaternion, identity, inverse, matrix, moved, turned, type Pose } from "./pose.js";

const vertex = /* glsl */ `
    attribute vec3 position;
    attribute vec3 normal;
    uniform mat4 modelViewMatrix;
    uniform mat4 projectionMatrix;
    uniform mat3 normalMatrix;
    uniform float nearer;
    varying vec3 out_of;
    void main() {
        out_of = normalMatrix * normal;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        gl_Position.z -= nearer * gl_Position.w;
    }
`;

// Light from over the reader's left shoulder; edges have no normal and no shade.
const fragment = /* glsl */ `
    precision highp float;
    uniform vec3 colour;
    uniform float opacity;
    uniform float shade;
    varying vec3 out_of;
    void main() {
        float light = shade == 0.0 ? 1.0 : dot(normalize(out_of), normalize(vec3(-0.35, 0.55, 0.75)));
        gl_FragColor = vec4(colour * mix(1.0, 0.62 + 0.38 * light, shade), opacity);
    }
`;

export type Rgb = [number, number, number];

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

const fieldOfView = 35;

export class Scene {
    private readonly gl: OGLRenderingContext;
    private readonly renderer: Renderer;
    private readonly camera: Camera;
    private readonly root = new Transform();
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
        this.renderer = new Renderer({
            canvas,
            dpr: Math.min(2, window.devicePixelRatio),
            antialias: true,
            preserveDrawingBuffer: true, // for printing and saving
        });
        this.gl = this.renderer.gl;
        this.camera = new Camera(this.gl, { fov: fieldOfView });
        this.programs = {
            first: this.program(1, 1, 0, true),
            second: this.program(0.26, 1, 0, true),
            line: this.program(0.7, 0, 4e-4, true),
            faint: this.program(0.35, 0, 4e-4, true),
            drawn: this.program(1, 0, 0, false),
            slides: this.program(1, 0.7, 0, false),
            sticks: this.program(1, 0.7, 0, false),
        };
        this.parts = study.objects.map((object, o) => object.parts.map((part) => this.makePart(part, o)));
        [this.centre, this.radius] = this.bounds();
    }

    private program(opacity: number, shade: number, nearer: number, depthTest: boolean): Program {
        return new Program(this.gl, {
            vertex,
            fragment,
            uniforms: {
                colour: { value: [0, 0, 0] },
                opacity: { value: opacity },
                shade: { value: shade },
                nearer: { value: nearer },
            },
            transparent: opacity < 1 || !depthTest,
            depthTest,
            depthWrite: opacity === 1 && depthTest,
        });
    }

    private mesh(shape: Triangles | Float32Array, program: Program, order: number): Mesh {
        const lines = shape instanceof Float32Array;
        const position = lines ? shape : shape.position;
        const normal = lines ? new Float32Array(shape.length) : shape.normal;
        const geometry = new Geometry(this.gl, {
            position: { size: 3, data: position },
            normal: { size: 3, data: normal },
        });
        const mesh = new Mesh(this.gl, {
            geometry,
            program,
            mode: lines ? this.gl.LINES : this.gl.TRIANGLES,
            renderOrder: order,
        });
        mesh.matrixAutoUpdate = false;
        mesh.frustumCulled = false;
        mesh.setParent(this.root);
        return mesh;
    }

    private makePart(part: Part, object: number): PartMeshes {
        const first = object === 0;
        return {
            solid: this.mesh(solid(part), first ? this.programs.first : this.programs.second, first ? 0 : 2),
            edges: this.mesh(edges(part), first ? this.programs.line : this.programs.faint, 1),
            drawn: first ? this.mesh(edges(part), this.programs.drawn, 3) : null,
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
        const middle = [0, 1, 2].map((k) => {
            const values = points.map((point) => point[k] ?? 0);
            return (Math.min(...values) + Math.max(...values)) / 2;
        }) as Triple;
        const radius = Math.max(...points.map((p) => Math.hypot(p[0] - middle[0], p[1] - middle[1], p[2] - middle[2])));
        return [middle, Math.max(radius, 1e-6)];
    }

    paint(colours: Colours): void {
        const { first, second, line, faint, drawn, slides, sticks } = this.programs;
        first.uniforms["colour"].value = colours.first;
        second.uniforms["colour"].value = colours.second;
        line.uniforms["colour"].value = colours.line;
        faint.uniforms["colour"].value = colours.line;
        drawn.uniforms["colour"].value = colours.drawn;
        slides.uniforms["colour"].value = colours.slides;
        sticks.uniforms["colour"].value = colours.sticks;
        this.gl.clearColor(...colours.ground, 1);
    }

    private place(mesh: Mesh, pose: Pose, visible: boolean, scale = 1): void {
        const m = matrix(pose);
        for (let i = 0; i < 12; i++) m[i] = (m[i] ?? 0) * scale;
        mesh.matrix.set(...(m as Parameters<typeof mesh.matrix.set>));
        mesh.worldMatrixNeedsUpdate = true;
        mesh.visible = visible;
    }

    private placeParts(sight: Sight, held: Pose): void {
        const nominal = this.study.displacements.map((d) => d.nominal);
        const shown = exaggerated(this.study.displacements, sight.x, sight.factor);
        this.parts.forEach((list, object) => {
            const base = object === 0 ? held : identity;
            const visible = object === 0 ? sight.shows.first : sight.shows.second;
            list.forEach((meshes, i) => {
                const pose = compose(base, partPose(this.study, object, i, shown));
                this.place(meshes.solid, pose, visible);
                this.place(meshes.edges, pose, visible);
                if (meshes.drawn)
                    this.place(
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
                arrow: this.mesh(arrow(), this.programs.slides, 4),
                point: this.mesh(ball(), this.programs.slides, 4),
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
            this.place(shaft, { rotation: along(push), position }, true, length);
            this.place(dot, { rotation: identity.rotation, position }, true, 0.016 * this.radius);
        });
    }

    private aim({ direction, distance, up }: Sight): void {
        const { width, height } = this.renderer;
        const aspect = width / Math.max(1, height);
        // everything fits across; seen from the side it needs less height
        const half = Math.tan((fieldOfView * Math.PI) / 360) * Math.min(1.25, aspect);
        const away = (distance * 1.05 * this.radius) / Math.sin(Math.atan(half));
        this.camera.perspective({ aspect, near: 0.02 * away, far: away + 4 * this.radius });
        this.camera.up.set(...up);
        this.camera.position.set(
            this.centre[0] + away * direction[0],
            this.centre[1] + away * direction[1],
            this.centre[2] + away * direction[2],
        );
        this.camera.lookAt([...this.centre]);
    }

    draw(sight: Sight, width: number, height: number): void {
        this.renderer.setSize(width, height);
        const held = fromQuaternion(sight.orientation, sight.position);
        this.placeParts(sight, held);
        this.placeContacts(sight, held);
        this.aim(sight);
        this.renderer.render({ scene: this.root, camera: this.camera });
    }
}
