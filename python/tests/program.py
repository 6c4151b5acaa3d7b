"""The program beside the package: the same input has to give the same bytes.

SPDX-License-Identifier: BSD-3-Clause
"""
import os
import subprocess
from pathlib import Path

import pytest

from routh._library import program as found_program


def program():
    """The path of the program; without one the test is skipped."""
    path = os.environ.get("ROUTH_PROGRAM") or found_program()
    if not path or not os.path.exists(path):
        pytest.skip("the program is not there; ROUTH_PROGRAM names it")
    return path


def run(*arguments, cwd=None, codes=(0,)):
    """Runs the program; what it printed, as bytes."""
    done = subprocess.run([program(), *map(str, arguments)], cwd=cwd, capture_output=True, timeout=300)
    assert done.returncode in codes, done.stderr.decode()
    return done.stdout


def recorded(*parts):
    """A recording; without it the test is skipped."""
    folder = os.environ.get("ROUTH_DATA")
    path = Path(folder or ".", *parts)
    if not folder or not path.exists():
        pytest.skip(f"{'/'.join(parts)} is not there; ROUTH_DATA names the folder of recordings")
    return path


def same_files(one, other):
    """Both files hold the same bytes."""
    assert Path(one).read_bytes() == Path(other).read_bytes(), f"{one} and {other} differ"
