"""Simulation in the plane, inertia, recordings and rebounds: lifetimes, plots, bad input.

SPDX-License-Identifier: BSD-3-Clause
"""
import gc
import math
import pickle

import numpy
import pytest

import routh
from axes import Axes


def test_free_fall_is_exact():
    """Before it lands, y = y0 − g t²/2."""
    run = routh.simulate(y=.5, theta=.2, duration=.2).run()
    time = run.sample["time"]
    numpy.testing.assert_allclose(run.sample["pose"]["y"], .5 - 9.81 * time**2 / 2, rtol=0, atol=1e-12)


def test_a_disc_bounces_by_its_restitution():
    """A disc without spin that lands at v leaves with ε v."""
    for law in ("wang-mason", "mirtich", "smith"):
        record = routh.simulate(shape=routh.disc(.05), y=.25, law=law, eps=.6, mu=.3).run().record
        first = record[0]
        assert first["before"]["vy"] == pytest.approx(-math.sqrt(2 * 9.81 * .2), rel=1e-9)
        assert first["after"]["vy"] == pytest.approx(-.6 * first["before"]["vy"], rel=1e-9)


def test_arrays_outlive_what_made_them():
    run = routh.simulate(count=2, seed=1).run(1)
    samples, kept = run.sample, run.sample.copy()
    study = routh.inertia(routh.generate_drops(count=60, seed=1))
    lever, copy = study.fit.lever, study.fit.lever.copy()
    del run, study
    gc.collect()
    assert (samples == kept).all() and (lever == copy).all()


def test_pickled_corrections_can_be_used(tmp_path):
    data, quick = routh.generate_drops(count=60, seed=1), dict(laws="mirtich", references=0, resamples=10, draws=2, k_max=4)
    again = data.calibrate(pickle.loads(pickle.dumps(data.calibration())))
    assert (again.record["rx"] == data.calibrate().record["rx"]).all()
    routh.study(data, **quick).write(tmp_path / "results.json")
    used = routh.transfer(tmp_path / "results.json")
    again = routh.study(data, use=pickle.loads(pickle.dumps(used)), **quick)
    plain = routh.study(data, use=used, **quick)
    assert again.to_json() == plain.to_json()
    with pytest.raises(TypeError, match="Calibration"):
        data.calibrate(3)
    with pytest.raises(TypeError, match="Transfer"):
        routh.study(data, use="results.json", **quick)


def test_pickles():
    made = routh.simulate(count=2, seed=1)
    assert (pickle.loads(pickle.dumps(made)).record["x"] == made.record["x"]).all()
    run = pickle.loads(pickle.dumps(made.run()))
    assert (run.sample == made.run().sample).all()
    with pytest.raises(routh.Error, match="pickled"):
        run.write("run.svg")
    for made in (routh.inertia(routh.generate_drops(count=60)), routh.check(routh.generate_drops(count=60))):
        assert repr(pickle.loads(pickle.dumps(made))) == repr(made)


def test_threads_do_not_matter():
    assert (routh.simulate(count=4, threads=1).record == routh.simulate(count=4, threads=2).record).all()


def test_plots(tmp_path):
    data = routh.generate_drops(count=60, seed=1)
    axes = Axes()
    assert routh.simulate(vx=1).plot_path(axes) is axes and axes.labels["xlabel"] == "x (m)"
    study = routh.inertia(data, online=True)
    assert study.plot(Axes()).labels["xlabel"] == "lever (m²/s)"
    assert study.plot_online(Axes()).labels["ylabel"] == "m/I (1/m²)"
    rows = [f"rebound_angle_deg,{angle},{.9 * angle}\n" for angle in range(10, 80, 10)]
    (tmp_path / "r.csv").write_text("quantity,incidence_deg,value\n" + "".join(rows))
    found = routh.study(tmp_path / "r.csv", radius=.0025, speed=3.9, resamples=5)
    assert "incidence" in found.plot(Axes()).labels["xlabel"]
    with pytest.raises(ValueError, match="online"):
        routh.inertia(data).plot_online(Axes())


@pytest.mark.parametrize("options, error", [
    (dict(count=0), ValueError), (dict(count=-3), ValueError), (dict(count="many"), TypeError),
    (dict(count=2**62), routh.Error),
    (dict(shape="disc"), TypeError), (dict(mass=-1), routh.Error), (dict(mass=float("nan")), routh.Error),
    (dict(mass="heavy"), TypeError),
    (dict(inertia=1, gyration=1), ValueError), (dict(slope=2), ValueError), (dict(walls=[0] * 9), ValueError),
    (dict(walls=[float("nan")]), routh.Error), (dict(mu=-1), routh.Error), (dict(eps=2), routh.Error),
    (dict(law="nobody"), routh.Error),
    (dict(et=.5), TypeError), (dict(vx=(0, 1)), ValueError), (dict(count=2, vx=(1, 0)), ValueError),
    (dict(vx=[1, 2, 3]), ValueError),
    (dict(y=-.1), routh.Error), (dict(noise_db=20, noise={}), ValueError), (dict(noise=dict(z=1)), TypeError),
    (dict(force=dict(kind="wrong")), ValueError), (dict(force=dict(time=[0, 1])), KeyError),
    (dict(duration=-1), routh.Error),
    (dict(rate=0), routh.Error), (dict(unknown=1), TypeError),
    (dict(law="mirtich", integrator="steps"), ValueError),
    (dict(duration=float("inf")), routh.Error), (dict(name="a\0b"), ValueError), (dict(seed=1.5), TypeError),
    (dict(shape=routh.polygon([[-.02, -.02], [.1, -.02], [-.02, .1]])), routh.Error),
])
def test_simulate_refuses(options, error):
    with pytest.raises(error):
        routh.simulate(**options)


@pytest.mark.parametrize("options, error", [
    (dict(noise="wrong"), ValueError), (dict(noise={}, snr_db=1), ValueError), (dict(noise=3), TypeError),
    (dict(snr_db="x"), TypeError),
    (dict(estimator="wrong"), ValueError), (dict(regression="wrong"), ValueError), (dict(mass=-1), routh.Error),
    (dict(regression="sliding-mode", estimator="errors-in-variables"), routh.Error), (dict(unknown=1), TypeError),
    (dict(frame="wrong"), routh.Error), (dict(online=1), TypeError), (dict(size_error=-1), routh.Error),
    (dict(noise="flights"), routh.Error),
])
def test_inertia_refuses(options, error):
    with pytest.raises(error):
        routh.inertia(routh.generate_drops(count=30, seed=1), **options)


def test_inertia_of_things_that_are_none(tmp_path):
    for thing, error in ((3, TypeError), (None, TypeError), ({}, ValueError), ("nowhere.h5", routh.Error),
                         ({"rx": [1]}, routh.Error)):
        with pytest.raises(error):
            routh.inertia(thing)


def _drop(path, scale=1):
    fall = [(i / 100, .5 - 4.905 * (i / 100)**2) for i in range(30)]
    lines = ["time,x,y,theta"] + [f"{time},{scale * time},{scale * y},0" for time, y in fall]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_read_says_what_it_understood(tmp_path):
    data = routh.read(_drop(tmp_path / "drop.csv"), shape=routh.disc(.05), mass=.1)
    assert data.recording.tracks.count == 1 and data.trajectory[0].x[-1] == pytest.approx(.29)
    assert data.recording.words and "motions" in data.to_json()["recording"]
    mm = routh.read(_drop(tmp_path / "mm.csv", 1000), units="mm", shape=routh.disc(.05), mass=.1)
    numpy.testing.assert_allclose(mm.trajectory[0].y, data.trajectory[0].y, rtol=1e-12)
    with pytest.raises(routh.Error, match="mm"):  # free fall says so
        routh.read(tmp_path / "mm.csv", shape=routh.disc(.05), mass=.1)


@pytest.mark.parametrize("options, error", [
    (dict(columns="x"), routh.Error), (dict(units="furlongs"), routh.Error), (dict(up="sideways"), routh.Error),
    (dict(up=[0, "z"]), TypeError), (dict(rigid_body="nobody"), routh.Error), (dict(radius=1), TypeError),
    (dict(mass="x"), TypeError),
    (dict(shape=3), TypeError), (dict(units="m\0m"), ValueError), (dict(skip_bad=1), TypeError),
    (dict(rate=-1), routh.Error),
])
def test_read_refuses(options, error, tmp_path):
    with pytest.raises(error):
        routh.read(_drop(tmp_path / "drop.csv"), **{"shape": routh.disc(.05), "mass": .1, **options})


def test_read_knows_other_kinds(tmp_path):
    routh.simulate3(count=2, duration=.1).dataset.write(tmp_path / "tosses.h5")
    assert type(routh.read(tmp_path / "tosses.h5")) is routh.Dataset3
    with pytest.raises(TypeError, match="routh.toss"):
        routh.fit(tmp_path / "tosses.h5")
    (tmp_path / "r.csv").write_text("quantity,incidence_deg,value\nrebound_angle_deg,10,9\n")
    with pytest.raises(TypeError, match="radius"):
        routh.read(tmp_path / "r.csv")
    rebounds = routh.read(tmp_path / "r.csv", radius=.0025, speed=3)
    assert rebounds.count == 1
    with pytest.raises(routh.Error):
        rebounds.study()


def test_a_check_keeps_its_systematics():
    check = routh.check(routh.generate_drops(count=60, seed=1))
    found = check.systematics
    del check
    gc.collect()
    assert found is None or found.count > 0


@pytest.mark.parametrize("call, error", [
    (lambda data: data.quantity("nothing"), routh.Error), (lambda data: data.quantity(3), TypeError),
    (lambda data: data.split(groups=1), routh.Error), (lambda data: data.split(groups=1000), routh.Error),
    (lambda data: data.systematics(law="nobody"), routh.Error), (lambda data: data.decide_frame("wrong"), routh.Error),
    (lambda data: data.write_contacts("contacts.svg"), routh.Error), (lambda data: data.diagnose(nothing=1), TypeError),
    (lambda data: routh.individual(data, laws="nobody"), routh.Error),
    (lambda data: routh.individual(data, laws=[]), ValueError),
    (lambda data: routh.check(data, "wrong"), routh.Error), (lambda data: routh.check(3), TypeError),
    (lambda data: routh.check(data, calibrate="yes"), TypeError), (lambda data: data.segment(), routh.Error),
])
def test_datasets_refuse(call, error, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error):
        call(routh.generate_drops(count=30, seed=1))


def test_a_study_is_read_at_a_glance(tmp_path):
    study = routh.study(routh.generate_drops(count=60), ["mirtich", "whittaker"], references=0, resamples=10, draws=2, k_max=4)
    lines = repr(study.laws).splitlines()
    assert len(lines) == 2 and lines[0].startswith("Mirtich: mu = ") and lines[0] == repr(study.laws[0])
    assert repr(study.check).startswith("frame (fine): ")
    assert study.frames["as-recorded"] is study.frames[0] and repr(study.frames) == "1 of FrameStudy: as-recorded"
    again = pickle.loads(pickle.dumps(study))
    assert repr(again.laws) == repr(study.laws)
    with pytest.raises(routh.Error, match="pickled"):
        again.write(tmp_path / "folder")
    assert not (tmp_path / "folder").exists()
    with pytest.raises(ValueError, match="there are table-1"):
        study.write(tmp_path / "mine.csv")
    study.write(tmp_path / "table-1-mine.csv")
    assert (tmp_path / "table-1-mine.csv").exists()


def test_a_law_is_a_name_in_frames():
    pytest.importorskip("pandas")
    study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
    assert list(study.laws.to_pandas()["law"]) == ["mirtich"]
