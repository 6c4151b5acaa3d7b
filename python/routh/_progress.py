"""A bar for long work.

SPDX-License-Identifier: BSD-3-Clause
"""
import sys


def bar():
    """A bar by tqdm, in a notebook, too; without tqdm a line on standard error that is written over."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _line()
    shown = tqdm(total=100, unit="%", bar_format="{desc}: {percentage:3.0f} %|{bar}| {elapsed}<{remaining}", leave=False)

    def hear(what, fraction):
        if what != shown.desc:
            shown.set_description_str(what, refresh=False)
        if 100 * fraction < shown.n:
            shown.reset()
        shown.update(100 * fraction - shown.n)

    return hear, shown.close


def _line():
    last = [None]

    def hear(what, fraction):
        words = f"{what}, {100 * fraction:.0f} %"
        if words != last[0]:
            sys.stderr.write(f"\r\033[K{words}")
            sys.stderr.flush()
            last[0] = words

    def close():
        if last[0]:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    return hear, close
