"""`python -m routh` is the program `routh`.

SPDX-License-Identifier: BSD-3-Clause
"""
import os
import sys


def main():
    """Runs the program in the place of this process. It takes what the program takes: files, SI units."""
    from ._library import program

    path = program()
    if path is None:
        sys.exit("routh: the program is not installed beside this package; the package `routh` of the system has it")
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
