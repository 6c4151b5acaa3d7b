"""Whole tosses, predicted from their first flight.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._names import names_of
from ._options import Options, whole, with_options
from ._plots import axes_of
from ._structs import own, result, result_of
from ._toss import Fitted3, Study3, toss
from ._written import Written

ROLLOUTS = "routh_rollout_study_options"


@result("routh_rollout_study")
class RolloutStudy(Written):
    """Whole tosses predicted from their first flight, with parameters fitted to other tosses.

    Attributes
    ----------
    dataset : Dataset3
        The segmented dataset.
    single : Study3
        What single impacts say of it.
    summary : RolloutSummary
        Errors over tosses: distances ÷ `width` (m), angles in rad.
    estimate : RolloutEstimate
        Parameters fitted to all tosses; `parameters` has them by name.
    rollout : Rows of Rollout
        One for each toss: states (m, m/s, rad/s), and how far they are from the recording (m, rad).
    spread : SpreadStudy or None
        Distributions, where they were asked for.
    findings : Rows of Finding
        Conclusions in sentences.

    Examples
    --------
    >>> tosses = routh.simulate3(count=10, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.25, rate=100)
    >>> quick = {"free": 1, "folds": 2, "errors": False, "evaluations": 10}
    >>> made = routh.rollouts(tosses.dataset, flight_min=3, ablations=False, fit=quick)
    >>> made.summary.tosses
    10
    """

    _writer = "routh_rollout_study_write"

    @property
    def dataset(self):
        """The segmented dataset; SI units.

        Examples
        --------
        >>> isinstance(routh.types.RolloutStudy.dataset, property)
        True
        """
        return self._single.dataset

    @property
    def single(self):
        """What single impacts say, a Study3; SI units.

        Examples
        --------
        >>> isinstance(routh.types.RolloutStudy.single, property)
        True
        """
        return self._single

    @property
    def parameters(self):
        """Parameters fitted to all tosses, by name: value and interval of 95 %. mu, eps without unit, lengths in m, inertia in
        kg m², drag in 1/s.

        Examples
        --------
        >>> tosses = routh.simulate3(count=10, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.25, rate=100)
        >>> quick = {"free": 1, "folds": 2, "errors": False, "evaluations": 10}
        >>> list(routh.rollouts(tosses.dataset, flight_min=3, ablations=False, fit=quick).parameters)
        ['mu']
        """
        free = int(self.estimate.free)
        return {name: Fitted3(float(self.estimate.value[i]), tuple(float(self.estimate.interval[i][end])
                                                                   for end in ("low", "high")))
                for i, name in names_of("routh_rollout_parameter").items() if free >> i & 1}

    def to_pandas(self):
        """One row a toss: errors in m and rad, and whether it ends on the recorded face.

        Examples
        --------
        >>> callable(routh.types.RolloutStudy.to_pandas)
        True
        """
        return self.rollout.to_pandas()

    def plot_errors(self, axes=None):
        """Draws how far predictions are from the recording, over the time after the fitted flight: mean, median, 90 % quantile.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw. Time in s, distance ÷ the body's width.

        Returns
        -------
        The axes.

        Examples
        --------
        >>> callable(routh.types.RolloutStudy.plot_errors)
        True
        """
        axes = axes_of(axes, xlabel="time after the fitted flight (s)", ylabel="distance ÷ width",
                       title=f"{self.summary.tosses} tosses predicted")
        for field, label in (("position", "mean"), ("position_median", "median"), ("position_high", "90 % quantile")):
            axes.plot(self.moment["time"], self.moment[field], label=label)
        axes.legend()
        return axes


@with_options(ROLLOUTS, but=("single",))
def rollouts(data, *, evaluations=None, ablations=True, progress=None, threads=None, **options):
    """Predicts whole tosses from their first flight, with parameters fitted to other tosses. It takes minutes.

    Parameters
    ----------
    data : Study3, str, path or Dataset3
        A study of single impacts; or what `routh.toss` takes, which then is run first, with its options.
    evaluations : int, optional
        Most predictions of all tosses in one fit, 30 … 100000; default 200. The same as `fit={"evaluations": …}`.
    ablations : bool
        False: do not predict with less than everything.
    progress, threads : optional
        See `routh.toss`.
    {options}

    Returns
    -------
    RolloutStudy
        Distances ÷ width, angles in rad.

    Examples
    --------
    >>> tosses = routh.simulate3(count=10, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.25, rate=100)
    >>> quick = {"free": 1, "folds": 2, "errors": False, "evaluations": 10}
    >>> routh.rollouts(tosses.dataset, flight_min=3, ablations=False, fit=quick).summary.position < .1
    True
    """
    own_names = ("fit", "spread", "spread_evaluations", "ablation_evaluations")
    chosen = Options(ROLLOUTS, {key: options.pop(key) for key in own_names if key in options})
    if evaluations is not None:
        chosen.struct.fit.evaluations = whole(evaluations, "evaluations", 30, 100000)
    if not ablations:
        chosen.struct.ablation_evaluations = 0
    if isinstance(data, Study3):
        if options:
            raise TypeError(f"unknown argument {next(iter(options))}; there are evaluations, ablations, {', '.join(own_names)}")
        study = data
    else:
        study = toss(data, progress=progress, threads=threads, **options)
    chosen.struct.fit.calibrated = study.dataset.calibration.applied
    chosen.struct.single = ctypes.addressof(study._arguments()[0]._obj)
    owner = own("routh_rollout_study", [study._owner, study.dataset._owner, chosen])
    call("routh_rollout_study_run", ctypes.byref(study.dataset._owner.struct), chosen.pointer, ctypes.byref(owner.struct),
         progress=progress, threads=threads)
    made = result_of("routh_rollout_study", owner)
    object.__setattr__(made, "_single", study)
    return made
