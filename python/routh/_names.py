"""Enumerations are strings in Python, the same as in files and on the command line.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import functools
import itertools
import os

from . import _abi
from ._errors import text
from ._library import C

# Enumerations without a table of names in the library, under the names that the program has for them.
_WORDS = {"routh_integrator": ("events", "steps"), "routh_integrator3": ("events", "steps")}


@functools.lru_cache(maxsize=None)
def names_of(enum):
    """{value: name} of an enumeration of the library."""
    values = [(name, value) for name, value in _abi.ENUMS[enum] if not name.endswith("_COUNT")]
    table = _abi.NAMES.get(enum)
    if table is not None:
        names = getattr(C, table)  # a last constant may be how many there are
        return {value: text(C.routh_name(ctypes.byref(names), value)) for _, value in values if value < names.count}
    if enum in _WORDS:
        return dict(enumerate(_WORDS[enum]))
    # without a table: what the constants do not have in common, ROUTH_COST_VELOCITY → "velocity"
    common = os.path.commonprefix([name for name, _ in values])
    common = common[:common.rindex("_") + 1]
    return {value: name[len(common):].lower().replace("_", "-") for name, value in values}


def listed(at):
    """What a function of the library answers to 0, 1, … until it answers NULL."""
    return itertools.takewhile(bool, map(at, itertools.count()))


def name_of(enum, value):
    """The name of a value; a value without a name as it is."""
    return names_of(enum).get(value, value)


def value_of(enum, name, what):
    """The value with that name. `what` is the argument's name for messages."""
    values = {known: value for value, known in names_of(enum).items()}
    if not isinstance(name, str):
        raise TypeError(f"{what} must be one of {', '.join(map(repr, values))}, not {name!r}")
    if name not in values:
        import difflib

        near = difflib.get_close_matches(name, values, 1)
        raise ValueError(f"{what} is {name!r}; it must be one of {', '.join(map(repr, values))}" +
                         (f". Did you mean {near[0]!r}?" if near else ""))
    return values[name]


def flags_of(prefix, bits, but=()):
    """The names of the bits that are set, of constants with a prefix: ROUTH_BOUND_ENERGY → "energy"."""
    return tuple(name[len(prefix):].lower().replace("_", "-") for name, value in _abi.CONSTANTS.items()
                 if name.startswith(prefix) and name not in but and isinstance(value, int) and bits & value)
