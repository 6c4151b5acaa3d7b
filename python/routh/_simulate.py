"""Drops in the plane: one of them, or many as a dataset with known truth.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import json
import math
import os

import numpy

from . import _abi, _laws
from ._call import call
from ._data import Dataset, text_of, write
from ._errors import Error
from ._library import C
from ._options import Options, array, fill, number, unknown_argument, whole, with_options, words
from ._plots import axes_of
from ._shapes import Shape
from ._structs import Owner, Struct, class_of, own, result

_STARTS = {"x": "pose", "y": "pose", "theta": "pose", "vx": "velocity", "vy": "velocity", "omega": "velocity"}
_RUN = frozenset(field for field, _ in _abi.STRUCTS["routh_run_options"]) - {"law", "parameters"}


@result("routh_run")
class Run(Struct):
    """One drop in full.

    Attributes
    ----------
    sample : array
        States at the chosen rate: time (s), pose (m, m, rad), velocity (m/s, m/s, rad/s).
    record : array
        Every contact: time (s), pose, rx, ry (m), pt, pn (N s), velocities before and after.
    penetration, energy_gain : float
        The deepest, m, and the largest in one contact, J.
    rests : bool

    Examples
    --------
    >>> run = routh.simulate(vx=.5, omega=3).run()
    >>> run.sample["time"][-1], len(run.record) > 0
    (1.0, True)
    """

    _world, _title = None, None

    def __getstate__(self):
        state = super().__getstate__()
        state["fields"].pop("_world", None)
        return state

    def write(self, path):
        """Draws the drop: .svg, or .html, an animation that needs nothing else. Lengths in m, times in s.

        Examples
        --------
        >>> routh.simulate(omega=3).run().write("run.html")
        """
        if self._owner is None:
            raise Error("Run: this one was pickled, and has its numbers only; run it again", "bad-argument")
        title = None if self._title is None else words(self._title, "title")
        write("routh_run_write", path, ctypes.byref(self._world.struct.world), ctypes.byref(self._owner.struct), title)

    def plot_path(self, axes=None):
        """Draws the path of the centre of mass and where the body touched, m. Returns the axes.

        Examples
        --------
        >>> routh.simulate(vx=.5).run().plot_path().get_xlabel()
        'x (m)'
        """
        axes = axes_of(axes, xlabel="x (m)", ylabel="y (m)")
        pose = self.sample["pose"]
        axes.plot(pose["x"], pose["y"])
        touched = self.record["pose"]
        axes.plot(touched["x"] + self.record["rx"], touched["y"] + self.record["ry"], "k.", markersize=4)
        axes.set_aspect("equal", "datalim")
        return axes


class Simulation(Dataset):
    """Simulated drops: a dataset whose truth is known, and the drops themselves.

    Attributes
    ----------
    trajectory : Rows of Trajectory
        The drops as they would be recorded: s, m, rad, m/s, rad/s.
    record : array
        Every impact, with velocities before and after; SI units.

    Examples
    --------
    >>> made = routh.simulate(count=3, seed=1)
    >>> made.trajectory_count, made.count > 0
    (3, True)
    """

    _generator, _single, _only = None, False, None

    @property
    def world(self):
        """The world of the drops: body (kg, kg m², m), planes (m, rad), gravity (m/s²) and the known force (N, N m).

        Examples
        --------
        >>> routh.simulate(walls=[.5]).world.plane_count
        2
        """
        struct = self._generator.struct.world
        return class_of("routh_world")._of(struct, Owner(struct, keep=[self._generator]))

    def run(self, drop=0):
        """A drop in full; the first is 0. Units as in Run.

        Examples
        --------
        >>> routh.simulate(count=3, seed=1).run(2).rests in (True, False)
        True
        """
        struct = self._generator.struct
        drop = whole(drop, "drop", 0, struct.count - 1)
        start = C.routh_world_generator_at(self._generator.pointer, drop)
        owner = own("routh_run", [self._generator])
        call("routh_world_run", ctypes.byref(struct.world), ctypes.byref(start), ctypes.byref(struct.run),
             ctypes.byref(owner.struct))
        made = Run._of(owner.struct, owner)
        object.__setattr__(made, "_world", self._generator)
        object.__setattr__(made, "_title", f"{self.name}, drop {drop + 1}")
        return made

    def _arguments(self):
        if self._single and self._only is None:
            object.__setattr__(self, "_only", self.run())  # kept: the writer has a pointer to it
        return self._generator.pointer, self._pointer, ctypes.byref(self._only._owner.struct) if self._single else None

    def write(self, path):
        """Writes the drops. SI units.

        Parameters
        ----------
        path : str or path
            .json and .txt: what `routh simulate` prints. .csv: the trajectory, .svg and .html: a picture, of a single
            drop. Any other ending: the dataset as HDF5.

        Examples
        --------
        >>> routh.simulate(count=2).write("drops.h5")
        """
        ending = os.path.splitext(os.fsdecode(words(path, "path")))[1]
        if ending in (".json", ".txt"):
            write("routh_simulation_write", path, *self._arguments())
        elif ending in (".csv", ".svg", ".html"):
            if not self._single and ending == ".csv":
                raise ValueError(f"{path}: a trajectory as CSV is for a single drop; write a dataset, such as drops.h5")
            if ending == ".csv":
                write("routh_trajectory_write", path, self._pointer, 0)
            else:
                self.run().write(path)
        else:
            super().write(path)

    def to_json(self):
        """What `routh simulate --json` prints; SI units.

        Examples
        --------
        >>> routh.simulate(count=2).to_json()["drops"]
        2
        """
        return json.loads(text_of("routh_simulation_write", ".json", *self._arguments()))

    def plot_path(self, axes=None, drop=0):
        """Draws the path of one drop, m; see `Run.plot_path`.

        Examples
        --------
        >>> routh.simulate(count=2).plot_path().get_ylabel()
        'y (m)'
        """
        return self.run(drop).plot_path(axes)

    def _text(self):
        return text_of("routh_simulation_write", ".txt", *self._arguments()).decode()


def _body(struct, shape, mass, inertia, gyration):
    """The body: the published ellipse, or a shape of uniform density, 1 kg if nobody says its mass."""
    ratio = struct.inertia / struct.mass
    if shape is not None:
        if not isinstance(shape, Shape):
            raise TypeError(f"shape must be a routh.Shape, as routh.disc(0.05) makes one, not {shape!r}")
        struct.shape = shape._as_struct()
    if mass is not None:
        struct.mass = number(mass, "mass")
    elif shape is not None:
        struct.mass = 1
    if inertia is not None and gyration is not None:
        raise ValueError("inertia and gyration are both given; give one of them")
    if inertia is not None:
        struct.inertia = number(inertia, "inertia")
    elif gyration is not None:
        struct.inertia = struct.mass * number(gyration, "gyration")**2
    elif shape is not None:
        call("routh_body_uniform", ctypes.byref(struct))
    else:
        struct.inertia = struct.mass * ratio


def _planes(mu, eps, slope, walls, start):
    """The ground and upright walls, which face the place where bodies start."""
    slope = number(slope, "slope")
    if not abs(slope) < math.pi / 2:
        raise ValueError(f"slope is {slope} rad; it must be within -π/2 … π/2")
    walls = array(walls, "walls", shape=(None,))
    if 1 + len(walls) > C.ROUTH_MOST_PLANES:
        raise ValueError(f"{len(walls)} walls; at most {C.ROUTH_MOST_PLANES - 1} are possible")
    made = (C.routh_half_plane * (1 + len(walls)))(C.routh_half_plane(angle=slope, mu=mu, eps=eps))
    for i, x in enumerate(walls):
        made[i + 1] = C.routh_half_plane(x=x, angle=math.pi / 2 if x > start else -math.pi / 2, mu=mu, eps=eps)
    return made


def _set_starts(struct, starts, single):
    """Numbers, or pairs of the least and the greatest."""
    C.routh_world_generator_spread(ctypes.byref(struct))
    if single:
        struct.low = struct.high = C.routh_state()
    for name, value in starts.items():
        if value is None:
            continue
        low, high = (value, value) if numpy.ndim(value) == 0 else array(value, name, shape=(2,))
        if single and low != high:
            raise ValueError(f"{name}: a range needs count, the number of drops to draw from it")
        if high < low:
            raise ValueError(f"{name} is {value!r}; the lower end of the range comes first")
        setattr(getattr(struct.low, _STARTS[name]), name, number(low, name))
        setattr(getattr(struct.high, _STARTS[name]), name, number(high, name))


def _set_law(made, law, mu, eps, parameters):
    """The law of the impacts, and its parameters: friction and restitution are the ground's."""
    run = made.struct.run
    if law is not None:
        if run.integrator == C.ROUTH_TIME_STEPS:
            raise ValueError("law has no effect with integrator='steps', which has Coulomb friction and Newton's "
                             "restitution")
        chosen = law.as_law(project=True) if hasattr(law, "as_law") else _laws.law(law)
        made.keep.append(chosen)
        run.law = chosen._address
    chosen = _laws._law_at(run.law)
    C.routh_law_parameters(ctypes.cast(run.law, ctypes.POINTER(C.routh_law)), mu, eps, run.parameters)
    unknown = [name for name in parameters if name not in chosen.parameters]
    if unknown:
        known = ", ".join(chosen.parameters) or "none"
        raise TypeError(f"{chosen.name} has no parameter {unknown[0]!r}; it has {known}")
    for name, value in parameters.items():
        run.parameters[list(chosen.parameters).index(name)] = number(value, name)


def _place(struct, y):
    """A single drop starts where it is said, or clear of the ground."""
    if y is None:
        C.routh_world_place(ctypes.byref(struct.world), .1, ctypes.byref(struct.low.pose))
    struct.high = struct.low
    distance = C.routh_world_distance(ctypes.byref(struct.world), struct.low.pose)
    if distance < -1e-9 * C.routh_shape_radius(ctypes.byref(struct.world.body.shape)):
        raise Error(f"the body starts {-distance:.3g} m inside the ground or a wall", "bad-argument", "y")


def _set_force(made, force):
    """{"kind": "pulse", "fx": …}, or columns time, fx, fy, torque."""
    from ._data import table_of

    wrench = made.struct.world.wrench
    if "time" in force:
        table = table_of({name: force[name] for name in ("time", "fx", "fy", "torque")}, "force", made.keep)
        made.keep.append(table)
        call("routh_wrench_of_table", ctypes.byref(table), ctypes.byref(wrench))
    else:
        made.keep += fill(wrench, force, "force.")
    call("routh_wrench_check", ctypes.byref(wrench))


@with_options("routh_run_options", but=("law", "parameters"))
def simulate(count=None, *, shape=None, mass=None, inertia=None, gyration=None, law=None, mu=.3, eps=.5, et=None,
             eta2=None, slope=0, walls=(), gravity=9.81, force=None, x=None, y=None, theta=None, vx=None, vy=None,
             omega=None, noise_db=None, noise=None, quantum=0, quantum_angle=0, seed=1, name=None, progress=None,
             threads=None, **options):
    """Drops a body in the plane: one drop, or many as a dataset with known truth.

    Parameters
    ----------
    count : int, optional
        The number of random drops; default a single one.
    shape : Shape, optional
        `routh.disc(.05)`; default the published ellipse.
    mass, inertia, gyration : float, optional
        kg, kg m², m; default 1 kg of uniform density, or those of the published ellipse.
    law : str, Law or Model, optional
        Of the impacts; default "wang-mason". A model's impulses are moved back to the energy ellipse.
    mu, eps, et, eta2 : float
        Friction and restitution of the ground, and what else the law has; no unit.
    slope : float
        Of the ground, rad, upwards along x.
    walls : sequence of float
        Upright walls there, m.
    gravity : float
        m/s².
    force : dict, optional
        A known force: kind ("constant", "pulse", "sinusoid"), fx, fy (N), torque (N m), start, end (s), frequency (Hz),
        phase (rad); or arrays time, fx, fy, torque.
    x, y, theta, vx, vy, omega : float or (least, greatest), optional
        Start of the centre of mass: m, rad, m/s, rad/s; with `count` drawn between two numbers. Default: the lowest
        point 0.1 m up, at rest; with `count` y 0.05 … 0.2 m above the body's radius, any theta, vx ±1, vy -1 … 0,
        omega ±15.
    noise_db : float, optional
        Signal-to-noise ratio of what is recorded, dB.
    noise : dict, optional
        Standard deviations instead: y (m, of x, too), theta (rad), vx, vy (m/s), omega (rad/s).
    quantum, quantum_angle : float
        x and y, and theta, are rounded to multiples of these, m, rad.
    seed : int
    name : str, optional
        Of the dataset.
    progress, threads : optional
        See `routh.study`.
    {options}

    Returns
    -------
    Simulation

    Examples
    --------
    >>> made = routh.simulate(count=4, shape=routh.square(.06), law="mirtich", mu=.2, eps=.4, seed=2)
    >>> made.to_json()["contact"]["law"]
    'mirtich'
    """
    single = count is None
    unknown = [key for key in options if key not in _RUN]
    if unknown:
        raise unknown_argument(unknown[0], "routh_run_options")
    made = Options("routh_world_generator", count=1 if single else whole(count, "count", 1),
                   seed=whole(seed, "seed", 0, 2**64 - 1), run=options, quantum_length=quantum,
                   quantum_angle=quantum_angle)
    struct, mu, eps = made.struct, number(mu, "mu"), number(eps, "eps")
    _body(struct.world.body, shape, mass, inertia, gyration)
    struct.world.gravity = number(gravity, "gravity")
    _set_starts(struct, {"x": x, "y": y, "theta": theta, "vx": vx, "vy": vy, "omega": omega}, single)
    planes = _planes(mu, eps, slope, walls, (struct.low.pose.x + struct.high.pose.x) / 2)
    made.keep.append(planes)
    struct.world.plane, struct.world.plane_count = ctypes.addressof(planes), len(planes)
    _set_law(made, law, mu, eps, {key: value for key, value in (("et", et), ("eta2", eta2)) if value is not None})
    if noise_db is not None and noise is not None:
        raise ValueError("noise_db and noise are both given; give one of them")
    if noise_db is not None:
        struct.noise_db = number(noise_db, "noise_db")
    if noise is not None:
        fill(struct, {"noise": noise})
    if force is not None:
        _set_force(made, force)
    if single:
        call("routh_world_check", ctypes.byref(struct.world))
        _place(struct, y)
    return _generate(made, single, name, progress, threads)


def _generate(made, single, name, progress, threads):
    owner = own("routh_dataset", [made])
    call("routh_world_generate", made.pointer, ctypes.byref(owner.struct), progress=progress, threads=threads)
    if name is not None:
        fill(owner.struct, {"name": name})
    simulation = Simulation._of(owner.struct, owner)
    object.__setattr__(simulation, "_generator", made)
    object.__setattr__(simulation, "_single", single)
    return simulation
