"""Laws of your own: a Python function becomes a law for solve, ellipse, fit and study.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import inspect
import itertools
import weakref

from . import _abi
from ._call import call, failed, stopped
from ._ellipse import Contact
from ._laws import Law, Parameter, laws
from ._library import C
from ._names import value_of
from ._options import number, words

_own = weakref.WeakValueDictionary()  # number → law: what the library hands back
_numbers = itertools.count(1)


def _known(name):
    """A parameter of that name as some law of the registry has it."""
    for law in laws.values():
        if name in law.parameters:
            return law.parameters[name]
    raise ValueError(f"parameter {name!r}: no law has one of that name; say its bounds, as in "
                     f"parameters={{{name!r}: {{'low': 0, 'high': 1, 'initial': .5}}}}")


def _parameter(name, given):
    if isinstance(given, Parameter):
        return given
    if given is None:
        return _known(name)
    if isinstance(given, tuple) and len(given) == 3:
        given = dict(zip(("low", "initial", "high"), given))
    if not isinstance(given, dict):
        raise TypeError(f"parameter {name!r} must be (low, initial, high), a dict or a Parameter, not {given!r}")
    usual = {"name": name, "symbol": name, "unit": "1", "about": name}
    unknown = given.keys() - Parameter.__dataclass_fields__.keys()
    missing = {"low", "high", "initial"} - given.keys()
    if unknown or missing:
        raise TypeError(f"parameter {name!r}: " + (f"unknown {', '.join(sorted(unknown))}" if unknown else
                                                   f"{', '.join(sorted(missing))} is missing"))
    made = {**usual, **given}
    for part in ("low", "high", "initial", "fit_low", "fit_high"):
        if part in made:
            made[part] = number(made[part], f"{name}: {part}")
    return Parameter(**made)


def _parameters(function, given):
    if given is None:
        try:
            given = list(inspect.signature(function).parameters)[1:]
        except (TypeError, ValueError):
            raise TypeError("the function says nothing about its arguments: give parameters=['mu', 'eps']") from None
    if isinstance(given, str):
        given = [given]
    named = dict(given) if hasattr(given, "keys") else dict.fromkeys(given)
    made = [_parameter(name, value) for name, value in named.items()]
    if len(made) > C.ROUTH_MAX_PARAMETERS:
        raise ValueError(f"a law has at most {C.ROUTH_MAX_PARAMETERS} parameters, not {len(made)}")
    return made


@C.of(_abi.TYPES["routh_law_call"])
def _called(contact, parameters, user, impulse):
    """What the library calls for every impact. What goes wrong is raised when the library has returned."""
    law = _own.get(user)
    if law is None or stopped(law):
        return
    try:
        numbers = contact.contents
        values = (ctypes.c_double * len(law.parameters)).from_address(parameters) if law.parameters else ()
        answer = law._function(Contact(numbers.wtt, numbers.wtn, numbers.wnn, numbers.vt, numbers.vn), *values)
        _put(impulse.contents, answer)
    except BaseException as error:  # noqa: BLE001: raised again by the call
        impulse.contents.pt = float("nan")
        failed(law, error)


def _put(impulse, answer):
    if hasattr(answer, "pt") and hasattr(answer, "pn"):
        answer = answer.pt, answer.pn, getattr(answer, "mode", "sliding")
    if not isinstance(answer, (tuple, list)) and not hasattr(answer, "__len__") or not 2 <= len(answer) <= 3:
        raise TypeError(f"a law must return pt and pn (N s), and a mode if it likes, not {answer!r}")
    pt, pn = number(answer[0], "pt"), number(answer[1], "pn")
    impulse.mode = value_of("routh_mode", answer[2], "mode") if len(answer) == 3 else C.ROUTH_SLIDING
    impulse.pt, impulse.pn = pt, pn


class OwnLaw(Law):
    """A law made of a Python function; see `routh.own_law`.

    It can be called with a Contact (1/kg, m/s) and parameters, too, and returns the impulse (N s).

    Examples
    --------
    >>> law = routh.own_law(lambda contact, eps: (0, -(1 + eps) * contact.vn / contact.wnn), name="bounce")
    >>> law(routh.Contact(20, 0, 10, 1, -1), .5)
    (0, 0.15)
    """

    def __init__(self, function, parameters, name, title, rule, reference, restitution):
        """For the package's own use: see `routh.own_law`."""
        self._function, key = function, next(_numbers)
        caller = C.routh_law_caller(_called, key)
        struct = C.routh_law()
        texts = [name, title or name, rule or (inspect.getdoc(function) or "a law of your own").splitlines()[0],
                 reference or f"Python's {getattr(function, '__qualname__', type(function).__name__)}"]
        struct.name, struct.title, struct.rule, struct.reference = texts = [words(part, "name") for part in texts]
        struct.restitution = value_of("routh_restitution", restitution, "restitution")
        struct.parameter_count = len(parameters)
        for place, part in zip(struct.parameter, parameters):
            for field in ("name", "symbol", "unit", "about"):
                texts.append(words(getattr(part, field), field))
                setattr(place, field, texts[-1])
            place.low, place.high, place.initial = part.low, part.high, part.initial
            place.fit_low, place.fit_high = part.fit_low, part.fit_high
        call("routh_law_of_call", ctypes.byref(caller), ctypes.byref(struct))
        super().__init__(struct, keep=(struct, caller, texts))
        _own[key] = self
        Law._known[self._address] = self

    def __call__(self, contact, *parameters):
        """What the function itself answers: pt, pn in N s."""
        return self._function(contact, *parameters)


def own_law(function, parameters=None, *, name=None, title=None, rule=None, reference=None, restitution="Newton"):
    """Makes a law of a Python function.

    Parameters
    ----------
    function : callable
        f(contact, *parameters) → pt, pn in N s, and a mode ("sliding", "sticking" …) if it likes. `contact` has wtt, wtn, wnn
        (1/kg) and vt, vn (m/s). The same arguments must give the same answer. What it raises ends the call that uses the law.
    parameters : list of str or mapping, optional
        Names, in the order of the function's arguments, which are the default. One that no law of the registry has needs
        (low, initial, high), or a dict of these with symbol, unit, about, and fit_low and fit_high for fits. At most 3.
    name : str, optional
        As in files; default that of the function. It must not be one of the registry's.
    title, rule, reference : str, optional
        As in text; the rule is the function's docstring by default.
    restitution : {"Newton", "Poisson", "energetic"}
        How eps is defined; no unit.

    Returns
    -------
    OwnLaw, to be used wherever a law is. Calls that use it run on one thread unless `threads` is given: Python runs one
    thread at a time.

    Examples
    --------
    >>> def frictionless_bounce(contact, eps):
    ...     "no tangential impulse"
    ...     return 0, -(1 + eps) * contact.vn / contact.wnn
    >>> law = routh.own_law(frictionless_bounce)
    >>> law.name, list(law.parameters)
    ('frictionless-bounce', ['eps'])
    >>> round(routh.solve(law, [.1, 1e-4, 0, -.05, 1, -1, 0], eps=.5).vy, 6)
    0.5
    """
    if not callable(function):
        raise TypeError(f"function must be a function of a contact and parameters, not {function!r}")
    if name is None:
        name = getattr(function, "__name__", "own").replace("_", "-").strip("<>-") or "own"
    return OwnLaw(function, _parameters(function, parameters), name, title, rule, reference, restitution)
