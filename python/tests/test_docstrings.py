"""Everything public is explained, with its unit and an example, and the examples do what they show.

SPDX-License-Identifier: BSD-3-Clause
"""
import doctest
import inspect
import os
import re
import tempfile
import time

import numpy
import pytest
from effort import sliced

import routh
import routh.insertion

WIDTH = 128  # characters of a line of a docstring, without what `help` puts before it
UNITS = re.compile(r"[Uu]nits?\b|(?<!\w)(kg|m/s|m²|N s|N m|rad|Hz|1/kg|mm|ms|s|m|N|J)(?!\w)")


def members(cls):
    """Methods and properties that the class itself brings, or inherits within the package; (name, the thing)."""
    found = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("routh"):
            found.update({name: thing for name, thing in vars(base).items() if not name.startswith("_")})
    for name, thing in sorted(found.items()):
        if isinstance(thing, (classmethod, staticmethod)):
            thing = thing.__func__
        if inspect.isfunction(thing) or isinstance(thing, property):
            yield name, thing


def public():
    """(name, thing) of everything public: functions, classes, their methods and properties. Each thing once."""
    seen = set()
    for module, names in ((routh, routh.__all__), (routh.insertion, routh.insertion.__all__)):
        for name in names:
            thing = getattr(module, name)
            full = f"{module.__name__}.{name}"
            if not (inspect.isfunction(thing) or inspect.isclass(thing)):
                continue
            found = [(full, thing)]
            if inspect.isclass(thing):
                found += [(f"{full}.{part}", inner) for part, inner in members(thing)]
            for path, part in found:
                if id(part) not in seen:
                    seen.add(id(part))
                    yield path, part


ALL = list(public())


def docstring(thing):
    return inspect.getdoc(thing) or ""


def missing(lacks):
    """The names that lack something, as text that an assertion shows whole."""
    return "\n".join(name for name, thing in ALL if lacks(docstring(thing)))


def test_all_are_explained():
    bare = missing(lambda words: not words)
    print(f"{len(ALL) - len(bare.split())} of {len(ALL)} public functions, classes, methods and properties are explained")
    assert not bare


def test_all_have_units():
    """A unit, or the words that there is none."""
    assert not missing(lambda words: not UNITS.search(words.split("Examples\n---")[0]))


def test_all_have_examples():
    assert not missing(lambda words: not re.search(r"^Examples\n-{8}\n(.*\n)*?>>> ", words, re.M))


def test_no_placeholders():
    """Options are filled in."""
    assert not missing(lambda words: "{options}" in words)


def test_lines_fit():
    assert not missing(lambda words: any(len(row) > WIDTH for row in words.splitlines()))


def test_all_parameters_are_explained():
    """What a function takes stands in its docstring by name."""
    wrong = []
    for name, thing in ALL:
        if inspect.isfunction(thing):
            words = docstring(thing).split("Examples\n---")[0]
            wrong += [f"{name}: {part}" for part, kind in inspect.signature(thing).parameters.items()
                      if part not in ("self", "cls", "axes", "progress", "threads", "path")
                      and kind.kind not in (kind.VAR_KEYWORD, kind.VAR_POSITIONAL)
                      and not re.search(rf"\b{re.escape(part)}\b", words)]
    assert not "\n".join(wrong)


def run(names_and_cases):
    """Runs examples, in an empty folder each and with what they take as imported; (failed, seconds)."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    began, failed, slow, home = time.process_time(), [], [], os.getcwd()
    for name, case in names_and_cases:
        start = time.process_time()
        case.globs.update(numpy=numpy, os=os, routh=routh)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            if runner.run(case, clear_globs=True).failed:
                failed.append(name)
            os.chdir(home)
        slow.append((time.process_time() - start, name))
    seconds = time.process_time() - began
    print(f"{len(slow)} docstrings with {runner.tries} lines of examples, {len(failed)} failed; {seconds:.1f} s; slowest: " +
          ", ".join(f"{name} {seconds:.2f} s" for seconds, name in sorted(slow)[:-4:-1]))
    return failed, seconds


def cases(more):
    """(name, example) of those in this slice that need pandas or matplotlib, or of those that do not."""
    finder = doctest.DocTestFinder(recurse=False)
    found = []
    for name, thing in [("routh", routh), ("routh.insertion", routh.insertion), *ALL]:
        for case in finder.find(thing, name, module=False, globs={}):
            source = "".join(part.source for part in case.examples)
            if source:
                found.append((name, case, bool(re.search(r"\.plot|to_pandas\(|\.table\(", source))))
    return [(name, case) for name, case, needs in sliced(found, 8) if needs == more]


def test_examples():
    """Every example does what it shows; each commit tries some."""
    failed, _ = run(cases(more=False))
    assert not "\n".join(failed)


def test_examples_of_plots_and_frames():
    pytest.importorskip("matplotlib").use("Agg")
    pytest.importorskip("pandas")
    failed, _ = run(cases(more=True))
    assert not "\n".join(failed)
