"""Impacts in space: one contact or many, rigid or with normal and tangential springs.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import os

import numpy

from ._call import call
from ._data import text_of
from ._errors import Cancelled, Error, text
from ._laws3 import law3
from ._library import C
from ._options import Input, array, number, words
from ._structs import Struct, dtype_of, own, result, result_of, view
from ._written import Written

COLUMNS = ("w11", "w12", "w13", "w22", "w23", "w33", "v1", "v2", "v3")
_BLOCK = 1024  # outcomes carry their switches with them, 8 kB each: the number at a time


@result("routh_pair")
class Pair(Input):
    """What two surfaces are to each other.

    Attributes
    ----------
    mu : float
        μ, coefficient of friction, no unit; default 0.3.
    eps : float
        e, energetic coefficient of restitution, 0 … 1; default 0.5.
    eta2 : float
        η², normal ÷ tangential stiffness, no unit; default 1.214, of Poisson's ratio 0.3. `nu=` gives Poisson's ratio instead.

    Examples
    --------
    >>> routh.Pair(mu=.2, nu=.5).eta2
    1.5
    """

    def __init__(self, *, nu=None, **fields):
        """`nu`: Poisson's ratio, 0 … 0.5, in the place of eta2; no unit."""
        if nu is not None:
            if "eta2" in fields:
                raise ValueError("eta2 or nu, not both: the one follows from the other")
            fields["eta2"] = eta2_of_poisson(nu)
        super().__init__(**fields)


def eta2_of_poisson(nu):
    """η² = (2 − ν) / (2 (1 − ν)), normal ÷ tangential stiffness of a material with Poisson's ratio ν; no unit.

    Parameters
    ----------
    nu : float
        0 … 0.5.

    Examples
    --------
    >>> routh.eta2_of_poisson(.5)
    1.5
    """
    made = C.routh_eta2_of_poisson(number(nu, "nu"))
    if made != made:
        raise ValueError(f"nu is {nu}; Poisson's ratio lies in 0 … 0.5")
    return made


@result("routh_contact3")
class Contact3(Input):
    """One contact in space; axes u, w along the surface and n out of it.

    Attributes
    ----------
    w : array (3, 3)
        Contact compliance W, 1/kg, symmetric and positive definite.
    v : array (3,)
        Velocity of the contact point, m/s; v[2] < 0: closing.

    Examples
    --------
    >>> routh.solve3("rigid", routh.Contact3(w=numpy.diag([3.5, 3.5, 1]), v=[-3, 0, -5]), mu=.4, eps=.5).v[2]
    2.5
    """


@result("routh_outcome3")
class Outcome3(Written):
    """What a law in space answers for one impact.

    Attributes
    ----------
    p, v : array (3,)
        Impulse, N s, and velocity of the contact point after, m/s; axes u, w, n.
    contact_energy_ratio, duration : float
        Kinetic energy after ÷ before, no unit; s √(N/m).
    energy : Outcome3Energy
        The balance, J.
    switches : array
        The moments at which phases began; fields as in `routh_moment`.

    Examples
    --------
    >>> routh.solve3("compliant", routh.Contact3(w=numpy.diag([3.5, 3.5, 1]), v=[-3, 0, -5])).phases
    'c-slip>c-stick>r-stick>r-slip'
    """

    _writer = "routh_outcome3_write"

    @property
    def phases(self):
        """The phases by name, in order of time; no unit.

        Examples
        --------
        >>> routh.solve3("rigid", routh.Contact3(w=numpy.diag([3.5, 3.5, 1]), v=[-3, 0, -5]), mu=.1).phases
        'c-slip>r-slip'
        """
        return phases_of(self._as_struct())

    def _text(self):
        kept = Struct._text(self)
        return kept or (f"{self.phases}: impulse ({', '.join(f'{x:.6g}' for x in self.p)}) N s, contact point after "
                        f"({', '.join(f'{x:.6g}' for x in self.v)}) m/s, energy ratio {self.contact_energy_ratio:.6g}")


def phases_of(outcome):
    """The phases of a structure routh_outcome3 in words."""
    buffer = ctypes.create_string_buffer(8 * C.ROUTH_OUTCOME3_SWITCHES + 8)
    return text(C.routh_outcome3_phases(ctypes.byref(outcome), buffer, len(buffer)))


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Outcomes3:
    """What a law in space answers for many impacts: arrays, one row an impact.

    Attributes
    ----------
    p, v : array (n, 3)
        Impulse, N s, and velocity of the contact point after, m/s; axes u, w, n.
    contact_energy_ratio, duration : array (n,)
        No unit; s √(N/m).
    energy : array (n,)
        The balance, J; fields as in `routh_outcome3_energy`: before, after, friction, normal, left and so on.
    phases : tuple of str
        "c-slip>r-slip".

    Examples
    --------
    >>> many = routh.solve3("rigid", [[3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]] * 4, mu=[.1, .2, .3, .4], eps=.5)
    >>> many.p.shape, len(many)
    ((4, 3), 4)
    """

    p: numpy.ndarray
    v: numpy.ndarray
    contact_energy_ratio: numpy.ndarray
    duration: numpy.ndarray
    energy: numpy.ndarray
    phases: tuple
    _given: tuple = None  # law, contacts and pairs: outcomes with their switches are solved again where they are written

    def __len__(self):
        return len(self.p)

    def write(self, path):
        """Writes the table as `routh strike` does: .csv, or .json with the switches of each impact; N s, m/s, J.

        Parameters
        ----------
        path : str or path

        Examples
        --------
        >>> routh.solve3("rigid", [[3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]] * 2).write("strikes.csv")
        >>> open("strikes.csv").readline()[:8]
        'p1,p2,p3'
        """
        law, made, pairs = self._given
        ending = "." + os.fsdecode(words(path, "path")).rpartition(".")[2]
        parts = []
        for start, size, block in _blocks(law, made, pairs, None, None):
            rows = C.routh_outcomes3(ctypes.addressof(block), size, law.name == "rigid", start, start + size < len(made))
            parts.append(text_of("routh_outcomes3_write", ending, ctypes.byref(rows)))
        with open(path, "wb") as file:
            file.writelines(parts)

    def to_pandas(self):
        """One row an impact, with the columns of `routh strike`'s tables: N s, m/s, J.

        Examples
        --------
        >>> list(routh.solve3("rigid", [[3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]]).to_pandas())[:2]
        ['p1', 'p2']
        """
        from ._frames import _pandas

        columns = {f"{name}{i + 1}": getattr(self, name)[:, i] for name in "pv" for i in range(3)}
        losses = {name + "_loss" * (name != "left"): self.energy[name] for name in ("friction", "normal", "left")}
        return _pandas().DataFrame({**columns, "phases": self.phases, "energy_ratio": self.contact_energy_ratio, **losses})

    def __repr__(self):
        return f"{len(self)} outcomes, {len(set(self.phases))} sequences of phases"


def contacts3_of(contacts):
    """An array of structures routh_contact3, further columns by name, and whether there was one contact only."""
    if isinstance(contacts, Struct) and contacts._struct == "routh_contact3":
        made = numpy.zeros(1, dtype_of("{routh_contact3"))
        made["w"][0], made["v"][0] = contacts.w, contacts.v
        return made, {}, True
    names = getattr(getattr(contacts, "dtype", None), "names", None)
    if names is None and (hasattr(contacts, "keys") or hasattr(contacts, "columns")):
        names = list(contacts.keys())
    if names is not None and "w" in names and "v" in names:
        return _of_matrices(array(contacts["w"], "contacts: w"), array(contacts["v"], "contacts: v"))
    if names is not None:
        missing = [name for name in COLUMNS if name not in names]
        if missing:
            raise ValueError(f"contacts: {', '.join(missing)} is missing; a contact has {', '.join(COLUMNS)}, or w and v")
        if "e" in names and "eps" in names:
            raise ValueError("contacts: columns e and eps mean the same; keep one")
        also = {("eps" if name == "e" else name): array(contacts[name], f"contacts: {name}")
                for name in ("mu", "e", "eps", "eta2") if name in names}
        parts = numpy.broadcast_arrays(*(array(contacts[name], f"contacts: {name}") for name in COLUMNS))
        table = numpy.stack(parts, axis=-1)
    else:
        also, table = {}, array(contacts, "contacts")
    if table.ndim not in (1, 2) or table.shape[-1] != len(COLUMNS):
        raise ValueError(f"contacts has the shape {table.shape}; its rows must hold {', '.join(COLUMNS)}")
    rows = table.reshape(-1, len(COLUMNS))
    made, _, _ = _of_matrices(rows[:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3), rows[:, 6:])
    return made, also, table.ndim == 1


def _of_matrices(w, v):
    if w.shape[-2:] != (3, 3) or v.shape[-1:] != (3,) or w.shape[:-2] != v.shape[:-1] or w.ndim > 3:
        raise ValueError(f"contacts: w has the shape {w.shape} and v {v.shape}; they must be n × 3 × 3 and n × 3")
    one = w.ndim == 2
    made = numpy.zeros(1 if one else len(w), dtype_of("{routh_contact3"))
    made["w"], made["v"] = w, v
    return made, {}, one


def pairs_of(count, given):
    """An array of structures routh_pair: numbers for all, or one for each."""
    fixed = {name: value for name, value in given.items() if numpy.ndim(value) == 0}
    base = Pair(**fixed)
    made = numpy.zeros(count, dtype_of("{routh_pair"))
    for name in made.dtype.names:
        made[name] = getattr(base, name)
    for name in given.keys() - fixed.keys():
        if name == "nu":
            if "eta2" in given:
                raise ValueError("eta2 or nu, not both: the one follows from the other")
            made["eta2"] = [eta2_of_poisson(nu) for nu in array(given[name], name, shape=(count,))]
        elif name in made.dtype.names:
            made[name] = array(given[name], name, shape=(count,))
        else:
            raise TypeError(f"unknown argument {name}; there are mu, eps, eta2 and nu")
    return made


def solve3(law, contacts, *, progress=None, threads=None, **pair):
    """Resolves impacts in space with a law.

    Parameters
    ----------
    law : str or Law3
        "rigid", "compliant" or "frictionless".
    contacts : Contact3, array, mapping of arrays or DataFrame
        Columns w11, w12, w13, w22, w23, w33 (1/kg), v1, v2, v3 (m/s, v3 < 0), in this order in an array; or w (n, 3, 3) and
        v (n, 3). Columns mu, e (or eps) and eta2 win over arguments.
    progress : callable or True, optional
        Hears of many: what is done, and the fraction done.
    threads : int, optional
        The most threads; default one for each core. Results do not depend on it.
    **pair : float or array
        mu, eps, eta2, or nu, Poisson's ratio, in the place of eta2; no unit. One value, or one for each contact.

    Returns
    -------
    Outcome3 for one contact, Outcomes3 for many.

    Examples
    --------
    >>> routh.solve3("compliant", [3.5, 0, 0, 3.5, 0, 1, -3, 0, -5], mu=.4, eps=.5, nu=.3).p[2].round(6)
    7.5
    """
    found = law3(law)
    made, also, one = contacts3_of(contacts)
    pairs = pairs_of(len(made), {**pair, **also})
    if one:
        owner = own("routh_outcome3")
        call("routh_law3_solve", found._pointer(), _at(pairs, "routh_pair"), _at(made, "routh_contact3"), None,
             ctypes.byref(owner.struct), progress=progress, threads=threads)
        return result_of("routh_outcome3", owner)
    return _many(found, made, pairs, progress, threads)


def _at(rows, name, start=0):
    return ctypes.cast(rows.ctypes.data + start * rows.itemsize, ctypes.POINTER(getattr(C, name)))


def _blocks(law, made, pairs, progress, threads):
    """Solves block after block: where it starts, its size, and its outcomes, which the next one overwrites."""
    block = (C.routh_outcome3 * max(1, min(_BLOCK, len(made))))()
    first = ctypes.c_size_t()
    for start in range(0, len(made), _BLOCK):
        size = min(_BLOCK, len(made) - start)
        try:
            call("routh_law3_solve_batch", law._pointer(), _at(pairs, "routh_pair", start), _at(made, "routh_contact3", start),
                 size, block, ctypes.byref(first), progress=progress, threads=threads)
        except Cancelled:
            raise
        except Error as error:
            row = start + first.value
            raise type(error)(f"contact {row}: {error}", error.status, error.field, row=row + 1) from None
        yield start, size, block


def _many(law, made, pairs, progress, threads):
    count = len(made)
    phases = []
    many = Outcomes3(numpy.empty((count, 3)), numpy.empty((count, 3)), numpy.empty(count), numpy.empty(count),
                     numpy.empty(count, dtype_of("{routh_outcome3_energy")), (), (law, made, pairs))
    for start, size, block in _blocks(law, made, pairs, progress, threads):
        rows = view("{routh_outcome3", ctypes.addressof(block), (size,), block)
        for name in ("p", "v", "contact_energy_ratio", "duration", "energy"):
            getattr(many, name)[start:start + size] = rows[name]
        phases += [phases_of(block[i]) for i in range(size)]
    return dataclasses.replace(many, phases=tuple(phases))
