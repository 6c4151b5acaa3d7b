"""What comes before a fit, a study or a training: contacts are found, corrections made, the frame chosen.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses

from ._call import call
from ._data import Dataset, dataset_of
from ._library import C
from ._names import value_of
from ._options import truth, words
from ._structs import own


def prepare(data, frame="auto", calibrate=False, reflag=False, progress=None):
    """(dataset, correction): trajectories segmented, corrections made. No correction where none was asked for: None."""
    data = dataset_of(data)
    if data.count == 0 and data.trajectory_count > 0:
        data = data.segment(progress=progress)
    if not truth(calibrate, "calibrate") and not truth(reflag, "reflag"):
        return data, None
    return corrected(data, frame, calibrate, reflag, progress)


def corrected(data, frame, calibrate, reflag, progress):
    """(dataset, correction): corrections made, trajectories segmented before."""
    if data.count == 0 and data.trajectory_count > 0:
        data = data.segment(progress=progress)
    options = C.routh_correction_options_default()
    options.calibrate, options.reflag = truth(calibrate, "calibrate"), truth(reflag, "reflag")
    options.frame = None if frame in ("auto", "both") else words(frame, "frame")
    owner = data._copy()
    correction = own("routh_correction", [owner])  # released before the dataset, whose trajectories it shows
    call("routh_dataset_correct", ctypes.byref(options), ctypes.byref(owner.struct), ctypes.byref(correction.struct),
         progress=progress)
    return Dataset._of_owner(owner), correction


def samples(data, frame, owner):
    """The used records read in a frame, in memory that goes with `owner`: (address, count, left out)."""
    made, count, separating = ctypes.POINTER(C.routh_sample)(), ctypes.c_size_t(), ctypes.c_size_t()
    call("routh_samples_of", data._pointer, value_of("routh_frame", frame, "frame"), ctypes.byref(made),
         ctypes.byref(count), ctypes.byref(separating))
    address = ctypes.cast(made, ctypes.c_void_p).value
    owner.keep.append(Samples(made))
    return address, count.value, separating.value


class Samples:
    """Samples that the library made, released with the last that refers to them."""

    def __init__(self, pointer):
        self.pointer = pointer

    def __del__(self):
        C.routh_samples_release(None, self.pointer)


@dataclasses.dataclass(frozen=True)
class FittedParameter:
    """A parameter of a law as it was fitted.

    Attributes
    ----------
    name, unit : str
        "mu", and its unit, "1" where there is none.
    value : float
        In `unit`.
    interval : tuple of float
        (low, high): in which the truth is expected; NaN where it is not determined.
    deviation : float
        Standard deviation, in `unit`.

    Examples
    --------
    >>> fit = routh.fit(routh.generate_drops(count=80, seed=1), laws="wang-mason", resamples=20)
    >>> fit.laws["wang-mason"].mu.interval[0] < .18 < fit.laws["wang-mason"].mu.interval[1]
    True
    """

    name: str
    unit: str
    value: float
    interval: tuple
    deviation: float

    def __float__(self):
        return self.value

    def __repr__(self):
        low, high = self.interval
        unit = "" if self.unit in ("", "1") else f" {self.unit}"
        return f"{self.name} = {self.value:.4g}{unit} (" + ("no interval" if low != low else f"{low:.4g} … {high:.4g}") + ")"


class WithParameters:
    """Parameters of a law by name: `law.mu`, `law.parameters["mu"]`."""

    def _fitted(self):
        """(values, lows, highs, deviations), in the law's own order."""
        raise NotImplementedError

    @property
    def parameters(self):
        """The parameters by name, each with its interval and unit.

        Examples
        --------
        >>> fit = routh.fit(routh.generate_drops(count=80), laws="mirtich", resamples=20)
        >>> list(fit.laws["mirtich"].parameters)
        ['mu', 'eps']
        """
        values = zip(self.law.parameters.values(), *self._fitted())
        return {p.name: FittedParameter(p.name, p.unit, float(value), (float(low), float(high)), float(deviation))
                for p, value, low, high, deviation in values}

    def _text(self):
        if self.law is None:
            return super()._text()
        return (f"{self.law.title}: {', '.join(map(repr, self.parameters.values()))}; error {self.error_mean:.4f}, "
                f"median {self.error_median:.4f}")

    def __getattr__(self, name):
        if not name.startswith("_"):
            law = self.__dict__.get("law")
            if law is not None and name in law.parameters:
                return self.parameters[name]
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
