"""What a learned model predicts for impacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from ._call import call
from ._library import C
from ._names import value_of
from ._options import array, words
from ._structs import Owner, dtype_of, result
from ._written import Written

_POSE = ("x", "y", "theta")


@result("routh_predictions")
class Predictions(Written):
    """What a model predicts for impacts, with how sure it is.

    Attributes
    ----------
    prediction : array
        One row an impact: impulse (N s), couple (N m s), after (m/s, rad/s), impulse_sd, couple_sd, after_sd, half of
        95 % intervals (…_interval), body_energy_ratio, inside, far.

    Examples
    --------
    >>> data = routh.generate_drops(count=60, seed=1)
    >>> answer = routh.learn(data, train_count=40).model.predict(data.impacts())
    >>> answer.mean.shape, answer.deviation.shape
    ((60, 3), (60, 3))
    """

    _writer = "routh_predictions_write"

    def __len__(self):
        return self.count

    def _of_velocity(self, field):
        rows = self.prediction[field]
        return numpy.column_stack([rows[name] for name in ("vx", "vy", "omega")])

    @property
    def mean(self):
        """Velocity after, n × 3: vx, vy (m/s), omega (rad/s). Moved back to the energy ellipse where it was asked for.

        Examples
        --------
        >>> data = routh.generate_drops(count=40, seed=1)
        >>> routh.learn(data, kind="rigid").model.predict(data.impacts(), project=True).mean.shape
        (40, 3)
        """
        plain = self._of_velocity("after")
        if not self.project:
            return plain
        return numpy.where(self.prediction["inside"][:, None], plain, self._of_velocity("projected_after"))

    @property
    def deviation(self):
        """Standard deviations of measured velocities after, n × 3: m/s, m/s, rad/s.

        Examples
        --------
        >>> data = routh.generate_drops(count=40, seed=1)
        >>> bool((routh.learn(data).model.predict(data.impacts()).deviation > 0).all())
        True
        """
        return self.prediction["after_sd"]

    @property
    def interval(self):
        """Half of the 95 % intervals of measured velocities after, n × 3: m/s, m/s, rad/s.

        Examples
        --------
        >>> data = routh.generate_drops(count=40, seed=1)
        >>> routh.learn(data).model.predict(data.impacts()).interval.shape
        (40, 3)
        """
        return self.prediction["after_interval"]

    def to_pandas(self):
        """One row an impact, as `routh predict` writes them; SI units.

        Examples
        --------
        >>> data = routh.generate_drops(count=40, seed=1)
        >>> "vx_sd" in routh.learn(data).model.predict(data.impacts()).to_pandas()
        True
        """
        import io

        from ._frames import _pandas

        return _pandas().read_csv(io.BytesIO(self._bytes(".csv")))

    def _text(self):
        if self._owner is None:
            return super()._text()
        inside = int(self.prediction["inside"].sum())
        return f"{self.count} prediction{'' if self.count == 1 else 's'} of {self.name}, {inside} inside the energy ellipse"


def _impact_rows(impacts, also=()):
    """(array of routh_impact, further columns)."""
    from ._impact import BODY, columns_of

    columns, _ = columns_of(impacts, also)
    if "mass" not in columns:
        raise ValueError(f"impacts: a model needs bodies: {', '.join(BODY)}")
    made = numpy.empty(len(columns["mass"]), dtype_of("{routh_impact"))
    for name in BODY:
        made[name] = columns[name]
    return made, columns


def _covariates_of(model, rows, pose, given):
    """What the model sees beside the impact, n × covariates: as given, or as it follows from impact and pose."""
    given = dict(given or {})
    unknown = [name for name in given if name not in model.covariates]
    if unknown:
        raise ValueError(f"covariates: the model has no {unknown[0]!r}; it has {', '.join(model.covariates) or 'none'}")
    made = numpy.empty((len(rows), len(model.covariates)))
    impact = (C.routh_impact * len(rows)).from_buffer(rows)
    for k, name in enumerate(model.covariates):
        if name in given:
            made[:, k] = array(given[name], f"covariates: {name}", shape=(len(rows),))
            continue
        raw = name.encode()
        for i in range(len(rows)):
            at = (ctypes.c_double * 3)(*(pose[i] if pose is not None else (numpy.nan,) * 3))
            made[i, k] = C.routh_quantity_of_impact(raw, ctypes.byref(impact[i]), at)
        if numpy.isnan(made[:, k]).any():
            raise ValueError(f"covariates: {name} is missing: give it, or the pose that it follows from")
    return made


def predict(model, impacts, pose, covariates, measured, projected, progress, threads):
    rows, _ = _impact_rows(impacts)
    count = len(rows)
    pose = None if pose is None else array(pose, "pose", shape=(count, 3))
    measured = None if measured is None else array(measured, "measured", shape=(count, 3))
    seen = _covariates_of(model, rows, pose, covariates) if model.covariates or covariates else None
    wanted = model.kind == "baseline" and any(name in model.facts.input[:model.facts.inputs] for name in _POSE)
    if wanted and pose is None:
        raise ValueError(f"pose is missing: {model.name} learned with it; it has x, y and theta of every impact")
    answer = (C.routh_prediction * max(count, 1))()
    impact = (C.routh_impact * count).from_buffer(rows) if count else None
    call("routh_model_predict", model._pointer, count, impact,
         None if pose is None else ctypes.cast(pose.ctypes.data, ctypes.POINTER(ctypes.c_double * 3)),
         None if seen is None else seen.ctypes.data, answer, progress=progress, threads=threads)
    name = words(model.name, "name")
    struct = C.routh_predictions(name=name, model=ctypes.cast(model._pointer, ctypes.c_void_p).value,
                                 frame=value_of("routh_frame", model.frame, "frame"), project=projected, count=count,
                                 impact=rows.ctypes.data if count else None,
                                 measured=None if measured is None else measured.ctypes.data,
                                 prediction=ctypes.addressof(answer))
    owner = Owner(struct, keep=[model, rows, answer, measured, name])
    return Predictions._of(struct, owner)
