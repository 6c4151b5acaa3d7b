"""Recordings in the plane: from files, from arrays and from generators; checks, corrections and contacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import json

import numpy

from . import _abi
from ._call import call
from ._errors import Error, text
from ._evidence import Evidence
from ._library import C
from ._names import name_of, value_of
from ._options import Options, array, with_options, words
from ._records import Marked
from ._shapes import body_struct
from ._structs import Struct, own, result


def io_path(path, what="path"):
    """Where bytes come from or go to: a path. Returns the structure, and what must live as long."""
    if hasattr(path, "read") or hasattr(path, "write"):
        raise TypeError(f"{what} must be a path, not an open file: give its name")
    raw = words(path, what)
    if not raw:
        raise ValueError(f"{what} is empty")
    made = C.routh_io_path(raw)
    made._keep = raw  # the library has the pointer only
    return made, raw


def io_memory(raw, name):
    """Bytes to read from, and what messages call them."""
    shown = words(name, "name")
    made = C.routh_io_memory(raw, len(raw), shown)
    made._keep = raw, shown  # the library has the pointers only
    return made


def same_version(version, what):
    """Refuses what another version has pickled."""
    if version != C.routh_version():
        raise Error(f"{what}: pickled by Routh {version.decode()}; this is {C.routh_version().decode()}. Write it to a file, "
                    "which later versions read.", "bad-format")


def write(name, path, *arguments):
    """Calls a writer of the library with a path; the format is that of the path's ending."""
    io, keep = io_path(path)
    call(name, *arguments, io)


def text_of(name, ending, *arguments):
    """What a writer of the library writes, as bytes. `ending`: ".json", ".txt" …"""
    buffer, format_name = C.routh_buffer(), ending.encode()
    io = C.routh_io_buffer(ctypes.byref(buffer), format_name)  # it keeps the pointers only
    try:
        call(name, *arguments, io)
        address = ctypes.c_void_p.from_buffer(buffer, type(buffer).byte.offset).value  # bytes may hold a 0
        return ctypes.string_at(address, buffer.byte_count) if address else b""
    finally:
        C.routh_buffer_release(None, ctypes.byref(buffer))


@result("routh_finding")
class Finding(Struct):
    """A conclusion: a sentence with the numbers behind it.

    Attributes
    ----------
    kind : {"fine", "note", "warning", "wrong", "not determined"}
    topic, text, unit : str
    expected, found, error : float
        In `unit`; NaN where there is no number.

    Examples
    --------
    >>> routh.check(routh.generate_drops(count=60)).findings[0].topic
    'frame'
    """

    def _text(self):
        return f"{self.topic} ({self.kind}): {self.text}"


@result("routh_dataset")
class Dataset(Evidence, Marked, Struct):
    """A recording in memory: impacts, the trajectories they came from, if any, and the body. It does not change.

    Attributes
    ----------
    name, source : str
        What it is called, and where it came from.
    body : Body
        Mass (kg), moment of inertia (kg m²), shape (m).
    rate, gravity, gap : float
        Hz, m/s², and s between the states before and after.
    record : array
        One row a contact, fields as in `routh_record`: m, m/s, rad, rad/s, s.
    trajectory : Rows of Trajectory
        The motions that were recorded.
    recording : Recording or None
        How a file of motions was understood: columns, units, axes, gaps.

    Examples
    --------
    >>> data = routh.generate_drops(count=40, seed=1)
    >>> len(data), data.record["rx"].shape
    (40, (40,))
    """

    recording = None  # how a file was understood

    def __len__(self):
        return self.count

    @classmethod
    def _of_owner(cls, owner):
        return cls._of(owner.struct, owner)

    @property
    def _pointer(self):
        if self._owner is None:
            raise TypeError("this dataset was not made by the library")
        return ctypes.byref(self._owner.struct)

    def _copy(self):
        pointer = self._pointer
        owner = own("routh_dataset", self._owner.keep)
        call("routh_dataset_copy", pointer, ctypes.byref(owner.struct))
        return owner

    def _made(self, owner):
        """A dataset that was made from this one."""
        made = Dataset._of_owner(owner)
        object.__setattr__(made, "recording", self.recording)
        return made

    def _changed(self, name, *arguments, **hooks):
        """A copy on which a function of the library has worked in place: f(context, *arguments, &dataset)."""
        owner = self._copy()
        call(name, *arguments, ctypes.byref(owner.struct), **hooks)
        return self._made(owner)

    def __reduce__(self):
        return _read_bytes, (text_of("routh_dataset_write", ".h5", self._pointer), C.routh_version())

    def write(self, path):
        """Writes the dataset. SI units.

        Parameters
        ----------
        path : str or path
            .json: what `routh import` prints. Any other ending: HDF5, which `routh.read` and the program read.

        Examples
        --------
        >>> routh.generate_drops(count=5).write("drops.h5")
        """
        if words(path, "path").endswith(b".json"):
            write(*self._summary()[:1], path, *self._summary()[1:])
        else:
            write("routh_dataset_write", path, self._pointer)

    def _summary(self):
        """The writer of its summary, and what that takes."""
        recording = self.recording
        if recording is None or recording.tracks.count == 0:
            return "routh_import_write", self._pointer
        struct = recording._owner.struct
        axes = ctypes.byref(struct.axes) if struct.has_axes else None
        return "routh_tracks_write", ctypes.byref(struct.tracks), axes, self._pointer

    def to_json(self):
        """What the dataset holds, and how a recording was understood, as `routh import --json` prints it; SI units.

        Examples
        --------
        >>> routh.generate_drops(count=5).to_json()["dataset"]["used"]
        5
        """
        name, *arguments = self._summary()
        return json.loads(text_of(name, ".json", *arguments))

    def impacts(self, frame="auto"):
        """The used records as impacts for `routh.solve`: arrays by name (kg, kg m², m, m/s, rad/s).

        Parameters
        ----------
        frame : str
            In which to read them; see `frame_of`.

        Examples
        --------
        >>> len(routh.solve("mirtich", routh.generate_drops(count=5).impacts(), mu=.2, eps=.5))
        5
        """
        chosen = value_of("routh_frame", self.frame_of(frame)[0], "frame")
        rows = [C.routh_dataset_impact(self._pointer, int(i), chosen) for i in numpy.flatnonzero(self.used)]
        names = [name for name, _ in _abi.STRUCTS["routh_impact"]]
        return {name: numpy.array([getattr(row, name) for row in rows]) for name in names}

    def frame_of(self, frame="auto"):
        """The frame in which to read the recording, and the reason in a sentence. No unit.

        Parameters
        ----------
        frame : {"auto", "as-recorded", "mirror-t", "mirror-n", "mirror-both"}

        Examples
        --------
        >>> routh.generate_drops(count=60).frame_of()[0]
        'as-recorded'
        """
        found, why = ctypes.c_int(), ctypes.create_string_buffer(C.ROUTH_NAME_SIZE)
        call("routh_frame_of", self._pointer, words(frame, "frame"), ctypes.byref(found), why)
        return name_of("routh_frame", found.value), text(why.value)

    @with_options("routh_segment_options")
    def segment(self, progress=None, threads=None, **options):
        """A dataset whose records are the contacts that were found in its trajectories; SI units.

        Parameters
        ----------
        {options}

        Examples
        --------
        >>> data = routh.simulate(count=3, seed=1)
        >>> data.segment().count > 0
        True
        """
        given = Options("routh_segment_options", options)
        return self._changed("routh_dataset_segment", given.pointer, progress=progress, threads=threads)

    def to_pandas(self):
        """One row a record, with pose, velocities before and after (dotted names) and what else was recorded. SI units.

        Examples
        --------
        >>> "before.vx" in routh.generate_drops(count=5).to_pandas()
        True
        """
        from ._frames import frame_of_array

        frame = frame_of_array(self.record, "routh_record")
        frame["reasons"] = ["+".join(words) for words in self.reasons]
        for extra in self.extra:
            frame[extra.name] = extra.value
        return frame

    def _text(self):
        from ._frames import _short

        kind = f"{self.trajectory_count} trajector{'y' if self.trajectory_count == 1 else 'ies'}, " if self.trajectory_count else ""
        return (f"{self.name}: {kind}{self.count} records, {int(self.used.sum())} used; {_short(self.body.mass)} kg, "
                f"{_short(self.body.inertia)} kg m²" + (f"; {_short(self.rate)} Hz" if self.rate == self.rate else ""))


def _read_bytes(raw, version):
    same_version(version, "Dataset")
    owner = own("routh_dataset")
    call("routh_dataset_read", io_memory(raw, "pickled dataset"), None, ctypes.byref(owner.struct))
    return Dataset._of_owner(owner)


def import_options(given):
    """routh_import_options from keyword arguments, with the body's fields among them."""
    given = dict(given)
    body = body_struct(given.pop("mass", None), given.pop("inertia", None), given.pop("shape", None))
    options = Options("routh_import_options", given)
    options.struct.body = ctypes.addressof(body)
    options.keep.append(body)
    return options


_COLUMNS = ("mass", "inertia", "rx", "ry", "vx", "vy", "omega", "vx_before", "vy_before", "omega_before", "vx_after",
            "vy_after", "omega_after", "t", "time", "x", "y", "z", "theta", "th", "fx", "fy", "torque", "gravity_tilt")


def _is_words(column):
    """Words and dates, in columns that the library does not look for, are left out, as those of a file are."""
    return getattr(getattr(column, "dtype", None) or numpy.asarray(column).dtype, "kind", "O") in "OSUMm"


def table_of(columns, name, keep):
    """A structure `routh_table` whose columns are NumPy's arrays, where they are contiguous without a copy."""
    if not hasattr(columns, "keys") or getattr(columns, "ndim", 2) == 1:
        raise TypeError(f"{name}: columns must have names, as a dict of arrays or a DataFrame, not {type(columns).__name__}")
    made = {str(key): array(columns[key], f"{name}: column {key}") for key in columns.keys()
            if key in _COLUMNS or not _is_words(columns[key])}
    if not made:
        raise ValueError(f"{name}: there is no column of numbers")
    sizes = {part.shape for part in made.values()}
    if len(sizes) != 1 or len(next(iter(sizes))) != 1:
        raise ValueError(f"{name}: columns must be arrays of one dimension and of one length; they are "
                         f"{ {key: part.shape for key, part in made.items()} }")
    rows = next(iter(sizes))[0]
    names = (ctypes.c_char_p * len(made))(*(words(key, "column") for key in made))
    pointers = (ctypes.c_void_p * len(made))(*(part.ctypes.data for part in made.values()))
    source = words(name, "name")
    keep += [made, names, pointers, source]
    return C.routh_table(name=ctypes.addressof(names), column=ctypes.addressof(pointers), columns=len(made), rows=rows,
                         source=source)


@with_options("routh_import_options", but=("body",))
def dataset(columns, **options):
    """A dataset from arrays or a DataFrame: a table of impacts, or one of the motion of a body, or several of these.

    Parameters
    ----------
    columns : mapping of arrays, DataFrame, or a list of these
        Impacts: rx, ry (m), vx, vy, omega, vx_after, vy_after, omega_after (m/s, rad/s), and what else is known of
        them: x, y, theta, time, fx, fy, torque, gravity_tilt; further columns of numbers are kept. A motion: x, y,
        theta (m, rad), optionally vx, vy, omega and time (s). A list has one motion each. Other names and units are for
        pandas: `frame.rename(columns={"VelX": "vx"})`.
    mass, inertia : float
        kg, kg m².
    shape : Shape
        For motions: `routh.disc(.05)`.
    {options}

    Examples
    --------
    >>> data = routh.dataset({"rx": [.01, 0], "ry": [-.05, -.05], "vx": [1, 1], "vy": [-1, -2], "omega": [0, 0],
    ...                       "vx_after": [.7, .6], "vy_after": [.5, 1], "omega_after": [2, 3]}, mass=.1, inertia=1e-4)
    >>> data.count
    2
    """
    given = import_options(options)
    tables, keep = list(columns) if isinstance(columns, (list, tuple)) else [columns], []
    name = options.get("name") or "arrays"
    made = (C.routh_table * max(len(tables), 1))(*(table_of(part, f"{name} {i}" if len(tables) > 1 else name, keep)
                                                   for i, part in enumerate(tables)))
    owner = own("routh_dataset")
    call("routh_dataset_of_tables", made, len(tables), given.pointer, ctypes.byref(owner.struct))
    return Dataset._of_owner(owner)


def dataset_of(data, **options):
    """A dataset as it is; a path is read, with these options; arrays become one."""
    if isinstance(data, Dataset):
        return data
    if isinstance(data, (str, bytes)) or hasattr(data, "__fspath__"):
        from ._read import read

        data = read(data, **options)
        if isinstance(data, Dataset):
            return data
        raise TypeError(f"{data.name} holds " + ("tosses: routh.toss is for them" if hasattr(data, "trajectory") else
                                                 "rebounds of a sphere: routh.study is for them"))
    if options:
        raise TypeError(f"{next(iter(options))} is for reading a file; routh.dataset takes it for arrays")
    if hasattr(data, "keys"):
        return dataset(data)
    raise TypeError(f"data must be a routh.Dataset, a path, or a mapping of arrays, not {type(data).__name__}")
