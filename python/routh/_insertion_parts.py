"""The two objects of an insertion: convex parts, and what is uncertain about them.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import json
import os

import numpy

from ._call import call
from ._data import io_memory, io_path, same_version, text_of, write
from ._errors import text
from ._library import C
from ._options import array, words
from ._structs import Owner, Struct, class_of, own, pointer_to, result


@pointer_to("routh_polyhedron")
def _polyhedron(address, owner=None):
    """What there is to know about a polyhedron: corners, volume, centroid."""
    known = C.routh_polyhedron_facts_of(ctypes.cast(address, ctypes.POINTER(C.routh_polyhedron)))
    return class_of("routh_polyhedron_facts")._of(known, Owner(known, keep=[owner]))


def stands_alone(made):
    """Is it a thing of its own, which can be written and read again, and not part of a result?"""
    return made._owner is not None and type(made._owner.struct).__name__ == made._struct


@result("routh_displacement")
class Displacement(Struct):
    """One way in which a part, an object, a sensor or a contact may differ from the drawing: an unknown with its prior.

    Attributes
    ----------
    name : str
    kind : {"shift", "turn", "offset", "scale", "force", "moment", "latency", "stiffness", "friction", "speed"}
    object, part : int
        0 or 1, and the index of its part; −1: the whole object.
    recording : int
        0: the same in all recordings; n: of the n-th alone.
    axis, through : array
        Unit length, and a point on the axis, m; in the object's axes.
    nominal, deviation : float
        What the drawing says, and the prior standard deviation, in `unit`.
    late : bool
        Held at its nominal value until the others are found.

    Examples
    --------
    >>> routh.insertion.wedge().displacement["offset"].unit
    'm'
    """

    @property
    def _words(self):
        from ._names import value_of

        return C.routh_displacement_words_of(value_of("routh_displacement_kind", self.kind, "kind")).contents

    @property
    def unit(self):
        """The unit of its values: "m", "rad", "N", "N m", "s" or "1".

        Examples
        --------
        >>> routh.insertion.wedge().displacement["tip sideways"].unit
        'm'
        """
        return text(self._words.unit)

    @property
    def shown(self):
        """The unit in which the program shows it, and the factor to it: ("µm", 1e6).

        Examples
        --------
        >>> routh.insertion.wedge().displacement["offset"].shown
        ('µm', 1000000.0)
        """
        return text(self._words.shown), self._words.scale


@result("routh_assembly")
class Assembly(Struct):
    """Two objects, each of convex parts, and what may be displaced. When fully mated, the axes of both coincide.

    `read_assembly`, `assembly` and `wedge` make one. It does not change.

    Attributes
    ----------
    object : pair of Object
        The one that is held, and the one that it is pushed into: `name`, and in `part` the parts with `name`, `place` (m) and
        `shape`, whose `vertex` are the corners, m.
    displacement : Rows of Displacement
        The unknowns, by name or number.

    Examples
    --------
    >>> parts = routh.insertion.wedge()
    >>> len(parts.object[0].part), parts.displacement.keys()[:2]
    (1, ['offset', 'tip sideways'])
    """

    @property
    def _pointer(self):
        return ctypes.byref(self._as_struct())

    def write(self, path):
        """Writes the assembly as JSON, which `read_assembly` and the program read; lengths in m.

        Examples
        --------
        >>> routh.insertion.wedge().write("assembly.json")
        """
        write("routh_assembly_write", path, self._pointer)

    def to_json(self):
        """The assembly as its file has it; lengths in m, angles in rad.

        Examples
        --------
        >>> routh.insertion.wedge().to_json()["objects"][0]["name"]
        'wedge'
        """
        return json.loads(text_of("routh_assembly_write", ".json", self._pointer))

    @property
    def axis(self):
        """The axis of the insertion: that of the displacement of kind "offset", in object 2's axes. None: there is none.

        Examples
        --------
        >>> routh.insertion.wedge().axis.tolist()
        [1.0, 0.0, 0.0]
        """
        return next((found.axis for found in self.displacement if found.kind == "offset"), None)

    def to_pandas(self):
        """One row a displacement, SI units.

        Examples
        --------
        >>> len(routh.insertion.wedge().to_pandas())
        2
        """
        return self.displacement.to_pandas()

    def _text(self):
        parts = "; ".join(f"{one.name}: {', '.join(part.name for part in one.part)}" for one in self.object)
        return f"{parts}\nuncertain: {', '.join(self.displacement.keys()) or 'nothing'}"

    def __reduce_ex__(self, protocol):
        if not stands_alone(self):
            return super().__reduce_ex__(protocol)
        return _assembly_of_bytes, (text_of("routh_assembly_write", ".json", self._pointer), C.routh_version())


def _made(owner):
    return Assembly._of(owner.struct, owner)


def _assembly_of_bytes(raw, version):
    same_version(version, "Assembly")
    return _of_json(raw, "pickled assembly")


def _of_json(raw, name):
    owner = own("routh_assembly")
    call("routh_assembly_read", io_memory(raw, name), ctypes.byref(owner.struct))
    return _made(owner)


def read_assembly(path):
    """Reads an assembly: JSON, with parts as corners, half-spaces, or STL and OBJ files beside it. docs/insertion.md has the layout.

    Parameters
    ----------
    path : str or path
        The file says its unit of length and of angles; m and rad where it does not.

    Examples
    --------
    >>> routh.insertion.wedge().write("assembly.json")
    >>> len(routh.insertion.read_assembly("assembly.json").displacement)
    2
    """
    owner = own("routh_assembly")
    io, keep = io_path(path)
    call("routh_assembly_read", io, ctypes.byref(owner.struct))
    return _made(owner)


def _plain(value, what):
    """Arrays and numbers of NumPy as JSON has them."""
    if isinstance(value, dict):
        return {str(key): _plain(item, f"{what}.{key}") for key, item in value.items()}
    if isinstance(value, (str, bool)) or value is None:
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    made = array(value, what)
    if not numpy.isfinite(made).all():
        raise ValueError(f"{what} holds a number that is not finite")
    return made.tolist()


def _part(name, value, what):
    fields = value if isinstance(value, dict) else {"vertices": array(value, what, shape=(None, 3))}
    return {"name": str(name), **_plain(fields, what)}


def assembly(objects, displacements=(), unit="m", angle="rad"):
    """An assembly from arrays.

    Parameters
    ----------
    objects : mapping
        Two objects by name, the held one first; each a mapping of parts by name: an array n × 3 of corners, or a dict with
        the fields that a part has in a file ("vertices", "halfspaces"; "position", "orientation", "unit").
    displacements : list of dict
        The unknowns, with the fields that they have in a file: name, kind, object, part, axis, through, nominal, deviation.
    unit, angle : str
        Of all lengths ("m", "mm", "cm", "um", "in") and angles ("rad", "deg", "mrad").

    Examples
    --------
    >>> box = numpy.array([[x, y, z] for x in (0, 20) for y in (-10, 10) for z in (-10, 10)])
    >>> parts = routh.insertion.assembly({"peg": {"tip": box}, "table": {"top": box + [20, 0, 0]}},
    ...     [{"name": "offset", "kind": "offset", "axis": [1, 0, 0], "deviation": .03}], unit="mm")
    >>> round(parts.object[1].part[0].shape.volume, 9)
    8e-06
    """
    for value, what in ((objects, "objects"), *((value, f"objects[{name!r}]") for name, value in dict(objects).items())):
        if not hasattr(value, "keys"):
            raise TypeError(f"{what} must be a mapping by name, not {value!r}")
    if isinstance(displacements, dict) or not all(isinstance(one, dict) for one in displacements):
        raise TypeError("displacements must be a list of dicts")
    made = {"unit": words(unit, "unit").decode(), "angle": words(angle, "angle").decode(),
            "objects": [{"name": str(name), "parts": [_part(part, value, f"objects[{name!r}][{part!r}]")
                                                      for part, value in parts.items()]} for name, parts in objects.items()],
            "displacements": [_plain(one, f"displacements[{i}]") for i, one in enumerate(displacements)]}
    return _of_json(json.dumps(made).encode(), "assembly")


def wedge():
    """A wedge and its groove, 30 mm deep: the smallest parts that can be inserted, to try things out.

    Examples
    --------
    >>> [part.name for part in routh.insertion.wedge().object[1].part]
    ['left', 'right']
    """
    wall = [[2, 28.5222, 40], [36, 0, 40], [36, 60, 40], [2, 60, 40], [2, 28.5222, -40], [36, 0, -40], [36, 60, -40], [2, 60, -40]]
    tip = [[0, 30.2, 16], [0, -30.2, 16], [0, 30.2, -16], [0, -30.2, -16], [36, 0, 16], [36, 0, -16]]
    return assembly({"wedge": {"tip": tip}, "groove": {"left": wall, "right": [[x, -y, z] for x, y, z in wall]}},
                    [{"name": "offset", "kind": "offset", "axis": [1, 0, 0], "deviation": .03},
                     {"name": "tip sideways", "kind": "shift", "object": "wedge", "part": "tip", "axis": [0, 1, 0], "deviation": .1}],
                    unit="mm")


def assembly_of(value, what="assembly"):
    """An assembly as it is, or from the path of its file."""
    if isinstance(value, Assembly):
        return value
    if is_path(value):
        return read_assembly(value)
    raise TypeError(f"{what} must be an Assembly or the path of its file, not {value!r}")


def is_path(value):
    """Is it the path of a file?"""
    return isinstance(value, (str, bytes)) or hasattr(value, "__fspath__")


def parts_beside(recordings, assembly):
    """The assembly that is given, or the one that recordings in files have beside them."""
    if assembly is not None:
        return assembly_of(assembly)
    if not all(is_path(one) for one in recordings):
        raise TypeError("assembly must be given: only recordings that are named by their files have one beside them")
    paths = [words(one, "recording") for one in recordings]
    owner = own("routh_assembly")
    call("routh_assembly_read_beside", (ctypes.c_char_p * len(paths))(*paths), len(paths), ctypes.byref(owner.struct))
    return _made(owner)
