"""Studies of recorded tosses: single impacts, and whole tosses.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import os

from ._call import call
from ._data import io_memory, io_path
from ._errors import Error, text
from ._library import C
from ._options import Options, with_options
from ._plots import axes_of
from ._structs import Rows, Struct, own, result, result_of
from ._tosses import IMPORT, SEGMENT, Dataset3, parted, read3, tensor_of, with_tensor
from ._written import Written

STUDY = "routh_study3_options"
_HIDDEN = ("calibration", "segmentation", "results")


@dataclasses.dataclass(frozen=True)
class Fitted3:
    """A parameter that was fitted to impacts.

    Attributes
    ----------
    value : float
        Fitted to all impacts; no unit.
    interval : tuple of float
        95 %, tosses drawn again.

    Examples
    --------
    >>> routh.Fitted3(.2, (.15, .25)).interval
    (0.15, 0.25)
    """

    value: float
    interval: tuple

    def __float__(self):
        return self.value


@result("routh_law3_study")
class Law3Study(Struct):
    """How well one contestant predicts the motion after an impact: a law, or one of two baselines.

    Besides the fields of `routh_law3_study`, the law's parameters are there by name: `mu`, `eps`, `eta2`, each with a value and
    an interval of 95 %. Errors are in m/s.

    Examples
    --------
    >>> routh.types.Law3Study.__name__
    'Law3Study'
    """

    def __getattr__(self, name):
        law = self.__dict__.get("law")
        if law is None or name not in law.parameters:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}" +
                                 (f"; the parameters are {', '.join(law.parameters)}" if law is not None else ""))
        i = list(law.parameters).index(name)
        found = self.interval[i]
        return Fitted3(float(self.fit.parameters[i]), (float(found["low"]), float(found["high"])))


@result("routh_study3")
class Study3(Written):
    """All that single impacts of tosses show: the recording, the body, and laws compared on impacts they were not fitted to.

    Attributes
    ----------
    dataset : Dataset3
        The segmented dataset, with its calibration.
    contestant : Rows of Law3Study
        The mean, the laws, and the floor, by name; errors in m/s.
    restitution, friction : Quartiles
        Over the samples, at the contact point; no unit.
    compared : bool
        False: too few samples to compare laws; `why_not` says why.

    Examples
    --------
    >>> tosses = routh.simulate3(count=9, mu=.2, eps=.4, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
    >>> study = routh.toss(tosses.dataset, resamples=2, law="rigid")
    >>> study.laws["rigid"].mu.value > 0
    True
    """

    _writer = "routh_study3_write"

    @property
    def dataset(self):
        """The segmented dataset; SI units.

        Examples
        --------
        >>> tosses = routh.simulate3(count=8, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
        >>> routh.toss(tosses.dataset, resamples=2, law="rigid").dataset.count > 0
        True
        """
        return self._dataset

    @property
    def laws(self):
        """The contestants that are laws, by name; errors in m/s.

        Examples
        --------
        >>> tosses = routh.simulate3(count=8, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
        >>> routh.toss(tosses.dataset, resamples=2, law="rigid").laws.keys()
        ['frictionless', 'rigid', 'compliant']
        """
        return Rows(row for row in self.contestant if row.law is not None)

    def to_pandas(self):
        """One row a contestant, with errors in m/s and parameters.

        Examples
        --------
        >>> tosses = routh.simulate3(count=9, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
        >>> "error" in routh.toss(tosses.dataset, resamples=2, law="rigid").to_pandas()
        True
        """
        return self.contestant.to_pandas()

    def plot_errors(self, axes=None):
        """Draws the mean error of every contestant on impacts that it was not fitted to, with intervals of 95 %.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw. The error is in m/s.

        Returns
        -------
        The axes.

        Examples
        --------
        >>> tosses = routh.simulate3(count=9, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
        >>> routh.toss(tosses.dataset, resamples=2, law="rigid").plot_errors().get_xlabel()
        'error (m/s)'
        """
        if not self.compared:
            raise Error(f"there are no errors to draw: {self.why_not}", "bad-argument")
        axes = axes_of(axes, xlabel="error (m/s)", title=f"{self.count} impacts of {self.trajectory_count} tosses")
        rows = range(len(self.contestant))
        mean = [row.error for row in self.contestant]
        low = [row.error - row.error_interval.low for row in self.contestant]
        high = [row.error_interval.high - row.error for row in self.contestant]
        axes.errorbar(mean, list(rows), xerr=[low, high], fmt="o", capsize=3)
        axes.set_yticks(list(rows), self.contestant.keys())
        axes.invert_yaxis()
        return axes


@result("routh_results3")
class Results3(Struct):
    """What the results of one recording have for another one of the same body: calibration, and parameters of the laws.

    SI units.

    Examples
    --------
    >>> tosses = routh.simulate3(count=8, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
    >>> routh.results3(routh.toss(tosses.dataset, resamples=2, law="rigid")).corners
    8
    """


def results3(source):
    """Calibration and parameters of another recording of the same body; SI units.

    Parameters
    ----------
    source : str, path, Study3 or Results3
        results.json of tosses, or such a study.

    Examples
    --------
    >>> tosses = routh.simulate3(count=8, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
    >>> routh.results3(routh.toss(tosses.dataset, resamples=2, law="rigid")).name
    'simulated-rigid'
    """
    if isinstance(source, Results3):
        return source
    owner = own("routh_results3")
    if isinstance(source, Study3):
        io = io_memory(source._bytes(".json"), "results.json")
    else:
        io, raw = io_path(source, "calibration")
    call("routh_results3_read", io, ctypes.byref(owner.struct))
    return result_of("routh_results3", owner)


def _unused(dataset):
    if dataset.count == 0:
        return Error(f"{dataset.name}: no contact in {len(dataset.trajectory)} tosses; are rate, gravity and unit right?",
                     "bad-argument")
    rejected = (ctypes.c_size_t * C.ROUTH_REASON_COUNT)()
    C.routh_dataset3_used(ctypes.byref(dataset._owner.struct), rejected)
    most = text(C.routh_about(ctypes.byref(C.routh_reasons), max(range(len(rejected)), key=rejected.__getitem__)))
    return Error(f"{dataset.name}: none of {dataset.count} contacts is a clean impact of a single corner; most often: {most}",
                 "bad-argument")


@with_options(SEGMENT, STUDY, but=_HIDDEN)
def toss(data, *, calibration=None, tensor=None, density=None, up=None, progress=None, threads=None, **options):
    """Studies recorded tosses: finds impacts of single corners, measures the body, and compares laws in space.

    Parameters
    ----------
    data : str, path or Dataset3
        What `routh.read3` reads, with the same options, or tosses that were read or made.
    calibration : str, path, Study3 or Results3, optional
        results.json of other tosses of the same body: its calibration instead of one measured here, and the parameters of its
        laws, tested on all impacts.
    tensor : array, optional
        Inertia of a body that is no cube about its centre of mass, body axes, kg m²: 3 × 3, or xx, yy, zz, xy, xz, yz.
    density : float, optional
        In place of the mass, kg/m³.
    up : {"x", "y", "z"}, optional
        See `routh.read3`.
    progress : True or function, optional
        True: a bar. A function is called with what is done and the fraction done; true stops the work.
    threads : int, optional
        The most threads; default one for each core. Results do not depend on it.
    {options}

    Returns
    -------
    Study3

    Examples
    --------
    >>> tosses = routh.simulate3(count=9, velocity=[(-1, -1, 0), (1, 1, 0)], duration=.5)
    >>> routh.toss(tosses.dataset, resamples=2, law="rigid").compared
    True
    """
    reading, segmenting, studying = parted(options, IMPORT, SEGMENT, STUDY, but=_HIDDEN)
    tensor = None if tensor is None else tensor_of(tensor, "tensor")
    if tensor is not None and "inertia" in segmenting:
        raise ValueError("inertia and tensor are both given; give one of them")
    if tensor is not None:
        segmenting["inertia"] = (tensor[0, 0] + tensor[1, 1] + tensor[2, 2]) / 3
    other = None if calibration is None else results3(calibration)
    if other is not None and segmenting.get("calibrate") is False:
        raise ValueError("calibration is given, and calibrate is False; they exclude each other")
    segmentation = Options(SEGMENT, segmenting)
    studied = Options(STUDY, studying)
    studied.struct.segmentation = ctypes.addressof(segmentation.struct)
    call("routh_study3_options_check", studied.pointer)
    dataset = _dataset_of(data, reading, density, up, progress)
    if tensor is not None:
        dataset = with_tensor(dataset, tensor)
    if other is not None:
        found = other._as_struct()
        studied.keep.append(found)
        call("routh_results3_check", ctypes.byref(found), ctypes.byref(dataset._owner.struct))
        segmentation.struct.calibration = ctypes.addressof(found.calibration)
        studied.struct.results = ctypes.addressof(found)
    dataset = dataset._segmented(segmentation, progress, threads)
    if not dataset.used.any():
        raise _unused(dataset)
    owner = own("routh_study3", [dataset._owner, segmentation, studied, other])
    call("routh_study3_run", ctypes.byref(dataset._owner.struct), studied.pointer, ctypes.byref(owner.struct),
         progress=progress, threads=threads)
    made = result_of("routh_study3", owner)
    object.__setattr__(made, "_dataset", dataset)
    return made


def _dataset_of(data, reading, density, up, progress):
    """A dataset as it is, or one that is read."""
    if not isinstance(data, Dataset3):
        if not isinstance(data, (str, bytes, os.PathLike)):
            raise TypeError(f"data must be a path or a Dataset3, not {data!r}")
        return read3(data, density=density, up=up, progress=progress, **reading)
    stray = [*reading, *(name for name, value in (("density", density), ("up", up)) if value is not None)]
    if stray:
        raise TypeError(f"{stray[0]} says how a file is read; the dataset has its own")
    if data._owner is None:
        raise Error("data: this dataset was pickled, and has its numbers only; read it again", "bad-argument", "data")
    return data
