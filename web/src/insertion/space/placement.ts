// Where parts are when the drawing is wrong by x, as routh_part_pose of the library computes it.
// SPDX-License-Identifier: BSD-3-Clause

import type { Displacement, Study } from "../study.js";
import { compose, fromQuaternion, shift, turn, type Pose } from "../../space/pose.js";

// x with its distance from the drawing exaggerated.
export function exaggerated(displacements: Displacement[], x: number[], factor: number): number[] {
    return displacements.map(({ nominal }, j) => nominal + factor * ((x[j] ?? nominal) - nominal));
}

// In its object's axes. From the innermost outwards: the part's own displacements, last first, then the object's. The
// offset of the reference pose moves no part within its object, and a scaled part is drawn at its drawn size.
export function partPose(study: Study, object: number, part: number, x: number[]): Pose {
    const drawn = study.objects[object]?.parts[part];
    let pose = fromQuaternion(drawn?.orientation ?? [1, 0, 0, 0], drawn?.position ?? [0, 0, 0]);
    for (const owner of [part, null])
        for (let j = study.displacements.length - 1; j >= 0; j--) {
            const d = study.displacements[j];
            if (!d || d.object !== object || d.part !== owner) continue;
            if (d.kind !== "shift" && d.kind !== "turn") continue;
            const value = x[j] ?? 0;
            pose = compose(d.kind === "turn" ? turn(d.axis, d.through, value) : shift(d.axis, value), pose);
        }
    return pose;
}
