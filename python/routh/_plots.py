"""What all pictures share: axes, labels, colours.

SPDX-License-Identifier: BSD-3-Clause
"""

# Those of the report pages: told apart by people who do not see red and green differently, and when printed in grey.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666")


def _pyplot():
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plots need matplotlib: install python3-matplotlib, or `pip install matplotlib`") from None
    return pyplot


def axes_of(axes=None, **labels):
    """Axes to draw on, labelled: those given, or new ones by matplotlib. Labels say what is shown, and its unit."""
    if axes is None:
        axes = _pyplot().subplots(layout="constrained")[1]
    if not hasattr(axes, "plot"):
        raise TypeError(f"axes must be matplotlib's, not {axes!r}")
    axes.set(**labels)
    return axes


def figure_of(axes, rows):
    """Several axes above each other with the same time below: those given, or new ones."""
    if axes is None:
        return _pyplot().subplots(rows, 1, sharex=True, layout="constrained")[1]
    axes = list(axes) if hasattr(axes, "__len__") else [axes]
    if len(axes) != rows:
        raise ValueError(f"axes must be {rows} of matplotlib's, not {len(axes)}")
    return [axes_of(one) for one in axes]
