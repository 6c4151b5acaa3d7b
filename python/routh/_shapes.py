"""Planar shapes and bodies.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._library import C
from ._options import Options, array, number
from ._structs import Owner, Struct, result


@result("routh_shape")
class Shape(Struct):
    """A convex planar shape, its centre of mass at the origin.

    `ellipse_shape`, `disc`, `square`, `polygon` and `outline` make one.

    Attributes
    ----------
    kind : {"ellipse", "disc", "polygon"}
    a, b : float
        Semi-axes of an ellipse along body x and y, or the radius of a disc (both), m.
    vertex : array
        Corners of a polygon, m; only the first `count` are there.

    Examples
    --------
    >>> routh.disc(.05).a
    0.05
    """

    def _as_struct(self):
        made = super()._as_struct()
        if self._owner is None:  # made from values: after unpickling, or by dataclasses.replace
            call("routh_shape_check", ctypes.byref(made))
        return made


def _shape(struct):
    call("routh_shape_check", ctypes.byref(struct))
    owner = Owner(struct)
    return Shape._of(struct, owner)


def ellipse_shape(a, b):
    """An ellipse with the semi-axes a and b, m.

    Examples
    --------
    >>> routh.ellipse_shape(.035, .025).kind
    'ellipse'
    """
    return _shape(C.routh_shape_ellipse(number(a, "a"), number(b, "b")))


def disc(radius):
    """A disc with a radius in m.

    Examples
    --------
    >>> routh.disc(.05).kind
    'disc'
    """
    return _shape(C.routh_shape_disc(number(radius, "radius")))


def square(side):
    """A square with a side in m.

    Examples
    --------
    >>> routh.square(.06).count
    4
    """
    return _shape(C.routh_shape_square(number(side, "side")))


def polygon(vertices):
    """A convex polygon from its vertices, counter-clockwise, about the centre of mass: an array n × 2, m.

    Examples
    --------
    >>> routh.polygon([[.02, .01], [-.02, .01], [-.02, -.01], [.02, -.01]]).count
    4
    """
    corners = array(vertices, "vertices", shape=(None, 2))
    most = C.ROUTH_MAX_VERTICES
    if not 3 <= len(corners) <= most:
        raise ValueError(f"a polygon has 3 to {most} vertices, not {len(corners)}")
    struct = C.routh_shape(kind=C.ROUTH_POLYGON, count=len(corners))
    ctypes.memmove(struct.vertex, corners.ctypes.data, corners.nbytes)
    return _shape(struct)


def outline(path, **options):
    """A shape from an outline in a file: CSV with columns x and y, SVG or DXF. Options: unit (m), hull, centre.

    Examples
    --------
    >>> _ = open("box.csv", "w").write("x,y\\n0,0\\n.04,0\\n.04,.02\\n0,.02\\n")
    >>> routh.outline("box.csv", unit=1).count
    4
    """
    from ._data import io_path

    io, keep = io_path(path)
    given = Options("routh_shape_options", options)
    struct = C.routh_shape()
    call("routh_shape_read", io, given.pointer, ctypes.byref(struct))
    return _shape(struct)


def body_struct(mass=None, inertia=None, shape=None):
    """A structure `routh_body`; NaN and zeros for what is not given."""
    nan = float("nan")
    struct = C.routh_body(mass=nan if mass is None else number(mass, "mass"),
                          inertia=nan if inertia is None else number(inertia, "inertia"))
    if shape is not None:
        if not isinstance(shape, Shape):
            raise TypeError(f"shape must be a routh.Shape, as routh.disc(0.05) makes one, not {shape!r}")
        struct.shape = shape._as_struct()
    return struct
