/* A minimum on a line: parabolas, and golden sections where those do not settle.
 *
 * After R. P. Brent, Algorithms for minimization without derivatives (1973), chapter 5. On a
 * smooth function it takes a handful of evaluations; at a kink it is a golden section.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/line.h"

#include <math.h>

enum { STEPS = 100 };

/* The vertex of the parabola through three points; not finite where there is none. */
static double vertex_of(routh_line_point a, routh_line_point b, routh_line_point c) {
    const double left = b.x - a.x, right = c.x - b.x;
    const double fall = (a.value - b.value) * right, rise = (c.value - b.value) * left;
    return b.x + 0.5 * (fall * right - rise * left) / (fall + rise);
}

routh_line_point routh_line_minimum(routh_line_function function, void *user, routh_line_point low,
                                    routh_line_point middle, routh_line_point high, double tolerance) {
    static const double shorter = 0.3819660112501051; /* part of a golden section */
    double width = high.x - low.x;
    int slow = 0;
    for (int step = 0; step < STEPS && width > 2.5 * tolerance; step++) {
        const double left = middle.x - low.x, right = high.x - middle.x, vertex = vertex_of(low, middle, high);
        const int parabola = vertex > low.x && vertex < high.x && slow < 2;
        routh_line_point next = {.x = left > right ? middle.x - shorter * left : middle.x + shorter * right};
        if (parabola && fabs(vertex - middle.x) <= tolerance) /* there already? then both sides go up */
            next.x = left > right ? middle.x - tolerance : middle.x + tolerance;
        else if (parabola)
            next.x = vertex;
        next.value = function(next.x, user);
        routh_line_point *before = next.x < middle.x ? &low : &high, *behind = next.x < middle.x ? &high : &low;
        if (next.value < middle.value) {
            *behind = middle;
            middle = next;
        } else {
            *before = next;
        }
        /* a parabola may creep up to the minimum from one side */
        slow = !parabola || high.x - low.x < 0.5 * width ? 0 : slow + 1;
        width = high.x - low.x;
    }
    return middle;
}
