"""Makes wheels and source archives of this repository for pip, as PEP 517 and PEP 660 ask.

The package is generated from the C headers and carries a library that CMake builds; what is left to a tool for Python is a zip
file with three lists in it. Doing that here needs nothing but the standard library: `pip install .` works where no index can
be reached, with and without --no-build-isolation.

Settings, as in `pip install --config-settings build-dir=build/release .`:
  build-dir   a folder that CMake has configured, or is to configure; otherwise build/pip
  cmake-args  options for CMake when it configures; those of the variable CMAKE_ARGS come first

SPDX-License-Identifier: BSD-3-Clause
"""
import base64
import hashlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

try:
    import tomllib
except ImportError:  # before Python 3.11
    try:
        import tomli as tomllib
    except ImportError:  # not isolated, so that pip is there with its own copy
        from pip._vendor import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]


# What it is --------------------------------------------------------------------------------------------------------------


def version():
    """The version that version.h states, the only place that does."""
    return re.search(r'ROUTH_VERSION +"([0-9.]+)"', (ROOT / "include/routh/version.h").read_text(encoding="utf-8"))[1]


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def metadata():
    """The file METADATA, which is PKG-INFO in a source archive."""
    it = project()
    lines = ["Metadata-Version: 2.1", f"Name: {it['name']}", f"Version: {version()}", f"Summary: {it['description']}",
             f"Author: {', '.join(author['name'] for author in it['authors'])}", f"License: {it['license']['text']}",
             f"Keywords: {','.join(it['keywords'])}"]
    lines += [f"Classifier: {classifier}" for classifier in it["classifiers"]]
    lines += [f"Requires-Python: {it['requires-python']}"]
    lines += [f"Requires-Dist: {requirement}" for requirement in it["dependencies"]]
    for extra, requirements in it["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"]
        lines += [f'Requires-Dist: {requirement}; extra == "{extra}"' for requirement in requirements]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / it["readme"]).read_text(encoding="utf-8")]
    return "\n".join(lines)


def tag():
    """ctypes binds the library when it is loaded, so one wheel is for every Python 3 of this platform."""
    platform = re.sub(r"[-.]", "_", os.environ.get("_PYTHON_HOST_PLATFORM", sysconfig.get_platform()))
    return f"py3-none-{platform}"


def information():
    """The files of the folder .dist-info, but for the list of all files."""
    scripts = "".join(f"{name} = {target}\n" for name, target in project()["scripts"].items())
    return {
        "METADATA": metadata(),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: routh_backend {version()}\nRoot-Is-Purelib: false\nTag: {tag()}\n",
        "entry_points.txt": f"[console_scripts]\n{scripts}",
        "licenses/LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
    }


# How it is built ---------------------------------------------------------------------------------------------------------


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], cwd=ROOT, **options)
    if done.returncode != 0:
        sys.exit(f"failed: {shlex.join(str(word) for word in command)}\n"
                 "On Debian and Ubuntu `scripts/setup build` installs what is missing.")


def build(settings):
    """The folder of a build whose target python_package is made."""
    cmake = shutil.which("cmake")
    if not cmake:
        sys.exit("CMake is not installed. On Debian and Ubuntu `scripts/setup build` installs what is missing.")
    settings = settings or {}
    folder = ROOT / settings.get("build-dir", "build/pip")
    if not (folder / "CMakeCache.txt").exists() or "build-dir" not in settings:
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DROUTH_TESTS=OFF", "-DROUTH_EXAMPLES=OFF", "-DROUTH_PYTHON=ON",
                   f"-DROUTH_PYTHON_INTERPRETER={sys.executable}"]
        options += ["-G", "Ninja"] if shutil.which("ninja") else []
        options += shlex.split(os.environ.get("CMAKE_ARGS", "")) + shlex.split(settings.get("cmake-args", ""))
        run(cmake, "-S", ROOT, "-B", folder, *options)
    run(cmake, "--build", folder, "--target", "python_package", "--parallel", str(os.cpu_count() or 1))
    return folder


def install(folder, prefix):
    """The package as CMake installs it: where it lies under the prefix."""
    for component in ("python", "python_library"):
        run("cmake", "--install", folder, "--component", component, "--prefix", prefix, stdout=subprocess.DEVNULL)
    return next(Path(prefix).rglob("routh/_abi.py")).parents[1]


class Wheel:
    """A wheel that is being written. The time in it is that of the variable SOURCE_DATE_EPOCH, or none: same input, same file."""

    def __init__(self, directory, tags=None, level=6):
        self.stem = f"{project()['name']}-{version()}"
        self.name = f"{self.stem}-{tags or tag()}.whl"
        self.zip = zipfile.ZipFile(Path(directory) / self.name, "w", zipfile.ZIP_DEFLATED)
        self.level = level
        self.record = []
        self.time = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]  # a zip begins in 1980

    def add(self, name, content, executable=False):
        data = content.encode() if isinstance(content, str) else content
        entry = zipfile.ZipInfo(name, self.time)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        self.zip.writestr(entry, data, compresslevel=self.level)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}\n")

    def add_folder(self, folder):
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                self.add(path.relative_to(folder).as_posix(), path.read_bytes(), os.access(path, os.X_OK))

    def close(self, information):
        """Adds the folder .dist-info and ends the file, whose name is returned."""
        folder = f"{self.stem}.dist-info"
        for name, content in information.items():
            self.add(f"{folder}/{name}", content)
        self.record.append(f"{folder}/RECORD,,\n")
        self.zip.writestr(zipfile.ZipInfo(f"{folder}/RECORD", self.time), "".join(self.record))
        self.zip.close()
        return self.name


# What pip calls ----------------------------------------------------------------------------------------------------------


def get_requires_for_build_wheel(config_settings=None):
    """CMake and Ninja have packages in the index, for systems that have none."""
    return [tool for tool in ("cmake", "ninja") if not shutil.which(tool)]


get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / f"{project()['name']}-{version()}.dist-info"
    for name, content in information().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = build(config_settings)
    with tempfile.TemporaryDirectory() as prefix:
        wheel = Wheel(wheel_directory)
        wheel.add_folder(install(folder, prefix))
    return wheel.close(information())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A wheel that points to the build tree, whose sources are links to those of the repository."""
    folder = build(config_settings)
    wheel = Wheel(wheel_directory)
    wheel.add("routh.pth", f"{folder / 'python'}\n")
    return wheel.close(information())


def tracked_files():
    """What the repository holds; of an unpacked source archive, all but what was built in it."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        return [name for name in os.fsdecode(listed).split("\0") if name and (ROOT / name).is_file()]
    found = (path.relative_to(ROOT).as_posix() for path in sorted(ROOT.rglob("*")) if path.is_file())
    return [name for name in found if not re.search(r"^build/|^PKG-INFO$|(^|/)(__pycache__|node_modules|\.git)/", name)]


def build_sdist(sdist_directory, config_settings=None):
    stem = f"{project()['name']}-{version()}"
    with tarfile.open(Path(sdist_directory) / f"{stem}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT, compresslevel=6) as archive:
        for name in tracked_files():
            archive.add(ROOT / name, f"{stem}/{name}")
        data = metadata().encode()
        entry = tarfile.TarInfo(f"{stem}/PKG-INFO")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return f"{stem}.tar.gz"
