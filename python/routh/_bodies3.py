"""Bodies in space, and two that the literature has.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from . import _abi
from ._library import C
from ._options import Input, Options, fill, number, with_options
from ._structs import Owner, Struct, result, result_of


@result("routh_body3")
class Body3(Input):
    """A body in space, world axes.

    Attributes
    ----------
    name : str
    freedom : {"free", "guided", "fixed"}
        Guided: it moves along `axis` only, like a cue in a hand.
    mass : float
        kg.
    inertia : array (3, 3)
        About the centre of mass, in body axes, kg m².
    axis, position, velocity, spin : array (3,)
        Direction of a guided body; centre of mass, m; its velocity, m/s; rad/s.
    orientation : array (4,)
        Body to world, quaternion w x y z.

    Examples
    --------
    >>> import numpy, routh
    >>> routh.Body3(name="ball", mass=.2, inertia=.4 * .2 * .03**2 * numpy.eye(3), velocity=[1, 0, -2]).energy
    0.5
    """

    @property
    def energy(self):
        """Kinetic energy, J; 0 for a fixed body.

        Examples
        --------
        >>> import routh
        >>> routh.Body3(mass=2, velocity=[0, 0, -3]).energy
        9.0
        """
        return C.routh_body3_energy(ctypes.byref(self._as_struct()))


@result("routh_example3")
class Example3(Struct):
    """A body above a table, the contact at the origin, z up; to be given to `routh.strike`.

    Attributes
    ----------
    body : Body3
        kg, kg m², m, m/s, rad/s.
    pair : Pair
        Of body and table; no unit.
    about : str
        In words.

    Examples
    --------
    >>> import routh
    >>> routh.ball().about
    'A ball, m = 1 kg, r = 1 m, bounces on a table'
    """


def _example(struct, velocity, spin):
    for name, value in (("velocity", velocity), ("spin", spin)):
        if value is not None:
            fill(struct.body, {name: value})
    return result_of("routh_example3", Owner(struct))


def ball(mass=1., radius=1., *, velocity=None, spin=None):
    """The ball of Modeling of tangential compliance in 3D impact, or one like it.

    Parameters
    ----------
    mass, radius : float
        kg, m.
    velocity, spin : three numbers, optional
        m/s and rad/s, world axes; default as in the paper: thrown backwards with spin.

    Examples
    --------
    >>> import routh
    >>> routh.strike(routh.ball()).outcome.phases
    'c-slip>c-stick>r-stick>r-slip'
    """
    mass, radius = number(mass, "mass"), number(radius, "radius")
    if not 0 < mass < float("inf") or not 0 < radius < float("inf"):
        raise ValueError(f"mass is {mass} kg and radius {radius} m; they must be above 0")
    return _example(C.routh_example3_ball(mass, radius), velocity, spin)


@with_options("routh_pencil")
def pencil(*, velocity=None, spin=None, **shape):
    """The pencil of the same paper, which hits the table point first, or one like it.

    Parameters
    ----------
    velocity, spin : three numbers, optional
        m/s and rad/s, world axes; default as in the paper.
    **shape
        Of the C structure `routh_pencil`:
        {options}

    Examples
    --------
    >>> import routh
    >>> routh.strike(routh.pencil(), mu=.5).after[0].name
    'pencil'
    """
    options = Options("routh_pencil", shape)
    for name, _ in _abi.STRUCTS["routh_pencil"]:
        value = getattr(options.struct, name)
        if not (0 < value < float("inf") or (name == "tilt" and value == 0)):
            raise ValueError(f"{name} is {value}; it must be above 0")
    return _example(C.routh_example3_pencil(options.pointer), velocity, spin)
