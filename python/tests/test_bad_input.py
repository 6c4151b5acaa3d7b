"""What nobody should hand over is refused in words, wherever it is handed over; nothing of it ends the interpreter.

SPDX-License-Identifier: BSD-3-Clause
"""
import dataclasses
import os
import pickle
import subprocess
import sys

import numpy
import pytest
import routh
from test_impact import IMPACT

ROW = list(IMPACT.values())


@pytest.mark.parametrize("name", ["Law", "Law3", "Engine"])
@pytest.mark.parametrize("address", [0, 1, -1, 2**62, None, "mirtich"])
def test_addresses_are_not_taken(name, address):
    with pytest.raises(TypeError, match="found by"):
        getattr(routh, name)(address)


def test_classes_that_only_the_package_fills():
    for make in (lambda: routh.Model(None, None, "auto", "", "model"), lambda: routh.Individual(None, None, [], "auto")):
        with pytest.raises(TypeError, match="made by"):
            make()


def test_numbers():
    for value in (10**400, -10**400):
        with pytest.raises(ValueError, match="too large"):
            routh.disc(value)
    for value in (1j, numpy.complex128(1j), "1", None, [1]):
        with pytest.raises(TypeError, match="must be a number"):
            routh.disc(value)
    for value in (numpy.array(1.5), numpy.array([1, 2]), 1.5, True, "1"):
        with pytest.raises(TypeError, match="whole number"):
            routh.generate_drops(count=value)


def test_masked_values_are_not_taken_for_numbers():
    masked = numpy.ma.masked_array(ROW, [True] + [False] * 6)
    with pytest.raises(ValueError, match="masked"):
        routh.solve("mirtich", masked)
    assert routh.solve("mirtich", numpy.ma.masked_array(ROW)).pn == routh.solve("mirtich", ROW).pn


def test_shapes_from_elsewhere():
    """A shape of a dataset, an unpickled one and one with a changed field serve as those that functions make."""
    data = routh.generate_drops(count=5, seed=1)
    for shape in (data.body.shape, pickle.loads(pickle.dumps(routh.square(.1))), dataclasses.replace(routh.disc(.1), a=.05, b=.05)):
        assert routh.simulate(count=1, seed=1, shape=shape, mass=.1).count > 0
    with pytest.raises(routh.Error, match="1000000 vertices"):
        routh.simulate(count=1, shape=dataclasses.replace(routh.square(.1), count=10**6), mass=.1)


def test_what_is_no_mapping():
    for call in (lambda: routh.dataset("drops.csv"), lambda: routh.simulate(force="pulse"),
                 lambda: routh.solve("mirtich", ROW, out=[1]), lambda: routh.study(routh.generate_drops(count=5), use=3)):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("library", ["libm.so.6", "/nowhere/librouth.so", "/"])
def test_another_library(library):
    done = subprocess.run([sys.executable, "-c", "import routh"], env={**os.environ, "ROUTH_LIBRARY": library},
                          capture_output=True, text=True, check=False)
    assert "ImportError: routh: " in done.stderr and library in done.stderr


def test_learning_without_a_law():
    """Every kind of model is shown beside a law: without one there is nothing to show."""
    with pytest.raises(routh.Error, match="a law is needed"):
        routh.learn(routh.generate_drops(count=30, seed=1), law=None)


def test_arrays_of_results_cannot_be_made_writeable():
    """They look at the library's memory, which it trusts."""
    record = routh.generate_drops(count=5, seed=1).record
    with pytest.raises(ValueError):
        record.flags.writeable = True
    with pytest.raises(ValueError):
        record["rx"][0] = 1


def test_parts_of_studies():
    data = routh.generate_drops(count=60, seed=1)
    study = routh.study(data, laws="mirtich", references=0, resamples=10, draws=2, k_max=4)
    for frame in (-1, 1, 2**62):
        with pytest.raises(ValueError, match="frame"):
            study.tables(frame)
    with pytest.raises(TypeError, match="whole number"):
        study.tables("both")
    for calibration in (3, data, study):
        with pytest.raises(TypeError, match="calibration must be"):
            data.calibrate(calibration)
    for calibration in (data.calibration(), pickle.loads(pickle.dumps(data.calibration()))):
        assert len(data.calibrate(calibration)) == 60
