"""Planar impacts, solved by a law: one or many.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import functools

import numpy

from . import _laws
from ._call import Call, call, threads_of
from ._errors import STATUS, Error, error_of, text
from ._library import C
from ._names import name_of, names_of
from ._options import array, number
from ._structs import Struct, result

BODY = ("mass", "inertia", "rx", "ry", "vx", "vy", "omega")
CONTACT = ("wtt", "wtn", "wnn", "vt", "vn")
_BLOCK = 1 << 20  # impacts between two looks at Ctrl-C


@result("routh_impact")
class Impact(Struct):
    """One planar impact: the body, where it touches, and how it moves just before.

    Attributes
    ----------
    mass, inertia : float
        kg, and kg m² about the centre of mass.
    rx, ry : float
        From the centre of mass to the contact point, m.
    vx, vy, omega : float
        Velocity of the centre of mass, m/s, and spin, rad/s, counter-clockwise.

    Examples
    --------
    >>> import routh
    >>> routh.Impact(mass=.1, inertia=1e-4, rx=.01, ry=-.05, vx=1, vy=-1, omega=0).mass
    0.1
    """

    def __post_init__(self):
        for name in BODY:
            object.__setattr__(self, name, number(getattr(self, name), name))

    def _as_struct(self):
        return C.routh_impact(*(getattr(self, name) for name in BODY))

    def plot_ellipse(self, axes=None, **options):
        """Draws the energy ellipse with the laws in it; see `routh.ellipse`, which takes the same options.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw. Axes are impulses in N s.

        Examples
        --------
        >>> import routh
        >>> impact = routh.Impact(mass=.1, inertia=1e-4, rx=.01, ry=-.05, vx=1, vy=-1, omega=0)
        >>> impact.plot_ellipse(mu=.2).get_xlabel()
        'tangential impulse $P_t$ (N s)'
        """
        from ._ellipse import ellipse

        return ellipse(self, **options).plot(axes)


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
    >>> import routh
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
    >>> import numpy, routh
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
        >>> import routh
        >>> len(routh.Outcomes.empty(10))
        10
        """
        made = {name: numpy.empty(count, "u1" if name in ("mode", "flags") else "f8") for name in _ALL}
        if not body:
            made.update(dict.fromkeys(("vx", "vy", "omega")))
        return cls(**made)

    def __len__(self):
        return len(self.pt)

    def __getitem__(self, i):
        return _outcome_at(self, range(len(self))[i])

    @property
    def modes(self):
        """The mode of each impact in words; no unit.

        Examples
        --------
        >>> import routh
        >>> routh.solve("whittaker", [[.1, 1e-4, 0, -.05, 1, -1, 0]], eps=.5).modes
        ['sticking']
        """
        table = names_of("routh_mode")
        return [table[int(value)] for value in self.mode]

    def to_pandas(self):
        """One row an impact, with the modes in words; units as above.

        Examples
        --------
        >>> import routh
        >>> list(routh.solve("whittaker", [[.1, 1e-4, 0, -.05, 1, -1, 0]], eps=.5).to_pandas())[:2]
        ['pt', 'pn']
        """
        from ._frames import _pandas

        columns = {name: getattr(self, name) for name in _ALL if getattr(self, name) is not None}
        return _pandas().DataFrame({**columns, "mode": self.modes})

    def __repr__(self):
        counts = numpy.bincount(self.mode, minlength=1)
        table = names_of("routh_mode")
        modes = ", ".join(f"{n} {table[i]}" for i, n in enumerate(counts) if n)
        return f"{len(self)} outcomes: {modes}"


_ALL = tuple(field.name for field in dataclasses.fields(Outcomes))
_PLACES = {"vt": "vt_after", "vn": "vn_after"}  # names in routh_batch where they differ


def _outcome_at(many, i):
    body = [getattr(many, name) for name in ("vx", "vy", "omega")]
    return Outcome(*(float(getattr(many, name)[i]) for name in ("pt", "pn", "vt", "vn", "contact_energy_ratio")),
                   name_of("routh_mode", int(many.mode[i])), flags_text(int(many.flags[i])), float(many.couple[i]),
                   *(float("nan") if part is None else float(part[i]) for part in body))


def flags_text(flags):
    """The flags in words: ("penetrates", "gains-energy")."""
    buffer = ctypes.create_string_buffer(C.ROUTH_FLAGS_TEXT)
    words = text(C.routh_flags_text(flags, buffer))
    return tuple(words.split("+")) if words else ()


def columns_of(impacts, also=()):
    """Arrays by name, and whether there was one impact only. `also`: further columns to take where they are there."""
    for kind, made_of in ((BODY, "routh_impact"), (CONTACT, "routh_contact")):
        if isinstance(impacts, Struct) and impacts._struct == made_of:
            return {name: numpy.array([getattr(impacts, name)]) for name in kind}, True
    names = getattr(getattr(impacts, "dtype", None), "names", None)
    if names is None and (hasattr(impacts, "keys") or hasattr(impacts, "columns")):
        names = list(impacts.keys())
    if names is not None:
        kind = BODY if "mass" in names else CONTACT
        missing = [name for name in kind if name not in names]
        if missing:
            raise ValueError(f"impacts: {', '.join(missing)} is missing; an impact has {', '.join(BODY)}, or in contact space "
                             f"{', '.join(CONTACT)}")
        made = {name: array(impacts[name], f"impacts: {name}") for name in (*kind, *(n for n in also if n in names))}
        sizes = {name: part.size for name, part in made.items() if part.ndim}
        if any(part.ndim > 1 for part in made.values()) or len(set(sizes.values())) > 1:
            raise ValueError(f"impacts: columns must be of one dimension and of one length; they are "
                             f"{ {name: part.shape for name, part in made.items()} }")
        count = next(iter(sizes.values()), 1)
        made = {name: numpy.ascontiguousarray(numpy.broadcast_to(part, (count,))) for name, part in made.items()}
        return made, not sizes
    table = array(impacts, "impacts")
    if table.ndim not in (1, 2) or table.shape[-1] not in (len(BODY), len(CONTACT)):
        raise ValueError(f"impacts has the shape {table.shape}; its rows must hold {', '.join(BODY)}, or in contact space "
                         f"{', '.join(CONTACT)}")
    one = table.ndim == 1
    table = table.reshape(-1, table.shape[-1])
    kind = BODY if table.shape[1] == len(BODY) else CONTACT
    return {name: numpy.ascontiguousarray(table[:, i]) for i, name in enumerate(kind)}, one


def _addresses(names, arrays, start):
    return [None if arrays[name] is None else arrays[name].ctypes.data + start * arrays[name].itemsize for name in names]


def _contacts(columns, threads):
    """Contact space of impacts given as bodies; the one that cannot be is raised."""
    count = len(columns["mass"])
    made = {name: numpy.empty(count) for name in CONTACT}
    first = ctypes.c_size_t()
    bodies = numpy.empty((count, len(BODY)))
    for i, name in enumerate(BODY):
        bodies[:, i] = columns[name]
    with_rows = ctypes.cast(bodies.ctypes.data, ctypes.POINTER(C.routh_impact))
    try:
        call("routh_contacts_of", with_rows, count, *_addresses(CONTACT, made, 0), ctypes.byref(first), threads=threads)
    except Error as error:
        error.row = first.value + 1
        raise
    return made, bodies


def _parameter_arrays(law, columns, given, count):
    law._refuse_unknown(given, "parameters")
    values, varies = [], 0
    for i, (name, parameter) in enumerate(law.parameters.items()):
        value = array(columns.get(name, given.get(name, parameter.initial)), name)
        if value.ndim:
            if value.shape != (count,):
                raise ValueError(f"{name} has the shape {value.shape}; there are {count} impacts")
            varies |= 1 << i
        values.append(value)
    return values, varies


def _check_out(out, count, body):
    for name in _ALL:
        part = getattr(out, name, None)
        if part is None:
            continue
        kind = "u1" if name in ("mode", "flags") else "f8"
        if not isinstance(part, numpy.ndarray) or part.dtype != kind or part.shape != (count,):
            raise TypeError(f"out.{name} must be an array of {count} {kind}")
        if not part.flags.c_contiguous or not part.flags.writeable or not part.flags.aligned:
            raise ValueError(f"out.{name} must be contiguous and writeable")
        if not body and name in ("vx", "vy", "omega"):
            raise ValueError(f"out.{name}: impacts in contact space have no velocity of a body")
    return out


def solve(law, impacts, *, out=None, unsolved="raise", threads=None, **parameters):
    """Resolves impacts with a law.

    Parameters
    ----------
    law : str or Law
        "wang-mason"; `routh.laws` lists all.
    impacts : Impact, array, mapping of arrays or DataFrame
        Columns mass (kg), inertia (kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s); or, in contact space, wtt, wtn, wnn
        (1/kg), vt, vn (m/s). An array has them in this order. Columns named after the law's parameters win over arguments.
    out : Outcomes, optional
        Arrays to fill; those that are None are not computed.
    unsolved : {"raise", "nan"}
        What happens to an impact that has no answer. "nan": its numbers are NaN, its mode "unsolved".
    threads : int, optional
        At most so many; default one for each core. Results do not depend on it.
    **parameters : float or array
        The law's parameters by name, as mu and eps (no unit); one value, or one for each impact.

    Returns
    -------
    Outcome for one impact, Outcomes for many.

    Examples
    --------
    >>> import routh
    >>> routh.solve("wang-mason", [.1, 1e-4, .01, -.05, 1, -1, 0], mu=.18, eps=.53).mode
    'sliding'
    """
    if unsolved not in ("raise", "nan"):
        raise ValueError(f"unsolved is {unsolved!r}; it must be 'raise' or 'nan'")
    law = _laws.law(law)
    columns, one = columns_of(impacts, law.parameters)
    body = "mass" in columns
    count = len(columns["mass" if body else "wtt"])
    many = Outcomes.empty(count, body) if out is None else _check_out(out, count, body)
    values, varies = _parameter_arrays(law, columns, parameters, count)
    for name, value in zip(law.parameters, values):
        _check_parameter(law, name, value)
    if body:
        contacts, bodies = _contacts(columns, threads)
    else:
        contacts = columns
    bad = _solve_blocks(law, contacts, many, values, varies, count, threads)
    if bad is not None and unsolved == "raise":
        raise _unsolved(law, contacts, values, varies, *bad)
    if body and many.vx is not None:
        _after(bodies, many, count)
    return _outcome_at(many, 0) if one and out is None else many


def _check_parameter(law, name, value):
    parameter = law.parameters[name]
    wrong = ~((value >= parameter.low) & (value <= parameter.high))
    if wrong.any():
        row = int(numpy.argmax(wrong)) if value.ndim else None
        shown = float(value[row]) if value.ndim else float(value)
        raise Error(f"{name} = {shown:g}" + (f" of impact {row}" if row is not None else "") +
                    f" is outside {parameter.low:g} … {parameter.high:g} ({parameter.about} of {law.name})",
                    "bad-parameter", name, row=None if row is None else row + 1, value=f"{shown:.17g}")


def _solve_blocks(law, contacts, many, values, varies, count, threads):
    """Solves all; (status, index) of the first impact without an answer, or None."""
    batch = C.routh_batch_default()
    batch.threads = threads_of(threads)
    batch.parameter_varies = varies
    bad, first = None, ctypes.c_size_t()
    solve_batch = _of_own(law, threads) if law._function else functools.partial(_of_library, law)
    results = [name for name in _ALL if name not in ("vx", "vy", "omega") and getattr(many, name) is not None]
    for start in range(0, count, _BLOCK):
        batch.count = min(_BLOCK, count - start)
        for name, address in zip(CONTACT, _addresses(CONTACT, contacts, start)):
            setattr(batch, name, address)
        for i, value in enumerate(values):
            batch.parameter[i] = value.ctypes.data + (start * value.itemsize if value.ndim else 0)
        for name in results:
            part = getattr(many, name)
            setattr(batch, _PLACES.get(name, name), part.ctypes.data + start * part.itemsize)
        status = solve_batch(batch, first)
        if status != 0 and bad is None:
            bad = status, start + first.value
    return bad


def _of_library(law, batch, first):
    return C.routh_law_solve_batch(law._pointer(), ctypes.byref(batch), ctypes.byref(first))


def _of_own(law, threads):
    """The same for a law that is a Python function: what it raises comes out, and Ctrl-C."""
    def solve_batch(batch, first):
        with Call(threads=threads, laws=[law]) as this:
            batch.threads = this.context.threads
            return _of_library(law, batch, first)
    return solve_batch


def _unsolved(law, contacts, values, varies, status, row):
    """The reason why an impact has no answer."""
    contact = C.routh_contact(*(float(contacts[name][row]) for name in CONTACT))
    context = C.routh_context_default()
    C.routh_contact_check(ctypes.byref(context), ctypes.byref(contact))
    error = error_of(status, context)
    return Error(f"impact {row}: {error}", STATUS[status], getattr(error, "field", None), row=row + 1)


def _after(bodies, many, count):
    after = numpy.empty((count, 3))
    C.routh_impacts_after(ctypes.cast(bodies.ctypes.data, ctypes.POINTER(C.routh_impact)), count, many.pt.ctypes.data,
                          many.pn.ctypes.data, many.couple.ctypes.data,
                          ctypes.cast(after.ctypes.data, ctypes.POINTER(C.routh_velocity)))
    many.vx[:], many.vy[:], many.omega[:] = after.T
