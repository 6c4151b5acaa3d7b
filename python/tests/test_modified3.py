"""Laws with modifiers in space: found by name, and fitted to tosses.

SPDX-License-Identifier: BSD-3-Clause
"""
import pytest
import routh


def test_found_by_name():
    law = routh.law3("rigid+eps-power")
    assert law is routh.law3("rigid+eps-power") and list(law.parameters) == ["eps", "mu", "eps_power"]
    assert law.name not in routh.laws3
    with pytest.raises(routh.Error, match="rigid.eps-power"):
        routh.law3("rigid+eps-powr")


def test_fitted_to_tosses():
    """Restitution .5 v^-.15: the law that has it finds the exponent, and predicts better than the one without."""
    made = routh.simulate3("cube:0.1", mass=.4, law="rigid+eps-power", mu=.2, eps=.5, eps_power=.15, count=25, seed=3, rate=240,
                           position=([0, 0, .15], [0, 0, .6]), duration=.9)
    study = routh.toss(made.dataset, law="rigid+eps-power", resamples=2)
    found = study.contestant["rigid+eps-power"]
    assert abs(found.eps_power.value - .15) < .02
    assert found.error < .7 * study.contestant["rigid"].error
    assert study.contestant.keys()[-1] == "floor" and len(study.contestant) == 6
