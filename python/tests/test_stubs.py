"""The stubs say what the package has: every public name, parameter, option and field; and a type checker agrees.

SPDX-License-Identifier: BSD-3-Clause
"""
import ast
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import routh
import routh.insertion
import routh.types
from routh import _abi

FOLDER = Path(routh.__file__).parent
TREES = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.pyi")}
ROOT = Path(__file__).resolve().parents[2]

RIGHT = """
import numpy
import routh
from routh.types import FitStudy, LawStudy

data = routh.generate_drops(count=60)
study = routh.study(data, laws=["mirtich"], references=0, resamples=10, progress=lambda what, fraction: False)
law: LawStudy = study.laws["mirtich"]
numbers: tuple[float, str] = law.error_mean, law.mu.unit
fit: FitStudy = routh.fit({"rx": [0.0], "ry": numpy.zeros(1)}, laws="mirtich", cost="impulse")
value: float = fit.laws["mirtich"].mu.value
array: numpy.ndarray = study.frames[0].irb
routh.solve("wang-mason", [.1, 1e-4, .01, -.05, 1, -1, 0], mu=.2, eps=numpy.array([.5])).mode
impact = routh.Impact(mass=.1, inertia=1e-4, rx=.01, ry=-.05, vx=1, vy=-1, omega=0)
routh.ellipse(impact, mu=.2, laws=["mirtich"]).plot()
mu: float = routh.Pair(mu=.2, eps=.5).replace(mu=.3).mu
title: str = routh.laws["mirtich"].title
"""
WRONG = {
    'routh.study(resample=3)': "resample",
    'routh.generate_drops(count="3")': "count",
    'routh.laws["mirtich"].titel': "titel",
    'routh.study().tabels()': "tabels",
    'routh.Impact(mass=.1)': "inertia",
    'routh.Impact(mass=.1, inertia=1e-4, rx=0, ry=-.05, vx=1, vy=-1, omega=0).mass = 3': "mass",
    'routh.nothing': "nothing",
}


def found(thing, module):
    """The node of a public class or function."""
    for tree in (TREES[module], TREES.get(getattr(thing, "__module__", "").rpartition(".")[2], ast.Module([], []))):
        for node in tree.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == thing.__name__:
                return node
    return None


def names_of(module):
    """What a stub brings."""
    names = set()
    for node in TREES[module].body:
        if isinstance(node, ast.ImportFrom):
            names |= {name.asname for name in node.names}
        names |= {getattr(node, "name", None), getattr(getattr(node, "target", None), "id", None)}
    return names


def parameters(node):
    given = node.args
    return {part.arg for part in [*given.posonlyargs, *given.args, *given.kwonlyargs]}


def public():
    for module, stub in ((routh, "__init__"), (routh.insertion, "insertion")):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                yield f"{module.__name__}.{name}", thing, stub


def test_every_name():
    assert set(routh.__all__) <= names_of("__init__")
    assert set(routh.insertion.__all__) <= names_of("insertion")
    assert set(dir(routh.types)) <= names_of("types")
    assert (FOLDER / "py.typed").exists()


def test_every_parameter():
    wrong, checked = [], 0
    for name, thing, stub in public():
        node = found(thing, stub)
        assert node is not None, name
        pairs = [(name, thing, node)]
        if inspect.isclass(thing):
            parts = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
            own = {part: value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
                   for part, value in vars(thing).items() if not part.startswith("_")}
            wrong += [f"{name}.{part}" for part, value in own.items() if part not in parts and
                      (inspect.isfunction(value) or isinstance(value, property))]
            pairs = [(f"{name}.{part}", value, parts[part]) for part, value in own.items()
                     if inspect.isfunction(value) and part in parts]
        for path, function, part in pairs:
            wanted = {one.name for one in inspect.signature(function).parameters.values()
                      if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)}
            checked += len(wanted)
            wrong += [f"{path}({one})" for one in wanted - parameters(part)]
    print(f"{checked} parameters")
    assert not wrong


@pytest.mark.parametrize("name, struct", [("study", "routh_study_options"), ("fit", "routh_fit_options"),
                                          ("ellipse", "routh_impact_study_options"),
                                          ("export", "routh_export_options")])
def test_every_option(name, struct):
    """Options that help() explains are typed keywords."""
    function = getattr(routh, name)
    explained = re.findall(r"^(\w+) : ", inspect.getdoc(function), re.M)
    known = {field for field, _ in _abi.STRUCTS[struct]}
    assert {option for option in explained if option in known} <= parameters(found(function, "__init__"))


def test_every_field():
    """Results have the fields, in the order, that they have when the package runs."""
    checked = 0
    trees = {(module, node.name): node for module, tree in TREES.items() for node in tree.body
             if isinstance(node, ast.ClassDef)}
    for name in dir(routh.types):
        try:
            kind = getattr(routh.types, name)
        except NotImplementedError:
            continue  # never shown
        if name in ("Law", "Law3", "Engine"):
            continue  # shown as what the package makes of them
        node = trees[kind.__module__.rpartition(".")[2], kind.__name__]
        fields = [part.target.id for part in node.body if isinstance(part, ast.AnnAssign)]
        assert fields[:len(kind._layout)] == [part for _, _, part in kind._layout], name
        checked += len(fields)
    print(f"{checked} fields")


def mypy(folder):
    """The errors in all scripts of a folder, a line each. It is asked once, as it takes a second to begin."""
    names = sorted(path.name for path in folder.glob("*.py"))
    done = subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", "cache", *names],
                          capture_output=True, text=True, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return [row for row in done.stdout.splitlines() if ": error" in row]


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_type_checker(tmp_path, monkeypatch):
    """It accepts what is right, the notebooks too, and finds each of several mistakes."""
    monkeypatch.setenv("MYPYPATH", str(FOLDER.parent))
    (tmp_path / "right.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "wrong.py").write_text("import routh\n" + "\n".join(WRONG), encoding="utf-8")
    for notebook in (ROOT / "docs" / "notebooks").glob("*.py"):
        (tmp_path / notebook.name).write_bytes(notebook.read_bytes())
    said = mypy(tmp_path)
    assert [row for row in said if not row.startswith("wrong.py:")] == []
    for line, word in enumerate(WRONG.values(), 2):
        assert any(row.startswith(f"wrong.py:{line}: error") and word in row for row in said), (line, word, said)
