"""Simulation in space: one toss, or many with known truth.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import html
import json

import numpy

from ._call import call
from ._data import text_of, write
from ._errors import Error
from ._library import C
from ._options import Options, array, fill, number, whole, with_options, words
from ._structs import own
from ._tosses import Dataset3
from ._worlds3 import RUN, Run3, World3, quaternion, world3


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class Simulation3:
    """Simulated tosses, with all that is known about them.

    Attributes
    ----------
    world : World3
        The body, and what is fixed.
    dataset : Dataset3
        As a motion capture would record them, with every impact as it was; SI units.
    run : Run3 or None
        That of a single toss.

    Examples
    --------
    >>> routh.simulate3(count=2, duration=.1).run is None
    True
    """

    world: World3
    dataset: Dataset3
    run: Run3
    _generator: object = dataclasses.field(repr=False)

    def toss(self, index):
        """The run of one of the tosses, `index` counted from 0; SI units.

        Examples
        --------
        >>> routh.simulate3(count=2, duration=.1).toss(1).sample_count
        26
        """
        generator = self._alive()
        index = range(generator.struct.count)[index]
        owner = own("routh_run3", [generator])
        call("routh_world3_generator_run", generator.pointer, index, ctypes.byref(owner.struct))
        return Run3._made(owner, self.world, f"{self.dataset.name}, toss {index + 1}")

    def _alive(self):
        if self._generator is None:
            raise Error("this simulation was pickled, and has its numbers only; run it again", "bad-argument")
        return self._generator

    def __getstate__(self):
        return {"world": self.world, "dataset": self.dataset, "run": self.run, "_generator": None}

    def __setstate__(self, state):
        self.__dict__.update(state)

    def _arguments(self):
        run = None if self.run is None else ctypes.byref(self.run._as_struct())
        return self._alive().pointer, ctypes.byref(self.dataset._owner.struct), run

    def write(self, path):
        """Writes the simulation to a file; SI units.

        Parameters
        ----------
        path : str or path
            .json: summary. .csv, .svg, .html: a single toss; with noise, the .csv has what was measured. Any other ending: the
            dataset as HDF5.

        Examples
        --------
        >>> routh.simulate3(duration=.1).write("toss.json")
        """
        ending = words(path, "path").rpartition(b".")[2]
        if ending == b"json":
            write("routh_simulation3_write", path, *self._arguments())
        elif ending in (b"csv", b"svg", b"html"):
            if self.run is None:
                raise ValueError(f"{path}: a trajectory is that of a single toss; write one of those that toss(i) gives")
            struct = self._alive().struct
            if ending == b"csv" and (struct.position_noise > 0 or struct.rotation_noise > 0):
                write("routh_trajectory3_write", path, ctypes.byref(self.dataset._owner.struct), 0)
            else:
                self.run.write(path)
        else:
            self.dataset.write(path)

    def to_json(self):
        """What `routh simulate --space --json` prints; SI units.

        Examples
        --------
        >>> routh.simulate3(duration=.1).to_json()["tosses"]
        1
        """
        return json.loads(text_of("routh_simulation3_write", ".json", *self._arguments()))

    def __repr__(self):
        if self._generator is None:
            return repr(self.dataset)
        return text_of("routh_simulation3_write", ".txt", *self._arguments()).decode()

    def _repr_html_(self):
        return f"<pre>{html.escape(repr(self))}</pre>"


def _range(value, what):
    """Least and greatest of three numbers: (x, y, z), or a pair of such."""
    made = array(value, what)
    if made.shape == (3,):
        made = numpy.array([made, made])
    if made.shape != (2, 3):
        raise ValueError(f"{what} has the shape {made.shape}; it must be three numbers, or the least and the greatest of each")
    return made


def _generator(world, count, starts, orientation, noise, seed, options):
    """The generator, and whether there is a single toss."""
    single = count is None
    made = Options("routh_world3_generator", count=1 if single else whole(count, "count", 1),
                   seed=whole(seed, "seed", 0, 2**64 - 1), position_noise=noise[0], rotation_noise=noise[1],
                   run=options)
    struct = made.struct
    ctypes.memmove(ctypes.byref(struct.world), ctypes.byref(world._as_struct()), ctypes.sizeof(struct.world))
    struct.width = world.shape._width
    made.keep.append(world)
    if single:
        struct.low = struct.high = C.routh_state3()
        struct.low.orientation[0] = struct.high.orientation[0] = 1
    else:
        struct.low.position[2], struct.high.position[2] = world.shape.radius + .05, world.shape.radius + .2
    for name, value in starts.items():
        if value is None:
            continue
        low, high = _range(value, name)
        if single and (low != high).any():
            raise ValueError(f"{name}: a range needs count, the number of tosses to draw from it")
        for state, part in ((struct.low, low), (struct.high, high)):
            fill(state if name == "position" else state.velocity, {name: part})
    struct.any_orientation = not single and orientation is None
    if orientation is not None:
        turned = quaternion(orientation)
        fill(struct.low, {"orientation": turned})
        fill(struct.high, {"orientation": turned})
    return made, single


def _place(struct, position):
    """A single toss starts where it is said, or clear of what is fixed."""
    if position is None:
        call("routh_world3_place", ctypes.byref(struct.world), .1, ctypes.byref(struct.low))
    distance = C.routh_world3_distance(ctypes.byref(struct.world), ctypes.byref(struct.low))
    if distance < -1e-7 * C.routh_shape3.from_address(struct.world.shape).radius:
        raise Error(f"the body starts {-distance:.3g} m inside what is fixed", "bad-argument", "position")
    struct.high = struct.low


@with_options(RUN, but=("seed",))
def simulate3(shape=None, mass=None, *, count=None, position=None, velocity=None, spin=None, orientation=None,
              position_noise=0, rotation_noise=0, seed=1, name=None, progress=None, threads=None, **options):
    """Tosses a body: one toss, or many as a dataset with known truth.

    Parameters
    ----------
    shape, mass : optional
        See `routh.world3`, whose other arguments may be given, too: rounding, law, mu, eps, planes …
    count : int, optional
        The number of tosses; default a single one.
    position, velocity, spin : three floats, or a pair of them, optional
        Of the centre of mass at the start, m, m/s, and rad/s in world axes; with `count` also least and greatest, between
        which starts are drawn.
    orientation : four floats, optional
        At the start, quaternion w x y z; default: drawn, and (1, 0, 0, 0) of a single toss.
    position_noise, rotation_noise : float
        Standard deviations of each recorded coordinate, m, and of a small turn about each axis, rad.
    seed : int
        Of what is drawn.
    name : str, optional
        Of the recording.
    progress, threads : optional
        See `routh.toss`.
    {options}

    Returns
    -------
    Simulation3

    Examples
    --------
    >>> made = routh.simulate3("box:0.12,0.08,0.05", mass=.3, spin=[3, 7, 2], duration=.4)
    >>> made.run.record_count > 0
    True
    """
    stated = {key: options.pop(key) for key in tuple(options) if key in _WORLD}
    world = world3(shape, mass, **stated)
    starts = {"position": position, "velocity": velocity, "spin": spin}
    noise = number(position_noise, "position_noise"), number(rotation_noise, "rotation_noise")
    generator, single = _generator(world, count, starts, orientation, noise, seed, options)
    if single:
        _place(generator.struct, position)
    owner = own("routh_dataset3", [generator])
    call("routh_world3_generate", generator.pointer, ctypes.byref(owner.struct), progress=progress, threads=threads)
    if name is not None:
        owner.struct.name = words(name, "name")[:C.ROUTH_NAME_SIZE - 1]
    made = Simulation3(world, Dataset3._of_owner(owner), None, generator)
    if single:
        object.__setattr__(made, "run", made.toss(0))
    return made


_WORLD = frozenset(world3.__kwdefaults__)
