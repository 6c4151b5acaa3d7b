"""`routh inertia`, and what Python makes of the same contacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import pytest

import routh
from same import program, recording, same

CASES = [
    ([], {}),
    (["--mass", "0.0364", "--keep-outliers"], dict(mass=.0364, robust=False)),
    (["--online"], dict(online=True)),
    (["--snr", "40"], dict(snr_db=40)),
    (["--noise", "1e-4,1e-3,0.01,0.02,0.2", "--size-error", "1e-4"],
     dict(noise=dict(y=1e-4, theta=1e-3, vx=.01, vy=.02, omega=.2), size_error=1e-4)),
    (["--regression", "sliding", "--mu", "0.2", "--eps", "0.4"], dict(regression="sliding-mode", mu=.2, eps=.4)),
    (["--estimator", "least-squares"], dict(estimator="least-squares")),
    (["--noise", "flights"], dict(noise="flights")),
]


@pytest.fixture(scope="module")
def drops(tmp_path_factory):
    """Segmented drops of a square that come to rest, with noise."""
    path = tmp_path_factory.mktemp("inertia")
    program("simulate", "--count", "12", "--seed", "2", "--duration", "1.5", "--shape", "square:0.06", "--mass", "0.1",
            "--noise", "1e-4,1e-3,0.01,0.01,0.2", "-o", path / "motion.h5")
    program("segment", path / "motion.h5", "-o", path / "drops.h5")
    return path / "drops.h5"


def compare(path, words, options, folder):
    """Text, JSON, CSV and picture."""
    made = routh.inertia(str(path), **options)
    program("inertia", path, *words, "-o", "theirs.csv", "--svg", "theirs.svg", folder=folder)
    made.write(folder / "ours.csv")
    made.write(folder / "ours.svg")
    made.write(folder / "ours.json")
    made.write(folder / "ours.txt")
    same((folder / "theirs.csv").read_bytes(), folder / "ours.csv")
    same((folder / "theirs.svg").read_bytes(), folder / "ours.svg")
    same(program("inertia", path, *words, "--json"), folder / "ours.json")
    same(program("inertia", path, *words), folder / "ours.txt")


@pytest.mark.parametrize("words, options", CASES)
def test_same_inertia(words, options, drops, tmp_path):
    compare(drops, words, options, tmp_path)


def test_recorded_ellipse(tmp_path):
    compare(recording("ellipse-drops", "ellipse_uniform.mat"), [], {}, tmp_path)
