"""Recordings from files, whatever a laboratory has.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._data import Dataset, import_options, io_path
from ._library import C
from ._options import number, truth, with_options, words
from ._structs import Struct, own, result

_CONVENTION = ("columns", "units", "orientation", "rigid_body")


@result("routh_recording")
class Recording(Struct):
    """How a file of motions was understood.

    Attributes
    ----------
    tracks : Tracks
        Format, rate (Hz), the bodies' motions (s, m, rad), `understood` (what each column was taken for), `proposals`.
    axes : Axes
        From the laboratory's axes to ours: up, gravity (m/s²), normal of the plane, how far the motion leaves it (m,
        rad).
    has_axes, plain, leaves_plane, wrong : bool

    Examples
    --------
    >>> fall = [(i / 100, .5 - 4.905 * (i / 100)**2) for i in range(20)]
    >>> motion = "time,x,y,theta\\n" + "".join(f"{time},{time},{y},0\\n" for time, y in fall)
    >>> _ = open("drop.csv", "w").write(motion)
    >>> routh.read("drop.csv", shape=routh.disc(.05), mass=.1).recording.tracks.count
    1
    """

    @property
    def words(self):
        """What was understood, one sentence each; units are in the sentences.

        Examples
        --------
        >>> motion = "time,x,y,theta\\n" + "".join(f"{i / 100},0,{.5 - 4.905 * (i / 100)**2},0\\n" for i in range(20))
        >>> _ = open("drop.csv", "w").write(motion)
        >>> len(routh.read("drop.csv", shape=routh.disc(.05), mass=.1).recording.words) > 0
        True
        """
        return [f"{finding.topic}: {finding.text}" for finding in self.tracks.understood]

    def _text(self):
        return "\n".join(self.words) if self._owner is not None else super()._text()


def _options(given, up, plane, convention, skip_bad):
    """routh_recording_options, with what must live as long."""
    struct, options = C.routh_recording_options_default(), import_options(given)
    setattr(struct, "import", options.struct)
    kept = [options]
    if any(value is not None for value in convention.values()) or skip_bad:
        meant = C.routh_tracks_convention(skip_bad=truth(skip_bad, "skip_bad"))
        for name, value in convention.items():
            if value is not None:
                call("routh_tracks_convention_set", name.encode(), words(value, name), ctypes.byref(meant))
        kept.append(meant)
        struct.convention = ctypes.addressof(meant)
        struct.motions = any(value is not None for value in convention.values())
    for name, value in (("up", up), ("plane", plane)):
        if value is not None:
            value = value if isinstance(value, (str, bytes)) else ",".join(repr(number(part, name)) for part in value)
            call("routh_axes_options_set", name.encode(), words(value, name), ctypes.byref(struct.axes))
            struct.motions = True
    return struct, kept


def _other_kind(path, io, options):
    """Tosses or rebounds, which are known by their files; None: something else."""
    kind = C.routh_recording_recognise(io)
    if kind > 0 and kind & C.ROUTH_RECORDING_TOSSES:
        from ._tosses import read3

        return read3(path, **options)
    if kind > 0 and kind & C.ROUTH_RECORDING_REBOUNDS:
        from ._rebounds import read_rebounds

        return read_rebounds(path, **options)
    if "radius" in options or "speed" in options:
        raise TypeError("radius and speed are for rebounds of spheres, a file with the columns "
                        "quantity,incidence_deg,value")
    return None


@with_options("routh_import_options", but=("body",))
def read(path, *, columns=None, units=None, orientation=None, rigid_body=None, up=None, plane=None, skip_bad=False,
         space=False, progress=None, **options):
    """Reads a recording, whatever it is: a dataset, a table of impacts, trajectories, a laboratory's motion capture.

    Parameters
    ----------
    path : str or path
        A file or a folder. Files have the units that docs/dataset.md states, or that they state; the dataset has SI
        units.
    columns : str or dict, optional
        Which column of a motion is which: {"x": "Body1 X (mm)", "theta": "#4"}, or "x=Body1 X (mm),theta=#4".
    units : str, optional
        "mm,deg,ms".
    orientation : str, optional
        "xyzw", "wxyz", "matrix", "rotation-vector", "euler:ZYX" or "angle".
    rigid_body : str, optional
        The body to read, where there are several.
    up, plane : str or three floats, optional
        What points up, "z" or "-y", and the normal of the plane of motion, in the laboratory's axes.
    skip_bad : bool
        Leave out files of a folder that cannot be read.
    space : bool
        Keep motions in space, as tosses; then `options` are those of `routh.read3`.
    mass, inertia : float
        kg, kg m², where the recording lacks them or has them wrong.
    shape : Shape
        For motions.
    radius, speed : float
        For rebounds of spheres: m, and m/s before impact.
    {options}

    Returns
    -------
    Dataset, Dataset3 or Rebounds
        Tosses and rebounds of spheres are known by their files.

    Examples
    --------
    >>> routh.generate_drops(count=5).write("drops.h5")
    >>> len(routh.read("drops.h5"))
    5
    """
    io, keep = io_path(path)
    if isinstance(columns, dict):
        columns = ",".join(f"{name}={column}" for name, column in columns.items())
    convention = dict(zip(_CONVENTION, (columns, units, orientation, rigid_body)))
    if truth(space, "space"):
        from ._tosses import read_tosses

        struct, kept = _options({"variable": options.pop("variable", None)}, up, plane, convention, skip_bad)
        return read_tosses(path, struct, options.pop("density", None), progress, options)
    if all(value is None for value in (*convention.values(), up, plane)):
        other = _other_kind(path, io, options)
        if other is not None:
            return other
    struct, kept = _options(options, up, plane, convention, skip_bad)
    owner, recording = own("routh_dataset", [kept]), own("routh_recording", [kept])
    call("routh_recording_read", io, ctypes.byref(struct), ctypes.byref(recording.struct), ctypes.byref(owner.struct),
         progress=progress)
    made = Dataset._of_owner(owner)
    object.__setattr__(made, "recording", Recording._of(recording.struct, recording))
    return made
