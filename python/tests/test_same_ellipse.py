"""`routh ellipse` and `routh.ellipse` write the same bytes.

SPDX-License-Identifier: BSD-3-Clause
"""
import pytest
import routh
from program import run, same_files

IMPACTS = ([.0364, 1.35e-5, .02, -.028, .3, -1.2, 4], [1, .5, -.3, -.4, -2, -1, -.7], [.1, 1e-4, 0, -.05, 0, -1, 0])
OPTIONS = ({}, {"mu": .18, "eps": .53}, {"mu": 0., "eps": 1., "et": .2, "eta2": 2.})


@pytest.mark.parametrize("ending", ["json", "csv", "svg"])
@pytest.mark.parametrize("impact", range(len(IMPACTS)))
def test_all_laws(tmp_path, impact, ending):
    given = [part for name, value in zip(("mass", "inertia", "rx", "ry", "vx", "vy", "omega"), IMPACTS[impact])
             for part in (f"--{name}", repr(value))]
    for options in OPTIONS:
        words = [part for name, value in options.items() for part in (f"--{name}", repr(value))]
        run("ellipse", *given, *words, "-o", tmp_path / f"theirs.{ending}")
        routh.ellipse(IMPACTS[impact], **options).write(tmp_path / f"ours.{ending}")
        same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


def test_some_laws(tmp_path):
    impact = dict(zip(("mass", "inertia", "rx", "ry", "vx", "vy", "omega"), IMPACTS[0]))
    words = [part for name, value in impact.items() for part in (f"--{name}", repr(value))]
    run("ellipse", *words, "--law", "mirtich", "--law", "compliant", "-o", tmp_path / "theirs.json")
    study = routh.ellipse(routh.Impact(**impact), laws=["mirtich", "compliant"])
    study.write(tmp_path / "ours.json")
    same_files(tmp_path / "ours.json", tmp_path / "theirs.json")
    assert study.to_json()["laws"][0]["name"] == "mirtich"
