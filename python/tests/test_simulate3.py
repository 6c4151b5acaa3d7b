"""Worlds and runs in space against closed forms, and what they refuse."""
import math
import pickle

import numpy
import pytest
from axes import Axes

import routh


def test_free_flight_is_a_parabola():
    run = routh.world3("box:0.1,0.2,0.3", mass=2, gravity=3).run(position=[0, 0, 50], velocity=[1, 2, 3], spin=[0, 0, 4], duration=1)
    t = run.sample["time"]
    assert numpy.allclose(run.sample["position"], numpy.stack([t, 2 * t, 50 + 3 * t - 1.5 * t**2], 1), atol=1e-12)
    turn = 2 * numpy.arctan2(run.sample["orientation"][:, 3], run.sample["orientation"][:, 0])
    assert numpy.allclose(numpy.unwrap(turn), 4 * t, atol=1e-9) and run.record_count == 0 and not run.rests


def test_ball_bounces_by_its_restitution():
    eps, height = .7, .5
    run = routh.world3(routh.Shape3.ellipsoid([.05, .05, .05], corners=12), 1, law="frictionless", eps=eps).run(
        position=[0, 0, height + .2], duration=1.5)
    fall = run.world.distance([0, 0, height + .2])
    first = run.record[0]
    assert first["time"] == pytest.approx(math.sqrt(2 * fall / 9.81), rel=1e-9)
    energy = (numpy.sum(run.record["after"]["velocity"]**2, 1) / numpy.sum(run.record["before"]["velocity"]**2, 1))[0]
    assert energy <= 1 + 1e-12 and first["speed"] == pytest.approx(math.sqrt(2 * 9.81 * fall), rel=1e-9)


def test_a_sphere_like_corner_keeps_newtons_ratio():
    run = routh.world3("cube:0.1", 1, law="frictionless", eps=.6).run(orientation=(1, 0, 0, 0), duration=.3)
    assert run.record[0]["contacts"] == 4  # flat on its face
    assert run.record[0]["after"]["velocity"][2] == pytest.approx(-.6 * run.record[0]["before"]["velocity"][2], rel=1e-9)


def test_many_are_drawn_where_they_should_be():
    made = routh.simulate3(count=200, position=[(-1, 0, 1), (1, 0, 2)], velocity=[(0, -2, 0), (0, 2, 0)], duration=.02, rate=100, seed=9)
    starts = numpy.array([made.toss(i).sample[0]["position"] for i in range(200)])
    assert (abs(starts[:, 0]) <= 1).all() and (starts[:, 1] == 0).all() and starts[:, 0].std() == pytest.approx(2 / 12**.5, rel=.15)
    assert made.dataset.trajectory[7].position[0] == pytest.approx(starts[7] - 0, abs=1e-12)
    noisy = routh.simulate3(count=200, position=[(-1, 0, 1), (1, 0, 2)], velocity=[(0, -2, 0), (0, 2, 0)], duration=.02, rate=100, seed=9,
                            position_noise=.01, rotation_noise=.02)
    off = numpy.concatenate([a.position - b.position for a, b in zip(noisy.dataset.trajectory, made.dataset.trajectory)])
    assert off.std() == pytest.approx(.01, rel=.1)


def test_the_same_again_on_any_thread():
    one, two = (routh.simulate3(count=20, seed=3, duration=.4, threads=n) for n in (1, 2))
    assert all((a.position == b.position).all() for a, b in zip(one.dataset.trajectory, two.dataset.trajectory))


@pytest.mark.parametrize("wrong", [
    dict(shape="cone:1"), dict(mass=-1), dict(mass="heavy"), dict(mass=1, density=1), dict(density=0), dict(rounding=1), dict(mu=-1),
    dict(eps=2), dict(eta2=1), dict(law="mirtich"), dict(law=5), dict(law="frictionless", mu=.1), dict(several="all"), dict(gravity=-1),
    dict(planes=[]), dict(planes=[1]), dict(planes=[([0, 0, 0], [0, 0, 0])]), dict(planes=[([0, 0], [0, 0, 1])]), dict(centre=[1, 2]),
    dict(inertia=[1, 2, 3]), dict(inertia=-numpy.eye(3)), dict(part=5), dict(count=0), dict(count=-3), dict(count=1.5), dict(count=10**12),
    dict(position=[0, 0, 0]), dict(position=[0, 0]), dict(position=[[0, 0, 1], [0, 0, 2]]), dict(velocity=[math.nan, 0, 0]),
    dict(velocity="fast"), dict(spin=[None, 0, 0]), dict(orientation=[1, 1, 0, 0]), dict(orientation=[1, 0, 0]), dict(duration=-1),
    dict(duration=math.nan), dict(rate=0), dict(integrator="euler"), dict(step=0, integrator="steps"), dict(position_noise=-1),
    dict(rotation_noise=math.inf, count=2), dict(seed=-1), dict(seed="x"), dict(colour=1), dict(scatter=3), dict(scatter=dict(mu=-1)),
    dict(name="a\0b"), dict(threads=-2), dict(progress="loud")])
def test_bad_worlds(wrong):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        routh.simulate3(**{"duration": .1, **wrong})


def test_writers_and_pickles(tmp_path):
    made = routh.simulate3(duration=.2)
    for ending in ("json", "csv", "svg", "html", "h5"):
        made.write(tmp_path / f"toss.{ending}")
        assert (tmp_path / f"toss.{ending}").stat().st_size > 100
    assert made.run.to_json()["samples" if "samples" in made.run.to_json() else "body"] is not None
    many = routh.simulate3(count=2, duration=.1)
    with pytest.raises(ValueError, match="single"):
        many.write(tmp_path / "x.csv")
    with pytest.raises(IndexError):
        many.toss(2)
    again = pickle.loads(pickle.dumps(made))
    assert (again.run.sample == made.run.sample).all() and again.world.mass == made.world.mass
    axes = Axes()
    assert made.run.plot_height(axes) is axes and axes.labels["ylabel"] == "height (m)"


def test_progress_stops_it():
    with pytest.raises(routh.Cancelled):
        routh.simulate3(count=500, duration=1, progress=lambda what, fraction: True)
