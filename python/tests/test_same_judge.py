"""`routh judge` writes and prints what the package does: every byte."""
import os

import pytest
from program import recorded, run, same_files

import routh

FILES = ("results.json", "impacts.csv", "behaviour.svg", "report.html")


def check(folder, arguments, series):
    printed = run("judge", *arguments, "--folder", folder / "p").decode()
    for name in FILES:
        series.write(folder / name)
        same_files(folder / "p" / name, folder / name)
    assert printed.startswith(repr(series)) and printed[len(repr(series)):].startswith("\nThe page is ")


def test_space(tmp_path):
    path = tmp_path / "tosses.h5"
    run("simulate", "--space", "--shape", "cube:0.1", "--mass", "0.5", "--count", 5, "--velocity", "-1:1,-1:1,0", "--rate", 500,
        "--duration", "0.4", "-o", path)
    check(tmp_path, [path, "--bins", 4, "--seed", 3, "--shape", "cube:0.1", "--mass", "0.4", "--rounding", "0.001"],
          routh.judge(path, bins=4, seed=3, shape="cube:0.1", mass=.4, rounding=.001))


def test_space_as_csv(tmp_path):
    path = tmp_path / "toss.csv"
    run("simulate", "--space", "--shape", "cube:0.1", "--mass", "0.5", "--rate", 1000, "--velocity", "0.5,0,0", "--spin", "4,9,1",
        "--duration", 2, "-o", path)
    check(tmp_path, [path, "--shape", "cube:0.1", "--mass", "0.5"], routh.judge(path, shape="cube:0.1", mass=.5))


def test_plane(tmp_path):
    path = tmp_path / "drops.h5"
    run("simulate", "--count", 40, "--noise", "1e-5,1e-4,1e-3,1e-3,1e-2", "-o", path)
    check(tmp_path, [path, "--bootstrap", 10], routh.judge(path, resamples=10))
    check(tmp_path, [path, "--bootstrap", 10, "--frame", "auto"], routh.judge(path, resamples=10, frame="auto"))


def test_recorded(tmp_path):
    path = recorded("cube-tosses", "toss_000.csv")
    check(tmp_path, [path, "--shape", "cube:0.1048", "--mass", "0.37", "--rate", 148, "--unit", "0.0524"],
          routh.judge(path, shape="cube:0.1048", mass=.37, rate=148, unit=.0524))


@pytest.mark.parametrize("engine", ["ode", "bullet", "mujoco", "dart"] if os.environ.get("ROUTH_EFFORT") == "soak" else ["ode", "mujoco"])
def test_engine(engine, tmp_path):
    body = dict(shape="cube:0.1", mass=.5, setting={"friction": .3}, count=20, seed=2, speed=(.5, 2))
    try:
        series = routh.judge(engine=engine, steps=[.002, .001], **body)
    except routh.Error as error:
        if error.status != "engine-failed":
            raise
        pytest.skip(str(error))
    check(tmp_path, ["--engine", engine, "--shape", "cube:0.1", "--mass", "0.5", "--set", "friction=0.3", "--throws", 20, "--seed", 2,
                     "--speeds", "0.5:2", "--steps", "0.001,0.002"], series)


def test_setting_of_an_export(tmp_path):
    run("export", "--mu", "0.3", "--eps", "0.4", "--shape", "cube:0.1", "--mass", "0.5", "--to", "json", "-o", tmp_path / "e.json")
    try:
        series = routh.judge(engine="ode", setting=tmp_path / "e.json", shape="cube:0.1", mass=.5, count=10, steps=[.0005, .001])
    except routh.Error as error:
        if error.status != "engine-failed":
            raise
        pytest.skip(str(error))
    check(tmp_path, ["--engine", "ode", "--setting", tmp_path / "e.json", "--shape", "cube:0.1", "--mass", "0.5", "--throws", 10,
                     "--steps", "0.0005,0.001"], series)
    assert series.own_step == .001
