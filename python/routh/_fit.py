"""Fits of contact laws to recorded impacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from . import _laws
from ._call import call
from ._library import C
from ._options import fill, with_options, words
from ._prepare import Samples, WithParameters, prepare
from ._structs import Owner, Struct, result
from ._written import Written

SIX = "six"


def laws_of(which):
    """A list of laws from a name, a law, several of them, or "six": those of the papers' tables."""
    if which is None or (isinstance(which, str) and which == SIX):
        return [law for law in _laws.laws.values() if "of-six" in law.traits]
    if isinstance(which, (str, _laws.Law)) or hasattr(which, "as_law"):
        return [_laws.law(which)]
    found = [_laws.law(law) for law in which]
    if not found:
        raise ValueError("laws is empty")
    return found


@result("routh_law_fits")
class LawFits(WithParameters, Struct):
    """One law, fitted: `fit.mu.value`, `fit.eps.interval`.

    Attributes
    ----------
    law : Law
    error_mean, error_median : float
        Relative error of the velocity after, on impacts that were not fitted; no unit.

    Examples
    --------
    >>> fit = routh.fit(routh.generate_drops(count=80), laws="mirtich", resamples=20).laws["mirtich"]
    >>> fit.error_mean < .1
    True
    """

    def _fitted(self):
        return self.value, self.low, self.high, self.deviation


@result("routh_fit_study")
class FitStudy(Written):
    """Laws fitted to a recording. `fit.laws["mirtich"].mu` is a parameter with its interval.

    Attributes
    ----------
    laws : Rows of LawFits
    frame, why : str
        The frame in which the recording was read, and the reason.
    bound_mean : float
        Relative error of the best that any rigid law could do; no unit.

    Examples
    --------
    >>> fit = routh.fit(routh.generate_drops(count=80, seed=1), resamples=20)
    >>> len(fit.laws)
    6
    """

    _writer = "routh_fit_study_write"

    @classmethod
    def _of(cls, struct, owner, up=None):
        made = super()._of(struct, owner, up)
        object.__setattr__(made, "laws", made.fit)
        return made

    def to_pandas(self):
        """One row a law and parameter: value and interval, in the parameter's unit.

        Examples
        --------
        >>> routh.fit(routh.generate_drops(count=80), laws="mirtich", resamples=20).to_pandas().shape
        (2, 6)
        """
        return parameter_frame(self.laws)

    def plot_parameters(self, axes=None):
        """Parameters with their intervals, one line a law and parameter; no unit for mu and eps.

        Examples
        --------
        >>> axes = routh.fit(routh.generate_drops(count=80), resamples=20).plot_parameters()
        """
        return plot_parameters(self.laws, axes)


def parameter_frame(laws):
    """One row a law and parameter, as a DataFrame."""
    from ._frames import _pandas

    rows = [(law.law.name, p.name, p.unit, p.value, *p.interval) for law in laws for p in law.parameters.values()]
    return _pandas().DataFrame(rows, columns=["law", "parameter", "unit", "value", "low", "high"])


def plot_parameters(laws, axes=None):
    """Parameters with their intervals; an arrow where there is no upper end."""
    from ._plots import COLOURS, axes_of

    axes = axes_of(axes, xlabel="value (no unit)")
    rows = [(law.law.title, p) for law in laws for p in law.parameters.values()]
    for i, (title, p) in enumerate(rows):
        low, high = p.interval
        colour = COLOURS[0 if p.name == "mu" else 1]
        axes.plot([low, high], [i, i], color=colour)
        if numpy.isfinite(low) and not numpy.isfinite(high):
            axes.plot(low, i, "|", color=colour)
            axes.annotate("", (1, i), (low, i), xycoords=("axes fraction", "data"), textcoords="data",
                          arrowprops={"arrowstyle": "->", "color": colour})
        axes.plot(p.value, i, "o", color="black", markersize=4)
    axes.set_yticks(range(len(rows)), [f"{title}, {p.name}" for title, p in rows])
    axes.invert_yaxis()
    return axes


@with_options("routh_fit_options", but=("resamples", "level", "seed"))
def fit(data, laws="six", frame="auto", calibrate=False, reflag=False, fit_count=0, draws=0, resamples=200, seed=1,
        covariates=None, explore=False, progress=None, threads=None, **options):
    """Which parameters of contact laws explain recorded impacts, with intervals.

    Parameters
    ----------
    data : Dataset, path or mapping of arrays
        SI units; see `routh.dataset`.
    laws : str, Law or list of these
        "six": those of the papers' tables.
    frame : str
        In which to read the impacts; "auto": what the data decide.
    calibrate, reflag : bool
        Correct the recording first; see `Dataset.calibrate` and `Dataset.reflag`.
    fit_count : int
        Impacts drawn to fit; the others test. 0: half of them, at most 500.
    draws : int
        Instead of one fit with intervals, this number of fits to `fit_count` impacts each.
    resamples : int
        Of the bootstrap behind the intervals.
    seed : int
        Of draws and resamples: the same seed gives the same result.
    covariates : list of dict
        Parameters that depend on something: parameter, quantity, degree.
    explore : bool
        Look for what restitution and friction depend on.
    {options}

    Examples
    --------
    >>> fit = routh.fit(routh.generate_drops(count=200, mu=.2, eps=.6, seed=3), laws="wang-mason", resamples=20)
    >>> round(fit.laws["wang-mason"].eps.value, 1)
    0.6
    """
    data, correction = prepare(data, frame, calibrate, reflag, progress)
    struct = C.routh_fit_study(options=C.routh_fit_options_default())
    keep = fill(struct, {"laws": laws_of(laws), "draws": draws, "resamples": resamples, "seed": seed,
                         "explore": explore, "covariates": covariates, "fit_count": fit_count})
    keep += fill(struct.options, options)
    owner = Owner(struct, C.routh_fit_study_release, [data, correction, keep])
    take_samples(data, frame, owner)
    call("routh_fit_study_run", ctypes.byref(struct), progress=progress, threads=threads)
    return FitStudy._of(struct, owner)


def take_samples(data, frame, owner):
    """The samples of a fit, as the library takes them in that frame, in memory that goes with `owner`."""
    struct, why = owner.struct, ctypes.create_string_buffer(C.ROUTH_NAME_SIZE)
    struct.dataset = ctypes.addressof(data._owner.struct)
    call("routh_fit_study_samples", words(frame, "frame"), why, ctypes.byref(struct))
    owner.keep += [why, Samples(ctypes.cast(struct.sample, ctypes.POINTER(C.routh_sample)))]
