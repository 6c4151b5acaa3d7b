"""Laws that are Python functions: the same numbers as the library's own, exceptions, Ctrl-C, threads.

SPDX-License-Identifier: BSD-3-Clause
"""
import pickle
import signal
import threading
import time

import numpy
import pytest
import routh
from test_impact import IMPACT, impacts


def whittaker(contact, mu, eps):
    """stops slip and turns vn into -eps vn, within the cone"""
    determinant = contact.wtt * contact.wnn - contact.wtn**2
    away = -contact.vn * (1 + eps)
    pt = (-contact.vt * contact.wnn - away * contact.wtn) / determinant
    pn = (contact.wtt * away + contact.wtn * contact.vt) / determinant
    if abs(pt) <= mu * pn:
        return pt, pn, "sticking"
    return numpy.copysign(mu * pn, pt), pn, "sliding"


def test_it_answers_as_the_librarys_own():
    law = routh.own_law(whittaker, name="mine")
    ours, theirs = routh.solve(law, impacts(200), mu=.2, eps=.5), routh.solve("whittaker", impacts(200), mu=.2, eps=.5)
    assert ours.modes == theirs.modes
    for name in ("pt", "pn", "vx", "vy", "omega"):
        assert numpy.allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-9, atol=1e-12)
    for threads in (1, 2):
        again = routh.solve(law, impacts(200), mu=.2, eps=.5, threads=threads)
        assert numpy.array_equal(again.pt, ours.pt)


def test_it_is_in_the_ellipse():
    law = routh.own_law(whittaker, name="mine", title="My own", rule="as Whittaker")
    study = routh.ellipse(IMPACT, mu=.2, eps=.5, laws=[law, "whittaker"])
    mine, theirs = study.laws
    assert mine.law is law and mine.law.title == "My own"
    assert mine.outcome.pt == pytest.approx(theirs.outcome.pt)
    assert mine.region.area == pytest.approx(theirs.region.area, rel=1e-6)
    assert routh.stick_friction(law, IMPACT, eps=.5).mu == pytest.approx(routh.stick_friction("whittaker", IMPACT, eps=.5).mu)


def test_it_is_fitted_and_studied():
    if not hasattr(routh, "fit"):
        pytest.skip("there are no fits yet")
    data = routh.generate_drops(count=40, seed=2)
    law = routh.own_law(whittaker, name="mine")
    fit = routh.fit(data, laws=[law, "whittaker"], resamples=5)
    mine, theirs = fit.laws
    assert mine.law is law
    for name in ("mu", "eps"):
        assert mine.parameters[name].value == pytest.approx(theirs.parameters[name].value, rel=1e-3)


def test_what_it_raises_comes_out():
    class Own(Exception):
        pass

    def bad(contact, mu, eps):
        raise Own("for a reason")

    law = routh.own_law(bad)
    for call in (lambda: routh.solve(law, IMPACT), lambda: routh.solve(law, impacts(100)),
                 lambda: routh.solve(law, impacts(100), threads=2), lambda: routh.ellipse(IMPACT, laws=[law]),
                 lambda: routh.stick_friction(law, IMPACT), lambda: routh.solve(law, impacts(9), unsolved="nan")):
        with pytest.raises(Own, match="for a reason"):
            call()
    if hasattr(routh, "fit"):
        with pytest.raises(Own):
            routh.fit(routh.generate_drops(count=40), laws=[law])
        with pytest.raises(Own):
            routh.study(routh.generate_drops(count=40), laws=["mirtich", law])
    assert routh.solve("mirtich", IMPACT).pn > 0  # nothing is left behind


def test_it_fails_after_a_while():
    calls = []

    def tired(contact, eps):
        calls.append(1)
        if len(calls) > 20:
            raise RuntimeError("enough")
        return 0, -(1 + eps) * contact.vn / contact.wnn

    with pytest.raises(RuntimeError, match="enough"):
        routh.solve(routh.own_law(tired), impacts(100000))
    assert len(calls) == 21


@pytest.mark.parametrize("answer", [None, 3, "ab", (1,), (1, 2, 3, 4), (1, "x"), (1, 2, "no such mode"), (1, 2, 3), {}])
def test_wrong_answers(answer):
    with pytest.raises((TypeError, ValueError)):
        routh.solve(routh.own_law(lambda contact, eps: answer, name="wrong"), IMPACT)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e308])
def test_answers_that_are_none(number):
    law = routh.own_law(lambda contact, eps: (number, 1), name="wild")
    with pytest.raises(routh.Error):
        routh.solve(law, IMPACT)
    assert routh.solve(law, impacts(3), unsolved="nan").modes == ["unsolved"] * 3


def test_ctrl_c_ends_it():
    def slow(contact, eps):
        time.sleep(.002)
        return 0, -(1 + eps) * contact.vn / contact.wnn

    law = routh.own_law(slow)
    timer = threading.Timer(.1, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # Python ignores it where it runs in the background
    start = time.perf_counter()
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            routh.solve(law, impacts(100000))
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - start < 20  # 200 s without


def test_two_threads_have_each_their_own_error():
    def fails(contact, eps):
        raise KeyError("mine alone")

    good, bad = routh.own_law(whittaker, name="good"), routh.own_law(fails)
    found = {}

    def work(name, law):
        try:
            for _ in range(20):
                found[name] = routh.solve(law, impacts(100))
        except KeyError as error:
            found[name] = error

    threads = [threading.Thread(target=work, args=pair) for pair in (("good", good), ("bad", bad))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert isinstance(found["bad"], KeyError) and len(found["good"]) == 100


def test_it_lives_as_long_as_it_is_used():
    study = routh.ellipse(IMPACT, laws=[routh.own_law(whittaker, name="mine", title="kept")])
    law = study.laws["mine"].law
    del study
    assert routh.solve(law, IMPACT).pn > 0 and law.title == "kept"
    with pytest.raises(routh.Error, match="pickle that"):
        pickle.dumps(law)


@pytest.mark.parametrize("make", [
    lambda: routh.own_law(3), lambda: routh.own_law(whittaker, name="mirtich"), lambda: routh.own_law(whittaker, name=""),
    lambda: routh.own_law(whittaker, name="a\0b"), lambda: routh.own_law(whittaker, ["mu", "unheard"]),
    lambda: routh.own_law(whittaker, {"mu": 3}), lambda: routh.own_law(whittaker, {"a": (1, 0, 2)}),
    lambda: routh.own_law(whittaker, {"a": {"low": 0}}), lambda: routh.own_law(whittaker, {"a": {"low": 0, "hi": 1}}),
    lambda: routh.own_law(whittaker, ["mu", "eps", "et", "eta2"]), lambda: routh.own_law(whittaker, restitution="none"),
    lambda: routh.own_law(whittaker, {"a": ("x", 1, 2)}), lambda: routh.own_law(whittaker, {"a": (float("nan"), 1, 2)}),
])
def test_wrong_laws(make):
    with pytest.raises((TypeError, ValueError, routh.Error)):
        make()


def test_parameters_of_its_own():
    law = routh.own_law(lambda contact, stiffness: (0, -2 * contact.vn / contact.wnn), {"stiffness": (1, 5, 100)}, name="soft")
    assert law.parameters["stiffness"].initial == 5 and law.values({}) == [5]
    with pytest.raises(routh.Error, match="stiffness"):
        routh.solve(law, IMPACT, stiffness=1000)
