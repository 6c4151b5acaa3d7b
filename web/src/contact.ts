// The plane of impulses of one impact, from W and v alone: the energy ellipse, its two lines, the admissible region.
//
//   energy          vᵀP + ½ PᵀWP ≤ 0, an ellipse through the origin about −Mc v, with Mc = W⁻¹
//   compression     v_n + W_tn P_t + W_nn P_n = 0; a body that does not penetrate ends on or above it
//   sticking        v_t + W_tt P_t + W_tn P_n = 0; both lines pass through the centre
//
// SPDX-License-Identifier: BSD-3-Clause

export type Pair = [t: number, n: number];

export interface Contact {
    wtt: number;
    wtn: number;
    wnn: number;
    vt: number;
    vn: number;
}

// Mc v, the momentum of the motion that an impulse at the contact point can change.
export function momentum(c: Contact): Pair {
    const determinant = c.wtt * c.wnn - c.wtn * c.wtn;
    return [(c.wnn * c.vt - c.wtn * c.vn) / determinant, (c.wtt * c.vn - c.wtn * c.vt) / determinant];
}

export function velocityAfter(c: Contact, [pt, pn]: Pair): Pair {
    return [c.vt + c.wtt * pt + c.wtn * pn, c.vn + c.wtn * pt + c.wnn * pn];
}

// Kinetic energy after ÷ before, of the part of the motion that the impulse can change.
export function energyRatio(c: Contact, impulse: Pair): number {
    const [vt, vn] = velocityAfter(c, impulse);
    const before = momentum(c);
    const after = momentum({ ...c, vt, vn });
    return (vt * after[0] + vn * after[1]) / (c.vt * before[0] + c.vn * before[1]);
}

// Where the ellipse lies in direction d from its centre: dᵀWd s² = vᵀMc v.
function reach(c: Contact, d: Pair): number {
    const p = momentum(c);
    const energy = c.vt * p[0] + c.vn * p[1];
    return Math.sqrt(energy / (c.wtt * d[0] * d[0] + 2 * c.wtn * d[0] * d[1] + c.wnn * d[1] * d[1]));
}

export function centre(c: Contact): Pair {
    const p = momentum(c);
    return [-p[0], -p[1]];
}

export function outline(c: Contact, count = 181): Pair[] {
    const [t, n] = centre(c);
    return Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / (count - 1);
        const d: Pair = [Math.cos(angle), Math.sin(angle)];
        const s = reach(c, d);
        return [t + s * d[0], n + s * d[1]];
    });
}

function chord(c: Contact, direction: Pair): [Pair, Pair] {
    const [t, n] = centre(c);
    const s = reach(c, direction);
    const ends: [Pair, Pair] = [
        [t - s * direction[0], n - s * direction[1]],
        [t + s * direction[0], n + s * direction[1]],
    ];
    return ends;
}

// Both from left to right, or from below where upright.
export const stickingLine = (c: Contact): [Pair, Pair] => chord(c, [-c.wtn, c.wtt]);
export const compressionLine = (c: Contact): [Pair, Pair] => chord(c, [c.wnn, -c.wtn]);

// The part of a polygon where a·P + b ≥ 0 (Sutherland and Hodgman).
function clip(polygon: Pair[], value: (p: Pair) => number): Pair[] {
    const kept: Pair[] = [];
    polygon.forEach((p, i) => {
        const q = polygon[(i + 1) % polygon.length] ?? p;
        const [a, b] = [value(p), value(q)];
        if (a >= 0) kept.push(p);
        if (a >= 0 !== b >= 0) {
            const s = a / (a - b);
            kept.push([p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1])]);
        }
    });
    return kept;
}

export function admissible(c: Contact): Pair[] {
    const above = clip(outline(c).slice(0, -1), (p) => velocityAfter(c, p)[1]);
    return clip(above, (p) => p[1]);
}
