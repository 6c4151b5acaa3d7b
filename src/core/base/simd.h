/* Loops that put several numbers side by side.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROUTH_SRC_BASE_SIMD_H
#define ROUTH_SRC_BASE_SIMD_H

/* Wider vectors where the processor has them; every clone rounds alike, as contraction is off. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) &&                       \
    !defined(__SANITIZE_ADDRESS__)
#define ROUTH_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define ROUTH_CLONES
#endif

/* Asks for a vectorised loop. Not for Clang, which warns wherever it cannot vectorise, for example under sanitizers. */
#define ROUTH_PRAGMA(text) _Pragma(#text)
#if defined(__GNUC__) && !defined(__clang__) && defined(_OPENMP)
#define ROUTH_SIMD(clauses) ROUTH_PRAGMA(omp simd clauses)
#else
#define ROUTH_SIMD(clauses)
#endif

#endif
