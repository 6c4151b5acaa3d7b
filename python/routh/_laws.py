"""Contact laws in the plane: those of the registry, and your own.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import types
import weakref

from ._call import call
from ._errors import Error, text
from ._library import C
from ._names import flags_of, listed, name_of
from ._options import converts, number, words
from ._structs import pointer_to


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a law.

    Attributes
    ----------
    name, symbol, unit, about : str
        "mu", "μ", "1", and what it is; the unit is "1" where there is none.
    low, high : float
        Legal values, in `unit`; high may be infinite.
    initial : float
        The default, a starting value and not an estimate.
    fit_low, fit_high : float
        What fits search, spaced logarithmically, in `unit`; both 0: from low to high, spaced linearly.

    Examples
    --------
    >>> routh.laws["wang-mason"].parameters["mu"].low
    0.0
    """

    name: str
    symbol: str
    unit: str
    about: str
    low: float
    high: float
    initial: float
    fit_low: float = 0.0
    fit_high: float = 0.0


class Law:
    """A contact law: what it is called, its rule, and its parameters. `routh.laws` holds those that the library has.

    Attributes
    ----------
    name, title, rule, reference : str
        As in files, as in text, its rule in a sentence, and where it comes from.
    restitution : str
        How ε is defined: "Newton" (velocities), "Poisson" (impulses) or "energetic" (work).
    traits : tuple of str
        What holds for all of its answers: "on-path", "keeps-energy", "feasible", "compliant", "of-six".
    parameters : mapping of str to Parameter
        In the law's own order.

    Examples
    --------
    >>> routh.laws["mirtich"].restitution
    'energetic'
    """

    _function = None  # of a law of your own
    _known = weakref.WeakValueDictionary()  # address → law of your own

    def __init__(self, law, keep=None):
        """For the library's own use: see `routh.law` and `routh.own_law`."""
        if not isinstance(law, C.routh_law):
            raise TypeError("a law is found by routh.law(name), or made by routh.own_law(function)")
        self._address, self._keep = ctypes.addressof(law), keep
        self.name, self.title, self.rule = text(law.name), text(law.title), text(law.rule)
        self.reference = text(law.reference)
        self.restitution = name_of("routh_restitution", law.restitution)
        self.traits = flags_of("ROUTH_LAW_", law.traits)
        self.parameters = types.MappingProxyType({
            text(p.name): Parameter(text(p.name), text(p.symbol), text(p.unit), text(p.about), p.low, p.high, p.initial,
                                    p.fit_low, p.fit_high)
            for p in law.parameter[:law.parameter_count]})

    def _pointer(self):
        made = C.routh_law.from_address(self._address)
        made._keep = [self]
        return made

    def __repr__(self):
        from ._data import text_of

        return text_of("routh_laws_write", ".txt", self._pointer()).decode()

    def write(self, path):
        """Writes the law: .txt as it prints, .csv, or .json; units are with the parameters.

        Parameters
        ----------
        path : str or path

        Examples
        --------
        >>> routh.laws["mirtich"].write("mirtich.json")
        """
        from ._data import write

        write("routh_laws_write", path, self._pointer())

    def __reduce__(self):
        if self._keep is not None:
            raise Error(f"the law {self.name!r} is a Python function, or a model: pickle that, and make the law again",
                        "bad-argument", "law")
        return law, (self.name,)

    def values(self, given, what="parameters"):
        """Values of the parameters in the law's own order, from a mapping; what is missing gets its default.

        Parameters
        ----------
        given : mapping of str to float
            In the parameters' units.

        Examples
        --------
        >>> routh.laws["wang-mason"].values({"mu": .2, "eps": .5})
        [0.2, 0.5]
        """
        self._refuse_unknown(given, what)
        return [number(given[name], name) if name in given else p.initial for name, p in self.parameters.items()]

    def _refuse_unknown(self, given, what):
        for name in given:
            if name not in self.parameters:
                raise TypeError(f"{self.name} has no parameter {name!r}; it has {', '.join(self.parameters) or 'none'}")


_by_address = {}


@pointer_to("routh_law")
def _law_at(address, owner=None):
    found = _by_address.get(address) or Law._known.get(address)
    if found is None:
        found = Law(C.routh_law.from_address(address))
        if found.name in laws:  # those of the registry stay where they are; a learned law goes with its model
            _by_address[address] = found
        else:
            found._keep = owner
    return found


class _Laws(dict):
    """Every law that the library has, by name, in its order."""

    def __missing__(self, name):
        return law(name)  # raises, and says which name is near

    def __reduce__(self):
        return _all_laws, ()

    def __repr__(self):
        from ._data import text_of

        return text_of("routh_laws_write", ".txt", None).decode()

    def write(self, path):
        """Writes all laws: .txt as they print, .csv, or .json; units are with the parameters.

        Examples
        --------
        >>> routh.laws.write("laws.csv")
        """
        from ._data import write

        write("routh_laws_write", path, None)


def _all_laws():
    return laws


def _load():
    made = _Laws()
    for one in listed(C.routh_law_at):
        found = Law(one.contents)
        made[found.name] = _by_address[found._address] = found
    return made


laws = _load()


def law(which):
    """The law with that name; a law as it is.

    Parameters
    ----------
    which : str, Law or Model
        "wang-mason", or a law. `routh.laws` lists all. A model, or its file "model.h5", stands for the law that it learned. It has
        no unit.

    Examples
    --------
    >>> routh.law("wang-mason").title
    'Wang–Mason'
    """
    if isinstance(which, Law):
        return which
    if hasattr(which, "as_law"):
        return which.as_law()
    if isinstance(which, str) and which not in laws and which.endswith(".h5"):
        from ._learn import read_model

        return read_model(which).as_law()
    found = call("routh_law_find", words(which, "law"))
    return _law_at(ctypes.addressof(found.contents))


@converts("routh_law")
def _address_of(which, what, keep):
    try:
        found = law(which)
    except TypeError:
        raise TypeError(f"{what} must be a law or the name of one, not {which!r}") from None
    keep.append(found)
    return found._address
