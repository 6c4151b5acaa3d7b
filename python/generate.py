#!/usr/bin/env python3
"""Write the layer between Python and librouth from the library's public headers.

    python3 python/generate.py --include include --fields build/release/fields/fields.tsv --output build/release/python/routh

It reads what the C preprocessor makes of <routh/routh.h>, comments included, and writes `_abi.py`: every struct with its
fields, every enumeration, every function, and lengths of arrays; and `_abi_docs.py`: their comments. Only the standard library is used. The layout that ctypes
computes from it is held against the compiler's by python/tests/test_layout.py.

Types are written in a prefix code: d double, i int, I unsigned, l long, L unsigned long, z size_t, q int64_t, Q uint64_t,
? bool, c char, B unsigned char, v void, f FILE, *T pointer to T, [n]T array of n T, {name a struct, <name an enumeration,
!name a function type that has a name, (R;A;B) a function that returns R.

SPDX-License-Identifier: BSD-3-Clause
"""
import argparse
import hashlib
import pprint
import re
import subprocess
import sys
from pathlib import Path

PLAIN = {
    "double": "d", "int": "i", "unsigned": "I", "unsigned int": "I", "long": "l", "unsigned long": "L", "size_t": "z",
    "int64_t": "q", "uint64_t": "Q", "uint32_t": "I", "_Bool": "?", "bool": "?", "char": "c", "unsigned char": "B", "void": "v",
    "FILE": "f",
}
TOKEN = re.compile(r"""
      (?P<comment>/\*.*?\*/) | (?P<string>"(?:\\.|[^"\\])*") | (?P<name>[A-Za-z_]\w*)
    | (?P<number>(?:0x[0-9a-fA-F]+|[0-9.]+(?:[eE][+-]?[0-9]+)?)[uUlLfF]*) | (?P<mark><<|>>|\.\.\.|\S)
""", re.S | re.X)


def preprocess(cc, includes):
    """The headers' own text, as (file, line, text) of each line, and the numbers that they define as macros."""
    options = [part for folder in includes for part in ("-I", folder)]
    done = subprocess.run([*cc.split(), "-E", "-CC", "-dD", "-x", "c", *options, "-"],
                          input="#include <routh/routh.h>\n", capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"generate.py: the preprocessor failed:\n{done.stderr}")
    lines, macros, ours, line = [], {}, False, 0
    folders = [str(Path(folder).resolve()) for folder in includes]
    for text in done.stdout.splitlines():
        marker = re.match(r'# (\d+) "([^"]*)"', text)
        if marker:
            line = int(marker[1]) - 1
            ours = str(Path(marker[2]).resolve()).startswith(tuple(folders))
            continue
        line += 1
        macro = re.match(r"#define (ROUTH_\w+) (.+)", text)
        if macro and ours:
            macros[macro[1]] = re.sub(r"/\*.*?(\*/|$)", "", macro[2]).strip()
        elif ours and not text.startswith("#"):
            lines.append((line, text))
    return lines, macros


def tokens_of(lines):
    """(kind, text, first line, last line) of each token; lines are those of the headers."""
    text, numbers = "", []
    for line, part in lines:
        text += part + "\n"
        numbers += [line] * (len(part) + 1)
    found = []
    for match in TOKEN.finditer(text):
        found.append((match.lastgroup, match[0], numbers[match.start()], numbers[match.end() - 1]))
    return found


def plain_comment(text):
    """A comment's words without its marks; a rule under a heading is dropped."""
    rows = [re.sub(r"^\s*\*? ?", "", row) for row in text[2:-2].splitlines()]
    words = "\n".join(rows).strip()
    words = re.sub(r"-{8,}", "", words)
    words = re.sub(r"^\[[^\]]*\]\s*", "", words)  # a length, which is in the table of fields
    return re.sub(r"[ \t]*\n[ \t]*", "\n", words).strip()


class Parser:
    """Declarations of the headers, in their order. It understands what they use of C, and fails at anything else."""

    def __init__(self, tokens, macros):
        self.tokens, self.at = tokens, 0
        self.structs, self.enums, self.functions, self.data, self.types = {}, {}, {}, {}, {}
        self.constants = {}
        self.macros = macros

    def peek(self, offset=0):
        at = self.at + offset
        while at < len(self.tokens) and self.tokens[at][0] == "comment":
            at += 1
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def skip_comments(self):
        while self.at < len(self.tokens) and self.tokens[self.at][0] == "comment":
            self.at += 1

    def take(self, wanted=None):
        self.skip_comments()
        kind, text, line, _ = self.tokens[self.at]
        if wanted is not None and text != wanted:
            sys.exit(f"generate.py: line {line}: \"{text}\" where \"{wanted}\" was expected")
        self.at += 1
        return text

    def comment_before(self):
        """The comment that stands directly above what comes next."""
        at = self.at
        text = ""
        while at < len(self.tokens) and self.tokens[at][0] == "comment":
            text = plain_comment(self.tokens[at][1])
            at += 1
        self.at = at
        return text

    def comment_behind(self):
        """The comment on the line of the token that was just taken."""
        if self.at < len(self.tokens):
            kind, text, line, _ = self.tokens[self.at]
            if kind == "comment" and line == self.tokens[self.at - 1][3]:
                self.at += 1
                return plain_comment(text)
        return ""

    def number(self, words):
        text = " ".join(re.sub(r"(?<=\d)[uUlL]+$", "", word) for word in words)
        return eval(text, {"__builtins__": {}}, self.constants)  # noqa: S307: constant expressions of our own headers

    def base_type(self):
        words = []
        while True:
            word = self.peek()
            if word in ("const", "extern", "struct", "enum"):
                self.take()
            elif word in PLAIN or (word in ("unsigned", "long") and not words):
                words.append(self.take())
            elif not words and re.match(r"[A-Za-z_]\w*$", word):
                words.append(self.take())
                while self.peek() == "const":
                    self.take()
                break
            else:
                break
        name = " ".join(words)
        if name in PLAIN:
            return PLAIN[name]
        if name in self.types:
            return "!" + name
        return ("<" if name in self.enums else "{") + name

    def arrays(self, code):
        sizes = []
        while self.peek() == "[":
            self.take()
            words = []
            while self.peek() != "]":
                words.append(self.take())
            self.take("]")
            sizes.append(self.number(words) if words else None)
        for size in reversed(sizes):
            code = "*" + code if size is None else f"[{size}]{code}"
        return code

    def declarator(self, base):
        """(name, type code)."""
        code = base
        while self.peek() in ("*", "const"):
            if self.take() == "*":
                code = "*" + code
        if self.peek() == "(" and self.peek(1) == "*":
            self.take("("), self.take("*")
            name = self.take() if self.peek() != ")" else ""
            self.take(")")
            if self.peek() == "[":
                return name, "*" + self.arrays(code)
            return name, "*" + self.function_code(code)[0]
        name = self.take() if re.match(r"[A-Za-z_]", self.peek()) else ""
        return name, self.arrays(code)

    def function_code(self, returned):
        """The code of a function, and its parameters."""
        self.take("(")
        parameters = []
        if self.peek() == "void" and self.peek(1) == ")":
            self.take()
        while self.peek() != ")":
            name, code = self.declarator(self.base_type())
            if code[0] == "[":  # an array as a parameter is a pointer
                code = "*" + code[code.index("]") + 1:]
            elif code[0] == "!":
                code = "*" + code
            parameters.append((name, code))
            if self.peek() == ",":
                self.take()
        self.take(")")
        return f"({';'.join([returned] + [code for _, code in parameters])})", parameters

    def struct_body(self):
        fields = []
        self.take("{")
        while True:
            about = self.comment_before()
            if self.peek() == "}":
                break
            base = self.base_type()
            found = []
            while True:
                found.append(self.declarator(base))
                if self.peek() != ",":
                    break
                self.take()
            self.take(";")
            behind = self.comment_behind()
            fields += [(name, code, " ".join(part for part in (about, behind) if part)) for name, code in found]
        self.take("}")
        return fields

    def enum_body(self):
        values, following = [], 0
        self.take("{")
        while self.peek() != "}":
            about = self.comment_before()
            name = self.take()
            if self.peek() == "=":
                self.take()
                words = []
                while self.peek() not in (",", "}"):
                    words.append(self.take())
                following = self.number(words)
            if self.peek() == ",":
                self.take()
            behind = self.comment_behind()
            self.constants[name] = following
            values.append((name, following, " ".join(part for part in (about, behind) if part)))
            following += 1
        self.take("}")
        return values

    def top(self):
        about = self.comment_before()
        if self.at >= len(self.tokens):
            return
        word = self.peek()
        if word == "__attribute__":
            self.take()
            depth = 0
            while True:
                depth += {"(": 1, ")": -1}.get(self.take(), 0)
                if depth == 0:
                    break
            word = self.peek()
        if word == "typedef" and self.peek(1) in ("struct", "enum"):
            self.take(), (kind := self.take())
            name = self.take()
            if self.peek() == "{":
                body = self.struct_body() if kind == "struct" else self.enum_body()
                (self.structs if kind == "struct" else self.enums)[name] = (about, body)
                self.take()
            else:
                self.take()
                self.structs.setdefault(name, (about, None))
            self.take(";")
            self.comment_behind()
        elif word == "typedef":
            self.take()
            base = self.base_type()
            while self.peek() == "*":
                base = self.take() + base
            if self.peek() == "(":
                name, code = self.declarator(base)
                self.types[name] = code
            else:
                name = self.take()
                self.types[name] = self.function_code(base)[0]
            self.take(";")
        elif word == "enum":
            self.take()
            self.enum_body()
            self.take(";")
            self.comment_behind()
        elif word == "struct" and self.peek(2) == "{":
            self.take(), (name := self.take())
            self.structs[name] = (about, self.struct_body())
            self.take(";")
        elif word == ";":
            self.take()
        else:
            name, code = self.declarator(self.base_type())
            if self.peek() == "(":
                returned = code
                _, parameters = self.function_code(returned)
                self.take(";")
                behind = self.comment_behind()
                self.functions[name] = (" ".join(part for part in (about, behind) if part), returned, parameters)
            else:
                self.take(";")
                behind = self.comment_behind()
                self.data[name] = (" ".join(part for part in (about, behind) if part), code)

    def run(self):
        # macros first: they are sizes of arrays
        for _ in range(3):
            for name, text in self.macros.items():
                try:
                    value = self.number(re.sub(r"\(size_t\)", "", text).split())
                    if isinstance(value, (int, float)):
                        self.constants[name] = value
                except Exception:  # not a number: a table or a pair
                    pass
        while self.at < len(self.tokens):
            self.top()


def interface_of(includes):
    """The checksum that routh_interface() returns for these headers; CMakeLists.txt computes the same."""
    headers = next(found for folder in includes if (found := sorted(Path(folder, "routh").glob("*.h"))))
    parts = "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in headers)
    return hashlib.sha256(parts.encode()).hexdigest()


def lengths_of(table):
    """How many things are behind each pointer: an expression of the structure's fields, of `up`, the structure that it is part of,
    and of `owner`, where the function that filled it leaves what no field says; None: Python does not show it. From the table of
    fields, which cmake/fields_of made of the headers: that says where a length stands."""
    lengths = {}
    for row in table.read_text(encoding="utf-8").splitlines():
        struct, field, _, _, _, _, _, length, *_ = row.split("\t")
        lengths.setdefault(struct, {}).update({field: None if length == "-" else length} if length else {})
    return lengths


def plural_of(name):
    return name[:-1] + "ies" if name.endswith("y") else name + ("es" if name.endswith("s") else "s")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--include", action="append", required=True, help="a folder with routh/*.h; repeat it")
    arguments.add_argument("--fields", required=True, help="the table of fields, fields.tsv of the build")
    arguments.add_argument("--output", required=True, help="the folder to write _abi.py and _abi_docs.py to")
    arguments.add_argument("--cc", default="cc", help="the C compiler whose preprocessor is used")
    given = arguments.parse_args()
    lines, macros = preprocess(given.cc, given.include)
    parser = Parser(tokens_of(lines), macros)
    parser.run()
    names = {}  # enumeration → the table of its names
    for enum in parser.enums:
        if parser.data.get(plural_of(enum), ("", ""))[1] == "{routh_names":
            names[enum] = plural_of(enum)
    version = tuple(parser.constants[f"ROUTH_VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH"))
    bare = {
        "STRUCTS": {name: body and [field[:2] for field in body] for name, (_, body) in parser.structs.items()},
        "ENUMS": {name: [value[:2] for value in body] for name, (_, body) in parser.enums.items()},
        "FUNCTIONS": {name: (returned, parameters) for name, (_, returned, parameters) in parser.functions.items()},
        "DATA": {name: code for name, (_, code) in parser.data.items()},
        "TYPES": parser.types, "NAMES": names, "CONSTANTS": parser.constants,
        "LENGTHS": lengths_of(Path(given.fields)),
    }
    about = {name: text for kind in (parser.structs, parser.enums, parser.functions, parser.data)
             for name, (text, *_) in kind.items()}
    about |= {f"{name}.{entry[0]}": entry[-1] for kind in (parser.structs, parser.enums)
              for name, (_, body) in kind.items() for entry in body or ()}
    folder = Path(given.output)
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "_abi.py", {"VERSION": version, "INTERFACE": interface_of(given.include), **bare})
    write(folder / "_abi_docs.py", {"ABOUT": {name: text for name, text in about.items() if text}})


def write(path, tables):
    """Writes a module of tables, unless it is there already: its time then says when it last changed."""
    content = "# Written by python/generate.py from the headers of Routh; do not edit.\n" + "".join(
        f"{name} = {pprint.pformat(table, width=180, sort_dicts=False)}\n" for name, table in tables.items())
    if not path.exists() or path.read_text(encoding="utf-8") != content:
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
