"""Axes that note what is drawn: plots are tested without matplotlib, too.

SPDX-License-Identifier: BSD-3-Clause
"""


class Axes:
    """Every method is there, and is noted in `calls` as (name, arguments, keywords)."""

    def __init__(self):
        self.calls, self.labels = [], {}

    def set(self, **labels):
        self.labels.update(labels)

    def __getattr__(self, name):
        def note(*arguments, **keywords):
            self.calls.append((name, arguments, keywords))
        return note
