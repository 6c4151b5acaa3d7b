"""Pictures of insertions.

SPDX-License-Identifier: BSD-3-Clause
"""
from ._plots import COLOURS, axes_of, several_axes

_AXES = ("x", "y", "z")


def wrench(axes, time, kinds, title):
    """Forces above moments over time. `kinds`: (name, array n × 6); the first is drawn in full, others dashed."""
    axes = several_axes(axes, 2)
    for row, (what, unit) in enumerate((("force", "N"), ("moment", "N m"))):
        for style, (kind, values) in zip(("-", "--", ":"), kinds):
            for k in range(3):
                axes[row].plot(time, values[:, 3 * row + k], style, color=COLOURS[k], label=f"{_AXES[k]}, {kind}", linewidth=1)
        axes_of(axes[row], ylabel=f"{what} ({unit})")
    axes[0].set_title(title)
    axes[0].legend(fontsize="small", ncols=len(kinds))
    axes_of(axes[1], xlabel="time (s)")
    return axes


def lcurve(axes, curve):
    """The L-curve, its corner and the point that is taken."""
    axes = axes_of(axes, xlabel="displacement ÷ prior", ylabel="wrench error (%)", xscale="log", yscale="log")
    across = [point.geometric_cost ** .5 for point in curve.point]
    up = [100 * point.force_cost ** .5 for point in curve.point]
    axes.plot(across, up, "o-", color=COLOURS[0], markersize=3)
    for at, name, mark in ((curve.corner, "corner", "s"), (curve.chosen, "taken", "D")):
        if at < curve.count:
            axes.plot(across[at], up[at], mark, color=COLOURS[1], fillstyle="none", markersize=8 if mark == "s" else 12,
                      label=f"{name}: γ = {curve.point[at].gamma:.2g}")
    if curve.count:
        axes.legend(fontsize="small")
    return axes


def _named(axes, names):
    axes.set_yticks(range(len(names)), names, fontsize="small")
    axes.invert_yaxis()


def observability(axes, seen):
    """Bars: what is left of each prior."""
    axes = axes_of(axes, xlabel="error ÷ prior deviation")
    words = {"seen": "determined", "together": "only together", "not": "not determined"}
    for colour, (kind, name) in zip(COLOURS, words.items()):
        rows = [j for j, found in enumerate(seen.seen) if found == kind]
        if rows:
            axes.barh(rows, seen.posterior[rows], color=colour, label=name)
    axes.axvline(1, color="grey", linewidth=.8)
    _named(axes, seen.assembly.displacement.keys()[:seen.count])
    axes.legend(fontsize="small")
    return axes


def correlation(axes, seen, column):
    """The matrix as colours."""
    axes = axes_of(axes, title=f"correlation, P{column + 1}")
    image = axes.imshow(abs(seen.correlation[column]), vmin=0, vmax=1, cmap="Greys", aspect="auto")
    axes.set_yticks(range(seen.count + 1), ["Φ", *seen.assembly.displacement.keys()[:seen.count]], fontsize="small")
    axes.figure.colorbar(image, ax=axes, label="|correlation|")
    return axes


def displacements(axes, assembly, one):
    """Estimates in prior deviations, with standard errors."""
    axes = axes_of(axes, xlabel="displacement ÷ prior deviation", title=one.insertion.name)
    rows = list(assembly.displacement)[:one.fit.count]
    scale = [row.deviation for row in rows]
    nominal = [row.nominal for row in rows]
    axes.errorbar([(x - n) / s for x, n, s in zip(one.fit.x, nominal, scale)], range(len(rows)),
                  xerr=[error / s for error, s in zip(one.fit.error, scale)], fmt="o", color=COLOURS[0], label="estimate")
    if one.truth is not None:
        axes.plot([(x - n) / s for x, n, s in zip(one.truth, nominal, scale)], range(len(rows)), "x", color=COLOURS[1],
                  label="truth")
    axes.axvline(0, color="grey", linewidth=.8)
    _named(axes, [row.name for row in rows])
    axes.legend(fontsize="small")
    return axes
