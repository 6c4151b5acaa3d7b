"""Bodies in space.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._library import C
from ._options import Input
from ._structs import result


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
    >>> routh.Body3(name="ball", mass=.2, inertia=.4 * .2 * .03**2 * numpy.eye(3), velocity=[1, 0, -2]).energy
    0.5
    """

    @property
    def energy(self):
        """Kinetic energy, J; 0 for a fixed body.

        Examples
        --------
        >>> routh.Body3(mass=2, velocity=[0, 0, -3]).energy
        9.0
        """
        return C.routh_body3_energy(ctypes.byref(self._as_struct()))
