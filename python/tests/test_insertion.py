"""Insertions: recovered truth, arrays and files alike, lifetimes, plots, and what is refused."""
import gc
import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy
import pytest

import routh
from axes import Axes
from wedge import OBJECTS, UNKNOWNS, recording, wedge

insertion = routh.insertion


@pytest.fixture(scope="module")
def parts():
    return wedge()


@pytest.fixture(scope="module")
def test(parts):
    return recording(parts, sensors=False, displacement=0, turn=0)


@pytest.fixture(scope="module")
def study(parts, test):
    return insertion.identify([test, recording(parts, "2b", sensors=False)], parts, rate=10)


def quaternions(rotation):
    """w x y z of matrices that turn by less than 180°: brute force from the trace."""
    w = numpy.sqrt(numpy.maximum(0, 1 + numpy.trace(rotation, axis1=1, axis2=2))) / 2
    x, y, z = (rotation[:, i, j] - rotation[:, j, i] for i, j in ((2, 1), (0, 2), (1, 0)))
    return numpy.stack([w, x / (4 * w), y / (4 * w), z / (4 * w)], 1)


def pose(found):
    return [*found.position, *quaternions(found.rotation[None])[0]]


def arrays_of(one):
    return {"time": one.sample["time"], "position": one.sample["hand"]["position"],
            "orientation": quaternions(one.sample["hand"]["rotation"]), "wrench": one.sample["wrench"],
            "twist": one.sample["twist"], "receptacle": pose(one.receptacle), "plate": pose(one.plate),
            "reference": pose(one.reference), "offset": one.offset}


def test_truth_is_found(parts):
    """Without friction, noise and displacements the model is exact."""
    smooth = recording(parts, sensors=False, displacement=0, turn=0, friction=0)
    fit = insertion.fit(smooth, parts, rate=0, geometry=False)
    assert abs(fit.stiffness / smooth.truth.stiffness - 1) < 1e-9 and abs(fit.friction) < 1e-9
    assert smooth.truth.displacement.tolist() == [0, 0]


def test_study_has_everything(study, parts):
    assert study.count == 2 and study.together is not None and study.together.without.shape == (2,)
    one = study.item[0]
    n = one.insertion.count
    assert one.measured.shape == (n, 6) and one.pose.shape == (n,) and one.first.shape == (n + 1,)
    assert one.contact.shape == (one.first[-1],) and one.contact["depth"].min() >= 0
    assert one.fit.covariance.shape == (one.fit.count + 2,) * 2 and numpy.allclose(one.fit.covariance, one.fit.covariance.T)
    assert one.fit.answer[0].load.shape == (1, 2) and abs(one.fit.answer[0].load.sum() - 1) < 1e-9
    assert [m.shape for m in one.observability.correlation] == [(one.observability.count + 1,) * 2] * 2
    assert set(one.observability.seen) <= {"seen", "together", "not"}
    assert study.item["2b"].insertion.name == "2b"
    # forces as measured lie in object 1's axes: the same size as those in the plate's
    assert numpy.allclose(numpy.linalg.norm(one.measured[:, :3], axis=1),
                          numpy.linalg.norm(one.insertion.sample["wrench"][:, :3], axis=1))


def test_contacts_carry_the_wrench(parts):
    """w = −K Σ δ e_n for a recording without friction, from the contacts as the study has them."""
    smooth = recording(parts, sensors=False, displacement=0, turn=0, friction=0)
    one = insertion.identify(smooth, parts, rate=0, geometry=False).item[0]
    for k in range(one.insertion.count):
        touching = one.contact[one.first[k]:one.first[k + 1]]
        force = -smooth.truth.stiffness * (touching["depth"][:, None] * touching["normal"]).sum(0)
        assert numpy.allclose(force, one.measured[k, :3], atol=1e-6)


def test_arrays_give_the_recording(parts, test):
    given = arrays_of(test)
    made = insertion.from_arrays(**given, name="mine")
    assert made.name == "mine" and len(made) == len(test)
    for name in ("twist", "wrench"):
        assert numpy.allclose(made.sample[name], test.sample[name], rtol=1e-9, atol=1e-12)
    assert numpy.allclose(made.sample["hand"]["rotation"], test.sample["hand"]["rotation"], atol=1e-12)
    moved = {**given, "position": given["position"] * 1e3, "offset": given["offset"] * 1e3, "twist": None}
    for name in ("receptacle", "plate", "reference"):
        moved[name] = [*(numpy.array(given[name][:3]) * 1e3), *given[name][4:], given[name][3]]
    moved["orientation"] = given["orientation"][:, [1, 2, 3, 0]]
    other = insertion.from_arrays(**moved, units="mm,Nm", quaternion="xyzw", velocity_window=.1)
    assert numpy.allclose(other.sample["hand"]["position"], test.sample["hand"]["position"], atol=1e-12)
    assert other.twist_window > 0 and abs(other.offset - test.offset) < 1e-15
    assert insertion.observe(made, parts, rate=10).check.fits


def test_non_contiguous_and_read_only_arrays(test):
    given = arrays_of(test)
    wide = numpy.zeros((len(test), 12))
    wide[:, ::2] = given["wrench"]
    wide.flags.writeable = False
    assert numpy.array_equal(insertion.from_arrays(**{**given, "wrench": wide[:, ::2]}).sample["wrench"],
                             insertion.from_arrays(**given).sample["wrench"])


def test_assembly_from_arrays_and_file(parts, tmp_path):
    parts.write(tmp_path / "assembly.json")
    again = insertion.read_assembly(tmp_path / "assembly.json")
    assert again.to_json() == parts.to_json()
    corners = parts.object[0].part[0].shape.vertex
    assert {tuple(row) for row in numpy.round(corners * 1e3, 9)} == {tuple(map(float, row)) for row in OBJECTS["wedge"]["tip"]}
    assert abs(parts.object[0].part["tip"].shape.volume - 60.4 * 36 * 32 / 2 * 1e-9) < 1e-15
    assert parts.displacement["offset"].shown == ("µm", 1e6)


def test_stl_beside_an_assembly(parts, tmp_path):
    """A box as STL by hand: twelve triangles."""
    corners = numpy.array([[x, y, z] for x in (0, 10) for y in (0, 10) for z in (0, 10)])
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))]
    lines = ["solid box"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x} {y} {z}" for x, y, z in corners[list(triangle)]), "endloop",
                  "endfacet"]
    (tmp_path / "box.stl").write_text("\n".join([*lines, "endsolid box\n"]))
    (tmp_path / "parts.json").write_text(
        '{"unit": "mm", "objects": [{"name": "a", "parts": [{"name": "box", "file": "box.stl"}]}, '
        '{"name": "b", "parts": [{"name": "box", "file": "box.stl", "position": [20, 0, 0]}]}]}')
    made = insertion.read_assembly(tmp_path / "parts.json")
    assert abs(made.object[0].part[0].shape.volume - 1e-6) < 1e-18 and made.object[0].part[0].file.endswith("box.stl")
    assert made.axis is None and len(made.displacement) == 0


def test_arrays_outlive_results(parts, test):
    one = insertion.identify(test, parts, rate=10, geometry=False)
    kept, copy = one.item[0].fit.instant["wrench"], one.item[0].fit.instant["wrench"].copy()
    inner, assembly = one.item[0].insertion, one.assembly
    del one
    gc.collect()
    [numpy.zeros(1000) for _ in range(100)]
    assert numpy.array_equal(kept, copy) and assembly.displacement[0].name == "offset"
    assert inner.reduce(5).rate <= 10  # a part of the study, with the study's memory
    with pytest.raises(ValueError):
        kept[0, 0] = 1


def test_pickles(parts, test, study):
    for made in (parts, test, insertion.path(name="1b")):
        again = pickle.loads(pickle.dumps(made))
        assert type(again) is type(made) and repr(again) == repr(made)
    seen = insertion.observe(test, parts, rate=10)
    for made in (study, seen, insertion.lcurve(test, parts, rate=10, gammas=2), study.item[0].fit):
        again = pickle.loads(pickle.dumps(made))
        assert repr(again) == repr(made)
    with pytest.raises((routh.Error, TypeError)):
        pickle.loads(pickle.dumps(study)).write("nowhere.json")


def test_progress_and_cancel(parts, test):
    heard = []
    insertion.identify(test, parts, rate=10, progress=lambda what, fraction: heard.append((what, fraction)))
    assert heard and all(0 <= fraction <= 1 for _, fraction in heard)
    with pytest.raises(routh.Cancelled):
        insertion.lcurve(test, parts, rate=10, progress=lambda what, fraction: True)


def test_plots(parts, test, study):
    pair = [Axes(), Axes()]
    test.plot_wrench(pair)
    assert [axes.labels["ylabel"] for axes in pair] == ["force (N)", "moment (N m)"]
    assert pair[1].labels["xlabel"] == "time (s)"
    study.plot_wrench(1, [Axes(), Axes()])
    for draw in (study.plot_displacements, insertion.lcurve(test, parts, rate=10, gammas=3).plot,
                 insertion.observe(test, parts, rate=10).plot):
        axes = Axes()
        assert draw(axes=axes) is axes and axes.calls and axes.labels["xlabel"]
    with pytest.raises(ValueError, match="2 of matplotlib's"):
        test.plot_wrench([Axes()])


@pytest.mark.parametrize("call, error", [
    (lambda t, p: insertion.identify([], p), ValueError),
    (lambda t, p: insertion.identify(t), TypeError),
    (lambda t, p: insertion.identify(t, "nowhere.json"), routh.Error),
    (lambda t, p: insertion.identify("nowhere.h5", p), routh.Error),
    (lambda t, p: insertion.identify(p, p), TypeError),
    (lambda t, p: insertion.identify(t, t), TypeError),
    (lambda t, p: insertion.identify([t, None], p), TypeError),
    (lambda t, p: insertion.identify(t, p, also="dust"), ValueError),
    (lambda t, p: insertion.identify(t, p, also=[3]), TypeError),
    (lambda t, p: insertion.identify(t, p, gama=1), TypeError),
    (lambda t, p: insertion.identify(t, p, gamma=-1), routh.Error),
    (lambda t, p: insertion.identify(t, p, rate="fast"), TypeError),
    (lambda t, p: insertion.identify(t, p, rate=-1), routh.Error),
    (lambda t, p: insertion.identify(t, p, evaluations=-1), ValueError),
    (lambda t, p: insertion.identify(t, p, threads=-1), ValueError),
    (lambda t, p: insertion.lcurve(t, p, gammas=2**40), routh.Error),
    (lambda t, p: insertion.lcurve(t, p, method="newton"), ValueError),
    (lambda t, p: insertion.observe(t, p, x=[0]), ValueError),
    (lambda t, p: insertion.observe(t, p, x=["a", "b"]), TypeError),
    (lambda t, p: insertion.observe(t, p, rate=10, x=[float("nan")] * 2), routh.Error),
    (lambda t, p: insertion.read("a\0b"), ValueError),
    (lambda t, p: insertion.read(""), ValueError),
    (lambda t, p: insertion.read(open("/dev/null")), TypeError),
    (lambda t, p: insertion.read("a.h5", wrench_on=3), ValueError),
    (lambda t, p: insertion.read("a.h5", units="furlong"), routh.Error),
    (lambda t, p: insertion.read("a.h5", columns="px=x"), TypeError),
    (lambda t, p: insertion.read("a.h5", sensor=[1, 2]), ValueError),
    (lambda t, p: insertion.read("a.h5", colums={}), TypeError),
    (lambda t, p: insertion.generate("3c"), routh.Error),
    (lambda t, p: insertion.generate(p, rate=float("nan")), routh.Error),
    (lambda t, p: insertion.generate(p, path="path.json"), TypeError),
    (lambda t, p: insertion.generate(p, held=[1, 2]), ValueError),
    (lambda t, p: insertion.path(stages=[{"time": 1}] * 17), ValueError),
    (lambda t, p: insertion.path(stages=[3]), TypeError),
    (lambda t, p: insertion.path(settle=-1), routh.Error),
    (lambda t, p: insertion.path(name="n" * 100), ValueError),
    (lambda t, p: insertion.assembly({"a": {}}), routh.Error),
    (lambda t, p: insertion.assembly([1, 2]), (TypeError, ValueError)),
    (lambda t, p: insertion.assembly({"a": [1], "b": [2]}), TypeError),
    (lambda t, p: insertion.assembly(OBJECTS, [{"name": "x", "kind": "wobble"}]), routh.Error),
    (lambda t, p: insertion.assembly(OBJECTS, UNKNOWNS[0]), TypeError),
    (lambda t, p: insertion.assembly({"a": {"x": numpy.full((4, 3), numpy.nan)}, "b": {"x": numpy.eye(3)}}), ValueError),
    (lambda t, p: insertion.assembly({"a": {"x": numpy.eye(3, dtype=object)}, "b": {"x": numpy.eye(3)}}), TypeError),
    (lambda t, p: insertion.assembly(OBJECTS, unit="furlong"), routh.Error),
    (lambda t, p: insertion.offset(t, p), routh.Error),
    (lambda t, p: insertion.offset(t, axis=[1, 0]), ValueError),
    (lambda t, p: insertion.offset(t), TypeError),
    (lambda t, p: insertion.plan(p, draws=0), routh.Error),
    (lambda t, p: insertion.plan(p, generator=3), TypeError),
    (lambda t, p: insertion.plan(p, generator={"rte": 3}), TypeError),
    (lambda t, p: insertion.plan(t), TypeError),
    (lambda t, p: p.write("/nowhere/assembly.json"), routh.Error),
    (lambda t, p: t.write(3), TypeError),
    (lambda t, p: t.reduce(-5), routh.Error),
])
def test_refused(parts, test, call, error):
    with pytest.raises(error):
        call(test, parts)


@pytest.mark.parametrize("change, error", [
    ({"time": [0, 1]}, ValueError), ({"time": "now"}, TypeError), ({"wrench": [[1, 2]]}, ValueError),
    ({"orientation": numpy.zeros((169, 4))}, routh.Error), ({"plate": [0] * 7}, routh.Error), ({"offset": float("inf")}, routh.Error),
    ({"rate": 7}, routh.Error), ({"twist": numpy.full((169, 6), numpy.nan)}, routh.Error), ({"columns": {}}, TypeError),
    ({"name": "a\0b"}, ValueError), ({"time": numpy.zeros(169)}, routh.Error), ({"wrench": numpy.zeros((169, 6), object)}, TypeError),
    ({"time": [], "position": numpy.zeros((0, 3)), "orientation": numpy.zeros((0, 4)), "wrench": numpy.zeros((0, 6)),
      "twist": None}, routh.Error),
])
def test_refused_arrays(test, change, error):
    assert len(test) == 169
    with pytest.raises(error):
        insertion.from_arrays(**{**arrays_of(test), **change})


def test_an_assembly_beside_recordings(parts, test, tmp_path):
    test.write(tmp_path / "2a.h5")
    with pytest.raises(routh.Error, match="no assembly.json beside it") as caught:
        insertion.observe(tmp_path / "2a.h5")
    assert caught.value.field == "assembly"
    parts.write(tmp_path / "scene.json")
    assert insertion.observe(tmp_path / "2a.h5", rate=10).check.fits


def test_suggestion_mends_a_recording(parts, test):
    """The wrench of object 1 on object 2: the check says how to read it, and read so it fits."""
    given = arrays_of(test)
    turned = insertion.from_arrays(**{**given, "wrench": -given["wrench"]})
    found = insertion.check(turned, parts, rate=10)
    assert not found.fits and found.suggestion == "wrench_on=2"
    assert insertion.check(insertion.from_arrays(**{**given, "wrench": -given["wrench"]}, wrench_on=2), parts, rate=10).fits


def test_several_names_are_told_apart(parts, test):
    study = insertion.identify([test, test], parts, rate=10, geometry=False)
    assert [one.insertion.name for one in study.item] == ["2a", "2a-2"] and test.name == "2a"


def test_generator_options_reach_the_library(parts):
    stiff = recording(parts, "2a", stiffness=3e5)
    assert stiff.truth.stiffness == 3e5 and recording(parts, "1b").name == "1b"


def test_the_manual_says_what_runs(tmp_path, monkeypatch, capsys):
    manual = Path(__file__).resolve().parents[2] / "docs" / "insertion.md"
    block = manual.read_text(encoding="utf-8").split("```python\n", 1)[1].split("```", 1)[0]
    assert "rate=10, starts=0" in block
    block = block.replace("rate=10, starts=0", "rate=10, geometry=False")  # seconds of work otherwise
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(block, names)  # noqa: S102: our own manual
    assert (tmp_path / "report.html").stat().st_size > 10_000 and "displacement" in capsys.readouterr().out
    assert names["fit"].stiffness_low < names["fit"].stiffness < names["fit"].stiffness_high


def test_two_threads_at_once(parts):
    """Each on its own recording: the numbers that one alone gives."""
    tests = [recording(parts, "2a", seed=seed) for seed in (1, 2)]
    alone = [insertion.identify(one, parts, rate=10).item[0].fit for one in tests]
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda one: insertion.identify(one, parts, rate=10).item[0].fit, tests * 2))
    for one, again in zip(alone * 2, both):
        assert one.stiffness == again.stiffness and numpy.array_equal(one.x, again.x)


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured by /proc")
@pytest.mark.parametrize("kind", ["assembly", "reduce", "fit", "observe", "lcurve", "identify", "path", "arrays"])
def test_no_memory_is_lost(parts, test, kind):
    """Calls of each kind, after as many that warm up: 10,000 at effort soak."""
    given = arrays_of(test)
    use = {"assembly": wedge, "reduce": lambda: test.reduce(10), "path": lambda: insertion.path(),
           "fit": lambda: insertion.fit(test, parts, rate=5, geometry=False),
           "observe": lambda: insertion.observe(test, parts, rate=5).to_json(),
           "lcurve": lambda: insertion.lcurve(test, parts, rate=5, gammas=2, evaluations=20),
           "identify": lambda: insertion.identify(test, parts, rate=5, geometry=False),
           "arrays": lambda: insertion.from_arrays(**given)}[kind]
    count = 10_000 if os.environ.get("ROUTH_EFFORT") == "soak" else 30
    for _ in range(min(count, 500)):
        use()
    gc.collect()
    before = resident()
    for _ in range(count):
        use()
    gc.collect()
    assert resident() - before < 4e6
