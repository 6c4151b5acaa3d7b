"""Contact parameters for simulators.

SPDX-License-Identifier: BSD-3-Clause
"""
import ctypes
import os

from . import _engines, _laws3  # noqa: F401: how pointers to laws are shown
from ._call import call
from ._data import write
from ._errors import Error
from ._export_draws import written
from ._library import C
from ._materials import Material, materials
from ._names import value_of
from ._options import Options, array, truth, whole, with_options, words
from ._shapes3 import Shape3
from ._structs import Struct, own, result, result_of
from ._tosses import tensor_of

EXPORT, PROOF = "routh_export_options", "routh_proof_options"
_ENDINGS = {"mjcf": ".xml", "sdf": ".sdf", "urdf": ".urdf", "drake": ".sdf", "bullet": ".cpp", "usd": ".usda"}


@result("routh_export_job")
class Export(Struct):
    """A material on its way into a simulator. `str(export)` is the snippet to paste, with a comment for every number.

    Attributes
    ----------
    format : str
        "mjcf", "sdf", "urdf", "drake", "bullet", "usd" or "json".
    engine : Engine or None
        Whose parameters the format has; None: all.
    material : Material
        With what was given by hand.
    step : float
        Of time, s.
    world : World3
        The body; kg, m, kg m².
    proof : Proof or None
        What the engine did.

    Examples
    --------
    >>> made = routh.export(mu=.25, eps=.5, to="mjcf", step=.002)
    >>> made.setting["friction"]
    0.25
    """

    def _pointer(self):
        if self._owner is None:
            raise Error("this export was pickled, and has its numbers only; make it again", "bad-argument")
        return ctypes.byref(self._owner.struct)

    def _again(self):
        """Another job like this one, to be changed."""
        self._pointer()
        return self._make()

    def __getstate__(self):
        state = super().__getstate__()
        state["fields"].pop("_make", None)
        return state

    @property
    def proof(self):
        """What the engine did, where it was run; units there.

        Examples
        --------
        >>> routh.export(mu=.25, eps=.5, to="mjcf").proof is None
        True
        """
        return self._proof

    @property
    def setting(self):
        """The engine's parameters by name, in their units; None for a format of all engines.

        Examples
        --------
        >>> sorted(routh.export(mu=.25, eps=.5, to="bullet").setting)[:2]
        ['error_reduction', 'friction']
        """
        return None if self.engine is None else self.engine._values(self.what.setting)

    @property
    def snippet(self):
        """What to paste, as text; SI units.

        Examples
        --------
        >>> "friction" in routh.export(mu=.25, eps=.5, to="mjcf").snippet
        True
        """
        return self._text()

    @property
    def model(self):
        """A small model that runs, as text: the body above the ground; SI units, z upwards.

        Examples
        --------
        >>> "<mujoco" in routh.export(mu=.25, eps=.5, to="mjcf", shape="cube:0.1", mass=.4).model
        True
        """
        self._pointer()
        if not self.has_body or not self.has_mass:
            raise Error("a model needs a body: give shape and mass", "bad-argument", "shape mass")
        return written(self._owner, True)

    def _text(self):
        return super()._text() if self._owner is None else written(self._owner, False)

    def write(self, path, model=False):
        """Writes the snippet, or the model that runs; SI units.

        Examples
        --------
        >>> routh.export(mu=.25, eps=.5, to="sdf").write("contact.sdf")
        """
        if truth(model, "model"):
            self.model  # noqa: B018: says what is missing
        self._pointer()
        write("routh_export_write", path, ctypes.byref(self._owner.struct.what), self._owner.struct.format, model)

    def draws(self, count, seed=1):
        """Draws sets of parameters from the material's errors and correlations, and converts each.

        Parameters
        ----------
        count, seed : int
            The number of sets; the same seed gives the same.

        Returns
        -------
        ExportDraws
            Units there.

        Examples
        --------
        >>> routh.export("cube on board", to="sdf").draws(4, seed=2).set.shape
        (4, 6)
        """
        owner = own("routh_export_draws", [self._owner])
        call("routh_export_draws_make", self._pointer(), whole(seed, "seed", 0, 2**64 - 1),
             whole(count, "count", 1, C.ROUTH_MOST_REPETITIONS), ctypes.byref(owner.struct))
        made = result_of("routh_export_draws", owner)
        object.__setattr__(made, "_job", self)
        return made

    def write_draws(self, folder, count, seed=1):
        """Writes a model for each of `count` sets, sample_0001.xml and so on, and their table, sets.csv; SI units.

        Parameters
        ----------
        folder : str or path
            Where to; it is made if it is not there.
        count, seed : int
            As for `draws`.

        Examples
        --------
        >>> routh.export("cube on board", to="mjcf", shape="cube:0.1", mass=.4).write_draws("models", 2)
        >>> sorted(os.listdir("models"))
        ['sample_0001.xml', 'sample_0002.xml', 'sets.csv']
        """
        self.model  # noqa: B018: says what is missing
        draws = self.draws(count, seed)
        folder = os.fsdecode(words(folder, "folder"))
        os.makedirs(folder, exist_ok=True)
        draws.write(os.path.join(folder, "sets.csv"))
        job = self._again()
        for i, row in enumerate(draws.setting):
            if row.engine is not None:
                call("routh_export_draw", ctypes.byref(draws._owner.struct), i, ctypes.byref(job.struct))
                write("routh_export_write", os.path.join(folder, f"sample_{i + 1:04d}{_ENDINGS[self.format]}"),
                      ctypes.byref(job.struct.what), job.struct.format, True)


def _material_of(source, material):
    """The material that is meant, or None."""
    if isinstance(source, Material):
        return source
    if source is None and material is None:
        return None
    if isinstance(source, str) and material is None and not os.path.exists(source):
        try:
            return materials()[source]
        except KeyError as error:
            raise Error(f"{source}: there is no such file, and {error.args[0]}", "bad-argument", "source") from None
    table = materials(source)
    if len(table) == 0:
        raise Error(f"{source} has no materials", "bad-argument", "source")
    try:
        return table[0] if material is None else table[material]
    except KeyError as error:
        raise Error(error.args[0], "bad-argument", "material") from None


def _job_options(given):
    given = {key: value for key, value in given.items() if value is not None}
    if "restitution" in given:
        given["has_restitution"] = True
    if "inertia" in given:
        given["inertia"] = tensor_of(given["inertia"], "inertia")
    for name, size in (("speed", 2), ("centre", 3)):
        if name in given:
            given[name] = array(given[name], name, shape=(size,))
    shape = given.pop("shape", None)
    if isinstance(shape, Shape3):
        if shape._mesh is not None:
            given["mesh"] = shape._mesh[0]
        elif shape._words is None:
            raise ValueError("shape: a simulator takes a box, a cube, an ellipsoid, or a file that Shape3.read has read")
        else:
            given["shape"] = shape._words
        made = Options(EXPORT, given)
        if shape._mesh is not None:
            made.struct.mesh_options = shape._mesh[1].struct
        made.keep.append(shape)
        return made
    if shape is not None:
        given["shape"] = shape
    return Options(EXPORT, given)


@with_options(EXPORT, but=("has_restitution", "mesh", "mesh_options"))
def export(source=None, *, to, material=None, prove=False, engines=None, progress=None, threads=None, **options):
    """Friction and restitution as a simulator has them, at its time step: a snippet to paste, and a model that runs.

    Parameters
    ----------
    source : str, path, Material, Materials or a result, optional
        A material by name; results.json of a study, a fit or tosses, the folder that has it, or a table of materials; or such
        a thing itself. Default: none, with `mu` and `eps`.
    to : {"mjcf", "sdf", "urdf", "drake", "bullet", "usd", "json"}
        The format.
    material : str, optional
        The material of that name, or of that law; default the first.
    prove : bool or dict
        True: run the engine itself on impacts of the body, search its parameters at this step, and say whether it does what
        is wanted. A dict: with these fields of `routh_proof_options`.
    engines : str or path, optional
        The folder with the engines' programs; default those of ROUTH_ENGINES, then those that came with the package.
    progress, threads : optional
        See `routh.toss`.
    {options}

    Returns
    -------
    Export

    Examples
    --------
    >>> routh.export(mu=.25, eps=.5, to="mjcf", step=.002).setting["friction"]
    0.25
    """
    format = value_of("routh_export_format", to, "to")
    found = _material_of(source, material)
    unknown = [key for key in options if key in ("has_restitution", "mesh", "mesh_options")]
    if unknown:
        raise TypeError(f"unknown argument {unknown[0]}; give shape")
    chosen = _job_options(options)
    if chosen.struct.textbook and prove:
        raise ValueError("prove has no effect with textbook")

    def make():
        owner = own("routh_export_job", [found, chosen])
        call("routh_export_prepare", None if found is None else ctypes.byref(found._as_struct()), format, chosen.pointer,
             ctypes.byref(owner.struct))
        return owner

    owner = make()
    call("routh_export_convert", ctypes.byref(owner.struct))
    proof = _prove(owner, prove, engines, progress, threads) if prove else None
    made = result_of("routh_export_job", owner)
    object.__setattr__(made, "_proof", proof)
    object.__setattr__(made, "_make", make)
    return made


def _prove(owner, prove, engines, progress, threads):
    options = Options(PROOF, prove if isinstance(prove, dict) else {})
    proof = own("routh_proof")
    call("routh_export_prove", _engines.programs(engines), options.pointer, ctypes.byref(owner.struct), ctypes.byref(proof.struct),
         progress=progress, threads=threads)
    return result_of("routh_proof", proof)
