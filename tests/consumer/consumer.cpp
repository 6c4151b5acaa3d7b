// A C++ program that knows only an installed Routh: the headers are valid C++, and the names link.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include <routh/routh.h>

int main(int argc, char **argv) {
    routh_context context = routh_context_default();
    routh_random random = routh_random_seed(1, 0);
    double value = routh_random_uniform(&random, 0, 1);
    bool found = routh_law_find(&context, "mirtich") != nullptr;
    return argc == 2 && std::strcmp(argv[1], routh_version()) == 0 && value >= 0 && value < 1 && found ? 0 : 1;
}
