"""Tosses, worlds, materials, exports and judgements give back what they take: memory does not grow with the number of calls."""
import gc
import os

import numpy
import pytest
from effort import SOAK, sliced

import routh

FLIGHT = numpy.zeros((40, 3)), numpy.tile([1., 0, 0, 0], (40, 1))
FEW = dict(velocity=[(-1, -1, 0), (1, 1, 0)], duration=.3, rate=250)


def resident():
    """Memory of this process, bytes."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def failing(call):
    def attempt():
        with pytest.raises((routh.Error, ValueError)):
            call()
    return attempt


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    path = tmp_path_factory.mktemp("leaks") / "tosses.h5"
    tosses = routh.simulate3(count=6, **FEW).dataset
    tosses.write(path)
    table = routh.materials()
    return {
        "shape": (lambda: routh.Shape3.box([.1, .2, .3]).vertex.sum(), 10000),
        "hull": (lambda: routh.Shape3.of_points(numpy.eye(4, 3)), 10000),
        "arrays": (lambda: routh.dataset3([FLIGHT, FLIGHT], rate=100, shape="box:0.1,0.1,0.2", mass=1), 10000),
        "bad arrays": (failing(lambda: routh.dataset3([FLIGHT, (FLIGHT[0], 2 * FLIGHT[1])], rate=100)), 10000),
        "file": (lambda: routh.read3(path), 10000),
        "no file": (failing(lambda: routh.read3("no such file")), 10000),
        "segment": (lambda: tosses.segment(), 10000),
        "toss": (lambda: routh.toss(tosses, resamples=2), 10000),
        "world": (lambda: routh.world3().run(duration=.05).sample["time"][-1], 10000),
        "simulation": (lambda: routh.simulate3(count=2, duration=.05), 10000),
        "materials": (lambda: table["cube on board"].draws(5), 10000),
        "table": (lambda: routh.materials().select(law="mirtich"), 10000),
        "export": (lambda: str(routh.export(mu=.3, eps=.5, to="sdf", shape="cube:0.1", mass=1)), 10000),
        "bad export": (failing(lambda: routh.export(mu=.3, eps=.5, to="sdf", shape="cone:0.1", mass=1)), 10000),
        "judge": (lambda: routh.judge(tosses).shown_at.count, 1000),
    }


@pytest.mark.parametrize("kind", sliced(["shape", "hull", "arrays", "bad arrays", "file", "no file", "segment", "toss", "world", "simulation",
                                         "materials", "table", "export", "bad export", "judge"], 3))
def test_memory_stays(kinds, kind):
    call, most = kinds[kind]
    count = most if SOAK else 10
    for _ in range(max(5, count // 10)):  # caches and pools fill
        call()
    before = resident()
    for _ in range(count):
        call()
    grown = resident() - before
    print(f"{kind}: {count} calls, {grown / 1024:.0f} KiB more")
    # a leak of one small structure (the least here is a shape's, 400 bytes) for each of 10,000 calls would be 4 MB
    assert grown < 2e6
