"""Planar impacts, solved by a law: one or many.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import functools

import numpy

from . import _laws
from ._call import Call, call, threads_of
from ._errors import Error, error_of
from ._library import C
from ._options import array, number
from ._outcomes import ALL, PLACES, Outcomes, outcome_at
from ._structs import Struct, result

BODY = ("mass", "inertia", "rx", "ry", "vx", "vy", "omega")
CONTACT = ("wtt", "wtn", "wnn", "vt", "vn")
MOTION = ("vx", "vy", "omega")
_GO_ON = '; unsolved="nan" goes on without such impacts'
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
        >>> impact = routh.Impact(mass=.1, inertia=1e-4, rx=.01, ry=-.05, vx=1, vy=-1, omega=0)
        >>> impact.plot_ellipse(mu=.2).get_xlabel()
        'tangential impulse $P_t$ (N s)'
        """
        from ._ellipse import ellipse

        return ellipse(self, **options).plot(axes)


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


def _contacts(columns, threads, raises=True, hint=""):
    """Contact space of impacts given as bodies; one that has none is raised, or its numbers are NaN."""
    count = len(columns["mass"])
    made = {name: numpy.empty(count) for name in CONTACT}
    first = ctypes.c_size_t()
    bodies = numpy.empty((count, len(BODY)))
    for i, name in enumerate(BODY):
        bodies[:, i] = columns[name]
    try:
        call("routh_contacts_of", _rows(bodies), count, *_addresses(CONTACT, made, 0), ctypes.byref(first), threads=threads)
    except Error as error:
        if raises:
            raise _of_impact(first.value, count, error, hint) from None
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
    if not isinstance(out, Outcomes):
        raise TypeError(f"out must be Outcomes, as routh.Outcomes.empty({count}) makes them, not {type(out).__name__}")
    for name in ALL:
        part = getattr(out, name, None)
        if part is None:
            continue
        kind = "u1" if name in ("mode", "flags") else "f8"
        if not isinstance(part, numpy.ndarray) or part.dtype != kind or part.shape != (count,):
            raise TypeError(f"out.{name} must be an array of {count} {kind}")
        if not part.flags.c_contiguous or not part.flags.writeable or not part.flags.aligned:
            raise ValueError(f"out.{name} must be contiguous and writeable")
        if not body and name in MOTION:
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
        The most threads; default one for each core. Results do not depend on it.
    **parameters : float or array
        The law's parameters by name, as mu and eps (no unit); one value, or one for each impact. Default: the law's,
        `routh.law("wang-mason")` shows them.

    Returns
    -------
    Outcome for one impact, Outcomes for many.

    Examples
    --------
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
    contacts, bodies = _contacts(columns, threads, unsolved == "raise", _GO_ON) if body else (columns, None)
    work = _with_impulses(many, count) if body else many
    bad = _solve_blocks(law, contacts, bodies, work, values, varies, count, threads)
    if bad is not None and unsolved == "raise":
        raise _unsolved(contacts, *bad)
    if body:
        _after(bodies, work, count)
        object.__setattr__(many, "_given", (law, bodies))  # files have what follows from the bodies, too
    return outcome_at(many, 0) if one and out is None else many


def _check_parameter(law, name, value):
    parameter = law.parameters[name]
    wrong = ~((value >= parameter.low) & (value <= parameter.high))
    if wrong.any():
        row = int(numpy.argmax(wrong)) if value.ndim else None
        shown = float(value[row]) if value.ndim else float(value)
        raise Error(f"{name} = {shown:g}" + (f" of impact {row}" if row is not None else "") +
                    f" is outside {parameter.low:g} … {parameter.high:g} ({parameter.about} of {law.name})",
                    "bad-parameter", name, row=None if row is None else row + 1, value=f"{shown:.17g}")


def _solve_blocks(law, contacts, bodies, many, values, varies, count, threads):
    """Solves all; (status, index) of the first impact without an answer, or None."""
    batch = C.routh_batch_default()
    batch.threads = threads_of(threads)
    batch.parameter_varies = varies
    bad, first = None, ctypes.c_size_t()
    solve_batch = _of_own(law, threads) if law._function else functools.partial(_of_library, law)
    results = [name for name in ALL if name not in MOTION and getattr(many, name) is not None]
    for start in range(0, count, _BLOCK):
        batch.count = min(_BLOCK, count - start)
        for name, address in zip(CONTACT, _addresses(CONTACT, contacts, start)):
            setattr(batch, name, address)
        for i, value in enumerate(values):
            batch.parameter[i] = value.ctypes.data + (start * value.itemsize if value.ndim else 0)
        for name in results:
            part = getattr(many, name)
            setattr(batch, PLACES.get(name, name), part.ctypes.data + start * part.itemsize)
        status = solve_batch(_rows(bodies, start), batch, first)
        if status != 0 and bad is None:
            bad = status, start + first.value
    return bad


def _rows(bodies, start=0):
    """Impacts as the library takes them, from one on; None in contact space."""
    if bodies is None:
        return None
    return ctypes.cast(bodies.ctypes.data + start * bodies.strides[0], ctypes.POINTER(C.routh_impact))


def _of_library(law, rows, batch, first):
    if rows is None:
        return C.routh_law_solve_batch(law._pointer(), ctypes.byref(batch), ctypes.byref(first))
    return C.routh_impacts_solve_batch(law._pointer(), rows, ctypes.byref(batch), ctypes.byref(first))


def _of_own(law, threads):
    """The same for a law that is a Python function: what it raises comes out, and Ctrl-C."""
    def solve_batch(rows, batch, first):
        with Call(threads=threads, laws=[law]) as this:
            batch.threads = this.context.threads
            return _of_library(law, rows, batch, first)
    return solve_batch


def _unsolved(contacts, status, row):
    """The reason why an impact has no answer."""
    contact = C.routh_contact(*(float(contacts[name][row]) for name in CONTACT))
    context = C.routh_context_default()
    C.routh_contact_check(ctypes.byref(context), ctypes.byref(contact))
    return _of_impact(row, len(contacts["wtt"]), error_of(status, context), _GO_ON)


def _of_impact(index, count, error, hint=""):
    """The same error, which names the impact where there are many."""
    words = f"impact {index}: {error}{hint}" if count > 1 else str(error)
    return Error(words, getattr(error, "status", None), getattr(error, "field", None), row=index + 1)


def _with_impulses(many, count):
    """The same arrays, with room for what the velocity of the body is computed from."""
    missing = [name for name in ("pt", "pn", "couple") if getattr(many, name) is None]
    return dataclasses.replace(many, **{name: numpy.empty(count) for name in missing})


def _after(bodies, many, count):
    after = numpy.empty((count, 3))
    C.routh_impacts_after(_rows(bodies), count, many.pt.ctypes.data, many.pn.ctypes.data, many.couple.ctypes.data,
                          ctypes.cast(after.ctypes.data, ctypes.POINTER(C.routh_velocity)))
    for name, column in zip(MOTION, after.T):
        if getattr(many, name) is not None:
            getattr(many, name)[:] = column
