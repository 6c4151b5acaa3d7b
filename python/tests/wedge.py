"""A wedge in a groove: the smallest parts that can be inserted, and recordings of them that take milliseconds.

SPDX-License-Identifier: BSD-3-Clause
"""
import numpy

import routh

_GROOVE = numpy.array([[2, 28.5222, 40], [36, 0, 40], [36, 60, 40], [2, 60, 40], [2, 28.5222, -40], [36, 0, -40], [36, 60, -40],
                       [2, 60, -40]])
OBJECTS = {"wedge": {"tip": [[0, 30.2, 16], [0, -30.2, 16], [0, 30.2, -16], [0, -30.2, -16], [36, 0, 16], [36, 0, -16]]},
           "groove": {"left": _GROOVE, "right": _GROOVE * [1, -1, 1]}}
UNKNOWNS = [{"name": "offset", "kind": "offset", "axis": [1, 0, 0], "deviation": .03},
            {"name": "tip sideways", "kind": "shift", "object": "wedge", "part": "tip", "axis": [0, 1, 0], "deviation": .1}]
FAST = {"speed": 1e-2, "give": [1e-3, 8e-4, 8e-4, 5e-3, 0, 0]}  # a hand that yields ten times as fast as usual


def wedge():
    """The parts."""
    return routh.insertion.assembly(OBJECTS, UNKNOWNS, unit="mm")


def recording(parts, test="2a", **options):
    """A recording whose offset is known, 3 s at 50 Hz."""
    start = [0, 0, .027, 0, 0, 0] if test == "2a" else None
    return routh.insertion.generate(parts, path=routh.insertion.path(start=start, name=test), rate=50, known_offset=True, **FAST,
                                    **options)
