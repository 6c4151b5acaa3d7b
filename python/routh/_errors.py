"""What can go wrong.

SPDX-License-Identifier: BSD-3-Clause
"""
from . import _abi


class Error(Exception):
    """The library refused: an input is wrong, a file cannot be read, a law has no answer.

    Attributes that are not known are None.

    Attributes
    ----------
    message : str
        What was wrong, with value and unit.
    status : str
        The kind of failure: "bad-argument", "not-finite", "bad-format", "file-error" and so on.
    field : str
        The argument that caused it, with the name it has in Python, "rate" or "body.mass".
    file, column, value : str
        The file, its column and what stands there.
    row, line : int
        The row of numbers and the line of the file, counted from 1.

    Examples
    --------
    >>> try:
    ...     routh.solve("wang-mason", [0.1, 1e-4, 0, -0.05, 1, -1, 0], mu=-1)
    ... except routh.Error as error:
    ...     print(error.status, error.field)
    bad-parameter mu
    """

    def __init__(self, message, status=None, field=None, file=None, row=None, line=None, column=None, value=None):
        super().__init__(message)
        self.message, self.status, self.field = message, status, field
        self.file, self.row, self.line, self.column, self.value = file, row, line, column, value

    def __reduce__(self):
        return type(self), (self.message, self.status, self.field, self.file, self.row, self.line, self.column, self.value)


class Cancelled(Error):
    """A progress callback asked to stop, by returning something true. No unit.

    Examples
    --------
    >>> try:
    ...     routh.study(routh.generate_drops(count=60, seed=1), progress=lambda what, fraction: True)
    ... except routh.Cancelled:
    ...     print("stopped")
    stopped
    """


STATUS = {value: name[len("ROUTH_"):].lower().replace("_", "-") for name, value in _abi.ENUMS["routh_status"]}


def error_of(status, context):
    """The exception for a status, with what the context says."""
    from ._library import C

    name = STATUS.get(status, str(status))
    message = text(bytes(context.message)) or C.routh_status_message(status).decode()
    where = context.where
    place = {"file": text(where.file) or None, "row": where.row or None, "line": where.line or None,
             "column": text(where.column) or None, "value": text(where.value) or None}
    if name == "out-of-memory":
        return MemoryError(message)
    kind = Cancelled if name == "cancelled" else Error
    return kind(message, name, text(context.field) or None, **place)


def text(raw):
    """A C string as a str; bytes that are no UTF-8 are shown as \\xNN."""
    return raw.split(b"\0", 1)[0].decode("utf-8", "backslashreplace") if raw else ""
