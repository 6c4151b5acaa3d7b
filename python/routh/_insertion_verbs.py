"""What recorded insertions say, and which one would say most: the functions that work.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._insertion_parts import assembly_of, is_path, parts_beside
from ._insertion_recording import Insertion, insertion_of
from ._insertion_study import InsertionCheck, InsertionEstimate, InsertionStudy, Lcurve, Observability, with_parts
from ._library import C
from ._options import Options, array, number, with_options, words
from ._structs import own, result
from ._written import Written

def _owner_of(struct_name, parts, *keep):
    """Memory for a result about these parts, which must live as long."""
    owner = own(struct_name, [parts, *keep])
    owner.pairs = tuple(len(one.part) for one in parts.object)
    owner.unknowns = len(parts.displacement)
    return owner


def _displacements(x, parts):
    """Displacements to work at, or None for the nominal ones; and what must live as long."""
    if x is None:
        return None
    made = array(x, "x", shape=(len(parts.displacement),))
    return made.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def _single(recording, assembly, rate):
    """A recording at the rate of the work, and its parts."""
    parts = parts_beside([recording], assembly)
    return insertion_of(recording).reduce(rate), parts


def _work(function, struct_name, recording, assembly, x, rate, options, hooks):
    """Calls f(context, assembly, insertion[, x], options, result) on a recording at a rate."""
    given = Options("routh_insertion_options", options)
    reduced, parts = _single(recording, assembly, rate)
    owner = _owner_of(struct_name, parts)
    at = () if x is False else (_displacements(x, parts),)
    call(function, parts._pointer, reduced._pointer, *at, given.pointer, ctypes.byref(owner.struct), **hooks)
    return owner, parts


@with_options("routh_insertion_options")
def check(recording, assembly=None, *, x=None, rate=50, threads=None, **options):
    """Do the contacts of the parts explain the wrench of a recording? If not, how would it have to be read?

    Parameters
    ----------
    recording : Insertion or path
    assembly : Assembly or path, optional
        Default the file assembly.json beside the recording.
    x : array, optional
        Displacements to work at, each in its unit; default as drawn.
    rate : float
        Recordings with a higher rate are reduced to this one, Hz; 0: not reduced.
    {options}

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> print(routh.insertion.check(test, parts, rate=10).findings[0].topic)
    fit
    """
    owner, _ = _work("routh_insertion_check_of", "routh_insertion_check", recording, assembly, x, rate, options,
                     {"threads": threads})
    return InsertionCheck._of(owner.struct, owner)


@with_options("routh_insertion_options")
def fit(recording, assembly=None, *, rate=50, progress=None, threads=None, **options):
    """K (N/m), μ and displacements from one recording, without anything around it; `identify` has the whole study.

    Parameters
    ----------
    recording : Insertion or path
    assembly : Assembly or path, optional
        Default the file assembly.json beside the recording.
    rate : float
        Recordings with a higher rate are reduced to this one, Hz; 0: not reduced.
    {options}

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> routh.insertion.fit(test, parts, rate=10, geometry=False).count
    2
    """
    owner, _ = _work("routh_insertion_fit", "routh_insertion_estimate", recording, assembly, False, rate, options,
                     {"progress": progress, "threads": threads})
    return InsertionEstimate._of(owner.struct, owner)


@with_options("routh_insertion_options")
def observe(recording, assembly=None, *, x=None, rate=50, threads=None, **options):
    """Which displacements of parts a recording determines, which only together, which not at all. Nothing is fitted.

    Parameters
    ----------
    recording : Insertion or path
    assembly : Assembly or path, optional
        Default the file assembly.json beside the recording.
    x : array, optional
        Displacements to work at, each in its unit; default as drawn.
    rate : float
        Recordings with a higher rate are reduced to this one, Hz; 0: not reduced.
    {options}

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> routh.insertion.observe(test, parts, rate=10).seen[0]
    'seen'
    """
    owner, parts = _work("routh_insertion_observe", "routh_observability", recording, assembly, x, rate, options,
                         {"threads": threads})
    return with_parts(Observability._of(owner.struct, owner), parts)


@with_options("routh_insertion_options")
def lcurve(recording, assembly=None, *, rate=50, progress=None, threads=None, **options):
    """How the fit depends on the weight γ of prior knowledge: wrench error against the size of displacements.

    Parameters
    ----------
    recording : Insertion or path
    assembly : Assembly or path, optional
        Default the file assembly.json beside the recording.
    rate : float
        Recordings with a higher rate are reduced to this one, Hz; 0: not reduced.
    {options}

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> routh.insertion.lcurve(test, parts, rate=10, gammas=2, evaluations=40).point[0].gamma
    1000.0
    """
    owner, parts = _work("routh_lcurve_of", "routh_lcurve", recording, assembly, False, rate, options,
                         {"progress": progress, "threads": threads})
    return with_parts(Lcurve._of(owner.struct, owner), parts)


def _also_bits(also):
    """routh_insertion_study_options.also from names."""
    bits = 0
    for name in [also] if isinstance(also, str) else also:
        found = call("routh_find", ctypes.byref(C.routh_insertion_also), words(name, "also"))
        if found < 0:
            known = ", ".join(name_of_bit(i) for i in range(C.routh_insertion_also.count))
            raise ValueError(f"also is {name!r}; it must be some of {known}")
        bits |= 1 << found
    return bits


def name_of_bit(index):
    """The name of a further unknown."""
    return C.routh_name(ctypes.byref(C.routh_insertion_also), index).decode()


@with_options("routh_insertion_options")
def identify(recordings, assembly=None, *, rate=50, also=(), demand=True, progress=None, threads=None, **options):
    """Stiffness (N/m), friction and displacements of parts, from one or several recordings of the same two objects.

    Several recordings are identified one by one, and then together, with one K, one μ and one set of displaced parts.

    Parameters
    ----------
    recordings : Insertion or path, or a list of them
    assembly : Assembly or path, optional
        Default the file assembly.json beside the recordings.
    rate : float
        Recordings with a higher rate are reduced to this one, Hz; 0: not reduced.
    also : list of "bias", "latency", "stiffness", "friction", "speed", "scale"
        Further unknowns.
    demand : bool
        Errors of the sensors that a recording clearly shows become unknowns.
    {options}

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> tests = [routh.insertion.generate(parts, rate=50, known_offset=True, seed=seed) for seed in (1, 2)]
    >>> study = routh.insertion.identify(tests, parts, rate=10, geometry=False)
    >>> study.item["turned"].fit.used > 0
    True
    """
    recordings = [recordings] if isinstance(recordings, Insertion) or is_path(recordings) else list(recordings)
    if not recordings:
        raise ValueError("recordings is empty: give at least one")
    given = Options("routh_insertion_study_options", {"fit": options, "rate": number(rate, "rate"), "demand": demand},
                    also=_also_bits(also))
    read = [insertion_of(one, f"recordings[{i}]") for i, one in enumerate(recordings)]
    parts = parts_beside(recordings, assembly)
    several = (C.routh_insertion * len(read))(*(one._as_struct() for one in read))
    C.routh_insertion_name_apart(several, len(read))
    owner = _owner_of("routh_insertion_study", parts, given, read, several)
    call("routh_insertion_study_run", parts._pointer, several, len(read), given.pointer, ctypes.byref(owner.struct),
         progress=progress, threads=threads)
    return InsertionStudy._of(owner.struct, owner)


@result("routh_insertion_plan")
class InsertionPlan(Written):
    """Which insertion determines stiffness, friction and displacements best, and how well.

    Attributes
    ----------
    candidate : Rows of InsertionCandidate
        The paths that were tried, best first; the first is the plan: `path`, `length` (s), `stiffness` and `friction` (half of the
        95 % interval ÷ the value), `needed` (s) and so on.
    test : InsertionCandidate
        The default path with the same draws, for comparison.
    least : array
        For each displacement the least error ÷ prior deviation of all candidates.
    reached : bool
        Does the plan reach the precision in nine of ten draws?
    instant : array
        Of the plan, 50 a second: `time` (s), `hand` in object 2's axes (m), and `wanted` wrench (N, N m).
    findings : Rows of Finding

    Examples
    --------
    >>> [option for option in ("precision", "draws") if option in routh.insertion.plan.__doc__]
    ['precision', 'draws']
    """

    _writer = "routh_insertion_plan_write"

    @property
    def path(self):
        """The path of the plan, for `generate`; SI units.

        Examples
        --------
        >>> routh.insertion.InsertionPlan.path.__doc__.split(",")[0]
        'The path of the plan'
        """
        return self.candidate[0].path

    def to_pandas(self):
        """One row a path that was tried; s, and widths as shares.

        Examples
        --------
        >>> routh.insertion.InsertionPlan.to_pandas.__doc__.split(";")[0]
        'One row a path that was tried'
        """
        return self.candidate.to_pandas()

    def plot(self, axes=None):
        """The wanted wrench over time: forces (N) and moments (N m). Two axes by matplotlib, or those given.

        Examples
        --------
        >>> routh.insertion.InsertionPlan.plot.__doc__.split(":")[0]
        'The wanted wrench over time'
        """
        from ._insertion_plots import wrench

        return wrench(axes, self.instant["time"], [("wanted", self.instant["wanted"])], self.candidate[0].about)


@with_options("routh_insertion_plan_options")
def plan(assembly, *, progress=None, threads=None, **options):
    """Tries paths in the generator, with parts displaced at random as their priors say: which needs least time for a precision?

    It takes minutes: about a hundred insertions are tried. `generator` and `fit` take dicts of the options of `generate` and `fit`.

    Parameters
    ----------
    assembly : Assembly or path
        With displacements, one of them an offset along X, the axis of the insertion.
    {options}

    Examples
    --------
    >>> try:
    ...     routh.insertion.plan(routh.insertion.wedge(), draws=0)
    ... except routh.Error as error:
    ...     error.field
    'draws'
    """
    given = Options("routh_insertion_plan_options", options)
    parts = assembly_of(assembly)
    owner = _owner_of("routh_insertion_plan", parts, given)
    call("routh_insertion_plan_run", parts._pointer, given.pointer, ctypes.byref(owner.struct), progress=progress,
         threads=threads)
    return InsertionPlan._of(owner.struct, owner)
