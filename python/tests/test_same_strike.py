"""`routh strike` in all its forms and the package write the same bytes.

SPDX-License-Identifier: BSD-3-Clause
"""
import numpy
import pytest
import routh
from program import run, same_files

CONTACT = [3.5, .2, -.1, 3.1, .3, 1.2, -3, .4, -5]


def words_of(options):
    return [part for name, value in options.items() for part in (f"--{name}", repr(value))]


def contact_words():
    return ["--w", ",".join(map(repr, CONTACT[:6])), "--v", ",".join(map(repr, CONTACT[6:]))]


@pytest.mark.parametrize("ending", ["txt", "json", "csv", "svg"])
@pytest.mark.parametrize("options", [{}, {"mu": .1, "eps": .9}, {"mu": .7, "eps": 0., "nu": .4}, {"eta2": 3.}])
def test_contact(tmp_path, options, ending):
    form = ["--format", "text"] if ending == "txt" else []
    run("strike", *contact_words(), *words_of(options), *form, "-o", tmp_path / f"theirs.{ending}")
    routh.strike(CONTACT, **options).write(tmp_path / f"ours.{ending}")
    same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


@pytest.mark.parametrize("ending", ["txt", "json", "csv"])
def test_rigid_contact(tmp_path, ending):
    form = ["--format", "text"] if ending == "txt" else []
    run("strike", *contact_words(), "--rigid", "--mu", "0.3", *form, "-o", tmp_path / f"theirs.{ending}")
    routh.strike(CONTACT, rigid=True, mu=.3).write(tmp_path / f"ours.{ending}")
    same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


def test_printed():
    strike = routh.strike(CONTACT, mu=.4)
    assert repr(strike) == run("strike", *contact_words(), "--mu", "0.4").decode()


@pytest.mark.parametrize("figure", ["impulse", "tangential", "velocity"])
def test_curves(tmp_path, figure):
    run("strike", *contact_words(), "--figure", figure, "--points", 30, "-o", tmp_path / "theirs.svg",
                "--curve", tmp_path / "theirs.csv")
    course = routh.trace(CONTACT, points=30)
    for ending in ("svg", "csv"):
        course.write(tmp_path / f"ours.{ending}", figure=figure)
        same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


ABOUT = "A ball, m = 1 kg, r = 1 m, bounces on a table"


def ball():
    return routh.Body3(name="ball", mass=1, inertia=.4 * numpy.eye(3), position=[0, 0, 1], velocity=[-1, 0, -5], spin=[0, 2, 0])


@pytest.mark.parametrize("ending", ["txt", "json", "csv", "svg"])
def test_bodies(tmp_path, ending):
    """A paper's body through the public interface."""
    form = ["--format", "text"] if ending == "txt" else []
    run("paper", "ball", *form, "-o", tmp_path / f"theirs.{ending}")
    routh.strike(ball(), about=ABOUT, mu=.4).write(tmp_path / f"ours.{ending}")
    same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


@pytest.mark.parametrize("ending", ["csv", "svg"])
def test_effects(tmp_path, ending):
    run("paper", "ball", "--figure", "effect", "--points", 12, "-o", tmp_path / f"theirs.{ending}")
    routh.strike(ball(), mu=.4).study(steps=12).write(tmp_path / f"ours.{ending}")
    same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("rigid", [False, True])
def test_tables(tmp_path, ending, rigid):
    draw = numpy.random.default_rng(3)
    half = draw.normal(size=(2100, 3, 3))
    w = half @ half.transpose(0, 2, 1) + .3 * numpy.eye(3)
    upper = w[:, [0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]]
    v = draw.normal(size=(len(w), 3)) - [0, 0, 5]
    table = numpy.column_stack([upper, v, draw.uniform(0, 1, len(w)), draw.uniform(0, 1, len(w))])
    names = "w11,w12,w13,w22,w23,w33,v1,v2,v3,mu,e"
    numpy.savetxt(tmp_path / "contacts.csv", table, fmt="%.17g", delimiter=",", header=names, comments="")
    run("strike", "--input", tmp_path / "contacts.csv", *["--rigid"] * rigid, "-o", tmp_path / f"theirs.{ending}")
    columns = dict(zip(names.split(","), table.T))
    routh.solve3("rigid" if rigid else "compliant", columns).write(tmp_path / f"ours.{ending}")
    same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


SCENE = """{"bodies": [
{"name": "a", "mass": 1, "inertia": 0.4, "position": [0, 0, 1], "velocity": [0.2, 0.1, -1], "spin": [1, 2, 3]},
{"name": "b", "mass": 2, "inertia": 0.8, "position": [0, 0, 3], "velocity": [0, 0.3, -3]},
{"name": "ground", "freedom": "fixed"}],
"contacts": [
{"a": "a", "b": "ground", "point": [0, 0, 0], "normal": [0, 0, 1], "mu": 0.3, "e": 0.5},
{"a": "b", "b": "a", "point": [0, 0, 2], "normal": [0, 0, 1], "mu": 0.2, "e": 0.7, "stiffness": 2}]}
"""


def test_scenes(tmp_path):
    (tmp_path / "scene.json").write_text(SCENE, encoding="utf-8")
    scene = routh.read_scene(tmp_path / "scene.json")
    for rigid in (False, True):
        run("strike", "--scene", tmp_path / "scene.json", *["--rigid"] * rigid, "-o", tmp_path / "theirs.json")
        scene.solve(rigid=rigid).write(tmp_path / "ours.json")
        same_files(tmp_path / "ours.json", tmp_path / "theirs.json")
    run("strike", "--scene", tmp_path / "scene.json", "--points", 40, "-o", tmp_path / "theirs.svg",
                "--curve", tmp_path / "theirs.csv")
    course = scene.trace(points=40)
    for ending in ("svg", "csv"):
        course.write(tmp_path / f"ours.{ending}")
        same_files(tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}")


def test_a_scene_of_python_is_that_of_json(tmp_path):
    (tmp_path / "scene.json").write_text(SCENE, encoding="utf-8")
    read = routh.read_scene(tmp_path / "scene.json")
    bodies = [routh.Body3(name="a", mass=1, inertia=.4 * numpy.eye(3), position=[0, 0, 1], velocity=[.2, .1, -1], spin=[1, 2, 3]),
              routh.Body3(name="b", mass=2, inertia=.8 * numpy.eye(3), position=[0, 0, 3], velocity=[0, .3, -3]),
              routh.Body3(name="ground", freedom="fixed")]
    contacts = [{"a": 0, "b": 2, "point": [0, 0, 0], "normal": [0, 0, 1], "mu": .3, "eps": .5},
                routh.SceneContact(a=1, b=0, point=[0, 0, 2], normal=[0, 0, 1], mu=.2, eps=.7, stiffness=2)]
    read.solve().write(tmp_path / "read.json")
    routh.Scene(bodies, contacts).solve().write(tmp_path / "made.json")
    same_files(tmp_path / "read.json", tmp_path / "made.json")
