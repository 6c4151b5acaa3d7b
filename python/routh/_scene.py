"""Bodies in space that strike each other: at one contact, or at several at once in a scene.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os

from ._bodies3 import Body3
from ._call import call
from ._data import write
from ._errors import Error
from ._impact3 import Pair, contacts3_of, pairs_of, _at
from ._library import C
from ._options import Input, truth, whole, words
from ._plots import axes_of
from ._structs import Owner, own, result, result_of
from ._trace import trace_of
from ._written import Written


@result("routh_scene_contact")
class SceneContact(Input):
    """A contact between two bodies of a scene.

    Attributes
    ----------
    a, b : int
        Indices of the bodies.
    point, normal : array (3,)
        Where they touch, m, and the direction from b towards a; world axes.
    stiffness : float
        Normal stiffness ÷ that of the scene's first contact, no unit.
    pair : Pair
        Friction, restitution, compliance. `mu=`, `eps=`, `eta2=` and `nu=` may be given in its place.

    Examples
    --------
    >>> routh.SceneContact(a=0, b=1, point=[0, 0, 0], normal=[0, 0, 1], mu=.2).pair.mu
    0.2
    """

    def __init__(self, **fields):
        """`fields`: those that differ from the library's defaults; m, and no unit for mu, eps, eta2 and nu."""
        given = {name: fields.pop(name) for name in ("mu", "eps", "eta2", "nu") if name in fields}
        if given and "pair" in fields:
            raise TypeError(f"pair or {', '.join(given)}, not both")
        if given:
            fields["pair"] = Pair(**given)
        elif isinstance(fields.get("pair"), dict):
            fields["pair"] = Pair(**fields["pair"])
        super().__init__(**fields)


def contact3(a, b, **contact):
    """From two bodies that touch to contact space.

    Parameters
    ----------
    a, b : Body3
        kg, kg m², m, m/s, rad/s.
    **contact
        point (m) and normal (from b towards a) in world axes.

    Returns
    -------
    Contact3: compliance, 1/kg, and velocity of the contact point, m/s.

    Examples
    --------
    >>> ball = routh.Body3(mass=1, position=[0, 0, 1], velocity=[0, 0, -5])
    >>> routh.contact3(ball, routh.Body3(freedom="fixed"), normal=[0, 0, 1]).v[2]
    -5.0
    """
    made, place = C.routh_contact3(), _place(contact)
    call("routh_contact3_of", _body(a, "a"), _body(b, "b"), ctypes.byref(place), ctypes.byref(made))
    return result_of("routh_contact3", Owner(made))


def _body(value, what):
    if not isinstance(value, Body3):
        raise TypeError(f"{what} must be a Body3, not {value!r}")
    return ctypes.byref(value._as_struct())


def _place(contact):
    given = {"a": 0, "b": 1, "normal": [0, 0, 1], **contact}
    return SceneContact(**given)._as_struct()


@result("routh_impact3_answer")
class Strike(Written):
    """An impact in space and, where it is one of bodies, what became of them.

    Attributes
    ----------
    about : str or None
        In words; None: a contact alone.
    before, after : Rows of Body3
        The bodies, the one that strikes first; m, m/s, rad/s.
    scene_contact, contact, pair : SceneContact, Contact3, Pair
        Where they touch, its contact space (1/kg, m/s), friction and restitution.
    rigid : int
        1: without springs.
    outcome : Outcome3
        Impulse (N s), velocity of the contact point after (m/s), energies (J), phases.

    Examples
    --------
    >>> ball = routh.Body3(name="ball", mass=1, position=[0, 0, 1], velocity=[0, 0, -5])
    >>> routh.strike(ball, mu=.4, eps=.5).after[0].velocity[2].round(6)
    2.5
    """

    _writer = "routh_impact3_write"

    def write(self, path):
        """Writes the strike as `routh strike` does: .txt, .json, .csv with one row, or .svg, its picture; N s, m/s, J.

        Parameters
        ----------
        path : str or path

        Examples
        --------
        >>> routh.strike(routh.Body3(velocity=[-1, 0, -5])).write("ball.svg")
        """
        ending = os.fsdecode(words(path, "path"))[-4:]
        if ending == ".svg":
            self.trace().write(path)
        elif ending == ".csv":
            self._arguments()  # one that was pickled has no outcome in memory
            rows = C.routh_outcomes3(ctypes.addressof(self.outcome._as_struct()), 1, bool(self.rigid), 0, False)
            write("routh_outcomes3_write", path, ctypes.byref(rows))
        else:
            super().write(path)

    def trace(self, points=100):
        """The course of the impact with springs, `points` moments in each phase; units as in `routh.trace`.

        Examples
        --------
        >>> routh.strike([3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]).trace(points=5).outcome.phases
        'c-slip>c-stick>r-stick>r-slip'
        """
        return trace_of(ctypes.byref(self.contact._as_struct()), ctypes.byref(self.pair._as_struct()), points)

    def study(self, steps=100, *, progress=None, threads=None):
        """How friction, 0 … 1, and Poisson's ratio, 0 … 0.5, would change the motion of the first body.

        Parameters
        ----------
        steps : int
            Steps of each, no unit.
        progress : callable or True, optional
        threads : int, optional

        Returns
        -------
        Impact3Study: arrays `friction` and `poisson` with the fields value, velocity (m/s) and spin (rad/s).

        Examples
        --------
        >>> ball = routh.Body3(mass=1, position=[0, 0, 1], velocity=[1, 0, -5])
        >>> routh.strike(ball).study(steps=4).friction["value"]
        array([0.  , 0.25, 0.5 , 0.75, 1.  ])
        """
        if self.about is None:
            raise Error("a contact alone has no bodies to study: give two bodies to routh.strike", "bad-argument", "contact")
        owner = own("routh_impact3_study")
        call("routh_impact3_study_run", _body(self.before[0], "a"), _body(self.before[1], "b"),
             ctypes.byref(self.scene_contact._as_struct()), whole(steps, "steps", 1, 1000000), ctypes.byref(owner.struct),
             progress=progress, threads=threads)
        return result_of("routh_impact3_study", owner)


@result("routh_impact3_study")
class Impact3Study(Written):
    """How friction and Poisson's ratio change the motion of a body after an impact.

    Attributes
    ----------
    pair : Pair
        What does not vary; no unit.
    friction, poisson : array
        Over μ from 0 to 1 and ν from 0 to 0.5: fields value, velocity (m/s), spin (rad/s), world axes.

    Examples
    --------
    >>> ball = routh.Body3(mass=1, position=[0, 0, 1], velocity=[1, 0, -5])
    >>> routh.strike(ball).study(steps=4).poisson["value"][-1]
    0.5
    """

    _writer = "routh_impact3_study_write"

    def plot(self, axes=None):
        """Draws the velocity after, m/s, over friction.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw; default a new figure. They are returned.

        Examples
        --------
        >>> routh.strike(routh.Body3(position=[0, 0, 1], velocity=[1, 0, -5])).study(steps=4).plot().get_xlabel()
        'friction μ'
        """
        axes = axes_of(axes, xlabel="friction μ", ylabel="velocity after (m/s)")
        for i, name in enumerate("xyz"):
            axes.plot(self.friction["value"], self.friction["velocity"][:, i], label=f"$v_{name}$")
        axes.legend()
        return axes


def strike(what, against=None, *, about=None, point=(0, 0, 0), normal=(0, 0, 1), rigid=False, points=100, **pair):
    """An impact in space: of two bodies, or at a contact alone.

    Parameters
    ----------
    what : Body3, or Contact3 or nine numbers
        The body that strikes, or a contact:
        w11, w12, w13, w22, w23, w33 (1/kg), v1, v2, v3 (m/s).
    against : Body3, optional
        The other body; default one that does not move.
    about : str, optional
        What it is, in words, for text and JSON.
    point, normal : three numbers
        Where they touch, m, and the direction from the other body towards the first one; world axes.
    rigid : bool
        Without springs, the limit η² → 0.
    points : int
        Steps in each phase of the course that is followed; they do not change the outcome.
    **pair : float
        mu, eps, eta2 or nu; no unit.

    Returns
    -------
    Strike: `.after` has the bodies, `.outcome` the impulse. `.write` writes .txt or .json as `routh strike` does.

    Examples
    --------
    >>> routh.strike([3.5, 0, 0, 3.5, 0, 1, -3, 0, -5], mu=.4, eps=.5).outcome.p[2].round(6)
    7.5
    """
    answer = C.routh_impact3_answer()
    owner = Owner(answer, keep=[])
    answer.rigid = truth(rigid, "rigid")
    if isinstance(what, Body3):
        other = against
        against = Body3(name="table", freedom="fixed") if against is None else against
        place = _place({"point": point, "normal": normal, **pair})
        for i, body in enumerate((what, against)):
            _body(body, ("what", "against")[i])
            answer.before[i] = answer.after[i] = body._as_struct()
        owner.keep.append(words(_about(what, other) if about is None else about, "about"))
        answer.about = owner.keep[-1]
        answer.scene_contact, answer.pair = place, place.pair
        call("routh_contact3_of", ctypes.byref(answer.before[0]), ctypes.byref(answer.before[1]), ctypes.byref(place),
             ctypes.byref(answer.contact))
    else:
        rows, also, one = contacts3_of(what)
        if not one or against is not None:
            raise TypeError("what must be a Body3, or one contact")
        ctypes.memmove(ctypes.byref(answer.contact), rows.ctypes.data, rows.itemsize)
        answer.pair = answer.scene_contact.pair = _at(pairs_of(1, {**pair, **also}), "routh_pair").contents
    _solve(answer, points)
    return result_of("routh_impact3_answer", owner)


def _about(a, b):
    return f"{a.name or 'A body'} strikes {b.name if b is not None and b.name else 'a body that does not move'}"


def _solve(answer, points):
    if answer.rigid:
        call("routh_law3_solve", C.routh_law3_find(None, b"rigid"), ctypes.byref(answer.pair), ctypes.byref(answer.contact), None,
             ctypes.byref(answer.outcome))
    else:
        course = trace_of(ctypes.byref(answer.contact), ctypes.byref(answer.pair), points)
        answer.outcome = course._owner.struct.outcome
    if answer.about:
        C.routh_contact3_apply(ctypes.byref(answer.after[0]), ctypes.byref(answer.after[1]), ctypes.byref(answer.scene_contact),
                               (ctypes.c_double * 3)(*answer.outcome.p))
