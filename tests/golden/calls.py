"""Calls the main functions of the package and prints what they return, a line for each field; golden.sh freezes it.

SPDX-License-Identifier: BSD-3-Clause
"""
import dataclasses
import numbers

import numpy as np

import routh

VARIES = {"seconds", "version", "checksum", "date"}


def lines(name, value, depth):
    """Numbers as they are; of a long array the beginning, and the sum of magnitudes; structures down to a depth."""
    if value is None or isinstance(value, (str, bool)):
        yield f"{name} {value}"
    elif isinstance(value, numbers.Number):
        yield f"{name} {float(value):.12g}"
    elif isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        flat = value.ravel().astype(float)
        known = np.abs(flat[np.isfinite(flat)]).sum()
        yield f"{name} {'×'.join(map(str, value.shape))}: {' '.join(f'{x:.12g}' for x in flat[:6])}; sum {known:.12g}"
    elif isinstance(value, np.ndarray) and value.dtype.names:
        for key in value.dtype.names:
            yield from lines(f"{name}.{key}", value[key], depth)
    elif depth > 0 and (dataclasses.is_dataclass(value) or hasattr(value, "_fields")):
        for key in [f.name for f in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else value._fields:
            if key not in VARIES and not key.startswith("_"):
                yield from lines(f"{name}.{key}", getattr(value, key), depth - 1)
    elif depth > 0 and isinstance(value, dict):
        for key in sorted(value):
            yield from lines(f"{name}.{key}", value[key], depth - 1)
    elif depth > 0 and hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        for i in range(min(len(value), 3)):
            yield from lines(f"{name}[{i}]", value[i], depth - 1)


def say(name, value, depth=2):
    print("\n".join(lines(name, value, depth)))


two = [[.0364, 1.35e-5, .02, -.028, .3, -1.2, 4], [.1, 1e-4, .01, -.05, 1, -1, 0]]
contact = [3.5, 0, 0, 3.5, 0, 1, -3, 0, -5]
data = routh.read("impacts.csv")
drops = routh.simulate(count=6, law="mirtich", mu=.3, eps=.6, seed=3, duration=.5, rate=100)
tosses = routh.simulate3(count=2, duration=.3, rate=100, seed=4)
few = {"resamples": 5}

say("laws", list(routh.laws))
say("law", routh.law("compliant"))
say("solve", routh.solve("wang-mason", two, mu=[.1, .3], eps=.5))
say("contact", routh.contact(two[0]))
say("ellipse", routh.ellipse(two[0], laws=["mirtich"]), 1)
say("bound", routh.bound(two[0], [.2, .5, 3], metric="momentum"))
say("solve3", routh.solve3("compliant", contact, mu=.4, eps=.5))
say("trace", routh.trace(contact, mu=.4, eps=.5, points=5))
ball = routh.Body3(name="ball", inertia=.4 * np.eye(3), position=[0, 0, 1], velocity=[-1, 0, -5], spin=[0, 2, 0])
say("ball", routh.strike(ball, about="A ball, m = 1 kg, r = 1 m, bounces on a table", mu=.4, points=5))
say("scene", routh.read_scene("scene.json"))
say("read", data)
say("dataset", drops)
say("tosses", tosses, 3)
say("generate_drops", routh.generate_drops(count=4, seed=2))
say("check", routh.check(data))
say("fit", routh.fit(data, laws=["wang-mason", "mirtich"], **few), 4)
say("individual", routh.individual(data, laws="mirtich").fits["mirtich"])
say("study", routh.study(data, laws="mirtich", references=0, **few), 4)
say("inertia", routh.inertia(data))
model = routh.learn(data, kind="residual", train_count=12)
say("learn", model)
say("predict", model.model.predict(two))
say("materials", routh.materials()["cube on board"])
say("judge", routh.judge(drops), 3)
print(routh.export(mu=.3, eps=.5, to="mjcf"))
parts = routh.insertion.wedge()
recording = routh.insertion.generate(parts, rate=50, known_offset=True)
say("observe", routh.insertion.observe(recording, parts, rate=10))
say("identify", routh.insertion.fit(recording, parts, rate=10, geometry=False), 3)
say("wedge", routh.insertion.read_assembly("wedge.json"), 3)
