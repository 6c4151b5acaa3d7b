"""Calls into the library: a context with hooks for every call, exceptions for statuses, progress, Ctrl-C, forks.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import itertools
import os
import signal
import threading

from . import _abi
from ._errors import STATUS, error_of, text
from ._library import C

_STATUS_CODE = "<routh_status"
_running = {}
_keys = itertools.count(1)
_used = False  # has this process, or one that it was forked from, called the library?
_forked = False  # … and was it forked then? OpenMP's threads are not there any more: work stays on one


def _after_fork():
    global _forked
    _forked = _forked or _used
    _running.clear()


os.register_at_fork(after_in_child=_after_fork)


def threads_of(threads):
    """The number of threads to ask the library for; None and 0: one for each core."""
    if threads is None:
        threads = 0
    if isinstance(threads, bool) or not hasattr(threads, "__index__"):
        raise TypeError(f"threads must be a whole number or None, not {threads!r}")
    threads = threads.__index__()
    if not 0 <= threads <= 4096:
        raise ValueError(f"threads must be 0 to 4096, not {threads}")
    global _used
    _used = True
    return 1 if _forked else threads


@C.of("*(i;*c;d;*v)")
def _on_progress(what, fraction, user):
    call = _running.get(user)
    if call is None:
        return 1
    try:
        return call.on_progress(what, fraction)
    except BaseException as error:  # noqa: BLE001: it is raised again when the library has returned
        call.error = error
        return 1


@C.of("*(v;<routh_log_level;*c;*v)")
def _on_log(level, line, user):
    try:
        import logging

        logging.getLogger("routh").log((logging.DEBUG, logging.INFO, logging.WARNING)[level], "%s", text(line))
    except BaseException as error:  # noqa: BLE001
        call = _running.get(user)
        if call is not None:
            call.error = error


class Call:
    """One call: its context, who hears of its progress, and what has to be raised after it."""

    def __init__(self, progress=None, threads=None, laws=()):
        """`laws`: those of your own that the call uses. Python runs one thread at a time, so that it stays on one."""
        self.key, self.laws, self.thread = next(_keys), laws, threading.get_ident()
        if laws and threads is None:
            threads = 1
        self.context = C.routh_context_default()
        self.context.progress = _on_progress
        self.context.log = _on_log
        self.context.user = self.key
        self.context.threads = threads_of(threads)
        self.hear, self.close = _listener(progress)
        self.error = None
        self.interrupted = None
        self.cancelled = None  # what to raise where the handler of an interrupt does not raise

    def on_progress(self, what, fraction):
        if self.interrupted is not None or self.error is not None:
            return 1
        return 1 if self.hear is not None and self.hear(text(what), fraction) else 0

    def _on_signal(self, number, frame):
        self.interrupted = number

    def __enter__(self):
        _running[self.key] = self
        # A handler that raises would do so inside the library's callback, where nobody hears it: note the signal, end the
        # call, and let the handler that was there have it afterwards.
        self.previous = None
        if threading.current_thread() is threading.main_thread():
            previous = signal.getsignal(signal.SIGINT)
            if callable(previous):
                self.previous = previous
                signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *_):
        if self.previous is not None:
            signal.signal(signal.SIGINT, self.previous)
        del _running[self.key]
        if self.close is not None:
            self.close()
        if self.interrupted is not None:
            self.previous(self.interrupted, None)
        if self.error is not None or self.cancelled is not None:
            raise self.error or self.cancelled
        return False

    def check(self, status):
        """Raises what a status other than ROUTH_OK means; after an interrupt its handler comes first."""
        if status == 0 or self.error is not None:
            return
        if self.interrupted is None or STATUS[status] != "cancelled":
            raise error_of(status, self.context)
        self.cancelled = error_of(status, self.context)


def _users(law):
    """Calls that use a law of your own; that of this thread alone where there is one."""
    users = [each for each in list(_running.values()) if law in each.laws]
    return [each for each in users if each.thread == threading.get_ident()] or users


def stopped(law):
    """Has a call that uses this law of your own failed, or been interrupted? Then nothing more is asked of it."""
    return any(each.error is not None or each.interrupted is not None for each in _users(law))


def failed(law, error):
    """A law of your own has raised: so will the call that uses it."""
    for each in _users(law):
        each.error = each.error or error


def own_laws(things):
    """Laws of your own among things that the library is given, and what these keep alive."""
    found = []
    for thing in things:
        thing = getattr(thing, "_obj", thing)  # of byref()
        kept = getattr(thing, "_keep", None)
        if getattr(thing, "_function", None) is not None:
            found.append(thing)
        elif isinstance(kept, list):  # of options, and of laws as the library takes them
            found += own_laws(kept)
    return found


def call(name, *arguments, progress=None, threads=None):
    """Calls a function that takes a context first. A status that is not ROUTH_OK, and a NULL, is raised as an exception."""
    function = getattr(C, name)
    with Call(progress, threads, own_laws(arguments)) as this:
        answer = function(ctypes.byref(this.context), *arguments)
        if _abi.FUNCTIONS[name][0] == _STATUS_CODE:
            this.check(answer)
        elif not answer and _abi.FUNCTIONS[name][0][0] == "*" and this.context.message:
            raise error_of(C.ROUTH_BAD_ARGUMENT, this.context)
    return answer


def _listener(progress):
    """The function that hears of progress, and the one to call at the end. True: a bar by tqdm, or lines without it."""
    if progress is None or progress is False:
        return None, None
    if progress is True:
        from ._progress import bar

        return bar()
    if not callable(progress):
        raise TypeError(f"progress must be True, or a function of what is done and the fraction done, not {progress!r}")
    return progress, None
