"""Tosses from arrays and files, shapes in space, and studies of them, in worlds with known truth."""
import copy
import gc
import pickle

import numpy
import pytest
from axes import Axes
from effort import SOAK

import routh
from routh._tosses import tensor_of

STARTS = dict(velocity=[(-1, -1, 0), (1, 1, 0)], rate=250, duration=.6 if SOAK else .35)


@pytest.fixture(scope="module")
def tosses():
    return routh.simulate3(count=18 if SOAK else 11, rounding=.004, mu=.2, eps=.4, seed=4, **STARTS)


@pytest.fixture(scope="module")
def study(tosses):
    return routh.toss(tosses.dataset, resamples=2)


def test_shapes_against_closed_forms():
    a, b, c = .05, .04, .03
    box = routh.Shape3.box([a, b, c])
    assert numpy.isclose(box.volume, a * b * c, rtol=1e-12)
    assert numpy.allclose(numpy.diag(box.gyration), [(b * b + c * c) / 12, (a * a + c * c) / 12, (a * a + b * b) / 12], rtol=1e-9)
    assert routh.Shape3.cube(.1)._width == .1 and routh.shape3("cube:0.1").thickness == pytest.approx(.05)
    fine = routh.Shape3.ellipsoid([a, b, c], corners=4002)
    assert fine.volume == pytest.approx(4 / 3 * numpy.pi * a * b * c, rel=2e-3)
    corners = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) * .1
    hull = routh.Shape3.of_points(numpy.vstack([corners, corners.mean(0)]))
    assert hull.count == 4 and hull.volume == pytest.approx(1e-3 / 6)
    assert numpy.allclose(hull.centroid, 0, atol=1e-15), "tracked at its centroid"
    at_origin = routh.Shape3.of_points(corners, tracked=[0, 0, 0])
    assert numpy.allclose(at_origin.centroid, .025)


def test_mesh_is_read_in_its_unit(tmp_path):
    path = tmp_path / "part.obj"
    path.write_text("v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    assert routh.Shape3.read(path, unit=1e-3).volume == pytest.approx(1e-3 / 6)
    with pytest.raises(routh.Error, match="m"):
        routh.Shape3.read(path)  # of 100 m
    with pytest.raises(routh.Error) as failure:
        routh.Shape3.read(tmp_path / "none.stl")
    assert failure.value.status == "file-error"


@pytest.mark.parametrize("wrong", ["cone:1", "box:1,2", "cube:-1", "cube:nan", "mesh:a.stl", "", "box:0,1,1"])
def test_no_such_shape(wrong):
    with pytest.raises(routh.Error):
        routh.shape3(wrong)


@pytest.mark.parametrize("wrong", [None, 3, b"cube:1", ["cube:1"], object()])
def test_no_shape(wrong):
    with pytest.raises(TypeError):
        routh.shape3(wrong)
    with pytest.raises((ValueError, TypeError)):
        routh.Shape3.box(wrong)


def test_arrays_are_taken_as_they_are(tosses):
    made = [(t.position, t.orientation) for t in tosses.dataset.trajectory]
    data = routh.dataset3(made, rate=250, mass=.37, gravity=9.81, width=.1048)
    for one, other in zip(data.trajectory, tosses.dataset.trajectory):
        assert (one.position == other.position).all() and numpy.abs(one.orientation - other.orientation).max() < 1e-15
    again = routh.dataset3(data.trajectory, rate=250, shape="cube:0.1048", mass=.37)
    assert (again.trajectory[3].position == data.trajectory[3].position).all() and again.shape is None
    first, second = data.segment(), again.segment()
    assert first.count == second.count and numpy.allclose(first.record["time"], second.record["time"], rtol=1e-9)


def test_any_layout_and_type():
    n = 30
    position = numpy.zeros((n, 6), order="F")[:, ::2]
    position.flags.writeable = False
    turned = numpy.tile(numpy.array([2, 0, 0, 0], "f4") / 2, (n, 1))
    data = routh.dataset3([{"position": position, "orientation": turned, "time": range(n), "spin": numpy.zeros((n, 3)), "name": "é"}],
                          rate=100, shape="box:0.1,0.2,0.1", density=1000)
    assert data.trajectory[0].name == "é" and data.mass == pytest.approx(2) and data.trajectory[0].time[-1] == n - 1


Q = numpy.tile([1., 0, 0, 0], (5, 1))
BAD = [
    [(numpy.zeros((5, 2)), Q)], [(numpy.zeros((5, 3)), Q[:4])], [(numpy.zeros((5, 3)), Q * 1.1)], [(numpy.zeros((2, 3)), Q[:2])],
    [(numpy.full((5, 3), numpy.nan), Q)], [(numpy.full((5, 3), None), Q)], [(numpy.zeros((5, 3)), Q.astype(object))],
    [(numpy.zeros((5, 3), complex), Q)], [(numpy.zeros((5, 3)),)], [{"position": numpy.zeros((5, 3))}],
    [{"position": numpy.zeros((5, 3)), "orientation": Q, "colour": 1}], [], "tosses", None, 3, [3],
    [{"position": numpy.zeros((5, 3)), "orientation": Q, "name": "a\0b"}],
    [{"position": numpy.zeros((5, 3)), "orientation": Q, "time": numpy.zeros(4)}],
]


@pytest.mark.parametrize("wrong", BAD, ids=range(len(BAD)))
def test_bad_tosses(wrong):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        routh.dataset3(wrong, rate=100)


@pytest.mark.parametrize("wrong", [dict(rate=-1), dict(rate="fast"), dict(mass=float("nan"), rate=numpy.inf), dict(colour=1), dict(width=0),
                                   dict(shape="cube:0.1", width=.1), dict(mass=1, density=1), dict(density=-1), dict(shape=5),
                                   dict(name=5), dict(name="x" * 400), dict(density=1e300)])
def test_bad_bodies(wrong):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        routh.dataset3([(numpy.zeros((5, 3)), Q)], **wrong)


def test_files_round_trip(tosses, tmp_path):
    tosses.dataset.write(tmp_path / "tosses.h5")
    read = routh.read3(tmp_path / "tosses.h5")
    assert [t.count for t in read.trajectory] == [t.count for t in tosses.dataset.trajectory]
    assert numpy.abs(read.trajectory[5].orientation - tosses.dataset.trajectory[5].orientation).max() < 1e-15  # of length 1 again
    assert read.width == pytest.approx(.1048) and read.mass == pytest.approx(.37)
    assert routh.read3(tmp_path / "tosses.h5", shape="box:0.1,0.1,0.2", density=500).mass == pytest.approx(1)
    for wrong in (tmp_path / "none", tmp_path):
        with pytest.raises(routh.Error):
            routh.read3(wrong)
    for wrong in (None, 3, "a\0b", object()):
        with pytest.raises((TypeError, ValueError)):
            routh.read3(wrong)
    with pytest.raises(ValueError):
        routh.read3(tmp_path / "tosses.h5", up="w")


def test_study_finds_the_truth(study):
    assert study.compared and study.laws["rigid"].mu.value == pytest.approx(.2, abs=.01)
    assert study.laws["rigid"].eps.value == pytest.approx(.4, abs=.02)
    assert study.contestant["rigid"].error < study.contestant["frictionless"].error < study.speed
    assert study.dataset.calibration.rounding == pytest.approx(.004, abs=5e-4)
    assert study.dataset.used.sum() == study.count == len(study.sample)
    assert set(study.dataset.rejected) and study.contestant.keys()[0] == "mean"
    with pytest.raises(AttributeError, match="parameters"):
        study.laws["rigid"].eta2
    with pytest.raises(KeyError, match="rigid"):
        study.laws["wang-mason"]
    assert "rigid" in repr(study) and "rigid" in study._repr_html_()


def test_laws_of_the_truth_are_told_apart():
    soft = routh.simulate3(count=20, rounding=.004, law="compliant", mu=.35, eps=.5, eta2=1.5, seed=8, several="in-turn", **STARTS)
    found = routh.toss(soft.dataset, resamples=2, law="compliant")
    assert found.laws["compliant"].error < .5 * found.laws["rigid"].error
    assert found.laws["compliant"].eta2.value == pytest.approx(1.5, rel=.1)


def test_calibration_of_other_tosses(study, tmp_path):
    study.write(tmp_path / "results.json")
    more = routh.simulate3(count=10, mu=.2, eps=.4, seed=5, **STARTS).dataset  # sharp, which is measured soonest
    by_file = routh.toss(more, calibration=tmp_path / "results.json", resamples=2, law="rigid")
    by_study = routh.toss(more, calibration=study, resamples=2, law="rigid")
    if SOAK:
        pickled = routh.toss(more, calibration=pickle.loads(pickle.dumps(routh.results3(study))), resamples=2, law="rigid")
        assert pickled.to_json() == by_study.to_json()
    assert by_file.to_json() == by_study.to_json() and routh.results3(study).name == study.dataset.name
    assert by_file.dataset.calibration.given and by_file.laws["rigid"].other_error < .05
    direct = more.segment(calibration=study.dataset.calibration)
    assert direct.calibration.given and direct.calibration.rounding == study.dataset.calibration.rounding
    with pytest.raises(routh.Error, match="another body"):
        routh.toss(routh.simulate3("box:0.1,0.2,0.1", count=10, **STARTS).dataset, calibration=study)
    with pytest.raises(ValueError):
        routh.toss(more, calibration=study, calibrate=False)


def test_tensor_of_words():
    tensor = numpy.diag([1, 2, 2.5])
    assert (tensor_of([1, 2, 2.5, 0, 0, 0], "tensor") == tensor).all()


@pytest.mark.skipif(not SOAK, reason="takes long: ROUTH_EFFORT=soak")
def test_tensor_and_shape():
    made = routh.simulate3("box:0.12,0.08,0.05", mass=.3, rounding=.003, count=9, seed=2, **(STARTS | {"duration": .6})).dataset
    tensor = .3 * numpy.diag([.08**2 + .05**2, .12**2 + .05**2, .12**2 + .08**2]) / 12
    quick = dict(resamples=2, law="rigid")
    plain, same = routh.toss(made, inertia=numpy.trace(tensor) / 3, **quick), routh.toss(made, tensor=tensor, **quick)
    assert same.laws["rigid"].error == pytest.approx(plain.laws["rigid"].error, rel=1e-6)
    assert (tensor_of([tensor[0, 0], tensor[1, 1], tensor[2, 2], 0, 0, 0], "tensor") == tensor).all()
    wrong = routh.toss(made, tensor=tensor * [1.3, 1, .9], **quick)
    assert same.compared and wrong.compared and wrong.laws["rigid"].error > 1.5 * same.laws["rigid"].error
    with pytest.raises(routh.Error):
        routh.toss(made, tensor=tensor * [1, 9, 1], **quick)
    with pytest.raises(ValueError):
        routh.toss(made, tensor=tensor, inertia=1)
    with pytest.raises(ValueError):
        routh.toss(made, tensor=[1, 2])


@pytest.mark.parametrize("wrong", [dict(resamples=-1), dict(resamples=1.5), dict(seeds=1), dict(flight_min=0), dict(deviation_max="x"),
                                   dict(law="wang-mason"), dict(progress=3), dict(threads=-1), dict(threads="two"), dict(rate=100),
                                   dict(results=1), dict(calibration=5), dict(inertia=-1), dict(density=4)])
def test_bad_options(tosses, wrong):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        routh.toss(tosses.dataset, **wrong)


def test_nothing_to_study():
    with pytest.raises(routh.Error, match="most often: |no contact"):
        routh.toss(routh.simulate3(count=4, position_noise=.05, **STARTS).dataset)
    with pytest.raises(routh.Error):
        routh.toss(routh.dataset3([(numpy.zeros((50, 3)), numpy.tile([1., 0, 0, 0], (50, 1)))], rate=100))
    with pytest.raises(TypeError):
        routh.toss(routh.generate_drops(count=3))


def test_arrays_outlive_their_owners():
    made = routh.simulate3(count=5, **STARTS).dataset
    position, record = made.trajectory[2].position, made.record
    before = position.copy(), record.copy()
    del made
    gc.collect()
    churn = [routh.simulate3(count=3, duration=.2) for _ in range(5)]
    assert (position == before[0]).all() and (record == before[1]).all() and churn
    with pytest.raises(ValueError):
        position[0] = 0
    segmented = routh.simulate3("box:0.12,0.08,0.05", count=8, **STARTS).dataset.segment()  # its shape is that of what is gone
    gc.collect()
    assert segmented.shape.count == 8 and segmented.segment().count == segmented.count


def test_pickles(study, tosses):
    again = pickle.loads(pickle.dumps(study))
    assert again.laws["rigid"].mu == study.laws["rigid"].mu and repr(again) == repr(study)
    assert (again.dataset.record == study.dataset.record).all()
    for use in (lambda: again.write("x.json"), lambda: again.to_json(), lambda: again.dataset.segment(),
                lambda: routh.toss(again.dataset), lambda: pickle.loads(pickle.dumps(tosses)).toss(0)):
        with pytest.raises(routh.Error, match="pickled"):
            use()
    assert copy.deepcopy(study).count == study.count


def test_plots(study, tosses):
    axes = Axes()
    assert study.plot_errors(axes) is axes and "m/s" in axes.labels["xlabel"]
    assert any(name == "errorbar" for name, _, _ in axes.calls)
    few = routh.toss(routh.simulate3(count=3, seed=2, **STARTS).dataset, resamples=2)
    if not few.compared:
        with pytest.raises(routh.Error, match="errors"):
            few.plot_errors(Axes())


def test_writers(study, tmp_path):
    for name in ("results.json", "impacts.csv", "errors.svg"):
        study.write(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    with pytest.raises(routh.Error, match="csv"):
        study.write(tmp_path / "x.xyz")
    with pytest.raises(routh.Error):
        study.write(tmp_path / "no" / "folder.json")
