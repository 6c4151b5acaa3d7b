"""Learned models: predictions, laws, scikit-learn's conventions, lifetimes, bad input.

SPDX-License-Identifier: BSD-3-Clause
"""
import gc
import pickle

import numpy
import pytest

import routh


@pytest.fixture(scope="module")
def data():
    return routh.generate_drops(count=70, seed=2, mu=.2, eps=.5)


@pytest.fixture(scope="module")
def model(data):
    return routh.learn(data, kind="rigid", train_count=40).model


@pytest.fixture(scope="module")
def table(data):
    """X and y of ContactRegressor."""
    after = data.record["after"]
    y = numpy.column_stack([after[name] for name in ("vx", "vy", "omega")])
    return numpy.column_stack(list(data.impacts().values())), y


def test_intervals_hold(data, model):
    """Of held-out impacts in a world with known law, about 95 in 100 lie within the intervals."""
    fresh = routh.generate_drops(count=400, seed=99, mu=.2, eps=.5)
    answer = model.predict(fresh.impacts())
    after = fresh.record["after"]
    off = numpy.abs(answer.mean - numpy.column_stack([after[n] for n in ("vx", "vy", "omega")]))
    assert .85 < (off < answer.interval).mean() <= 1


def test_a_model_is_a_law(data, model):
    """Its law gives the impulses that it predicts, and lives as long as it is used."""
    impacts = data.impacts()
    expected = model.predict(impacts).prediction["impulse"]
    law = routh.learn(data, kind="rigid", train_count=40).model.as_law()
    gc.collect()
    found = routh.solve(law, impacts)
    numpy.testing.assert_allclose(found.pn, expected["pn"], rtol=1e-12)
    numpy.testing.assert_allclose(found.pt, expected["pt"], rtol=1e-12, atol=1e-15)
    assert len(routh.solve(model, impacts)) == len(data)
    study = routh.study(data, laws=[model, "mirtich"], references=0, resamples=5, draws=2, k_max=4)
    assert study.laws[1].law.name == "mirtich" and study.laws[0].error_mean < .5
    made = routh.simulate(count=3, law=model)
    assert made.trajectory_count == 3


def test_files_and_pickles_predict_the_same(data, model, tmp_path):
    model.write(tmp_path / "model.h5")
    expected = model.predict(data.impacts()).mean
    for other in (routh.read_model(tmp_path / "model.h5"), pickle.loads(pickle.dumps(model))):
        assert (other.predict(data.impacts()).mean == expected).all()
        assert other.kind == model.kind and other.note == model.note
    assert len(routh.solve(str(tmp_path / "model.h5"), data.impacts())) == len(data)


def test_a_training_can_be_pickled(data):
    training = routh.learn(data, kind="rigid", train_count=40)
    other = pickle.loads(pickle.dumps(training))
    assert other.test.model.speed == training.test.model.speed and repr(other) == repr(training)
    assert (other.model.predict(data.impacts()).mean == training.model.predict(data.impacts()).mean).all()


def test_arrays_outlive_what_made_them(data):
    training = routh.learn(data, kind="rigid", train_count=40)
    model, rest = training.model, training.rest
    answer = model.predict(data.impacts())
    mean, rows = answer.mean.copy(), answer.prediction
    kept = rest.copy()
    del training, model, answer
    gc.collect()
    assert (rest == kept).all()
    assert (numpy.column_stack([rows["after"][n] for n in ("vx", "vy", "omega")]) == mean).all()


def test_threads_do_not_matter(data):
    one, two = (routh.learn(data, kind="wrench", train_count=40, threads=count).model for count in (1, 2))
    assert (one.predict(data.impacts()).mean == two.predict(data.impacts()).mean).all()


def test_covariates(data):
    drops = routh.simulate(count=14, seed=3, vx=(-1, 1))
    model = routh.learn(drops, kind="rigid", covariates="x").model
    impacts = drops.impacts()
    pose = numpy.column_stack([drops.record[n][drops.used] for n in ("x", "y", "theta")])
    from_pose = model.predict(impacts, pose=pose).mean
    assert (model.predict(impacts, covariates={"x": pose[:, 0]}).mean == from_pose).all()
    with pytest.raises(ValueError, match="x is missing"):
        model.predict(impacts)
    with pytest.raises(ValueError, match="no 'y'"):
        model.predict(impacts, covariates={"y": pose[:, 1]})
    with pytest.raises(routh.Error, match="covariate"):
        model.as_law()


@pytest.mark.parametrize("options, error", [
    (dict(kind="wrong"), ValueError), (dict(kind=3), TypeError), (dict(law="nobody"), routh.Error),
    (dict(train_count=-1), ValueError),
    (dict(train_count=71), routh.Error), (dict(train_count=2), routh.Error), (dict(train_count="many"), TypeError),
    (dict(train_count=2**70), ValueError),
    (dict(frame="upside-down"), routh.Error), (dict(prior="model.h5"), TypeError),
    (dict(covariates=["nothing"]), routh.Error),
    (dict(inducing=0), ValueError), (dict(unknown=1), TypeError), (dict(seed=-1), ValueError),
    (dict(calibrate="yes"), TypeError),
    (dict(covariates=[dict(parameter="nobody", quantity="speed")]), routh.Error), (dict(threads=-1), ValueError),
])
def test_learn_refuses(options, error, data):
    with pytest.raises(error):
        routh.learn(data, **options)


@pytest.mark.parametrize("impacts, error", [
    ([1, 2, 3], ValueError), ([[.1, 1e-4, .01, -.05, 1, -1, 0, 9]], ValueError), ("impacts", (TypeError, ValueError)),
    ([[.1, 1e-4, .01, -.05, 1, float("nan"), 0]], routh.Error), ([[.1, 1e-4, .01, -.05, 1, 1, 0]], routh.Error),
    (numpy.array([[object()] * 7], object), TypeError), ({"mass": [1]}, ValueError), ([.1, 1, 1, 1, 1], ValueError),
])
def test_predict_refuses(impacts, error, model):
    with pytest.raises(error):
        model.predict(impacts)


def test_predict_takes_any_layout(data, model):
    impacts = data.impacts()
    rows = numpy.column_stack(list(impacts.values()))
    wide = numpy.zeros((len(rows), 14))
    wide[:, ::2] = rows
    fixed = rows.copy()
    fixed.flags.writeable = False
    expected = model.predict(impacts).mean
    for other in (rows, wide[:, ::2], fixed, numpy.asfortranarray(rows), rows.tolist()):
        assert (model.predict(other).mean == expected).all()
    assert len(model.predict(rows[:0])) == 0
    with pytest.raises(ValueError, match="pose"):
        model.predict(rows, pose=rows[:, :2])


def test_files_that_are_no_models(tmp_path):
    (tmp_path / "model.h5").write_text("not a model")
    for path, error in ((tmp_path / "model.h5", routh.Error), (tmp_path / "none.h5", routh.Error), ("", ValueError),
                        ("a\0b", ValueError), (None, TypeError), (open(tmp_path / "model.h5"), TypeError)):
        with pytest.raises(error):
            routh.read_model(path)


def test_regressor_without_scikit_learn(table):
    X, y = table
    estimator = routh.ContactRegressor(kind="rigid")
    with pytest.raises(ValueError, match="not fitted"):
        estimator.predict(X)
    assert estimator.fit(X[:50], y[:50]) is estimator
    mean, deviation = estimator.predict(X[50:], return_std=True)
    assert mean.shape == deviation.shape == (20, 3) and estimator.score(X[50:], y[50:]) > .9
    body = routh.ContactRegressor(kind="rigid", mass=X[0, 0], inertia=X[0, 1]).fit(X[:50, 2:], y[:50])
    assert (body.predict(X[50:, 2:]) == mean).all() and body.n_features_in_ == 5
    for bad in (X[:, :6], X[0], X.astype(object), numpy.where(X == X[3, 3], numpy.nan, X)):
        with pytest.raises((TypeError, ValueError)):
            routh.ContactRegressor().fit(bad, y)
    with pytest.raises(ValueError):
        routh.ContactRegressor().fit(X, y[:5])
    with pytest.raises(ValueError, match="no parameter"):
        estimator.set_params(wrong=1)
    with pytest.raises(ValueError, match="both"):
        routh.ContactRegressor(mass=1).fit(X, y)
    assert repr(routh.ContactRegressor(kind="rigid")) == "ContactRegressor(kind='rigid')"


def test_regressor_in_scikit_learn(table):
    """cross_val_score, GridSearchCV, clone and Pipeline, as any other estimator."""
    pytest.importorskip("sklearn")
    from sklearn.base import clone, is_regressor
    from sklearn.metrics import r2_score
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer
    from sklearn.utils.validation import check_is_fitted

    X, y = table
    estimator = routh.ContactRegressor(kind="rigid")
    assert is_regressor(estimator)
    copy = clone(estimator).set_params(seed=2)
    assert copy.seed == 2 and estimator.seed == 1
    assert cross_val_score(estimator, X, y, cv=2).min() > .8
    search = GridSearchCV(estimator, {"kind": ["rigid", "rigid-2d"]}, cv=2).fit(X, y)
    assert search.best_params_["kind"] in ("rigid", "rigid-2d")
    line = make_pipeline(FunctionTransformer(), estimator).fit(X[:50], y[:50])
    check_is_fitted(line[-1])
    assert abs(line.score(X[50:], y[50:]) - r2_score(y[50:], line.predict(X[50:]))) < 1e-12
    assert (pickle.loads(pickle.dumps(line[-1].model_)).predict(X).mean == line.predict(X)).all()
