"""`routh materials` writes and prints what the package does: every byte."""
import json

from program import run, same_files

import routh


def test_known(tmp_path):
    table = routh.materials()
    for ending, option in (("json", "--json"), ("csv", "--format=csv"), ("md", "--markdown")):
        table.write(tmp_path / f"m.{ending}")
        assert (tmp_path / f"m.{ending}").read_bytes() == run("materials", option)
    printed = run("materials").decode()
    assert printed.startswith(repr(table)) and printed.count("\n") == repr(table).count("\n") + 1  # the next command


def test_one():
    for name in ("cube-on-board", "ellipse on plate/mirtich", "wang-mason"):
        chosen = routh.materials().select(name)
        assert "\n".join(repr(one) for one in chosen).encode() == run("materials", name)
    assert json.loads(run("materials", "--law", "mirtich", "--json")) == routh.materials(law="mirtich").to_json()


def test_own_table(tmp_path):
    tosses = tmp_path / "tosses.h5"
    run("simulate", "--space", "--count", 12, "--velocity", "-1:1,-1:1,0", "--duration", 0.4, "-o", tosses)
    (tmp_path / "results.json").write_bytes(run("toss", tosses, "--bootstrap", 3, "--json"))
    run("materials", "--add", tmp_path / "results.json", "--name", "cube on floor", "--licence", "CC BY 4.0", "-o", tmp_path / "p.json")
    own = routh.Materials.of([]).add(tmp_path / "results.json", name="cube on floor", licence="CC BY 4.0")
    own.write(tmp_path / "m.json")
    same_files(tmp_path / "p.json", tmp_path / "m.json")
    run("materials", "--add", tmp_path / "results.json", "--law", "rigid", "--file", tmp_path / "p.json", "-o", tmp_path / "p2.json")
    own.add(tmp_path / "results.json", law="rigid").write(tmp_path / "m2.json")
    same_files(tmp_path / "p2.json", tmp_path / "m2.json")
    # a result needs no file
    study = routh.toss(tosses, resamples=3)
    made, read = (routh.materials(source).to_json()["materials"] for source in (study, tmp_path / "results.json"))
    assert [{**row, "source": None} for row in made] == [{**row, "source": None} for row in read]  # the source is the file
