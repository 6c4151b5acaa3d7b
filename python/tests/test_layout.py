"""The layout that ctypes and NumPy compute from the generated tables is the compiler's, for everything in the headers.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import math
import os
import shlex
import subprocess
from pathlib import Path

import numpy
import pytest
import routh
from routh import _abi
from routh._library import C, library
from routh._names import names_of
from routh._structs import class_of, dtype_of, is_flat, layout_of

routh._load_all()
WHOLE = {name: fields for name, fields in _abi.STRUCTS.items() if fields is not None}


INCLUDE = Path(__file__).resolve().parents[2] / "include"


def program_text():
    """A C program that prints a line for each size, offset, value and constant."""
    lines = ["#include <stddef.h>", "#include <stdio.h>", "#include <routh/routh.h>", "int main(void) {"]
    for name, fields in WHOLE.items():
        kind = name if f"typedef struct {name}" in HEADERS else f"struct {name}"
        lines.append(f'    printf("{name} %zu\\n", sizeof({kind}));')
        lines += [f'    printf("{name}.{field} %zu %zu\\n", offsetof({kind}, {field}), sizeof((({kind} *)0)->{field}));'
                  for field, _ in fields]
    for name, value in _abi.CONSTANTS.items():
        lines.append(f'    printf("{name} %.17g\\n", (double)({name}));')
    return "\n".join([*lines, "    return 0;", "}", ""])


HEADERS = "".join(path.read_text(encoding="utf-8")
                  for path in (Path(__file__).resolve().parents[2] / "include" / "routh").glob("*.h*"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """What the compiler says, by name."""
    folder = tmp_path_factory.mktemp("layout")
    (folder / "layout.c").write_text(program_text(), encoding="utf-8")
    options = ["-I", str(INCLUDE)]
    cc = shlex.split(os.environ.get("CC", "cc"))
    clean = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # a sanitizer's, for Python only
    subprocess.run([*cc, *options, "-o", folder / "layout", folder / "layout.c"], check=True, env=clean)
    printed = subprocess.run([folder / "layout"], check=True, capture_output=True, text=True, env=clean).stdout
    rows = (line.split() for line in printed.splitlines())
    return {name: [float(value) for value in values] for name, *values in rows}


def test_sizes_and_offsets_are_the_compilers(compiled):
    wrong = []
    for name, fields in WHOLE.items():
        struct = getattr(C, name)
        if [ctypes.sizeof(struct)] != compiled[name]:
            wrong.append((name, ctypes.sizeof(struct), compiled[name]))
        for field, _ in fields:
            place = getattr(struct, field)
            if [place.offset, place.size] != compiled[f"{name}.{field}"]:
                wrong.append((f"{name}.{field}", place.offset, place.size, compiled[f"{name}.{field}"]))
    assert not wrong
    assert len(WHOLE) > 200


def test_numpy_types_are_the_compilers(compiled):
    flat = [name for name in WHOLE if is_flat("{" + name)]
    for name in flat:
        kind = dtype_of("{" + name)
        assert [kind.itemsize] == compiled[name]
        for field, _ in WHOLE[name]:
            part, offset = kind.fields[field][:2]
            assert [offset, part.itemsize] == compiled[f"{name}.{field}"], (name, field)
    assert len(flat) > 30


def test_constants_and_enumerations_are_the_compilers(compiled):
    for name, value in _abi.CONSTANTS.items():
        there = compiled[name][0]
        assert there == value or (math.isnan(there) and math.isnan(value)), name
    for enum, values in _abi.ENUMS.items():
        for name, value in values:
            assert compiled[name] == [value], (enum, name)


def test_every_function_and_table_is_in_the_library():
    missing = [name for name in [*_abi.FUNCTIONS, *_abi.DATA] if not hasattr(library, name)]
    assert not missing
    for name in _abi.FUNCTIONS:
        assert getattr(C, name).argtypes is not None


def test_every_enumeration_has_distinct_names():
    for enum in _abi.ENUMS:
        names = list(names_of(enum).values())
        assert len(set(names)) == len(names) and all(names), (enum, names)


def test_every_pointer_has_a_length():
    """A structure that Python can show says how long each of its arrays is; one that is forgotten is named here."""
    wrong = []
    for name in WHOLE:
        try:
            layout_of(name)
            class_of(name)
        except NotImplementedError as error:
            wrong.append(str(error))
    assert not wrong


def test_structures_come_back_as_they_went():
    """A number put at each place of a flat structure by ctypes is read there by NumPy."""
    for name in WHOLE:
        if not is_flat("{" + name):
            continue
        kind, struct = dtype_of("{" + name), getattr(C, name)()
        raw = numpy.frombuffer(struct, numpy.uint8)
        raw[:] = numpy.arange(raw.size) % 2  # no bit pattern of a bool but 0 and 1
        seen = numpy.frombuffer(struct, kind)[0]
        for field, code in WHOLE[name]:
            if code[0] in "dizqQ<":
                assert getattr(struct, field) == seen[field], (name, field)
