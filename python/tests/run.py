"""Runs one file of tests for CTest: exit code 77 means skipped, and tests that skip themselves are named as cmocka names them.

usage: run.py FILE [OPTION OF PYTEST…]

SPDX-License-Identifier: BSD-3-Clause
"""
import importlib.util
import sys

SKIPPED = 77


class Outcomes:
    """Counts what ran, and prints what did not in the words by which scripts/check finds it."""

    def __init__(self):
        self.ran = 0

    def pytest_runtest_logreport(self, report):
        if report.skipped:
            name = report.nodeid.split("::")[-1].split("[")[0]
            print(f"\n[  SKIPPED ] {name}")
        elif report.when == "call":
            self.ran += 1


def main(arguments):
    for module in ("numpy", "pytest"):
        if importlib.util.find_spec(module) is None:
            print(f"{module} is not installed for {sys.executable}; scripts/setup python installs it")
            return SKIPPED
    import pytest

    outcomes = Outcomes()
    code = pytest.main(["-q", "-rs", "-p", "no:cacheprovider", *arguments], plugins=[outcomes])
    return SKIPPED if code == 0 and outcomes.ran == 0 else int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
