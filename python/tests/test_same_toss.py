"""`routh toss`, with and without --rollouts, writes and prints what the package does: every byte."""
import shutil

import pytest
from effort import SOAK, sliced
from program import recorded, run, same_files

import routh

BOX = ("--shape", "box:0.12,0.08,0.05", "--mass", "0.3", "--rounding", "0.003")
COUNT = {"cube": 14, "box": 9}
MADE = {"cube": ((), {}), "box": (BOX, dict(shape="box:0.12,0.08,0.05", mass=.3, rounding=.003))}


# The box takes longer, as more of its impacts can be used.
@pytest.fixture(scope="module", params=sliced(MADE, 2))
def tosses(request, tmp_path_factory):
    """A file of tosses, made by the program."""
    path = tmp_path_factory.mktemp(request.param) / "tosses.h5"
    run("simulate", "--space", *MADE[request.param][0], "--count", COUNT[request.param], "--velocity", "-1:1,-1:1,0", "--mu", "0.2", "--eps", "0.4",
        "--noise", "1e-4,5e-4", "--duration", "0.6", "-o", path)
    return path


def check(folder, data, options, keywords, prints=False):
    (folder / "p.json").write_bytes(run("toss", data, *options, "-o", folder / "p.csv", "--svg", folder / "p.svg", "--json",
                                        codes=(0, 1)))
    study = routh.toss(str(data), **keywords)
    for ending in ("csv", "json", "svg") if study.compared else ("csv", "json"):  # no picture without a comparison
        study.write(folder / f"m.{ending}")
        same_files(folder / f"p.{ending}", folder / f"m.{ending}")
    if prints:
        assert run("toss", data, *options, codes=(0, 1)).decode() == repr(study)
    return study


def test_generated(tosses, tmp_path):
    check(tmp_path, tosses, ["--bootstrap", 2, "--seed", 3], dict(resamples=2, seed=3), prints=True)


def test_options(tosses, tmp_path):
    check(tmp_path, tosses, ["--bootstrap", 2, "--no-calibration", "--flight-max", 8, "--corner-gap", "0.004"],
          dict(resamples=2, calibrate=False, flight_max=8, corner_gap=.004))


def test_another_body(tosses, tmp_path):
    check(tmp_path, tosses, ["--bootstrap", 2, "--shape", "box:0.1,0.1,0.1", "--density", "350", "--tensor", "6e-4,6e-4,7e-4,0,0,0"],
          dict(resamples=2, shape="box:0.1,0.1,0.1", density=350, tensor=[6e-4, 6e-4, 7e-4, 0, 0, 0]))
    if tosses.parent.name.startswith("cube"):  # of a box that is taken for a cube nothing can be used
        check(tmp_path, tosses, ["--bootstrap", 2, "--width", "0.1", "--mass", "0.5"], dict(resamples=2, width=.1, mass=.5))


def test_calibration(tosses, tmp_path):
    (tmp_path / "other.json").write_bytes(run("toss", tosses, "--bootstrap", 2, "--json", codes=(0, 1)))
    check(tmp_path, tosses, ["--bootstrap", 2, "--calibration", tmp_path / "other.json"],
          dict(resamples=2, calibration=tmp_path / "other.json"))


def test_rollouts(tmp_path):
    tosses = tmp_path / "tosses.h5"
    run("simulate", "--space", "--count", 10, "--velocity", "-1:1,-1:1,0", "--duration", "0.35", "--rate", 100, "-o", tosses)
    more = ["--spread", 20] if SOAK else []
    options = ["--bootstrap", 2, "--flight-min", 3, "--rollouts", "--evaluations", 30, "--no-ablations", *more]
    printed = run("toss", tosses, *options, "--folder", tmp_path / "p").decode()
    made = routh.rollouts(tosses, resamples=2, flight_min=3, evaluations=30, ablations=False, spread=20 if more else 0)
    for name in ("results.json", "tosses.csv", "errors.svg", "report.html"):
        made.write(tmp_path / name)
        same_files(tmp_path / "p" / name, tmp_path / name)
    assert printed.startswith(repr(made)) and printed[len(repr(made)):].startswith("Numbers are in ")


def test_recorded(tmp_path):
    folder = recorded("cube-tosses")
    files = sorted(folder.glob("toss_*.csv"))[:15]
    some = tmp_path / "some"
    some.mkdir()
    for path in files:
        shutil.copy(path, some)
    study = check(tmp_path, some, ["--bootstrap", 2], dict(resamples=2))
    assert study.dataset.calibration.applied


def test_motions_in_space_are_read_as_stated(tmp_path):
    rows = (f"{i / 100},{10 * i},100,{1000 * (1 - 4.905 * (i / 100)**2)},1,0,0,0\n" for i in range(40))
    (tmp_path / "m.csv").write_text("t,X,Y,Z,a,b,c,d\n" + "".join(rows))
    stated = dict(columns="time=t,x=X,y=Y,z=Z,qw=a,qx=b,qy=c,qz=d", units="mm", up="z", shape="cube:0.1")
    options = [part for key, value in stated.items() for part in (f"--{key}", value)]
    run("import", tmp_path / "m.csv", "--space", *options, "--mass", "0.4", "-o", tmp_path / "p.h5")
    routh.read(tmp_path / "m.csv", space=True, mass=.4, **stated).write(tmp_path / "m.h5")
    same_files(tmp_path / "m.h5", tmp_path / "p.h5")
