/* What is used of LAPACK, by Fortran's names, which OpenBLAS has in it: LAPACKE would bring four more libraries. Matrices are
 * column by column, their lower triangles count, and a result other than 0 says that there is none.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_LEARN_LAPACK_H
#define ROUTH_SRC_LEARN_LAPACK_H

#include <cblas.h>
#include <stddef.h>

/* Fortran takes the lengths of texts after all else. */
void dpotrf_(const char *part, const blasint *n, double *a, const blasint *rows, blasint *info, size_t);
void dpotri_(const char *part, const blasint *n, double *a, const blasint *rows, blasint *info, size_t);
void dtrtri_(const char *part, const char *diagonal, const blasint *n, double *a, const blasint *rows, blasint *info,
             size_t, size_t);
void dsyev_(const char *vectors, const char *part, const blasint *n, double *a, const blasint *rows, double *value,
            double *work, const blasint *room, blasint *info, size_t, size_t);

/* Cholesky's factor in the place of the matrix. */
static inline int routh_lapack_factor(size_t count, double *matrix) {
    const blasint n = (blasint)count;
    blasint info = 0;
    dpotrf_("L", &n, matrix, &n, &info, 1);
    return (int)info;
}

/* The inverse of the matrix in the place of its factor. */
static inline int routh_lapack_invert(size_t count, double *factor) {
    const blasint n = (blasint)count;
    blasint info = 0;
    dpotri_("L", &n, factor, &n, &info, 1);
    return (int)info;
}

/* The inverse of the factor in its own place. */
static inline int routh_lapack_invert_factor(size_t count, double *factor) {
    const blasint n = (blasint)count;
    blasint info = 0;
    dtrtri_("L", "N", &n, factor, &n, &info, 1, 1);
    return (int)info;
}

/* Eigenvectors, column by column, in the place of a symmetric matrix, and their values; work has room for some times the
 * order. */
static inline int routh_lapack_eigen(size_t count, double *matrix, double *value, double *work, size_t room) {
    const blasint n = (blasint)count, size = (blasint)room;
    blasint info = 0;
    dsyev_("V", "U", &n, matrix, &n, value, work, &size, &info, 1, 1);
    return (int)info;
}

#endif
