"""What is known about pairs of surfaces.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import dataclasses
import json
import math
import os

import numpy

from ._call import call
from ._data import io_memory, io_path, text_of, write
from ._errors import Error, text
from ._library import C
from ._names import names_of
from ._options import fill, whole, words
from ._structs import Owner, Struct, own, result, result_of

_TABLE = "routh_materials_table_write"  # .txt, .md and .csv
_TEXTS = ("name", "body", "ground", "source", "licence", "command", "note")


@dataclasses.dataclass(frozen=True)
class MaterialParameter:
    """One number of a material.

    Attributes
    ----------
    value, error : float
        NaN: not stated; standard error: NaN: not known, infinite: the data do not determine it. No unit.
    interval : tuple of float
        95 %; NaN: not known.

    Examples
    --------
    >>> routh.materials()["cube on board"].mu.value > 0
    True
    """

    value: float
    error: float
    interval: tuple

    def __float__(self):
        return self.value


@result("routh_material")
class Material(Struct):
    """A pair of surfaces: a law's numbers with intervals, over which speeds, and where they come from.

    Besides the fields of `routh_material`, its parameters are there by name: mu, eps, eps_slope, mu_slide, mu_slope, eta2, each
    with a value, an error and an interval; they have no unit. Speeds are in m/s.

    Examples
    --------
    >>> routh.materials()["cube on board/rigid"].law
    'rigid'
    """

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        names = names_of("routh_material_parameter")
        for i, known in names.items():
            if known == name:
                found = self.interval[i]
                return MaterialParameter(float(self.value[i]), float(self.error[i]), (float(found["low"]), float(found["high"])))
        raise AttributeError(f"Material has no attribute {name!r}; its parameters are {', '.join(names.values())}")

    def _text(self):
        if self._owner is None:
            return super()._text()
        return text_of("routh_material_write", ".txt", ctypes.byref(self._as_struct())).decode()

    def draws(self, count, seed=1):
        """Draws sets of parameters from what is known: normal with these errors and correlations, within bounds.

        Parameters
        ----------
        count : int
            The number of sets.
        seed : int
            The same seed gives the same sets; the first are the same for any count.

        Returns
        -------
        dict of str to array
            For each parameter that is stated, `count` values; no unit.

        Examples
        --------
        >>> routh.materials()["cube on board"].draws(3)["mu"].shape
        (3,)
        """
        count = whole(count, "count", 1, C.ROUTH_MOST_REPETITIONS)
        sets = numpy.empty((count, C.ROUTH_MATERIAL_PARAMETERS))
        kind = ctypes.POINTER(ctypes.c_double * C.ROUTH_MATERIAL_PARAMETERS)
        call("routh_material_draw", ctypes.byref(self._as_struct()), whole(seed, "seed", 0, 2**64 - 1), count,
             ctypes.cast(sets.ctypes.data, kind))
        return {name: sets[:, i].copy() for i, name in names_of("routh_material_parameter").items()
                if math.isfinite(self.value[i])}

    @property
    def findings(self):
        """What the data did not determine, and what is not known, as sentences; units stand in them.

        Examples
        --------
        >>> isinstance(routh.materials()["cube on board"].findings, tuple)
        True
        """
        owner = own("routh_findings")
        call("routh_material_findings", ctypes.byref(self._as_struct()), ctypes.byref(owner.struct))
        return tuple(text(C.routh_finding.from_address(owner.struct.finding + i * ctypes.sizeof(C.routh_finding)).text)
                     for i in range(owner.struct.count))


@result("routh_materials")
class Materials(Struct):
    """A table of pairs of surfaces, the best law of a pair first. `table["cube on board"]`, `table["cube on board/rigid"]`.

    Attributes
    ----------
    material : Rows of Material
        Parameters have no unit; speeds are in m/s.

    Examples
    --------
    >>> len(routh.materials()) > 5
    True
    """

    def __len__(self):
        return self.count

    def __iter__(self):
        return iter(self.material)

    def __getitem__(self, key):
        if not isinstance(key, str):
            return self.material[key]
        if self._owner is None:
            return self.material[key]
        try:
            found = call("routh_materials_find", ctypes.byref(self._owner.struct), words(key, "name"))
        except Error as error:
            raise KeyError(error.message) from None
        size = ctypes.sizeof(C.routh_material)
        return self.material[(ctypes.addressof(found.contents) - self._owner.struct.material) // size]

    def _text(self):
        if self._owner is None:
            return super()._text() or "\n".join(f"{one.name}, {one.law}" for one in self.material)
        return text_of(_TABLE, ".txt", ctypes.byref(self._owner.struct)).decode()

    def select(self, name=None, law=None):
        """Those of a name, of a law, or of both, as another table.

        Parameters
        ----------
        name : str, optional
            Of the pair, of a law, or "name/law"; no unit.
        law : str or list of str, optional
            Only rows with one of these laws.

        Examples
        --------
        >>> len(routh.materials().select("cube on board", law="rigid"))
        1
        """
        laws = None if law is None else {one.lower() for one in ([law] if isinstance(law, str) else law)}
        rows = list(self.material)
        if name is not None:
            found = self[name]
            whole_name = "/" not in name and found.law.lower() != name.lower()
            rows = [one for one in rows if one is found or (whole_name and one.name.lower() == found.name.lower())]
        return _table([one for one in rows if laws is None or one.law.lower() in laws])

    def add(self, source, law=None, **texts):
        """Another table, with the rows of a result added at its end. Friction and restitution have no unit.

        Parameters
        ----------
        source : str, path, Materials or Material
            results.json of a study, a fit or tosses, or another table.
        law : str or list of str, optional
            Only its rows with these laws.
        **texts : str
            name, body, ground, source_text (whose recording), licence, command, note of the rows that are added.

        Examples
        --------
        >>> own = routh.Materials.of([{"name": "puck on ice", "law": "rigid", "mu": .02, "eps": .7}])
        >>> len(own.add(routh.materials()["cube on board"]))
        2
        """
        rows = [source] if isinstance(source, Material) else list(materials(source).select(law=law))
        if "source_text" in texts:
            texts["source"] = texts.pop("source_text")
        unknown = [key for key in texts if key not in _TEXTS]
        if unknown:
            raise TypeError(f"unknown argument {unknown[0]}; there are {', '.join(_TEXTS)}")
        return _table([*self.material, *rows], {len(self.material) + i: texts for i in range(len(rows))})

    @classmethod
    def of(cls, rows):
        """A table of your own, from mappings.

        Parameters
        ----------
        rows : sequence of dict
            Fields of Material: name, body, ground, law, restitution (default: the law's), source, licence …, and parameters by
            name: a number, or a pair of value and standard error; no unit.

        Examples
        --------
        >>> routh.Materials.of([{"name": "puck on ice", "mu": (.02, .005), "eps": .7}])["puck on ice"].mu.error
        0.005
        """
        names = {name: i for i, name in names_of("routh_material_parameter").items()}
        made = []
        for row in [rows] if isinstance(rows, dict) else rows:
            struct = C.routh_material_default()
            parameters = {key: value for key, value in row.items() if key in names}
            fill(struct, {key: value for key, value in row.items() if key not in names})
            if "restitution" not in row and struct.law:  # the law says which
                kind = ctypes.c_int(struct.restitution)
                if C.routh_law_restitution(struct.law, ctypes.byref(kind)):
                    struct.restitution = kind.value
            for key, value in parameters.items():
                pair = value if isinstance(value, (tuple, list)) else (value, math.nan)
                struct.value[names[key]], struct.error[names[key]] = map(float, pair)
            made.append(result_of("routh_material", Owner(struct)))
        return _table(made)

    def write(self, path):
        """Writes the table; no unit.

        Parameters
        ----------
        path : str or path
            .csv, .md, .txt: to be read by people. Any other ending: JSON, which `routh.materials` and the program read.

        Examples
        --------
        >>> routh.materials().write("own.json")
        """
        if self._owner is None:
            raise Error("this table was pickled, and has its numbers only", "bad-argument")
        ending = words(path, "path").rpartition(b".")[2]
        name = _TABLE if ending in (b"csv", b"md", b"txt") else "routh_materials_write"
        write(name, path, ctypes.byref(self._owner.struct))

    def to_json(self):
        """The table as a dict; no unit.

        Examples
        --------
        >>> len(routh.materials().to_json()["materials"]) > 5
        True
        """
        return json.loads(text_of("routh_materials_write", ".json", ctypes.byref(self._owner.struct)))

    def to_pandas(self):
        """One row a material; no unit, speeds in m/s.

        Examples
        --------
        >>> "law" in routh.materials().to_pandas()
        True
        """
        return self.material.to_pandas()


def _table(rows, texts=None):
    owner = own("routh_materials")
    for i, row in enumerate(rows):
        struct = C.routh_material.from_buffer_copy(row._as_struct())
        fill(struct, (texts or {}).get(i, {}))
        call("routh_materials_add", ctypes.byref(owner.struct), ctypes.byref(struct))
    return result_of("routh_materials", owner)


def materials(source=None, name=None, law=None):
    """Pairs of surfaces and what is known about them: those that come with Routh, a table of your own, or a result.

    Parameters
    ----------
    source : str, path, Study3, RolloutStudy, optional
        A table of pairs, or results.json (or its folder) of a study, a fit or tosses, of which each law is a row; such a
        result itself. Default: the pairs that come with Routh.
    name, law : optional
        See `Materials.select`.

    Returns
    -------
    Materials
        Parameters have no unit; speeds are in m/s.

    Examples
    --------
    >>> 0 < routh.materials()["cube on board"].eps.value < 1
    True
    """
    if isinstance(source, Materials):
        found = source
    else:
        owner = own("routh_materials")
        if source is None:
            call("routh_materials_known", ctypes.byref(owner.struct))
        elif hasattr(source, "_bytes"):
            raw = source._bytes(".json")
            call("routh_materials_read", io_memory(raw, "results.json"), ctypes.byref(owner.struct))
        else:
            path = words(source, "source")
            if os.path.isdir(path):  # a folder of results stands for its results.json
                path = os.path.join(path, b"results.json")
            if isinstance(source, str) and not os.path.exists(path) and source in materials().material.keys():
                raise ValueError(f"source is a file, and {source!r} the name of a pair: routh.materials(name={source!r})")
            io, keep = io_path(path, "source")
            call("routh_materials_read", io, ctypes.byref(owner.struct))
        found = result_of("routh_materials", owner)
    return found if name is None and law is None else found.select(name, law)


