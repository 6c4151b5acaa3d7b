"""What laws answer for planar impacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses

import numpy

from ._errors import Error, text
from ._library import C
from ._names import name_of, names_of


@dataclasses.dataclass(frozen=True, repr=False)
class Outcome:
    """What a law answers for one impact.

    Attributes
    ----------
    pt, pn : float
        Impulse on the body, N s.
    vt, vn : float
        Velocity of the contact point after, m/s.
    contact_energy_ratio : float
        Kinetic energy after ÷ before, of the part of the motion that an impulse at the contact point can change.
    mode : str
        "sliding", "sticking", "c-sticking" and so on.
    flags : tuple of str
        Impossible results that the law allows: "penetrates", "pulls", "gains-energy".
    couple : float
        N m s; 0 for rigid laws.
    vx, vy, omega : float
        Velocity of the body after, m/s and rad/s; NaN for an impact given in contact space.

    Examples
    --------
    >>> round(routh.solve("wang-mason", [.1, 1e-4, .01, -.05, 1, -1, 0], mu=.2, eps=.5).vy, 3)
    0.5
    """

    pt: float
    pn: float
    vt: float
    vn: float
    contact_energy_ratio: float
    mode: str
    flags: tuple
    couple: float
    vx: float
    vy: float
    omega: float

    def __repr__(self):
        body = f", body after ({self.vx:.6g}, {self.vy:.6g}) m/s, {self.omega:.6g} rad/s" if self.vx == self.vx else ""
        flags = f", {'+'.join(self.flags)}" if self.flags else ""
        return (f"{self.mode}{flags}: impulse ({self.pt:.6g}, {self.pn:.6g}) N s, contact point after ({self.vt:.6g}, "
                f"{self.vn:.6g}) m/s{body}")


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Outcomes:
    """What a law answers for many impacts: arrays, one number an impact. Given as `out`, they are filled in place.

    Attributes
    ----------
    pt, pn, vt, vn, contact_energy_ratio, couple : array
        As in Outcome: N s, m/s, 1, N m s.
    mode, flags : array of uint8
        `modes` has the words; bits of `flags` are 1 penetrates, 2 pulls, 4 gains energy.
    vx, vy, omega : array or None
        Velocity of the body after, m/s and rad/s; None in contact space.

    Examples
    --------
    >>> many = routh.solve("mirtich", numpy.tile([.1, 1e-4, .01, -.05, 1, -1, 0], (3, 1)), mu=[.1, .2, .3], eps=.5)
    >>> many.pn.shape
    (3,)
    """

    pt: numpy.ndarray
    pn: numpy.ndarray
    vt: numpy.ndarray
    vn: numpy.ndarray
    contact_energy_ratio: numpy.ndarray
    couple: numpy.ndarray
    mode: numpy.ndarray
    flags: numpy.ndarray
    vx: numpy.ndarray = None
    vy: numpy.ndarray = None
    omega: numpy.ndarray = None

    @classmethod
    def empty(cls, count, body=False):
        """Room for the outcomes of `count` impacts, to be given as `out`. With `body`, for velocities (m/s, rad/s), too.

        Examples
        --------
        >>> len(routh.Outcomes.empty(10))
        10
        """
        made = {name: numpy.empty(count, "u1" if name in ("mode", "flags") else "f8") for name in ALL}
        if not body:
            made.update(dict.fromkeys(("vx", "vy", "omega")))
        return cls(**made)

    def __getstate__(self):
        return {name: getattr(self, name) for name in ALL}  # a law of your own cannot be pickled

    def __len__(self):
        return next((len(part) for part in (getattr(self, name) for name in ALL) if part is not None), 0)

    def __getitem__(self, i):
        return outcome_at(self, range(len(self))[i])

    @property
    def modes(self):
        """The mode of each impact in words; no unit.

        Examples
        --------
        >>> routh.solve("whittaker", [[.1, 1e-4, 0, -.05, 1, -1, 0]], eps=.5).modes
        ['sticking']
        """
        table = names_of("routh_mode")
        return [table[int(value)] for value in self.mode]

    def write(self, path):
        """Writes the table as `routh solve` does, for impacts that were given as bodies: N s, m/s, rad/s.

        Parameters
        ----------
        path : str or path
            It ends with .csv or .json.

        Examples
        --------
        >>> routh.solve("whittaker", [[.1, 1e-4, 0, -.05, 1, -1, 0]], eps=.5).write("outcomes.csv")
        >>> open("outcomes.csv").readline()[:8]
        'pt,pn,vx'
        """
        from ._data import write

        wanted = {name: getattr(self, name) for name in ("pt", "pn", "couple", "mode", "flags")}
        missing = [name for name, part in wanted.items() if part is None]
        if missing or self.__dict__.get("_given") is None:
            raise Error("outcomes are written for impacts that were given as bodies" if not missing else
                        f"{', '.join(missing)} was not computed, and files have it", "bad-argument", "out")
        law, bodies = self._given
        batch = C.routh_batch_default()
        batch.count = len(bodies)
        for name, part in wanted.items():
            setattr(batch, name, part.ctypes.data)
        rows = ctypes.cast(bodies.ctypes.data, ctypes.POINTER(C.routh_impact))
        write("routh_outcomes_write", path, law._pointer(), rows, ctypes.byref(batch))

    def to_pandas(self):
        """One row an impact, with the modes in words; units as above.

        Examples
        --------
        >>> list(routh.solve("whittaker", [[.1, 1e-4, 0, -.05, 1, -1, 0]], eps=.5).to_pandas())[:2]
        ['pt', 'pn']
        """
        from ._frames import _pandas

        columns = {name: getattr(self, name) for name in ALL if getattr(self, name) is not None}
        return _pandas().DataFrame({**columns, "mode": self.modes})

    def __repr__(self):
        if self.mode is None:
            return f"{len(self)} outcomes"
        counts = numpy.bincount(self.mode, minlength=1)
        table = names_of("routh_mode")
        modes = ", ".join(f"{n} {table[i]}" for i, n in enumerate(counts) if n)
        return f"{len(self)} outcome{'' if len(self) == 1 else 's'}: {modes}"


ALL = tuple(field.name for field in dataclasses.fields(Outcomes))
PLACES = {"vt": "vt_after", "vn": "vn_after"}  # names in routh_batch where they differ


def outcome_at(many, i):
    body = [getattr(many, name) for name in ("vx", "vy", "omega")]
    return Outcome(*(float(getattr(many, name)[i]) for name in ("pt", "pn", "vt", "vn", "contact_energy_ratio")),
                   name_of("routh_mode", int(many.mode[i])), flags_text(int(many.flags[i])), float(many.couple[i]),
                   *(float("nan") if part is None else float(part[i]) for part in body))


def flags_text(flags):
    """The flags in words: ("penetrates", "gains-energy")."""
    buffer = ctypes.create_string_buffer(C.ROUTH_FLAGS_TEXT)
    words = text(C.routh_flags_text(flags, buffer))
    return tuple(words.split("+")) if words else ()
