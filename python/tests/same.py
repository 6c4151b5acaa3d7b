"""Same bits as the program: runs it, and holds what it writes against what Python writes.

SPDX-License-Identifier: BSD-3-Clause
"""
import os
import re

from program import recorded as recording  # noqa: F401: for tests
from program import run

# lines that name the command, the day or the time that something took
_OWN = re.compile(rb'"(command|date|checksum|seconds)":')


def program(*arguments, folder=None, code=0):
    """Runs the program and returns what it prints to standard output."""
    return run(*arguments, cwd=folder, codes=(code,))


def comparable(raw):
    """Bytes without the lines that differ from run to run: command, date, checksum of the input, seconds."""
    return b"\n".join(line for line in raw.split(b"\n") if not _OWN.search(line))


def same(raw, path):
    """Are these bytes those of the file?"""
    with open(path, "rb") as file:
        assert comparable(raw) == comparable(file.read()), path


def same_folders(theirs, ours, but=()):
    """Do two folders hold the same files? Returns their names. `but`: not compared, nor is the program's own list."""
    but = (*but, "routh-files.txt")
    names = sorted(name for name in os.listdir(theirs) if name not in but)
    assert names == sorted(name for name in os.listdir(ours) if name not in but)
    for name in names:
        with open(os.path.join(theirs, name), "rb") as file:
            same(file.read(), os.path.join(ours, name))
    return names
