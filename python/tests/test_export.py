"""Parameters for simulators against formulas, and what is refused."""
import math
import pickle

import numpy
import pytest

import routh


def test_settings_by_formula():
    bullet = routh.export(mu=.3, eps=.6, to="bullet", shape="cube:0.1", mass=1).setting
    assert bullet["friction"] == .3 and bullet["restitution"] == .6
    drake = routh.export(mu=.3, eps=.6, to="drake", shape="cube:0.1", mass=1, step=1e-4)
    assert drake.setting["friction"] == .3 and drake.setting["dissipation"] > 0
    ball = routh.export(mu=.3, eps=.6, to="json", shape="ellipsoid:0.1,0.1,0.1", density=1000)
    assert ball.world.mass == pytest.approx(1000 * 4 / 3 * math.pi * .1**3) and ball.engine is None and ball.setting is None
    assert ball.world.inertia[0, 0] == pytest.approx(.4 * ball.world.mass * .01)
    thick = routh.export(mu=.3, eps=.6, to="json", shape="disc:0.1", density=1000)
    assert thick.world.mass == ball.world.mass


def test_sources():
    study = routh.toss(routh.simulate3(count=12, mu=.2, eps=.4, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.6).dataset, resamples=3)
    made = routh.export(study, to="mjcf", material="rigid")
    assert made.setting["friction"] == pytest.approx(.2, abs=.02) and made.world.mass == pytest.approx(.37)
    assert "<mujoco" in made.model
    cube = routh.materials()["cube on board"]
    assert str(routh.export(cube, to="sdf")) == str(routh.export("cube on board", to="sdf"))
    assert str(routh.export(routh.materials(), to="sdf", material="cube on board")) == str(routh.export(cube, to="sdf"))


def test_draws():
    made = routh.export("cube on board", to="bullet")
    draws = made.draws(40, seed=2)
    mu = numpy.array([row.value[0] for row in draws.setting])
    assert (mu == draws.set[:, 0]).all() and mu.std() == pytest.approx(made.material.mu.error, rel=.4)
    assert "Draw 3 of seed 2" in draws.model(2) and draws.without == 0 and "Draw" not in str(made)
    for wrong in (0, -1, 10**9, 1.5, "x"):
        with pytest.raises((TypeError, ValueError)):
            made.draws(wrong)
    with pytest.raises(IndexError):
        draws.model(40)
    with pytest.raises(routh.Error, match="one engine"):
        routh.export("cube on board", to="json").draws(3)


@pytest.mark.parametrize("wrong", [
    dict(), dict(mu=.3), dict(mu=-1, eps=.5), dict(mu=.3, eps=1.5), dict(mu="x", eps=.5), dict(mu=.3, eps=.5, to="unity"),
    dict(mu=.3, eps=.5, to=3), dict(mu=.3, eps=.5, step=0), dict(mu=.3, eps=.5, speed=[3, 1]), dict(mu=.3, eps=.5, speed=[1]),
    dict(mu=.3, eps=.5, rounding=.01), dict(mu=.3, eps=.5, density=1000), dict(mu=.3, eps=.5, shape="cube:0.1", mass=1, density=1),
    dict(mu=.3, eps=.5, shape="cube:0.1", mass=-1), dict(mu=.3, eps=.5, shape="mesh:part.stl", mass=1), dict(mu=.3, eps=.5, shape=5),
    dict(mu=.3, eps=.5, to="drake"), dict(source="no such material"), dict(source=5), dict(material="no such material"),
    dict(mu=.3, eps=.5, colour=1), dict(mu=.3, eps=.5, mesh="x"), dict(mu=.3, eps=.5, restitution="galilei"),
    dict(mu=.3, eps=.5, shape="cube:0.1", mass=1, centre=[0, 1]), dict(mu=.3, eps=.5, shape="cube:0.1", mass=1, inertia=[1, 1]),
    dict(mu=.3, eps=.5, shape=routh.Shape3.of_points(numpy.eye(4, 3)), mass=1), dict(mu=.3, eps=.5, prove=True),
    dict(mu=.3, eps=.5, prove=True, to="drake", shape="cube:0.1", mass=1), dict(mu=.3, eps=.5, prove=True, textbook=True),
    dict(mu=.3, eps=.5, prove=True, shape="cube:0.1", mass=1, engines="/no/such/folder"), dict(mu=.3, eps=.5, step=math.nan),
    dict(mu=.3, eps=.5, prove={"colour": 1}, shape="cube:0.1", mass=1)])
def test_refused(wrong):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        routh.export(**{"to": "mjcf", **wrong})


def test_models_need_a_body(tmp_path):
    made = routh.export(mu=.3, eps=.5, to="mjcf")
    for use in (lambda: made.model, lambda: made.write(tmp_path / "x", model=True), lambda: made.write_draws(tmp_path, 2)):
        with pytest.raises(routh.Error, match="body"):
            use()
    again = pickle.loads(pickle.dumps(made))
    assert str(again) == str(made) and again.setting == made.setting
    with pytest.raises(routh.Error, match="pickled"):
        again.draws(2)


def test_engines():
    assert set(routh.engines) >= {"mujoco", "bullet", "ode", "dart", "drake", "physx"}
    assert pickle.loads(pickle.dumps(routh.engines["ode"])) is routh.engines["ode"]
    with pytest.raises(routh.Error, match="mujoco"):
        routh.engine("mujoko")
    for wrong in (5, None):
        with pytest.raises(TypeError):
            routh.engine(wrong)
