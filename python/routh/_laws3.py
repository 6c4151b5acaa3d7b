"""Contact laws in space.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import types

from ._call import call
from ._errors import text
from ._laws import Parameter
from ._library import C
from ._names import listed
from ._options import converts, words
from ._structs import pointer_to


class Law3:
    """A contact law in space. `routh.laws3` holds those that the library has.

    Attributes
    ----------
    name, title, rule, reference : str
        As in files, as in text, its rule in a few words, and where it comes from.
    parameters : mapping of str to Parameter
        Those of eps, mu (no unit) and eta2 (no unit) that it has, in its own order.

    Examples
    --------
    >>> list(routh.laws3["rigid"].parameters)
    ['eps', 'mu']
    """

    def __init__(self, law):
        """For the package's own use: see `routh.laws3`."""
        if not isinstance(law, C.routh_law3):
            raise TypeError("a law in space is found by routh.law3(name)")
        self._address = ctypes.addressof(law)
        self.name, self.title, self.rule, self.reference = (text(part) for part in
                                                            (law.name, law.title, law.rule, law.reference))
        self.parameters = types.MappingProxyType({
            text(p.name): Parameter(text(p.name), text(p.symbol), text(p.unit), text(p.about), p.low, p.high, p.initial)
            for p in law.parameter[:law.parameter_count]})

    def _pointer(self):
        return C.routh_law3.from_address(self._address)

    def __repr__(self):
        symbols = ", ".join(f"{p.symbol} ({p.name})" for p in self.parameters.values())
        return f"{self.title} ({self.name}): {self.rule} Parameters: {symbols or 'none'}."

    def __reduce__(self):
        return law3, (self.name,)


def _load():
    made = {}
    for found in listed(C.routh_law3_at):
        made[text(found.contents.name)] = Law3(found.contents)
    return types.MappingProxyType(made)


laws3 = _load()
_by_address = {found._address: found for found in laws3.values()}


def law3(which):
    """The law in space with that name; a law as it is. It has no unit.

    Parameters
    ----------
    which : str or Law3
        "rigid", "compliant", "frictionless"; with modifiers, "rigid+eps-power".

    Examples
    --------
    >>> routh.law3("compliant").name
    'compliant'
    >>> list(routh.law3("rigid+eps-power").parameters)
    ['eps', 'mu', 'eps_power']
    """
    if isinstance(which, Law3):
        return which
    return _law3_at(ctypes.addressof(call("routh_law3_find", words(which, "law")).contents))


@pointer_to("routh_law3")
def _law3_at(address, owner=None):
    if address not in _by_address:  # with modifiers: the registry does not list those
        _by_address[address] = Law3(C.routh_law3.from_address(address))
    return _by_address[address]


@converts("routh_law3")
def _address_of(which, what, keep):
    try:
        return law3(which)._address
    except TypeError:
        raise TypeError(f"{what} must be a law in space or the name of one, not {which!r}") from None
