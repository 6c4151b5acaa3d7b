"""Recorded insertions: from files, from arrays and from the generator; the offset of a reference insertion.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from ._call import call
from ._data import io_memory, io_path, same_version, text_of, write
from ._insertion_parts import is_path, stands_alone
from ._library import C
from ._options import array, number, words
from ._structs import Struct, own, result

_CONVENTION = ("columns", "units", "quaternion", "wrench_on", "wrench_frame", "sensor", "velocity_window")


def convention_of(given):
    """routh_insertion_convention from keyword arguments, each as the program has it in words."""
    made = C.routh_insertion_convention()
    for name, value in given.items():
        if name not in _CONVENTION:
            raise TypeError(f"unknown argument {name}; there are {', '.join(_CONVENTION)}")
        if value is None:
            continue
        if name == "columns":
            if not hasattr(value, "items"):
                raise TypeError(f"columns must be a mapping such as {{'px': 'x'}}, not {value!r}")
            value = ",".join(f"{key}={column}" for key, column in value.items())
        elif name == "sensor":
            value = ",".join(repr(float(part)) for part in array(value, name, shape=(7,)))
        elif name == "velocity_window":
            value = repr(number(value, name))
        elif name == "wrench_on":
            if isinstance(value, bool) or value not in (1, 2):
                raise ValueError(f"wrench_on is {value!r}; it must be 1 or 2, the object that the wrench acts on")
            value = str(value)
        call("routh_insertion_convention_set", name.encode(), words(value, name), ctypes.byref(made))
    return made


@result("routh_insertion")
class Insertion(Struct):
    """A recorded insertion: poses and velocities of the hand, and wrenches. It does not change.

    Attributes
    ----------
    name : str
    rate : float
        Hz.
    sample : array
        One row an instant: `time`, s; `hand` with `position`, m, and `rotation`; `twist`, m/s and rad/s; `wrench` of object 2 on
        object 1 about the plate's origin in its axes, N and N m.
    receptacle, plate, reference : Pose3
        Object 2, the force plate, and the hand where the objects are mated but for the offset; in the world, m.
    offset : float
        δ_r, how deep the parts are pressed into each other in the reference pose, m.
    truth : InsertionTruth
        `stiffness`, N/m, `friction` and `displacement` of a generated recording.
    gaps : InsertionGaps
        Steps of more than 1.5 usual ones, s.

    Examples
    --------
    >>> test = routh.insertion.generate(routh.insertion.wedge(), rate=50, known_offset=True)
    >>> test.truth.stiffness, test.sample["wrench"].shape[1]
    (180000.0, 6)
    """

    @property
    def _pointer(self):
        return ctypes.byref(self._as_struct())

    def __len__(self):
        return self.count

    def write(self, path):
        """Writes the recording: HDF5, or with the ending .csv a table with a .json file beside it. SI units.

        Examples
        --------
        >>> routh.insertion.generate(routh.insertion.wedge(), rate=50, known_offset=True).write("1a.h5")
        """
        write("routh_insertion_write", path, self._pointer)

    def reduce(self, rate=50):
        """The recording at a lower rate, Hz, after a low-pass filter; as it is where its own is not higher, or with 0.

        Examples
        --------
        >>> routh.insertion.generate(routh.insertion.wedge(), rate=50, known_offset=True).reduce(10).rate
        10.0
        """
        owner = own("routh_insertion")
        call("routh_insertion_reduce", self._pointer, number(rate, "rate"), ctypes.byref(owner.struct))
        return made_insertion(owner)

    def to_pandas(self):
        """One row an instant, with dotted names; SI units.

        Examples
        --------
        >>> "wrench.0" in routh.insertion.generate(routh.insertion.wedge(), rate=50, known_offset=True).to_pandas()
        True
        """
        from ._frames import frame_of_array

        return frame_of_array(self.sample, "routh_insertion_instant")

    def plot_wrench(self, axes=None):
        """Forces (N) and moments (N m) as measured, over time (s). Two axes by matplotlib, or those given.

        Examples
        --------
        >>> routh.insertion.generate(routh.insertion.wedge(), rate=50, known_offset=True).plot_wrench()[0].get_ylabel()
        'force (N)'
        """
        from ._insertion_plots import wrench

        return wrench(axes, self.sample["time"], [("measured", self.sample["wrench"])], self.name)

    def _text(self):
        length = float(self.sample["time"][-1] - self.sample["time"][0]) if self.count else 0
        return (f"{self.name}: {self.count} instants at {self.rate:g} Hz, {length:.4g} s, offset {1e3 * self.offset:.3g} mm"
                + (f", K = {self.truth.stiffness:g} N/m, μ = {self.truth.friction:g}" if self.truth.count else ""))

    def __reduce_ex__(self, protocol):
        if not stands_alone(self):
            return super().__reduce_ex__(protocol)
        return _of_bytes, (text_of("routh_insertion_write", ".h5", self._pointer), C.routh_version())


def made_insertion(owner):
    return Insertion._of(owner.struct, owner)


def _of_bytes(raw, version):
    same_version(version, "Insertion")
    owner = own("routh_insertion")
    call("routh_insertion_read", io_memory(raw, "pickled insertion"), None, ctypes.byref(owner.struct))
    return made_insertion(owner)


def read(path, **convention):
    """Reads a recording: HDF5, or CSV with a JSON file of the same name beside it; a robot's log with what differs there.

    Parameters
    ----------
    path : str or path
    columns : mapping
        What the file calls its columns: {{"px": "x", "fx": "ft:1"}}.
    units : str
        "mm,Nmm,ms"; what is not named is SI.
    quaternion : {{"wxyz", "xyzw"}}
    wrench_on : {{1, 2}}
        The object that the wrench acts on; 1 is the one that is held.
    wrench_frame : {{"plate", "hand", "world"}}
        Whose axes and origin the wrench has.
    sensor : array of 7
        Fixed pose of the sensor in that frame, position and quaternion.
    velocity_window : float
        Velocities from poses over this time, s, even if they are recorded.

    Examples
    --------
    >>> routh.insertion.generate(routh.insertion.wedge(), rate=50, known_offset=True).write("test.csv")
    >>> routh.insertion.read("test.csv", velocity_window=.2).twist_window
    0.2
    """
    given = convention_of(convention)
    owner = own("routh_insertion")
    io, keep = io_path(path)
    call("routh_insertion_read", io, ctypes.byref(given), ctypes.byref(owner.struct))
    return made_insertion(owner)


read.__doc__ = read.__doc__.replace("{{", "{").replace("}}", "}")


def from_arrays(time, position, orientation, wrench, *, twist=None, receptacle=None, plate=None, reference=None, offset=0.0,
                rate=None, name="insertion", **convention):
    """A recording from arrays. Units are SI unless `units` says otherwise, as in `read`, which explains the convention.

    Parameters
    ----------
    time : array, n
        s, rising.
    position, orientation : array, n × 3 and n × 4
        Of the hand in the world: m, and quaternions w x y z.
    wrench : array, n × 6
        Of object 2 on object 1, about the plate's origin in its axes: N, then N m.
    twist : array, n × 6, optional
        Velocity and angular velocity of the hand, world axes, m/s and rad/s; default from the poses.
    receptacle, plate, reference : array of 7, optional
        Poses of object 2, of the plate, and of the hand in the reference pose: position and quaternion; default no shift, no turn.
    offset : float
        δ_r, m.
    rate : float, optional
        Hz; default from the times.
    name : str
        What it is called.
    **convention
        units, quaternion, wrench_on, wrench_frame, sensor, velocity_window, as in `read`.

    Examples
    --------
    >>> time = numpy.arange(100) / 100
    >>> still = numpy.tile([1., 0, 0, 0], (100, 1))
    >>> made = routh.insertion.from_arrays(time, numpy.outer(time, [.01, 0, 0]), still, numpy.zeros((100, 6)))
    >>> round(float(made.sample["twist"][50, 0]), 6)
    0.01
    """
    if "columns" in convention:
        raise TypeError("columns are names in a file: arrays have none")
    given = convention_of(convention)
    time = array(time, "time", shape=(None,))
    count = len(time)
    hand = numpy.hstack([array(position, "position", shape=(count, 3)), array(orientation, "orientation", shape=(count, 4))])
    parts = {"time": time, "hand": hand, "wrench": array(wrench, "wrench", shape=(count, 6))}
    if twist is not None:
        parts["twist"] = array(twist, "twist", shape=(count, 6))
    arrays = C.routh_insertion_arrays_default()
    label = words(name, "name")
    arrays.name, arrays.count, arrays.offset = label, count, number(offset, "offset")
    for key, part in parts.items():
        setattr(arrays, key, part.ctypes.data)
    for key, pose in (("receptacle", receptacle), ("plate", plate), ("reference", reference)):
        if pose is not None:
            setattr(arrays, key, (ctypes.c_double * 7)(*array(pose, key, shape=(7,))))
    if rate is not None:
        arrays.rate = number(rate, "rate")
    owner = own("routh_insertion")
    call("routh_insertion_of_arrays", ctypes.byref(arrays), ctypes.byref(given), ctypes.byref(owner.struct))
    return made_insertion(owner)


def insertion_of(value, what="recording"):
    """A recording as it is, or from the path of its file."""
    if isinstance(value, Insertion):
        return value
    if is_path(value):
        return read(value)
    raise TypeError(f"{what} must be an Insertion or the path of its file, not {value!r}")
