"""`routh solve` and `routh laws` write the same bytes as the package.

SPDX-License-Identifier: BSD-3-Clause
"""
import re

import numpy
import pytest
import routh
from program import recorded, run, same_files
from test_impact import impacts


def write_table(path, columns):
    numpy.savetxt(path, numpy.column_stack(list(columns.values())), fmt="%.17g", delimiter=",", header=",".join(columns),
                  comments="")


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("law", list(routh.laws))
def test_every_law(tmp_path, law, ending):
    given = impacts(40, seed=8)
    write_table(tmp_path / "impacts.csv", given)
    chosen = {name: value for name, value in (("mu", .3), ("eps", .6)) if name in routh.laws[law].parameters}
    words = [part for name, value in chosen.items() for part in (f"--{name}", repr(value))]
    run("solve", "--law", law, *words, "--input", tmp_path / "impacts.csv", "-o", tmp_path / f"theirs.{ending}")
    routh.solve(law, given, **chosen).write(tmp_path / f"ours.{ending}")
    same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


def test_parameters_in_columns(tmp_path):
    given = {**impacts(300, seed=9), "mu": numpy.linspace(0, 1, 300), "eps": numpy.linspace(1, 0, 300)}
    write_table(tmp_path / "impacts.csv", given)
    run("solve", "--law", "mirtich", "--threads", 2, "--input", tmp_path / "impacts.csv", "-o", tmp_path / "theirs.csv")
    routh.solve("mirtich", given).write(tmp_path / "ours.csv")
    same_files(tmp_path / "ours.csv", tmp_path / "theirs.csv")


def test_recorded_impacts(tmp_path):
    data = routh.read(recorded("ellipse-drops", "ellipse_uniform.mat"))
    rows = data.record[data.record["reasons"] == 0]
    before, rx, ry = rows["before"], rows["rx"], rows["ry"]
    given = {"mass": numpy.full(len(rows), data.body.mass), "inertia": numpy.full(len(rows), data.body.inertia), "rx": rx, "ry": ry,
             "vx": before["vx"], "vy": before["vy"], "omega": before["omega"]}
    closing = before["vy"] + before["omega"] * rx < 0
    given = {name: column[closing] for name, column in given.items()}
    write_table(tmp_path / "impacts.csv", given)
    run("solve", "--law", "wang-mason", "--mu", ".18", "--eps", ".53", "--input", tmp_path / "impacts.csv", "-o",
        tmp_path / "theirs.csv")
    routh.solve("wang-mason", given, mu=.18, eps=.53).write(tmp_path / "ours.csv")
    same_files(tmp_path / "ours.csv", tmp_path / "theirs.csv")
    assert len(given["mass"]) > 1000


def without_dashes(text):
    """"  --mu   μ" is "  mu     μ" in the library's text."""
    return re.sub(rb"(?m)^  --(\w+)", rb"  \1  ", text)


@pytest.mark.parametrize("ending", ["txt", "csv", "json"])
def test_laws(tmp_path, ending):
    form = ["--format", "text"] if ending == "txt" else []
    for law in routh.laws.values():
        run("laws", law.name, *form, "-o", tmp_path / f"theirs.{ending}")
        law.write(tmp_path / f"ours.{ending}")
        theirs = (tmp_path / f"theirs.{ending}").read_bytes()
        if ending == "txt":  # the program shows parameters as its options
            theirs = without_dashes(theirs)
        assert (tmp_path / f"ours.{ending}").read_bytes() == theirs
    run("laws", *form, "-o", tmp_path / f"theirs.{ending}")
    routh.laws.write(tmp_path / f"ours.{ending}")
    theirs = (tmp_path / f"theirs.{ending}").read_bytes()
    if ending == "txt":  # its last line is about the program's verbs
        theirs = b"".join(theirs.splitlines(True)[:-2])
    assert (tmp_path / f"ours.{ending}").read_bytes() == theirs


def test_printed():
    assert repr(routh.laws["wang-mason"]) == without_dashes(run("laws", "wang-mason")).decode()
