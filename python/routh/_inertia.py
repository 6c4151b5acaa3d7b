"""Mass and moment of inertia from contacts, and what cannot be determined.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from ._call import call
from ._data import dataset_of
from ._library import C
from ._options import Options, fill, number, truth, with_options, words
from ._plots import axes_of
from ._prepare import prepare
from ._structs import own, result
from ._written import Written


@result("routh_inertia_study")
class InertiaStudy(Written):
    """What contacts say of a body's mass and inertia.

    Attributes
    ----------
    fit : InertiaEstimate
        m_over_i (1/m²), mass (kg), inertia (kg m²), each with error and 95 % interval; lever (m²/s), turn (rad/s),
        misfit of every contact; findings.
    plain : InertiaEstimate
        Ordinary least squares beside it, where `has_plain`.
    online : InertiaHistory
        The estimate contact by contact, if it was asked for.
    record : array
        The contacts.
    frame, why : str

    Examples
    --------
    >>> study = routh.inertia(routh.generate_drops(count=60, seed=1))
    >>> study.fit.identifiable, study.fit.m_over_i > 0
    (True, True)
    """

    _writer = "routh_inertia_study_write"

    @property
    def misfits(self):
        """Why each contact does not fit the others, or "fits"; a list of words, no unit.

        Examples
        --------
        >>> len(routh.inertia(routh.generate_drops(count=60, seed=1)).misfits)
        60
        """
        return list(self.fit.misfit)

    def to_pandas(self):
        """One row a contact: lever (m²/s), turn (rad/s), deviation, misfit, impulse ÷ mass (m/s) or impulse (N s).

        Examples
        --------
        >>> len(routh.inertia(routh.generate_drops(count=60, seed=1)).to_pandas())
        60
        """
        import io

        from ._frames import _pandas

        return _pandas().read_csv(io.BytesIO(self._bytes(".csv")))

    def plot(self, axes=None):
        """Draws the regression behind m/I: lever (m²/s) against change of spin (rad/s). Returns the axes.

        Examples
        --------
        >>> routh.inertia(routh.generate_drops(count=60, seed=1)).plot().get_xlabel()
        'lever (m²/s)'
        """
        axes = axes_of(axes, xlabel="lever (m²/s)", ylabel="change of spin (rad/s)")
        fits = numpy.array([word == "fits" for word in self.misfits])
        axes.plot(self.fit.lever[fits], self.fit.turn[fits], "o", markersize=3, label="contacts")
        if not fits.all():
            axes.plot(self.fit.lever[~fits], self.fit.turn[~fits], "x", label="left out")
        ends = numpy.array([self.fit.lever.min(), self.fit.lever.max()])
        axes.plot(ends, self.fit.m_over_i * ends, "k-", label=f"m/I = {self.fit.m_over_i:.4g} 1/m²")
        axes.legend(fontsize="small")
        return axes

    def plot_online(self, axes=None):
        """Draws m/I (1/m²) and its 95 % interval over the contacts seen so far; needs `online=True`. Returns the axes.

        Examples
        --------
        >>> routh.inertia(routh.generate_drops(count=60), online=True).plot_online().get_ylabel()
        'm/I (1/m²)'
        """
        if self.online.count == 0:
            raise ValueError("the estimate contact by contact was not asked for: routh.inertia(data, online=True)")
        axes = axes_of(axes, xlabel="contacts seen", ylabel="m/I (1/m²)", xscale="log")
        seen = [row.contacts for row in self.online.row]
        axes.fill_between(seen, [row.low for row in self.online.row], [row.high for row in self.online.row], alpha=.3)
        axes.plot(seen, [row.m_over_i for row in self.online.row])
        return axes


def _set_noise(options, noise, snr_db):
    if noise is not None and snr_db is not None:
        raise ValueError("noise and snr_db are both given; give one of them")
    if snr_db is not None:
        options.struct.snr_db = number(snr_db, "snr_db")
    if isinstance(noise, str):
        if noise != "flights":
            raise ValueError(f"noise is {noise!r}; it must be 'flights' or a dict of standard deviations")
        options.struct.noise_of_flights = True
    elif noise is not None:
        options.keep += fill(options.struct.fit, {"noise": noise})
        options.struct.noise_given = True


@with_options("routh_inertia_options", but=("shape", "gravity", "noise", "mass", "estimator"))
def inertia(data, frame="auto", *, noise=None, snr_db=None, mass=None, estimator=None, online=False, calibrate=False,
            reflag=False, progress=None, **options):
    """Mass and moment of inertia from contacts, whatever the law of contact.

    Parameters
    ----------
    data : Dataset, path or mapping of arrays
        SI units; neither mass nor inertia need be known.
    frame : str
        In which to read the contacts; "auto": what the data decide.
    noise : dict or "flights", optional
        Standard deviations of y (m), theta (rad), vx, vy (m/s), omega (rad/s); "flights": measured in the trajectories.
        Default: of unknown level.
    snr_db : float, optional
        Noise at this signal-to-noise ratio, dB.
    mass : float, optional
        Known mass, kg, which turns m/I into I.
    estimator : {"least-squares", "errors-in-variables"}, optional
        Default errors in variables where it can be.
    online : bool
        Also the estimate contact by contact.
    calibrate, reflag : bool
        Correct the recording first.
    {options}

    Examples
    --------
    >>> routh.inertia(routh.generate_drops(count=60, seed=1), mass=.0364).fit.inertia > 0
    True
    """
    if isinstance(data, (str, bytes)) or hasattr(data, "__fspath__"):
        data = dataset_of(data, body_may_be_unknown=True)
    data, correction = prepare(data, frame, calibrate, reflag, progress)
    given = Options("routh_inertia_study_options", online=truth(online, "online"), fit=options)
    fit = given.struct.fit
    if estimator is None and fit.regression != C.ROUTH_MODE_FREE:
        fit.estimator = C.ROUTH_LEAST_SQUARES
    elif estimator is not None:
        given.keep += fill(fit, {"estimator": estimator})
    if mass is not None:
        fit.mass = number(mass, "mass")
    _set_noise(given, noise, snr_db)
    raw = words(frame, "frame")
    given.struct.frame = raw
    owner = own("routh_inertia_study", [data, correction, given, raw])
    call("routh_inertia_study_run", data._pointer, given.pointer, ctypes.byref(owner.struct), progress=progress)
    made = InertiaStudy._of(owner.struct, owner)
    object.__setattr__(made, "dataset", data)
    return made
