# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # What does my simulator do?
#
# Every simulator has numbers for friction and restitution, and few of them do what these say: contacts are springs,
# steps are finite, friction is smoothed. Routh looks at what comes out. Give it the motion of a body, as your
# simulator writes it, and it says which law the impacts follow, with which friction and restitution, and at which
# speeds.
#
# ## A simulator
#
# Thirty lines that many people have written: an ellipse above the ground, a spring and a damper at its lowest point,
# friction that grows with the slip up to Coulomb's cone, semi-implicit steps. Its user typed in friction 0.3, and
# took stiffness and damping from somewhere.

# %%
import numpy as np
from matplotlib import pyplot

import routh

MASS, A, B = .2, .05, .03
INERTIA = MASS * (A**2 + B**2) / 4


def drop(step, stiffness=4e4, damping=25, friction=.3, count=60, duration=.45, rate=1000, seed=1):
    """Motions of `count` ellipses that are dropped: time (s), x, y (m) and theta (rad) of each, at `rate` (Hz)."""
    rng = np.random.default_rng(seed)
    x, y, theta = np.zeros(count), rng.uniform(.06, .25, count), rng.uniform(0, np.pi, count)
    vx, vy, omega = rng.uniform(-1.5, 1.5, count), rng.uniform(-1.5, 0, count), rng.uniform(-10, 10, count)
    every = max(1, round(1 / (rate * step)))
    rows = []
    for i in range(round(duration / step)):
        if i % every == 0:
            rows.append((np.full(count, i * step), x.copy(), y.copy(), theta.copy()))
        sine, cosine = np.sin(theta), np.cos(theta)
        reach = np.hypot(A * sine, B * cosine)  # the lowest point lies so far below the centre
        rx, ry = (B**2 - A**2) * sine * cosine / reach, -reach
        depth = -(y + ry)
        slip, rise = vx - omega * ry, vy + omega * rx
        normal = np.where(depth > 0, np.maximum(stiffness * depth - damping * rise, 0), 0)
        stop = MASS / (4 * step)  # N s/m: would end the slip within a few steps
        tangential = np.clip(-stop * slip, -friction * normal, friction * normal)
        vx, vy = vx + step * tangential / MASS, vy + step * (normal / MASS - 9.81)
        omega = omega + step * (rx * normal - ry * tangential) / INERTIA
        x, y, theta = x + step * vx, y + step * vy, theta + step * omega
    motion = np.array(rows)  # instants × quantities × bodies
    return [dict(zip(("time", "x", "y", "theta"), motion[:, :, body].T)) for body in range(count)]


def judged(step, **options):
    """What Routh says about this simulator at a time step (s)."""
    data = routh.dataset(drop(step, **options), mass=MASS, inertia=INERTIA, shape=routh.ellipse_shape(A, B),
                         name=f"my simulator, {1e3 * step:g} ms")
    return routh.judge(data)


# %% [markdown]
# ## What it does

# %%
fine = judged(1e-4)
fine

# %%
fine.plot_restitution();

# %% [markdown]
# Nobody typed in a restitution: it follows from stiffness, damping and mass, and from where the body is hit. The
# spring and the damper alone would give a head-on impact exp(−π ζ ÷ √(1 − ζ²)), ζ = damping ÷ 2√(stiffness × mass).
# An impact off the centre moves less mass, and is damped more.

# %%
zeta = 25 / (2 * np.sqrt(4e4 * MASS))
head_on = np.exp(-np.pi * zeta / np.sqrt(1 - zeta**2))
shown = fine.shown_at
print(f"head-on, by the formula: {head_on:.2f}; in the mean of these impacts: {shown.eps_mean:.2f}")
print(f"friction that was typed in: 0.30; of impacts that slip all the way: {shown.mu:.3f}")

# %% [markdown]
# ## The time step
#
# The same simulator at a step of 2 ms, with the same numbers.

# %%
coarse = judged(2e-3, rate=500)
print(coarse)

# %%
axes = pyplot.figure().add_subplot()
for series, label in ((fine, "0.1 ms"), (coarse, "2 ms")):
    part = series.shown_at
    axes.plot(part.impact["speed"], part.impact["eps"][:, 0], ".", label=label)
axes.set(xlabel="speed of approach (m/s)", ylabel="Newton's restitution (no unit)")
axes.legend(title="time step");

# %%
part = coarse.shown_at
for step, at in (("0.1 ms", shown), ("2 ms", part)):
    print(f"step {step}: restitution {at.eps_mean:.2f}, single impacts scatter by {at.eps_scatter:.2f}; "
          f"friction {at.mu:.2f}; the nearest law misses by {at.law[at.best].error:.1%}")

# %% [markdown]
# The mean restitution hardly changes, so a test that drops a ball would see nothing. But an impact lasts two or three
# such steps, and where in a step it begins decides what comes out: single impacts scatter, and less than the friction
# that was typed in arrives. No law explains that, because it is not a law.

# %% [markdown]
# ## What to type in instead
#
# From friction and restitution as measured, `routh.export` computes what a simulator needs at its own time step, each
# number with a comment. Here for MuJoCo, at 2 ms.

# %%
wanted = routh.export(mu=round(shown.mu, 3), eps=round(float(shown.eps_mean), 3), to="mjcf", step=.002,
                      shape="box:0.1,0.06,0.04", mass=MASS)
print(wanted)

# %%
wanted.setting

# %% [markdown]
# If a program for a simulator is installed, Routh runs it: `prove=True` throws the body at the ground in that
# simulator and searches until it does what is wanted, or says why it cannot. Without one this cell says what is
# missing.

# %%
try:
    proof = routh.export(mu=.3, eps=.5, to="bullet", step=.002, shape="cube:0.1", mass=MASS,
                         prove={"settings": 60}).proof
    print(proof)
except routh.Error as error:
    proof = None
    print(error)
