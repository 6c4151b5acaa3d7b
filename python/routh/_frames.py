"""Results as text, as HTML and as pandas' frames. pandas is only needed by those who ask for it.

SPDX-License-Identifier: BSD-3-Clause
"""
import dataclasses
import html

import numpy

from . import _abi
from ._names import name_of


def _pandas():
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas() needs pandas: install python3-pandas, or `pip install pandas`") from None
    return pandas


def _short(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, numpy.ndarray):
        if value.size <= 9 and value.dtype.names is None:
            return "[" + ", ".join(_short(item) for item in value.ravel().tolist()) + "]"
        return f"array of {' × '.join(map(str, value.shape))}" + (" rows" if value.dtype.names else "")
    if isinstance(value, tuple):
        if value and dataclasses.is_dataclass(value[0]):
            return f"{len(value)} of {type(value[0]).__name__}"
        return "(" + ", ".join(repr(item) if isinstance(item, str) else _short(item) for item in value) + ")"
    if dataclasses.is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        few = len(parts) <= 4 and not any(dataclasses.is_dataclass(part) for part in parts.values())
        return type(value).__name__ + (f"({', '.join(f'{name}={_short(part)}' for name, part in parts.items())})" if few else "")
    return str(value).split("\n", 1)[0]  # a law says more of itself in further lines


def text_of_rows(rows, most=20):
    """A line for each row; where rows have several, how many there are and their names."""
    lines = [repr(row) for row in rows[:most]]
    more = [f"… {len(rows)} in all"] if len(rows) > most else []
    if not any("\n" in line.strip() for line in lines):
        return "\n".join([line.strip() for line in lines] + more) or "none"
    names = [name for name in rows.keys()[:most] if name]
    return f"{len(rows)} of {type(rows[0]).__name__}" + (f": {', '.join(names + more)}" if names else "")


def text_of_struct(made):
    """A line for each field."""
    fields = [field.name for field in dataclasses.fields(made)]
    width = max(map(len, fields), default=0)
    return type(made).__name__ + "\n" + "\n".join(f"  {name:<{width}}  {_short(getattr(made, name))}" for name in fields)


def html_of_struct(made):
    """The text that the program would print, or a table of the fields."""
    words = made._text()
    if words:
        return f"<pre>{html.escape(words)}</pre>"
    rows = "".join(f"<tr><th style='text-align:left'>{html.escape(field.name)}</th>"
                   f"<td style='text-align:left'>{html.escape(_short(getattr(made, field.name)))}</td></tr>"
                   for field in dataclasses.fields(made))
    return f"<table><caption>{type(made).__name__}</caption>{rows}</table>"


def _flatten(made, prefix=""):
    """{name: value} of everything that is one value."""
    found = {}
    for field in dataclasses.fields(made):
        value = getattr(made, field.name)
        name = prefix + field.name
        if field.name == "law" and isinstance(getattr(value, "name", None), str):
            found[name] = value.name
        elif dataclasses.is_dataclass(value):
            found.update(_flatten(value, name + "."))
        elif isinstance(value, numpy.ndarray) and value.dtype.names is None and value.size <= 16:
            found.update({name + "".join(f".{i}" for i in index): item.item() for index, item in numpy.ndenumerate(value)})
        elif not isinstance(value, (numpy.ndarray, tuple)):
            found[name] = value
    return found


def series_of_struct(made):
    """One value a row."""
    return _pandas().Series(_flatten(made), name=type(made).__name__, dtype=object)


def frame_of_rows(rows):
    """One row a result."""
    frame = _pandas().DataFrame([_flatten(row) for row in rows])
    names = rows.keys() if rows else []
    if any(names):
        frame.index = names
    return frame


def frame_of_array(array, struct_name=None):
    """Columns from an array of structures; parts of structures get dotted names, enumerations their names."""
    columns = {}
    _add_columns(columns, array, struct_name, "")
    return _pandas().DataFrame(columns)


def _add_columns(columns, array, struct_name, prefix):
    codes = dict(_abi.STRUCTS.get(struct_name) or ())
    for name in array.dtype.names:
        part, code = array[name], codes.get(name, "")
        if part.dtype.names:
            _add_columns(columns, part, code[1:], prefix + name + ".")
        elif part.ndim > 1:
            flat = part.reshape(len(part), -1)
            columns.update({f"{prefix}{name}.{i}": flat[:, i] for i in range(flat.shape[1])})
        elif code.startswith("<"):
            columns[prefix + name] = [name_of(code[1:], int(value)) for value in part]
        else:
            columns[prefix + name] = part
