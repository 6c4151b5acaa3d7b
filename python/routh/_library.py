"""librouth as ctypes sees it, from the tables that python/generate.py wrote.

`C.routh_law_solve` is a function, `C.routh_contact` a structure, `C.ROUTH_MU_CAP` a number. All are made when they are first
asked for: importing costs next to nothing.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os
import sys
import threading
from pathlib import Path

from . import _abi

PLAIN = {"d": ctypes.c_double, "i": ctypes.c_int, "I": ctypes.c_uint, "l": ctypes.c_long, "L": ctypes.c_ulong,
         "z": ctypes.c_size_t, "q": ctypes.c_int64, "Q": ctypes.c_uint64, "?": ctypes.c_bool, "c": ctypes.c_char,
         "B": ctypes.c_ubyte, "v": None, "f": None}


def version():
    """The version of the package, which is the library's: "major.minor.patch"."""
    return ".".join(str(part) for part in _abi.VERSION)


def _candidates():
    name = f"librouth.so.{_abi.VERSION[0]}.{_abi.VERSION[1]}"
    given = os.environ.get("ROUTH_LIBRARY")
    if given:
        return [given]
    beside = Path(__file__).parent / "_lib" / name
    return [str(beside), name] if beside.exists() else [name]


def _load():
    found = None
    for candidate in _candidates():
        try:
            found = ctypes.CDLL(candidate)
            break
        except OSError as error:
            reason = error
    if found is None:
        raise ImportError(f"routh: the library cannot be loaded: {reason}. Install librouth, or set ROUTH_LIBRARY to its file.")
    if not hasattr(found, "routh_version") or not hasattr(found, "routh_interface"):
        raise ImportError(f"routh: {candidate} is another library, or a Routh older than this package.")
    found.routh_version.restype = ctypes.c_char_p
    there = found.routh_version().decode()
    if there != version():
        raise ImportError(f"routh: the package is of version {version()}, but {candidate} is Routh {there}: install both from "
                          "the same release.")
    found.routh_interface.restype = ctypes.c_char_p
    if found.routh_interface().decode() != _abi.INTERFACE:
        raise ImportError(f"routh: {candidate} was built from other headers than this package: build both from the same sources.")
    return found


def split_array(code):
    """The count and the rest of an array's code."""
    end = code.index("]")
    return int(code[1:end]), code[end + 1:]


def _split_function(code):
    """The codes of what a function returns and takes, from "(R;A;B)"."""
    parts, depth, start = [], 0, 1
    for i, mark in enumerate(code):
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if (mark == ";" and depth == 1) or (mark == ")" and depth == 0):
            parts.append(code[start:i])
            start = i + 1
    return parts


# Who makes a structure, or its class. A fork waits for it, so that the child finds all whole.
making = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=making.acquire, after_in_parent=making.release, after_in_child=making.release)


class _C:
    """Names of the C interface. A pointer in a structure is an address (None: NULL), but a string is bytes."""

    def __init__(self):
        self._new, self._depth = {}, 0  # what is being made: other threads see it when it is whole

    def __getattr__(self, name):
        with making:
            for made in (self.__dict__, self._new):
                if name in made:
                    return made[name]
            self._depth += 1
            try:
                self._new[name] = self._made(name)
                if self._depth == 1:
                    self.__dict__.update(self._new)
                return self._new[name]
            finally:
                self._depth -= 1
                if self._depth == 0:
                    self._new.clear()

    def _made(self, name):
        if name in _abi.FUNCTIONS:
            return self._function(name)
        if name in _abi.STRUCTS:
            return self._structure(name)
        if name in _abi.CONSTANTS:
            return _abi.CONSTANTS[name]
        if name in _abi.DATA:
            return self.of(_abi.DATA[name]).in_dll(library, name)
        raise AttributeError(f"librouth has no {name}")

    def _structure(self, name):
        made = type(name, (ctypes.Structure,), {})
        self._new[name] = made  # before its fields: they may point to it
        if _abi.STRUCTS[name] is not None:
            made._fields_ = [(field, self.of(code, in_struct=True)) for field, code in _abi.STRUCTS[name]]
        return made

    def _function(self, name):
        returned, parameters = _abi.FUNCTIONS[name]
        function = getattr(library, name)
        function.restype = self.of(returned)
        function.argtypes = [self.of(code) for _, code in parameters]
        return function

    def of(self, code, in_struct=False):
        """The ctypes type of a code of generate.py."""
        mark = code[0]
        if mark in PLAIN:
            return PLAIN[mark]
        if mark == "<":
            return ctypes.c_int
        if mark == "{":
            return getattr(self, code[1:])
        if mark == "[":
            count, rest = split_array(code)
            return self.of(rest, in_struct) * count
        if mark == "!":
            return self.of(_abi.TYPES[code[1:]])
        if mark == "(":
            return ctypes.CFUNCTYPE(*(self.of(part) for part in _split_function(code)))
        assert mark == "*", code
        rest = code[1:]
        if rest == "c":
            return ctypes.c_char_p
        if rest[0] in "(!":
            return self.of(rest)
        if in_struct or rest[0] in PLAIN or rest[0] == "<":
            return ctypes.c_void_p
        return ctypes.POINTER(self.of(rest))


library = _load()
C = _C()


def program():
    """The path of the program `routh` that belongs to this package."""
    beside = Path(__file__).parent / "_lib" / "routh"
    if beside.exists():
        return str(beside)
    from shutil import which

    found = which("routh")
    # the script that pip installs for this package is not the program
    if found and not Path(found).resolve().is_relative_to(Path(sys.prefix).resolve()) or sys.prefix == sys.base_prefix:
        return found
    return None
