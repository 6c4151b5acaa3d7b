"""Results about recorded insertions: studies, estimates, observability, the L-curve.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import io
import os

from ._call import call
from ._data import io_path, text_of, write
from ._errors import text
from ._library import C
from ._names import flags_of, listed
from ._options import whole
from ._structs import Struct, result
from ._written import Written

_FLAGS_NOT = ("ROUTH_INSERTION_COLUMNS",)


def with_parts(made, parts):
    """The same result, with the assembly that it is about."""
    object.__setattr__(made, "assembly", parts)
    return made


@result("routh_insertion_check")
class InsertionCheck(Struct):
    """Whether the contacts of the parts explain the wrench of a recording, and how it would have to be read if not.

    Attributes
    ----------
    fits : bool
    wrench_error, other_error : float
        What the contacts leave of the measured wrench, as a share of it; and with what is suggested.
    stiffness, depth, turn : float
        K, N/m, the deepest overlap, m, and the largest turn of the hand between two samples, rad.
    suggestion : str
        Arguments for `read` that would make it fit: "wrench_on=2 units=mm".
    findings : Rows of Finding
        The verdict first.

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> routh.insertion.check(test, parts, rate=10).fits
    True
    """

    def _text(self):
        return "\n".join(found.text for found in self.findings)


@result("routh_insertion_estimate")
class InsertionEstimate(Struct):
    """K, μ and displacements from a recording: the answer of greatest evidence, with errors that include the others.

    Attributes
    ----------
    stiffness, stiffness_error, stiffness_low, stiffness_high : float
        K, its standard error and the ends of its 95 % interval, N/m.
    friction, friction_error : float
        μ and its standard error; NaN: not determined.
    x, error : array
        Displacements in the assembly's order and their standard errors, each in the unit of its kind.
    covariance : array
        Of (K, μK, x).
    instant : array
        One row an instant: K and μ from it alone, contacts, and the wrench as the estimate has it, N and N m.
    answer : Rows of InsertionAnswer
        All that the recording does not separate.

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> fit = routh.insertion.fit(test, parts, rate=10, geometry=False)
    >>> 1e5 < fit.stiffness < 2e5
    True
    """

    @property
    def flag_names(self):
        """What limits the estimate, in words: ("all-stick", "several-answers"). No unit.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> routh.insertion.fit(test, parts, rate=10, geometry=False).flag_names
        ('offset-unseen',)
        """
        return flags_of("ROUTH_INSERTION_", self.flags, _FLAGS_NOT)


@result("routh_observability")
class Observability(Written):
    """Which displacements a recording determines, which only together, which not at all.

    Attributes
    ----------
    sensitivity : array, M × 2
        Of each column of the regressor, per m or rad.
    correlation, class_of : pair of arrays, (M + 1)²
        Of the regressor and its derivatives; its class: 2 (0.85 or more), 1 (0.5 or more) or 0.
    singular, direction : array
        Singular values of the projected Jacobian in deviations of the noise, and their vectors, one a row.
    posterior : array
        Standard error ÷ prior deviation of each displacement.
    seen : tuple of {"seen", "together", "not"}
    findings : Rows of Finding
    check : InsertionCheck
    assembly : Assembly

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> routh.insertion.observe(test, parts, rate=10).posterior.shape
    (2,)
    """

    _writer = "routh_observability_write"

    def _arguments(self):
        return (self.assembly._pointer, *super()._arguments())

    def to_pandas(self):
        """One row a displacement: sensitivities (per m or rad), error ÷ prior and whether it is determined.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> list(routh.insertion.observe(test, parts, rate=10).to_pandas())[0]
        'sensitivity'
        """
        from ._frames import _pandas

        return _pandas().DataFrame({"sensitivity": self.sensitivity[:, 0], "sensitivity_friction": self.sensitivity[:, 1],
                                    "posterior": self.posterior, "seen": self.seen},
                                   index=self.assembly.displacement.keys()[:self.count])

    def plot(self, axes=None):
        """What the recording leaves of each prior: standard error ÷ prior deviation (no unit), coloured by what is
        determined.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> routh.insertion.observe(test, parts, rate=10).plot().get_xlabel()
        'error ÷ prior deviation'
        """
        from ._insertion_plots import observability

        return observability(axes, self)

    def plot_correlation(self, column=0, axes=None):
        """Correlation of the regressor's column for K (0) or friction (1) with its derivatives; no unit.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> len(routh.insertion.observe(test, parts, rate=10).plot_correlation().images)
        1
        """
        from ._insertion_plots import correlation

        return correlation(axes, self, whole(column, "column", 0, 1))


@result("routh_lcurve")
class Lcurve(Written):
    """Force cost against geometric cost over the weight γ of prior knowledge.

    Attributes
    ----------
    point : Rows of LcurvePoint
        `gamma`, `force_cost`, `geometric_cost`, `stiffness` (N/m), `friction`, `curvature`, `x` (m, rad), in order of falling γ.
    corner, chosen : int
        The point of greatest curvature, and the one that is taken; `why` has the reason.
    gamma_bayes : float
        From the variances of noise and priors.
    assembly : Assembly

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> curve = routh.insertion.lcurve(test, parts, rate=10, gammas=2, evaluations=40)
    >>> curve.count
    2
    """

    _writer = "routh_lcurve_write"

    def write(self, path):
        """Writes the curve: .json, or .csv with the displacements at each γ. SI units.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> curve = routh.insertion.lcurve(test, parts, rate=10, gammas=2, evaluations=40)
        >>> curve.write("curve.csv")
        """
        place, keep = io_path(path)
        if not keep.endswith(b".csv"):
            return super().write(path)
        place.name = b"l-curve.csv"  # by which the library knows the table
        self._table(lambda study: call(InsertionStudy._writer, study, 0, place))

    def _table(self, use):
        """Calls a function with a study that holds nothing but the curve, as the table is one of a study."""
        curve, parts, item = self._as_struct(), self.assembly._as_struct(), C.routh_insertion_case()
        ctypes.memmove(ctypes.addressof(item) + C.routh_insertion_case.lcurve.offset, ctypes.addressof(curve),
                       ctypes.sizeof(curve))
        study = C.routh_insertion_study(assembly=ctypes.addressof(parts), count=1, item=ctypes.addressof(item))
        return use(ctypes.byref(study))

    def to_pandas(self):
        """One row a value of γ; SI units.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> len(routh.insertion.lcurve(test, parts, rate=10, gammas=2, evaluations=40).to_pandas())
        2
        """
        from ._frames import _pandas

        return _pandas().read_csv(io.BytesIO(self._table(
            lambda study: text_of(InsertionStudy._writer, "l-curve.csv", study, 0))))

    def plot(self, axes=None):
        """Relative wrench error (no unit) over displacement ÷ prior (no unit), in logarithmic axes.

        The corner and the point taken are marked.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> routh.insertion.lcurve(test, parts, rate=10, gammas=2, evaluations=40).plot().get_ylabel()
        'wrench error (%)'
        """
        from ._insertion_plots import lcurve

        return lcurve(axes, self)


def table_names():
    """The tables that a study has of each recording: "wrench", "instants", "l-curve" …"""
    return [text(name) for name in listed(C.routh_insertion_study_table)]


@result("routh_insertion_study")
class InsertionStudy(Written):
    """Stiffness, friction and displacements from one or several recordings of the same two objects.

    Attributes
    ----------
    item : Rows of InsertionCase
        For each recording: `insertion`, `plain` (parts as drawn) and `fit` (both InsertionEstimate), `lcurve`, `observability`,
        `findings`, `sensor_error`, `measured` wrenches in object 1's axes (N, N m), `pose` of object 1 in object 2's axes
        (m) and its contacts: those of instant k are `contact[first[k]:first[k + 1]]`.
    together : InsertionTogether or None
        One K (N/m), μ and set of displacements from all recordings.
    assembly : Assembly
        The one given, with the further unknowns.
    findings : Rows of Finding
    seconds : float

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> study = routh.insertion.identify(test, parts, rate=10, geometry=False)
    >>> study.item[0].fit.stiffness > 1e5
    True
    """

    _writer = "routh_insertion_study_write"

    @classmethod
    def _of(cls, struct, owner, up=None):
        made = super()._of(struct, owner, up)
        for one in made.item:
            with_parts(one.observability, made.assembly)
            with_parts(one.lcurve, made.assembly)
        return made

    def _arguments(self, item=0):
        return (*super()._arguments(), whole(item, "item", 0, max(self.count - 1, 0)))

    def write(self, path, item=0):
        """Writes results.json, a page (.html), or a table of a recording (.csv) after which the file is named. SI units.

        Parameters
        ----------
        path : str or path
            "results.json", "report.html", "wrench.csv", "2a-displacements.csv"; a folder that is there: everything, as the
            program writes it.
        item : int
            Of which recording a table is.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> study = routh.insertion.identify(test, parts, rate=10, geometry=False)
        >>> os.mkdir("out")
        >>> study.write("out")
        >>> sorted(os.listdir("out"))[0]
        'report.html'
        """
        if not os.path.isdir(path):
            return write(self._writer, path, *self._arguments(item))
        for name in ("results.json", "report.html"):
            write(self._writer, os.path.join(path, name), *self._arguments())
        for i, one in enumerate(self.item):
            for name in table_names():
                write(self._writer, os.path.join(path, f"{one.insertion.name}-{name}.csv"), *self._arguments(i))

    def to_pandas(self, table="displacements", item=0):
        """A table of a recording as a pandas DataFrame; SI units.

        Parameters
        ----------
        table : str
            "wrench", "instants", "l-curve", "correlation", "displacements", "answers" and so on.
        item : int
            Which recording, counted from 0.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> list(routh.insertion.identify(test, parts, rate=10, geometry=False).to_pandas("wrench"))[:2]
        ['time', 'fx']
        """
        from ._frames import _pandas

        if table not in table_names():
            raise ValueError(f"table is {table!r}; it must be one of {', '.join(table_names())}")
        return _pandas().read_csv(io.BytesIO(text_of(self._writer, f"{table}.csv", *self._arguments(item))))

    def plot_wrench(self, item=0, axes=None):
        """Forces (N) and moments (N m) over time (s), as measured and as the fit has them, in object 1's axes.

        Parameters
        ----------
        item : int
            Which recording, counted from 0.
        axes : two of matplotlib's Axes, optional
            Where to draw.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> routh.insertion.identify(test, parts, rate=10, geometry=False).plot_wrench()[1].get_ylabel()
        'moment (N m)'
        """
        from ._insertion_plots import wrench

        one = self.item[whole(item, "item", 0, self.count - 1)]
        return wrench(axes, one.insertion.sample["time"], [("measured", one.measured), ("fit", one.fit.instant["wrench"])],
                      one.insertion.name)

    def plot_displacements(self, item=0, axes=None):
        """Displacements ÷ prior deviation (no unit) with their standard errors, and the truth where it is known.

        Parameters
        ----------
        item : int
            Which recording, counted from 0.
        axes : matplotlib Axes, optional
            Where to draw.

        Examples
        --------
        >>> parts = routh.insertion.wedge()
        >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
        >>> routh.insertion.identify(test, parts, rate=10, geometry=False).plot_displacements().get_xlabel()
        'displacement ÷ prior deviation'
        """
        from ._insertion_plots import displacements

        return displacements(axes, self.assembly, self.item[whole(item, "item", 0, self.count - 1)])
