/* Orthogonal triangles and least squares against LAPACK.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#include "matrices.h"

#include <lapacke.h>

#include "../subject.h"
#include "algebra/algebra.h"

enum { ROWS = 60, COLUMNS = 5 };

static void two_columns_agree_with_lapack(void **state) {
    (void)state;
    for (int closeness = 0; closeness < 8; closeness++) {
        double phi[2 * ROWS], y[ROWS], q[2 * ROWS], copy[2 * ROWS], right[ROWS];
        fill(phi, 2 * ROWS, 1);
        fill(y, ROWS, 2);
        /* the second column ever closer to the first, and on another scale */
        const double apart = pow(10, -closeness);
        for (int i = 0; i < ROWS; i++)
            phi[ROWS + i] = 1e-5 * (phi[i] + apart * phi[ROWS + i]);
        memcpy(copy, phi, sizeof phi);
        memcpy(right, y, sizeof y);
        const routh_two_columns fit = routh_solve_two_columns(ROWS, phi, y, q);
        assert_int_equal(LAPACKE_dgels(LAPACK_COL_MAJOR, 'N', ROWS, 2, 1, copy, ROWS, right, ROWS), 0);
        assert_int_equal(fit.rank, 2);
        for (int c = 0; c < 2; c++)
            assert_near(fit.theta[c], right[c], 1e-14 / apart * fabs(right[c]) * 20);
        assert_near(routh_sum_of_products(ROWS, q, q + ROWS), 0, 1e-15);
        assert_near(routh_sum_of_products(ROWS, q + ROWS, q + ROWS), 1, 1e-14);
    }
}

static void a_column_that_says_nothing_is_left_out(void **state) {
    (void)state;
    double phi[2 * ROWS], y[ROWS], q[2 * ROWS];
    fill(phi, 2 * ROWS, 3);
    fill(y, ROWS, 4);
    const double alone = routh_sum_of_products(ROWS, phi, y) / routh_sum_of_products(ROWS, phi, phi);
    for (int zero = 0; zero < 2; zero++) {
        for (int i = 0; i < ROWS; i++)
            phi[ROWS + i] = zero ? 0 : -3 * phi[i];
        const routh_two_columns fit = routh_solve_two_columns(ROWS, phi, y, q);
        assert_int_equal(fit.rank, 1);
        assert_near(fit.theta[0], alone, 1e-14);
        assert_true(fit.theta[1] == 0);
    }
    memset(phi, 0, sizeof phi);
    assert_int_equal(routh_solve_two_columns(ROWS, phi, y, q).rank, 0);
}

static void triangles_agree_with_lapack(void **state) {
    (void)state;
    double a[ROWS * COLUMNS], copy[ROWS * COLUMNS], r[COLUMNS * COLUMNS], tau[COLUMNS], inverse[COLUMNS * COLUMNS];
    fill(a, ROWS * COLUMNS, 5);
    memcpy(copy, a, sizeof a);
    routh_triangularise(ROWS, COLUMNS, a, r);
    assert_int_equal(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, ROWS, COLUMNS, copy, ROWS, tau), 0);
    for (int i = 0; i < COLUMNS; i++)
        for (int k = i; k < COLUMNS; k++) {
            const double sign = copy[i * ROWS + i] < 0 ? -1 : 1;
            assert_near(r[i * COLUMNS + k], sign * copy[k * ROWS + i], 1e-13);
        }
    routh_invert_triangle(COLUMNS, r, inverse);
    for (int i = 0; i < COLUMNS; i++)
        for (int k = 0; k < COLUMNS; k++) {
            double sum = 0;
            for (int m = 0; m < COLUMNS; m++)
                sum += r[i * COLUMNS + m] * inverse[m * COLUMNS + k];
            assert_near(sum, i == k, 1e-13);
        }
}

/* R x = y, R with more numbers a row than unknowns; a zero on the diagonal gives a zero. */
static void a_triangle_is_solved(void **state) {
    (void)state;
    static const double r[2][3] = {{2, 1, 9}, {0, 4, 9}}, y[2] = {4, 8}, flat[2][3] = {{2, 1, 9}, {0, 0, 9}};
    double x[2];
    routh_solve_triangular(2, 3, r[0], y, x);
    assert_true(x[0] == 1 && x[1] == 2);
    routh_solve_triangular(2, 3, flat[0], y, x);
    assert_true(x[0] == 2 && x[1] == 0);
}

/* RᵀR = AᵀA also where A has fewer rows than columns; the rows of R beyond are 0. */
static void few_rows_leave_a_flat_triangle(void **state) {
    (void)state;
    enum { FEW = 3 };
    double a[FEW * COLUMNS], copy[FEW * COLUMNS], r[COLUMNS * COLUMNS];
    fill(a, FEW * COLUMNS, 6);
    memcpy(copy, a, sizeof a);
    routh_triangularise(FEW, COLUMNS, a, r);
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            double product = 0;
            for (int k = 0; k < COLUMNS; k++)
                product += r[k * COLUMNS + i] * r[k * COLUMNS + j];
            assert_near(product, routh_sum_of_products(FEW, copy + i * FEW, copy + j * FEW), 1e-14);
            assert_true(i < FEW || r[i * COLUMNS + j] == 0);
        }
}

SUBJECT(qr) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_columns_agree_with_lapack), cmocka_unit_test(a_column_that_says_nothing_is_left_out),
        cmocka_unit_test(triangles_agree_with_lapack),   cmocka_unit_test(few_rows_leave_a_flat_triangle),
        cmocka_unit_test(a_triangle_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
