"""Keyword arguments become the library's options.

Every function of the package takes the options of the structure that the C function takes, under the same names. This module
fills such a structure, and writes the part of a docstring that explains its fields, from the header's comments.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import operator
import os
import re
import textwrap

import numpy

from . import _abi
from ._library import C, split_array
from ._names import name_of, names_of, value_of
from ._structs import NUMBERS, Owner, Struct, class_name, dtype_of, is_flat, python_name

_OFFERED = {}  # struct in C → arguments that functions with its options explain
_CONVERTERS = {}  # struct in C → function(value, what, keep) that returns the address of such a structure


def converts(struct_name):
    """Decorator: the function turns a Python value into the address of such a structure."""
    def register(function):
        _CONVERTERS[struct_name] = function
        return function
    return register


def number(value, what):
    """A real number as a float; TypeError for what is none."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__float__") or numpy.iscomplexobj(value):
        raise TypeError(f"{what} must be a number, not {value!r}")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be a number, not {value!r}") from None
    except OverflowError:
        raise ValueError(f"{what} is too large for a number") from None


def whole(value, what, low=0, high=2**63 - 1):
    """A whole number as an int."""
    if isinstance(value, bool) or not (hasattr(value, "__index__") or (isinstance(value, float) and value.is_integer())):
        raise TypeError(f"{what} must be a whole number, not {value!r}")
    try:
        value = int(value) if isinstance(value, float) else operator.index(value)
    except TypeError:  # an array that does not hold one whole number
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None
    if not low <= value <= high:
        raise ValueError(f"{what} is {value}; it must be {low} to {high}")
    return value


def truth(value, what):
    """True or False as such."""
    if not isinstance(value, (bool, numpy.bool_)):
        raise TypeError(f"{what} must be True or False, not {value!r}")
    return bool(value)


def words(value, what):
    """A str or a path as the library takes it: UTF-8."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        value = os.fsencode(value)
    if not isinstance(value, bytes):
        raise TypeError(f"{what} must be a string, not {value!r}")
    if b"\0" in value:
        raise ValueError(f"{what} must not contain a null character")
    return value


def array(value, what, kind="f8", shape=None):
    """An array that the library can read as it lies in memory: contiguous, of that type. The same object where it is one.

    `shape`: what it must have; None stands for any size along that axis.
    """
    if numpy.ma.is_masked(value):
        raise ValueError(f"{what} has masked values: leave them out, or fill them")
    made = numpy.asarray(value)
    kind = numpy.dtype(kind)
    if made.dtype == object and kind.kind == "f" and getattr(getattr(value, "dtype", None), "kind", "O") in "biuf":
        made = value.to_numpy(kind, na_value=numpy.nan)  # pandas' own types, whose values can be missing
    if made.dtype != kind:
        if made.dtype.kind not in "biuf" or (kind.kind in "iu" and made.dtype.kind == "f" and
                                            not numpy.all(numpy.equal(made, numpy.floor(made)))):
            raise TypeError(f"{what} must be an array of {'numbers' if kind.kind == 'f' else 'whole numbers'}, not of "
                            f"{made.dtype}")
        if kind.kind in "iu" and made.size and not numpy.iinfo(kind).min <= made.min() <= made.max() <= numpy.iinfo(kind).max:
            raise ValueError(f"{what} has values outside {numpy.iinfo(kind).min} … {numpy.iinfo(kind).max}")
        made = made.astype(kind)
    made = numpy.ascontiguousarray(made) if made.ndim else made
    if shape is not None and (made.ndim != len(shape) or any(w is not None and w != s for w, s in zip(shape, made.shape))):
        wanted = " × ".join("n" if size is None else str(size) for size in shape)
        raise ValueError(f"{what} has the shape {made.shape}; it must be {wanted}")
    return made


def fill(struct, given, what=""):
    """Sets fields of a structure from a mapping; returns what must live as long as the structure. Unknown names are refused."""
    keep = []
    struct_name = type(struct).__name__
    if not hasattr(given, "items"):
        raise TypeError(f"{what.rstrip('.') or struct_name} must be a dict of its fields, not {given!r}")
    codes = {python_name(field): (field, code) for field, code in _abi.STRUCTS[struct_name]}
    for name, value in given.items():
        if name not in codes:
            raise unknown_argument(name, codes if what else _OFFERED.get(struct_name, codes), what)
        _set(struct, *codes[name], value, what + name, keep)
    struct._keep = [*getattr(struct, "_keep", ()), *keep]  # calls look there for laws of your own
    return keep


def unknown_argument(name, known, what=""):
    """The exception for an argument that there is not, with the one that was probably meant. `known`: names, or those of a struct."""
    import difflib

    known = _OFFERED.get(known, ()) if isinstance(known, str) else known
    near = difflib.get_close_matches(name, known, 1)
    return TypeError(f"unknown argument {what}{name}; " + (f"did you mean {what}{near[0]}?" if near else
                                                           f"there are {', '.join(known)}"))


def _set(struct, field, code, value, what, keep):
    mark = code[0]
    if mark == "d":
        setattr(struct, field, number(value, what))
    elif mark == "?":
        setattr(struct, field, truth(value, what))
    elif mark in "iIlLzqQB":
        size = ctypes.sizeof(C.of(mark)) * 8
        setattr(struct, field, whole(value, what, *((0, 2**size - 1) if mark in "ILzQB" else (-2**(size - 1), 2**(size - 1) - 1))))
    elif mark == "<":
        setattr(struct, field, value_of(code[1:], value, what))
    elif code == "*c":
        setattr(struct, field, None if value is None else words(value, what))
    elif mark == "{":
        _set_struct(getattr(struct, field), value, what, keep)
    elif mark == "[":
        _set_array(struct, field, code, value, what, keep)
    else:
        _set_pointer(struct, field, code[1:], value, what, keep)


def _set_struct(inner, value, what, keep):
    """A part of a structure: by another such structure, or by a mapping of its fields."""
    if isinstance(value, Struct):
        value = value._as_struct()
    if isinstance(value, type(inner)):
        ctypes.memmove(ctypes.byref(inner), ctypes.byref(value), ctypes.sizeof(inner))
        keep.append(value)
    elif isinstance(value, dict):
        keep.extend(fill(inner, value, what + "."))
    else:
        fields = ", ".join(python_name(field) for field, _ in _abi.STRUCTS[type(inner).__name__])
        raise TypeError(f"{what} must be a dict of its fields, not {value!r}; there are {fields}")


def _set_array(struct, field, code, value, what, keep):
    count, rest = split_array(code)
    if rest == "c":
        raw = words(value, what)
        if len(raw) >= count:
            raise ValueError(f"{what} has {len(raw)} bytes; at most {count - 1} fit")
        setattr(struct, field, raw)
    elif is_flat(rest):
        wanted = dtype_of(code)
        if rest[0] == "{" and getattr(value, "dtype", None) != wanted.base:
            raise TypeError(f"{what} must be an array with the fields {', '.join(wanted.base.names)}")
        made = array(value, what, wanted.base, wanted.shape)
        ctypes.memmove(ctypes.addressof(struct) + getattr(type(struct), field).offset, made.ctypes.data, made.nbytes)
    elif rest[0] == "{":
        values = list(value)
        if len(values) > count:
            raise ValueError(f"{what} has {len(values)} entries; at most {count} fit")
        for i, item in enumerate(values):
            _set_struct(getattr(struct, field)[i], item, f"{what}[{i}]", keep)
    else:
        raise TypeError(f"{what} cannot be given")


def _set_pointer(struct, field, code, value, what, keep):
    struct_name = type(struct).__name__
    if value is None:
        setattr(struct, field, None)
        return
    count = _count_field(struct_name, field)
    if code.startswith("*{") and code[2:] in _CONVERTERS:  # a list of pointers: laws
        convert = _CONVERTERS[code[2:]]
        values = [value] if isinstance(value, str) else list(value)
        made = (ctypes.c_void_p * len(values))(*(convert(item, what, keep) for item in values))
        keep.append(made)
        setattr(struct, field, ctypes.addressof(made))
        setattr(struct, count, len(values))
    elif code[0] == "{" and code[1:] in _CONVERTERS:
        setattr(struct, field, _CONVERTERS[code[1:]](value, what, keep))
    elif is_flat(code) and code[0] != "{":
        kind = dtype_of(code)
        made = array(value, what, kind.base, (None, *kind.shape))
        keep.append(made)
        setattr(struct, field, made.ctypes.data)
        if count is not None:
            setattr(struct, count, len(made))
    elif code[0] == "{" and count is None:
        inner = default_of(code[1:])
        _set_struct(inner, value, what, keep)
        keep.append(inner)
        setattr(struct, field, ctypes.addressof(inner))
    elif code[0] == "{":
        values = [value] if isinstance(value, (dict, str)) else list(value)
        made = (getattr(C, code[1:]) * len(values))()
        for i, item in enumerate(values):
            _set_struct(made[i], item, f"{what}[{i}]", keep)
        keep.append(made)
        setattr(struct, field, ctypes.addressof(made))
        setattr(struct, count, len(values))
    else:
        raise TypeError(f"{what} cannot be given")


def _count_field(struct_name, field):
    """The field that says how many things are behind a pointer; None: there is one, or another array says it."""
    fields = [name for name, _ in _abi.STRUCTS[struct_name]]
    known = _abi.LENGTHS[struct_name].get(field)
    singular = field[:-1] if field.endswith("s") else field
    for candidate in (known, field + "_count", singular + "_count"):
        if candidate in fields:
            return candidate
    return None


def default_of(struct_name):
    """A structure with the library's defaults; zeroed where there is no function for them."""
    function = struct_name + "_default"
    return getattr(C, function)() if function in _abi.FUNCTIONS else getattr(C, struct_name)()


class Options:
    """A structure of options, filled from keyword arguments. `pointer` is what a function takes."""

    def __init__(self, struct_name, given=None, **fixed):
        self.struct = default_of(struct_name)
        self.keep = fill(self.struct, {**(given or {}), **fixed})
        self.pointer = ctypes.byref(self.struct)


class Input(Struct):
    """A structure that users make: keyword arguments over the library's defaults, checked as options are."""

    def __init__(self, **fields):
        """`fields`: those that differ from the library's defaults, in the units of the class."""
        options = Options(self._struct, fields)
        self.__dict__.update(self._of(options.struct, Owner(options.struct, keep=options.keep)).__dict__)

    def replace(self, **fields):
        """The same with other values of some fields, in the units of the class.

        Examples
        --------
        >>> routh.Pair(mu=.2, eps=.5).replace(mu=.3).mu
        0.3
        """
        return type(self)(**{**{name: getattr(self, name) for _, _, name in self._layout}, **fields})


def explain(struct_name, but=(), width=92):
    """The paragraph of a docstring that lists the options of a structure, from the header: type, default, what it is."""
    from ._abi_docs import ABOUT

    lines, function = [], struct_name + "_default"
    known = function in _abi.FUNCTIONS and not _abi.FUNCTIONS[function][1]  # some depend on something
    defaults = default_of(struct_name) if known else None
    counts = {_count_field(struct_name, field) for field, code in _abi.STRUCTS[struct_name] if code[0] == "*"}
    for field, code in _abi.STRUCTS[struct_name]:
        if field in but or field in counts or code.startswith(("*(", "*v", "*!")):
            continue
        about, usual = _words(ABOUT.get(f"{struct_name}.{field}", "")), known and _usual(defaults, field, code) or None
        if code == "?":
            about = re.sub(r"(^|[;.] )([01])(?=[:,]| \(default\))", lambda bit: bit[1] + str(bit[2] == "1"), about)
            about = re.sub(r"[Dd]efault ([01])(?=[:,])", lambda bit: str(bit[1] == "1"), about)
        if usual is not None:
            about = re.sub(r"(^|[;,:.])? ?default(s to)? [-\w.'’\"]+\.?$", "", about).strip()
        about = about[:1].upper() + about[1:] if re.match(r"(?!kg\b|rad\b)[a-z]{2,}\b(?!_)|a ", about) else about
        lines += textwrap.wrap(f"{python_name(field)} : {_kind(struct_name, field, code)}" +
                               ("" if usual is None else f", default {usual}"), width, subsequent_indent="    ")
        lines += textwrap.wrap(about, width, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def _words(about):
    """A comment of the header in Python's words."""
    about = re.sub(r"\s+", " ", re.sub(r"\n\s*\* ", " ", about))
    about = re.sub(r"\bNULL\b", "None", about).replace("routh_shape3_of_text", "`routh.shape3`")
    about = re.sub(r",? ROUTH_RANGE_\w+", "", about)  # two numbers in C; the message of a value outside says them
    about = re.sub(r"\bROUTH_\w+", lambda name: f"{_abi.CONSTANTS.get(name[0], name[0])}", about)
    return re.sub(r"\brouth_(\w+_default|dataset_\w+|names)\b", r"`routh_\1`", about)


def _usual(defaults, field, code):
    """The default of an option as it would be typed; None: the header says what it means, or it is not one value."""
    value = getattr(defaults, field)
    if code == "d":
        return None if value != value else f"{value:.6g}"
    if code == "?":
        return str(bool(value))
    if code[0] == "<":
        return f'"{name_of(code[1:], value)}"'
    return str(value) if code in NUMBERS and value != 0 else None


def _kind(struct_name, field, code):
    if code[0] == "<":
        return "{" + ", ".join(f'"{name}"' for name in names_of(code[1:]).values()) + "}"
    if code == "*c" or code.endswith("]c"):
        return "str"
    if code in NUMBERS:
        return {"d": "float", "?": "bool"}.get(code, "int")
    plain = code.lstrip("*")
    if plain.startswith("{routh_law") and plain[1:] in ("routh_law", "routh_law3"):
        return "law, or its name" if code[1] != "*" else "list of laws, or of their names"
    if code[0] == "[" and is_flat(code):
        return "array of " + " × ".join(map(str, dtype_of(code).shape))
    if plain.startswith("{"):
        several = code[0] == "*" and _count_field(struct_name, field) is not None
        return ("list of dict" if several else "dict") + f" with fields of {class_name(plain[1:])}"
    return "array" if is_flat(plain) else "not for Python"


def with_options(*struct_names, but=()):
    """Decorator: adds the options of these structures to the docstring, where it says {options}."""
    def add(function):
        if function.__doc__ and "{options}" in function.__doc__:
            parts = "\n".join(explain(name, but) for name in struct_names)
            indent = " " * (len(function.__doc__.split("{options}")[0]) - len(function.__doc__.split("{options}")[0].rstrip(" ")))
            function.__doc__ = function.__doc__.replace("{options}", parts.replace("\n", "\n" + indent))
            section = function.__doc__.split("Parameters\n", 1)[-1].split(f"\n{indent}Examples\n")[0]
            named = re.findall(rf"^{indent}(\w+(?:, \w+)*) : ", section, re.MULTILINE)
            for name in struct_names:
                offered = _OFFERED.setdefault(name, [])
                offered += [each for part in named for each in part.split(", ") if each not in offered]
        return function
    return add
