"""Convex shapes in space.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from ._call import call
from ._data import io_path
from ._errors import Error
from ._library import C
from ._options import Options, array, converts, whole, with_options, words
from ._structs import Struct, own, result


@result("routh_shape3")
class Shape3(Struct):
    """A convex shape in space, in body axes: those in which a recording gives orientations, the tracked point as origin.

    Wherever a shape is wanted, the text that the program takes will do: "cube:0.1048", "box:0.12,0.08,0.05",
    "ellipsoid:0.05,0.04,0.03".

    Attributes
    ----------
    name : str
        "box", or the file's.
    vertex, inset : array, n × 3
        Corners, m, and how far a corner moves where all faces move inwards by 1.
    face : array, n × 4
        Outward normals, and the distance of the face's plane from the origin, m.
    radius, thickness : float
        Of the ball about the centroid that contains the shape, and the distance of the nearest face from it, m.
    volume : float
        m³.
    centroid, gyration : array
        Centre of mass at uniform density, m, and inertia tensor about it ÷ mass, m².

    Examples
    --------
    >>> round(routh.Shape3.box([.1, .2, .3]).volume, 6)
    0.006
    """

    _words = None  # as the program has it, where it can be said in words
    _mesh = None  # the path, and options, of one that was read from a file
    _width = 0.0  # the edge of a cube

    @classmethod
    def _made(cls, owner, text=None, mesh=None, width=0.0):
        made = cls._of(owner.struct, owner)
        for name, value in (("_words", text), ("_mesh", mesh), ("_width", width)):
            object.__setattr__(made, name, value)
        return made

    @classmethod
    def of_text(cls, text):
        """From a text: "cube:0.1048", "box:0.12,0.08,0.05", "ellipsoid:0.05,0.04,0.03[,CORNERS]"; lengths in m.

        Examples
        --------
        >>> len(routh.Shape3.of_text("cube:0.1").vertex)
        8
        """
        owner, width = own("routh_shape3"), ctypes.c_double()
        raw = words(text, "shape")
        call("routh_shape3_of_text", raw, ctypes.byref(width), ctypes.byref(owner.struct))
        return cls._made(owner, raw, None, width.value)

    @classmethod
    def box(cls, side):
        """A box with three edges along the body's axes, `side` in m, and the tracked point in its middle.

        Examples
        --------
        >>> routh.Shape3.box([.1, .2, .3]).face_count
        6
        """
        side = array(side, "side", shape=(3,))
        return cls.of_text("box:" + ",".join(repr(float(edge)) for edge in side))

    @classmethod
    def cube(cls, edge):
        """A cube with this edge, m, and the tracked point in its middle.

        Examples
        --------
        >>> round(routh.Shape3.cube(.1).thickness, 3)
        0.05
        """
        return cls.of_text(f"cube:{float(array(edge, 'edge', shape=()))!r}")

    @classmethod
    def ellipsoid(cls, semi_axis, corners=162):
        """An ellipsoid with these semi-axes along the axes, m, as a polyhedron with corners on it.

        Parameters
        ----------
        semi_axis : three floats
            m.
        corners : int
            The least number: 12, 42, 92, 162 and so on, no unit.

        Examples
        --------
        >>> routh.Shape3.ellipsoid([.05, .04, .03], corners=40).count
        42
        """
        semi_axis = array(semi_axis, "semi_axis", shape=(3,))
        corners = whole(corners, "corners", 1, C.ROUTH_MOST_ELLIPSOID_CORNERS)
        return cls.of_text("ellipsoid:" + ",".join(repr(float(axis)) for axis in semi_axis) + f",{corners}")

    @classmethod
    @with_options("routh_shape3_options")
    def read(cls, path, **options):
        """From an STL or OBJ file.

        Parameters
        ----------
        path : str or path
            The file.
        {options}

        Examples
        --------
        >>> corners = ["0 0 0", "0.1 0 0", "0 0.1 0", "0 0 0.1"]
        >>> faces = ["1 3 2", "1 2 4", "2 3 4", "3 1 4"]
        >>> with open("part.obj", "w") as file:
        ...     _ = file.write("".join(f"v {c}\\n" for c in corners) + "".join(f"f {f}\\n" for f in faces))
        >>> routh.Shape3.read("part.obj").face_count
        4
        """
        owner, chosen = own("routh_shape3"), Options("routh_shape3_options", options)
        io, keep = io_path(path)
        call("routh_shape3_read", io, chosen.pointer, ctypes.byref(owner.struct))
        return cls._made(owner, None, (keep, chosen))

    @classmethod
    def of_points(cls, points, tracked=None):
        """The convex hull of points.

        Parameters
        ----------
        points : array, n × 3
            m.
        tracked : three floats, optional
            The tracked point in the same axes, m; default the centroid.

        Examples
        --------
        >>> round(routh.Shape3.of_points([[0, 0, 0], [.1, 0, 0], [0, .1, 0], [0, 0, .1]]).volume * 1e6)
        167
        """
        points = array(points, "points", shape=(None, 3))
        if not numpy.isfinite(points).all():
            raise ValueError("points must be finite")
        tracked = None if tracked is None else array(tracked, "tracked", shape=(3,))
        polyhedron = ctypes.POINTER(C.routh_polyhedron)()
        call("routh_polyhedron_of_points", len(points), points.ctypes.data, 0, ctypes.byref(polyhedron))
        owner = own("routh_shape3")
        try:
            call("routh_shape3_of_polyhedron", polyhedron, None if tracked is None else tracked.ctypes.data,
                 ctypes.byref(owner.struct))
        finally:
            C.routh_polyhedron_release(None, polyhedron)
        return cls._made(owner)

    def _with_gyration(self, gyration):
        """The same shape of a body that is not uniform: another inertia tensor ÷ mass, m²."""
        owner = own("routh_shape3")
        points = numpy.ascontiguousarray(self.vertex)
        _copy(self, points, owner)
        for i in range(3):
            for j in range(3):
                owner.struct.gyration[i][j] = gyration[i][j]
        return type(self)._made(owner, None, None, self._width)


def _copy(shape, points, owner):
    """Another structure with the same arrays, which stay the first one's."""
    ctypes.memmove(ctypes.byref(owner.struct), ctypes.byref(shape._as_struct()), ctypes.sizeof(owner.struct))
    owner._release = None
    owner.keep = [shape, points]


def shape3(which):
    """A shape in space: from words, or as it is.

    Parameters
    ----------
    which : str or Shape3
        "cube:0.1048", "box:0.12,0.08,0.05", "ellipsoid:0.05,0.04,0.03"; lengths in m.

    Examples
    --------
    >>> routh.shape3("box:0.12,0.08,0.05").count
    8
    """
    if isinstance(which, Shape3):
        if which._owner is None:
            raise Error("shape: this one was pickled, and has its numbers only; make it again", "bad-argument", "shape")
        return which
    if not isinstance(which, str):
        raise TypeError(f"shape must be a Shape3 or a text like 'box:0.12,0.08,0.05', not {which!r}")
    return Shape3.of_text(which)


@converts("routh_shape3")
def _address_of(which, what, keep):
    found = shape3(which)
    keep.append(found)
    return found._address
