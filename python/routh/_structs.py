"""Structures of the library as Python sees them: frozen dataclasses and NumPy arrays that look at the library's memory.

A structure `routh_law_study` becomes the class `LawStudy`, with the fields that it has in C. Numbers, strings and enumerations
(as their names) are converted; arrays of numbers, and of structures that hold only numbers, are NumPy arrays without a copy;
other structures are dataclasses again. How long the array behind a pointer is stands in the table of fields.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import functools
import keyword

import numpy

from . import _abi
from ._errors import Error, text
from ._library import C, PLAIN, making, split_array, version
from ._names import name_of

LENGTHS = _abi.LENGTHS

NUMBERS = {"d": "f8", "i": "i4", "I": "u4", "l": "i8", "L": "u8", "z": "u8", "q": "i8", "Q": "u8", "?": "?", "B": "u1"}
_POINTER = "*"


class Owner:
    """Memory of the library: a structure and the function that releases it. Arrays that look at it keep it alive."""

    _release = None

    def __init__(self, struct, release=None, keep=()):
        self.struct, self.keep, self._release = struct, list(keep), release

    def __reduce__(self):
        raise TypeError("it looks at memory of the library, and cannot be pickled or copied deeply: write it to a file")

    def __del__(self):
        release, self._release = self._release, None
        if release is not None:
            release(None, ctypes.byref(self.struct))


def own(name, keep=()):
    """A zeroed structure that routh_…_release will release; it is filled by a call."""
    return Owner(getattr(C, name)(), getattr(C, name + "_release", None), keep)


@functools.lru_cache(maxsize=None)
def is_flat(code):
    """Does it hold nothing but numbers?"""
    if code[0] == "{":
        fields = _abi.STRUCTS[code[1:]]
        return fields is not None and all(is_flat(field) for _, field in fields)
    if code[0] == "[":
        return is_flat(split_array(code)[1])
    return code[0] in NUMBERS or code[0] == "<"


@functools.lru_cache(maxsize=None)
def dtype_of(code):
    """NumPy's type of something flat, with the library's layout."""
    if code[0] == "{":
        struct = getattr(C, code[1:])
        fields = _abi.STRUCTS[code[1:]]
        return numpy.dtype({"names": [name for name, _ in fields], "formats": [dtype_of(field) for _, field in fields],
                            "offsets": [getattr(struct, name).offset for name, _ in fields],
                            "itemsize": ctypes.sizeof(struct)})
    if code[0] == "[":
        count, rest = split_array(code)
        inner = dtype_of(rest)
        return numpy.dtype((inner.base, (count, *inner.shape)))
    return numpy.dtype("i4" if code[0] == "<" else NUMBERS[code[0]])


def view(code, address, shape, owner):
    """An array of things with that code at an address, read-only. It keeps the owner alive."""
    kind = dtype_of(code)
    count = int(numpy.prod(shape)) if shape else 1
    if count == 0 or not address:
        return numpy.empty((*shape, *kind.shape), kind.base)
    raw = (ctypes.c_char * (count * kind.itemsize)).from_address(address)
    raw.owner = owner
    return numpy.frombuffer(memoryview(raw).toreadonly(), kind.base).reshape(*shape, *kind.shape)


class Rows(tuple):
    """Several results of one kind. `rows[0]` is the first one, `rows["mirtich"]` the one with that name."""

    def __getitem__(self, key):
        if not isinstance(key, str):
            return tuple.__getitem__(self, key)
        for row in self:
            if _name(row) == key:
                return row
        known = ", ".join(repr(name) for name in map(_name, self) if name)
        raise KeyError(f"{key!r}; there are {known or 'none with a name'}")

    def keys(self):
        """The names."""
        return [_name(row) for row in self]

    def __reduce__(self):
        return Rows, (tuple(self),)

    def __repr__(self):
        from ._frames import text_of_rows

        return text_of_rows(self)

    def to_pandas(self):
        """One row a result, as a pandas DataFrame; units as in the class of the rows."""
        from ._frames import frame_of_rows

        return frame_of_rows(self)


def _name(row):
    for field in ("name", "law", "insertion", "frame"):
        found = getattr(row, field, None)
        found = found if isinstance(found, str) else getattr(found, "name", None)
        if found:
            return found
    return None


class Struct:
    """What all results share. Its fields are those of the structure in C, whose header explains them."""

    _struct = None  # the name in C
    _owner = None  # of the memory that arrays look at; None after unpickling

    @classmethod
    def _of(cls, struct, owner, up=None):
        """The Python object for a structure in memory. `up`: the Python object that it is part of."""
        made = object.__new__(cls)
        put = functools.partial(object.__setattr__, made)
        address = ctypes.addressof(struct)
        put("_owner", owner)
        put("_address", address)
        put("_up", up)
        for field, code, name in cls._layout:
            put(name, _value(cls._struct, field, code, struct, address, owner, made, up))
        put("_up", None)
        return made

    def __getstate__(self):
        state = {name: value for name, value in self.__dict__.items() if name not in ("_owner", "_address", "_up")}
        return {"routh": version(), "text": self._text(), "fields": state}

    def __setstate__(self, state):
        if state.get("routh") != version():
            raise Error(f"{type(self).__name__}: pickled by Routh {state.get('routh')}; this is {version()}. Write results to "
                        "JSON to keep them.", "bad-format")
        self.__dict__.update(state["fields"])
        self.__dict__["_kept_text"] = state["text"]

    def _as_struct(self):
        """The structure in C: where the library has it, or made from the values where it is not the library's."""
        kind = getattr(C, self._struct)
        if self._owner is not None:
            made = kind.from_address(self._address)
            made.owner = self._owner
            return made
        from ._options import fill

        made = kind()
        made.owner = fill(made, {name: getattr(self, name) for _, _, name in self._layout})
        return made

    def _text(self):
        return self.__dict__.get("_kept_text")

    def __repr__(self):
        from ._frames import text_of_struct

        return self._text() or text_of_struct(self)

    def _repr_html_(self):
        from ._frames import html_of_struct

        return html_of_struct(self)

    def to_pandas(self):
        """The numbers as a pandas Series, or the rows of the result's main table as a DataFrame. Units as in the class.

        Examples
        --------
        >>> float(routh.Impact(mass=.1, inertia=1e-4, rx=.01, ry=-.05, vx=1, vy=-1, omega=0).to_pandas()["mass"])
        0.1
        """
        from ._frames import series_of_struct

        return series_of_struct(self)


def struct_of(value, struct_name, what):
    """The structure in C of a result; TypeError for anything else. Whoever keeps its address must keep it, too."""
    if getattr(value, "_struct", None) != struct_name:
        raise TypeError(f"{what} must be a {class_name(struct_name)}, not {value!r}")
    return value._as_struct()


_SPECIAL = {}  # struct in C → function that makes the Python value of a pointer to it


def pointer_to(struct_name):
    """Decorator: the function makes the Python value for pointers to that structure."""
    def register(function):
        _SPECIAL[struct_name] = function
        return function
    return register


def _value(struct_name, field, code, struct, address, owner, made, up):
    mark = code[0]
    if mark == "<":
        return name_of(code[1:], getattr(struct, field))
    if mark in PLAIN:
        return getattr(struct, field)
    if code == "*c":
        raw = getattr(struct, field)
        return None if raw is None else text(raw)
    offset = getattr(type(struct), field).offset
    if code == "{routh_findings":  # a list, and shown as one
        return class_of(code[1:])._of(getattr(struct, field), owner, made).finding
    if mark == "{":
        return class_of(code[1:])._of(getattr(struct, field), owner, made)
    if mark == "[":
        count, rest = split_array(code)
        if rest == "c":
            return text(bytes(getattr(struct, field)))
        if rest == "*c":
            return tuple(None if raw is None else text(raw) for raw in getattr(struct, field))
        if rest.endswith("]c"):
            return tuple(text(bytes(raw)) for raw in getattr(struct, field))
        length = LENGTHS[struct_name].get(field)
        if rest[0] == "*" and length is not None:  # arrays of the same size
            return tuple(_pointed(struct_name, field, rest[1:], part, owner, made, up)
                         for part in (ctypes.c_void_p * count).from_address(address + offset))
        return _several(rest, address + offset, (count if length is None else getattr(made, length),), owner, made)
    return _pointed(struct_name, field, code[1:], getattr(struct, field), owner, made, up)


def _several(code, address, shape, owner, made):
    if code[0] == "<":
        return tuple(name_of(code[1:], int(value)) for value in view(code, address, shape, owner))
    if is_flat(code):
        return view(code, address, shape, owner)
    if code[0] == "*":  # pointers: to laws, or to nothing that Python shows
        target = code[1:]
        addresses = (ctypes.c_void_p * shape[0]).from_address(address)
        special = _SPECIAL.get(target[1:]) if target[0] == "{" else None
        if special is None:
            raise NotImplementedError(code)
        return tuple(None if not a else special(a, owner) for a in addresses)
    if code[0] == "[":
        count, rest = split_array(code)
        size = ctypes.sizeof(C.of(code, in_struct=True))
        return tuple(_several(rest, address + i * size, (count,), owner, made) for i in range(shape[0]))
    kind = class_of(code[1:])
    items = (getattr(C, code[1:]) * shape[0]).from_address(address) if shape[0] else ()
    return Rows(kind._of(item, owner, made) for item in items)


def _pointed(struct_name, field, code, address, owner, made, up):
    special = _SPECIAL.get(code[1:]) if code[0] == "{" else None
    length = LENGTHS[struct_name].get(field)
    if special is not None and length in (None, "1"):
        return special(address, owner) if address else None
    shape = eval(length, {"__builtins__": {}}, _Scope(made, up, owner))  # noqa: S307: our own table
    shape = shape if isinstance(shape, tuple) else (shape,)
    if length == "1":
        if not address:
            return None
        return class_of(code[1:])._of(getattr(C, code[1:]).from_address(address), owner, made)
    shape = tuple(int(size) for size in shape)
    if not address:
        return (view(code, None, shape, owner) if 0 in shape else None) if is_flat(code) else Rows()
    if code == "*c":
        return tuple(text(raw) for raw in (ctypes.c_char_p * shape[0]).from_address(address))
    return _several(code, address, shape, owner, made)


class _Scope(dict):
    """Names in lengths: the fields of the structure, `up`, the one that it is part of, and `owner`, whose memory it is."""

    def __init__(self, made, up, owner):
        super().__init__(up=up, owner=owner, last=lambda array: 0 if array is None else array[-1])
        self.made = made

    def __missing__(self, name):
        return getattr(self.made, name)


def python_name(field):
    """A field's name in Python: `lambda` would be `lambda_`."""
    return field + "_" if keyword.iskeyword(field) else field


def layout_of(struct_name):
    """The fields that Python shows: (name in C, code, name in Python). Those with numbers first: lengths need them."""
    lengths = LENGTHS[struct_name]
    shown, later = [], []
    for field, code in _abi.STRUCTS[struct_name]:
        pointer = code[0] == "*" and code != "*c"
        if lengths.get(field, "") is None or (code[0] == "*" and (code[1] in "(!v" or code[1:] == "f")):
            continue
        if pointer and code[2:] not in _SPECIAL and _abi.STRUCTS.get(code[2:], 0) is None:
            continue  # opaque
        (later if pointer or (code[0] == "[" and field in lengths) else shown).append((field, code, python_name(field)))
    return shown + later


_classes = {}


def class_name(struct_name):
    """routh_law_study → LawStudy."""
    return "".join(part[:1].upper() + part[1:] for part in struct_name[len("routh_"):].split("_"))


def result(struct_name):
    """Decorator: the class is what Python sees of that structure, with methods of its own."""
    def finish(cls):
        layout = layout_of(struct_name)
        cls._struct, cls._layout = struct_name, layout
        cls.__annotations__ = {**{name: object for _, _, name in layout}, **cls.__dict__.get("__annotations__", {})}
        if not cls.__doc__:
            cls.__doc__ = document(struct_name)
        own_init = cls.__init__ is not object.__init__
        made = dataclasses.dataclass(frozen=True, repr=False, eq=False, init=not own_init)(cls)
        _classes[struct_name] = made
        return made
    return finish


def class_of(struct_name):
    """The class for a structure: the one with methods, or one made from the header alone."""
    found = _classes.get(struct_name)
    if found is None:
        import routh

        name = class_name(struct_name)
        if name in routh._HOME_OF:  # it has methods: its module registers it
            getattr(routh, name)
            found = _classes.get(struct_name)
    if found is None:
        with making:  # one class, whichever thread comes first
            found = _classes.get(struct_name)
            if found is None:
                made = type(name, (Struct,), {"__module__": "routh.types", "__qualname__": name})
                found = result(struct_name)(made)
    return found


def document(struct_name):
    """The header's words about a structure and its fields."""
    from ._abi_docs import ABOUT

    words = [ABOUT.get(struct_name, f"`{struct_name}` of the library."), "", "Attributes", "----------"]
    for field, _, name in layout_of(struct_name):
        about = ABOUT.get(f"{struct_name}.{field}", "").replace("\n", " ")
        words.append(f"{name}" + (f"\n    {about}" if about else ""))
    return "\n".join(words)


def result_of(struct_name, owner, *, up=None):
    """The Python object for the structure that an owner holds."""
    return class_of(struct_name)._of(owner.struct, owner, up)
