"""Scenes: bodies with several contacts at once, and what becomes of them.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._data import io_memory, io_path, same_version, text_of, write
from ._library import C
from ._options import number, truth, whole
from ._bodies3 import Body3
from ._plots import axes_of
from ._scene import SceneContact
from ._structs import Owner, Struct, own, result, result_of
from ._written import Written


@result("routh_scene")
class Scene(Struct):
    """Bodies in space, and the contacts between them.

    Attributes
    ----------
    body : Rows of Body3
        kg, kg m², m, m/s, rad/s; `body["ball"]` is the one with that name.
    contact : array
        Fields a, b (indices of bodies), point (m), normal, stiffness and pair (no unit), as in `routh.SceneContact`.

    Parameters
    ----------
    bodies : list of Body3
    contacts : list of SceneContact or dict

    Examples
    --------
    >>> ball = routh.Body3(name="ball", mass=1, position=[0, 0, 1], velocity=[0, 0, -5])
    >>> table = routh.Body3(name="table", freedom="fixed")
    >>> scene = routh.Scene([ball, table], [{"a": 0, "b": 1, "normal": [0, 0, 1], "eps": .5}])
    >>> scene.solve().after.body["ball"].velocity[2].round(6)
    2.5
    """

    def __init__(self, bodies, contacts):
        """`bodies`: Body3 each (kg, m, m/s); `contacts`: SceneContact, or a dict of what it takes."""
        bodies, contacts = list(bodies), list(contacts)
        for i, body in enumerate(bodies):
            if not isinstance(body, Body3):
                raise TypeError(f"bodies[{i}] must be a Body3, not {body!r}")
        contacts = [SceneContact(**part) if isinstance(part, dict) else part for part in contacts]
        for i, part in enumerate(contacts):
            if not isinstance(part, SceneContact):
                raise TypeError(f"contacts[{i}] must be a SceneContact or a dict, not {part!r}")
        rooms = ((C.routh_body3 * len(bodies))(*(body._as_struct() for body in bodies)),
                 (C.routh_scene_contact * len(contacts))(*(part._as_struct() for part in contacts)))
        struct = C.routh_scene(ctypes.addressof(rooms[0]), len(bodies), ctypes.addressof(rooms[1]), len(contacts))
        owner = Owner(struct, keep=rooms)
        call("routh_scene_check", ctypes.byref(struct))
        self.__dict__.update(self._of(struct, owner).__dict__)

    def __reduce__(self):
        return _scene_of_bytes, (text_of("routh_scene_write", ".json", ctypes.byref(self._as_struct()), None), C.routh_version())

    def write(self, path):
        """Writes the scene as JSON, which `routh.read_scene` and `routh strike --scene` read; SI units.

        Examples
        --------
        >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
        >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
        >>> scene.write("scene.json")
        >>> routh.read_scene("scene.json").body_count
        2
        """
        write("routh_scene_write", path, ctypes.byref(self._as_struct()), None)

    def solve(self, *, rigid=False, tolerance=None, progress=None, threads=None):
        """What happens: all contacts act together, with springs, until none will close again.

        Parameters
        ----------
        rigid : bool
            Also with rigid contacts, one after another, in several orders.
        tolerance : float, optional
            Relative error of impulses, 1e-13 … 1e-3; no unit.
        progress : callable or True, optional
        threads : int, optional

        Returns
        -------
        Collision: impulses (N s), velocities (m/s), energies (J); `.after` is the scene after it.

        Examples
        --------
        >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
        >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
        >>> scene.solve().jammed
        False
        """
        owner = own("routh_collision", keep=[self])
        call("routh_scene_solve", ctypes.byref(self._as_struct()), _tolerance(tolerance), ctypes.byref(owner.struct),
             progress=progress, threads=threads)
        return _collision(self, owner, rigid, owner.struct)

    def trace(self, *, points=500, rigid=False, tolerance=None, progress=None, threads=None):
        """The same from start to end: `points` moments at even distances, and one at every change at a contact.

        Parameters
        ----------
        points : int
        rigid, tolerance, progress, threads
            As in `solve`; no unit.

        Returns
        -------
        SceneTrace: arrays of moments (s √(N/m), J), of bodies (m/s, rad/s) and of contacts (N s, m/s).

        Examples
        --------
        >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
        >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
        >>> scene.trace(points=20).body.shape[1]
        2
        """
        owner = own("routh_scene_trace", keep=[self])
        call("routh_scene_trace_of", ctypes.byref(self._as_struct()), _tolerance(tolerance),
             whole(points, "points", 1, C.ROUTH_MOST_SCENE_POINTS), ctypes.byref(owner.struct), progress=progress,
             threads=threads)
        if truth(rigid, "rigid"):
            call("routh_scene_solve_rigid", ctypes.byref(self._as_struct()), ctypes.byref(owner.struct.collision))
        made = result_of("routh_scene_trace", owner)
        object.__setattr__(made, "scene", self)
        object.__setattr__(made.collision, "scene", self)
        return made


def _tolerance(given):
    return C.routh_law3_options_default().tolerance if given is None else number(given, "tolerance")


def _collision(scene, owner, rigid, struct):
    if truth(rigid, "rigid"):
        call("routh_scene_solve_rigid", ctypes.byref(scene._as_struct()), ctypes.byref(struct))
    made = result_of("routh_collision", owner)
    object.__setattr__(made, "scene", scene)
    return made


@result("routh_collision")
class Collision(Written):
    """What becomes of a scene.

    Attributes
    ----------
    scene : Scene
        Before.
    p, v : array (64, 3)
        At each contact, in its axes: the impulse on its body a, N s, and the velocity after, m/s. `impulses` and
        `velocities` have those of the scene's contacts only.
    energy_before, energy_after, friction, normal, left : float
        J.
    jammed : bool
        Bodies stay wedged between others.
    duration : float
        s √(N/m).
    switches : array
        Changes of phase, in order of time.
    rigid : RigidCollision or None
        The same with rigid contacts, where it was asked for.

    Examples
    --------
    >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
    >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
    >>> scene.solve(rigid=True).rigid.kind
    'unique'
    """

    _writer = "routh_scene_write"

    def _arguments(self):
        return (ctypes.byref(self.scene._as_struct()), *super()._arguments())

    def _text(self):
        kept = Struct._text(self)
        if kept:
            return kept
        count = self.scene.contact_count
        words = (f"{count} contacts of {self.scene.body_count} bodies changed phase {self.switch_count - count} times; energy "
                 f"{self.energy_before:.6g} J before, {self.energy_after:.6g} J after")
        return words + (f"\nrigid contacts: {self.rigid.words}" if self.rigid is not None else "")

    @property
    def impulses(self):
        """The impulse at each contact of the scene, in its axes u, w, n, on its body a; N s.

        Examples
        --------
        >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
        >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
        >>> scene.solve().impulses.shape
        (1, 3)
        """
        return self.p[:self.scene.contact_count]

    @property
    def velocities(self):
        """The velocity of each contact point after, in its axes u, w, n; m/s.

        Examples
        --------
        >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
        >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
        >>> scene.solve().velocities.shape
        (1, 3)
        """
        return self.v[:self.scene.contact_count]

    @property
    def after(self):
        """The scene with the velocities that its bodies have after the collision; m/s, rad/s.

        Examples
        --------
        >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
        >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
        >>> scene.solve().after.body["ball"].velocity[0] < 1
        True
        """
        scene = self.scene._as_struct()
        rooms = (C.routh_body3 * scene.body_count)(), (C.routh_scene_contact * scene.contact_count)()
        ctypes.memmove(rooms[0], scene.body, ctypes.sizeof(rooms[0]))
        ctypes.memmove(rooms[1], scene.contact, ctypes.sizeof(rooms[1]))
        struct = C.routh_scene(ctypes.addressof(rooms[0]), scene.body_count, ctypes.addressof(rooms[1]), scene.contact_count)
        C.routh_scene_apply(ctypes.byref(struct), ctypes.byref(self._as_struct()))
        return Scene._of(struct, Owner(struct, keep=rooms))


@result("routh_scene_trace")
class SceneTrace(Written):
    """A collision from start to end.

    Attributes
    ----------
    collision : Collision
        What becomes of the scene.
    moment : array (n,)
        Fields time (s √(N/m)), kinetic and stored (J).
    body : array (n, bodies)
        Fields velocity (m/s) and spin (rad/s).
    contact : array (n, contacts)
        Fields p (N s), v (m/s), spring (√J), spring_rate (m/s), phase.

    Examples
    --------
    >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
    >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
    >>> trace = scene.trace(points=20)
    >>> trace.contact["p"].shape[1:]
    (1, 3)
    """

    _writer = "routh_scene_trace_write"

    def _arguments(self):
        return (ctypes.byref(self.scene._as_struct()), *super()._arguments())

    def _text(self):
        return Struct._text(self) or f"{self.count} moments; {self.collision!r}"

    def plot_energy(self, axes=None):
        """Draws kinetic energy and that in the springs, J, over time, s √(N/m).

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw; default a new figure. They are returned.

        Examples
        --------
        >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
        >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
        >>> scene.trace(points=20).plot_energy().get_ylabel()
        'energy (J)'
        """
        axes = axes_of(axes, xlabel="time (s √(N/m))", ylabel="energy (J)")
        for name in ("kinetic", "stored"):
            axes.plot(self.moment["time"], self.moment[name], label=name)
        axes.legend()
        return axes


def read_scene(path):
    """Reads a scene from JSON; docs/compliant-impact.md explains the fields. SI units.

    Parameters
    ----------
    path : str or path

    Examples
    --------
    >>> ball = routh.Body3(name="ball", position=[0, 0, 1], velocity=[1, 0, -5])
    >>> scene = routh.Scene([ball, routh.Body3(freedom="fixed")], [{"a": 0, "b": 1, "normal": [0, 0, 1]}])
    >>> scene.write("scene.json")
    >>> len(routh.read_scene("scene.json").contact)
    1
    """
    io, keep = io_path(path)
    return _read(io)


def _read(io):
    owner = own("routh_scene")
    call("routh_scene_read", io, ctypes.byref(owner.struct))
    return result_of("routh_scene", owner)


def _scene_of_bytes(raw, version):
    same_version(version, "Scene")
    return _read(io_memory(raw, "scene.json"))
