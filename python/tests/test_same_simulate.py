"""`routh simulate` in the plane, and what Python makes of the same numbers.

SPDX-License-Identifier: BSD-3-Clause
"""
import math

import numpy
import pytest

import routh
from same import program, same

CASES = [
    ([], {}),
    (["--vx", "0.7", "--omega", "-4", "--theta", "0.3", "--duration", "0.6"],
     dict(vx=.7, omega=-4, theta=.3, duration=.6)),
    (["--count", "4", "--seed", "7"], dict(count=4, seed=7)),
    (["--count", "3", "--shape", "square:0.06", "--mass", "0.2", "--law", "mirtich", "--mu", "0.2", "--eps", "0.4",
      "--vx", "-2:1"],
     dict(count=3, shape=routh.square(.06), mass=.2, law="mirtich", mu=.2, eps=.4, vx=(-2, 1))),
    (["--count", "3", "--shape", "disc:0.05", "--integrator", "steps", "--step", "0.002", "--snr", "40"],
     dict(count=3, shape=routh.disc(.05), integrator="steps", step=.002, noise_db=40)),
    (["--count", "2", "--slope", "10", "--wall", "0.4", "--wall", "-0.4", "--gyration", "0.02", "--quantum", "1e-4"],
     dict(count=2, slope=10 * math.pi / 180, walls=[.4, -.4], gyration=.02, quantum=1e-4)),
    (["--count", "2", "--law", "compliant", "--eta2", "1.3", "--noise", "1e-4,2e-4,0.01,0.02,0.1", "--gravity", "1.62",
      "--rate", "500"],
     dict(count=2, law="compliant", eta2=1.3, noise=dict(y=1e-4, theta=2e-4, vx=.01, vy=.02, omega=.1), gravity=1.62,
          rate=500)),
    (["--force", "sinusoid", "--fx", "0.3", "--torque", "0.01", "--frequency", "4", "--integrator", "steps"],
     dict(force=dict(kind="sinusoid", fx=.3, torque=.01, frequency=4), integrator="steps")),
]


@pytest.mark.parametrize("words, options", CASES)
def test_same_drops(words, options, tmp_path):
    """Dataset, summary, trajectory, picture and page."""
    single = "count" not in options
    made = routh.simulate(**options)
    files = ["drops.h5"] + (["one.csv"] if single else [])
    program("simulate", *words, "-o", "drops.h5", "--svg", "one.svg", "--html", "one.html", folder=tmp_path)
    if single:
        program("simulate", *words, "-o", "one.csv", folder=tmp_path)
    ours = tmp_path / "ours"
    ours.mkdir()
    for name in (*files, "one.svg", "one.html"):
        made.write(ours / name)
        same((tmp_path / name).read_bytes(), ours / name)
    made.write(ours / "drops.json")
    same(program("simulate", *words, "--json"), ours / "drops.json")
    made.write(ours / "drops.txt")
    same(program("simulate", *words), ours / "drops.txt")


def test_force_from_a_table(tmp_path):
    """A force over time, from a file and from arrays."""
    (tmp_path / "force.csv").write_text("time,fx,fy,torque\n0,0,0,0\n0.2,0.1,0,0.01\n0.5,0,0,0\n")
    made = routh.simulate(force={"time": [0, .2, .5], "fx": [0, .1, 0], "fy": numpy.zeros(3), "torque": [0, .01, 0]})
    made.write(tmp_path / "ours.csv")
    program("simulate", "--force-file", "force.csv", "-o", "theirs.csv", folder=tmp_path)
    same((tmp_path / "theirs.csv").read_bytes(), tmp_path / "ours.csv")
