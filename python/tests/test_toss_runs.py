"""How studies of tosses run: progress, stops, threads, and whole tosses that are predicted."""
import pytest
from axes import Axes
from test_tosses import STARTS

import routh


@pytest.fixture(scope="module")
def few():
    """As many as laws need to be compared, and no more; sharp, which is measured soonest."""
    return routh.simulate3(count=10, mu=.2, eps=.4, seed=5, **STARTS).dataset


def test_progress_and_stop(few):
    heard = []
    routh.toss(few, resamples=2, law="rigid", progress=lambda what, fraction: heard.append((what, fraction)))
    assert heard and all(0 <= fraction <= 1 for _, fraction in heard)
    with pytest.raises(routh.Cancelled):
        routh.toss(few, resamples=50, progress=lambda what, fraction: True)
    with pytest.raises(ZeroDivisionError):
        routh.toss(few, resamples=50, progress=lambda what, fraction: 1 / 0)


def test_threads_do_not_matter(few):
    one, two = (routh.toss(few, resamples=2, law="rigid", threads=threads) for threads in (1, 2))
    assert one.compared and one.to_json() == two.to_json()


def test_rollouts(few):
    made = routh.rollouts(few, evaluations=30, ablations=False, resamples=2, law="rigid",
                          fit={"folds": 2, "errors": False, "free": 3})
    assert made.summary.tosses >= 9 and made.summary.position < .5
    assert made.parameters.keys() == {"mu", "mu_slide"} and made.rollout[0].state.dtype.names[0] == "time"
    assert made.dataset.count == made.single.dataset.count and made.findings[0].text
    axes = Axes()
    assert made.plot_errors(axes) is axes and "(s)" in axes.labels["xlabel"]
    assert "parameter, with intervals" in repr(made)
    for wrong in (dict(evaluations=5), dict(fit={"folds": 1}), dict(fit={"colour": 1}), dict(spread=3), dict(resamples=2)):
        with pytest.raises((TypeError, ValueError, routh.Error)):
            routh.rollouts(made.single, **{"evaluations": 30, **wrong})
