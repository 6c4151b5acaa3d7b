"""Datasets from arrays, frames, files and generators: what is kept, what is refused, and who owns the memory.

SPDX-License-Identifier: BSD-3-Clause
"""
import gc
import os
import pickle

import numpy
import pytest

import routh

COLUMNS = ("rx", "ry", "vx", "vy", "omega", "vx_after", "vy_after", "omega_after")


def impacts(count=30, seed=0):
    """Columns of impacts that Wang and Mason's law could have made, with noise."""
    data = routh.generate_drops(count=count, seed=seed + 1)
    record = data.record
    made = {"rx": record["rx"], "ry": record["ry"]}
    for name in ("vx", "vy", "omega"):
        made[name], made[f"{name}_after"] = record["before"][name], record["after"][name]
    return {name: numpy.array(made[name]) for name in COLUMNS}, data


def same(a, b):
    """Are all numbers the same? Copies of structures have other bytes between them."""
    if a.dtype.names:
        return all(same(a[name], b[name]) for name in a.dtype.names)
    return numpy.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def test_arrays_are_read_as_a_file_is(tmp_path):
    columns, data = impacts()
    columns["temperature"] = numpy.linspace(20, 21, 30)
    path = tmp_path / "drops.csv"
    with open(path, "w") as file:
        file.write(",".join(columns) + "\n")
        for row in zip(*columns.values()):
            file.write(",".join(repr(float(value)) for value in row) + "\n")
    body = {"mass": data.body.mass, "inertia": data.body.inertia}
    from_file, from_arrays = routh.read(path, **body), routh.dataset(columns, name="drops", **body)
    assert from_file.record.tobytes() == from_arrays.record.tobytes()
    assert from_arrays.extra[0].name == "temperature"
    assert numpy.array_equal(from_file.extra[0].value, columns["temperature"])
    assert numpy.array_equal(from_arrays.extra[0].value, columns["temperature"])


def test_frames_strides_and_orders_give_the_same_dataset():
    pandas = pytest.importorskip("pandas")
    columns, data = impacts()
    body = {"mass": .0364, "inertia": 1.3468e-5}
    wanted = routh.dataset(columns, **body).record.tobytes()
    assert routh.dataset(pandas.DataFrame(columns), **body).record.tobytes() == wanted
    wide = numpy.zeros((30, 2 * len(COLUMNS)))
    wide[:, ::2] = numpy.column_stack([columns[name] for name in COLUMNS])
    strided = {name: wide[:, 2 * i] for i, name in enumerate(COLUMNS)}
    assert not strided["rx"].flags.c_contiguous
    assert routh.dataset(strided, **body).record.tobytes() == wanted
    for part in columns.values():
        part.flags.writeable = False
    assert routh.dataset(columns, **body).record.tobytes() == wanted
    swapped = {name: part.astype(">f8") for name, part in columns.items()}
    assert routh.dataset(swapped, **body).record.tobytes() == wanted


@pytest.mark.parametrize("change, kind, words", [
    ({"rx": None}, (routh.Error, ValueError), "rx"),
    ({"vy": numpy.full(30, numpy.nan)}, routh.Error, "row 1, column vy"),
    ({"vy": numpy.full(30, "x")}, TypeError, "vy"),
    ({"vy": numpy.array([None] * 30, dtype=object)}, TypeError, "vy"),
    ({"vy": numpy.zeros(30, dtype=complex)}, TypeError, "vy"),
    ({"vy": numpy.zeros(29)}, ValueError, "length"),
    ({"vy": numpy.zeros((30, 2))}, ValueError, "dimension"),
    ({"vy": numpy.zeros(30, dtype="M8[s]")}, TypeError, "vy"),
])
def test_bad_columns_are_refused(change, kind, words):
    columns, _ = impacts()
    columns.update(change)
    columns = {name: part for name, part in columns.items() if part is not None}
    with pytest.raises(kind, match=words):
        routh.dataset(columns, mass=.0364, inertia=1.3468e-5)


def test_the_place_of_a_bad_number_is_an_attribute(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text(",".join(COLUMNS) + "\n" + ",".join(["1"] * 8) + "\n1,-1,abc,-1,0,1,1,0\n")
    with pytest.raises(routh.Error) as caught:
        routh.read(path, mass=1, inertia=1)
    error = caught.value
    assert (error.status, error.row, error.line, error.column, error.value) == ("bad-format", 2, 3, "vx", "abc")
    assert error.file.endswith("bad.csv")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.row, again.column) == (str(error), error.row, error.column)


@pytest.mark.parametrize("arguments, kind", [
    (dict(mass="1", inertia=1), TypeError), (dict(mass=-1, inertia=1), routh.Error), (dict(mas=1), TypeError),
    (dict(mass=float("inf"), inertia=1), routh.Error), (dict(mass=1, inertia=1, shape="disc"), TypeError),
    (dict(mass=1, inertia=1, name="a\0b"), ValueError), (dict(mass=1, inertia=1, rate=[1]), TypeError),
])
def test_bad_bodies_are_refused(arguments, kind):
    columns, _ = impacts()
    with pytest.raises(kind):
        routh.dataset(columns, **arguments)


@pytest.mark.parametrize("path, kind", [
    ("", ValueError), ("no/such/file.csv", routh.Error), (3, TypeError), ("a\0b", ValueError), (None, TypeError),
    (os.devnull, routh.Error),
])
def test_bad_paths_are_refused(path, kind):
    with pytest.raises(kind):
        routh.read(path)


def test_a_file_object_is_no_path(tmp_path):
    with open(tmp_path / "x", "w") as file:
        pass
    with pytest.raises(TypeError, match="path"):
        routh.read(file)


def test_arrays_outlive_their_dataset():
    data = routh.generate_drops(count=1000, seed=5)
    record, expected = data.record, data.record.copy()
    del data
    gc.collect()
    routh.generate_drops(count=1000, seed=6)
    assert same(record, expected)
    with pytest.raises(ValueError):
        record["rx"][0] = 1


def test_a_dataset_does_not_change():
    data = routh.generate_drops(count=60, seed=2)
    before = data.record.copy()
    data.reflag(), data.calibrate()
    assert same(data.record, before)


def test_pickling_keeps_everything():
    data = routh.generate_drops(count=20)
    again = pickle.loads(pickle.dumps(data))
    assert again.record.tobytes() == data.record.tobytes() and again.name == data.name
    function, arguments = data.__reduce__()
    with pytest.raises(routh.Error, match="pickled by Routh 0.0.1"):
        function(arguments[0], b"0.0.1")


def test_motions_from_arrays():
    time = numpy.arange(100) * .004
    height = 1 - 9.81 / 2 * time**2
    data = routh.dataset([{"time": time, "x": .1 * time, "y": height, "theta": 0 * time}] * 2, shape=routh.disc(.05),
                         mass=.1, inertia=1e-4)
    assert data.trajectory_count == 2 and data.rate == pytest.approx(250)
    assert numpy.array_equal(data.trajectory[1].y, height)
    with pytest.raises(routh.Error, match="backwards"):
        routh.dataset({"time": time[::-1], "x": time, "y": time, "theta": time}, shape=routh.disc(.05), mass=1, inertia=1)


def test_options_say_what_they_know():
    data = routh.generate_drops(count=20)
    with pytest.raises(TypeError, match="did you mean flight_min"):
        data.segment(flight_mn=3)
    with pytest.raises((ValueError, routh.Error), match="mirror"):
        data.impacts("mirorr-t")
    with pytest.raises(TypeError, match="True or False"):
        data.segment(calibrate="yes")


def test_a_laboratory_s_frame_is_taken_or_told_what_it_lacks():
    pandas = pytest.importorskip("pandas")
    columns, data = impacts()
    body = {"mass": .0364, "inertia": 1.3468e-5}
    wanted = routh.dataset(columns, **body)
    frame = pandas.DataFrame(columns).assign(surface="steel", day=pandas.Timestamp("2024-05-01"))
    frame["vx"] = frame["vx"].astype("Float64")  # pandas' own type
    made = routh.dataset(frame, **body)
    assert made.record.tobytes() == wanted.record.tobytes() and made.extra_count == 0
    with pytest.raises(routh.Error, match=r"rx,ry,vx,vy.*the columns are VelX,LeverX") as caught:
        routh.dataset({"VelX": columns["vx"], "LeverX": columns["rx"]}, **body)
    assert caught.value.field == "columns"
    del columns["omega_after"]
    with pytest.raises(routh.Error, match='no column "omega_after".*vx_after,vy_after') as caught:
        routh.dataset(columns, **body)
    assert caught.value.column == "omega_after"


@pytest.mark.parametrize("given", [numpy.zeros((30, 8)), None, 3, [[1, 2, 3]]])
def test_columns_need_names(given):
    with pytest.raises(TypeError, match="columns must have names"):
        routh.dataset(given, mass=1, inertia=1)


def test_arguments_that_are_offered_can_be_given():
    with pytest.raises(TypeError, match="there are columns, mass, inertia, shape"):
        routh.dataset({}, weight=1)
    with pytest.raises(TypeError, match="did you mean calibrate?"):
        routh.study(routh.generate_drops(count=20), calibrat=True)
    with pytest.raises(TypeError, match="there are parameter, quantity, degree"):
        routh.study(routh.generate_drops(count=20), covariates="eps:x:3")
