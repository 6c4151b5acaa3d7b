"""Writes arrays with NumPy and SciPy into the current folder, for test_channels_arrays.c.

Row i of column c (both from 0) is 1000 c + i + 0.25, whole numbers 100 c + i.
SPDX-License-Identifier: BSD-3-Clause
"""
import numpy as np

ROWS = 40


def numbers(columns, rows=ROWS):
    return 1000.0 * np.arange(columns) + np.arange(rows)[:, None] + 0.25


def wholes(columns, rows=ROWS):
    return (100 * np.arange(columns) + np.arange(rows)[:, None]).astype(np.int64)


def poses(rows=ROWS):
    """Homogeneous matrices: entry (i, j) of row k is 1000 (4 i + j) + k + 0.25."""
    return numbers(16, rows).reshape(rows, 4, 4)


def write_npy():
    for order in "<>":
        for kind in ("f4", "f8"):
            np.save(f"{'little' if order == '<' else 'big'}_{kind}.npy", numbers(3).astype(order + kind))
        for kind in ("i2", "i4", "i8", "u2", "u4", "u8"):
            np.save(f"{'little' if order == '<' else 'big'}_{kind}.npy", wholes(3).astype(order + kind))
    np.save("i1.npy", (wholes(1) - 20).astype("i1"))
    np.save("u1.npy", wholes(2).astype("u1"))
    np.save("bool.npy", wholes(1) % 2 == 1)
    np.save("fortran.npy", np.asfortranarray(numbers(5)))
    np.save("wide.npy", np.ascontiguousarray(numbers(5).T))
    np.save("vector.npy", numbers(1)[:, 0])
    np.save("poses.npy", poses())
    np.save("poses_fortran.npy", np.asfortranarray(poses()))
    np.save("rotations.npy", np.ascontiguousarray(poses()[:, :3, :3]))
    mixed = np.zeros(ROWS, dtype=[("time", ">f8"), ("x", "<f4"), ("label", "U3"), ("q", "<f8", (4,)), ("n", "u1")])
    mixed["time"], mixed["x"], mixed["q"], mixed["n"] = numbers(1)[:, 0], numbers(1)[:, 0], numbers(4), wholes(1)[:, 0]
    np.save("mixed.npy", mixed)
    aligned = np.zeros(ROWS, dtype=np.dtype([("n", "u1"), ("x", "<f8")], align=True))
    aligned["x"] = numbers(1)[:, 0]
    np.save("aligned.npy", aligned)
    with open("version3.npy", "wb") as file:
        named = np.zeros(ROWS, dtype=[("größe", "<f8")])
        named["größe"] = numbers(1)[:, 0]
        np.lib.format.write_array(file, named, version=(3, 0))
    with open("version2.npy", "wb") as file:
        np.lib.format.write_array(file, numbers(2), version=(2, 0))
    gaps = numbers(2)
    gaps[3, 0], gaps[4, 1], gaps[5, 1] = np.nan, np.inf, -np.inf
    np.save("gaps.npy", gaps)
    np.save("objects.npy", np.array([{"x": 1}, None], dtype=object), allow_pickle=True)
    np.save("text.npy", np.array(["a", "b", "c"]))
    np.save("half.npy", numbers(1).astype("f2"))
    np.save("scalar.npy", np.float64(3))
    np.save("empty.npy", np.zeros((0, 3)))


def write_npz():
    content = dict(t=numbers(1)[:, 0], cube=numbers(7), pose=poses(), rate=np.float64(120), offset=np.arange(3.0),
                   mesh=numbers(3, 500), note=np.array(["a"] * ROWS), extra=np.array([{}], dtype=object))
    np.savez("stored.npz", **content)
    np.savez_compressed("packed.npz", **content)


def write_matlab():
    from scipy.io import savemat
    element = np.zeros((2,), dtype=[("x", object), ("time", object)])
    for k, rows in enumerate((ROWS, 30)):
        element[k]["x"], element[k]["time"] = numbers(1, rows), numbers(1, rows).T
    row = np.zeros((ROWS,), dtype=[("x", object), ("v", object), ("name", object)])
    for i in range(ROWS):
        row[i]["x"], row[i]["v"], row[i]["name"] = i + 0.25, numbers(3)[i], f"row {i}"
    for packed in (False, True):
        content = dict(t=numbers(1), single=numbers(2).astype("f4"), whole=wholes(2).astype("i2"),
                       pose=np.moveaxis(poses(), 0, 2), wide=numbers(3).T, label="text", mass=0.5,
                       data=dict(x=numbers(1), q=numbers(4), rate=120.0, inner=dict(y=numbers(1).T)),
                       run=element, rows=row, cell=np.array([numbers(1), "b"], dtype=object),
                       complex=numbers(1) + 1j)
        savemat("packed.mat" if packed else "plain.mat", content, do_compression=packed)


if __name__ == "__main__":
    write_npy()
    write_npz()
    write_matlab()
