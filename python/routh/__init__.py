"""Routh: which contact model explains these contacts, with what parameters, how well, and what cannot be determined.

    >>> import routh
    >>> outcome = routh.solve("wang-mason", {"mass": .1, "inertia": 1e-4, "rx": .01, "ry": -.05, "vx": 1, "vy": -1, "omega": 0},
    ...                       mu=.18, eps=.53)
    >>> outcome.mode
    'sliding'

Units are SI: metres, kilograms, seconds, newtons, radians. Functions carry the names of the C library without `routh_`; their
options have the names that they have there. docs/python.md explains the package, `routh.types` holds the classes of results.
Examples take `import numpy, os, routh` as done.

SPDX-License-Identifier: BSD-3-Clause
"""
import importlib

from ._errors import Cancelled, Error
from ._library import version as _version

__version__ = _version()

# Where each name lives; modules are loaded when one of their names is first used.
_HOMES = {
    "_laws": "Law laws law",
    "_own_law": "OwnLaw own_law",
    "_laws3": "Law3 laws3 law3",
    "_outcomes": "Outcome Outcomes",
    "_impact": "Impact solve",
    "_ellipse": "Contact Velocity contact ellipse bound stick_friction impact_after impact_error impact_energy_ratio",
    "_impact3": "Contact3 Pair Outcomes3 eta2_of_poisson solve3",
    "_trace": "trace",
    "_bodies3": "Body3",
    "_scene": "SceneContact Strike contact3 strike",
    "_scenes": "Scene read_scene",
    "_shapes": "Shape ellipse_shape disc square polygon outline",
    "_data": "Dataset Finding dataset",
    "_generate": "generate_drops",
    "_check": "Check check",
    "_read": "Recording read",
    "_rebounds": "Rebounds ReboundStudy",
    "_prepare": "FittedParameter",
    "_fit": "FitStudy LawFits fit",
    "_individual": "Individual individual",
    "_study": "FrameStudy LawStudy Study study transfer",
    "_simulate": "Run Simulation simulate",
    "_learn": "Model Training learn read_model",
    "_predict": "Predictions",
    "_regressor": "ContactRegressor",
    "_inertia": "InertiaStudy inertia",
    "_coverage": "Coverage coverage",
    "_shapes3": "Shape3 shape3",
    "_tosses": "Dataset3 read3 dataset3",
    "_worlds3": "World3 Run3 State3 world3",
    "_simulate3": "Simulation3 simulate3",
    "_toss": "Study3 Law3Study Results3 Fitted3 results3 toss",
    "_rollouts": "RolloutStudy rollouts",
    "_materials": "Material MaterialParameter Materials materials",
    "_engines": "Engine EngineParameter engines engine",
    "_export": "Export export",
    "_export_draws": "ExportDraws Proof",
    "_judge": "BehaviourSeries judge",
}
_MODULES = ("insertion", "types")
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = ["Cancelled", "Error", *_HOME_OF, *_MODULES]


def __getattr__(name):
    if name in _HOME_OF:
        value = getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module 'routh' has no attribute {name!r}")


def __dir__():
    return sorted([*__all__, "__version__"])


def _load_all():
    for module in (*_HOMES, "insertion"):
        importlib.import_module(f"{__name__}.{module}")
