"""One planar impact: contact space, the energy ellipse with every law in it, bounds on any rigid law.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from . import _impact, _laws
from ._call import call
from ._library import C
from ._names import flags_of, value_of
from ._options import Options, number, with_options
from ._plots import axes_of
from ._structs import Owner, Struct, own, result, result_of
from ._written import Written


@result("routh_contact")
class Contact(Struct):
    """An impact in contact space: what a law of impact needs.

    Attributes
    ----------
    wtt, wtn, wnn : float
        Contact compliance W, 1/kg, positive definite.
    vt, vn : float
        Velocity of the contact point, m/s; vn < 0: closing.
    wtc, wnc, wcc, omega : float, optional
        For laws with a couple: what a couple changes of vt, vn and ω, and ω, rad/s. 0: not known.

    Examples
    --------
    >>> routh.solve("whittaker", routh.Contact(wtt=20, wtn=0, wnn=10, vt=1, vn=-1), eps=.5).vn
    0.5
    """

    wtc = wnc = wcc = omega = 0.0

    def __post_init__(self):
        for name in (*_impact.CONTACT, "wtc", "wnc", "wcc", "omega"):
            object.__setattr__(self, name, number(getattr(self, name), name))


@result("routh_velocity")
class Velocity(Struct):
    """A planar velocity of a body: vx, vy in m/s and omega in rad/s, counter-clockwise.

    Examples
    --------
    >>> routh.Velocity(vx=0, vy=1, omega=0).vy
    1.0
    """

    def __post_init__(self):
        for name in ("vx", "vy", "omega"):
            object.__setattr__(self, name, number(getattr(self, name), name))


@result("routh_bound")
class Bound(Struct):
    """How close any rigid law can come to a measured impact.

    Attributes
    ----------
    impulse, measured : Point
        The admissible impulse that explains the measurement best, and the measured one; pt and pn in N s.
    velocity : Velocity
        Of the body after that impulse, m/s and rad/s.
    error : float
        Its distance from the measurement, in the unit of the metric.
    active : int
        Bits of the constraints that hold it back; `constraints` has their names.

    Examples
    --------
    >>> routh.bound([.1, 1e-4, .01, -.05, 1, -1, 0], [.9, 2, 0]).constraints
    ('energy',)
    """

    @property
    def constraints(self):
        """What holds the impulse back: "energy", "compression", "no-pull"; no unit. Empty: the measured one is admissible.

        Examples
        --------
        >>> routh.bound([.1, 1e-4, .01, -.05, 1, -1, 0], [1, -.5, 5]).constraints
        ('compression',)
        """
        return flags_of("ROUTH_BOUND_", self.active)


def one_impact(impact):
    """The structure for one impact of a body, however it is given."""
    columns, one = _impact.columns_of(impact)
    if not one:
        raise ValueError("impact must be one: an Impact, a dict of numbers, or "
                         f"{len(_impact.BODY)} numbers {', '.join(_impact.BODY)}")
    if "mass" not in columns:
        raise ValueError(f"impact is in contact space; the body is needed, too: {', '.join(_impact.BODY)}")
    return C.routh_impact(*(float(columns[name][0]) for name in _impact.BODY))


def one_velocity(value, what):
    """The structure for a velocity of the body: a Velocity, an outcome, or vx, vy (m/s), omega (rad/s)."""
    if all(hasattr(value, name) for name in ("vx", "vy", "omega")):
        value = [value.vx, value.vy, value.omega]
    if isinstance(value, str) or not hasattr(value, "__len__") or len(value) != 3:
        raise TypeError(f"{what} must be vx, vy (m/s) and omega (rad/s), not {value!r}")
    return C.routh_velocity(*(number(part, what) for part in value))


def one_contact(impact):
    """The structure for one impact in contact space; from a body where it is given as one."""
    columns, one = _impact.columns_of(impact)
    if not one:
        raise ValueError("impact must be one, not several")
    if "mass" not in columns:
        return C.routh_contact(*(float(columns[name][0]) for name in _impact.CONTACT))
    made = C.routh_contact()
    call("routh_contact_of", ctypes.byref(one_impact(impact)), ctypes.byref(made))
    return made


def contact(impacts, *, threads=None):
    """From bodies to contact space, in which laws of impact work.

    Parameters
    ----------
    impacts : as for `routh.solve`
        Columns mass (kg), inertia (kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s).
    threads : int, optional
        The most threads; default one for each core.

    Returns
    -------
    Contact for one impact; for many a dict of arrays wtt, wtn, wnn (1/kg), vt, vn (m/s), which `routh.solve` takes as it is.

    Examples
    --------
    >>> routh.contact([.1, 1e-4, 0, -.05, 1, -1, 0]).wnn
    10.0
    """
    columns, one = _impact.columns_of(impacts)
    if one:
        return Contact._of(one_contact(impacts), None)
    return _impact._contacts(columns, threads)[0] if "mass" in columns else columns


@result("routh_impact_study")
class ImpactStudy(Written):
    """The energy ellipse of one impact, with every law's impulse and the region that it covers.

    Attributes
    ----------
    impact, contact : Impact, Contact
        The impact, as a body and in contact space.
    ellipse : Ellipse
        Centre, semi-axes (N s), angle (rad), lines of sticking and of maximum compression.
    admissible : Region
        The impulses that any rigid law may give.
    mu, eps, et, eta2 : float
        No unit.
    laws : Rows of ImpactStudyLaw
        `laws["mirtich"].outcome`, `.region`, `.stick` and so on: N s, m/s.

    Examples
    --------
    >>> study = routh.ellipse([.1, 1e-4, .01, -.05, 1, -1, 0], mu=.2, eps=.5)
    >>> study.laws["wang-mason"].outcome.mode
    'sliding'
    """

    _writer = "routh_impact_study_write"

    def _text(self):
        kept = Struct._text(self)
        if kept:
            return kept
        rows = [f"{'LAW':<20}{'MODE':<12}{'PT (N s)':>13}{'PN (N s)':>13}{'ENERGY RATIO':>14}"]
        rows += [f"{row.law.name:<20}{row.outcome.mode:<12}{row.outcome.pt:>13.6g}{row.outcome.pn:>13.6g}"
                 f"{row.body_energy_ratio:>14.6g}" for row in self.laws]
        return "\n".join(rows)

    def to_pandas(self):
        """One row a law: impulse (N s), velocity after (m/s, rad/s), mode, flags.

        Examples
        --------
        >>> routh.ellipse([.1, 1e-4, .01, -.05, 1, -1, 0]).to_pandas().index[0]
        'drumwright-shell'
        """
        return self.laws.to_pandas()

    def plot(self, axes=None):
        """Draws the ellipse, its two lines, the admissible region, and every law's impulse. Axes are impulses in N s.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw; default a new figure.

        Returns
        -------
        The axes.

        Examples
        --------
        >>> routh.ellipse([.1, 1e-4, .01, -.05, 1, -1, 0]).plot().get_ylabel()
        'normal impulse $P_n$ (N s)'
        """
        made = axes is None
        axes = axes_of(axes, xlabel="tangential impulse $P_t$ (N s)", ylabel="normal impulse $P_n$ (N s)")
        ellipse = self.ellipse
        turn = numpy.linspace(0, 2 * numpy.pi, 361)
        along, across = ellipse.major * numpy.cos(turn), ellipse.minor * numpy.sin(turn)
        cos, sin = numpy.cos(ellipse.angle), numpy.sin(ellipse.angle)
        for polygon in self.admissible.polygon:
            axes.fill(polygon.point["pt"], polygon.point["pn"], color="0.9", zorder=0)
        axes.plot(ellipse.centre.pt + along * cos - across * sin, ellipse.centre.pn + along * sin + across * cos, color="0.2")
        for line, style, label in ((ellipse.stick, "--", "sticking"), (ellipse.compression, ":", "maximum compression")):
            axes.plot(line["pt"], line["pn"], style, color="0.5", label=label)
        for i, row in enumerate(self.laws):
            axes.plot(row.outcome.pt, row.outcome.pn, "osD^v<>Pp*hX"[i % 12], label=row.law.title)
        axes.set_aspect("equal", "box")
        if made:
            axes.figure.set_layout_engine("compressed")  # axes of a fixed aspect, with the legend beside them
        axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, .5))  # beside the ellipse, which fills the axes
        return axes


@with_options("routh_impact_study_options")
def ellipse(impact, **options):
    """The energy ellipse of one impact, and what every law answers.

    Parameters
    ----------
    impact : Impact, dict or seven numbers
        mass (kg), inertia (kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s).
    **options
        Of the C structure `routh_impact_study_options`:
        {options}

    Returns
    -------
    ImpactStudy. `.write("ellipse.svg")`, `.json` or `.csv` writes it as `routh ellipse` does.

    Examples
    --------
    >>> study = routh.ellipse([.1, 1e-4, .01, -.05, 1, -1, 0], mu=.2, eps=.5, laws=["wang-mason", "mirtich"])
    >>> len(study.laws)
    2
    """
    given = one_impact(impact)
    filled = Options("routh_impact_study_options", options)
    owner = own("routh_impact_study", keep=[filled])
    call("routh_impact_study_run", ctypes.byref(given), filled.pointer, ctypes.byref(owner.struct))
    return result_of("routh_impact_study", owner)


def bound(impact, measured, *, metric="velocity"):
    """The ideal rigid-body bound: no law that stays in the admissible region comes closer to a measurement.

    Parameters
    ----------
    impact : Impact, dict or seven numbers
        mass (kg), inertia (kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s).
    measured : Velocity or three numbers
        The body after: vx, vy (m/s), omega (rad/s).
    metric : {"velocity", "momentum", "unweighted"}
        How the distance is measured: m/s with omega times the radius of gyration; N s; or m/s and rad/s as they are.

    Examples
    --------
    >>> impact = routh.Impact(mass=.1, inertia=1e-4, rx=.01, ry=-.05, vx=1, vy=-1, omega=0)
    >>> routh.bound(impact, routh.solve("wang-mason", impact, mu=.2, eps=.5)).error < 1e-12
    True
    """
    made = C.routh_bound()
    call("routh_bound_of", ctypes.byref(one_impact(impact)), one_velocity(measured, "measured"),
         value_of("routh_metric", metric, "metric"), ctypes.byref(made))
    return result_of("routh_bound", Owner(made))


def stick_friction(law, impact, *, mu_max=None, **parameters):
    """The smallest friction at which a law sticks.

    Parameters
    ----------
    law : str or Law
        "wang-mason"; `routh.laws` lists all.
    impact : as for `routh.solve`, one
        The body (kg, kg m², m, m/s, rad/s), or its contact space (1/kg, m/s).
    mu_max : float, optional
        Where the search ends; no unit. Default 2.
    **parameters : float
        The law's parameters but mu.

    Returns
    -------
    StickFriction: `sticks`, `mu`, and `always`, from where on it sticks at every friction; no unit.

    Examples
    --------
    >>> routh.stick_friction("wang-mason", [.1, 1e-4, 0, -.05, 1, -1, 0], eps=.5).sticks
    True
    """
    law = _laws.law(law)
    values = (ctypes.c_double * C.ROUTH_MAX_PARAMETERS)(*law.values(parameters))
    made = C.routh_stick_friction()
    top = number(C.ROUTH_MU_CAP if mu_max is None else mu_max, "mu_max")
    call("routh_stick_friction_of", law._pointer(), ctypes.byref(one_contact(impact)), values, top, ctypes.byref(made))
    return result_of("routh_stick_friction", Owner(made))


def impact_after(impact, pt, pn, couple=0.):
    """The body's velocity after an impulse at the contact point.

    Parameters
    ----------
    impact : Impact, dict or seven numbers
        mass (kg), inertia (kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s).
    pt, pn : float
        N s.
    couple : float
        N m s; 0 for rigid laws.

    Examples
    --------
    >>> round(routh.impact_after([.1, 1e-4, 0, -.05, 1, -1, 0], 0, .15).vy, 6)
    0.5
    """
    after = C.routh_impact_after(ctypes.byref(one_impact(impact)), number(pt, "pt"), number(pn, "pn"), number(couple, "couple"))
    return result_of("routh_velocity", Owner(after))


def impact_error(impact, predicted, measured, *, metric="velocity"):
    """The distance between two velocities of the body.

    Parameters
    ----------
    impact : Impact, dict or seven numbers
        mass (kg), inertia (kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s).
    predicted, measured : Velocity or three numbers
        vx, vy (m/s), omega (rad/s).
    metric : {"velocity", "momentum", "unweighted"}
        As in `routh.bound`; the result has its unit.

    Examples
    --------
    >>> routh.impact_error([.1, 1e-4, 0, -.05, 1, -1, 0], [1, 0, 0], [1, .5, 0])
    0.5
    """
    return C.routh_impact_error(value_of("routh_metric", metric, "metric"), ctypes.byref(one_impact(impact)),
                                one_velocity(predicted, "predicted"), one_velocity(measured, "measured"))


def impact_energy_ratio(impact, after):
    """Kinetic energy after ÷ before, of the whole body; no unit. 0 if it did not move before.

    Parameters
    ----------
    impact : Impact, dict or seven numbers
        mass (kg), inertia (kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s).
    after : Velocity or three numbers
        vx, vy (m/s), omega (rad/s).

    Examples
    --------
    >>> routh.impact_energy_ratio([.1, 1e-4, 0, -.05, 0, -1, 0], [0, .5, 0])
    0.25
    """
    return C.routh_impact_energy_ratio(ctypes.byref(one_impact(impact)), one_velocity(after, "after"))
