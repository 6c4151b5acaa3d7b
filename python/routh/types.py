"""Classes of results. Each is named after its structure in C: `routh_law_study` is `routh.types.LawStudy`.

SPDX-License-Identifier: BSD-3-Clause
"""
from . import _abi
from ._structs import class_name, class_of

_structs = {class_name(name): name for name, fields in _abi.STRUCTS.items() if fields is not None}


def __getattr__(name):
    if name in _structs:
        import routh

        routh._load_all()  # classes with methods register themselves
        return class_of(_structs[name])
    raise AttributeError(f"module 'routh.types' has no attribute {name!r}")


def __dir__():
    return sorted(_structs)
