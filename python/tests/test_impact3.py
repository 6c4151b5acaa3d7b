"""Impacts in space, and scenes: closed forms, the plane as a limit, and input that nobody should give.

SPDX-License-Identifier: BSD-3-Clause
"""
import math
import pickle

import numpy
import pytest
import routh
from axes import Axes

CONTACT = [3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]


def contacts(count, seed=1):
    draw = numpy.random.default_rng(seed)
    half = draw.normal(size=(count, 3, 3))
    return {"w": half @ half.transpose(0, 2, 1) + .3 * numpy.eye(3), "v": draw.normal(size=(count, 3)) - [0, 0, 5]}


def ball(mass=1, radius=1, velocity=(-1, 0, -5), spin=(0, 2, 0)):
    return routh.Body3(name="ball", mass=mass, inertia=.4 * mass * radius**2 * numpy.eye(3), position=[0, 0, radius],
                       velocity=velocity, spin=spin)


def scene():
    lower = ball(velocity=[.2, 0, -1], spin=[0, 0, 0])
    upper = routh.Body3(name="upper", mass=2, inertia=.8 * numpy.eye(3), position=[0, 0, 3], velocity=[0, .1, -3])
    ground = routh.Body3(name="ground", freedom="fixed")
    return routh.Scene([lower, upper, ground], [{"a": 0, "b": 2, "normal": [0, 0, 1], "eps": .5},
                                                {"a": 1, "b": 0, "point": [0, 0, 2], "normal": [0, 0, 1], "eps": .7}])


def test_the_rigid_law_in_a_plane_is_mirtich():
    draw = numpy.random.default_rng(4)
    for _ in range(20):
        half = draw.normal(size=(2, 2))
        plane = half @ half.T + .3 * numpy.eye(2)
        v, mu, eps = [draw.normal(), -1 - draw.uniform()], draw.uniform(), draw.uniform()
        w = numpy.eye(3)
        w[0, 0], w[0, 2], w[2, 0], w[2, 2] = plane[0, 0], plane[0, 1], plane[0, 1], plane[1, 1]
        space = routh.solve3("rigid", routh.Contact3(w=w, v=[v[0], 0, v[1]]), mu=mu, eps=eps)
        flat = routh.solve("mirtich", routh.Contact(plane[0, 0], plane[0, 1], plane[1, 1], *v), mu=mu, eps=eps)
        assert (space.p[0], space.p[2]) == pytest.approx((flat.pt, flat.pn), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("law", list(routh.laws3))
def test_many_are_each_one(law):
    given = contacts(1100)
    many = routh.solve3(law, given, mu=.3, eps=.6, threads=2)
    for i in (0, 1, 1023, 1024, 1099):
        one = routh.solve3(law, routh.Contact3(w=given["w"][i], v=given["v"][i]), mu=.3, eps=.6)
        assert numpy.array_equal(one.p, many.p[i]) and numpy.array_equal(one.v, many.v[i])
        assert one.phases == many.phases[i] and one.energy.friction == many.energy["friction"][i]
    left = given["v"] + (given["w"] @ many.p[:, :, None])[:, :, 0]
    assert numpy.allclose(left, many.v, atol=1e-6)


def test_columns_win_over_arguments():
    columns = dict(zip(("w11", "w12", "w13", "w22", "w23", "w33", "v1", "v2", "v3"), numpy.tile(CONTACT, (3, 1)).T))
    many = routh.solve3("rigid", {**columns, "mu": [0, .1, .2], "e": [0, 0, 1]}, mu=9., eps=.3)
    assert many.p[0, 0] == 0 and many.v[2, 2] == pytest.approx(5)
    again = routh.solve3("rigid", columns, mu=[0, .1, .2], eps=[0, 0, 1])
    assert numpy.array_equal(many.p, again.p)


def test_a_ball_bounces_by_closed_form():
    strike = routh.strike(ball(mass=2, radius=.5, velocity=[0, 0, -3], spin=[0, 0, 0]), eps=.5)
    assert strike.after[0].velocity == pytest.approx([0, 0, 1.5], abs=1e-9)
    assert strike.outcome.p[2] == pytest.approx(2 * 4.5)
    assert strike.before[0].energy == 9


def test_scenes_keep_momentum_and_energy():
    before = scene()
    collision = before.solve(rigid=True)
    after = collision.after
    gained = sum(b.mass * (b.velocity - a.velocity) for a, b in zip(before.body[:2], after.body[:2]))
    axes = numpy.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert gained == pytest.approx(axes @ collision.impulses[0], abs=1e-9)
    assert sum(body.energy for body in after.body) == pytest.approx(collision.energy_after)
    assert collision.energy_after < collision.energy_before and collision.rigid.orders > 0
    trace = before.trace(points=50)
    total = trace.moment["kinetic"] + trace.moment["stored"]
    assert (numpy.diff(total) < 1e-9).all() and trace.body.shape == (trace.count, 3)
    assert trace.contact["p"][-1] == pytest.approx(trace.collision.impulses)
    axes = Axes()
    assert trace.plot_energy(axes) is axes


def test_results_are_pickled():
    trace = scene().trace(points=10, rigid=True)
    made = [routh.trace(CONTACT), routh.strike(ball()), routh.strike(ball()).study(5), scene(), scene().solve(), trace,
            routh.solve3("rigid", CONTACT), routh.Pair(), routh.Body3(), routh.Contact3(w=numpy.eye(3), v=[0, 0, -1])]
    for one in made:
        other = pickle.loads(pickle.dumps(one))
        assert repr(other) == repr(one) and type(other) is type(one)
    assert pickle.loads(pickle.dumps(scene())).solve().energy_after == scene().solve().energy_after
    many = pickle.loads(pickle.dumps(routh.solve3("rigid", [CONTACT] * 3)))
    assert many.p.shape == (3, 3)


def test_another_versions_pickles_are_refused(monkeypatch):
    import routh._structs

    raw = pickle.dumps(routh.trace(CONTACT, points=3))
    monkeypatch.setattr(routh._structs, "version", lambda: "99.0.0")
    with pytest.raises(routh.Error, match="99.0.0"):
        pickle.loads(raw)


def test_arrays_outlive_their_result():
    moments = routh.trace(CONTACT, points=20).moment
    again = routh.trace(CONTACT, points=20).moment
    for _ in range(50):
        routh.trace(CONTACT, points=21, mu=.9)
    assert numpy.array_equal(moments, again) and not moments.flags.writeable
    bodies = scene().solve().after.body
    for _ in range(50):
        scene().solve()
    assert bodies["upper"].velocity == pytest.approx(scene().solve().after.body["upper"].velocity)


@pytest.mark.parametrize("call", [
    lambda: routh.solve3("rigit", CONTACT), lambda: routh.solve3(3, CONTACT), lambda: routh.solve3("rigid", None),
    lambda: routh.solve3("rigid", [1, 2, 3]), lambda: routh.solve3("rigid", {"w11": [1]}),
    lambda: routh.solve3("rigid", "abc"),
    lambda: routh.solve3("rigid", {"w": numpy.eye(3), "v": [1, 2]}),
    lambda: routh.solve3("rigid", {"w": numpy.eye(4), "v": [1, 2, 3, 4]}),
    lambda: routh.solve3("rigid", CONTACT, mu=-1), lambda: routh.solve3("rigid", CONTACT, mu="x"),
    lambda: routh.solve3("rigid", CONTACT, nu=.7),
    lambda: routh.solve3("rigid", CONTACT, nu=.1, eta2=1), lambda: routh.solve3("rigid", CONTACT, gamma=1),
    lambda: routh.solve3("rigid", [CONTACT] * 2, mu=[1, 2, 3]),
    lambda: routh.solve3("rigid", numpy.full((2, 9), math.nan)),
    lambda: routh.solve3("rigid", [CONTACT[:8] + [5]] * 2), lambda: routh.solve3("rigid", -numpy.array([CONTACT])),
    lambda: routh.solve3("rigid", numpy.array([[object()] * 9])),
    lambda: routh.solve3("rigid", [CONTACT], threads="two"),
    lambda: routh.trace([CONTACT] * 2), lambda: routh.trace(CONTACT, points=0),
    lambda: routh.trace(CONTACT, points=1e12),
    lambda: routh.trace(CONTACT, points=-1), lambda: routh.trace(CONTACT).write("x.svg", figure="no such"),
    lambda: routh.strike("ball"),
    lambda: routh.strike(ball(), 3), lambda: routh.strike(CONTACT, routh.Body3()),
    lambda: routh.strike(routh.Body3()),
    lambda: routh.strike(ball(), point=[0, 0]), lambda: routh.strike(ball(), normal=[0, 0, 0]),
    lambda: routh.strike(ball(), about="a\0b"),
    lambda: routh.strike(CONTACT).study(), lambda: routh.strike(ball()).study(steps=0),
    lambda: routh.Body3(mass="heavy"),
    lambda: routh.Body3(freedom="flying"), lambda: routh.Body3(name="x" * 1000),
    lambda: routh.Body3(inertia=numpy.eye(2)),
    lambda: routh.Body3(colour="red"), lambda: routh.Contact3(w=numpy.eye(3), v=["a", "b", "c"]),
    lambda: routh.Scene([], []),
    lambda: routh.Scene([3], []), lambda: routh.Scene([routh.Body3()], [3]), lambda: routh.Scene(3, 4),
    lambda: routh.Scene([routh.Body3(), routh.Body3()], [{"a": 0, "b": 7}]),
    lambda: routh.Scene([routh.Body3()], [{"a": 0, "b": 0}]),
    lambda: routh.Scene([routh.Body3(), routh.Body3()], [{"a": -1, "b": 0}]), lambda: scene().solve(tolerance=2),
    lambda: scene().solve(tolerance="x"), lambda: scene().trace(points=0), lambda: scene().trace(points=10**9),
    lambda: scene().solve(rigid=1),
    lambda: scene().solve().write("x.bmp/y"), lambda: routh.read_scene("/no/such/file.json"),
    lambda: routh.read_scene(""),
    lambda: routh.read_scene(3),
    lambda: routh.Pair(mu=1).replace(nu=3),
    lambda: routh.contact3(routh.Body3(), 3), lambda: routh.SceneContact(mu=.1, pair={"mu": .2}),
    lambda: routh.SceneContact(pair=3),
])
def test_wrong_calls(call):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        call()


def test_a_bad_scene_says_where(tmp_path):
    path = tmp_path / "scene.json"
    path.write_text('{"bodies": [{"mass": "much"}], "contacts": []}', encoding="utf-8")
    with pytest.raises(routh.Error) as caught:
        routh.read_scene(path)
    assert "mass" in str(caught.value) and caught.value.file.endswith("scene.json")
