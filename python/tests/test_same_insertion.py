"""`routh insertion …` in all its forms and the package write the same bytes.

Left out: what the program prints after the text of a result, which names its command, its files or seconds; `seconds` in
plan.json and results.json; and the time that report.html holds."""
import json
import re

import pytest

import routh
from effort import SOAK, sliced
from program import run, same_files
from wedge import FAST, recording, wedge

SIX = "1e-3,8e-4,8e-4,5e-3,0,0"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with the parts and three recordings, one of them twice."""
    folder = tmp_path_factory.mktemp("insertion")
    parts = wedge()
    parts.write(folder / "assembly.json")
    recording(parts, "2a").write(folder / "2a.h5")
    recording(parts, "2b", seed=3).write(folder / "2b.h5")
    (folder / "other").mkdir()
    recording(parts, "2a", seed=2).write(folder / "other" / "2a.h5")
    return folder


def without_seconds(raw):
    return re.sub(rb'"seconds": ?[-0-9.e+]+', b'', raw)


def same_results(one, other, folder):
    """All files that the program wrote to a folder, as Python writes them to another."""
    names = sorted(path.name for path in one.iterdir() if path.name != "routh-files.txt")
    assert names == sorted(path.name for path in other.iterdir())
    for name in names:
        ours, theirs = (without_seconds((where / name).read_bytes()) for where in (other, one))
        assert ours == theirs, name
    return names


@pytest.mark.parametrize("form", sliced(["several", "nelder-mead", "one", "further", "plain"], 3))
def test_identify(made, tmp_path, form):
    arguments, options, names = {
        "one": ([], {}, ["2a"]),
        "several": (["--modes", "2"], {"starts": 2}, ["2a", "2b", "other/2a"] if SOAK else ["2a", "other/2a"]),
        "plain": (["--no-geometry"], {"geometry": False}, ["2b"]),
        "further": (["--also", "bias", "--also", "scale", "--gamma", "1e-4", "--stick-weight", "0.1"],
                    {"also": ["bias", "scale"], "gamma": 1e-4, "stick_weight": .1}, ["2a"]),
        "nelder-mead": (["--method", "nelder-mead", "--also", "none"],
                        {"method": "nelder-mead", "demand": False}, ["2a"]),
    }[form]
    paths = [made / f"{name}.h5" for name in names]
    printed = run("insertion", "identify", *paths, "--rate", "7", "-o", tmp_path / "program", *arguments, codes=(0, 1))
    study = routh.insertion.identify(paths, rate=7, **options)
    (tmp_path / "python").mkdir()
    study.write(tmp_path / "python")
    written = same_results(tmp_path / "program", tmp_path / "python", made)
    assert len(written) == 2 + 8 * len(names)
    assert printed.decode().startswith(repr(study))
    rest = printed.decode()[len(repr(study)):]
    assert re.fullmatch(r"The identification took .* there\.\n", rest), rest


def test_identify_prints_json(made):
    printed = run("insertion", "identify", made / "2a.h5", "--rate", "10", "--json", codes=(0, 1))
    study = routh.insertion.identify(made / "2a.h5", rate=10)
    assert without_seconds(printed) == without_seconds(study._bytes(".json"))
    assert study.to_json().keys() == json.loads(printed).keys()


def test_observe(made, tmp_path):
    seen = routh.insertion.observe(made / "2a.h5", rate=10, slip_speed=1e-3)
    options = ("--rate", "10", "--slip-speed", "1e-3")
    assert run("insertion", "observe", made / "2a.h5", *options).decode() == repr(seen)
    run("insertion", "observe", made / "2a.h5", *options, "--json", "-o", tmp_path / "program.json")
    seen.write(tmp_path / "python.json")
    same_files(tmp_path / "program.json", tmp_path / "python.json")


def test_lcurve(made, tmp_path):
    curve = routh.insertion.lcurve(made / "2b.h5", rate=10, gammas=4, gamma_high=100, gamma_low=1e-3)
    options = ("--rate", "10", "--gammas", "4", "--from", "100", "--to", "1e-3")
    assert run("insertion", "lcurve", made / "2b.h5", *options).decode() == repr(curve)
    for ending in ("json", "csv"):
        run("insertion", "lcurve", made / "2b.h5", *options, "-o", tmp_path / f"program.{ending}")
        curve.write(tmp_path / f"python.{ending}")
        same_files(tmp_path / f"program.{ending}", tmp_path / f"python.{ending}")


@pytest.mark.parametrize("ending", sliced(["h5", "csv"], 2))
def test_simulate(made, tmp_path, ending):
    """The recording itself, its reference insertion, and the parts."""
    run("insertion", "simulate", "--assembly", made / "assembly.json", "--rate", "50", "--reference", "--mu", "0.3", "--stiffness",
        "2e5", "--seed", "7", "--force-wave", "0.1", "--format", ending, "-o", tmp_path / "program")
    (tmp_path / "python").mkdir()
    parts = routh.insertion.read_assembly(made / "assembly.json")
    one, reference = routh.insertion.generate_both(parts, rate=50, friction=.3, stiffness=2e5, seed=7, force_wave=.1)
    one.write(tmp_path / "python" / f"turned.{ending}")
    reference.write(tmp_path / "python" / f"turned-reference.{ending}")
    parts.write(tmp_path / "python" / "assembly.json")
    same_results(tmp_path / "program", tmp_path / "python", None)


def test_simulate_path(made, tmp_path):
    path = routh.insertion.path(start=[0, 0, -.027, 0, 0, 0], stages=[{"time": .4, "wrench": [20, 5, 0, 0, 0, 0], "wave": [5, 0, 0, 0, 0, 0], "period": .2}],
                                settle=.3, name="aside")
    path.write(tmp_path / "path.json")
    run("insertion", "simulate", "--path", tmp_path / "path.json", "--assembly", made / "assembly.json", "--rate", "250", "--exact",
        "--no-sensors", "-o", tmp_path / "program")
    (tmp_path / "python").mkdir()
    again = routh.insertion.read_path(tmp_path / "path.json")
    one = routh.insertion.generate(made / "assembly.json", path=again, rate=250, displacement=0, turn=0, sensors=False)
    one.write(tmp_path / "python" / "aside.h5")
    routh.insertion.read_assembly(made / "assembly.json").write(tmp_path / "python" / "assembly.json")
    same_results(tmp_path / "program", tmp_path / "python", None)


def test_offset(tmp_path):
    parts = routh.insertion.wedge()
    parts.write(tmp_path / "assembly.json")
    reference = routh.insertion.generate_both(parts, rate=100, seed=4)[1]
    reference.write(tmp_path / "reference.h5")
    estimate = routh.insertion.offset(tmp_path / "reference.h5", from_=30, to=45)
    printed = run("insertion", "offset", tmp_path / "reference.h5", "--to", "45", "--json")
    assert printed == estimate._bytes(".json")
    text = run("insertion", "offset", tmp_path / "reference.h5", "--to", "45").decode()
    assert all(line in text.splitlines() for line in repr(estimate).splitlines())


def test_import(made, tmp_path):
    one = routh.insertion.read(made / "2a.h5")
    one.write(tmp_path / "log.csv")
    table = (tmp_path / "log.csv").read_text().replace("time,px,py", "stamp,X,Y", 1)
    (tmp_path / "log.csv").write_text(table)
    run("insertion", "import", tmp_path / "log.csv", "--columns", "time=stamp,px=X,py=Y", "--velocity-window", "0.2", "--wrench-on",
        "2", "-o", tmp_path / "program.h5")
    read = routh.insertion.read(tmp_path / "log.csv", columns={"time": "stamp", "px": "X", "py": "Y"}, velocity_window=.2, wrench_on=2)
    read.write(tmp_path / "python.h5")
    same_files(tmp_path / "program.h5", tmp_path / "python.h5")


def test_plan(made, tmp_path):
    few = "--rate 100 --sweeps 0 --draws 1 --screening 1 --speed 1e-2 --start-turn 0.002 --threads 1 --give " + SIX
    printed = run("insertion", "plan", made / "assembly.json", *few.split(), "-o", tmp_path / "program", codes=(0, 1)).decode()
    plan = routh.insertion.plan(made / "assembly.json", sweeps=0, draws=1, screening=1, start_turn=.002,
                                generator={"rate": 100, **FAST}, threads=1)
    (tmp_path / "python").mkdir()
    for name in ("plan.json", "plan.csv"):
        plan.write(tmp_path / "python" / name)
    same_results(tmp_path / "program", tmp_path / "python", None)
    assert printed.startswith(repr(plan))
    assert routh.insertion.read_path(tmp_path / "program" / "plan.json").name == plan.path.name
    assert len(plan.least) == len(plan.candidate[0].error) == len(plan.test.error) == 2
