"""Insertions from the generator, paths for it, and the offset of a reference insertion.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._data import io_memory, io_path, same_version, text_of, write
from ._insertion_parts import assembly_of, parts_beside, stands_alone
from ._insertion_recording import insertion_of, made_insertion
from ._library import C
from ._options import array, converts, fill, number, with_options
from ._structs import Owner, Struct, own, result
from ._written import Written


@result("routh_insertion_path")
class InsertionPath(Struct):
    """What the hand does with object 1: where it begins, and stages in which it wants a wrench.

    Attributes
    ----------
    name : str
    start : array of 6
        Beside the mated pose: shift, m, and rotation vector, rad.
    stage : array
        `time`, s, `wrench` and `wave`, N and N m, and `period`, s, of each.
    settle : float
        How long the mated parts are held at the end, s.

    Examples
    --------
    >>> routh.insertion.path(start=[0, 0, .027, 0, 0, 0], name="aside").start.tolist()[:3]
    [0.0, 0.0, 0.027]
    """

    def write(self, path):
        """Writes the path as JSON, which `read_path` and `routh insertion simulate --path` read; SI units.

        Examples
        --------
        >>> routh.insertion.path().write("path.json")
        """
        write("routh_insertion_path_write", path, ctypes.byref(self._as_struct()))

    def __reduce_ex__(self, protocol):
        if not stands_alone(self):
            return super().__reduce_ex__(protocol)
        return _path_of_bytes, (text_of("routh_insertion_path_write", ".json", ctypes.byref(self._as_struct())),
                                C.routh_version())


def _made_path(struct):
    return InsertionPath._of(struct, Owner(struct))


def _path_of_bytes(raw, version):
    same_version(version, "InsertionPath")
    made = C.routh_insertion_path()
    call("routh_insertion_path_read", io_memory(raw, "pickled path"), ctypes.byref(made))
    return _made_path(made)


def path(*, start=None, stages=(), settle=None, name=None):
    """A path for `generate`: what is not given is that of the default, which begins turned by 2°.

    Parameters
    ----------
    start : array of 6
        Beside the mated pose: shift, m, of which that along X does not count, and rotation vector, rad.
    stages : list of dict
        `time`, s, `wrench` (6 numbers, N and N m), and where it varies `wave` (the same) and `period`, s.
    settle : float
        s.
    name : str
        That of the recording, too.

    Examples
    --------
    >>> own = routh.insertion.path(stages=[{"time": 2, "wrench": [30, 5, 0, 0, 0, 0]}], name="pushed aside")
    >>> own.stage["time"].tolist()
    [2.0]
    """
    made = C.routh_insertion_path_default()
    stages = list(stages)
    if len(stages) > C.ROUTH_MOST_STAGES:
        raise ValueError(f"a path has at most {C.ROUTH_MOST_STAGES} stages, not {len(stages)}")
    for i, stage in enumerate(stages):
        if not isinstance(stage, dict):
            raise TypeError(f"stages[{i}] must be a dict of time, wrench, wave and period, not {stage!r}")
        fill(made.stage[i], stage, f"stages[{i}].")
    made.count = len(stages)
    fill(made, {key: value for key, value in (("start", start), ("settle", settle), ("name", name)) if value is not None})
    call("routh_insertion_path_check", ctypes.byref(made))
    return _made_path(made)


def read_path(path):
    """Reads a path, or that of a plan, from JSON. SI units.

    Examples
    --------
    >>> routh.insertion.path(name="own").write("path.json")
    >>> routh.insertion.read_path("path.json").name
    'own'
    """
    made = C.routh_insertion_path()
    io, keep = io_path(path)
    call("routh_insertion_path_read", io, ctypes.byref(made))
    return _made_path(made)


@converts("routh_insertion_path")
def _address_of_path(value, what, keep):
    if not isinstance(value, InsertionPath):
        raise TypeError(f"{what} must be an InsertionPath, as routh.insertion.path makes one, not {value!r}")
    made = value._as_struct()
    keep += [value, made]
    return ctypes.addressof(made)


@with_options("routh_insertion_generator")
def generate(assembly, *, progress=None, **options):
    """A recording whose truth is known: quasi-static equilibrium of the held object, with friction, measured by imperfect sensors.

    Parameters
    ----------
    assembly : Assembly or path
        X is the axis of the insertion.
    progress : function or True
        Hears what is done and the fraction done.
    {options}

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> routh.insertion.generate(parts, rate=50, known_offset=True, displacement=0, turn=0).name
    'turned'
    """
    return generate_both(assembly, progress=progress, **options)[0]


def generate_both(assembly, *, progress=None, **options):
    """The same as `generate`, and the end of the reference insertion with its retraction, for `offset` (m).

    Parameters
    ----------
    assembly, progress, **options
        As for `generate`.

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> test, reference = routh.insertion.generate_both(parts, rate=250)
    >>> 5e-5 < routh.insertion.offset(reference, parts).offset < 1e-3
    True
    """
    parts = assembly_of(assembly)
    given = C.routh_insertion_generator_default()
    keep = fill(given, options)
    made, reference = own("routh_insertion"), own("routh_insertion")
    call("routh_insertion_generate", parts._pointer, ctypes.byref(given), ctypes.byref(made.struct),
         ctypes.byref(reference.struct), progress=progress)
    return made_insertion(made), made_insertion(reference)


@result("routh_insertion_offset_estimate")
class InsertionOffsetEstimate(Written):
    """How deep the parts are pressed into each other, from the retraction after a reference insertion.

    Attributes
    ----------
    offset, error, pressed : float
        δ_r under the force of the test, its standard error, and the same under the force of the reference insertion, m.
    from_, to : float
        The two forces, N.
    rest, used : int
        Samples at rest, and in the stretch that was extended to no force.

    Examples
    --------
    >>> reference = routh.insertion.generate_both(routh.insertion.wedge(), rate=250)[1]
    >>> routh.insertion.offset(reference, routh.insertion.wedge()).to
    50.0
    """

    _writer = "routh_insertion_offset_write"


def offset(recording, assembly=None, *, axis=None, from_=30, to=50):
    """The offset δ_r (m) of a test, from a reference insertion that rests under a force and is retracted.

    Parameters
    ----------
    recording : Insertion or path
        The reference insertion with its retraction.
    assembly : Assembly or path, optional
        Whose displacement of kind "offset" has the axis; default the file beside the recording.
    axis : array of 3, optional
        Instead: the axis in object 2's axes.
    from_, to : float
        Force under which the reference insertion rests, and that of the test, N.

    Examples
    --------
    >>> reference = routh.insertion.generate_both(routh.insertion.wedge(), rate=250)[1]
    >>> routh.insertion.offset(reference, axis=[1, 0, 0]).from_
    30.0
    """
    chosen = axis
    if axis is None:
        chosen = parts_beside([recording], assembly).axis
        if chosen is None:
            raise ValueError('the assembly has no displacement of kind "offset", whose axis is that of the insertion: give axis')
    recording = insertion_of(recording)
    numbers = (ctypes.c_double * 3)(*array(chosen, "axis", shape=(3,)))
    estimate = C.routh_insertion_offset_estimate()
    call("routh_insertion_offset", recording._pointer, numbers, number(from_, "from_"), number(to, "to"),
         ctypes.byref(estimate))
    return InsertionOffsetEstimate._of(estimate, Owner(estimate))
