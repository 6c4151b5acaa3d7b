"""`routh export` writes what the package does, in every format: every byte."""
import os

import pytest
from program import run, same_files

import routh

FORMATS = ("mjcf", "sdf", "urdf", "drake", "bullet", "usd", "json")
BODIES = {
    "cube": (("--shape", "cube:0.1", "--mass", "0.37"), dict(shape="cube:0.1", mass=.37)),
    "rounded box": (("--shape", "box:0.1,0.08,0.06", "--density", "700", "--rounding", "0.004", "--centre", "0.001,0,-0.002",
                     "--tensor", "2e-4,4e-4,5e-4,0,0,1e-5", "--gravity", "9.7"),
                    dict(shape="box:0.1,0.08,0.06", density=700, rounding=.004, centre=[.001, 0, -.002],
                         inertia=[2e-4, 4e-4, 5e-4, 0, 0, 1e-5], gravity=9.7)),
    "ball": (("--shape", "ellipsoid:0.05,0.05,0.05", "--mass", "0.2"), dict(shape="ellipsoid:0.05,0.05,0.05", mass=.2)),
}


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("body", BODIES)
def test_formats(to, body, tmp_path):
    options, keywords = BODIES[body]
    run("export", "--mu", "0.25", "--eps", "0.5", "--restitution", "newton", "--to", to, "--step", "0.0005", *options, "--model",
        tmp_path / "p.model", "-o", tmp_path / "p.snippet")
    made = routh.export(mu=.25, eps=.5, restitution="Newton", to=to, step=.0005, **keywords)
    made.write(tmp_path / "m.model", model=True)
    made.write(tmp_path / "m.snippet")
    same_files(tmp_path / "p.model", tmp_path / "m.model")
    same_files(tmp_path / "p.snippet", tmp_path / "m.snippet")
    assert made.model == (tmp_path / "p.model").read_text() and str(made) == made.snippet == (tmp_path / "p.snippet").read_text()


def test_materials_and_mesh(tmp_path):
    for options, keywords in ((("--material", "cube-on-board"), dict(material="cube-on-board")),
                              (("--material", "cube-on-board/rigid", "--eps", "0.3", "--speeds", "0.5:2", "--depth", "1e-3"),
                               dict(material="cube-on-board/rigid", eps=.3, speed=(.5, 2), depth=1e-3)),
                              (("--material", "ellipse on plate", "--textbook"), dict(material="ellipse on plate", textbook=True))):
        for to in ("mjcf", "sdf", "json"):
            assert run("export", *options, "--to", to).decode() == str(routh.export(to=to, **keywords))
    path = tmp_path / "part.obj"
    path.write_text("v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    run("export", "--mu", "0.2", "--eps", "0.4", "--to", "sdf", "--shape", f"mesh:{path},mm,tracked=10;0;0", "--mass", "0.1", "--model",
        tmp_path / "p.sdf", "-o", tmp_path / "p.snippet")
    part = routh.Shape3.read(path, unit=1e-3, tracked=[10, 0, 0])
    routh.export(mu=.2, eps=.4, to="sdf", shape=part, mass=.1).write(tmp_path / "m.sdf", model=True)
    same_files(tmp_path / "p.sdf", tmp_path / "m.sdf")


def test_samples(tmp_path):
    common = ("export", "--material", "cube-on-board", "--to", "mjcf", "--samples", 7, "--seed", 3)
    made = routh.export("cube on board", to="mjcf")
    draws = made.draws(7, seed=3)
    for ending in ("csv", "json"):
        run(*common, "-o", tmp_path / f"p.{ending}")
        draws.write(tmp_path / f"m.{ending}")
        same_files(tmp_path / f"p.{ending}", tmp_path / f"m.{ending}")
    run(*common, "--folder", tmp_path / "p")
    made.write_draws(tmp_path / "m", 7, seed=3)
    names = sorted(set(os.listdir(tmp_path / "p")) - {"routh-files.txt"})  # by which the program knows its own files
    assert names == sorted(os.listdir(tmp_path / "m"))
    for name in names:
        same_files(tmp_path / "p" / name, tmp_path / "m" / name)


@pytest.mark.parametrize("to", ["sdf", "bullet", "mjcf"] if os.environ.get("ROUTH_EFFORT") == "soak" else ["bullet"])
def test_prove(to, tmp_path):
    options = ("--mu", "0.25", "--eps", "0.5", "--to", to, "--shape", "ellipsoid:0.05,0.05,0.05", "--mass", "0.2")
    keywords = dict(mu=.25, eps=.5, to=to, shape="ellipsoid:0.05,0.05,0.05", mass=.2)
    try:
        made = routh.export(prove=True, **keywords)
    except routh.Error as error:
        if error.status != "engine-failed":
            raise
        pytest.skip(str(error))
    run("export", *options, "--prove", "--proof", tmp_path / "p.json", "-o", tmp_path / "p.snippet", codes=(0, 1))
    made.proof.write(tmp_path / "m.json")
    made.write(tmp_path / "m.snippet")
    same_files(tmp_path / "p.json", tmp_path / "m.json")
    same_files(tmp_path / "p.snippet", tmp_path / "m.snippet")
    assert made.proof.verdict in ("reached", "in part", "cannot") and made.reason.startswith("Run in")
