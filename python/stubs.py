"""Writes type stubs of the Python package: results with the fields of the C structures, functions with their options.

usage: stubs.py --package FOLDER      the package in the build tree, with what generate.py wrote

The types come from what is there already: fields from the headers, parameters from docstrings ("mass : float"), options
from the structures that a function names, results from what it returns. Nothing is imported, so that neither NumPy nor the
library is needed to build the package.

SPDX-License-Identifier: BSD-3-Clause
"""
import argparse
import ast
import re
import sys
from pathlib import Path

from stub_types import Package, class_name, constant, decorated, doc_of, section, union

HEAD = """# Written by python/stubs.py; do not edit.
import dataclasses
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal
from typing_extensions import Self
import numpy
from numpy.typing import ArrayLike
"""
# What all results share; written by hand, because it is the one thing that is generic.
STRUCTS = HEAD + """from typing import Generic, SupportsIndex, TypeVar, overload

_T = TypeVar("_T", covariant=True)

class Rows(tuple[_T, ...], Generic[_T]):
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> _T: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[_T, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> _T: ...
    def keys(self) -> list[str]: ...
    def to_pandas(self) -> Any: ...

class Struct:
    def to_pandas(self) -> Any: ...
    def _repr_html_(self) -> str: ...
"""
FROZEN = "@dataclasses.dataclass(frozen=True, eq=False, repr=False)\n"
SPECIAL = {"__len__": "int", "__float__": "float", "__int__": "int", "__bool__": "bool", "__contains__": "bool",
           "to_json": "dict[str, Any]", "_repr_html_": "str", "__iter__": "Any", "__getitem__": "Any", "__call__": "Any",
           "__getattr__": "FittedParameter",
           "__array__": "numpy.ndarray", "__str__": "str"}


class Writer:
    """The text of every stub."""

    def __init__(self, package):
        self.package, self.returned = package, {}

    def modules(self):
        """{module: text}."""
        package, homes = self.package, ast.literal_eval(self.assigned("__init__", "_HOMES"))
        public = {module: names.split() for module, names in homes.items()}
        for node in package.trees["insertion"].body:
            if isinstance(node, ast.ImportFrom) and node.level:
                public.setdefault(node.module, []).extend(name.name for name in node.names)
        public["_errors"] = ["Error", "Cancelled"]
        made = {module: self.module(module, names) for module, names in public.items()}
        for module in {package.classes[name][0] for name in package.classes} - made.keys() - {"_structs"}:
            made[module] = self.module(module, [])
        made["_structs"], made["types"] = STRUCTS, self.types()
        parts = {**homes, "_errors": "Cancelled Error"}
        made["__init__"] = HEAD + "from . import insertion as insertion, types as types\n" + "".join(
            f"from .{module} import {', '.join(f'{name} as {name}' for name in names.split())}\n"
            for module, names in parts.items()) + "__version__: str\n"
        made["insertion"] = HEAD + "".join(
            f"from .{node.module} import {', '.join(f'{name.name} as {name.name}' for name in node.names)}\n"
            for node in package.trees["insertion"].body if isinstance(node, ast.ImportFrom) and node.level)
        return made

    def assigned(self, module, name):
        """The source of what a name of a module stands for."""
        return next(ast.unparse(node.value) for node in self.package.trees[module].body
                    if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == name)

    def module(self, module, names):
        """Public functions and names, and all classes: others are derived from them."""
        parts = []
        for node in self.package.trees[module].body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                parts.append(self.type_of_class(module, node))
            elif isinstance(node, ast.FunctionDef) and node.name in names:
                parts.append(self.function(module, node))
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) in names:
                kind = {"laws": "dict[str, Law]", "laws3": "Mapping[str, Law3]", "engines": "Mapping[str, Engine]"}
                parts.append(f"{node.targets[0].id}: {kind.get(node.targets[0].id, 'Any')}\n")
        return self.with_imports(module, parts)

    def types(self):
        """Classes that are made from the headers alone; the others are imported."""
        package, parts, others = self.package, [], []
        for struct, fields in package.structs.items():
            if fields is None:
                continue
            name = package.struct_class(struct).replace("_types.", "")
            own = package.struct_class(struct) != name
            if not own and name in package.classes:  # of a room
                others.append(f"from .{package.classes[name][0]} import {name} as {class_name(struct)}\n")
            else:
                try:
                    rows = "".join(f"    {field}: {kind}\n" for field, kind in package.fields(struct))
                except KeyError:  # lengths are unknown: Python never shows it
                    rows = ""
                parts.append(f"{FROZEN}class {name}(Struct):\n{rows or '    ...'}\n")
        return self.with_imports("types", parts, others)

    def with_imports(self, module, parts, others=()):
        text, known = "\n".join(parts), self.package.classes
        used = set(re.findall(r"(?<!_types\.)\b[A-Z]\w*", re.sub(r'"[^"]*"', "", text)))
        others = [*others, *["from . import types as _types\n"] * ("_types." in text)]
        own = set(re.findall(r"^class (\w+)", text, re.M))
        already = {line.split()[3] for line in others}
        named = {class_name(struct) for struct in self.package.structs}
        rows = []
        for name in sorted(used - own - already):
            home = known[name][0] if name in known else "types" if name in named else None
            if home not in (None, module):
                rows.append(f"from .{home} import {name}\n")
        return HEAD + "".join(rows) + "".join(others) + "\n" + text

    def type_of_class(self, module, node):
        package, known = self.package, self.package.constants_of(module)
        struct = next((found[0] for found in decorated(node, "result", known)), None)
        bases = [ast.unparse(base) for base in node.bases]
        head, rows, said = "", [], self.said(node)
        if struct:
            head = FROZEN
            better = {name: kind for name, kind in said.items() if kind != "Any"}
            rows += [f"    {name}: {better.get(name, kind)}" for name, kind in package.fields(struct)]
        elif any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            head = "".join(f"@{ast.unparse(one)}\n" for one in node.decorator_list)
        for part in node.body:
            if isinstance(part, ast.AnnAssign):
                kind = ast.unparse(part.annotation)
                empty = isinstance(part.value, ast.Constant) and part.value.value is None
                rows.append(f"    {part.target.id}: {kind}{' | None' * empty}{' = ...' * (part.value is not None)}")
        there = {row.split(":")[0].strip() for row in rows}
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef) and
                   (not part.name.startswith("_") or part.name in SPECIAL or part.name == "__init__")]
        there |= {part.name for part in methods}
        rows += [f"    @property\n    def {name}(self) -> {kind}: ..." for name, kind in said.items()
                 if name not in there]
        rows += ["    " + self.function(module, part, node, struct).replace("\n", "\n    ").rstrip()
                 for part in methods]
        body = "\n".join(rows) or "    ..."
        return f"{head}class {node.name}{'(' + ', '.join(bases) + ')' if bases else ''}:\n{body}\n"

    def said(self, node):
        """{name: type} of the attributes in the docstring of a class."""
        return {name: self.package.hint(words, given=False)
                for names, words in section(doc_of(node), "Attributes") for name in names}

    def function(self, module, node, cls=None, struct=None):
        """A function or method with its parameters and what it returns."""
        decorators = [ast.unparse(one) for one in node.decorator_list]
        marks = "".join(f"@{one}\n" for one in decorators if one in ("property", "classmethod", "staticmethod"))
        kinds, named = {}, {}
        about = doc_of(cls) if node.name == "__init__" and not doc_of(node) else doc_of(node)
        for names, words in section(about, "Parameters"):
            for name in names:
                kinds[name.lstrip("*")] = self.package.hint(words)
                if not name.startswith("*"):
                    named[name] = kinds[name]
        if node.args.kwarg:
            for name, kind in self.options(module, node, cls, struct).items():
                named[name] = kind if kinds.get(name, "Any") == "Any" else kinds[name]
        returned = "None" if node.name == "__init__" else self.result(module, node, cls)
        if returned == "Any" and "property" in decorators:
            returned = self.said(cls).get(node.name, "Any")
        return f"{marks}def {node.name}({self.parameters(node, kinds, named)}) -> {returned}: ...\n"

    def options(self, module, node, cls, struct):
        """What a function takes by name for its structures of options."""
        package, known, found = self.package, self.package.constants_of(module), {}
        wanted = decorated(node, "with_options", known)
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and getattr(part.func, "id", "") in ("Options", "parted"):
                names = [name for name in (constant(one, known) for one in part.args) if isinstance(name, str)]
                wanted.append((*names, ()))
        if cls is not None and struct and node.name in ("__init__", "replace"):
            wanted.append((struct, ()))
        if module == "_data" and node.name == "generate_drops":
            wanted = []  # those are within `drops`
        hidden = {name for *_, but in wanted for name in but}
        for *structs, _ in wanted:
            for one in structs:
                found.update(package.options(one, hidden))
        return found

    def parameters(self, node, kinds, named):
        given, made = node.args, []
        positional = [*given.posonlyargs, *given.args]
        defaults = [None] * (len(positional) - len(given.defaults)) + given.defaults
        there = {part.arg for part in [*positional, *given.kwonlyargs]}
        for part, default in zip(positional, defaults):
            made.append(part.arg if part.arg in ("self", "cls") else self.parameter(part, default, kinds))
        extra = {name: kind for name, kind in named.items() if name not in there} if given.kwarg else {}
        if given.vararg:
            made.append(f"*{given.vararg.arg}: Any")
        elif given.kwonlyargs or extra:
            made.append("*")
        made += [self.parameter(part, default, kinds) for part, default in zip(given.kwonlyargs, given.kw_defaults)]
        made += [f"{name}: {kind} = ..." for name, kind in extra.items()]
        if given.kwarg and not extra:
            made.append(f"**{given.kwarg.arg}: {kinds.get(given.kwarg.arg, 'Any')}")
        elif given.kwarg and given.kwarg.arg == "parameters":
            made.append("**parameters: Any")
        return ", ".join(made)

    def parameter(self, part, default, kinds):
        usual = {"progress": "bool | Callable[[str, float], Any]", "threads": "int", "path": "str | os.PathLike[str]",
                 "seed": "int", "frame": "str", "data": "Any", "law": "str | Law", "axes": "Any"}
        kind = kinds.get(part.arg, "Any")
        value = getattr(default, "value", None) if isinstance(default, ast.Constant) else None
        if kind == "Any":
            kind = type(value).__name__ if isinstance(value, (str, int)) else usual.get(part.arg, "Any")
        if isinstance(default, ast.Constant) and default.value is None:
            kind = union([kind, "None"])
        return f"{part.arg}: {kind}" + (" = ..." if default is not None else "")

    def result(self, module, node, cls=None):
        """What a function returns: what its docstring says, or what its return statements show."""
        key = module, cls.name if cls else "", node.name
        if node.name in SPECIAL or node.returns is not None:
            return SPECIAL.get(node.name) or ast.unparse(node.returns)
        if key not in self.returned:
            self.returned[key] = "Any"  # of recursion
            said = re.search(r"^Returns\n-+\n(.*)", doc_of(node), re.M)
            names = [word for word in re.findall(r"\b[A-Z]\w+", said[1]) if word in self.package.classes or
                     word in map(class_name, self.package.structs)] if said else []
            if names and not re.search(r"\b(dict|array|list)\b", said[1]):
                self.returned[key] = names[0] if len(set(names)) == 1 else "Any"  # whoever gets one of two knows which
            else:
                inner = {id(part) for one in ast.walk(node) if isinstance(one, ast.FunctionDef) and one is not node
                         for part in ast.walk(one)}
                values = [part.value for part in ast.walk(node)
                          if isinstance(part, ast.Return) and id(part) not in inner]
                kinds = [self.value(module, node, cls, value) for value in values]
                self.returned[key] = union(kinds) if kinds else "None"
                if len(set(self.returned[key].split(" | ")) - {"None"}) > 1:
                    self.returned[key] = "Any"
        return self.returned[key]

    def value(self, module, node, cls, value):
        """The type of an expression that is returned."""
        if value is None or isinstance(value, ast.Constant):
            kind = type(getattr(value, "value", None)).__name__
            return {"NoneType": "None"}.get(kind, kind)
        simple = {ast.JoinedStr: "str", ast.List: "list[Any]", ast.ListComp: "list[Any]", ast.Dict: "dict[str, Any]",
                  ast.DictComp: "dict[str, Any]", ast.Tuple: "tuple[Any, ...]"}
        if type(value) in simple:
            return simple[type(value)]
        if isinstance(value, ast.IfExp):
            return union(self.value(module, node, cls, part) for part in (value.body, value.orelse))
        if isinstance(value, ast.Name):
            found = [part.value for part in ast.walk(node) if isinstance(part, ast.Assign)
                     and any(getattr(target, "id", None) == value.id for target in part.targets)]
            return self.value(module, node, cls, found[-1]) if found and found[-1] is not value else "Any"
        if isinstance(value, ast.Attribute) and ast.unparse(value.value) == "self" and cls is not None:
            for found in decorated(cls, "result", self.package.constants_of(module)):
                return dict(self.package.fields(found[0])).get(value.attr, "Any")
        return self.called(module, cls, value) if isinstance(value, ast.Call) else "Any"

    def called(self, module, cls, value):
        package, name = self.package, ast.unparse(value.func)
        first, _, last = name.partition(".")
        if name == "result_of" and value.args:
            struct = constant(value.args[0], package.constants_of(module))
            return package.struct_class(struct) if struct else "Any"
        if first in ("cls", "type(self)") and cls is not None:
            return "Self"
        if first in package.classes and last in ("", "_of", "_of_owner", "_made", "empty"):
            return first
        if name in ("len", "int", "float", "str", "bool", "text"):
            return {"len": "int", "text": "str"}.get(name, name)
        if first == "self" and cls is not None:
            for part in cls.body:
                if isinstance(part, ast.FunctionDef) and part.name == last:
                    return self.result(module, part, cls)
        if (module, name) in package.functions:
            return self.result(module, package.functions[module, name])
        return "Any"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", required=True, help="the folder routh of the build tree")
    folder = Path(parser.parse_args(arguments).package)
    made = Writer(Package(folder)).modules()
    for path in folder.glob("*.pyi"):
        if path.stem not in made:
            path.unlink()
    for name, text in made.items():
        (folder / f"{name}.pyi").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
