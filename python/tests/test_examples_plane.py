"""The examples of docstrings of recordings in the plane, fits, studies, models, simulation and inertia; those that need matplotlib
or pandas without them are skipped.

SPDX-License-Identifier: BSD-3-Clause
"""
import doctest
import importlib
import importlib.util

import pytest

MODULES = ("_shapes", "_data", "_read", "_generate", "_evidence", "_check", "_prepare", "_fit", "_individual", "_study", "_rebounds", "_learn",
           "_predict", "_regressor", "_simulate", "_inertia")


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in MODULES:
        module = importlib.import_module(f"routh.{name}")
        yield from (test for test in finder.find(module, module.__name__) if test.examples)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_example(example):
    source = "".join(part.source for part in example.examples)
    for word, needed in ((".plot", "matplotlib"), ("to_pandas()", "pandas"), (".table(", "pandas")):
        if word in source and importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert outcome.failed == 0
