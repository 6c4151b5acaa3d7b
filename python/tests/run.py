"""Runs tests for CTest: exit code 77 means skipped, and tests that skip themselves are named as cmocka names them. The processor
time of each test is added to the file named by ROUTH_CPU_TIMES, as tests/timed.c does.

usage: run.py [FILE…] [OPTION OF PYTEST…]     no argument: all files, in one process

SPDX-License-Identifier: BSD-3-Clause
"""
import collections
import gc
import importlib.util
import os
import resource
import sys
from pathlib import Path

SKIPPED = 77


def seconds():
    """Processor time of this process and of those that it started."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


class Outcomes:
    """Counts what ran, and prints what did not in the words by which scripts/check finds it."""

    def __init__(self):
        self.ran = 0
        self.seconds = collections.Counter()
        self.mark = seconds()
        self.file = None

    def pytest_runtest_logstart(self, location):
        if location[0] != self.file:
            gc.freeze()  # what other files left is not searched by each gc.collect() of this one
        self.file = location[0]

    def pytest_runtest_logfinish(self, location):
        now = seconds()
        name = Path(location[0]).stem.replace("test_", "python/", 1) + "/" + location[2].split("[")[0].removeprefix("test_")
        self.seconds[name] += now - self.mark
        self.mark = now

    def pytest_collection_finish(self):
        self.mark = seconds()

    def pytest_sessionfinish(self):
        if path := os.environ.get("ROUTH_CPU_TIMES"):
            with open(path, "a") as file:
                file.writelines(f"{spent:.2f} {name}\n" for name, spent in self.seconds.items())

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

    if not any(argument.endswith(".py") for argument in arguments):
        arguments = [*sorted(map(str, Path(__file__).parent.glob("test_*.py"))), *arguments]
    outcomes = Outcomes()
    code = pytest.main(["-q", "-rs", "-p", "no:cacheprovider", *arguments], plugins=[outcomes])
    if code != 0:
        print(f"failed with ROUTH_EFFORT={os.environ.get('ROUTH_EFFORT', '')} ROUTH_SLICE={os.environ.get('ROUTH_SLICE', 0)}")
    return SKIPPED if code == 0 and outcomes.ran == 0 else int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
