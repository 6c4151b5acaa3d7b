"""What simulators with known laws do, and what is refused."""
import pickle

import pytest
from axes import Axes

import routh

STARTS = dict(velocity=[(-1, -1, 0), (1, 1, 0)], rate=500, duration=.5)


@pytest.fixture(scope="module")
def tosses():
    return routh.simulate3("cube:0.1", .5, count=30, mu=.25, eps=.6, seed=3, **STARTS).dataset


def test_the_law_is_recognised(tosses):
    shown = routh.judge(tosses).shown_at
    assert shown.space and shown.law[shown.best].name == "rigid" and shown.kind == "energetic"
    assert shown.eps_mean == pytest.approx(.6, abs=.01) and shown.mu == pytest.approx(.25, abs=.01) and shown.gains == 0
    assert len(shown.law) == shown.law_count and len(shown.bin) == shown.bin_count


def test_planar_drops():
    shown = routh.judge(routh.generate_drops(count=60, seed=2), resamples=5).shown_at
    assert not shown.space and shown.law_count > 3 and shown.count > 30


def test_results(tosses, tmp_path):
    series = routh.judge(tosses, bins=3)
    assert series.shown_at.bin_count == 3 and len(series.at) == series.count == 1
    for name in ("a.json", "a.csv", "a.svg", "a.html"):
        series.write(tmp_path / name)
    axes = Axes()
    assert series.plot_restitution(axes) is axes and "m/s" in axes.labels["xlabel"]
    again = pickle.loads(pickle.dumps(series))
    assert again.shown_at.eps_mean == series.shown_at.eps_mean and repr(again) == repr(series)


@pytest.mark.parametrize("wrong", [
    dict(), dict(data=5), dict(data="no such file"), dict(data="a\0b"), dict(engine="unity"), dict(engine="ode"),
    dict(engine="ode", shape="cube:0.1"), dict(engine="ode", shape="cube:0.1", mass=-1), dict(engine="ode", model="x.xml", shape="cube:0.1"),
    dict(engine="ode", shape="cube:0.1", mass=1, engines="/no/such/folder"), dict(engine="ode", shape="cube:0.1", mass=1, steps=[0]),
    dict(engine="ode", shape="cube:0.1", mass=1, steps=[1e-3, 1e-3]), dict(engine="ode", shape="cube:0.1", mass=1, steps="x"),
    dict(engine="ode", shape="cube:0.1", mass=1, steps=[(i + 1) * 1e-3 for i in range(9)]),
    dict(engine="ode", shape="cube:0.1", mass=1, setting={"colour": 1}), dict(engine="ode", shape="cube:0.1", mass=1, setting={"friction": -1}),
    dict(engine="ode", shape="cube:0.1", mass=1, setting=5), dict(engine="ode", shape="cube:0.1", mass=1, colour=1),
    dict(engine="drake", shape="cube:0.1", mass=1), dict(model="x.xml", data="x")])
def test_refused(wrong):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        routh.judge(**wrong)


@pytest.mark.parametrize("wrong", [dict(bins=0), dict(bins=9), dict(bins=-1), dict(gain="x"), dict(shape="cube:0.1"), dict(rate=5),
                                   dict(steps=[1e-3]), dict(setting={}), dict(colour=1), dict(flight_min=0), dict(threads=-1)])
def test_bad_options(tosses, wrong):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        routh.judge(tosses, **wrong)
