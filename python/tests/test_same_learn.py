"""`routh learn` and `routh predict`, and what Python makes of the same impacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import csv

import numpy
import pytest

import routh
from same import program, recording, same

AFTER = ("vx_after", "vy_after", "omega_after")


@pytest.fixture(scope="module")
def drops(tmp_path_factory):
    """A file that the program can read, of drops with a pose."""
    path = tmp_path_factory.mktemp("drops") / "drops.h5"
    program("simulate", "--count", "12", "--seed", "5", "--noise", "1e-4,1e-3,0.01,0.01,0.2", "-o", path)
    return path


CASES = [
    ([], {}),
    (["--model", "rigid", "--train", "25", "--seed", "3"], dict(kind="rigid", train_count=25, seed=3)),
    (["--model", "residual", "--law", "mirtich", "--train", "20", "--metric", "velocity"],
     dict(kind="residual", law="mirtich", train_count=20, metric="velocity")),
    (["--model", "parameters", "--train", "25", "--inducing", "20"], dict(kind="parameters", train_count=25, inducing=20)),
    (["--model", "baseline", "--reflag", "--train", "25"], dict(kind="baseline", reflag=True, train_count=25)),
]


@pytest.mark.parametrize("words, options", CASES)
def test_same_training(words, options, drops, tmp_path):
    """JSON, and the model's file."""
    printed = program("learn", drops, *words, "--json", "-o", "model.h5", folder=tmp_path)
    training = routh.learn(str(drops), **options)
    training.write(tmp_path / "ours.json")
    ours = (tmp_path / "ours.json").read_bytes().split(b"\n")
    theirs = printed.split(b"\n")
    own = (b'"file"', b'"output"')  # where the program keeps the model
    assert len(ours) == len(theirs)
    assert not [(a, b) for a, b in zip(ours, theirs) if a != b and not any(word in a for word in own)]
    training.model.write(tmp_path / "ours.h5")
    assert (tmp_path / "ours.h5").read_bytes() == (tmp_path / "model.h5").read_bytes()


def test_covariates(drops, tmp_path):
    """A model that sees where a body lands, and a law whose restitution depends on it."""
    words = ["--model", "rigid-2d", "--covariate", "eps:x:2", "--train", "25"]
    options = dict(kind="rigid-2d", covariates=[dict(parameter="eps", quantity="x", degree=2)], train_count=25)
    program("learn", drops, *words, "-o", "model.h5", folder=tmp_path)
    training = routh.learn(str(drops), **options)
    training.model.write(tmp_path / "ours.h5")
    assert (tmp_path / "ours.h5").read_bytes() == (tmp_path / "model.h5").read_bytes()


def _table(data, path):
    """Impacts of a dataset that close, as a CSV file; returns them, poses, and velocities after."""
    impacts = data.impacts("as-recorded")
    closes = impacts["vy"] + impacts["omega"] * impacts["rx"] < -1e-3
    rows = data.record[data.used][closes]
    columns = {**{name: column[closes] for name, column in impacts.items()},
               **{name: rows[name] for name in ("x", "y", "theta")},
               **{name: rows["after"][name[:-6]] for name in AFTER}}
    with open(path, "w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(columns)
        lines.writerows(zip(*(map(repr, map(float, column)) for column in columns.values())))
    stack = lambda *names: numpy.column_stack([columns[name] for name in names])  # noqa: E731
    return {name: columns[name] for name in impacts}, stack("x", "y", "theta"), stack(*AFTER)


@pytest.mark.parametrize("kind", ["wrench", "rigid", "baseline", "rigid-2d"])
@pytest.mark.parametrize("projected", [False, True])
def test_same_predictions(kind, projected, drops, tmp_path):
    """CSV and JSON, with and without what leaves the energy ellipse."""
    extra = ["--covariate", "x"] if kind == "rigid-2d" else []
    program("learn", drops, "--model", kind, *extra, "--train", "25", "-o", "model.h5", folder=tmp_path)
    impacts, pose, measured = _table(routh.read(drops), tmp_path / "impacts.csv")
    model = routh.read_model(tmp_path / "model.h5")
    pose = pose if kind in ("baseline", "rigid-2d") else None
    answer = model.predict(impacts, pose=pose, measured=measured, project=projected)
    for ending in ("csv", "json"):
        words = ["--project"] if projected else []
        program("predict", "model.h5", "--input", "impacts.csv", *words, "-o", f"theirs.{ending}", folder=tmp_path)
        answer.write(tmp_path / f"ours.{ending}")
        same((tmp_path / f"theirs.{ending}").read_bytes(), tmp_path / f"ours.{ending}")


def test_recorded_ellipse(tmp_path):
    """The published ellipse: 60 impacts to learn from."""
    path = recording("ellipse-drops", "ellipse_uniform.mat")
    program("learn", path, "--model", "rigid", "--train", "60", "-o", "model.h5", folder=tmp_path)
    routh.learn(path, kind="rigid", train_count=60).model.write(tmp_path / "ours.h5")
    assert (tmp_path / "ours.h5").read_bytes() == (tmp_path / "model.h5").read_bytes()
