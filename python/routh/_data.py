"""Recordings in the plane.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._library import C
from ._options import Options, words
from ._structs import Owner, Struct, own, result, result_of


def io_path(path, what="path"):
    """Where bytes come from or go to: a path. Returns the structure, and what must live as long."""
    raw = words(path, what)
    return C.routh_io_path(raw), raw


def write(name, path, *arguments):
    """Calls a writer of the library with a path; the format is that of the path's ending."""
    io, keep = io_path(path)
    call(name, *arguments, io)


def text_of(name, ending, *arguments):
    """What a writer of the library writes, as bytes. `ending`: ".json", ".txt" …"""
    buffer = C.routh_buffer()
    io = C.routh_io_buffer(ctypes.byref(buffer), ending.encode())
    try:
        call(name, *arguments, io)
        return ctypes.string_at(buffer.byte, buffer.byte_count)
    finally:
        C.routh_buffer_release(None, ctypes.byref(buffer))


@result("routh_dataset")
class Dataset(Struct):
    """A recording in memory: impacts, the trajectories they came from if there are any, and the body. It does not change.

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

    Examples
    --------
    >>> import routh
    >>> data = routh.generate_drops(count=40, seed=1)
    >>> len(data)
    40
    """

    def __len__(self):
        return self.count

    @classmethod
    def _of_owner(cls, owner):
        return cls._of(owner.struct, owner)

    def _changed(self, name, *arguments, **hooks):
        """A copy on which a function of the library has worked in place: f(context, *arguments, &dataset)."""
        owner = own("routh_dataset", self._owner.keep)
        call("routh_dataset_copy", ctypes.byref(self._owner.struct), ctypes.byref(owner.struct))
        call(name, *arguments, ctypes.byref(owner.struct), **hooks)
        return Dataset._of_owner(owner)

    def write(self, path):
        """Writes the dataset as HDF5, which `routh.read` and the program read. SI units.

        Examples
        --------
        >>> import os, routh, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     routh.generate_drops(count=5).write(os.path.join(folder, "drops.h5"))
        """
        write("routh_dataset_write", path, ctypes.byref(self._owner.struct))
