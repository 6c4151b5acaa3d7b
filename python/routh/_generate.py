"""Drops with a known law and known parameters, as a dataset.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from . import _laws
from ._call import call
from ._data import Dataset
from ._library import C
from ._options import fill, whole, with_options
from ._structs import own


@with_options("routh_impact_generator", but=("seed",))
def generate_drops(count=500, law="wang-mason", seed=1, velocity_noise=None, spin_noise=None, drops=None, **parameters):
    """Drops of an ellipse with a known law, known parameters and noise, as a dataset.

    Parameters
    ----------
    count : int
        How many.
    law : str or Law
        By which they bounce.
    seed : int
        The same seed gives the same drops.
    velocity_noise, spin_noise : float
        Standard deviations of velocities (m/s) and spins (rad/s).
    drops : dict
        What is dropped, and how:
        {options}
    **parameters : float
        Of the law, by name (no unit).

    Examples
    --------
    >>> len(routh.generate_drops(count=10, mu=.2, eps=.6, velocity_noise=0, spin_noise=0))
    10
    """
    struct = C.routh_dataset_generator_default()
    chosen = _laws.law(law)
    usual = dict(zip(_laws.law("wang-mason").parameters, struct.parameters))
    values = chosen.values({**{k: v for k, v in usual.items() if k in chosen.parameters}, **parameters})
    for i, value in enumerate(values):
        struct.parameters[i] = value
    struct.law = chosen._address
    fill(struct.drops, {**(drops or {}), "seed": seed})
    given = {"velocity_noise": velocity_noise, "spin_noise": spin_noise}
    fill(struct, {name: value for name, value in given.items() if value is not None})
    owner = own("routh_dataset")
    call("routh_dataset_generate", ctypes.byref(struct), whole(count, "count"), ctypes.byref(owner.struct))
    return Dataset._of_owner(owner)
