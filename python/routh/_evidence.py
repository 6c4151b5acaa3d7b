"""What a dataset shows about itself, beside `routh.check`: methods of Dataset.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from ._call import call
from ._errors import Error, text
from ._library import C
from ._names import listed, value_of
from ._options import Options, fill, with_options, words
from ._structs import own, result_of, struct_of

_SEGMENT = "routh_segment_options"


class Evidence:
    """Methods of a dataset about itself."""

    def _frame(self, frame):
        return value_of("routh_frame", self.frame_of(frame)[0], "frame")

    def _answer(self, name, struct_name, *arguments, **hooks):
        """What a function f(context, *arguments, &answer) fills."""
        owner = own(struct_name, [self])
        call(name, *arguments, ctypes.byref(owner.struct), **hooks)
        return result_of(struct_name, owner)

    @with_options("routh_reflag_options")
    def reflag(self, frame="auto", **options):
        """A dataset whose flags energy, cone and compression are our own, read in that frame. Thresholds have no unit.

        Parameters
        ----------
        frame : str
            In which to read the impacts; see `frame_of`.
        {options}

        Examples
        --------
        >>> len(routh.generate_drops(count=20).reflag())
        20
        """
        given = Options("routh_reflag_options", options)
        chosen = self._frame(frame)
        owner, counts = self._copy(), C.routh_reflag()
        call("routh_dataset_reflag", chosen, given.pointer, ctypes.byref(owner.struct), ctypes.byref(counts))
        return self._made(owner)

    @with_options("routh_calibration_options")
    def calibration(self, frame="auto", **options):
        """What the impacts show about angle (rad), centre (m), ratio of the axes and so on, without any law.

        Parameters
        ----------
        frame : str
            In which to read the impacts; see `frame_of`.
        {options}

        Examples
        --------
        >>> routh.generate_drops(count=60).calibration().count
        60
        """
        given = Options("routh_calibration_options", options)
        chosen = self._frame(frame)
        owner = own("routh_calibration")
        call("routh_calibration_of", self._pointer, chosen, given.pointer, ctypes.byref(owner.struct))
        return result_of("routh_calibration", owner)

    def calibrate(self, calibration=None, frame="auto", segmentation=None):
        """A dataset that is corrected by the freed values of a calibration (rad, m).

        Parameters
        ----------
        calibration : Calibration, optional
            What `calibration` found here, or in another recording of the same body; default its own.
        frame : str
            In which to read the impacts; see `frame_of`.
        segmentation : dict, optional
            Options of `segment`, by which contacts are found again.

        Examples
        --------
        >>> len(routh.generate_drops(count=60).calibrate())
        60
        """
        calibration = self.calibration(frame) if calibration is None else calibration
        given = Options("routh_segment_options", segmentation or {})
        found = struct_of(calibration, "routh_calibration", "calibration")
        return self._changed("routh_dataset_calibrate", ctypes.byref(found), given.pointer)

    def decide_frame(self, frame="auto"):
        """A dataset that stores the frame to read it in: that one, or what the data decide. No unit.

        Examples
        --------
        >>> routh.generate_drops(count=60).decide_frame().frame_decided
        True
        """
        return self._changed("routh_dataset_decide_frame", words(frame, "frame"))

    def frame_evidence(self):
        """What the point-impulse identity says of every frame: slopes m/I (1/m²), correlations, the best one.

        Examples
        --------
        >>> routh.generate_drops(count=60).frame_evidence().best
        'as-recorded'
        """
        return self._answer("routh_frame_evidence_of", "routh_frame_evidence", self._pointer)

    def provenance(self, frame="auto"):
        """What lies between the two states of records that did not come from trajectories: frames, and a gap in s.

        Parameters
        ----------
        frame : str
            In which to read the impacts; see `frame_of`.

        Examples
        --------
        >>> routh.generate_drops(count=60).provenance().gravity_determined
        False
        """
        return self._answer("routh_provenance_of", "routh_provenance", self._pointer, self._frame(frame))

    def diagnose(self, **options):
        """Where few or no contacts can be used: why, and what would bring them back. Units are in the sentences.

        Parameters
        ----------
        **options
            Those with which the trajectories were segmented.

        Examples
        --------
        >>> routh.simulate(count=4, seed=1).segment().diagnose().needed
        False
        """
        given = Options(_SEGMENT, options)
        return self._answer("routh_diagnosis_of", "routh_diagnosis", self._pointer, given.pointer)

    def sensitivity(self, **options):
        """How much m/I (1/m²) depends on the rest pose; for a dataset that was segmented with these options.

        Examples
        --------
        >>> routh.simulate(count=8, seed=1, duration=2).segment().sensitivity().correlation > .9
        True
        """
        given = Options(_SEGMENT, options)
        return self._answer("routh_sensitivity_of", "routh_sensitivity", self._pointer, given.pointer)

    def write_contacts(self, path, **options):
        """Writes what `routh segment` says of its contacts: .svg, the trajectory with most of them; .json. SI units.

        Parameters
        ----------
        path : str or path
        **options
            Those with which the trajectories were segmented.

        Examples
        --------
        >>> routh.simulate(count=4, seed=1).segment().write_contacts("contacts.svg")
        """
        from ._data import write

        if not words(path, "path").endswith(b".json"):
            write("routh_trajectory_write", path, self._pointer, 2**64 - 1)
            return
        try:
            sensitivity = ctypes.byref(self.sensitivity(**options)._owner.struct)
        except Error:  # too few impacts to regress
            sensitivity = None
        write("routh_segment_write", path, self._pointer, sensitivity)

    @with_options("routh_split_options", but=("fit",))
    def split(self, frame="auto", *, fit=None, progress=None, threads=None, **options):
        """Do numbers differ between groups of the impacts by no more than their stated errors? Units as of each number.

        Parameters
        ----------
        frame : str
            In which to read the impacts; see `frame_of`.
        {options}
        fit : dict
            How laws are fitted; see `routh.fit`.

        Examples
        --------
        >>> split = routh.generate_drops(count=60, seed=1).split(groups=2, laws=["mirtich"], fit={"resamples": 10})
        >>> split.groups
        2
        """
        given = Options("routh_split_options", options)
        if fit is not None:
            given.keep += fill(given.struct.fit, fit)
        return self._answer("routh_split_of", "routh_split", self._pointer, self._frame(frame), given.pointer,
                            progress=progress, threads=threads)

    def systematics(self, frame="auto", law=None, *, progress=None, threads=None, **options):
        """What other ways to read the recording would change in a law's parameters; no unit for mu and eps.

        Parameters
        ----------
        frame : str
            In which to read the impacts; see `frame_of`.
        law : str or Law, optional
            Default: the best one.
        **options
            As in `routh.study`.

        Examples
        --------
        >>> found = routh.generate_drops(count=60).systematics(law="mirtich", resamples=10, references=0)
        >>> found.count > 0
        True
        """
        from . import _laws

        given = Options("routh_study_options", options)
        chosen = None if law is None else ctypes.byref(_laws.law(law)._pointer())
        return self._answer("routh_systematics_of", "routh_systematics", self._pointer, None, self._frame(frame),
                            chosen, given.pointer, progress=progress, threads=threads)

    @property
    def quantities(self):
        """Names of what parameters can depend on: {name: unit}.

        Examples
        --------
        >>> routh.generate_drops(count=5).quantities["omega"]
        'rad/s'
        """
        unit = ctypes.c_char_p()
        return {text(name): text(unit.value) for name in listed(lambda i: C.routh_quantity_at(self._pointer, i, ctypes.byref(unit)))}

    def quantity(self, name, frame="auto"):
        """One quantity of every impact that is used, as read in that frame; its unit is in `quantities`.

        Parameters
        ----------
        name : str
            One of `quantities`.
        frame : str
            In which to read the impacts; see `frame_of`.

        Examples
        --------
        >>> routh.generate_drops(count=5).quantity("speed").shape
        (5,)
        """
        from ._prepare import samples
        from ._structs import Owner

        holder = Owner(C.routh_dataset())
        address, count, _ = samples(self, self.frame_of(frame)[0], holder)
        made = numpy.empty(count)
        call("routh_quantity_of", self._pointer, ctypes.cast(address, ctypes.POINTER(C.routh_sample)), count,
             words(name, "name"), made.ctypes.data)
        return made

    def propose(self, gravity=0):
        """What looks wrong in the trajectories, such as units, and what would mend it. `gravity` in m/s²; 0: 9.81.

        Examples
        --------
        >>> routh.simulate(count=2).propose().count
        0
        """
        return self._answer("routh_dataset_propose", "routh_proposals", self._pointer, float(gravity))
