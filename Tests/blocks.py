#!/usr/bin/env python3
"""Whether each block of code in the pages is right: README.md, SECURITY.md, docs, examples/README.md, and the guides of DocC.

    blocks.py ROOT

The word behind the fence says what a block is, and how it is checked:

- swift, c, cmake: it is part of a source that is built, apart from white space: of those in examples/guides, Tests/C/guides.c,
  or any other. `…` stands for anything in a line. Parts between empty lines may be apart from each other.
- python: it compiles.
- json: JSON values, also one after another and broken in lines, where `…` stands for what was left out.
- sh, console: the shell accepts it; each command is known; each path into the tree leads to a file, or to what CMake or SwiftPM
  builds; each option of a program of this tree is in its sources; and each argument that begins as an object is JSON. In a
  console, the lines behind `$ ` are commands, and the others their output.
- text: output, or a picture in characters.

Any other word is a fault, and so is a block without one. Blocks of bindings are run: see Tests/Clients/test for
bindings/first-clients.md, and Tests/Install/readmes.sh for the others.
"""

import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys

PAGES = ["README.md", "SECURITY.md", "docs/*.md", "examples/README.md", "Sources/*/*.docc/*.md"]
SOURCES = {"swift": ["*.swift"], "c": ["*.c", "*.h"], "cmake": ["*CMakeLists.txt", "*.cmake", "Tests/Install/*.sh"]}
# What adit new puts in place of the words of its template, for a core that is called notes.
TEMPLATE = {"name": "notes", "Name": "Notes", "ADIT_CONFIG": "/usr/lib/x86_64-linux-gnu/cmake/Adit", "ADIT_SWIFT": "/usr/share/adit/swift"}
# Programs of the system, and those that a page has just compiled: their options are not checked.
SYSTEM = set("apt-get cat cc cd cmake cp cpack ctest curl echo nc pkg-config printf psql sqlite3 swift ulimit ./hello ./shelf".split())
INTERPRETERS = {"python3", "luajit"}


class Tree:
    """The files of the tree, with the texts of its sources."""

    def __init__(self, root):
        self.root = root
        self.texts = {language: self.read(patterns) for language, patterns in SOURCES.items()}
        self.squeezed = {
            language: [(name, squeezed(text)) for name, text in texts] for language, texts in self.texts.items()
        }
        self.folders = {name.split("/")[0] for name in self.files(["*/*"])} | {"build"}
        self.built = "\n".join(text for _, text in self.read(["*CMakeLists.txt", "*.cmake", "*Package.swift"]))

    def files(self, patterns):
        command = ["git", "ls-files", "-co", "--exclude-standard", "--", *patterns]
        listed = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout.splitlines()
        return [name for name in sorted(set(listed)) if (self.root / name).is_file()]

    def read(self, patterns):
        names = self.files(patterns)
        return [(name, re.sub(r"@(\w+)@", lambda word: TEMPLATE.get(word[1], word[0]), (self.root / name).read_text())) for name in names]


def squeezed(text):
    return re.sub(r"\s+", "", text)


def source_fault(tree, language, block):
    """A block of a compiled language is part of sources, with the modules that it imports."""
    imports = re.findall(r"^import \w+$", block, re.MULTILINE) if language == "swift" else []
    code = re.sub(r"^import \w+\n", "", block, flags=re.MULTILINE) if language == "swift" else block
    whole = code.strip("\n")
    parts = [whole] if where(tree, language, whole) else re.split(r"\n\n+(?=[^\s})])", whole)
    found = [where(tree, language, part) for part in parts]
    for part, names in zip(parts, found):
        if not names:
            return f"found code that is in no source of {language}: {part.splitlines()[0] if part else 'nothing'}"
    texts = dict(tree.texts[language])
    for line in imports:
        if not any(re.search(rf"^(@testable )?{line}$", texts[name], re.MULTILINE) for names in found for name in names):
            return f"found {line}, which is not in {found[0][0]}"
    return None


def where(tree, language, part):
    """The sources that a part of a block is in."""
    if not part:
        return []
    if "…" in part:
        pattern = re.compile(r"\s*".join(
            re.escape(piece) if piece != "…" else r"[^\n]*?" for piece in re.findall(r"…|\S", part)))
        return [name for name, text in tree.texts[language] if pattern.search(text)]
    wanted = squeezed(part)
    return [name for name, text in tree.squeezed[language] if wanted in text]


def json_fault(block):
    """Values of JSON, in which `…` outside of a string is a value or a member that was left out."""
    text = re.sub(r"\s+← the client$", "", block, flags=re.MULTILINE)
    tokens = re.findall(r'"(?:\\.|[^"\\])*"|[^"]', text, re.DOTALL)
    text = "".join("\0" if token == "…" else token for token in tokens)
    text = re.sub(r"(?<=[{\[])\s*\0\s*,?|,\s*\0", "", text).replace("\0", "null")
    decoder, place, count = json.JSONDecoder(strict=False), 0, 0
    while text[place:].strip():
        place += len(text[place:]) - len(text[place:].lstrip())
        try:
            _, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            return f"found no JSON: {error}"
        count += 1
    return None if count else "found no JSON"


def commands(block):
    """The commands of a console: the lines that begin with `$ `, with those that they continue in."""
    script, continues = [], False
    for line in block.splitlines():
        if line.startswith("$ ") or continues:
            script.append(line.removeprefix("$ "))
            continues = line.rstrip().endswith(("\\", "|"))
    return "\n".join(script) + "\n"


def words(script):
    """The simple commands of a script, each as its words."""
    text = re.sub(r"\\\n", " ", script)
    text = re.sub(r"\|\s*\n\s*", "| ", text)
    for line in text.splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars="();<>|&")
        lexer.whitespace_split, lexer.commenters = True, "#"
        command = []
        for word in lexer:
            if re.fullmatch(r"[|&;()]+", word):
                if command:
                    yield command
                command = []
            else:
                command.append(word)
        if command:
            yield command


def program_sources(tree, program):
    """The sources of a program of this tree, in which its options are; empty for any other."""
    if not is_built(program) and (tree.root / program).is_file():
        return [program]
    name = pathlib.PurePath(program).name.removeprefix("adit-")
    patterns = {
        "adit": ["tools/program/*", "tools/AditServe/*"], "TodosApp": ["examples/TodosApp/*"], "shelf-host": ["docs/packages.md"],
    }.get(name) or [f"tools/{name}/*", f"examples-c/{name}.c", f"examples-c/{name}/*", f"examples-c/loops/{name.removeprefix('loop_')}.c"]
    return tree.files(patterns)


def is_built(path):
    parts = pathlib.PurePath(path).parts
    return parts[0] == "build" or ".build" in parts


def path_fault(tree, path):
    """A path into the tree leads to a file, or to what is built."""
    parts = pathlib.PurePath(path).parts
    if parts[0] not in tree.folders:
        return None
    if library := re.fullmatch(r"build/lib/lib(\w+)\.so", path):
        return None if re.search(rf"add_library\({library[1]}\s", tree.built) else f"found {path}, which nothing builds"
    if is_built(path):
        wanted = re.sub(r"^(lib)?(adit-)?|\.so.*$|\d*_\*\.deb$", "", parts[-1])
        known = re.search(rf"\b{re.escape(wanted)}\b", tree.built) or program_sources(tree, path)
        return None if known else f"found {path}, which nothing builds"
    return None if list(tree.root.glob(path)) else f"found no {path}"


def shell_fault(tree, script):
    if not script.strip():
        return "found no command"
    checked = subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True)
    if checked.returncode:
        return f"found no shell script: {checked.stderr.strip()}"
    for command in words(script):
        command = command[1:] if command[0] == "exec" or command[0] in INTERPRETERS else command
        program = command[0].removeprefix("/usr/bin/")
        sources = [] if program in SYSTEM else program_sources(tree, program)
        if program == "adit":
            sources += program_sources(tree, command[1])
        if program not in SYSTEM and not sources:
            return f"found the command {program}, which is neither of this tree nor known"
        text = "\n".join((tree.root / name).read_text() for name in sources)
        for word in command:
            if word.startswith("--") and sources:
                option = word.split("=")[0]
                name = option.removeprefix("--")
                # swift-argument-parser makes --token-file of the property tokenFile.
                property_name = re.sub(r"-(\w)", lambda letter: letter[1].upper(), name)
                if not re.search(rf"(?<![\w-])({name}|var {property_name})(?![\w-])", text):
                    return f"found the option {option}, which {program} does not have"
            for path in re.split(r"[=,:]", word):
                if "/" in path and not re.search(r"[\s{]", path) and (fault := path_fault(tree, path)):
                    return fault
            if word.startswith('{"') and (fault := json_fault(word.removesuffix("\\n"))):
                return fault
    return None


def python_fault(block):
    try:
        compile(block, "block", "exec")
    except SyntaxError as error:
        return f"found no Python: {error}"
    return None


def fault(tree, language, block):
    if language in SOURCES:
        return source_fault(tree, language, block)
    checks = {
        "python": lambda: python_fault(block), "json": lambda: json_fault(block), "sh": lambda: shell_fault(tree, block),
        "console": lambda: shell_fault(tree, commands(block)), "text": lambda: None if block.strip() else "found nothing",
    }
    if language in checks:
        return checks[language]()
    return f"found a block of {language or 'no language'}; {', '.join([*SOURCES, *checks])} is expected"


def main():
    tree = Tree(pathlib.Path(sys.argv[1]).resolve())
    counts, faults = collections.Counter(), []
    for page in tree.files(PAGES):
        opening = None
        for number, line in enumerate((tree.root / page).read_text().splitlines(), 1):
            fence = re.fullmatch(r"(?:> )?( *)```(.*)", line)
            if fence and opening is None:
                opening, indentation, language, lines = number, fence[1], fence[2].strip(), []
            elif fence and not fence[2]:
                counts[language] += 1
                if found := fault(tree, language, "".join(f"{line}\n" for line in lines)):
                    faults.append(f"{page}:{opening}: {found}")
                opening = None
            elif opening:
                lines.append(line.removeprefix("> ").removeprefix(indentation))
        if opening:
            faults.append(f"{page}:{opening}: found a block without an end")
    print("\n".join(faults) or ", ".join(f"{count} of {language}" for language, count in sorted(counts.items())))
    if missing := [language for language in [*SOURCES, "json", "sh", "console"] if not counts[language]]:
        sys.exit(f"{sys.argv[0]}: found no block of {', '.join(missing)}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
