"""Spheres that rebound from a plane: measurements over the angle of incidence, and the laws that explain them.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os

from ._call import call
from ._data import io_path
from ._library import C
from ._options import Options, number, with_options
from ._plots import axes_of
from ._prepare import FittedParameter
from ._structs import Struct, own, result
from ._written import Written



@result("routh_rebounds")
class Rebounds(Struct):
    """Measured rebounds of a sphere. `routh.read(path, radius=…, speed=…)` reads them.

    Attributes
    ----------
    radius, speed : float
        Of the sphere, m, and before impact, m/s.
    rebound : array
        One row a number: quantity, incidence from the normal (rad), value (rad, rad/s or no unit).

    Examples
    --------
    >>> rows = [f"rebound_angle_deg,{a},{.9 * a}\\n" for a in range(10, 80, 10)]
    >>> table = "quantity,incidence_deg,value\\n" + "".join(rows)
    >>> _ = open("rebounds.csv", "w").write(table)
    >>> routh.read("rebounds.csv", radius=.0025, speed=3.9).count
    7
    """

    @with_options("routh_rebound_options")
    def study(self, progress=None, threads=None, **options):
        """Fits laws to all rows at once, and predicts each incidence from the others. Units as in ReboundStudy.

        Parameters
        ----------
        {options}

        Examples
        --------
        >>> rows = [f"rebound_angle_deg,{a},{.9 * a}\\n" for a in range(10, 80, 10)]
        >>> table = "quantity,incidence_deg,value\\n" + "".join(rows)
        >>> _ = open("rebounds.csv", "w").write(table)
        >>> routh.read("rebounds.csv", radius=.0025, speed=3.9).study(resamples=5).law_count
        2
        """
        if isinstance(options.get("laws"), str):
            options["laws"] = [options["laws"]]
        given = Options("routh_rebound_options", options)
        owner = own("routh_rebound_study", [self._owner, given])
        call("routh_rebound_study_run", ctypes.byref(self._owner.struct), given.pointer, ctypes.byref(owner.struct),
             progress=progress, threads=threads)
        made = ReboundStudy._of(owner.struct, owner)
        object.__setattr__(made, "rebounds", self)
        return made

    def _text(self):
        return f"{self.name}: {self.count} rebounds of a sphere of radius {self.radius:g} m at {self.speed:g} m/s"


@result("routh_law_rebounds")
class LawRebounds(Struct):
    """One law, fitted to rebounds. Errors rms and held_out are by quantity: rad, rad/s, no unit."""

    @property
    def fitted(self):
        """The parameters by name, each with its interval and unit. ReboundStudy has an example.

        Examples
        --------
        >>> isinstance(routh.types.LawRebounds.fitted, property)
        True
        """
        rows = zip(self.law.parameters.values(), self.parameters, self.interval)
        return {p.name: FittedParameter(p.name, p.unit, float(value), (float(row["low"]), float(row["high"])),
                                        float(row["deviation"])) for p, value, row in rows}


@result("routh_rebound_study")
class ReboundStudy(Written):
    """What laws make of rebounding spheres.

    Attributes
    ----------
    law : Rows of LawRebounds
        Parameters with intervals, errors of fits and of incidences predicted from the others.
    incidence : array
        Of the curves, rad.
    findings : Rows of Finding

    Examples
    --------
    >>> rows = [f"rebound_angle_deg,{a},{.9 * a}\\n" for a in range(10, 80, 10)]
    >>> table = "quantity,incidence_deg,value\\n" + "".join(rows)
    >>> _ = open("rebounds.csv", "w").write(table)
    >>> study = routh.study("rebounds.csv", radius=.0025, speed=3.9, resamples=5)
    >>> study.law.keys(), study.law["compliant"].fitted["mu"].value > 0
    (['wang-mason', 'compliant'], True)
    """

    _writer = "routh_rebound_study_write"

    @property
    def rebounds_count(self):
        """How many rebounds there are; no unit. The example is that of the class.

        Examples
        --------
        >>> isinstance(routh.ReboundStudy.rebounds_count, property)
        True
        """
        if "rebounds" in self.__dict__:
            return self.rebounds.count
        return C.routh_rebounds.from_address(C.routh_rebound_study.from_address(self._address).rebounds).count

    def write(self, path):
        """Writes results.json, rebounds.csv and rebounds.svg into a folder, or one file by its ending. SI units.

        Examples
        --------
        >>> rows = [f"rebound_angle_deg,{a},{.9 * a}\\n" for a in range(10, 80, 10)]
        >>> table = "quantity,incidence_deg,value\\n" + "".join(rows)
        >>> _ = open("rebounds.csv", "w").write(table)
        >>> routh.study("rebounds.csv", radius=.0025, speed=3.9, resamples=5).write("study")
        >>> sorted(os.listdir("study"))
        ['rebounds.csv', 'rebounds.svg', 'results.json']
        """
        raw = os.fspath(path)
        if not os.path.isdir(raw) and os.path.splitext(raw)[1]:
            super().write(raw)
            return
        os.makedirs(raw, exist_ok=True)
        for name in ("results.json", "rebounds.csv", "rebounds.svg"):
            super().write(os.path.join(raw, name))

    def plot(self, axes=None, quantity=0):
        """Draws measured rebounds and the laws' curves over the incidence (rad). Returns the axes.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw.
        quantity : int
            Which of the measured ones, counted from 0.

        Examples
        --------
        >>> rows = [f"rebound_angle_deg,{a},{.9 * a}\\n" for a in range(10, 80, 10)]
        >>> table = "quantity,incidence_deg,value\\n" + "".join(rows)
        >>> _ = open("rebounds.csv", "w").write(table)
        >>> axes = routh.study("rebounds.csv", radius=.0025, speed=3.9, resamples=5).plot()
        """
        labels = ("rebound angle (rad)", "spin (rad/s)", "tangential velocity, after ÷ before")
        axes = axes_of(axes, xlabel="incidence (rad)", ylabel=labels[quantity])
        rows = self.rebounds.rebound[self.rebounds.rebound["quantity"] == quantity]
        axes.plot(rows["incidence"], rows["value"], "k.", label="measured")
        for law in self.law:
            axes.plot(self.incidence, law.curve[quantity], label=law.law.title)
        axes.legend(fontsize="small")
        return axes


def read_rebounds(path, radius=None, speed=None):
    """Rebounds from a file with the columns quantity,incidence_deg,value."""
    io, keep = io_path(path)
    if radius is None or speed is None:
        raise TypeError(f"{os.fspath(path)} holds rebounds of a sphere: give its radius in m and its speed before "
                        "impact in m/s")
    owner = own("routh_rebounds")
    call("routh_rebounds_read", io, number(radius, "radius"), number(speed, "speed"), ctypes.byref(owner.struct))
    return Rebounds._of(owner.struct, owner)
