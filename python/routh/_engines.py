"""Simulators made by others: what their contact parameters mean.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import os
import types
from pathlib import Path

from ._call import call
from ._errors import text
from ._library import C
from ._names import listed, name_of
from ._options import converts, number, words
from ._structs import pointer_to


@dataclasses.dataclass(frozen=True)
class EngineParameter:
    """One number of an engine's contact.

    Attributes
    ----------
    name, unit, about : str
        "stiffness", "1/s²" ("" for none), and what it is.
    low, high, usual : float
        What the engine accepts and a search may try, and its own default, in `unit`.
    rule : str
        How the values of two bodies become that of their contact: "product", "maximum" …

    Examples
    --------
    >>> routh.engines["ode"].parameters["friction"].rule
    'contact'
    """

    name: str
    unit: str
    about: str
    low: float
    high: float
    usual: float
    rule: str


class Engine:
    """A simulator: its contact law, and what its parameters mean. `routh.engines` holds those that are known.

    Attributes
    ----------
    name, title, contact, reference : str
        "mujoco", "MuJoCo", its law in a few words, and where that is written.
    package : str or None
        Of Debian, which its program is built with; None: formulas only.
    restitution : str
        Which one it has: "Newton", "Poisson", "energetic".
    parameters : mapping of str to EngineParameter
        Friction first; units there.

    Examples
    --------
    >>> list(routh.engines["mujoco"].parameters)
    ['friction', 'stiffness', 'damping', 'impedance']
    """

    def __init__(self, engine):
        """For the package's own use: see `routh.engines`."""
        if not isinstance(engine, C.routh_engine):
            raise TypeError("an engine is found by routh.engine(name)")
        self._address = ctypes.addressof(engine)
        self.name, self.title, self.contact, self.reference = (text(part) for part in (engine.name, engine.title,
                                                                                       engine.contact, engine.reference))
        self.package = text(engine.package) or None
        self.restitution = name_of("routh_restitution", engine.restitution)
        self.parameters = types.MappingProxyType({
            text(p.name): EngineParameter(text(p.name), text(p.unit), text(p.about), p.low, p.high, p.usual,
                                          name_of("routh_pair_rule", p.rule))
            for p in engine.parameter[:engine.parameter_count]})

    def __repr__(self):
        return f"{self.title} ({self.name}): {self.contact}. Parameters: {', '.join(self.parameters)}."

    def __reduce__(self):
        return engine, (self.name,)

    def _values(self, setting):
        """A setting of this engine by name, in the parameters' units."""
        return dict(zip(self.parameters, (float(value) for value in setting.value)))

    def _put(self, setting, given, what="setting"):
        """Puts values, in the parameters' units, into a setting; what the engine does not have or accept is refused."""
        for name, value in given.items():
            parameter = self.parameters.get(name)
            if parameter is None:
                raise ValueError(f"{what}: {self.title} has no parameter {name!r}; it has {', '.join(self.parameters)}")
            value = number(value, f"{what}[{name!r}]")
            if not parameter.low <= value <= parameter.high:
                raise ValueError(f"{what}: {name} is {value:g}; {self.title} takes {parameter.low:g} … {parameter.high:g}")
            setting.value[list(self.parameters).index(name)] = value


class _Engines(dict):
    """Every simulator that is known, by name."""

    def __missing__(self, name):
        return engine(name)  # raises, and says which name is near

    def __reduce__(self):
        return _all_engines, ()

    def __repr__(self):
        return "\n".join(map(repr, self.values()))


def _all_engines():
    return engines


def _load():
    return _Engines((text(one.contents.name), Engine(one.contents)) for one in listed(C.routh_engine_at))


engines = _load()
_by_address = {found._address: found for found in engines.values()}


def engine(which):
    """The engine with that name; an engine as it is. It has no unit.

    Parameters
    ----------
    which : str or Engine
        "mujoco", "bullet", "ode", "dart", "drake", "physx".

    Examples
    --------
    >>> routh.engine("bullet").title
    'Bullet'
    """
    if isinstance(which, Engine):
        return which
    return _by_address[ctypes.addressof(call("routh_engine_find", words(which, "engine")).contents)]


def programs(folder):
    """The folder with the engines' programs, as the library takes it: the one that is given, else those of ROUTH_ENGINES, else
    that of the package, else where the library looks."""
    if folder is not None:
        return words(folder, "engines")
    own = Path(__file__).parent / "_lib" / "engines"
    return os.fsencode(own) if not os.environ.get("ROUTH_ENGINES") and own.is_dir() else None


@pointer_to("routh_engine")
def _engine_at(address, owner=None):
    return _by_address[address]


@converts("routh_engine")
def _address_of(which, what, keep):
    return engine(which)._address
