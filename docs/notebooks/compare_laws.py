# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # Compare contact laws
#
# One impact, a million impacts, a recording: where laws agree, where they differ, and what a law of your own does.

# %%
import time

import numpy as np
from matplotlib import pyplot

import routh

routh.laws

# %% [markdown]
# ## One impact
#
# A body of 36 g touches the ground with its lower left edge, sliding to the right at 1.9 m/s. Each law picks one
# impulse. The ellipse holds every impulse that does not add energy; the grey part is what any rigid law may answer.

# %%
impact = routh.Impact(mass=.0364, inertia=1.347e-5, rx=-.015, ry=-.028, vx=1.9, vy=-1.3, omega=-4)
study = routh.ellipse(impact, mu=.25, eps=.53)
study.plot();

# %%
study

# %%
ratios = {row.law.name: row.body_energy_ratio for row in study.laws if row.law.name != "frictionless"}
least, most = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
print(f"With the same μ and ε, {least} keeps {ratios[least]:.0%} of the kinetic energy, {most} {ratios[most]:.0%}.")

# %% [markdown]
# Part of that spread is not physics but definition: ε compares velocities for one law, impulses for another, work for
# a third. What a law *can* answer, for any μ and ε, is the fairer question: the region that it covers.

# %%
figure, panels = pyplot.subplots(1, 3, figsize=(9, 3.4), sharex=True, sharey=True)
for axes, name in zip(panels, ("wang-mason", "whittaker", "drumwright-shell")):
    for polygon in study.admissible.polygon:
        axes.fill(polygon.point["pt"], polygon.point["pn"], color="0.88")
    for polygon in study.laws[name].region.polygon:
        axes.fill(polygon.point["pt"], polygon.point["pn"], color="#0072b2", alpha=.6)
    axes.set(title=routh.laws[name].title, xlabel="tangential impulse (N s)")
panels[0].set_ylabel("normal impulse (N s)");

# %% [markdown]
# ## A million impacts
#
# Arrays go in and come out; nothing is copied that is already in the library's layout. The same impacts, solved by
# two laws: how often do they disagree by more than 10 % of the velocity after?

# %%
rng = np.random.default_rng(1)
count = 1_000_000
angle = rng.uniform(0, 2 * np.pi, count)
a, b = .035, .025
reach = np.hypot(a * np.sin(angle), b * np.cos(angle))
million = {"mass": np.full(count, .0364), "inertia": np.full(count, 1.347e-5),
           "rx": (b**2 - a**2) * np.sin(angle) * np.cos(angle) / reach, "ry": -reach,
           "vx": rng.uniform(-1, 1, count), "vy": rng.uniform(-2, -.7, count), "omega": rng.uniform(-15, 15, count)}
closing = routh.contact(million)["vn"] < 0
million = {name: column[closing] for name, column in million.items()}

began = time.perf_counter()
wang_mason = routh.solve("wang-mason", million, mu=.18, eps=.53)
seconds = time.perf_counter() - began
whittaker = routh.solve("whittaker", million, mu=.18, eps=.53)
print(f"{len(wang_mason)} impacts in {seconds:.2f} s")
wang_mason

# %%
gyration = np.sqrt(1.347e-5 / .0364)
apart = np.sqrt((wang_mason.vx - whittaker.vx)**2 + (wang_mason.vy - whittaker.vy)**2
                + (gyration * (wang_mason.omega - whittaker.omega))**2)
after = np.sqrt(wang_mason.vx**2 + wang_mason.vy**2 + (gyration * wang_mason.omega)**2)
differ = np.mean(apart > .1 * after)
print(f"Wang–Mason and Whittaker differ by more than 10 % in {differ:.0%} of the impacts.")

# %%
axes = pyplot.figure().add_subplot()
axes.hist(apart / after, bins=200, range=(0, 1), histtype="step", density=True)
axes.set(xlabel="difference ÷ velocity after (no unit)", ylabel="density");

# %% [markdown]
# ## A recording
#
# 200 drops whose truth is Wang–Mason's law with μ = 0.18 and ε = 0.53, with noise. A study fits every law on half of
# them and tests it on the others. The rigid bound is the least error that any rigid law could have.

# %%
drops = routh.generate_drops(count=200, seed=7, velocity_noise=.02, spin_noise=1)
recording = routh.study(drops, references=0, resamples=50, draws=4, k_max=30)
recording

# %%
recording.plot_errors();

# %%
errors = {law.law.name: law.error_mean for law in recording.laws}
ranked = sorted(errors, key=errors.__getitem__)
bound = np.mean(recording.frames[0].irb)
print(f"Best: {ranked[0]} ({errors[ranked[0]]:.3f}), last: {ranked[-1]} ({errors[ranked[-1]]:.3f}).")
print(f"Rigid bound: {bound:.3f}.")

# %% [markdown]
# ## A law of your own
#
# A function of the contact and its parameters is a law: for `solve`, `fit` and `study`. This one sticks, whatever the
# friction, with Newton's restitution. It has no μ, so it must fail where the others slip.

# %%
def always_sticks(contact, eps):
    """The contact point never slips; its normal velocity is reversed and reduced."""
    wanted_t, wanted_n = -contact.vt, -(1 + eps) * contact.vn
    determinant = contact.wtt * contact.wnn - contact.wtn**2
    return ((contact.wnn * wanted_t - contact.wtn * wanted_n) / determinant,
            (contact.wtt * wanted_n - contact.wtn * wanted_t) / determinant)


mine = routh.own_law(always_sticks)
fit = routh.fit(drops, laws=["wang-mason", mine], resamples=20)
fit

# %%
ratio = fit.laws["always-sticks"].error_mean / fit.laws["wang-mason"].error_mean
print(f"Without friction as a parameter the error is {ratio:.1f} times as large.")
