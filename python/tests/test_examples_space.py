"""The examples of docstrings of tosses, worlds, materials, export and judge; those that need matplotlib or pandas without them
are skipped."""
import doctest
import importlib
import importlib.util

import pytest

MODULES = ("_shapes3", "_tosses", "_toss", "_rollouts", "_worlds3", "_simulate3", "_materials", "_engines", "_export",
           "_export_draws", "_judge", "_written")


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in MODULES:
        module = importlib.import_module(f"routh.{name}")
        yield from (test for test in finder.find(module, module.__name__) if test.examples)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_example(example):
    source = "".join(part.source for part in example.examples)
    for word, needed in ((".plot_", "matplotlib"), ("to_pandas()", "pandas")):
        if word in source and importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert outcome.failed == 0
