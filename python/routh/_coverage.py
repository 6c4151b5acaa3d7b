"""Would the intervals of a study hold, and would it notice what is wrong: in worlds like a recording.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import io

from ._call import call
from ._library import C
from ._names import value_of
from ._options import Options, with_options, words
from ._prepare import prepare
from ._structs import own, result
from ._written import Written


@result("routh_coverage")
class Coverage(Written):
    """How studies do in simulated worlds like a recording, with nothing wrong in them and with something.

    Attributes
    ----------
    world : Rows of CoverageWorld
        kind, wrong, draws, refused, doubted; claims, held, bias and width of friction and restitution, no unit.
    law : Law
        The truth of the worlds, with these `parameters` (no unit; lengths in m).
    noise : float
        Of velocities before and after, m/s.
    findings : Rows of Finding

    Examples
    --------
    >>> routh.coverage(routh.generate_drops(count=40, seed=1), worlds=["shuffled"], draws=2).world[0].refused
    2
    """

    _writer = "routh_coverage_write"

    def to_pandas(self):
        """One row a world: counts of studies, shares of intervals that hold (no unit).

        Examples
        --------
        >>> routh.coverage(routh.generate_drops(count=40), worlds=["plain"], draws=2).to_pandas().world[0]
        'plain'
        """
        from ._frames import _pandas

        return _pandas().read_csv(io.BytesIO(self._bytes(".csv")))


@with_options("routh_coverage_options", but=("only", "study"))
def coverage(data, worlds=None, frame="auto", *, calibrate=False, reflag=False, progress=None, threads=None, **options):
    """Would the intervals of a study hold, and would it notice what is wrong: in simulated worlds like a recording.

    Parameters
    ----------
    data : Dataset, path or mapping of arrays
        SI units.
    worlds : list of str, optional
        Kinds of world, such as "plain", "couple" or "drift"; default all.
    frame : str
        In which to read the impacts; "auto": what the data decide.
    calibrate, reflag : bool
        Correct the recording first.
    {options}

    Examples
    --------
    >>> routh.coverage(routh.generate_drops(count=40), worlds=["inertia"], draws=2).world[0].wrong
    True
    """
    data, correction = prepare(data, frame, calibrate, reflag, progress)
    given = Options("routh_coverage_options", **options)
    for name in worlds or ():
        given.struct.only |= 1 << value_of("routh_coverage_kind", name, "worlds")
    raw = words(frame, "frame")
    owner = own("routh_coverage", [data, correction, given, raw])
    call("routh_coverage_run", data._pointer, raw, given.pointer, ctypes.byref(owner.struct), progress=progress,
         threads=threads)
    made = Coverage._of(owner.struct, owner)
    object.__setattr__(made, "dataset", data)
    return made
