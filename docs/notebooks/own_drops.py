# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # A laboratory's own drops
#
# A table of measured impacts, with the names and units that a laboratory happens to use. Which contact law explains
# them, with which friction and restitution? How well are these known, and what do the drops not say at all?
#
# The drops here are generated, so that the truth is known: Mirtich's law, μ = 0.25, ε = 0.60. Replace the first cell
# by your own file, and the rest stays.

# %%
import io

import numpy as np
import pandas as pd

import routh

TRUE_MU, TRUE_EPS = .25, .60
drops = routh.generate_drops(count=160, law="mirtich", mu=TRUE_MU, eps=TRUE_EPS, seed=4,
                             velocity_noise=.02, spin_noise=1)
recorded = drops.to_pandas()
csv = pd.DataFrame({
    "lever_x_mm": -1e3 * recorded["rx"],  # this laboratory's camera looks from the other side
    "lever_y_mm": 1e3 * recorded["ry"],
    "vx_in": recorded["before.vx"], "vy_in": recorded["before.vy"], "spin_in_deg": np.degrees(recorded["before.omega"]),
    "vx_out": recorded["after.vx"], "vy_out": recorded["after.vy"], "spin_out_deg": np.degrees(recorded["after.omega"]),
}).to_csv(index=False)

# %% [markdown]
# ## From a table to a dataset
#
# Routh has one set of names and SI units: `rx`, `ry` from the centre of mass to the contact point (m), velocities
# (m/s) and spin (rad/s) before, and the same after. Renaming and converting is all there is to do. Further columns
# are kept.

# %%
table = pd.read_csv(io.StringIO(csv))
names = {"lever_x_mm": "rx", "lever_y_mm": "ry", "vx_in": "vx", "vy_in": "vy", "spin_in_deg": "omega",
         "vx_out": "vx_after", "vy_out": "vy_after", "spin_out_deg": "omega_after"}
impacts = table.rename(columns=names)
impacts[["rx", "ry"]] *= 1e-3
impacts[["omega", "omega_after"]] = np.radians(impacts[["omega", "omega_after"]])
data = routh.dataset(impacts, mass=.0364, inertia=1.3468e-5, name="our drops")
data

# %% [markdown]
# ## Is the recording right?
#
# For any contact law, the change of spin follows from the change of velocity, the lever and the radius of gyration.
# If it does not, the frame, the units or the inertia are wrong, and every fit would be worthless.

# %%
check = routh.check(data)
check

# %% [markdown]
# The first line has the verdict: the lever is mirrored; the impacts alone show it. `routh.fit` reads the impacts in
# the frame that the check chooses; `frame="as-recorded"` would insist on the other one. What does that cost?

# %%
mirrored = routh.fit(data, resamples=100)
insisted = routh.fit(data, resamples=100, frame="as-recorded")
print(f"least error of any rigid law: {mirrored.bound_mean:.3f} read as {mirrored.frame}, "
      f"{insisted.bound_mean:.3f} as recorded")

# %% [markdown]
# ## Parameters, with intervals
#
# Half of the impacts are fitted, the others test. The error is relative: |predicted − measured| ÷ |measured| of the
# velocity after the impact.

# %%
mirrored

# %%
axes = mirrored.plot_parameters()
axes.axvline(TRUE_MU, color="0.6", linestyle=":")
axes.axvline(TRUE_EPS, color="0.6", linestyle=":");

# %%
best = min(mirrored.laws, key=lambda law: law.error_mean)
close = [law.law.title for law in mirrored.laws if law.error_mean < 1.1 * best.error_mean]
mirtich = mirrored.laws["mirtich"]
print(f"The best law is {best.law.title}. Within 10 % of its error: {', '.join(close)}.")
print(f"Mirtich: {mirtich.mu!r}, {mirtich.eps!r}; the truth is {TRUE_MU} and {TRUE_EPS}.")

# %% [markdown]
# The laws that come close differ by less than these drops can show. Their parameters agree, so it does not matter
# much which of them is taken. What would not be honest is to call one of them the winner.
#
# ## What the drops do not determine
#
# Friction shows where a contact slips. Drop the body so slowly along the surface that every contact sticks, and any
# friction above some value explains the drops equally well. The fit says so: the interval is open above.

# %%
sticking = routh.generate_drops(count=80, law="mirtich", mu=1.5, eps=TRUE_EPS, seed=4,
                                drops={"speed_x": .05, "spin": .5})
stuck = routh.fit(sticking, laws="mirtich", resamples=100)
stuck

# %%
low, high = stuck.laws["mirtich"].mu.interval
eps = stuck.laws["mirtich"].eps
print(f"friction is at least {low:.2f}; upper end: {'none' if not np.isfinite(high) else format(high, '.2f')}")
print(f"restitution is known all the same: {eps!r}")

# %% [markdown]
# ## How many drops are enough?
#
# Fit the first 20, 40, 80 and 160, and look at the width of the interval of ε.

# %%
counts = [20, 40, 80, 160]
widths = []
for count in counts:
    part = routh.dataset(impacts.iloc[:count], mass=.0364, inertia=1.3468e-5)
    low, high = routh.fit(part, laws="mirtich", frame=check.frame, resamples=200).laws["mirtich"].eps.interval
    widths.append(high - low)

from matplotlib import pyplot

axes = pyplot.figure().add_subplot()
axes.loglog(counts, widths, "o-", label="interval of ε")
axes.loglog(counts, widths[0] * np.sqrt(counts[0] / np.array(counts)), ":", color="0.5", label="1 ÷ √n")
axes.set(xlabel="recorded drops", ylabel="width of the 95 % interval (no unit)", xticks=counts, xticklabels=counts)
axes.legend();

# %%
print(f"From {counts[0]} to {counts[-1]} drops the interval shrinks by a factor of {widths[0] / widths[-1]:.1f}.")
