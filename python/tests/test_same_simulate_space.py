"""`routh simulate --space` writes and prints what the package does: every byte."""
import pytest
from program import run, same_files

import routh

CASES = {
    "default": ((), {}),
    "box": (("--shape", "box:0.12,0.08,0.05", "--mass", "0.3", "--spin", "3,7,2", "--velocity", "0.5,0,1", "--name", "box"),
            dict(shape="box:0.12,0.08,0.05", mass=.3, spin=[3, 7, 2], velocity=[.5, 0, 1], name="box")),
    "mass taken": (("--shape", "ellipsoid:0.05,0.04,0.03", "--rate", "500"), dict(shape="ellipsoid:0.05,0.04,0.03", rate=500)),
    "surface": (("--density", "400", "--law", "compliant", "--mu", "0.4", "--eps", "0.6", "--eta2", "1.3", "--eps-slope", "-0.03",
                 "--mu-slide", "0.25", "--mu-slope", "0.01", "--several", "springs", "--rounding", "0.003", "--drag", "0.1",
                 "--gravity", "9.7", "--duration", "0.4"),
                dict(density=400, law="compliant", mu=.4, eps=.6, eta2=1.3, eps_slope=-.03, mu_slide=.25, mu_slope=.01,
                     several="springs", rounding=.003, drag=.1, gravity=9.7, duration=.4)),
    "steps": (("--integrator", "steps", "--step", "0.002", "--duration", "0.5"),
              dict(integrator="steps", step=.002, duration=.5)),
    "planes": (("--plane", "0,0,0;0,0.3,1", "--plane", "0,1,0;0,-1,0.2", "--position", "0.1,0.2,0.4", "--orientation",
                "0.924,0.383,0,0", "--scatter", "0.1,0.1,0.02", "--seed", "7"),
               dict(planes=[([0, 0, 0], [0, .3, 1]), ([0, 1, 0], [0, -1, .2])], position=[.1, .2, .4],
                    orientation=[.924, .383, 0, 0], scatter=dict(mu=.1, mu_slide=.1, eps=.02), seed=7)),
    "tensor": (("--tensor", "6e-4,7e-4,8e-4,1e-5,0,2e-5", "--centre", "0.001,0,-0.002"),
               dict(inertia=[6e-4, 7e-4, 8e-4, 1e-5, 0, 2e-5], centre=[.001, 0, -.002])),
}


@pytest.mark.parametrize("case", CASES)
def test_single(case, tmp_path):
    options, keywords = CASES[case]
    files = {ending: tmp_path / f"p.{ending}" for ending in ("csv", "svg", "html", "h5")}
    summary = run("simulate", "--space", *options, "-o", files["csv"], "--svg", files["svg"], "--html", files["html"], "--json")
    run("simulate", "--space", *options, "-o", files["h5"])
    made = routh.simulate3(**keywords)
    for ending, path in files.items():
        made.write(tmp_path / f"m.{ending}")
        if ending != "h5":  # HDF5 is compared by what is read from it
            same_files(path, tmp_path / f"m.{ending}")
    made.write(tmp_path / "m.json")
    assert (tmp_path / "m.json").read_bytes() == summary
    one, other = routh.read3(files["h5"]).trajectory[0], routh.read3(tmp_path / "m.h5").trajectory[0]
    assert (one.position == other.position).all() and (one.orientation == other.orientation).all()


def test_measured_and_printed(tmp_path):
    printed = run("simulate", "--space", "--noise", "1e-4,1e-3", "--duration", "0.3", "-o", tmp_path / "p.csv").decode()
    made = routh.simulate3(position_noise=1e-4, rotation_noise=1e-3, duration=.3)
    made.write(tmp_path / "m.csv")
    same_files(tmp_path / "p.csv", tmp_path / "m.csv")
    assert printed.startswith(repr(made)) and "written to" in printed[len(repr(made)):]


def test_many(tmp_path):
    options = ("--count", 12, "--velocity", "-1:1,-1:1,0:1", "--spin", "-5:5,-5:5,-5:5", "--position", "0,0,0.2:0.4", "--noise",
               "2e-4,1e-3", "--seed", 5, "--duration", "0.5")
    summary = run("simulate", "--space", *options, "-o", tmp_path / "p.h5", "--json")
    run("simulate", "--space", *options, "--drop", 4, "--svg", tmp_path / "p.svg", "--html", tmp_path / "p.html")
    made = routh.simulate3(count=12, velocity=[(-1, -1, 0), (1, 1, 1)], spin=[(-5, -5, -5), (5, 5, 5)],
                           position=[(0, 0, .2), (0, 0, .4)], position_noise=2e-4, rotation_noise=1e-3, seed=5, duration=.5)
    made.write(tmp_path / "m.json")
    assert (tmp_path / "m.json").read_bytes() == summary
    for ending in ("svg", "html"):
        made.toss(3).write(tmp_path / f"m.{ending}")
        same_files(tmp_path / f"p.{ending}", tmp_path / f"m.{ending}")
    read = routh.read3(tmp_path / "p.h5")
    assert len(read.trajectory) == 12
    made.write(tmp_path / "m.h5")
    for one, other in zip(read.trajectory, routh.read3(tmp_path / "m.h5").trajectory):
        assert (one.position == other.position).all() and (one.orientation == other.orientation).all()


def test_fixed_part(tmp_path):
    path = tmp_path / "step.obj"
    path.write_text("v -0.1 -0.1 0\nv 0.1 -0.1 0\nv 0 0.1 0\nv 0 0 0.05\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    run("simulate", "--space", "--part", f"{path},at=0.02;0;0", "-o", tmp_path / "p.csv")
    part = routh.Shape3.read(path, tracked=[0, 0, 0])
    routh.simulate3(part=part, part_position=[.02, 0, 0]).write(tmp_path / "m.csv")
    same_files(tmp_path / "p.csv", tmp_path / "m.csv")
