#!/usr/bin/env python3
"""What Python adds: a million impacts against the C batch on the same arrays, and importing against NumPy's own.

usage: PYTHONPATH=build/release/python python3 bench/python_calls.py

Runs alternate between the two, so that a busy machine slows both; the medians and their ratio are printed.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import routh
from routh._library import C

COUNT, RUNS = 1_000_000, 15


def contacts():
    """Contacts of bodies with all kinds of compliance, closing."""
    draw = numpy.random.default_rng(1)
    rx, ry = draw.uniform(-.03, .03, COUNT), draw.uniform(-.05, -.01, COUNT)
    mass, inertia = .1, 1e-4
    return {"wtt": 1 / mass + ry**2 / inertia, "wtn": -rx * ry / inertia, "wnn": 1 / mass + rx**2 / inertia,
            "vt": draw.uniform(-1, 1, COUNT), "vn": draw.uniform(-3, -1, COUNT)}


def c_batch(law, given, out, values):
    """The C function and a structure that holds the same arrays, filled beforehand."""
    batch = C.routh_batch_default()
    batch.count = COUNT
    for name, column in given.items():
        setattr(batch, name, column.ctypes.data)
    for i, value in enumerate(values):
        batch.parameter[i] = value.ctypes.data
    for name in ("pt", "pn", "contact_energy_ratio", "couple", "mode", "flags"):
        setattr(batch, name, getattr(out, name).ctypes.data)
    batch.vt_after, batch.vn_after = out.vt.ctypes.data, out.vn.ctypes.data
    pointer = law._pointer()
    return lambda: C.routh_law_solve_batch(pointer, ctypes.byref(batch), None)


def processor():
    """Seconds that child processes have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def medians(runs, *functions, clock=time.perf_counter):
    """The median seconds of each, run in turns."""
    taken = [[] for _ in functions]
    for _ in range(runs):
        for function, times in zip(functions, taken):
            start = clock()
            function()
            times.append(clock() - start)
    return [statistics.median(times) for times in taken]


def bench_solve():
    given, out = contacts(), routh.Outcomes.empty(COUNT)
    values = numpy.array(.18), numpy.array(.53)
    print(f"{'a million impacts':<20}{'C (ms)':>10}{'Python (ms)':>13}{'ratio':>8}")
    for name in ("wang-mason", "mirtich", "whittaker"):
        law = routh.law(name)
        c, python = medians(RUNS, c_batch(law, given, out, values),
                            lambda law=law: routh.solve(law, given, out=out, mu=.18, eps=.53))
        print(f"{name:<20}{1e3 * c:>10.1f}{1e3 * python:>13.1f}{python / c:>8.3f}")


def bench_import():
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:  # bytecode, as after an installation
        environment["PYTHONPYCACHEPREFIX"] = folder

        def run(words):
            return lambda: subprocess.run([sys.executable, "-c", words], check=True, env=environment)

        run("import numpy, routh; routh.laws")()
        bare, with_routh, used = medians(RUNS, run("import numpy"), run("import numpy, routh"),
                                         run("import numpy, routh; routh.laws"), clock=processor)
    print(f"import numpy {1e3 * bare:.0f} ms; importing routh adds {1e3 * (with_routh - bare):.0f} ms, and its laws "
          f"{1e3 * (used - with_routh):.0f} ms more (of the processor)")


if __name__ == "__main__":
    bench_solve()
    bench_import()
