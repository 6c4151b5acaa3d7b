"""The examples of docstrings of laws, impacts, scenes and shots; those that need matplotlib or pandas are skipped without them.

SPDX-License-Identifier: BSD-3-Clause
"""
import doctest
import importlib
import importlib.util

import pytest

MODULES = ("_laws", "_laws3", "_own_law", "_outcomes", "_impact", "_ellipse", "_impact3", "_trace", "_bodies3", "_scene",
           "_scenes", "_billiards", "_options", "_errors")


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in MODULES:
        module = importlib.import_module(f"routh.{name}")
        yield from (test for test in finder.find(module, module.__name__) if test.examples)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_example(example):
    source = "".join(part.source for part in example.examples)
    for word, needed in ((".plot", "matplotlib"), ("to_pandas()", "pandas")):
        if word in source and importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed == 0
