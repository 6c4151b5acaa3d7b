"""Results that the library writes to files, as JSON, CSV, pictures, pages and text.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import json

from ._data import text_of, write
from ._errors import Error
from ._structs import Struct


class Written(Struct):
    """A result with a writer in the library. `_writer` is its name; it takes the structure and where to write."""

    _writer = None

    def _arguments(self):
        """What the writer takes between the context and the output."""
        if self._owner is None:
            raise Error(f"{type(self).__name__}: this one was pickled, and has its numbers only; write it where it was made",
                        "bad-argument")
        return (ctypes.byref(self._as_struct()),)

    def write(self, path):
        """Writes the result to a file. Units are SI.

        Parameters
        ----------
        path : str or path
            Its ending chooses the format: ".json", ".csv", ".svg", ".html" where there are such.

        Examples
        --------
        >>> routh.simulate3(duration=.1).run.write("toss.csv")
        >>> os.path.exists("toss.csv")
        True
        """
        write(self._writer, path, *self._arguments())

    def to_json(self):
        """The result as the program writes it to results.json: dicts, lists, numbers and strings, SI units.

        Examples
        --------
        >>> sorted(routh.simulate3(duration=.1).run.to_json())[:2]
        ['body', 'charts']
        """
        return json.loads(self._bytes(".json"))

    def _bytes(self, ending):
        return text_of(self._writer, ending, *self._arguments())

    def _text(self):
        """What the program prints; None where the library has no such text."""
        if self._owner is None:
            return super()._text()
        try:
            return self._bytes(".txt").decode()
        except Error as error:
            if error.status == "bad-argument":
                return None
            raise
