"""What an engine did with impacts, and sets of parameters drawn for it.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import json

from . import _engines, _laws3  # noqa: F401: how pointers to laws and engines are shown
from ._call import call
from ._data import text_of, write
from ._errors import Error, text
from ._names import names_of
from ._plots import axes_of
from ._structs import Struct, result
from ._written import Written


def written(owner, model):
    """The snippet or the model of a job, as text."""
    return text(text_of("routh_export_write", ".txt", ctypes.byref(owner.struct.what), owner.struct.format, model))


@result("routh_proof")
class Proof(Written):
    """What an engine did with impacts of a body, and the setting with which it does best.

    Attributes
    ----------
    verdict : str
        "reached", "in part" or "cannot".
    speed : array
        Speeds of approach for which the best setting agrees, m/s; NaN: for none.
    best, textbook : ProofTrial
        The setting, errors of restitution and friction (no unit), depth (m), impact by impact.
    findings : Rows of Finding
        Why, in sentences; the first is the verdict.

    Examples
    --------
    >>> routh.types.Proof.__name__
    'Proof'
    """

    _writer = "routh_proof_write"

    def _text(self):
        return "\n".join(finding.text for finding in self.findings)

    def plot_restitution(self, axes=None):
        """Draws Newton's e over the speed of approach (m/s): wanted, and achieved from least to greatest.

        Examples
        --------
        >>> callable(routh.types.Proof.plot_restitution)
        True
        """
        axes = axes_of(axes, xlabel="speed of approach (m/s)", ylabel="Newton's e",
                       title=f"{self.engine.title} {self.version}")
        impact = self.best.impact
        low, middle, high = impact["eps"].T
        axes.errorbar(impact["speed"], middle, yerr=[middle - low, high - middle], fmt="o", label="achieved")
        axes.plot(impact["speed"], impact["eps_wanted"], "x", label="wanted")
        axes.legend()
        return axes


@result("routh_export_draws")
class ExportDraws(Struct):
    """Sets of parameters drawn from a material's errors and correlations, each converted for an engine.

    Attributes
    ----------
    count, without : int
        Sets, and those that the engine cannot give.
    set : array, n × 6
        mu, eps, eps_slope, mu_slide, mu_slope, eta2; no unit; NaN: not stated.
    setting : Rows of EngineSetting
        What the engine needs, in the units of `routh.engines[…].parameters`; engine None: it cannot give the set.

    Examples
    --------
    >>> routh.export("cube on board", to="bullet").draws(5).count
    5
    """

    def write(self, path):
        """Writes the table, .csv or .json; units as above.

        Examples
        --------
        >>> routh.export("cube on board", to="bullet").draws(5).write("sets.csv")
        """
        write("routh_export_draws_write", path, *self._arguments())

    def _arguments(self):
        if self._owner is None:
            raise Error("these sets were pickled, and have their numbers only", "bad-argument")
        return self._job._pointer(), ctypes.byref(self._owner.struct)

    def to_json(self):
        """Sets and settings; units as above.

        Examples
        --------
        >>> len(routh.export("cube on board", to="bullet").draws(5).to_json()["samples"])
        5
        """
        return json.loads(text_of("routh_export_draws_write", ".json", *self._arguments()))

    def to_pandas(self):
        """One row a set; units as above.

        Examples
        --------
        >>> len(routh.export("cube on board", to="bullet").draws(5).to_pandas())
        5
        """
        from ._frames import _pandas

        names = names_of("routh_material_parameter")
        engine = self._job.engine
        columns = {name: self.set[:, i] for i, name in names.items()}
        for i, name in enumerate(engine.parameters):
            columns[f"{engine.name}_{name}"] = [float("nan") if row.engine is None else row.value[i] for row in self.setting]
        return _pandas().DataFrame(columns)

    def model(self, index):
        """The model of one set, `index` counted from 0, as text; SI units, z upwards.

        Examples
        --------
        >>> made = routh.export("cube on board", to="mjcf", shape="cube:0.1", mass=.4)
        >>> "Draw 2 of seed 1" in made.draws(3).model(1)
        True
        """
        draws, job = self._arguments()[1], self._job._again()
        call("routh_export_draw", draws, range(self.count)[index], ctypes.byref(job.struct))
        return written(job, True)
