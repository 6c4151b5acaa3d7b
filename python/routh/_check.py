"""Is a recording as it says it is? Frame, inertia, gravity, rate, units, rest pose.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._library import C
from ._options import words
from ._prepare import corrected
from ._data import dataset_of
from ._structs import Owner, class_of, result
from ._written import Written


@result("routh_check_answer")
class Check(Written):
    """What a recording shows about itself: frame, inertia, gravity, rate, units, rest pose.

    Attributes
    ----------
    findings : Rows of Finding
        In SI units; each names its own.
    evidence : FrameEvidence
        Slope (1/m²) and correlation of the point-impulse identity in each frame.
    frame, why : str
        The frame in which to read the data, and the reason.
    systematics : Systematics or None
        What other ways to read the recording would change.

    Examples
    --------
    >>> routh.check(routh.generate_drops(count=60)).frame
    'as-recorded'
    """

    _writer = "routh_check_write"

    @classmethod
    def _of(cls, struct, owner, up=None):
        made = super()._of(struct, owner, up)
        at = struct.systematics
        found = class_of("routh_systematics")._of(C.routh_systematics.from_address(at), owner) if at else None
        object.__setattr__(made, "systematics", found)
        return made

    @property
    def wrong(self):
        """Is something wrong? Then the program's exit code is 1. No unit.

        Examples
        --------
        >>> routh.check(routh.generate_drops(count=60)).wrong
        False
        """
        return any(finding.kind == "wrong" for finding in self.findings)


def check(data, frame="auto", *, calibrate=False, reflag=False, progress=None, threads=None):
    """Is the frame of a recording right? Inertia, gravity, rate, units, rest pose.

    Parameters
    ----------
    data : Dataset, path or mapping of arrays
        SI units.
    frame : str
        The frame to recommend; "auto": what the data decide.
    calibrate, reflag : bool
        Correct the recording first; then its trajectories are segmented, too.

    Examples
    --------
    >>> [finding.kind for finding in routh.check(routh.generate_drops(count=60)).findings][0]
    'fine'
    """
    data, correction = dataset_of(data), None
    if calibrate or reflag:
        data, correction = corrected(data, frame, calibrate, reflag, progress)
    before = ctypes.byref(correction.struct.before) if correction is not None and correction.struct.calibrated else None
    owner = Owner(C.routh_check_answer(), C.routh_check_answer_release, [data, correction])
    call("routh_check_run", data._pointer, before, words(frame, "frame"), ctypes.byref(owner.struct), progress=progress,
         threads=threads)
    return Check._of(owner.struct, owner)
