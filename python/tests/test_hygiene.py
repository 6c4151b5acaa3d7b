"""Threads, processes, memory, Ctrl-C, and what importing costs.

SPDX-License-Identifier: BSD-3-Clause
"""
import gc
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy
import pytest
import routh
from effort import SOAK, sliced
from test_impact import IMPACT, impacts
from test_impact3 import CONTACT, contacts, scene

CALLS = 10000 if SOAK else 60


def own(contact, eps):
    return 0, -(1 + eps) * contact.vn / contact.wnn


CLOSING = routh.contact(impacts(64))
OUT = routh.Outcomes.empty(64)
LAW = routh.own_law(own, name="own")


def refused(function, *arguments):
    try:
        function(*arguments)
    except (TypeError, ValueError, routh.Error):
        return
    raise AssertionError("it was not refused")


KINDS = {
    "solve one": lambda: routh.solve("mirtich", IMPACT),
    "solve many": lambda: routh.solve("wang-mason", impacts(64)),
    "solve out": lambda: routh.solve("smith", CLOSING, out=OUT),
    "solve own": lambda: routh.solve(LAW, CLOSING, out=OUT),
    "own law": lambda: routh.own_law(own, name="again"),
    "contact": lambda: routh.contact(IMPACT),
    "ellipse": lambda: routh.ellipse(IMPACT, laws=["mirtich", "whittaker"]),
    "bound": lambda: routh.bound(IMPACT, [1, 1, 0]),
    "stick friction": lambda: routh.stick_friction("wang-mason", IMPACT),
    "json": lambda: routh.ellipse(IMPACT, laws=["whittaker"]).to_json(),
    "pickle": lambda: pickle.loads(pickle.dumps(routh.ellipse(IMPACT, laws=["whittaker"]))),
    "solve3": lambda: routh.solve3("rigid", CONTACT),
    "solve3 many": lambda: routh.solve3("rigid", contacts(8)),
    "trace": lambda: routh.trace(CONTACT, points=5),
    "strike": lambda: routh.strike(routh.Body3(velocity=[-1, 0, -5])),
    "scene": lambda: scene().solve().after,
    "refused": lambda: refused(routh.solve, "mirtich", {**IMPACT, "vy": 1}),
    "refused name": lambda: refused(routh.solve, "mirtic", IMPACT),
}


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory in use is read from /proc")
@pytest.mark.parametrize("kind", sliced(KINDS, 4))
def test_memory_does_not_grow(kind):
    """After a warm-up, memory in use stays: a leak of 1 kB a call would show as 10 MB at 10,000 calls."""
    call = KINDS[kind]
    for _ in range(max(20, CALLS // 10)):
        call()
    gc.collect()
    before = resident()
    for _ in range(CALLS):
        call()
    gc.collect()
    grown = resident() - before
    if "ASAN_OPTIONS" in os.environ:
        return  # what is freed stays in quarantine
    assert grown < (2 << 20), f"{CALLS} calls of {kind!r}: {grown / CALLS:.0f} bytes a call"


def test_two_threads_at_once():
    """Different data in each; the answers are those of one thread."""
    wanted = [routh.solve("mirtich", impacts(2000, seed)).pn for seed in range(4)]
    drops = [repr(routh.ellipse({**IMPACT, "vx": .1 * seed}, laws=["mirtich", "whittaker"])) for seed in range(4)]
    found, failures = {}, []

    def work(seed):
        try:
            for _ in range(4):
                found[seed] = routh.solve("mirtich", impacts(2000, seed)).pn
                assert repr(routh.ellipse({**IMPACT, "vx": .1 * seed}, laws=["mirtich", "whittaker"])) == drops[seed]
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert all(numpy.array_equal(found[seed], wanted[seed]) for seed in range(4))


def solve_sum(seed):
    """In another process."""
    many = routh.solve("wang-mason", impacts(3000, seed), threads=2)
    study = routh.ellipse(IMPACT, laws=["whittaker"])
    return float(many.pn.sum()) + study.laws[0].outcome.pn


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    """Forked after use, and started afresh: both answer, and the same."""
    wanted = [solve_sum(seed) for seed in range(4)]
    if method == "spawn" and "LD_PRELOAD" in os.environ:
        pytest.skip("a sanitizer's runtime takes seconds to start in each process")
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(solve_sum, range(4)).get(timeout=120) == wanted


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_fork_while_another_thread_is_inside_a_call():
    """The child has no OpenMP threads, and a call that never ends in a thread that is not there: it works all the same."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            routh.solve("mirtich", impacts(20000))

    worker = threading.Thread(target=work)
    worker.start()
    try:
        wanted = solve_sum(1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of what is done here on purpose
            for _ in range(3):
                child = os.fork()
                if child == 0:
                    os._exit(0 if solve_sum(1) == wanted else 1)
                deadline = time.monotonic() + 60
                done, status = os.waitpid(child, os.WNOHANG)
                while done == 0 and time.monotonic() < deadline:
                    time.sleep(.01)
                    done, status = os.waitpid(child, os.WNOHANG)
                if done == 0:
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                assert done == child and status == 0, "the child hangs" if done == 0 else status
    finally:
        stop.set()
        worker.join()


def interrupted_after(call, delay):
    """Seconds from a SIGINT, sent after `delay` s, to the KeyboardInterrupt; None: the call ended before."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(delay, send)
    timer.start()
    try:
        call()
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]
    finally:
        timer.cancel()
        timer.join()
    return None


def test_ctrl_c_ends_a_long_fit(capsys):
    if not hasattr(routh, "fit"):
        pytest.skip("there are no fits yet")
    data = routh.generate_drops(count=2000, seed=1)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # Python ignores it where it runs in the background
    try:
        taken = [interrupted_after(lambda: routh.fit(data, resamples=10000), delay) for delay in ((.15, .3, .6) if SOAK else (.15,))]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    taken = [seconds for seconds in taken if seconds is not None]
    assert taken, "the fit ended before it was interrupted"
    with capsys.disabled():
        print(f"\nCtrl-C in a fit: {', '.join(f'{1e3 * seconds:.0f}' for seconds in taken)} ms")
    assert max(taken) < 10  # what is wanted is 0.1 s; a busy machine may take longer


def test_a_handler_that_does_not_raise_leaves_no_half_made_result():
    seen, before = [], signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    timer = threading.Timer(.2, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(routh.Cancelled):
            routh.fit(routh.generate_drops(count=500, seed=1), resamples=10000)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIGINT]


def test_progress_is_heard_and_stops():
    if not hasattr(routh, "fit"):
        pytest.skip("there are no fits yet")
    data, heard = routh.generate_drops(count=60, seed=1), []
    routh.fit(data, laws=["mirtich"], progress=lambda what, fraction: heard.append((what, fraction)))
    assert heard and all(isinstance(what, str) and 0 <= fraction <= 1 for what, fraction in heard)
    with pytest.raises(routh.Cancelled):
        routh.fit(data, progress=lambda what, fraction: True)

    def broken(what, fraction):
        raise ZeroDivisionError("in the callback")

    with pytest.raises(ZeroDivisionError, match="in the callback"):
        routh.fit(data, progress=broken)
    with pytest.raises(TypeError):
        routh.fit(data, progress=3)


def seconds_of(words, folder):
    """Of the processor, as after an installation: with bytecode."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", words], check=True, env={**environment, "PYTHONPYCACHEPREFIX": str(folder)})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_what_importing_costs(capsys, tmp_path):
    """Printed in soak, and not held: it depends on the machine. What is held is that importing loads no module of results."""
    if SOAK:
        seconds_of("import numpy, routh", tmp_path)
        bare = min(seconds_of("import numpy", tmp_path) for _ in range(3))
        ours = min(seconds_of("import numpy, routh", tmp_path) for _ in range(3))
        with capsys.disabled():
            print(f"\nimport routh: {1e3 * (ours - bare):.0f} ms of the processor beside NumPy's {1e3 * bare:.0f} ms")
    loaded = subprocess.run([sys.executable, "-c", "import sys, routh; print(*sorted(m for m in sys.modules if 'routh.' in m))"],
                            check=True, capture_output=True, text=True).stdout.split()
    assert set(loaded) <= {"routh._errors", "routh._library", "routh._abi"}, loaded


def test_no_warnings():
    """Nothing that NumPy or Python will take away is used."""
    words = "import routh; routh._load_all(); routh.solve('mirtich', [[.1, 1e-4, .01, -.05, 1, -1, 0]] * 3).modes"
    done = subprocess.run([sys.executable, "-W", "error", "-c", words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name, call in KINDS.items():
            call()


FIRST_USE = """
import sys, threading, routh
sys.setswitchinterval(1e-6)
calls = [lambda: repr(routh.solve("mirtich", [.1, 1e-4, .01, -.05, 1, -1, 0])), lambda: repr(routh.strike(routh.Body3(velocity=[-1, 0, -5]))),
         lambda: repr(routh.trace([3.5, 0, 0, 3.5, 0, 1, -3, 0, -5])), lambda: repr(routh.check(routh.generate_drops(count=30))),
         lambda: repr(routh.simulate(count=1)), lambda: repr(routh.Shape3.cube(.1))]
together, failures = threading.Barrier(6), []
def work(first):
    together.wait()
    try:
        for i in range(6):
            calls[(first + i) % 6]()
    except BaseException as error:
        failures.append(error)
threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(repr(failures[0]) if failures else 0)
"""


def test_first_use_by_several_threads():
    """Structures are made when they are first used: each once, and seen by others when it is whole."""
    for _ in range(4 if SOAK else 1):
        done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
