"""What all pictures share: axes, labels, colours.

A picture is drawn on axes that are given, which are left as they are but for labels, or on new ones in one style: colours
that everyone can distinguish, no frame above and to the right, labels with the unit in parentheses. matplotlib is loaded when
it is needed.

SPDX-License-Identifier: BSD-3-Clause
"""

# Told apart by people who do not see red and green differently (Okabe and Ito), and when printed in grey.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666")


def _pyplot():
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plots need matplotlib: install python3-matplotlib, or `pip install matplotlib`") from None
    return pyplot


def _new(rows):
    """New axes above each other, with one abscissa."""
    made = _pyplot().subplots(rows, 1, sharex=True, layout="constrained", squeeze=False)[1][:, 0]
    for axes in made:
        axes.set_prop_cycle(color=COLOURS)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    return made


def axes_of(axes=None, **labels):
    """Axes to draw on, labelled: those given, or new ones by matplotlib. Labels say what is shown, and its unit."""
    if axes is None:
        axes = _new(1)[0]
    if not hasattr(axes, "plot") or not hasattr(axes, "set"):
        raise TypeError(f"axes must be matplotlib's, not {axes!r}")
    axes.set(**labels)
    return axes


def several_axes(axes, rows):
    """Several axes above each other with the same abscissa: those given, or new ones."""
    if axes is None:
        return list(_new(rows))
    axes = list(axes) if hasattr(axes, "__len__") else [axes]
    if len(axes) != rows:
        raise ValueError(f"axes must be {rows} of matplotlib's, not {len(axes)}")
    return [axes_of(one) for one in axes]
