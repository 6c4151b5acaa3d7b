// What every scene in WebGL has: programs and meshes, where they are, a camera that looks at them from a side.
// SPDX-License-Identifier: BSD-3-Clause

import { Camera, Geometry, Mesh, Program, Renderer, Transform, type OGLRenderingContext } from "ogl";
import type { Triangles } from "./mesh.js";
import { matrix, type Pose, type Triple } from "./pose.js";

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

// How a kind of thing is drawn. Its colour comes with the theme.
export interface Look {
    opacity: number;
    shade: number; // 0: without light
    nearer: number; // lines over the faces they bound
    depthTest: boolean; // false: seen through everything
}

// From where a scene is looked at.
export interface Aim {
    direction: Triple; // to the eye
    distance: number; // in units of what shows everything
    up: Triple;
    centre: Triple; // of a ball about everything
    radius: number;
}

const fieldOfView = 35;

export class Stage {
    private readonly gl: OGLRenderingContext;
    private readonly renderer: Renderer;
    private readonly camera: Camera;
    private readonly root = new Transform();

    // The canvas must offer WebGL.
    constructor(canvas: HTMLCanvasElement) {
        this.renderer = new Renderer({
            canvas,
            dpr: Math.min(2, window.devicePixelRatio),
            antialias: true,
            preserveDrawingBuffer: true, // for printing and saving
        });
        this.gl = this.renderer.gl;
        this.camera = new Camera(this.gl, { fov: fieldOfView });
    }

    program({ opacity, shade, nearer, depthTest }: Look): Program {
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

    // Triangles, or ends of lines. A higher order is drawn later.
    mesh(shape: Triangles | Float32Array, program: Program, order: number): Mesh {
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

    // Takes a mesh out again.
    remove(mesh: Mesh): void {
        mesh.setParent(null);
        mesh.geometry.remove();
    }

    place(mesh: Mesh, pose: Pose, visible: boolean, scale = 1): void {
        const m = matrix(pose);
        for (let i = 0; i < 12; i++) m[i] = (m[i] ?? 0) * scale;
        mesh.matrix.set(...(m as Parameters<typeof mesh.matrix.set>));
        mesh.worldMatrixNeedsUpdate = true;
        mesh.visible = visible;
    }

    paint(program: Program, colour: Rgb): void {
        program.uniforms["colour"].value = colour;
    }

    paintGround(colour: Rgb): void {
        this.gl.clearColor(...colour, 1);
    }

    private look({ direction, distance, up, centre, radius }: Aim): void {
        const { width, height } = this.renderer;
        const aspect = width / Math.max(1, height);
        // everything fits across; seen from the side it needs less height
        const half = Math.tan((fieldOfView * Math.PI) / 360) * Math.min(1.25, aspect);
        const away = (distance * 1.05 * radius) / Math.sin(Math.atan(half));
        this.camera.perspective({ aspect, near: 0.02 * away, far: away + 4 * radius });
        this.camera.up.set(...up);
        this.camera.position.set(
            centre[0] + away * direction[0],
            centre[1] + away * direction[1],
            centre[2] + away * direction[2],
        );
        this.camera.lookAt([...centre]);
    }

    draw(aim: Aim, width: number, height: number): void {
        this.renderer.setSize(width, height);
        this.look(aim);
        this.renderer.render({ scene: this.root, camera: this.camera });
    }
}

// The middle of all points, and the radius of a ball about it that holds them.
export function ballAround(points: readonly Triple[]): [Triple, number] {
    const middle = [0, 1, 2].map((k) => {
        let [low, high] = [Infinity, -Infinity];
        for (const point of points) {
            low = Math.min(low, point[k] ?? 0);
            high = Math.max(high, point[k] ?? 0);
        }
        return low <= high ? (low + high) / 2 : 0;
    }) as Triple;
    let radius = 0;
    for (const p of points) radius = Math.max(radius, Math.hypot(p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]));
    return [middle, Math.max(radius, 1e-6)];
}
