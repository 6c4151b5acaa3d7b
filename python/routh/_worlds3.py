"""Worlds in space: a convex body and what is fixed around it, and runs of them.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from ._call import call
from ._laws3 import law3
from ._library import C
from ._options import Options, array, default_of, fill, number, with_options, words
from ._plots import axes_of
from ._shapes3 import shape3
from ._structs import Struct, own, result
from ._tosses import tensor_of
from ._written import Written

RUN = "routh_run3_options"


class _Polyhedron:
    """A fixed convex part."""

    def __init__(self, shape):
        self.pointer = ctypes.POINTER(C.routh_polyhedron)()
        points = numpy.ascontiguousarray(shape.vertex)
        call("routh_polyhedron_of_points", len(points), points.ctypes.data, 0, ctypes.byref(self.pointer))

    def __del__(self):
        if self.pointer:
            C.routh_polyhedron_release(None, self.pointer)


@result("routh_state3")
class State3(Struct):
    """Where a body is and how it moves.

    Attributes
    ----------
    time : float
        s.
    position : array
        Of the centre of mass, m.
    orientation : array
        Body to world, unit quaternion w x y z.
    velocity : Velocity3
        Of the centre of mass, m/s, and spin in world axes, rad/s.

    Examples
    --------
    >>> routh.world3("cube:0.1").run(position=[0, 0, .3], duration=.1).sample["position"].shape
    (26, 3)
    """


@result("routh_world3")
class World3(Struct):
    """A convex body and what is fixed around it. `routh.world3` makes one.

    Attributes
    ----------
    shape : Shape3
        Of the body.
    rounding, mass : float
        Radius of corners and edges, m; kg.
    centre, inertia : array
        Of mass, from the tracked point, m; about it, kg m²; body axes.
    plane : array
        Fixed half-spaces: point (m) and normal.
    surface : Surface3
        Law, friction and restitution.
    gravity, drag : float
        m/s², 1/s.

    Examples
    --------
    >>> routh.world3("box:0.1,0.2,0.1", mass=.5).mass
    0.5
    """

    @with_options(RUN)
    def run(self, *, position=None, velocity=(0, 0, 0), spin=(0, 0, 0), orientation=(1, 0, 0, 0), progress=None, **options):
        """Runs the world from one state.

        Parameters
        ----------
        position : three floats, optional
            Of the centre of mass, m; default: 0.1 m above all that is fixed.
        velocity, spin : three floats
            m/s; rad/s, world axes.
        orientation : four floats
            Body to world, quaternion w x y z.
        progress : True or function, optional
            See `routh.toss`.
        {options}

        Returns
        -------
        Run3

        Examples
        --------
        >>> routh.world3("cube:0.1").run(velocity=[1, 0, 0], duration=.2).sample_count
        51
        """
        chosen = Options(RUN, options)
        start = _state(self, position, velocity, spin, orientation)
        owner = own("routh_run3", [self._owner])
        call("routh_world3_run", ctypes.byref(self._as_struct()), ctypes.byref(start), chosen.pointer,
             ctypes.byref(owner.struct), progress=progress)
        return Run3._made(owner, self)

    def distance(self, position, orientation=(1, 0, 0, 0)):
        """The smallest distance to what is fixed, m; negative: how deep the body is in it.

        Parameters
        ----------
        position : three floats
            Of the centre of mass, m.
        orientation : four floats
            Body to world, quaternion w x y z.

        Examples
        --------
        >>> round(routh.world3("cube:0.1").distance([0, 0, .2]), 6)
        0.15
        """
        state = _state(self, position, (0, 0, 0), (0, 0, 0), orientation)
        return C.routh_world3_distance(ctypes.byref(self._as_struct()), ctypes.byref(state))


def quaternion(value, what="orientation"):
    """A unit quaternion w x y z; one whose length differs from 1 by more than 1 % is refused."""
    made = array(value, what, shape=(4,)).copy()
    length = float(numpy.linalg.norm(made))
    if not abs(length - 1) < .01:
        raise ValueError(f"{what}: the quaternion has a length of {length:.4g}, not 1")
    return made / length


def _state(world, position, velocity, spin, orientation):
    state = C.routh_state3()
    fill(state, {"orientation": quaternion(orientation), "velocity": {"velocity": velocity, "spin": spin}})
    if position is None:
        call("routh_world3_place", ctypes.byref(world._as_struct()), .1, ctypes.byref(state))
    else:
        fill(state, {"position": position})
    return state


@result("routh_run3")
class Run3(Written):
    """A run of a world: states at the chosen rate, and every impact.

    Attributes
    ----------
    world : World3
        What ran.
    sample : array
        States: time (s), position of the centre of mass (m), orientation (w x y z), velocity (m/s, rad/s).
    record : array
        Impacts: time (s), velocities before and after, point (m), impulse (N s).
    rests : bool
        At rest in the end.

    Examples
    --------
    >>> run = routh.simulate3("cube:0.1", mass=.5, duration=.5).run
    >>> run.record_count > 0
    True
    """

    _writer = "routh_run3_write"
    _title = None

    @classmethod
    def _made(cls, owner, world, title=None):
        made = cls._of(owner.struct, owner)
        object.__setattr__(made, "_world", world)
        object.__setattr__(made, "_title", title)
        return made

    @property
    def world(self):
        """The world that ran; SI units.

        Examples
        --------
        >>> routh.simulate3(duration=.1).run.world.gravity
        9.81
        """
        return self._world

    def _arguments(self):
        run, = super()._arguments()
        title = None if self._title is None else words(self._title, "title")
        return ctypes.byref(self._world._as_struct()), run, title

    def to_pandas(self):
        """One row a state: s, m, m/s, rad/s.

        Examples
        --------
        >>> len(routh.simulate3(duration=.1).run.to_pandas())
        26
        """
        from ._frames import frame_of_array

        return frame_of_array(self.sample, "routh_state3")

    def plot_height(self, axes=None):
        """Draws the height of the centre of mass over time, and the impacts.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw. Time in s, height in m.

        Returns
        -------
        The axes.

        Examples
        --------
        >>> routh.simulate3(duration=.3).run.plot_height().get_ylabel()
        'height (m)'
        """
        axes = axes_of(axes, xlabel="time (s)", ylabel="height (m)")
        axes.plot(self.sample["time"], self.sample["position"][:, 2])
        if self.record_count:
            axes.plot(self.record["time"], self.record["position"][:, 2], "o", label="impacts")
            axes.legend()
        return axes


def _planes(planes):
    """(structures, count) of fixed half-spaces; None: the ground."""
    if planes is None:
        return (C.routh_plane3 * 1)(C.routh_plane3_default()), 1
    planes = [planes] if isinstance(planes, dict) else list(planes)
    if len(planes) > C.ROUTH_MOST_PLANES3:
        raise ValueError(f"{len(planes)} planes; at most {C.ROUTH_MOST_PLANES3} are possible")
    made = (C.routh_plane3 * max(1, len(planes)))()
    for i, plane in enumerate(planes):
        if not isinstance(plane, dict):
            if not hasattr(plane, "__len__") or len(plane) != 2:
                raise TypeError(f"planes[{i}] must be a point and a normal")
            plane = {"point": plane[0], "normal": plane[1]}
        fill(made[i], plane, f"planes[{i}].")
    return made, len(planes)


def _surface(law, mu, eps, more, given):
    """Fills a surface; a parameter that the law does not have is refused."""
    found = law3(law)
    surface = default_of("routh_surface3")
    for name, value in {"mu": mu, **more}.items():
        if value is not None and name not in found.parameters:
            raise ValueError(f"{name}: {found.name} has no such parameter" +
                             ("; mu_slide is the friction in sliding, rolling and rest" if name == "mu" else ""))
    pair = {"mu": (.3 if "mu" in found.parameters else 0) if mu is None else mu, "eps": .5 if eps is None else eps}
    pair.update((name, value) for name, value in more.items() if value is not None)
    keep = fill(surface, {"law": found, "pair": pair, **given})
    return surface, keep


def world3(shape=None, mass=None, *, density=None, rounding=0, centre=None, inertia=None, planes=None, part=None,
           part_position=(0, 0, 0), law="rigid", mu=None, eps=None, eta2=None, several="together", eps_slope=0, mu_slide=None,
           mu_slope=0, eps_power=None, eps_rate=None, mu_fast=None, mu_speed=None, gravity=9.81, drag=0):
    """A convex body above fixed planes.

    Parameters
    ----------
    shape : str or Shape3, optional
        "cube:0.1048" (default), "box:0.12,0.08,0.05" …; lengths in m.
    mass, density : float, optional
        kg, or kg/m³ in its place; default 0.37 kg of the cube that is the default, else 1 kg.
    rounding : float
        Radius of corners and edges, m.
    centre, inertia : array, optional
        Centre of mass from the tracked point, m; 3 × 3, or xx, yy, zz, xy, xz, yz, about it, kg m²; default uniform density.
    planes : sequence of (point, normal), optional
        Fixed half-spaces, m; default the ground, z = 0.
    part : Shape3, optional
        A fixed convex part, with `part_position`, m.
    law : str or Law3
        Of impacts at one contact: "rigid", "compliant", "frictionless", also with modifiers, "rigid+eps-power".
    mu, eps, eta2 : float, optional
        Friction, restitution at 1 m/s, normal ÷ tangential stiffness; default 0.3, 0.5, 1.214; no unit.
    several : {"together", "in-turn", "springs"}
        How several contacts that close at once are solved.
    eps_slope, mu_slide, mu_slope : float
        e = eps + eps_slope ln(v s/m); friction in sliding, rolling and rest at 1 m/s, and its slope; no unit.
    eps_power, eps_rate, mu_fast, mu_speed : float, optional
        The numbers of a law's modifiers: no unit, s/m, no unit, m/s.
    gravity, drag : float
        m/s²; deceleration ÷ velocity, 1/s.

    Returns
    -------
    World3

    Examples
    --------
    >>> round(routh.world3("box:0.1,0.1,0.2", density=1000).mass, 6)
    2.0
    """
    found = shape3("cube:0.1048" if shape is None else shape)
    if mass is not None and density is not None:
        raise ValueError("mass and density are both given; give one of them")
    if density is not None:
        density = number(density, "density")
        if not density > 0:
            raise ValueError(f"density is {density:g} kg/m³; it must be more than 0")
        mass = density * found.volume
    if mass is None:
        mass = .37 if shape is None else 1
    owner = own("routh_world3")
    owner.struct = C.routh_world3_of(ctypes.byref(found._as_struct()), number(mass, "mass"))
    made, count = _planes(planes)
    given = {"several": several, "eps_slope": eps_slope, "mu_slope": mu_slope}
    if mu_slide is not None:
        given["mu_slide"] = mu_slide
    more = {"eps_power": eps_power, "eps_rate": eps_rate, "mu_fast": mu_fast, "mu_speed": mu_speed}
    surface, keep = _surface(law, mu, eps, {"eta2": eta2, **more}, given)
    owner.struct.surface = surface
    owner.struct.plane, owner.struct.plane_count = ctypes.addressof(made), count
    body = {"rounding": rounding, "gravity": gravity, "drag": drag}
    if centre is not None:
        body["centre"] = centre
    if inertia is not None:
        body["inertia"] = tensor_of(inertia, "inertia")
    owner.keep = [found, made, keep, *fill(owner.struct, body)]
    if part is not None:
        fixed = _Polyhedron(shape3(part))
        owner.keep.append(fixed)
        owner.struct.part = ctypes.cast(fixed.pointer, ctypes.c_void_p).value
        fill(owner.struct.part_pose, {"position": part_position}, "part_")
    call("routh_world3_check", ctypes.byref(owner.struct))
    made = World3._of(owner.struct, owner)
    object.__setattr__(made, "shape", found)
    return made
