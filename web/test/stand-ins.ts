// Simple laws of impact for the fixture. Routh's path, Newton's and Whittaker's rules are the real ones; the other names
// of the fixture's laws borrow them with altered parameters. The program's own laws live in src/impact.
// SPDX-License-Identifier: BSD-3-Clause

export interface Contact {
    wtt: number;
    wtn: number;
    wnn: number;
    vt: number;
    vn: number;
}

export interface Answer {
    pt: number;
    pn: number;
    mode: number; // index into modes of study.ts
}

const sliding = 0;
const sticking = 1;

// Routh's path up to P_n = (1 + ε) P_n(compression): piecewise linear, at most five pieces.
export function routhPath(c: Contact, mu: number, eps: number): Answer {
    let { vt, vn } = c;
    let pt = 0;
    let pn = 0;
    let end = Infinity;
    let mode = sliding;
    const stickSlope = -c.wtn / c.wtt;
    for (let piece = 0; piece < 8; piece++) {
        const compressing = end === Infinity;
        let slope = -mu * Math.sign(vt);
        if (vt === 0) {
            const sticks = Math.abs(stickSlope) <= mu;
            slope = sticks ? stickSlope : -mu * Math.sign(c.wtn);
            if (mode === sliding) mode = (sticks ? 2 : 4) + (compressing ? 0 : 1);
        }
        const dvt = c.wtt * slope + c.wtn;
        const dvn = c.wtn * slope + c.wnn;
        const toStick = vt !== 0 && vt * dvt < 0 ? -vt / dvt : Infinity;
        const toEnd = compressing ? (dvn > 0 ? -vn / dvn : Infinity) : end - pn;
        const step = Math.min(toStick, toEnd);
        if (!Number.isFinite(step)) break;
        pt += slope * step;
        pn += step;
        vt = step === toStick || mode === 2 || mode === 3 ? 0 : vt + dvt * step;
        vn += dvn * step;
        if (step === toEnd) {
            if (!compressing) break;
            vn = 0;
            end = (1 + eps) * pn;
        }
    }
    return { pt, pn, mode };
}

// Newton's restitution with stick if it fits the friction cone, else the slip that agrees with its final velocity.
export function newton(c: Contact, mu: number, eps: number): Answer {
    const determinant = c.wtt * c.wnn - c.wtn * c.wtn;
    const un = -(1 + eps) * c.vn;
    const ut = -c.vt;
    const pt = (c.wnn * ut - c.wtn * un) / determinant;
    const pn = (c.wtt * un - c.wtn * ut) / determinant;
    if (Math.abs(pt) <= mu * pn) return { pt, pn, mode: sticking };
    const direction = pt > 0 ? 1 : -1;
    const slipping = un / (c.wnn + direction * mu * c.wtn);
    return { pt: direction * mu * slipping, pn: slipping, mode: sliding };
}

export function whittaker(c: Contact, mu: number, eps: number): Answer {
    const determinant = c.wtt * c.wnn - c.wtn * c.wtn;
    const un = -(1 + eps) * c.vn;
    const pt = (-c.wnn * c.vt - c.wtn * un) / determinant;
    const pn = (c.wtt * un + c.wtn * c.vt) / determinant;
    if (Math.abs(pt) <= mu * Math.abs(pn)) return { pt, pn, mode: sticking };
    const slip = mu * pn;
    const after = c.vt + c.wtt * slip + c.wtn * pn;
    return { pt: slip * after > 0 ? -slip : slip, pn, mode: sliding };
}

export interface StandIn {
    name: string;
    title: string;
    restitution: string;
    further?: Record<string, number>; // parameters beyond μ and ε
    solve: (c: Contact, mu: number, eps: number) => Answer;
}

export const standIns: StandIn[] = [
    {
        name: "drumwright-shell",
        title: "Drumwright–Shell",
        restitution: "Poisson",
        solve: (c, mu, eps) => routhPath(c, 1.5 * mu, 0.7 * eps + 0.2),
    },
    {
        name: "ap-poisson",
        title: "Anitescu–Potra, Poisson",
        restitution: "Poisson",
        solve: (c, mu, eps) => routhPath(c, 1.08 * mu, eps * (0.96 + 0.1 * Math.sin(c.vt))),
    },
    { name: "ap-newton", title: "Anitescu–Potra, Newton", restitution: "Newton", solve: newton },
    {
        name: "mirtich",
        title: "Mirtich",
        restitution: "energetic",
        solve: (c, mu, eps) => routhPath(c, mu, eps + 0.012 * Math.tanh(3 * c.vt)),
    },
    { name: "wang-mason", title: "Wang–Mason", restitution: "Poisson", solve: routhPath },
    { name: "whittaker", title: "Whittaker", restitution: "Newton, algebraic", solve: whittaker },
    {
        name: "compliant",
        title: "Compliant",
        restitution: "energetic",
        further: { eta2: 0.1 },
        solve: (c, mu, eps) => routhPath(c, 1.02 * mu, eps + 0.02 * Math.tanh(2 * c.vt)),
    },
];
