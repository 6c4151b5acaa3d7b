"""Recorded tosses: datasets in space.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import math

import numpy

from . import _abi
from ._call import call
from ._data import io_path, write
from ._errors import Error
from . import _laws3  # noqa: F401: how pointers to its laws are shown
from ._library import C
from ._options import Options, array, fill, number, with_options, words
from ._records import Marked
from ._shapes3 import shape3
from ._structs import Struct, own, result

IMPORT, SEGMENT = "routh_import3_options", "routh_segment3_options"
_PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))  # xx, yy, zz, xy, xz, yz


def parted(given, *struct_names, but=()):
    """The options of each of these structures, from one mapping. What none of them has is refused."""
    parts = {name: {} for name in struct_names}
    fields = {name: [field for field, _ in _abi.STRUCTS[name] if field not in but] for name in struct_names}
    for key, value in given.items():
        home = next((name for name in struct_names if key in fields[name]), None)
        if home is None:
            import difflib

            known = [field for name in struct_names for field in fields[name] if not field.endswith("_count")]
            near = difflib.get_close_matches(key, known, 1)
            raise TypeError(f"unknown argument {key}; " + (f"did you mean {near[0]}?" if near else
                                                          f"there are {', '.join(known)}"))
        parts[home][key] = value
    return [parts[name] for name in struct_names]


@result("routh_dataset3")
class Dataset3(Marked, Struct):
    """Recorded tosses in memory, the contacts found in them if they were segmented, and the body. It does not change.

    World axes: z points up, the board is the plane z = 0. Quaternions are w, x, y, z, from the body to the world.

    Attributes
    ----------
    name : str
        File or folder.
    shape : Shape3 or None
        None: a cube with the edge `width`, m.
    mass, rate, gravity : float
        kg, Hz, m/s².
    trajectory : Rows of Trajectory3
        The tosses: position (n × 3, m), orientation (n × 4), spin (rad/s) and time (s) where they were recorded.
    record : array
        One row a contact, fields as in `routh_record3`: m, m/s, rad/s, s. None before segmentation.
    calibration : Calibration3
        What the recording itself shows: scale, centre of mass (m), rounding (m), inertia (kg m²), with errors.

    Examples
    --------
    >>> data = routh.simulate3(count=3, duration=.2).dataset
    >>> len(data.trajectory), data.trajectory[0].position.shape
    (3, (51, 3))
    """

    def __len__(self):
        return self.count

    def _text(self):
        if self._owner is None:
            return super()._text()
        body = f"cube of {self.width:g} m" if self.shape is None else f"{self.shape.name}, {self.shape.count} corners"
        found = f", {int(self.used.sum())} of {self.count} contacts used" if self.count else ""
        return f"{self.name}: {len(self.trajectory)} tosses at {self.rate:g} Hz; {body}, {self.mass:g} kg{found}"

    @classmethod
    def _of_owner(cls, owner):
        return cls._of(owner.struct, owner)

    def _copy(self):
        """An owner of a copy, to be worked on in place."""
        if self._owner is None:
            raise Error("dataset: this one was pickled, and has its numbers only; read it again", "bad-argument", "dataset")
        owner = own("routh_dataset3", [self._owner])  # the shape may be its own
        call("routh_dataset3_copy", ctypes.byref(self._owner.struct), ctypes.byref(owner.struct))
        return owner

    @with_options(SEGMENT)
    def segment(self, *, progress=None, threads=None, **options):
        """Finds the instants in the hand, calibrates, and finds the contacts of single corners. Returns another dataset.

        Parameters
        ----------
        progress, threads : optional
            See `routh.toss`.
        {options}

        Examples
        --------
        >>> routh.simulate3(count=4, duration=.4).dataset.segment(calibrate=False).calibration.applied
        False
        """
        return self._segmented(Options(SEGMENT, options), progress, threads)

    def _segmented(self, options, progress, threads):
        owner = self._copy()
        call("routh_dataset3_segment", options.pointer, ctypes.byref(owner.struct), progress=progress, threads=threads)
        return Dataset3._of_owner(owner)

    def write(self, path):
        """Writes trajectories and body as HDF5, which `routh.read3` and the program read. SI units.

        Examples
        --------
        >>> routh.simulate3(count=2, duration=.1).dataset.write("tosses.h5")
        """
        if self._owner is None:
            raise Error("dataset: this one was pickled, and has its numbers only", "bad-argument", "dataset")
        write("routh_dataset3_write", path, ctypes.byref(self._owner.struct))

    def to_pandas(self):
        """One row a contact; m, m/s, rad/s, s.

        Examples
        --------
        >>> "time" in routh.simulate3(count=2, duration=.3).dataset.to_pandas()
        True
        """
        from ._frames import frame_of_array

        return frame_of_array(self.record if self.count else numpy.zeros(0, self.record.dtype), "routh_record3")


def _import_options(given, density):
    """The library's options, with NaN for what is not stated, and what must live as long."""
    struct = getattr(C, IMPORT)()
    struct.width = struct.mass = struct.rate = struct.gravity = math.nan
    given = {key: value for key, value in given.items() if value is not None}
    if "shape" in given:
        if "width" in given:
            raise ValueError("shape and width are both given; width=0.1 is shape='cube:0.1'")
        shape = given["shape"] = shape3(given["shape"])
        if shape._width > 0:  # a cube is known by its edge alone
            given["width"] = shape._width
            del given["shape"]
    keep = fill(struct, given)
    if density is not None:
        if "mass" in given:
            raise ValueError("mass and density are both given; give one of them")
        density = number(density, "density")
        if not density > 0:
            raise ValueError(f"density is {density:g} kg/m³; it must be more than 0")
        if "shape" in given:
            struct.mass = density * given["shape"].volume
    return struct, keep, density


def _finish(owner, options, density):
    """What follows from the mass and the width, which the data may say. Returns the dataset."""
    struct = owner.struct
    if not math.isnan(options.width):
        struct.shape, struct.width = None, options.width
    if density is not None:
        volume = C.routh_shape3.from_address(struct.shape).volume if struct.shape else struct.width**3
        struct.mass = density * volume
        if not 1e-12 <= struct.mass <= 1e12:
            raise ValueError(f"density {density:g} kg/m³ makes a mass of {struct.mass:g} kg, outside 1e-12 … 1e+12 kg")
    return Dataset3._of_owner(owner)


@with_options(IMPORT)
def read3(path, *, density=None, up=None, progress=None, **options):
    """Reads tosses as the program does: a dataset, a CSV file, a folder of them, or a laboratory's motions in space.

    Parameters
    ----------
    path : str or path
        CSV: columns px, py, pz, qw, qx, qy, qz, optionally wx, wy, wz; one instant a row.
    density : float, optional
        In place of the mass, kg/m³.
    up : {"x", "y", "z"}, optional
        What points up where neither the file nor free flights show it.
    progress : True or function, optional
        See `routh.toss`.
    {options}

    Returns
    -------
    Dataset3

    Examples
    --------
    >>> routh.simulate3(count=2, duration=.1).dataset.write("tosses.h5")
    >>> len(routh.read3("tosses.h5").trajectory)
    2
    """
    reading = C.routh_recording_options_default()
    if up is not None:
        if up not in ("x", "y", "z"):
            raise ValueError(f"up is {up!r}; it must be 'x', 'y' or 'z'")
        reading.up = up.encode()
    return read_tosses(path, reading, density, progress, options)


def read_tosses(path, reading, density, progress, options):
    """Reads tosses with what `routh_recording_options` state about motions."""
    struct, keep, density = _import_options(options, density)
    owner, recording = own("routh_dataset3", keep), own("routh_recording")
    io, raw = io_path(path)
    call("routh_recording3_read", io, ctypes.byref(reading), ctypes.byref(struct), ctypes.byref(recording.struct),
         ctypes.byref(owner.struct), progress=progress)
    return _finish(owner, struct, density)


def _toss_arrays(toss, i, keep):
    """One toss as the library has it; what it refers to goes into `keep`."""
    if isinstance(toss, Struct):
        toss = {name: getattr(toss, name) for name in ("name", "position", "orientation", "spin", "time")}
    elif not hasattr(toss, "keys"):
        if len(toss) != 2:
            raise TypeError(f"tosses[{i}] must be a pair of positions (n × 3, m) and orientations (n × 4, w x y z), or a dict")
        toss = {"position": toss[0], "orientation": toss[1]}
    unknown = [key for key in toss.keys() if key not in ("name", "position", "orientation", "spin", "time")]
    if unknown or "position" not in toss or "orientation" not in toss:
        raise TypeError(f"tosses[{i}] has {', '.join(map(str, toss.keys()))}; it must have position and orientation, and may "
                        "have name, spin and time")
    made = C.routh_trajectory3()
    position = array(toss["position"], f"tosses[{i}].position", shape=(None, 3))
    made.count = len(position)
    parts = {"position": position}
    for name, shape in (("orientation", (made.count, 4)), ("spin", (made.count, 3)), ("time", (made.count,))):
        if toss.get(name) is not None:
            parts[name] = array(toss[name], f"tosses[{i}].{name}", shape=shape)
    for name, part in parts.items():
        keep.append(part)
        setattr(made, name, part.ctypes.data)
    if toss.get("name") is not None:
        made.name = words(toss["name"], f"tosses[{i}].name")
    return made


@with_options(IMPORT)
def dataset3(tosses, *, name="tosses", density=None, **options):
    """Tosses from arrays.

    Parameters
    ----------
    tosses : sequence
        For each toss a pair of positions of the tracked point (n × 3, m) and orientations (n × 4, quaternions w x y z from
        the body to the world), or a dict with position, orientation and, optionally, spin (n × 3, rad/s, body axes), time
        (n, s) and name.
    name : str
        Of the recording.
    density : float, optional
        In place of the mass, kg/m³.
    {options}

    Returns
    -------
    Dataset3
        With copies of the arrays.

    Examples
    --------
    >>> flight = numpy.zeros((20, 3)), numpy.tile([1., 0, 0, 0], (20, 1))
    >>> routh.dataset3([flight], rate=250, shape="box:0.1,0.2,0.1", mass=.5).trajectory[0].position.shape
    (20, 3)
    """
    struct, keep, density = _import_options(options, density)
    arrays = []
    if isinstance(tosses, (str, bytes)) or not hasattr(tosses, "__iter__"):
        raise TypeError(f"tosses must be a sequence of tosses, not {tosses!r}")
    made = [_toss_arrays(toss, i, arrays) for i, toss in enumerate(tosses)]
    owner = own("routh_dataset3", keep)
    call("routh_dataset3_of_tosses", (C.routh_trajectory3 * len(made))(*made), len(made), ctypes.byref(struct),
         ctypes.byref(owner.struct))
    raw = words(name, "name")
    if len(raw) >= C.ROUTH_NAME_SIZE:
        raise ValueError(f"name has {len(raw)} bytes; at most {C.ROUTH_NAME_SIZE - 1} fit")
    owner.struct.name = raw
    return _finish(owner, struct, density)


def tensor_of(value, what):
    """An inertia tensor from 3 × 3 numbers, or from xx, yy, zz, xy, xz, yz."""
    made = array(value, what)
    if made.shape == (6,):
        entries, made = made, numpy.empty((3, 3))
        for (i, j), entry in zip(_PLACES, entries):
            made[i, j] = made[j, i] = entry
    if made.shape != (3, 3):
        raise ValueError(f"{what} has the shape {made.shape}; it must be 3 × 3, or six numbers xx, yy, zz, xy, xz, yz")
    return numpy.ascontiguousarray(made)


def with_tensor(dataset, tensor):
    """The same dataset, of a body with that inertia tensor, kg m²."""
    if dataset.shape is None:
        raise ValueError("tensor needs a shape that is no cube: of a cube inertia is all")
    owner = dataset._copy()
    shape = dataset.shape._with_gyration(tensor / dataset.mass)
    owner.keep.append(shape)
    owner.struct.shape = shape._address
    return Dataset3._of_owner(owner)


