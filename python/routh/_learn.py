"""Contact models learned from recorded impacts.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes

import numpy

from . import _laws
from ._call import call
from ._data import io_memory, io_path, write
from ._errors import Error, text
from ._library import C
from ._names import name_of, value_of
from ._options import Options, fill, truth, whole, with_options, words
from ._prepare import prepare
from ._structs import Owner, class_of, result
from ._written import Written

_MODEL = "routh_model_options"


class _Held:
    """A model of the library, released with the last that refers to it."""

    def __init__(self, pointer):
        self.pointer = pointer

    def __del__(self):
        C.routh_model_release(None, self.pointer)


class Model:
    """A trained model: what a contact does, learned from impacts. It does not change.

    Attributes
    ----------
    kind : str
        "baseline", "rigid", "rigid-2d", "wrench", "residual", "residual-wrench", "parameters".
    facts : ModelFacts
        Law and parameters behind it, inputs, outputs with their units.
    frame, note : str
        How the recording was read, and what it was.
    name : str
        Of the file, or of what it learned from; no unit.

    Examples
    --------
    >>> model = routh.learn(routh.generate_drops(count=60, seed=1), kind="rigid").model
    >>> model.kind, model.facts.output[:2]
    ('rigid', ('Pt', 'Pn'))
    """

    def __init__(self, pointer, held, frame, note, name):
        """For the library's own use: see `routh.learn` and `routh.read_model`."""
        if not isinstance(pointer, ctypes.POINTER(C.routh_model)) or not pointer:
            raise TypeError("a model is made by routh.learn, or read by routh.read_model")
        self._pointer, self._held = pointer, held
        self.frame, self.note, self.name = frame, note, name
        struct = C.routh_model_facts_of(pointer)
        self.facts = class_of("routh_model_facts")._of(struct, Owner(struct, keep=[held]))
        self.kind = self.facts.kind

    @property
    def covariates(self):
        """What the model sees beside the impact: names of quantities, each in its own unit.

        Examples
        --------
        >>> routh.learn(routh.simulate(count=10, vx=(-1, 1)), covariates=["x"]).model.covariates
        ('x',)
        """
        return tuple(self.facts.covariate[:self.facts.covariate_count])

    @property
    def outputs(self):
        """What was learned for each output: hyper-parameters, mean and scale in the output's unit.

        Examples
        --------
        >>> routh.learn(routh.generate_drops(count=40), kind="rigid").model.outputs["Pn"].scale > 0
        True
        """
        made = {}
        for i in range(self.facts.outputs):
            struct = C.routh_model_output_of(self._pointer, i)
            made[self.facts.output[i]] = class_of("routh_model_output")._of(struct, Owner(struct))
        return made

    def leave_one_out(self):
        """Each training impact predicted from all others: (residual, deviation), n × outputs, in the unit of
        each output.

        Examples
        --------
        >>> routh.learn(routh.generate_drops(count=40), kind="rigid").model.leave_one_out()[0].shape
        (40, 2)
        """
        made = numpy.empty((2, self.facts.count, self.facts.outputs))
        C.routh_model_leave_one_out(self._pointer, made[0].ctypes.data, made[1].ctypes.data)
        return made[0], made[1]

    def as_law(self, project=False):
        """The model as a law without parameters, for `routh.solve`, `routh.study` and `routh.simulate`.

        Parameters
        ----------
        project : bool
            Move impulses (N s) into the energy ellipse, without a couple.

        Examples
        --------
        >>> data = routh.generate_drops(count=60, seed=1)
        >>> law = routh.learn(data, kind="rigid").model.as_law()
        >>> len(routh.solve(law, data.impacts()))
        60
        """
        found = C.routh_model_law(self._pointer, 1 if truth(project, "project") else 0)
        if not found:
            raise Error(f"{self.name}: a model of kind {self.kind}" +
                        (f" with the covariate {self.covariates[0]}, which a contact does not show," if self.covariates
                         else ", which knows no contact,") + " cannot stand for a law", "bad-argument", "law")
        return _laws._law_at(ctypes.addressof(found.contents), self._held)

    def predict(self, impacts, *, pose=None, covariates=None, measured=None, project=False, progress=None,
                threads=None):
        """What the model predicts for impacts.

        Parameters
        ----------
        impacts : mapping of arrays, structured array or array n × 7
            mass, inertia (kg, kg m²), rx, ry (m), vx, vy (m/s), omega (rad/s).
        pose : array n × 3, optional
            x, y (m), theta (rad), for a model that learned with it.
        covariates : mapping of arrays, optional
            For a model with covariates; those that follow from impact and pose need not be given.
        measured : array n × 3, optional
            Velocity after as measured, m/s and rad/s, to show errors.
        project : bool
            Show what leaves the energy ellipse as it is moved back to it.

        Examples
        --------
        >>> model = routh.learn(routh.generate_drops(count=60, seed=1)).model
        >>> model.predict([.0364, 1.35e-5, .009, -.028, .3, -1.2, 4]).count
        1
        """
        from ._predict import predict

        return predict(self, impacts, pose, covariates, measured, truth(project, "project"), progress, threads)

    def write(self, path):
        """Writes the model as HDF5, with all that is needed to predict; the program reads it, too. SI units.

        Examples
        --------
        >>> routh.learn(routh.generate_drops(count=40)).model.write("model.h5")
        """
        frame = value_of("routh_frame", self.frame, "frame")
        write("routh_model_write", path, self._pointer, frame, words(self.note, "note"))

    def __reduce__(self):
        from ._data import text_of

        raw = text_of("routh_model_write", ".h5", self._pointer, value_of("routh_frame", self.frame, "frame"),
                      words(self.note, "note"))
        return _model_of_bytes, (raw, self.name)

    def __repr__(self):
        has_law = self.facts.law is not None and self.kind not in ("rigid", "wrench")
        beside = f" beside {self.facts.law.name}" if has_law else ""
        return f"{self.name}: {self.kind}{beside}, learned from {self.facts.count} impacts ({self.note})"


def _read_model(io, name):
    pointer, origin = ctypes.POINTER(C.routh_model)(), C.routh_model_origin()
    call("routh_model_read", io, ctypes.byref(pointer), ctypes.byref(origin))
    return Model(pointer, _Held(pointer), name_of("routh_frame", origin.frame), text(origin.note), name)


def _model_of_bytes(raw, name):
    return _read_model(io_memory(raw, "pickled model"), name)


def read_model(path):
    """Reads a model that `Model.write` or `routh learn` wrote. SI units.

    Examples
    --------
    >>> routh.learn(routh.generate_drops(count=40), kind="rigid").model.write("model.h5")
    >>> routh.read_model("model.h5").kind
    'rigid'
    """
    io, raw = io_path(path)
    return _read_model(io, raw.rpartition(b"/")[2].decode(errors="replace"))


@result("routh_training")
class Training(Written):
    """A model, trained on some impacts and tested on the others.

    Attributes
    ----------
    model : Model
    train_count, rest_count : int
        Impacts that it was trained on, and that tested it.
    test : ModelTest
        Mean errors on those: relative, and m/s; shares of measurements within the 95 % intervals.
    parameters : array
        Of the law beside it, fitted to the same impacts.
    seconds : float
        That the training took, s.

    Examples
    --------
    >>> training = routh.learn(routh.generate_drops(count=80, seed=1), train_count=60)
    >>> training.test.model.relative < .2
    True
    """

    _writer = "routh_training_write"

    def to_pandas(self):
        """Mean errors on held-out impacts: one row each for model, law and bounds; m/s, and relative.

        Examples
        --------
        >>> routh.learn(routh.generate_drops(count=60), train_count=40).to_pandas().shape
        (5, 2)
        """
        from ._frames import _pandas

        rows = {"model": self.test.model, "law": self.test.law, "projected": self.test.projected,
                "bound (momentum)": self.test.bound[0], "bound (velocity)": self.test.bound[1]}
        numbers = [(row["speed"], row["relative"]) if isinstance(row, numpy.void) else (row.speed, row.relative)
                   for row in rows.values()]
        return _pandas().DataFrame(numbers, index=list(rows), columns=["speed", "relative"])

    def __getstate__(self):
        state = super().__getstate__()
        return {**state, "fields": {**state["fields"], "dataset": None}}


def _covariate_list(given):
    """Dicts of covariates from names of quantities, or from dicts with parameter, quantity and degree."""
    made = []
    for item in [given] if isinstance(given, (str, dict)) else list(given):
        item = {"parameter": "", "quantity": item} if isinstance(item, str) else item
        made.append({"degree": 1, **item})
    return made


@with_options(_MODEL, but=("kind", "law", "pose", "covariates", "covariate", "prior", "ensemble"))
def learn(data=None, kind="wrench", law="wang-mason", *, train_count=0, frame="auto", calibrate=False, reflag=False,
          covariates=None, prior=None, inducing=None, seed=1, count=2000, progress=None, threads=None, **options):
    """Learns a contact model from recorded impacts with Gaussian processes, and tests it on impacts it has not seen.

    Parameters
    ----------
    data : Dataset, path or mapping of arrays
        SI units; see `routh.dataset`. None: `count` generated drops.
    kind : str
        "rigid": the impulse from contact mass and velocity; "rigid-2d": from momentum; "wrench": impulse and couple;
        "residual", "residual-wrench": what a law does not explain; "parameters": a law's friction and restitution,
        impact by impact; "baseline": the velocity after, without physics.
    law : str or Law
        Behind residual and parameters; for the others it is shown beside the model.
    train_count : int
        Impacts drawn to learn from; the others test. 0: all.
    frame : str
        In which to read the impacts; "auto": what the data decide.
    calibrate, reflag : bool
        Correct the recording first.
    covariates : list of str or dict
        Quantities that the model sees beside the impact; a dict has parameter, quantity and degree for the law beside
        it.
    prior : Model
        Learn only what this one, say of another body, leaves.
    inducing : int, optional
        A sparse model that represents the function by its values at this number of points.
    seed : int
        Of what is drawn.
    progress, threads : optional
        See `routh.study`.
    {options}

    Examples
    --------
    >>> training = routh.learn(routh.generate_drops(count=80, seed=1), kind="rigid", train_count=60)
    >>> training.model.predict([.0364, 1.35e-5, .009, -.028, .3, -1.2, 4]).mean.shape
    (1, 3)
    """
    if data is None:
        from ._generate import generate_drops

        data = generate_drops(count=count, seed=seed)
    data, correction = prepare(data, frame, calibrate, reflag, progress)
    chosen, why = data.frame_of(frame)
    given = Options(_MODEL, {"kind": kind, "law": law, **options})
    seed = whole(seed, "seed", 0, 2**64 - 1)
    given.struct.gp.seed, given.struct.ensemble.metric = seed, given.struct.metric
    if inducing is not None:
        given.struct.gp.inducing, given.struct.gp.most_exact = whole(inducing, "inducing", 1), 0
    if covariates:
        given.keep += fill(given.struct, {"covariates": _covariate_list(covariates)})
    why, prior_name = why.encode(), words(prior.name if isinstance(prior, Model) else "", "prior")
    struct = C.routh_training(dataset=ctypes.addressof(data._owner.struct), why=why, seed=seed, prior_name=prior_name,
                              frame=value_of("routh_frame", chosen, "frame"), train_count=whole(train_count, "train_count"),
                              options=given.struct)
    if prior is not None:
        if not isinstance(prior, Model):
            raise TypeError(f"prior must be a routh.Model, not {prior!r}")
        struct.prior = ctypes.cast(prior._pointer, ctypes.c_void_p).value
    owner = Owner(struct, C.routh_training_release, [data, correction, given, prior, why, prior_name])
    struct._keep = given.keep
    call("routh_training_run", ctypes.byref(struct), progress=progress, threads=threads)
    made = Training._of(struct, owner)
    pointer = ctypes.cast(struct.model, ctypes.POINTER(C.routh_model))
    object.__setattr__(made, "model", Model(pointer, owner, chosen, text(struct.note), "model"))
    object.__setattr__(made, "dataset", data)
    return made
