"""Everything about a recording, from one call.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os

from ._call import call
from ._data import io_path, text_of, write
from ._errors import text
from ._fit import laws_of, parameter_frame, plot_parameters
from ._library import C
from ._names import listed, value_of
from ._options import Options, fill, whole, with_options
from ._plots import axes_of
from ._prepare import WithParameters, prepare
from ._structs import Owner, Struct, own, result, result_of, struct_of
from ._written import Written


@result("routh_law_study")
class LawStudy(WithParameters, Struct):
    """One law in a study: `law.mu.interval`, `law.error_mean`.

    Attributes
    ----------
    law : Law
    error_mean, error_median, error_mean_velocity : float
        On held-out impacts: relative (no unit), and m/s.
    impact : array
        One row a sample: predicted impulse, errors and the impact's own parameters.

    Examples
    --------
    >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
    >>> study.laws["mirtich"].mu.unit
    '1'
    """

    def _fitted(self):
        return (self.fit.parameters, *(self.interval[name] for name in ("low", "high", "deviation")))


@result("routh_frame_study")
class FrameStudy(Struct):
    """A recording read in one frame: laws fitted and tested.

    Attributes
    ----------
    laws : Rows of LawStudy
    frame, why : str
    findings, alarm, verdict : Rows of Finding
    irb, best_post_hoc : array
        Relative error of the rigid bound and of the best law for each impact; no unit.

    Examples
    --------
    >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
    >>> study.frames[0].frame
    'as-recorded'
    """

    @property
    def laws(self):
        """The laws by name; units as in LawStudy.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> study.frames[0].laws.keys()
        ['mirtich']
        """
        return self.law


@result("routh_study")
class Study(Written):
    """What `routh study` finds in a recording.

    Attributes
    ----------
    laws : Rows of LawStudy
        Of the chosen frame: `study.laws["mirtich"].mu.interval`.
    frames : Rows of FrameStudy
        The chosen one first.
    check : Rows of Finding
    dataset : Dataset
        As it was studied: segmented and corrected. SI units.

    Examples
    --------
    >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
    >>> study.best.law.name
    'mirtich'
    """

    _writer = "routh_study_write"

    def _arguments(self, frame=0):
        return (*super()._arguments(), frame)

    @property
    def frames(self):
        """The frames that were studied, the chosen one first; units as in FrameStudy.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> len(study.frames)
        1
        """
        return self.frame

    @property
    def laws(self):
        """The laws of the chosen frame by name; units as in LawStudy.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> study.laws["mirtich"].eps.value > 0
        True
        """
        return self.frame[0].law

    @property
    def best(self):
        """The law with the smallest mean error on held-out impacts; units as in LawStudy.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> study.best.law.title
        'Mirtich'
        """
        return self.laws[self.frame[0].best]

    def tables(self, frame=0):
        """The names of the tables and figures of a frame, which `table` returns; no unit.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> "table-1" in study.tables()
        True
        """
        struct, frame = self._arguments()[0], whole(frame, "frame", 0, self.frame_count - 1)
        return [text(name) for name in listed(lambda i: C.routh_study_table(struct, frame, i))]

    def table(self, name, frame=0):
        """A table or figure of the study as a pandas DataFrame; the units are in its columns' names.

        Parameters
        ----------
        name : str
            One of `tables`.
        frame : int
            Of `frames`; 0 is the chosen one.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> len(study.table("table-1")) > 0
        True
        """
        import io

        from ._frames import _pandas

        if name not in self.tables(frame):
            raise KeyError(f"{name!r}; there are {', '.join(self.tables(frame))}")
        raw = text_of(self._writer, f"{name}.csv", *self._arguments(frame))
        return _pandas().read_csv(io.BytesIO(raw))

    def write(self, path):
        """Writes all that `routh study` writes into a folder, or one file by its ending. SI units.

        Parameters
        ----------
        path : str or path
            A folder, or a file .html, .json, .txt, or a table by its name: "table-1.csv"; `tables` lists them.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> study.write("out")
        >>> "report.html" in os.listdir("out")
        True
        """
        raw = os.fspath(path)
        stem, ending = os.path.splitext(os.path.basename(raw))
        self._arguments()  # one that was pickled leaves no empty folder behind
        if not os.path.isdir(raw) and ending:
            if ending == ".csv" and not any(f"{stem}-".startswith(f"{name}-") for name in self.tables()):
                raise ValueError(f"{raw}: a study has no table of this name; there are {', '.join(self.tables())}")
            return super().write(raw)
        os.makedirs(raw, exist_ok=True)
        for frame in range(self.frame_count):
            ending = "-as-recorded" if frame else ""
            files = [f"results{ending}.json", *(f"{name}{ending}.csv" for name in self.tables(frame))]
            for name in files:
                write(self._writer, os.path.join(raw, name), *self._arguments(frame))
        write(self._writer, os.path.join(raw, "report.html"), *self._arguments())
        return None

    def to_pandas(self):
        """One row a law and parameter of the chosen frame: value and interval, in the parameter's unit.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> list(study.to_pandas())[:2]
        ['law', 'parameter']
        """
        return parameter_frame(self.laws)

    def plot_errors(self, axes=None, frame=0):
        """How the relative errors of the laws on held-out impacts are distributed; no unit.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw.
        frame : int
            Of `frames`; 0 is the chosen one.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> study.plot_errors().get_xlabel()
        'relative error of the velocity after (no unit)'
        """
        axes = axes_of(axes, xlabel="relative error of the velocity after (no unit)", ylabel="density")
        shown = self.frame[frame]
        titles = [law.law.title for law in shown.law] + ["best law per impact, in hindsight", "rigid bound"]
        for title, row in zip(titles, shown.density):
            style = "--" if title in ("best law per impact, in hindsight", "rigid bound") else "-"
            axes.plot(shown.density_error, row, style, label=title)
        axes.legend(fontsize="small")
        return axes

    def plot_parameters(self, axes=None):
        """Parameters of the laws with their intervals; no unit for mu and eps.

        Examples
        --------
        >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
        >>> axes = study.plot_parameters()
        """
        return plot_parameters(self.laws, axes)


def transfer(path):
    """Parameters, and the calibration, of another study: its results.json. For `use` of `routh.study`. SI units.

    Examples
    --------
    >>> study = routh.study(routh.generate_drops(count=60), "mirtich", references=0, resamples=10, draws=2, k_max=4)
    >>> study.write("results.json")
    >>> routh.transfer("results.json").count
    1
    """
    io, keep = io_path(path)
    owner = Owner(C.routh_transfer())
    call("routh_transfer_read", io, ctypes.byref(owner.struct))
    return result_of("routh_transfer", owner)


def _frames(data, frame):
    both = frame == "both"
    chosen, why = data.frame_of("auto" if both else frame)
    names = [chosen] + (["as-recorded"] if both and chosen != "as-recorded" else [])
    return [value_of("routh_frame", name, "frame") for name in names], why


@with_options("routh_study_options", but=("laws", "uncalibrated", "transfer", "calibration", "command", "checksum",
                                          "date", "truth_parameters"))
def study(data=None, laws=None, frame="auto", calibrate=False, reflag=False, use=None, progress=None,
          threads=None, **options):
    """Checks, fits and tests contact laws on a recording: everything that `routh study` finds.

    Parameters
    ----------
    data : Dataset, path or mapping of arrays
        SI units. `routh.read` and `routh.dataset` take mass, shape and units. None: generated drops, whose truth is known.
    laws : str, Law or list of these
        Default the six of the papers' tables.
    frame : str
        In which to read the impacts; "auto": what the data decide; "both": and as recorded.
    calibrate, reflag : bool
        Correct the recording first.
    use : Transfer
        Of another study, tested here; see `routh.transfer`.
    progress : True or callable
        True: a bar. Otherwise called with what is done and the fraction done.
    threads : int, optional
        The most threads; default one for each core. Results do not depend on it.
    {options}

    Returns
    -------
    Study

    Examples
    --------
    >>> data = routh.generate_drops(count=60, mu=.2, eps=.6)
    >>> study = routh.study(data, laws=["mirtich", "ap-newton"], references=0, resamples=10, draws=2, k_max=4)
    >>> study.laws["mirtich"].mu.interval[0] > 0
    True
    """
    rebounds = _rebounds_of(data, options)
    if rebounds is not None:
        if laws is not None:
            options["laws"] = laws_of(laws)
        return rebounds.study(progress=progress, threads=threads, **options)
    given = Options("routh_study_options")
    if data is None:
        from ._generate import generate_drops

        data = generate_drops(count=options.pop("count", 2000), seed=options.get("seed", 1))
        struct = C.routh_dataset_generator_default()
        given.struct.truth = struct.law
        given.struct.truth_parameters = struct.parameters
    given.keep += fill(given.struct, options)
    if laws is not None:
        given.keep += fill(given.struct, {"laws": laws_of(laws)})
    data, correction = prepare(data, frame, calibrate, reflag, progress)
    frames, why = _frames(data, frame)
    data = _apply(given, data, correction, use)
    owner = own("routh_study", [data, correction, use, given])
    names = (ctypes.c_int * len(frames))(*frames)
    call("routh_study_run", data._pointer, ctypes.addressof(names), len(frames), why.encode(), given.pointer,
         ctypes.byref(owner.struct), progress=progress, threads=threads)
    made = Study._of(owner.struct, owner)
    object.__setattr__(made, "dataset", data)
    return made


def _rebounds_of(data, options):
    """Rebounds of spheres, which are studied in a way of their own; None: something else."""
    if getattr(data, "_struct", None) == "routh_rebounds":
        return data
    kind = C.routh_recording_recognise(io_path(data)[0]) if isinstance(data, (str, bytes)) or hasattr(data, "__fspath__") else 0
    if kind > 0 and kind & C.ROUTH_RECORDING_REBOUNDS:
        from ._rebounds import read_rebounds

        return read_rebounds(data, options.pop("radius", None), options.pop("speed", None))
    return None


def _apply(given, data, correction, use):
    """What corrections and another study mean for the options; the dataset, calibrated as that study was."""
    struct = given.struct
    if correction is not None and correction.struct.calibrated:
        struct.uncalibrated = ctypes.addressof(correction.struct.before)
        struct.calibration = ctypes.addressof(correction.struct.calibration)
    if use is not None:
        found = struct_of(use, "routh_transfer", "use")
        given.keep.append(found)
        struct.transfer = ctypes.addressof(found)
        if use.calibrated and not struct.calibration:
            data = data._changed("routh_dataset_calibrate", ctypes.byref(found.calibration), None)
            struct.calibration = ctypes.addressof(found.calibration)
    return data
