"""What recordings in the plane and in space say alike about their contacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

from ._errors import text
from ._library import C


def _reason(i):
    return text(C.routh_name(ctypes.byref(C.routh_reasons), i))


class Marked:
    """Contacts that are used, and why others are not."""

    @property
    def used(self):
        """Which contacts are used: an array of bool, no unit.

        Examples
        --------
        >>> int(routh.generate_drops(count=5, seed=1).used.sum())
        5
        """
        return self.record["reasons"] == 0

    @property
    def reasons(self):
        """Why each contact is not used: a tuple of words, empty for those that are; no unit.

        Examples
        --------
        >>> set(routh.generate_drops(count=5, seed=1).reasons)
        {()}
        """
        count = C.ROUTH_REASON_COUNT
        return [tuple(_reason(i) for i in range(count) if int(bits) >> i & 1) for bits in self.record["reasons"]]

    @property
    def rejected(self):
        """How many contacts are not used, by reason; some have several. No unit.

        Examples
        --------
        >>> routh.generate_drops(count=5, seed=1).rejected
        {}
        """
        bits = self.record["reasons"]
        counts = {_reason(i): int((bits >> i & 1).sum()) for i in range(C.ROUTH_REASON_COUNT)}
        return {name: count for name, count in counts.items() if count}
