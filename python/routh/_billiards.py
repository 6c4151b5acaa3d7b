"""Billiards: a cue strikes a ball on a table, and the ball hops, slides and rolls to rest.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os

import numpy

from ._call import call
from ._impact3 import Pair
from ._library import C
from ._options import Input, number, truth, whole, with_options, words
from ._plots import axes_of
from ._structs import Owner, dtype_of, own, result, result_of
from ._written import Written


@result("routh_billiards")
class Billiards(Input):
    """Ball, cue, table and cloth. The defaults are those of pool, from the literature.

    Attributes
    ----------
    ball_mass, cue_mass : float
        kg.
    ball_radius : float
        m.
    tip, table : Pair
        Cue tip on ball, and ball on table: friction, restitution, compliance; no unit.
    table_stiffness : float
        Normal stiffness of ball–table ÷ cue–ball; no unit. Nobody has measured it.
    cloth_sliding, cloth_rolling : float
        Friction of the ball on the cloth; no unit.
    spin_deceleration : float
        Of spin about the vertical, rad/s².
    gravity, least_hop : float
        m/s², and m: a ball that would bounce less high stays on the cloth.

    Examples
    --------
    >>> import routh
    >>> routh.Billiards(cue_mass=.6, tip={"mu": .5}).tip.mu
    0.5
    """

    def __init__(self, **fields):
        """`fields`: those that differ from the defaults, in the units of the class. `tip` and `table` may be dicts."""
        for name in ("tip", "table"):
            if isinstance(fields.get(name), dict):
                standard = C.routh_billiards_default()
                usual = {key: getattr(getattr(standard, name), key) for key in ("mu", "eps", "eta2")}
                if "nu" in fields[name]:
                    del usual["eta2"]
                fields[name] = Pair(**{**usual, **fields[name]})
        super().__init__(**fields)


@result("routh_shot")
class Shot(Input):
    """How a cue moves and where it hits.

    Attributes
    ----------
    elevation, azimuth : float
        Of the cue above the horizontal, and its direction on the cloth from x towards y; rad.
    speed : float
        m/s.
    side, up : float
        Where the tip hits, in ball radii to the right of the centre and above it, seen along the cue.
    ball_position, ball_velocity, ball_spin : array
        The ball when it is struck: x and y, m; m/s; rad/s.

    Examples
    --------
    >>> import routh
    >>> routh.Shot(speed=3, side=.2).speed
    3.0
    """


@result("routh_ball_path")
class BallPath(Written):
    """The path of a ball to rest.

    Attributes
    ----------
    piece : array
        In order of time; fields kind, start and duration (s), ball (position, m, velocity, m/s, spin, rad/s), acceleration (m/s²).
    ball_radius, rest_time : float
        m, s.

    Examples
    --------
    >>> import routh
    >>> path = routh.shot(speed=1).path
    >>> path.kinds[-1]
    'still'
    """

    _writer = "routh_ball_path_write"

    def _arguments(self):
        shot = self.__dict__.get("shot")
        return (*super()._arguments(), None if shot is None else ctypes.byref(shot._as_struct()))

    @property
    def kinds(self):
        """How the ball moves in each piece: "hop", "sliding", "rolling", "spinning", "still"; no unit.

        Examples
        --------
        >>> import routh
        >>> routh.shot(speed=1).path.kinds
        ('sliding', 'rolling', 'still')
        """
        from ._names import name_of

        return tuple(name_of("routh_path_kind", int(kind)) for kind in self.piece["kind"])

    def at(self, times):
        """The ball at some times.

        Parameters
        ----------
        times : float or array
            s since the path began.

        Returns
        -------
        An array with the fields position (m), velocity (m/s) and spin (rad/s), of the shape of `times`.

        Examples
        --------
        >>> import routh
        >>> routh.shot(speed=1).path.at([0, .1])["position"].shape
        (2, 3)
        """
        times = numpy.asarray(times, "f8")
        made = numpy.empty(times.shape, dtype_of("{routh_ball"))
        struct = self._as_struct()
        flat = made.reshape(-1)
        for i, time in enumerate(times.reshape(-1)):
            ball = C.routh_ball_path_at(ctypes.byref(struct), number(time, "times"))
            flat[i] = numpy.frombuffer(ball, flat.dtype)[0]
        return made

    def plot(self, axes=None):
        """Draws the path on the cloth from above, m.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw; default a new figure. They are returned.

        Examples
        --------
        >>> import routh
        >>> routh.shot(speed=1).path.plot().get_xlabel()
        'x (m)'
        """
        axes = axes_of(axes, xlabel="x (m)", ylabel="y (m)")
        for kind, piece in zip(self.kinds, self.piece):
            if numpy.isfinite(piece["duration"]):
                at = self.at(piece["start"] + piece["duration"] * numpy.linspace(0, 1, 50))["position"]
                axes.plot(at[:, 0], at[:, 1], label=kind)
        axes.set_aspect("equal", "datalim")
        axes.legend()
        return axes


@result("routh_shot_answer")
class ShotAnswer(Written):
    """A shot, and what becomes of the ball.

    Attributes
    ----------
    billiards, shot : Billiards, Shot
        As they were given; SI units, rad.
    result : ShotResult
        Ball after the strike, impulses of cue and table (N s), energies (J), whether the tip slipped.
    path : BallPath
        To rest.

    Examples
    --------
    >>> import routh
    >>> routh.shot(masse=True).result.tip_slipped
    False
    """

    _writer = "routh_shot_write"

    def write(self, path):
        """Writes the shot as `routh strike --case masse` does: .txt, .json, .csv with moments of the path, .svg with its picture.

        Parameters
        ----------
        path : str or path

        Examples
        --------
        >>> import os, routh, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     routh.shot(masse=True).write(os.path.join(folder, "masse.svg"))
        """
        (self.path if os.fsdecode(words(path, "path")).endswith(".svg") else super()).write(path)


def _given(masse, billiards, fields):
    setting = billiards if isinstance(billiards, Billiards) else Billiards(**(billiards or {}))
    if truth(masse, "masse"):
        base = C.routh_shot_masse()
        fields = {**{name: getattr(base, name) for name in ("elevation", "azimuth", "speed", "side", "up")}, **fields}
    return setting._as_struct(), Shot(**fields)._as_struct()


@with_options("routh_shot")
def shot(*, masse=False, billiards=None, points=100, **fields):
    """A cue strikes a ball: cue and table act on it at once, then it hops, slides and rolls.

    Parameters
    ----------
    masse : bool
        Start from a massé: elevation 65°, 6 m/s, side 0.2, up 0.05.
    billiards : Billiards or dict, optional
        Ball, cue, table and cloth, where they differ from pool's; SI units.
    points : int
        Moments in each piece of the path, where it is written to .csv.
    **fields
        Of the C structure `routh_shot`:
        {options}

    Returns
    -------
    ShotAnswer. `.write("shot.json")` writes it as `routh strike --case masse` does, `.path.write("path.svg")` the picture.

    Examples
    --------
    >>> import routh
    >>> routh.shot(speed=2).path.piece["ball"]["position"][-1][0] > 1
    True
    """
    answer = C.routh_shot_answer()
    owner = Owner(answer, _release_answer)
    answer.billiards, answer.shot = _given(masse, billiards, fields)
    answer.points = whole(points, "points", 1, 1000000)
    call("routh_shot_solve", ctypes.byref(answer.billiards), ctypes.byref(answer.shot), ctypes.byref(answer.result))
    call("routh_ball_path_of", ctypes.byref(answer.billiards), ctypes.byref(answer.result.ball), ctypes.byref(answer.path))
    made = result_of("routh_shot_answer", owner)
    object.__setattr__(made.path, "shot", made.shot)  # its picture shows the cue
    return made


def _release_answer(context, answer):
    C.routh_ball_path_release(context, ctypes.byref(answer._obj.path))


@result("routh_shot_study")
class ShotStudy(Written):
    """Where the ball of a shot comes to rest, for other values of the two constants that nobody has measured.

    Attributes
    ----------
    row : array (steps, steps)
        Over the stiffness and η²: fields stiffness, tip_eta2, table_eta2 (no unit), ended, velocity (m/s), spin (rad/s),
        rest and away (m).

    Examples
    --------
    >>> import routh
    >>> routh.shot_study(3, masse=True).row["away"][1, 1]
    0.0
    """

    _writer = "routh_shot_study_write"


def shot_study(steps=9, *, masse=False, billiards=None, progress=None, threads=None, **fields):
    """How far a shot depends on the stiffness of ball on table and on Poisson's ratio of both contacts.

    Parameters
    ----------
    steps : int
        Values of each, odd, 3 … 51; the shot itself is in the middle.
    masse, billiards, **fields
        As in `routh.shot`; SI units, rad.
    progress : callable or True, optional
    threads : int, optional

    Returns
    -------
    ShotStudy. `.write` writes .txt, .csv or .svg, as `routh strike --case masse --sweep` does.

    Examples
    --------
    >>> import routh
    >>> routh.shot_study(3, speed=1).row.shape
    (3, 3)
    """
    setting, given = _given(masse, billiards, fields)
    owner = own("routh_shot_study")
    call("routh_shot_study_run", ctypes.byref(setting), ctypes.byref(given), whole(steps, "steps", 1, 51),
         ctypes.byref(owner.struct), progress=progress, threads=threads)
    return result_of("routh_shot_study", owner)
