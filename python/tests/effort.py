"""How often tests repeat their work, as tests/effort.h has it: ROUTH_EFFORT is quick, check or soak, and ROUTH_SLICE chooses the
slice of a sweep.

SPDX-License-Identifier: BSD-3-Clause
"""
import os

SOAK = os.environ.get("ROUTH_EFFORT") == "soak"
SLICE = int(os.environ.get("ROUTH_SLICE", 0))


def sliced(cases, slices):
    """Of a list the cases of this slice, at least one of as many as there are slices; all of them in soak."""
    return [case for i, case in enumerate(cases) if SOAK or (i + SLICE) % slices == 0]


def less(text, changes):
    """A text that is run, with these words in the place of others; in soak as it is. Each of them must be there."""
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is not in what is run, or twice"
        text = text if SOAK else text.replace(old, new)
    return text
