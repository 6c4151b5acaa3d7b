"""The course of an impact in space, from start to end.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._call import call
from ._data import write
from ._impact3 import _at, contacts3_of, pairs_of
from ._names import value_of
from ._options import whole
from ._plots import axes_of
from ._structs import Struct, own, result, result_of
from ._written import Written


@result("routh_trace")
class Trace(Written):
    """An impact with springs from start to end.

    Attributes
    ----------
    contact, pair, outcome : Contact3, Pair, Outcome3
        1/kg and m/s; no unit; N s, m/s, J.
    moment : array
        In order of time; fields time (s √(N/m)), p (N s), v (m/s), spring (√J), spring_rate (m/s), phase.

    Examples
    --------
    >>> course = routh.trace([3.5, 0, 0, 3.5, 0, 1, -3, 0, -5], mu=.4)
    >>> course.moment["p"].shape[1]
    3
    """

    _writer = "routh_trace_write"

    def write(self, path, figure="impulse"):
        """Writes the course: .csv has the moments, .svg a picture. Units as above.

        Parameters
        ----------
        path : str or path
        figure : {"impulse", "tangential", "velocity"}
            Which picture; a .csv is the same for each.

        Examples
        --------
        >>> routh.trace([3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]).write("curve.csv")
        """
        write(self._writer, path, *self._arguments(), value_of("routh_trace_figure", figure, "figure"))

    def _text(self):
        return Struct._text(self) or f"{self.count} moments; {self.outcome!r}"

    def plot_impulse(self, axes=None):
        """Draws the tangential over the normal impulse, in N s.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw; default a new figure. They are returned.

        Examples
        --------
        >>> routh.trace([3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]).plot_impulse().get_xlabel()
        'normal impulse (N s)'
        """
        axes = axes_of(axes, xlabel="normal impulse (N s)", ylabel="tangential impulse (N s)")
        p = self.moment["p"]
        for i, name in enumerate("uw"):
            axes.plot(p[:, 2], p[:, i], label=f"along {name}")
        switches = self.outcome.switches["p"]
        axes.plot(switches[:, 2], switches[:, 0], "k.", label="a phase begins")
        axes.legend()
        return axes


def trace(contact, *, points=100, **pair):
    """Follows an impact with springs from start to end.

    Parameters
    ----------
    contact : Contact3, or nine numbers
        w11, w12, w13, w22, w23, w33 (1/kg), v1, v2, v3 (m/s, v3 < 0).
    points : int
        Moments in each phase.
    **pair : float
        mu, eps, eta2 or nu; no unit.

    Examples
    --------
    >>> routh.trace([3.5, 0, 0, 3.5, 0, 1, -3, 0, -5], mu=.4, eps=.5, points=10).outcome.phases
    'c-slip>c-stick>r-stick>r-slip'
    """
    made, also, one = contacts3_of(contact)
    if not one:
        raise ValueError("contact must be one, not several")
    pairs = pairs_of(1, {**pair, **also})
    return trace_of(_at(made, "routh_contact3"), _at(pairs, "routh_pair"), points)


def trace_of(contact, pair, points):
    """The course of an impact, from structures of the library."""
    owner = own("routh_trace")
    call("routh_trace_of", contact, pair, whole(points, "points", 1, 1000000), ctypes.byref(owner.struct))
    return result_of("routh_trace", owner)
