"""`routh check`, `segment`, `import`, `fit` and `study`, and what Python makes of the same recordings.

Generated drops and, where they are, recorded ones. Lines with the command, the day, the checksum of the input and
seconds differ; so do the pages, which hold these: a study's page is compared without them.

SPDX-License-Identifier: BSD-3-Clause
"""
import re
import shutil

import pytest

import routh
from effort import SOAK, sliced
from same import program, recording, same, same_folders

QUICK = ["--bootstrap", "5", "--draws", "2", "--k", "4", "--no-reference"]
quick = dict(resamples=5, draws=2, k_max=4, references=0)


@pytest.fixture(scope="module")
def squares(tmp_path_factory):
    """Drops of a square that come to rest: trajectories, not segmented."""
    folder = tmp_path_factory.mktemp("squares")
    program("simulate", "--count", "12", "--seed", "2", "--duration", "1.5", "--shape", "square:0.06", "--mass", "0.1",
            "--noise", "1e-4,1e-3,0.01,0.01,0.2", "-o", folder / "squares.h5")
    return folder / "squares.h5"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table of impacts, as CSV."""
    path = tmp_path_factory.mktemp("table") / "impacts.csv"
    data = routh.generate_drops(count=60, seed=3, mu=.2, eps=.5)
    columns = data.impacts()
    after = data.record["after"]
    names = [*columns, "vx_after", "vy_after", "omega_after"]
    rows = zip(*columns.values(), after["vx"], after["vy"], after["omega"])
    lines = [",".join(names), *(",".join(repr(float(value)) for value in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    return path


def pages_agree(theirs, ours):
    """Pages without what names the run."""
    def plain(raw):
        raw = re.sub(rb'"(command|date|checksum)":\s*("(?:[^"\\]|\\.)*"|null),?', b"", raw)
        return re.sub(rb'"seconds":\s*[-+.0-9e]+,?', b"", raw)
    return plain(theirs.read_bytes()) == plain(ours.read_bytes())


def compare_study(path, words, options, folder, code=0):
    """Everything that a study writes into its folder."""
    program("study", path, *QUICK, *words, "-o", "theirs", folder=folder, code=code)
    made = routh.study(str(path), **{**quick, **options})
    made.write(folder / "ours")
    names = same_folders(folder / "theirs", folder / "ours", but=("report.html",))
    assert pages_agree(folder / "theirs/report.html", folder / "ours/report.html")
    return names


def text_of(made, folder):
    made.write(folder / "ours.txt")
    return folder / "ours.txt"


@pytest.mark.parametrize("words, options", sliced([([], {}), (["--frame", "mirror-t"], dict(frame="mirror-t"))], 2))
def test_check(words, options, table, squares, tmp_path):
    for path in (table, squares):
        made = routh.check(str(path), **options)
        made.write(tmp_path / "check.json")
        same(program("check", path, *words, "--json", code=int(made.wrong)), tmp_path / "check.json")
        printed = program("check", path, *words, code=int(made.wrong))
        # the program adds which option would mend a finding
        ours = text_of(made, tmp_path).read_bytes().split(b"\n")
        assert [a for a, b in zip(ours, printed.split(b"\n")) if not b.startswith(a)] == []


def test_check_corrected(squares, tmp_path):
    for path in (squares, recording("ellipse-drops", "ellipse_uniform.mat")) if SOAK else (squares,):
        made = routh.check(path, calibrate=True, reflag=True)
        made.write(tmp_path / "check.json")
        same(program("check", path, "--calibrate", "--reflag", "--json", code=int(made.wrong)), tmp_path / "check.json")


@pytest.mark.parametrize("words, options", [
    ([], {}), (["--no-calibration", "--flight-min", "6"], dict(calibrate=False, flight_min=6))])
def test_segment(words, options, squares, tmp_path):
    """Dataset, summary and picture."""
    printed = program("segment", squares, *words, "-o", "theirs.h5", "--picture", "theirs.svg", "--json",
                      folder=tmp_path)
    made = routh.read(squares).segment(**options).decide_frame()
    made.write(tmp_path / "ours.h5")
    assert (tmp_path / "ours.h5").read_bytes() == (tmp_path / "theirs.h5").read_bytes()
    made.write_contacts(tmp_path / "ours.svg", **options)
    same((tmp_path / "theirs.svg").read_bytes(), tmp_path / "ours.svg")
    made.write_contacts(tmp_path / "ours.json", **options)
    same(printed, tmp_path / "ours.json")


def test_import(table, tmp_path):
    printed = program("import", table, "-o", "theirs.h5", "--json", folder=tmp_path)
    made = routh.read(table).decide_frame()
    made.write(tmp_path / "ours.h5")
    assert (tmp_path / "ours.h5").read_bytes() == (tmp_path / "theirs.h5").read_bytes()
    made.write(tmp_path / "ours.json")
    same(printed, tmp_path / "ours.json")


def test_import_of_motions(tmp_path):
    """Columns with names of a laboratory, millimetres and degrees."""
    lines = ["t (s),Pos X (mm),Pos Y (mm),Rot (deg)"]
    for i in range(60):
        t = i / 120
        lines.append(f"{t:.5f},{300 * t:.3f},{1400 - 4905 * t * t:.3f},{100 * t:.3f}")
    (tmp_path / "track.csv").write_text("\n".join(lines) + "\n")
    words = ["--columns", "time=t (s),x=Pos X (mm),y=Pos Y (mm),theta=Rot (deg)", "--units", "mm,deg"]
    path = tmp_path / "track.csv"
    printed = program("import", path, *words, "--shape", "disc:0.05", "--mass", "0.1", "-o", "theirs.h5", "--json",
                      folder=tmp_path)
    made = routh.read(path, columns=words[1], units="mm,deg", shape=routh.disc(.05), mass=.1).decide_frame()
    assert made.recording.tracks.count == 1
    made.write(tmp_path / "ours.json")
    same(printed, tmp_path / "ours.json")
    made.write(tmp_path / "ours.h5")
    assert (tmp_path / "ours.h5").read_bytes() == (tmp_path / "theirs.h5").read_bytes()


FITS = [
    ([], {}),
    (["--law", "mirtich", "--train", "30", "--cost", "velocity", "--robust"],
     dict(laws="mirtich", fit_count=30, cost="velocity", robust=True)),
    (["--law", "wang-mason", "--k", "10", "--draws", "4"], dict(laws="wang-mason", fit_count=10, draws=4)),
    (["--law", "wang-mason", "--covariate", "eps:speed:2"],
     dict(laws="wang-mason", covariates=[dict(parameter="eps", quantity="speed", degree=2)])),
]


@pytest.mark.parametrize("words, options", sliced(FITS, 2))
def test_fit(words, options, table, tmp_path):
    boot = [] if "draws" in options else ["--bootstrap", "10"]
    made = routh.fit(str(table), **{"resamples": 10, **options})
    for ending in ("json", "csv", "txt"):
        form = {"json": ["--format", "json"], "csv": ["--format", "csv"], "txt": []}[ending]
        made.write(tmp_path / f"ours.{ending}")
        same(program("fit", table, *words, *boot, *form), tmp_path / f"ours.{ending}")


def test_individual(table, tmp_path):
    routh.individual(str(table), laws=["wang-mason", "compliant"]).write(tmp_path / "own.csv")
    same(program("fit", table, "--individual", "--law", "wang-mason", "--law", "compliant"), tmp_path / "own.csv")


@pytest.mark.parametrize("words, options", [
    (["--frame", "both", "--law", "mirtich", "--law", "wang-mason"],
     dict(frame="both", laws=["mirtich", "wang-mason"])),
    (["--explore", "--law", "wang-mason", "--train", "40"], dict(explore=True, laws="wang-mason", fit_count=40)),
])
def test_study(words, options, table, tmp_path):
    compare_study(table, words, options, tmp_path)


@pytest.mark.parametrize("words, options", sliced([([], {}), (["--calibrate", "--reflag"], dict(calibrate=True, reflag=True))], 2))
def test_study_of_motions(words, options, squares, tmp_path):
    compare_study(squares, ["--law", "mirtich", *words], dict(laws="mirtich", **options), tmp_path)


def test_study_with_models(squares, tmp_path):
    """Learning curves."""
    words = ["--law", "mirtich", "--learn", "--learn-sizes", "25,40", "--learn-draws", "1"]
    names = compare_study(squares, words, dict(laws="mirtich", learning=dict(sizes=[25, 40], draws=1)), tmp_path)
    assert "learning-curves.csv" in names


def test_use(table, tmp_path):
    """Parameters of another study."""
    program("study", table, *QUICK, "--law", "mirtich", "-o", "first", folder=tmp_path)
    first = routh.transfer(tmp_path / "first" / "results.json")
    compare_study(table, ["--law", "mirtich", "--use", "first/results.json"], dict(laws="mirtich", use=first), tmp_path)


RECORDED = [
    (["--calibrate", "--reflag", "--law", "mirtich", "--train", "60"],
     dict(calibrate=True, reflag=True, laws="mirtich", fit_count=60)),
    (["--frame", "both", "--law", "mirtich", "--train", "60"], dict(frame="both", laws="mirtich", fit_count=60)),
]


@pytest.mark.skipif(not SOAK, reason="takes long: ROUTH_EFFORT=soak")
@pytest.mark.parametrize("words, options", RECORDED)
def test_recorded_ellipse(words, options, tmp_path):
    names = compare_study(recording("ellipse-drops", "ellipse_uniform.mat"), words, options, tmp_path)
    assert ("results-as-recorded.json" in names) == ("both" in words)


def test_recorded_squares(tmp_path):
    """Motions of a square, a folder of files: of the last ones only, but in soak."""
    path = tmp_path / "squares"
    path.mkdir()
    for file in sorted(recording("square-drops").glob("*.*"))[0 if SOAK else -20:]:
        shutil.copy(file, path)
    words = ["--shape", "square:0.06", "--rate", "250"]
    program("segment", path, *words, "-o", "theirs.h5", folder=tmp_path)
    routh.read(path, shape=routh.square(.06), rate=250).segment().decide_frame().write(tmp_path / "ours.h5")
    assert (tmp_path / "ours.h5").read_bytes() == (tmp_path / "theirs.h5").read_bytes()


def test_rebounds(tmp_path):
    """Spheres: results.json, CSV and picture."""
    lines = ["quantity,incidence_deg,value"] + [f"rebound_angle_deg,{a},{.9 * a:.2f}" for a in range(10, 80, 10)]
    (tmp_path / "rebounds.csv").write_text("\n".join(lines) + "\n")
    words = ["--radius", "0.0025", "--speed", "3.9", "--bootstrap", "3"]
    laws = ["wang-mason", "compliant"]
    program("study", "rebounds.csv", *words, "--law", laws[0], "--law", laws[1], "-o", "theirs", folder=tmp_path)
    made = routh.study(tmp_path / "rebounds.csv", radius=.0025, speed=3.9, resamples=3, laws=laws)
    made.write(tmp_path / "ours")
    assert len(same_folders(tmp_path / "theirs", tmp_path / "ours")) == 3
