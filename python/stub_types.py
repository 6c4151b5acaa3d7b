"""Types of what the Python package shows, for its stubs: of fields from the headers, of parameters from docstrings.

SPDX-License-Identifier: BSD-3-Clause
"""
import ast
import keyword
import re
import runpy

NUMBERS = {"d": "float", "?": "bool", **dict.fromkeys("iIlLzqQB", "int")}
WORDS = {"float": "float", "int": "int", "bool": "bool", "str": "str", "dict": "dict[str, Any]",
         "path": "str | os.PathLike[str]",
         "callable": "Callable[..., Any]", "None": "None", "True": "bool", "object": "object"}


def class_name(struct):
    """routh_law_study → LawStudy; the same as in _structs.py."""
    return "".join(part[:1].upper() + part[1:] for part in struct[len("routh_"):].split("_"))


def union(parts):
    """Several types as one; Any swallows the others."""
    parts = list(dict.fromkeys(part for each in parts for part in each.split(" | ")))
    if "Any" in parts:
        return "Any"
    return " | ".join([part for part in parts if part != "None"] + ["None"] * ("None" in parts))


class Package:
    """The modules of the package as trees, and the tables of the C interface."""

    def __init__(self, folder):
        abi = runpy.run_path(str(folder / "_abi.py"))
        self.structs, self.lengths = abi["STRUCTS"], abi["LENGTHS"]
        self.trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))
                      if path.stem not in ("_abi", "_abi_docs", "__main__")}
        self.classes, self.functions, self.special, self.of_struct, self.constants = {}, {}, {}, {}, {}
        for module, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    self.classes[node.name] = (module, node)
                    for struct in decorated(node, "result", self.constants_of(module)):
                        self.of_struct[struct[0]] = node.name
                elif isinstance(node, ast.FunctionDef):
                    self.functions[module, node.name] = node
                    for struct in decorated(node, "pointer_to", {}):
                        name = class_name(struct[0])
                        self.special[struct[0]] = name if name in ("Law", "Law3", "Engine") else "Any"

    def constants_of(self, module):
        """Names of a module that stand for strings and tuples of strings, also those that it imports."""
        if module not in self.constants:
            found = self.constants[module] = {}
            for node in self.trees[module].body:
                if isinstance(node, ast.ImportFrom) and node.level and node.module in self.trees:
                    others = self.constants_of(node.module)
                    found.update({name.asname or name.name: others[name.name] for name in node.names
                                  if name.name in others})
                elif isinstance(node, ast.Assign):
                    several = isinstance(node.targets[0], ast.Tuple)
                    names = node.targets[0].elts if several else node.targets
                    values = node.value.elts if several and hasattr(node.value, "elts") else [node.value]
                    for name, value in zip(names, values):
                        if (known := constant(value, found)) is not None and isinstance(name, ast.Name):
                            found[name.id] = known
        return self.constants[module]

    def struct_class(self, struct):
        """The class of a structure. `types` has one of its own where a class of the package has the same name."""
        if struct in self.special and self.special[struct] != "Any":
            return self.special[struct]
        name = class_name(struct)
        return self.of_struct.get(struct) or ("_types." + name if name in self.classes else name)

    def is_flat(self, code):
        if code[0] == "{":
            fields = self.structs.get(code[1:])
            return fields is not None and all(self.is_flat(field) for _, field in fields)
        if code[0] == "[":
            return self.is_flat(code[code.index("]") + 1:])
        return code[0] in NUMBERS or code[0] == "<"

    def field(self, struct, name, code, given=False):
        """The type of a field: of a result, or of an option that is given. None: Python does not show it."""
        array, mark = "ArrayLike" if given else "numpy.ndarray", code[0]
        if code == "c":
            return "str"
        if code in NUMBERS or mark == "<":
            return NUMBERS.get(code, "str")
        if code == "*c":
            return "str | None"
        if code == "{routh_findings" and not given:
            return "Rows[Finding]"
        if mark == "{":
            return "Mapping[str, Any] | Struct" if given else self.struct_class(code[1:])
        if mark == "[":
            rest = code[code.index("]") + 1:]
            if rest == "c":
                return "str"
            if rest[0] == "*" or rest.endswith("]c") or rest[0] == "<":
                return "tuple[Any, ...]"
            return array if self.is_flat(rest) else f"Rows[{self.struct_class(rest[1:])}]"
        return self.pointed(struct, name, code[1:], given, array) if mark == "*" else None

    def pointed(self, struct, name, code, given, array):
        length = self.lengths.get(struct, {}).get(name, "?")
        opaque = self.structs.get(code[1:], 0) is None and length == "?"
        if code[0] in "(!v" or code == "f" or (length is None and not given) or opaque:
            return None
        if code.lstrip("*{") in self.special:
            one = self.special[code.lstrip("*{")]
            if given:
                return f"str | {one} | Sequence[str | {one}] | None" if code[0] == "*" else f"str | {one} | None"
            return f"tuple[{one}, ...]" if code[0] == "*" else one
        if code == "*c":
            return "Sequence[str] | None" if given else "tuple[str, ...]"
        if code[0] == "{" and given:
            return "Mapping[str, Any] | Sequence[Mapping[str, Any]] | Struct | None"
        if length == "1":
            return f"{self.struct_class(code[1:])} | None"
        if self.is_flat(code):
            return array + " | None" if given else array
        return f"Rows[{self.struct_class(code[1:])}]" if code[0] == "{" else "Any"

    def fields(self, struct):
        """(name, type) of what Python shows of a structure; arrays with a length come last, as in _structs.py."""
        first, last = [], []
        for name, code in self.structs[struct]:
            kind = self.field(struct, name, code)
            if kind is None or self.lengths.get(struct, {}).get(name, "") is None:
                continue
            counted = code[0] == "[" and name in self.lengths[struct]
            (last if counted or code[0] == "*" and code != "*c" else first).append((python_name(name), kind))
        return first + last

    def options(self, struct, but=()):
        """{name: type} of the options in a structure."""
        pointers = {name for name, code in self.structs[struct] if code[0] == "*"}
        counts = {part + "_count" for name in pointers for part in (name, name.rstrip("s"))}
        found = {python_name(name): self.field(struct, name, code, True) for name, code in self.structs[struct]
                 if name not in but and name not in counts and not code.startswith(("*(", "*v", "*!"))}
        return {name: kind for name, kind in found.items() if kind is not None}

    def hint(self, words, given=True):
        """A type from a docstring's words: "float, optional", "str or Law", "Rows of Finding"."""
        words = re.sub(r",? ?(optional|default [^,]*)$", "", words.strip())
        if re.fullmatch(r"\{[^}]*\}", words):
            found = re.findall(r'"[^"]*"', words)
            return f"Literal[{', '.join(found)}]" if found else "Any"
        several = re.match(r"(list|Rows|tuple|mapping) of (.*)", words)
        if several and several[1] == "mapping":
            inner = self.hint(several[2].split(" to ")[-1], given)
            return f"Mapping[str, {inner}]"
        if several:
            inner = self.hint(several[2], given)
            return {"list": f"Sequence[{inner}]" if given else f"list[{inner}]", "Rows": f"Rows[{inner}]",
                    "tuple": f"tuple[{inner}, ...]"}[several[1]]
        parts = re.split(r" or |, ", words)
        if len(parts) > 1:
            return union(self.hint(part, given) for part in parts)
        if words in WORDS:
            return WORDS[words]
        if re.match(r"arrays?\b", words):
            return "ArrayLike" if given else "numpy.ndarray"
        if words in self.classes or words in map(class_name, self.structs):
            return words
        return "Any"


def python_name(field):
    return field + "_" if keyword.iskeyword(field) else field


def constant(node, known):
    """A string, or a tuple of strings, that an expression stands for; None: something else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, (ast.Tuple, ast.List)):
        parts = [constant(part, known) for part in node.elts]
        return tuple(parts) if all(isinstance(part, str) for part in parts) else None
    return None


def decorated(node, name, known):
    """The arguments of a decorator of that name, and `but`: [(strings…, but)]."""
    found = []
    for one in node.decorator_list:
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == name:
            parts = [constant(part, known) for part in one.args]
            but = next((constant(part.value, known) for part in one.keywords if part.arg == "but"), ()) or ()
            found.append((*[part for part in parts if isinstance(part, str)], but))
    return found


def section(words, name):
    """(names, type) of each entry of a section of a docstring."""
    part = re.search(rf"^{name}\n-+\n(.*?)(?=^\w[\w ]*\n-{{3,}}$|\Z)", words, re.M | re.S)
    for row in (part[1] if part else "").splitlines():
        if match := re.match(r"(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: : (.*))?$", row):
            yield match[1].split(", "), match[2] or ""


def doc_of(node):
    return ast.get_docstring(node) or ""
