/* Unit quaternions: of rotation matrices, and drawn.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "algebra/turn.h"

/* Shepperd's way: the largest of the four components first, so that nothing small is divided by. */
void routh_turn_of_matrix(const double r[3][3], double q[4]) {
    const double squares[4] = {1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2],
                               1 - r[0][0] + r[1][1] - r[2][2], 1 - r[0][0] - r[1][1] + r[2][2]};
    int k = 0;
    for (int i = 1; i < 4; i++)
        k = squares[i] > squares[k] ? i : k;
    const double product[4][4] = {
        {squares[0], r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]},
        {r[2][1] - r[1][2], squares[1], r[1][0] + r[0][1], r[0][2] + r[2][0]},
        {r[0][2] - r[2][0], r[1][0] + r[0][1], squares[2], r[2][1] + r[1][2]},
        {r[1][0] - r[0][1], r[0][2] + r[2][0], r[2][1] + r[1][2], squares[3]},
    };
    const double length = 2 * sqrt(squares[k]), sign = product[k][0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++)
        q[i] = sign * product[k][i] / length;
}

/* Four normal numbers have no direction of their own; on the sphere they are uniform over all rotations. */
void routh_turn_draw(routh_random *random, double turn[4]) {
    double length = 0;
    while (!(length > 1e-3)) {
        length = 0;
        for (int c = 0; c < 4; c++) {
            turn[c] = routh_random_normal(random);
            length = hypot(length, turn[c]);
        }
    }
    for (int c = 0; c < 4; c++)
        turn[c] /= length;
}
