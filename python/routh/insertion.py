"""Insertions: stiffness, friction and geometric errors of parts, from a recorded insertion with many contacts.

A robot's hand pushes one object into another. From poses, velocities and wrenches follow contact stiffness K (N/m), friction μ, and
how far parts are from where they are drawn; and what the recording does not determine. docs/insertion.md has the mathematics.

This is a module of its own, as `read`, `generate`, `fit` and `check` mean something else for insertions than they do for impacts.

    >>> parts = routh.insertion.wedge()
    >>> test = routh.insertion.generate(parts, rate=50, known_offset=True)
    >>> routh.insertion.observe(test, parts, rate=10).check.fits
    True

SPDX-License-Identifier: BSD-3-Clause
"""
from ._insertion_parts import Assembly, Displacement, assembly, read_assembly, wedge
from ._insertion_generate import InsertionOffsetEstimate, InsertionPath, generate, generate_both, offset, path, read_path
from ._insertion_recording import Insertion, from_arrays, read
from ._insertion_study import InsertionCheck, InsertionEstimate, InsertionStudy, Lcurve, Observability
from ._insertion_verbs import InsertionPlan, check, fit, identify, lcurve, observe, plan

__all__ = ["Assembly", "Displacement", "Insertion", "InsertionCheck", "InsertionEstimate", "InsertionOffsetEstimate",
           "InsertionPath", "InsertionPlan", "InsertionStudy", "Lcurve", "Observability", "assembly", "check", "fit",
           "from_arrays", "generate", "generate_both", "identify", "lcurve", "observe", "offset", "path", "plan", "read",
           "read_assembly", "read_path", "wedge"]
