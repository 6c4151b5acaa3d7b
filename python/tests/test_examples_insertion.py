"""The examples of docstrings about insertions; those that need matplotlib or pandas are skipped without them."""
import doctest
import importlib
import importlib.util

import pytest

MODULES = ("insertion", "_insertion_parts", "_insertion_recording", "_insertion_generate", "_insertion_study", "_insertion_verbs")


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in MODULES:
        module = importlib.import_module(f"routh.{name}")
        yield from (test for test in finder.find(module, module.__name__) if test.examples)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_example(example):
    source = "".join(part.source for part in example.examples)
    for word, needed in ((".plot", "matplotlib"), ("to_pandas(", "pandas")):
        if word in source and "__doc__" not in source and importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert outcome.failed == 0


def test_every_public_thing_has_an_example():
    insertion = importlib.import_module("routh.insertion")
    for name in insertion.__all__:
        public = getattr(insertion, name)
        assert ">>>" in public.__doc__, name
        for member, value in vars(public).items() if isinstance(public, type) else ():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__ and ">>>" in value.__doc__, f"{name}.{member}"
