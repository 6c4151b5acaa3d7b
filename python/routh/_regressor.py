"""Learned contact models with scikit-learn's conventions.

SPDX-License-Identifier: BSD-3-Clause
"""
import inspect

import numpy

from ._options import array

BODY = ("mass", "inertia", "rx", "ry", "vx", "vy", "omega")
AFTER = ("vx_after", "vy_after", "omega_after")


class ContactRegressor:
    """A learned contact model as an estimator: fit, predict, score, get_params, set_params.

    It works in scikit-learn's `cross_val_score`, `GridSearchCV`, `Pipeline` and `clone`, and needs nothing of it.

    X has one row an impact, with the columns mass (kg), inertia (kg m²), rx, ry (m, centre of mass to contact point),
    vx, vy (m/s) and omega (rad/s); where `mass` and `inertia` are given to the estimator, rx, ry, vx, vy, omega alone.
    A DataFrame may have them in any order. y has the columns vx, vy (m/s) and omega (rad/s) after the impact. Axes are
    those of the contact: x along the surface, y out of it. A scaler before it in a pipeline would take the units away:
    a model needs none.

    Parameters
    ----------
    kind, law, metric, inducing, seed : optional
        As in `routh.learn`.
    mass, inertia : float, optional
        kg, kg m², where all impacts are of one body and X does not have them.
    project : bool
        Predictions that leave the energy ellipse are moved back to it.
    threads : int, optional

    Attributes
    ----------
    model_ : Model
        After `fit`.
    n_features_in_ : int

    Examples
    --------
    >>> data = routh.generate_drops(count=80, seed=1)
    >>> X = numpy.column_stack(list(data.impacts().values()))
    >>> after = data.record["after"]
    >>> y = numpy.column_stack([after["vx"], after["vy"], after["omega"]])
    >>> estimator = routh.ContactRegressor(kind="rigid").fit(X[:60], y[:60])
    >>> mean, deviation = estimator.predict(X[60:], return_std=True)
    >>> mean.shape, bool((deviation > 0).all()), estimator.score(X[60:], y[60:]) > .9
    ((20, 3), True, True)
    """

    _estimator_type = "regressor"

    def __init__(self, kind="wrench", law="wang-mason", metric="momentum", inducing=None, mass=None, inertia=None,
                 project=False, seed=1, threads=None):
        """Keeps the parameters as they are; `fit` checks them. mass in kg, inertia in kg m²."""
        self.kind, self.law, self.metric, self.inducing = kind, law, metric, inducing
        self.mass, self.inertia, self.project, self.seed, self.threads = mass, inertia, project, seed, threads

    @classmethod
    def _names(cls):
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep=True):
        """The estimator's parameters by name; units as in the class. `deep` has no effect: there is nothing within.

        Examples
        --------
        >>> routh.ContactRegressor(kind="rigid").get_params()["kind"]
        'rigid'
        """
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **parameters):
        """Sets parameters by name, units as in the class, and returns the estimator.

        Examples
        --------
        >>> routh.ContactRegressor().set_params(kind="residual").kind
        'residual'
        """
        for name in parameters:
            if name not in self._names():
                raise ValueError(f"ContactRegressor has no parameter {name!r}; it has {', '.join(self._names())}")
        for name, value in parameters.items():
            setattr(self, name, value)
        return self

    def _columns(self, X):
        """Columns by name, from X and from what the estimator was given."""
        if (self.mass is None) != (self.inertia is None):
            raise ValueError("give both mass and inertia, or neither, if they are columns of X")
        names = BODY if self.mass is None else BODY[2:]
        if hasattr(X, "columns") and all(name in X.columns for name in names):
            X = numpy.column_stack([numpy.asarray(X[name]) for name in names])
        if not isinstance(X, numpy.ndarray):
            X = numpy.asarray(X)
        table = array(X, "X")
        if table.ndim != 2 or table.shape[1] != len(names):
            raise ValueError(f"X has the shape {table.shape}; it must be n × {len(names)}: {', '.join(names)}")
        if not numpy.isfinite(table).all():
            raise ValueError("X has NaN or infinity; a contact model needs every number")
        made = {name: numpy.ascontiguousarray(table[:, i]) for i, name in enumerate(names)}
        for name, value in (("mass", self.mass), ("inertia", self.inertia)):
            if value is not None:
                made[name] = numpy.full(len(table), float(value))
        return made

    def fit(self, X, y):
        """Learns from impacts X and the velocities y after them; units and columns as the class says. Returns itself.

        Examples
        --------
        >>> data = routh.generate_drops(count=40, seed=1)
        >>> after = data.record["after"]
        >>> y = numpy.column_stack([after["vx"], after["vy"], after["omega"]])
        >>> X = numpy.column_stack(list(data.impacts().values()))
        >>> routh.ContactRegressor(kind="rigid").fit(X, y).n_features_in_
        7
        """
        from ._data import dataset
        from ._learn import learn

        columns = self._columns(X)
        after = array(numpy.asarray(y), "y", shape=(len(columns["rx"]), 3))
        if not numpy.isfinite(after).all():
            raise ValueError("y has NaN or infinity; a contact model needs every number")
        table = {**columns, **{name: numpy.ascontiguousarray(after[:, i]) for i, name in enumerate(AFTER)}}
        self.training_ = learn(dataset(table, gap=0), kind=self.kind, law=self.law, metric=self.metric,
                               inducing=self.inducing, seed=self.seed, frame="as-recorded", threads=self.threads)
        self.model_ = self.training_.model
        self.n_features_in_ = len(columns) if self.mass is None else len(columns) - 2
        if hasattr(X, "columns"):
            self.feature_names_in_ = numpy.asarray(X.columns, object)
        return self

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")

    def __sklearn_tags__(self):
        from sklearn.base import BaseEstimator, RegressorMixin

        return type("_Tags", (RegressorMixin, BaseEstimator), {})().__sklearn_tags__()

    def _fitted(self):
        if not hasattr(self, "model_"):
            try:
                from sklearn.exceptions import NotFittedError
            except ImportError:
                NotFittedError = type("NotFittedError", (ValueError, AttributeError), {})
            raise NotFittedError("this ContactRegressor is not fitted yet; call fit first")
        return self.model_

    def predict(self, X, return_std=False):
        """Velocities after the impacts X, n × 3: vx, vy (m/s), omega (rad/s).

        Parameters
        ----------
        return_std : bool
            Also the standard deviations of measurements, n × 3, in the same units.

        Examples
        --------
        >>> data = routh.generate_drops(count=40, seed=1)
        >>> after = data.record["after"]
        >>> y = numpy.column_stack([after["vx"], after["vy"], after["omega"]])
        >>> X = numpy.column_stack(list(data.impacts().values()))
        >>> routh.ContactRegressor(kind="rigid").fit(X, y).predict(X).shape
        (40, 3)
        """
        model = self._fitted()
        answer = model.predict(self._columns(X), project=self.project, threads=self.threads)
        return (answer.mean, numpy.array(answer.deviation)) if return_std else answer.mean

    def score(self, X, y, sample_weight=None):
        """The coefficient of determination R² of what is predicted for X against y, mean over vx, vy and omega; no unit.

        Parameters
        ----------
        X, y : arrays
            Impacts and velocities after; units as in the class.
        sample_weight : array, optional
            One weight an impact.

        Examples
        --------
        >>> data = routh.generate_drops(count=40, seed=1)
        >>> after = data.record["after"]
        >>> y = numpy.column_stack([after["vx"], after["vy"], after["omega"]])
        >>> X = numpy.column_stack(list(data.impacts().values()))
        >>> routh.ContactRegressor(kind="rigid").fit(X, y).score(X, y) > .9
        True
        """
        predicted = self.predict(X)
        measured = array(numpy.asarray(y), "y", shape=predicted.shape)
        count = len(measured)
        weight = numpy.ones(count) if sample_weight is None else array(sample_weight, "sample_weight", shape=(count,))
        weight = weight[:, None]
        mean = (weight * measured).sum(0) / weight.sum()
        total = (weight * (measured - mean)**2).sum(0)
        left = (weight * (measured - predicted)**2).sum(0)
        return float(numpy.where(total > 0, 1 - left / numpy.where(total > 0, total, 1), left == 0).mean())

    def __repr__(self):
        usual = {name: p.default for name, p in inspect.signature(type(self).__init__).parameters.items()}
        changed = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items() if value != usual[name])
        return f"ContactRegressor({changed})"
