"""Each impact's own parameters.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import types

from ._call import call
from ._data import text_of, write
from ._fit import laws_of, take_samples
from ._library import C
from ._names import name_of
from ._options import Options, fill, with_options
from ._prepare import prepare
from ._structs import Owner, view


class Individual:
    """Each impact's own parameters, law by law: `found["wang-mason"]["parameters"]`.

    Attributes
    ----------
    fits : mapping of str to array
        One row an impact: parameters (as many as the law has, in their units), mu_s (least friction that sticks),
        distance (N s), relative (to the impulse), flags.
    record : array
        Indices of the records in the dataset.
    frame : str

    Examples
    --------
    >>> found = routh.individual(routh.generate_drops(count=10, seed=1), laws="wang-mason")
    >>> found["wang-mason"]["parameters"][:, 0].shape
    (10,)
    """

    def __init__(self, owner, answer, laws, frame):
        """For the library's own use: see `routh.individual`."""
        if not isinstance(owner, Owner):
            raise TypeError("fits of single impacts are made by routh.individual")
        self._owner, self._answer, self.frame = owner, answer, frame
        count, size = owner.struct.count, ctypes.sizeof(C.routh_sample_estimate)
        self.fits = types.MappingProxyType({
            law.name: view("{routh_sample_estimate", ctypes.addressof(answer) + i * count * size, (count,),
                           (owner, answer)) for i, law in enumerate(laws)})
        self.record = view("{routh_sample", owner.struct.sample, (count,), owner)["record"]

    def __getitem__(self, law):
        return self.fits[getattr(law, "name", law)]

    def __len__(self):
        return len(self.record)

    def _arguments(self):
        return ctypes.byref(self._owner.struct), self._answer

    def write(self, path):
        """Writes a CSV file as `routh fit --individual` does; mu, eps without unit, distance in N s.

        Examples
        --------
        >>> routh.individual(routh.generate_drops(count=5), laws="mirtich").write("own.csv")
        """
        write("routh_fit_study_each_write", path, *self._arguments())

    def to_pandas(self):
        """One row a law and impact, as `routh fit --individual` writes them; distance in N s.

        Examples
        --------
        >>> len(routh.individual(routh.generate_drops(count=5), laws="mirtich").to_pandas())
        5
        """
        import io

        from ._frames import _pandas

        return _pandas().read_csv(io.BytesIO(text_of("routh_fit_study_each_write", ".csv", *self._arguments())))

    def __repr__(self):
        return f"{len(self)} impacts' own parameters by {', '.join(self.fits)}, read in the frame {self.frame}"


@with_options("routh_fit_options", but=("cost", "norms", "robust", "scale", "evaluations", "resamples", "level",
                                        "seed"))
def individual(data, laws="six", frame="auto", *, calibrate=False, reflag=False, progress=None, **options):
    """Each impact's own parameters: what a law would need to explain that impact alone.

    Parameters
    ----------
    data : Dataset, path or mapping of arrays
        SI units; see `routh.dataset`.
    laws : str, Law or list of these
        "six": those of the papers' tables.
    frame : str
        In which to read the impacts; "auto": what the data decide.
    calibrate, reflag : bool
        Correct the recording first.
    {options}

    Examples
    --------
    >>> drops = routh.generate_drops(count=10, mu=.2, eps=.6, velocity_noise=0, spin_noise=0)
    >>> round(float(routh.individual(drops, laws="wang-mason")["wang-mason"]["parameters"][0, 1]), 3)
    0.6
    """
    data, correction = prepare(data, frame, calibrate, reflag, progress)
    found = laws_of(laws)
    given = Options("routh_fit_options", options)
    struct = C.routh_fit_study(options=given.struct)
    owner = Owner(struct, keep=[data, correction, fill(struct, {"laws": found}), given])
    take_samples(data, frame, owner)
    answer = (C.routh_sample_estimate * max(1, struct.count * len(found)))()
    call("routh_fit_study_each", ctypes.byref(struct), answer, progress=progress)
    return Individual(owner, answer, found, name_of("routh_frame", struct.frame))
