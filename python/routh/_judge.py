"""What a simulator does, whatever its parameters say.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os

import numpy

from ._call import call
from ._data import Dataset, io_path
from ._engines import engine as engine_of, engines as known_engines, programs
from ._errors import Error
from ._export import Export
from ._library import C
from ._options import Options, array, words
from ._plots import axes_of
from ._shapes3 import Shape3
from ._structs import own, result, result_of
from ._tosses import SEGMENT, Dataset3, parted, read3
from ._worlds3 import world3
from ._written import Written

OPTIONS, THROWS, IMPORT = "routh_behaviour_options", "routh_behaviour_throws", "routh_import3_options"
_SPACE = ("cube:", "box:", "ellipsoid:", "mesh:")


@result("routh_behaviour_series")
class BehaviourSeries(Written):
    """What a simulator does: which law its impacts follow, with which restitution and friction, at which time steps.

    Attributes
    ----------
    at : Rows of Behaviour
        One for each time step, one for a recording: laws with their errors, restitution over speed (m/s), friction, gains of
        energy, how long contacts last (s) and how deep they go (m); findings in sentences.
    changes : int
        The first step that differs from the smallest; `count`: none does.

    Examples
    --------
    >>> tosses = routh.simulate3("cube:0.1", mass=.5, count=20, velocity=[(-1, -1, 0), (1, 1, 0)], rate=500, duration=.5)
    >>> round(routh.judge(tosses.dataset).shown_at.eps_mean, 1)
    0.5
    """

    _writer = "routh_behaviour_series_write"

    @property
    def shown_at(self):
        """The behaviour that verdicts are about: at the model's own step, otherwise the smallest; units there.

        Examples
        --------
        >>> tosses = routh.simulate3("cube:0.1", mass=.5, count=10, velocity=[(-1, -1, 0), (1, 1, 0)], rate=500, duration=.4)
        >>> routh.judge(tosses.dataset).shown_at.space
        True
        """
        return self.at[self.shown]

    def to_pandas(self):
        """One row an impact: m/s, N s, s, m, rad.

        Examples
        --------
        >>> tosses = routh.simulate3("cube:0.1", mass=.5, count=10, velocity=[(-1, -1, 0), (1, 1, 0)], rate=500, duration=.4)
        >>> "speed" in routh.judge(tosses.dataset).to_pandas()
        True
        """
        from ._frames import frame_of_array

        return frame_of_array(self.shown_at.impact, "routh_behaviour_impact")

    def plot_restitution(self, axes=None):
        """Draws restitution over the speed of approach (m/s), impact by impact, and its medians.

        Parameters
        ----------
        axes : matplotlib Axes, optional
            Where to draw.

        Returns
        -------
        The axes.

        Examples
        --------
        >>> tosses = routh.simulate3("cube:0.1", mass=.5, count=10, velocity=[(-1, -1, 0), (1, 1, 0)], rate=500, duration=.4)
        >>> routh.judge(tosses.dataset).plot_restitution().get_xlabel()
        'speed of approach (m/s)'
        """
        shown = self.shown_at
        if shown.count == 0:
            raise Error("there is no impact to draw", "bad-argument")
        axes = axes_of(axes, xlabel="speed of approach (m/s)", ylabel=f"restitution ({shown.curve})", title=shown.name)
        index = {"Newton": 0, "Poisson": 1, "energetic": 2}.get(shown.curve, 0)
        axes.plot(shown.impact["speed"], shown.impact["eps"][:, index], ".", label="impacts")
        if shown.bin_count:
            axes.plot(shown.bin["speed"], shown.bin["eps"], "o-", label="medians")
        axes.legend()
        return axes


def judge(data=None, *, engine=None, model=None, shape=None, mass=None, rounding=None, gravity=None, setting=None, steps=None,
          engines=None, space=None, frame=None, progress=None, threads=None, **options):
    """Says what a simulator does: from its output, or by running it.

    Parameters
    ----------
    data : str, path, Dataset or Dataset3, optional
        A recording of what the simulator did: what `routh.read` or, in space, `routh.read3` reads, with their options.
    engine : str or Engine, optional
        Run this simulator instead: "mujoco", "bullet", "ode", "dart".
    model : str or path, optional
        A file of the engine's own; otherwise a body:
    shape, mass, rounding, gravity : optional
        Of the body, or of the recorded one; "box:0.12,0.08,0.05", kg, m, m/s².
    setting : dict, str, path or Export, optional
        Contact parameters of the engine by name, in its units; what `routh.export(to="json")` wrote, or an export.
    steps : float or sequence of float, optional
        Time steps, s; default 0.001, or the model's.
    engines : str or path, optional
        The folder with the engines' programs; default those of ROUTH_ENGINES, then those that came with the package.
    space : bool, optional
        The recording is one of motions in space; default: as the file and the shape say.
    frame : str, optional
        In which planar impacts are read; default as recorded.
    progress, threads : optional
        See `routh.toss`.
    count, speed, slip, spin : optional
        Of throws at the ground by an engine: how many (200), least and greatest speed of approach (0.3 and 3 m/s), slip and
        spin × reach ÷ that speed, at most (1 and 0.5).
    bins, resamples, gain, seed : optional
        Of the analysis: `routh_behaviour_options`; the seed is that of throws, too.

    Returns
    -------
    BehaviourSeries

    Examples
    --------
    >>> tosses = routh.simulate3("cube:0.1", mass=.5, count=20, velocity=[(-1, -1, 0), (1, 1, 0)], rate=500, duration=.5)
    >>> routh.judge(tosses.dataset).at[0].count > 5
    True
    """
    body = {"shape": shape, "mass": mass, "rounding": rounding, "gravity": gravity}
    body = {key: value for key, value in body.items() if value is not None}
    if engine is None:
        stray = [name for name, value in (("model", model), ("setting", setting), ("steps", steps), ("engines", engines))
                 if value is not None]
        if stray:
            raise ValueError(f"{stray[0]} needs engine")
        if data is None:
            raise ValueError("give data, a recording of what the simulator did, or engine to run one")
        if isinstance(data, str) and data in known_engines and not os.path.exists(data):
            raise ValueError(f"data is a recording; to run the simulator give engine={data!r}, with shape and mass of a body")
        return _recorded(data, body, space, frame, progress, threads, options)
    if data is not None or frame is not None or space is not None:
        raise ValueError("data, frame and space have no effect with engine; a file of the engine's own is model")
    return _run(engine_of(engine), model, body, setting, steps, engines, progress, threads, options)


def _finished(owner):
    call("routh_behaviour_series_compare", ctypes.byref(owner.struct))
    return result_of("routh_behaviour_series", owner)


def _is_space(data, body, space):
    if space is not None:
        return space
    shape = body.get("shape")
    if isinstance(data, (Dataset, Dataset3)):
        return isinstance(data, Dataset3)
    if isinstance(shape, Shape3) or (isinstance(shape, str) and shape.startswith(_SPACE)):
        return True
    io, keep = io_path(data, "data")
    kind = C.routh_recording_recognise(io)
    return kind > 0 and bool(kind & C.ROUTH_RECORDING_TOSSES)


def _recorded(data, body, space, frame, progress, threads, options):
    owner = own("routh_behaviour_series")
    first = ctypes.byref(owner.struct.at[0])
    if _is_space(data, body, space):
        analysis, segmenting, reading = parted(options, OPTIONS, SEGMENT, IMPORT, but=("calibration", "soft", "calibrate"))
        if "rounding" in body:
            segmenting["rounding"] = body.pop("rounding")
        chosen = Options(OPTIONS, analysis)
        if isinstance(data, Dataset3):
            if body or reading:
                raise TypeError(f"{next(iter(body or reading))} says how a file is read; the dataset has its own")
            dataset = data
        else:
            dataset = read3(data, up="z", progress=progress, **{"unit": 1, **reading, **body})
        copy = dataset._copy()
        call("routh_behaviour_of_dataset3", ctypes.byref(copy.struct), Options(SEGMENT, segmenting).pointer, chosen.pointer, first,
             progress=progress, threads=threads)
    else:
        _plane(data, body, frame, progress, threads, options, first)
    owner.struct.count = 1
    return _finished(owner)


def _plane(data, body, frame, progress, threads, options, first):
    analysis = {key: options.pop(key) for key in ("bins", "resamples", "gain", "seed") if key in options}
    chosen = Options(OPTIONS, analysis)
    if isinstance(data, Dataset):
        if body or options:
            raise TypeError(f"{next(iter(body or options))} says how a file is read; the dataset has its own")
        dataset = data
    else:
        import routh

        dataset = routh.read(data, **body, **options)
    owner = own("routh_dataset", dataset._owner.keep)
    call("routh_dataset_copy", ctypes.byref(dataset._owner.struct), ctypes.byref(owner.struct))
    named = None if frame is None else words(frame, "frame")
    call("routh_behaviour_of_dataset", ctypes.byref(owner.struct), named, chosen.pointer, first, progress=progress,
         threads=threads)


def _setting_of(engine, setting, step):
    """The engine's contact, and the step of the model that it comes from; 0: of none."""
    made = C.routh_engine_setting_default(ctypes.byref(C.routh_engine.from_address(engine._address)), step)
    if isinstance(setting, Export):
        if setting.engine is not engine:
            raise ValueError(f"setting is of {setting.engine}, not of {engine.title}")
        ctypes.memmove(ctypes.byref(made), ctypes.byref(setting._owner.struct.what.setting), ctypes.sizeof(made))
        return made, made.step
    if isinstance(setting, (str, bytes, os.PathLike)):
        io, keep = io_path(setting, "setting")
        call("routh_engine_setting_read", io, ctypes.byref(C.routh_engine.from_address(engine._address)), ctypes.byref(made))
        return made, made.step
    if setting is not None:
        if not isinstance(setting, dict):
            raise TypeError(f"setting must be a dict, a path or an Export, not {setting!r}")
        engine._put(made, setting)
    return made, 0.0


def _run(engine, model, body, setting, steps, engines, progress, threads, options):
    throwing = {key: options.pop(key) for key in ("count", "speed", "slip", "spin") if key in options}
    if "seed" in options:
        throwing["seed"] = options["seed"]
    throws, chosen = Options(THROWS, throwing), Options(OPTIONS, options)
    run = C.routh_behaviour_run()
    keep = [throws, chosen]
    run.engine = engine._address
    made, own_step = _setting_of(engine, setting, 1e-3)
    run.setting, run.own_step = ctypes.addressof(made), own_step
    run.folder = programs(engines)
    if steps is not None:
        given = numpy.sort(array(steps, "steps").reshape(-1))
        keep.append(given)
        run.step, run.step_count = given.ctypes.data, len(given)
    bodies = None
    if model is not None:
        stray = [*body, *(["setting"] if setting is not None else [])]
        if stray:
            raise ValueError(f"{stray[0]} has no effect on a model, which has its own body and contact")
        run.model = words(model, "model")
    else:
        if "shape" not in body or "mass" not in body:
            raise ValueError("engine needs a model, or a body: shape and mass")
        world = world3(body.pop("shape"), body.pop("mass"), **body)
        bodies = own("routh_engine_body", [world])
        call("routh_engine_body_of", ctypes.byref(world._as_struct()), ctypes.byref(bodies.struct))
        run.body = ctypes.addressof(bodies.struct)
    owner = own("routh_behaviour_series")
    call("routh_behaviour_of_engine", ctypes.byref(run), throws.pointer, chosen.pointer, ctypes.byref(owner.struct),
         progress=progress, threads=threads)
    del keep, bodies
    return result_of("routh_behaviour_series", owner)
