"""Recordings, drops, models, checks and inertia give back what they take: memory does not grow with the number of calls.

SPDX-License-Identifier: BSD-3-Clause
"""
import pickle

import pytest

import routh
from effort import SOAK, sliced
from test_leaks_space import failing, resident

TINY = {"starts": 1, "evaluations": 3}
KINDS = {  # calls in soak
    "drops": 10000, "simulate": 2000, "run": 10000, "bad simulate": 10000, "predict": 10000, "bad predict": 10000, "law": 10000,
    "learn": 2000, "bad learn": 10000, "read": 10000, "no file": 10000, "read model": 10000, "pickle model": 2000, "inertia": 10000,
    "check": 1000, "fit": 2000, "individual": 5000, "study": 200, "evidence": 10000, "quantity": 10000, "rebounds": 1000,
}


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("leaks")
    data = routh.generate_drops(count=20, seed=1)
    model = routh.learn(data, kind="rigid").model
    made, impacts = routh.simulate(duration=.05), data.impacts()
    data.write(folder / "drops.h5")
    model.write(folder / "model.h5")
    rows = [f"rebound_angle_deg,{angle},{.9 * angle}\n" for angle in range(10, 80, 10)]
    (folder / "rebounds.csv").write_text("quantity,incidence_deg,value\n" + "".join(rows))
    return {
        "drops": lambda: routh.generate_drops(count=20),
        "simulate": lambda: repr(routh.simulate(duration=.05, rate=50)),
        "run": lambda: made.run().sample,
        "bad simulate": failing(lambda: routh.simulate(y=-.1)),
        "predict": lambda: model.predict(impacts).mean,
        "bad predict": failing(lambda: model.predict([.1, 1e-4, .01, -.05, 1, 1, 0])),
        "law": lambda: routh.solve(model.as_law(), impacts),
        "learn": lambda: routh.learn(data, kind="rigid-2d", gp=TINY),
        "bad learn": failing(lambda: routh.learn(data, train_count=21)),
        "read": lambda: routh.read(folder / "drops.h5"),
        "no file": failing(lambda: routh.read("no such file")),
        "read model": lambda: routh.read_model(folder / "model.h5"),
        "pickle model": lambda: pickle.loads(pickle.dumps(model)),
        "inertia": lambda: routh.inertia(data),
        "check": lambda: repr(routh.check(data)),
        "fit": lambda: routh.fit(data, laws="smith", resamples=2),
        "individual": lambda: routh.individual(data, laws="smith"),
        "study": lambda: routh.study(data, "smith", references=0, resamples=2, draws=2, k_max=2),
        "evidence": lambda: data.frame_evidence(),
        "quantity": lambda: data.quantity("speed"),
        "rebounds": lambda: routh.study(folder / "rebounds.csv", radius=.0025, speed=3.9, resamples=2),
    }


@pytest.mark.parametrize("kind", sliced(KINDS, 3))
def test_memory_stays(kinds, kind):
    call, count = kinds[kind], KINDS[kind] if SOAK else 10
    for _ in range(max(5, count // 10)):  # caches and pools fill
        call()
    before = resident()
    for _ in range(count):
        call()
    grown = resident() - before
    assert grown < (2 << 20), f"{count} calls of {kind!r}: {grown / count:.0f} bytes a call"
